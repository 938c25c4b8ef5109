"""Connections to PostgreSQL: the pool, transactions on the driver for play, sessions for the rest."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
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

ON_TOP = 0.2
"""Seconds beyond the longest single wait, after which all waits of a request together are cut short; and what
a connection has at least to answer in."""

STEPS = 8
"""In which a deadline is counted."""


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
        pool_timeout: float = 1.3,
        connect_timeout: float = 1.3,
        statement_timeout: float = 5,
        lock_timeout: float = 0.7,
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
        self._sessions = async_sessionmaker(expire_on_commit=False)
        self.patience = max(pool_timeout, connect_timeout, lock_timeout) + ON_TOP
        """Seconds that a request waits for the database altogether."""

    @property
    def from_now(self) -> float:
        """The loop's time until which a request waits that comes now."""
        return asyncio.get_running_loop().time() + self.patience

    @asynccontextmanager
    async def transaction(
        self, until: float | None = None, *, is_long: bool = False
    ) -> AsyncIterator[Driver]:
        """A transaction on the driver's own connection, committed at the end of the block.

        It has to be over before the loop's time is ``until``, or within `patience`; what ``is_long`` has to
        have begun by then. Raises DatabaseUnavailable.
        """
        async with self._connected(until, is_long=is_long) as (connection, driver):
            has_begun = False
            try:
                async with driver.transaction():
                    has_begun = True
                    yield driver
            finally:
                # The driver takes a transaction that it could not begin in time for one that is open.
                if not driver.is_closed() and (not has_begun or driver.is_in_transaction()):
                    driver.terminate()
                if driver.is_closed() and not connection.invalidated:
                    await connection.invalidate()

    @asynccontextmanager
    async def reading(self, until: float | None = None, *, is_long: bool = False) -> AsyncIterator[Driver]:
        """The driver's own connection, for statements that are a transaction each; in time as for one.

        Raises DatabaseUnavailable.
        """
        async with self._connected(until, is_long=is_long) as (_, driver):
            yield driver

    @asynccontextmanager
    async def _connected(
        self, until: float | None = None, *, is_long: bool = False
    ) -> AsyncIterator[tuple[AsyncConnection, Driver]]:
        """A connection of the pool, cut off when the time is over: who waits on it is told so at once, and
        it takes nobody's time to say farewell to a server that does not answer.
        """
        # Where the worker itself has been busy until then, the database still has a moment to answer in.
        until = max(until or self.from_now, asyncio.get_running_loop().time() + ON_TOP)
        with reaching_the_database():
            async with AsyncExitStack() as held:
                async with asyncio.timeout_at(until):
                    connection = await held.enter_async_context(self._engine.connect())
                driver = await _driver_of(connection)
                deadline = held.enter_context(_Deadline(driver, until))
                try:
                    if is_long:
                        await driver.execute("SELECT 1")
                        deadline.lift()
                    yield connection, driver
                except asyncpg.InternalClientError:
                    driver.terminate()
                    raise
                finally:
                    if driver.is_closed() and not connection.invalidated:
                        await connection.invalidate()

    @asynccontextmanager
    async def connection_apart(self) -> AsyncIterator[Driver]:
        """A connection that is not the pool's, for as long as the block lasts. Raises DatabaseUnavailable."""
        with reaching_the_database():
            async with self._apart.connect() as connection:
                yield await _driver_of(connection)

    @asynccontextmanager
    async def session(self, *, is_long: bool = False) -> AsyncIterator[AsyncSession]:
        """A session whose work is committed at the end of the block; in time as for a transaction.

        Raises DatabaseUnavailable.
        """
        async with (
            self._connected(is_long=is_long) as (connection, _),
            self._sessions(bind=connection) as session,
            session.begin(),
        ):
            yield session

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


class _Deadline:
    """Ends a connection when its time is over, for as long as the block lasts.

    It is counted in steps: while the worker itself computes, or the machine gives it no time, no step ends,
    for which the database cannot be blamed.
    """

    def __init__(self, driver: Driver, until: float) -> None:
        self._driver = driver
        self._loop = asyncio.get_running_loop()
        self._left = STEPS
        self._step = max(ON_TOP, until - self._loop.time()) / STEPS
        self._timer = self._loop.call_later(self._step, self._step_ended)

    def __enter__(self) -> "_Deadline":
        return self

    def __exit__(self, *_: object) -> None:
        self.lift()

    def lift(self) -> None:
        """From now on it may take as long as its statements may."""
        self._timer.cancel()

    def _step_ended(self) -> None:
        self._left -= 1
        if self._left:
            self._timer = self._loop.call_later(self._step, self._step_ended)
        else:
            self._driver.terminate()


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
