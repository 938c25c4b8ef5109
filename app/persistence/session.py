"""Connections to PostgreSQL: the pool, transactions on the driver for play, sessions for the rest."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeAlias

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.pool import NullPool

Driver: TypeAlias = asyncpg.Connection

PASSING_STATES = ("08", "40", "53", "55P03", "57", "58030")
"""SQLSTATE classes of what a later try may find gone: lost connections, rollbacks, lack of resources, locks
and time-outs, shutdown, a disk that does not obey."""


class DatabaseUnavailable(Exception):
    """PostgreSQL cannot serve this request now: it is down, restarting, or all connections are taken.

    Whether a transaction that was being committed took place is unknown; the same idempotency key tells.
    """

    code = "database_unavailable"


@contextmanager
def reaching_the_database() -> Iterator[None]:
    """Turns every passing failure of the database into DatabaseUnavailable."""
    try:
        yield
    except (OSError, PoolTimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        # The driver calls it an internal error when the server says farewell just as a statement is sent.
        raise DatabaseUnavailable(str(error)) from error
    except asyncpg.PostgresError as error:
        if _passes(getattr(error, "sqlstate", None)):
            raise DatabaseUnavailable(str(error)) from error
        raise
    except DBAPIError as error:
        if error.connection_invalidated or _passes(getattr(error.orig, "sqlstate", None)):
            raise DatabaseUnavailable(str(error)) from error
        raise


def _passes(sqlstate: str | None) -> bool:
    return sqlstate is None or sqlstate.startswith(PASSING_STATES)


class Database:
    """The pool of one worker. Times are seconds."""

    def __init__(
        self,
        url: URL,
        *,
        pool_size: int = 10,
        pool_timeout: float = 1.5,
        connect_timeout: float = 1.5,
        statement_timeout: float = 5,
        lock_timeout: float = 1.5,
        idle_in_transaction_timeout: float = 10,
    ) -> None:
        self.pool_size = pool_size
        connect_args: dict[str, object] = {
            "timeout": connect_timeout,
            "command_timeout": statement_timeout + 1,
            "server_settings": {
                "application_name": "estoc",
                "jit": "off",
                "timezone": "UTC",
                "statement_timeout": _milliseconds(statement_timeout),
                "lock_timeout": _milliseconds(lock_timeout),
                "idle_in_transaction_session_timeout": _milliseconds(idle_in_transaction_timeout),
            },
        }
        self._engine = create_async_engine(
            url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=pool_timeout,
            pool_use_lifo=True,
            connect_args=connect_args,
        )
        self._apart = create_async_engine(url, poolclass=NullPool, connect_args=connect_args)
        event.listen(self._engine.sync_engine, "checkout", _refuse_closed)
        self._sessions = async_sessionmaker(self._engine, expire_on_commit=False)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Driver]:
        """A transaction on the driver's own connection, committed at the end of the block.

        Raises DatabaseUnavailable.
        """
        with reaching_the_database():
            async with self._engine.connect() as connection:
                driver = await _driver_of(connection)
                has_begun = False
                try:
                    async with driver.transaction():
                        has_begun = True
                        yield driver
                except asyncpg.InternalClientError:
                    await connection.invalidate()
                    raise
                finally:
                    # The driver takes a transaction that it could not begin in time for one that is open.
                    is_spoilt = not has_begun or driver.is_closed() or driver.is_in_transaction()
                    if not connection.invalidated and is_spoilt:
                        await connection.invalidate()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Driver]:
        """The driver's own connection, for a statement that needs no transaction.

        Raises DatabaseUnavailable.
        """
        with reaching_the_database():
            async with self._engine.connect() as connection:
                driver = await _driver_of(connection)
                try:
                    yield driver
                finally:
                    if driver.is_closed():
                        await connection.invalidate()

    @asynccontextmanager
    async def connection_apart(self) -> AsyncIterator[Driver]:
        """A connection that is not the pool's, for as long as the block lasts. Raises DatabaseUnavailable."""
        with reaching_the_database():
            async with self._apart.connect() as connection:
                yield await _driver_of(connection)

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """A session whose work is committed at the end of the block. Raises DatabaseUnavailable."""
        with reaching_the_database():
            async with self._sessions.begin() as session:
                yield session

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


async def _driver_of(connection: AsyncConnection) -> Driver:
    pooled = await connection.get_raw_connection()
    driver: Driver = pooled.driver_connection  # pyright: ignore[reportAssignmentType]
    return driver


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


def _refuse_closed(dbapi_connection: Any, _record: Any, _proxy: Any) -> None:
    """Have the pool replace connections that PostgreSQL closed while they lay idle (SQLAlchemy's hook).

    Any: the pool's own types. The driver notices a closed socket by itself, so no round trip is needed.
    """
    if dbapi_connection.driver_connection.is_closed():
        raise DisconnectionError
