"""The application behind a real socket, and somebody who listens to its streams."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from httpx_sse import EventSource, ServerSentEvent
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.cli.connections import Connection
from tests.api.caller import Caller

UNKNOWN = f"enc_{'0' * 26}"
PATIENCE = 120
"""Seconds until a test takes what does not come for what never will; a busy machine needs a tenth of it."""


@asynccontextmanager
async def listening(
    app: Any, certificate: Path | None = None, connection: type[Connection] = Connection
) -> AsyncIterator[str]:
    """The address of ``app`` while it is served, with TLS where there is a ``certificate``.

    Any: an ASGI application.
    """
    config = uvicorn.Config(
        app,
        http=connection,
        ws="none",
        lifespan="on",
        log_level="error",
        timeout_graceful_shutdown=5,
        ssl_certfile=certificate,
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        # The kernel would take megabytes for a client that takes nothing.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        served = asyncio.create_task(_served(server, listener))
        while not server.started:  # the server sets a flag and nothing to wait for
            if served.done():
                await served
            await asyncio.sleep(0.01)
        try:
            yield f"http{'s' if certificate else ''}://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await served


async def _served(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serve until told to stop. Raises RuntimeError where the application does not start."""
    try:
        await server.serve([listener])
    except SystemExit as error:  # uvicorn's way; it would end pytest
        raise RuntimeError("the application did not start") from error


@asynccontextmanager
async def caller_at(address: str, token: str) -> AsyncIterator[Caller]:
    """Somebody who calls the server at ``address``."""
    # An idle connection is dropped before the server drops it, which could be while a request is on its way.
    limits = httpx.Limits(max_connections=None, keepalive_expiry=1)
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, trust_env=False, limits=limits) as http:
        yield Caller(http, token)


class Stream:
    """A stream as it is read."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._events = EventSource(response).aiter_sse()

    async def next(self) -> ServerSentEvent:
        """The next event; StopAsyncIteration when the stream has ended."""
        async with asyncio.timeout(PATIENCE):
            return await anext(self._events)

    async def entries(self, count: int) -> list[Any]:
        """The next events of the log, each with its number as id."""
        found: list[Any] = []
        while len(found) < count:
            event = await self.next()
            if not event.data:  # the beginning, which only says when to come back
                continue
            entry = json.loads(event.data)
            assert event.id == str(entry["seq"])
            found.append(entry)
        return found

    async def has_ended(self) -> bool:
        """Whether nothing but the end follows."""
        try:
            await self.next()
        except StopAsyncIteration:
            return True
        return False


@asynccontextmanager
async def stream(caller: Caller, encounter: str, query: str = "", **headers: str) -> AsyncIterator[Stream]:
    """An open stream of an encounter."""
    named = {"Authorization": f"Bearer {caller.token}"} if caller.token else {}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    path = f"/v1/encounters/{encounter}/stream{query}"
    async with caller.http.stream("GET", path, headers=named) as response:
        yield Stream(response)


def numbers(entries: list[Any]) -> list[int]:
    return [entry["seq"] for entry in entries]


async def eventually(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(PATIENCE):
        while not await is_so():  # noqa: ASYNC110 — what is waited for is elsewhere
            await asyncio.sleep(0.05)


async def query(address: URL, statement: str, **values: object) -> list[Any]:
    """Rows straight from the database."""
    engine = create_async_engine(address, poolclass=NullPool)
    async with engine.begin() as connection:
        result = await connection.execute(text(statement), values)
        rows = list(result) if result.returns_rows else []
    await engine.dispose()
    return rows


async def revoke(address: URL, token: str) -> None:
    """Revoke every token of the token's campaign."""
    campaign = token.removeprefix("estoc_")[:30]
    await query(address, "UPDATE token SET revoked_at = now() WHERE campaign_id = :c", c=campaign)
