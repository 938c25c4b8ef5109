"""The job that computes a simulation, part by part, each kept before the next one begins.

A part is kept only where the simulation stands where it stood when the part was begun: whichever worker
computes it, and however often, the runs are the same and count once.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from pydantic_core import to_json

from app.persistence.base.session import DatabaseUnavailable
from app.persistence.outgoing.job_queries import Job
from app.persistence.simulations import queries
from app.persistence.simulations.queries import ToCompute
from app.services.base.service import Estoc
from app.services.outgoing.jobs import LEASE, Again, Done, Failed, Outcome
from app.services.packs.cache import Shelf
from app.services.simulations.computing import ProcessLost
from app.services.simulations.order import ORDER, policies_in
from app.services.simulations.outcomes import OUTCOMES, Outcomes
from app.services.simulations.report import report
from app.services.simulations.work import Work

TURN_AFTER = timedelta(seconds=0.5)
"""When a simulation asks again whether the process has time for it."""
TRY_AGAIN_AFTER = timedelta(seconds=1)
MOST_ATTEMPTS = 5
"""At the same part; then the simulation has failed."""


async def compute(service: Estoc, job: Job) -> Outcome:
    """Compute the next part of a simulation. After each part it is the turn of other jobs."""
    async with service.computing.turn() as is_ours:
        if not is_ours:
            return Again(TURN_AFTER)
        async with service.database.reading() as driver:
            todo = await queries.read_to_compute(driver, job.campaign_id, job.key)
            if todo is None or todo.status != "running":
                return Done()
            if job.attempts > MOST_ATTEMPTS:
                await queries.give_up(driver, job.campaign_id, job.key)
                return Done()
        shelf = await service.library.shelf_of(job.campaign_id, todo.tables)
        try:
            async with _held(service, job):
                part = await service.computing.play_on(shelf, work_of(todo), todo.done)
        except ProcessLost as lost:
            return Failed(str(lost), TRY_AGAIN_AFTER)
        return await _keep(service, job, todo, shelf, OUTCOMES.load(part))


def work_of(todo: ToCompute) -> Work:
    """What the process is told."""
    return Work(todo.tables, todo.state, todo.body)


async def _keep(service: Estoc, job: Job, todo: ToCompute, shelf: Shelf, part: Outcomes) -> Outcome:
    outcomes = OUTCOMES.load(todo.outcomes) + part
    result = None
    if outcomes.runs == todo.runs:
        body, state = ORDER.load(todo.body), shelf.codecs.state.load(todo.state)
        result = to_json(report(outcomes, state, policies_in(body, state))).decode()
    kept = OUTCOMES.dump(outcomes).decode()
    async with service.database.reading() as driver:
        is_ours = await queries.go_on(
            driver, job.campaign_id, job.key, todo.done, outcomes.runs, kept, result
        )
    return Again(timedelta()) if is_ours and result is None else Done()


@asynccontextmanager
async def _held(service: Estoc, job: Job) -> AsyncIterator[None]:
    """Renew the lease for as long as the block lasts: one run alone may last longer than that."""

    async def hold() -> None:
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            with suppress(DatabaseUnavailable):
                await service.jobs.hold_on(job)

    holding = asyncio.create_task(hold())
    try:
        yield
    finally:
        holding.cancel()
        with suppress(asyncio.CancelledError):
            await holding
