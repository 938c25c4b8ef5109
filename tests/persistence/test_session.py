"""Nobody waits long for a database that does not answer, whatever it is doing."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.persistence.base.session import Database, DatabaseUnavailable
from tests.persistence.freezing import Freezing, freezing

SHORT = 0.3
LONG = 300.0
"""Seconds that a statement may take: a test that waits that long has hung."""
MOST = 60.0


@asynccontextmanager
async def pool(address: URL, size: int = 2) -> AsyncIterator[Database]:
    database = Database(
        address,
        pool_size=size,
        pool_timeout=SHORT,
        connect_timeout=SHORT,
        statement_timeout=LONG,
        lock_timeout=SHORT,
    )
    yield database
    await database.close()


async def transact(database: Database) -> None:
    async with database.transaction() as driver:
        await driver.execute("SELECT 1")


async def transact_long(database: Database) -> None:
    async with database.transaction(is_long=True) as driver:
        await driver.execute("SELECT 1")


async def read(database: Database) -> None:
    async with database.reading() as driver:
        await driver.execute("SELECT 1")


async def look(database: Database) -> None:
    async with database.session() as session:
        await session.execute(text("SELECT 1"))


WAYS = (transact, transact_long, read, look)


@pytest.mark.parametrize("use", WAYS)
async def test_a_frozen_database_is_unavailable_and_then_serves_again(
    database: URL, use: Callable[[Database], Awaitable[None]]
) -> None:
    async with freezing(database) as (address, between), pool(address) as frozen:
        await asyncio.gather(*(use(frozen) for _ in range(2)))  # each connection of the pool is open
        between.freeze()
        async with asyncio.timeout(MOST):
            for _ in range(3):  # on open connections, and on none
                with pytest.raises(DatabaseUnavailable):
                    await use(frozen)
        between.thaw()
        await use(frozen)


async def frozen_at_first(database: Database, between: Freezing) -> None:
    async with database.transaction() as driver:
        between.freeze()
        await driver.execute("SELECT 1")


async def frozen_at_its_commit(database: Database, between: Freezing) -> None:
    async with database.transaction() as driver:
        await driver.execute("SELECT 1")
        between.freeze()


async def frozen_at_its_rollback(database: Database, between: Freezing) -> None:
    with suppress(ZeroDivisionError):
        async with database.transaction():
            between.freeze()
            raise ZeroDivisionError


@pytest.mark.parametrize("use", [frozen_at_first, frozen_at_its_commit, frozen_at_its_rollback])
async def test_it_may_freeze_at_any_moment(
    database: URL, use: Callable[[Database, Freezing], Awaitable[None]]
) -> None:
    async with freezing(database) as (address, between), pool(address) as frozen, asyncio.timeout(MOST):
        with pytest.raises(DatabaseUnavailable):
            await use(frozen, between)
        between.thaw()
        await transact(frozen)


async def many_short_waits(database: Database) -> None:
    async with database.transaction(asyncio.get_running_loop().time() + SHORT) as driver:
        for _ in range(1_000):
            await driver.execute("SELECT pg_sleep(0.2)")


async def test_all_waits_of_one_request_together_are_bounded(database: URL) -> None:
    async with pool(database) as waited, asyncio.timeout(MOST):
        with pytest.raises(DatabaseUnavailable):
            await many_short_waits(waited)
        await transact(waited)


async def test_what_is_long_may_take_its_time_once_it_has_begun(database: URL) -> None:
    async with pool(database) as waited, waited.transaction(is_long=True) as driver:
        await driver.execute(f"SELECT pg_sleep({waited.patience * 2})")


async def test_the_database_is_not_blamed_for_what_the_worker_computes(database: URL) -> None:
    async with pool(database) as waited, waited.transaction() as driver:
        time.sleep(waited.patience * 2)  # noqa: ASYNC251 — as rules do that take long
        await asyncio.sleep(0)
        await driver.execute("SELECT 1")


async def test_a_request_whose_turn_comes_late_is_served_all_the_same(database: URL) -> None:
    """The worker was busy until its time was over; the database has not been asked yet."""
    async with pool(database) as late:
        await transact(late)
        for _ in range(50):
            async with late.transaction(asyncio.get_running_loop().time() - 1) as driver:
                await driver.execute("SELECT 1")


async def lock(database: Database) -> None:
    async with database.transaction() as driver:
        await driver.execute("SELECT pg_advisory_xact_lock(1)")


async def test_a_locked_row_is_not_waited_for_and_the_pool_stays_whole(database: URL) -> None:
    async with pool(database) as holding, pool(database) as waiting:
        async with holding.transaction(is_long=True) as driver:
            await driver.execute("SELECT pg_advisory_xact_lock(1)")
            for _ in range(4):
                with pytest.raises(DatabaseUnavailable):
                    await lock(waiting)
        await asyncio.gather(*(transact(waiting) for _ in range(2)))
