"""Jobs: done by one worker at a time, at least once, and again where they are asked for meanwhile."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy.engine import URL

from app.persistence.base.session import Database
from app.persistence.outgoing.job_queries import Job, ask, take
from app.services.outgoing.jobs import Again, Done, Failed, Jobs, Outcome
from tests.api.listening import eventually, query
from tests.conftest import PATIENT

KIND = "light-a-beacon"
NOW = timedelta()


@pytest.fixture
async def gondor(database: URL) -> AsyncIterator[Database]:
    """The database, reached by a worker's pool."""
    pool = Database(database, **PATIENT)
    yield pool
    await pool.close()


async def ask_for(gondor: Database, *keys: str, after: timedelta = NOW) -> None:
    async with gondor.transaction() as driver:
        for key in keys:
            await ask(driver, "cmp", KIND, key, after=after)


async def waiting(database: URL) -> list[str]:
    return [key for (key,) in await query(database, "SELECT key FROM job ORDER BY key")]


async def test_each_job_is_done_once_however_many_workers_there_are(gondor: Database, database: URL) -> None:
    keys = [f"beacon {number:02d}" for number in range(40)]
    lit: list[str] = []
    at_work: set[str] = set()

    async def light(job: Job) -> Outcome:
        assert job.key not in at_work
        at_work.add(job.key)
        await asyncio.sleep(0.01)
        at_work.remove(job.key)
        lit.append(job.key)
        return Done()

    await ask_for(gondor, *keys)
    async with AsyncExitStack() as workers:
        for _ in range(3):
            await workers.enter_async_context(Jobs(gondor).open({KIND: light}))
        await eventually(lambda: is_empty(database))
    assert sorted(lit) == keys


async def is_empty(database: URL) -> bool:
    return not await waiting(database)


async def test_what_is_asked_for_while_it_is_done_is_done_again(gondor: Database, database: URL) -> None:
    lit: list[int] = []

    async def light(job: Job) -> Outcome:
        lit.append(job.asked)
        if len(lit) == 1:
            await ask_for(gondor, "Amon Dîn")
        return Done()

    await ask_for(gondor, "Amon Dîn")
    async with Jobs(gondor).open({KIND: light}):
        await eventually(lambda: is_empty(database))
    assert lit == [1, 2]


async def test_what_is_asked_for_twice_while_it_waits_is_done_once(gondor: Database, database: URL) -> None:
    lit: list[int] = []

    async def light(job: Job) -> Outcome:
        lit.append(job.asked)
        return Done()

    await ask_for(gondor, "Eilenach", after=timedelta(hours=1))
    await ask_for(gondor, "Eilenach")
    async with Jobs(gondor).open({KIND: light}):
        await eventually(lambda: is_empty(database))
    assert lit == [2]


async def test_a_job_waits_for_its_time(gondor: Database, database: URL) -> None:
    lit: list[float] = []

    async def light(_job: Job) -> Outcome:
        lit.append(time.monotonic())
        return Done()

    began = time.monotonic()
    await ask_for(gondor, "Nardol", after=timedelta(seconds=0.6))
    async with Jobs(gondor).open({KIND: light}):
        await eventually(lambda: is_empty(database))
    assert lit[0] - began >= 0.6


async def test_a_failure_is_tried_again_after_its_pause_and_no_sooner(
    gondor: Database, database: URL
) -> None:
    tried: list[tuple[int, float]] = []

    async def light(job: Job) -> Outcome:
        tried.append((job.attempts, time.monotonic()))
        return Failed("the wood is wet", timedelta(seconds=0.5)) if len(tried) < 3 else Done()

    await ask_for(gondor, "Erelas")
    async with Jobs(gondor).open({KIND: light}):
        await eventually(lambda: has_error(database, "the wood is wet"))
        await ask_for(gondor, "Erelas")  # does not shorten the pause
        await eventually(lambda: is_empty(database))
    assert [attempt for attempt, _ in tried[:3]] == [1, 2, 3]
    assert all(later - earlier >= 0.5 for (_, earlier), (_, later) in pairwise(tried[:3]))


async def has_error(database: URL, reason: str) -> bool:
    return any(error == reason for (error,) in await query(database, "SELECT last_error FROM job"))


async def test_a_defect_is_a_failure_of_its_job_alone(
    gondor: Database, database: URL, caplog: pytest.LogCaptureFixture
) -> None:
    lit: list[str] = []

    async def light(job: Job) -> Outcome:
        if job.key == "Min-Rimmon":
            raise ZeroDivisionError
        lit.append(job.key)
        return Done()

    await ask_for(gondor, "Min-Rimmon", "Calenhad")
    async with Jobs(gondor).open({KIND: light}):
        await eventually(lambda: has_error(database, "ZeroDivisionError"))
        await eventually(lambda: is_left(database, "Min-Rimmon"))
    assert lit == ["Calenhad"]
    assert "The job light-a-beacon Min-Rimmon failed" in caplog.text


async def is_left(database: URL, key: str) -> bool:
    return await waiting(database) == [key]


async def test_a_repeated_job_begins_unasked_and_comes_again(gondor: Database) -> None:
    lit: list[int] = []

    async def light(job: Job) -> Outcome:
        lit.append(job.attempts)
        return Again(timedelta(seconds=0.01))

    async with Jobs(gondor).open({KIND: light}, (KIND,)):
        await eventually(lambda: has_come(lit))
    assert set(lit) == {1}


async def has_come(lit: list[int]) -> bool:
    return len(lit) >= 3


async def test_a_killed_workers_job_is_taken_up_and_the_late_one_changes_nothing(
    gondor: Database, database: URL
) -> None:
    await ask_for(gondor, "Halifirien")
    jobs = Jobs(gondor)
    async with gondor.transaction() as driver:
        first = await take(driver, [KIND], "the killed worker", timedelta(seconds=0.2))
        assert first is not None
        assert await take(driver, [KIND], "another", timedelta(seconds=9)) is None
    assert await jobs.hold_on(first)
    await query(database, "UPDATE job SET locked_until = now()")
    async with gondor.transaction() as driver:
        second = await take(driver, [KIND], "another", timedelta(seconds=9))
    assert second is not None
    assert (second.attempts, second.key) == (2, "Halifirien")
    assert not await jobs.hold_on(first)
    await jobs.record(first, Done())
    assert await waiting(database) == ["Halifirien"]
    await jobs.record(second, Done())
    assert await waiting(database) == []


async def test_a_stopping_worker_leaves_its_jobs_to_the_others_at_once(
    gondor: Database, database: URL
) -> None:
    begun = asyncio.Event()

    async def light(_job: Job) -> Outcome:
        begun.set()
        await asyncio.sleep(60)
        return Done()

    await ask_for(gondor, "Eilenach")
    async with Jobs(gondor).open({KIND: light}):
        await begun.wait()
    async with gondor.transaction() as driver:
        left = await take(driver, [KIND], "another", timedelta(seconds=9))
    assert left is not None
    assert left.attempts == 1


async def test_jobs_of_a_kind_that_nobody_here_knows_are_left(gondor: Database, database: URL) -> None:
    async with gondor.transaction() as driver:
        await ask(driver, "cmp", "of-a-later-version", "x", after=NOW)
        assert await take(driver, [KIND], "another", timedelta(seconds=9)) is None
    assert await waiting(database) == ["x"]
