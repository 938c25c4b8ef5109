"""Work in the background: kept in PostgreSQL, done at least once, by whichever worker comes first.

A job is a row with a kind and a key, written in the transaction that makes it necessary (`job_queries.ask`).
Each worker takes what is due, a few at a time; a taken job is its alone for `LEASE`, which it renews while it
goes on, so that a killed worker's jobs are taken up by another. What a job does must bear being done twice.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import TypeAlias, assert_never

from app.persistence.base.session import Database, DatabaseUnavailable
from app.persistence.outgoing import job_queries as queries
from app.persistence.outgoing.job_queries import Job
from app.values import value

AT_ONCE = 8
"""Jobs that a worker does side by side."""
LEASE = timedelta(seconds=20)
LOOK_EVERY = 1.0
"""Seconds between two looks for what is due; `wake` shortens the wait."""
LET_GO_WITHIN = 2.0
LONGEST_PAUSE = timedelta(minutes=5)
SERVICE = ""
"""The campaign of the service's own jobs."""

log = logging.getLogger("estoc")


@value
class Done:
    """Nothing is left to do."""


@value
class Again:
    """Done for now, and due again ``after`` a time."""

    after: timedelta


@value
class Failed:
    """Not done, for a ``reason``; to be tried again ``after`` a time."""

    reason: str
    after: timedelta


Outcome: TypeAlias = Done | Again | Failed
Perform: TypeAlias = Callable[[Job], Awaitable[Outcome]]
"""Does a job. Whatever it raises is a failure too, tried again after a pause that doubles each time."""


class Jobs:
    """What one worker does in the background."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_due = asyncio.Event()
        self._free = asyncio.Semaphore(AT_ONCE)

    def wake(self) -> None:
        """Something may be due now."""
        self._is_due.set()

    async def hold_on(self, job: Job, lease: timedelta = LEASE) -> bool:
        """Renew the lease; False where the job is another worker's by now and is to be left alone."""
        async with self._database.reading() as driver:
            return await queries.hold_on(driver, job, lease)

    @asynccontextmanager
    async def open(self, kinds: Mapping[str, Perform], repeated: tuple[str, ...] = ()) -> AsyncIterator[None]:
        """Do what is due of these ``kinds`` for as long as the block lasts; ``repeated`` ones without being
        asked, as often as they themselves say."""
        work = asyncio.create_task(self._work(kinds, repeated))
        try:
            yield
        finally:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    async def _work(self, kinds: Mapping[str, Perform], repeated: tuple[str, ...]) -> None:
        async with asyncio.TaskGroup() as under_way:
            unasked = list(repeated)
            while True:
                await self._free.acquire()
                job = await self._next(kinds, unasked)
                if job is not None:
                    under_way.create_task(self._do(kinds[job.kind], job))
                    continue
                self._free.release()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._is_due.wait()
                self._is_due.clear()

    async def _next(self, kinds: Mapping[str, Perform], unasked: list[str]) -> Job | None:
        try:
            async with self._database.reading() as driver:
                while unasked:
                    await queries.ask(driver, SERVICE, unasked[-1], "", after=timedelta())
                    unasked.pop()
                return await queries.take(driver, list(kinds), secrets.token_hex(8), LEASE)
        except DatabaseUnavailable as error:
            log.info("No jobs are done until the database answers again: %s", error)
        except Exception:
            log.exception("Taking a job failed")
        return None

    async def _do(self, perform: Perform, job: Job) -> None:
        try:
            await self.record(job, await perform(job))
        except asyncio.CancelledError:
            await asyncio.shield(self._let_go(job))
            raise
        except DatabaseUnavailable as error:
            log.info("The job %s %s is left until the database answers again: %s", job.kind, job.key, error)
        except Exception as error:
            log.exception("The job %s %s failed", job.kind, job.key)
            pause = min(timedelta(seconds=2 ** min(job.attempts, 16)), LONGEST_PAUSE)
            with suppress(DatabaseUnavailable):
                await self.record(job, Failed(type(error).__name__, pause))
        finally:
            self._free.release()

    async def record(self, job: Job, outcome: Outcome) -> None:
        """Write down what came of a job; of one that is another worker's by now, nothing."""
        async with self._database.reading() as driver:
            match outcome:
                case Done():
                    await queries.finish(driver, job)
                case Again(after):
                    await queries.repeat(driver, job, after)
                case Failed(reason, after):
                    await queries.put_off(driver, job, after, reason)
                case _:
                    assert_never(outcome)
        self.wake()  # it may have been asked for meanwhile

    async def _let_go(self, job: Job) -> None:
        """The worker stops: another one shall not have to wait for the lease to end."""
        with suppress(DatabaseUnavailable, TimeoutError):
            async with asyncio.timeout(LET_GO_WITHIN), self._database.reading() as driver:
                await queries.let_go(driver, job)
