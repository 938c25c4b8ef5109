"""A PostgreSQL that can be frozen: it takes what it is sent and says nothing, as when it is stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy.engine import URL


class Freezing:
    """What stands between a pool and its PostgreSQL."""

    def __init__(self, behind: URL) -> None:
        self._behind = behind
        self._flows = asyncio.Event()
        self._flows.set()
        self._carrying: list[asyncio.Future[list[None]]] = []

    def freeze(self) -> None:
        self._flows.clear()

    def thaw(self) -> None:
        self._flows.set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what one connection says to and fro, while it flows."""
        server_reader, server_writer = await self._connect()
        both = [self._carry(reader, server_writer), self._carry(server_reader, writer)]
        carrying = asyncio.gather(*both)
        self._carrying.append(carrying)
        with suppress(asyncio.CancelledError):
            await carrying

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        port = self._behind.port or 5432
        folder = self._behind.query.get("host")
        if isinstance(folder, str):
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
        return await asyncio.open_connection(self._behind.host, port)

    def end(self) -> None:
        """Carry nothing more."""
        for carrying in self._carrying:
            carrying.cancel()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError):
                while said := await reader.read(65_536):
                    await self._flows.wait()
                    writer.write(said)
                    await writer.drain()
        finally:
            writer.close()


@asynccontextmanager
async def freezing(behind: URL) -> AsyncIterator[tuple[URL, Freezing]]:
    """Where the database ``behind`` can be reached, and what freezes it."""
    between = Freezing(behind)
    async with await asyncio.start_server(between.connected, "127.0.0.1", 0) as server:
        port: int = server.sockets[0].getsockname()[1]
        query = {name: value for name, value in behind.query.items() if name not in ("host", "port")}
        yield behind.set(host="127.0.0.1", port=port, query=query), between
        between.end()
