"""Simulations: begun, looked at, followed, deleted, and one of their runs written down."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from typing import Literal, TypeAlias

from pydantic_core import from_json, to_json

from app.persistence.base.key_queries import keep_reply
from app.persistence.base.session import DatabaseUnavailable, Driver
from app.persistence.outgoing import job_queries
from app.persistence.simulations import queries
from app.persistence.simulations.queries import NewSimulation, Simulation
from app.services.access.tokens import Grant
from app.services.base.idempotency import (
    KeyClaim,
    Reply,
    earlier_reply,
    once_kept,
    replay_or_claim,
    to_keep,
)
from app.services.base.ids import is_id, new_id
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound, TooManySimulations
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.services.packs.cache import Shelf
from app.services.packs.choice import hold_shelf
from app.services.play.change import decision_pending
from app.services.play.encounters import look
from app.services.scenarios.export import title_of, written_down
from app.services.scenarios.writing import LONGEST_TITLE
from app.services.simulations.job import work_of
from app.services.simulations.order import ORDER, SimulationBody, check_order
from app.services.simulations.work import write_down
from app.values import replace

AT_MOST = 3
"""Simulations of one campaign that are under way."""
LOOK_EVERY = 0.5
"""Seconds between two looks at one that is followed."""
Told: TypeAlias = tuple[Literal["progress", "finished", "failed", "deleted"], Json]


async def begin_once(
    service: Estoc, grant: Grant, body: SimulationBody, claim: KeyClaim, answer: Callable[[Json], Reply]
) -> Reply:
    """Begin a simulation once, of the encounter as it stands, and reply with what ``answer`` makes of it.

    Raises NotFound, DecisionPending, InvalidDocument, NothingToSimulate, TooManySimulations, ReplayMismatch,
    NoSuchPack where its tables have been deleted meanwhile, RequestInFlight, KeyReused and
    DatabaseUnavailable.
    """
    async with service.database.reading() as driver:
        # What the same request was answered with stands, whatever has become of the encounter.
        if (earlier := await earlier_reply(driver, claim)) is not None:
            return earlier
    new, shelf = await _taken(service, grant, body)
    reply = await once_kept(lambda: _begin_once(service, new, shelf, claim, answer))
    service.jobs.wake()
    return reply


async def _taken(service: Estoc, grant: Grant, body: SimulationBody) -> tuple[NewSimulation, Shelf]:
    """The fight as it stands, and with which tables."""
    seen = await look(service, grant, body.encounter_id)
    if seen.row.pending is not None:
        raise decision_pending(seen.row.pending, grant)
    check_order(body, seen.shelf, seen.state)
    ordered = replace(body, encounter_id=seen.row.id, seed=body.seed or secrets.token_hex(8))
    writing = await written_down(service, seen.row, grant.token_id)
    new = NewSimulation(
        grant.campaign_id,
        new_id("sim"),
        seen.row.id,
        title_of(seen.row),
        seen.row.tables,
        ORDER.dump(ordered).decode(),
        seen.row.state,
        to_json(writing.so_far).decode(),
        body.runs,
    )
    return new, seen.shelf


async def _begin_once(
    service: Estoc, new: NewSimulation, shelf: Shelf, claim: KeyClaim, answer: Callable[[Json], Reply]
) -> Reply:
    async with service.database.transaction() as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return earlier
        reply = answer(await _begin(driver, new, shelf))
        await keep_reply(driver, claim.scope, to_keep(claim, reply))
    return reply


async def _begin(driver: Driver, new: NewSimulation, shelf: Shelf) -> Json:
    await hold_shelf(driver, new.campaign_id, shelf)
    begun = await queries.begin_simulation(driver, new, at_most=AT_MOST)
    if begun is None:
        raise TooManySimulations(f"A campaign has {AT_MOST} simulations under way at most.")
    await job_queries.ask(driver, new.campaign_id, queries.KIND, new.id, after=timedelta())
    return view(begun)


def summary(simulation: Simulation) -> Json:
    """A simulation as lists show it."""
    body = ORDER.load(simulation.body)
    asked = ORDER.complete(body, {"policies", "runs", "max_rounds", "seed"})
    return {
        "id": simulation.id,
        "encounter_id": simulation.encounter_id,
        "title": simulation.title,
        "ruleset": simulation.ruleset,
        "status": simulation.status,
        **asked,
        "done": simulation.done,
        "created_at": written(simulation.created_at),
        "finished_at": simulation.finished_at and written(simulation.finished_at),
        "expires_at": simulation.expires_at and written(simulation.expires_at),
    }


def view(simulation: Simulation) -> Json:
    """A simulation with its result, which is null until all runs are over."""
    return {**summary(simulation), "result": simulation.result and from_json(simulation.result)}


async def read(service: Estoc, grant: Grant, simulation_id: str) -> Json:
    """One simulation; raises NotFound."""
    async with service.database.reading() as driver:
        found = await queries.read_simulation(driver, grant.campaign_id, _checked(simulation_id))
    if found is None:
        raise _no_simulation()
    return view(found)


async def read_all(service: Estoc, grant: Grant, before: str | None, limit: int) -> list[Json]:
    """Up to ``limit`` simulations, the newest first, older than the id ``before``."""
    async with service.database.reading() as driver:
        found = await queries.list_simulations(driver, grant.campaign_id, before, limit)
    return [summary(simulation) for simulation in found]


async def delete(service: Estoc, grant: Grant, simulation_id: str) -> None:
    """Delete it; what is being computed of it is thrown away. Raises NotFound where there never was one."""
    async with service.database.reading() as driver:
        if not await queries.delete_simulation(driver, grant.campaign_id, _checked(simulation_id)):
            raise _no_simulation()


async def read_run(service: Estoc, grant: Grant, simulation_id: str, number: int) -> bytes:
    """One run as a scenario, JSON, whether or not it has been its turn yet.

    Raises NotFound, ComputingBusy and CallerLeft.
    """
    async with service.database.reading() as driver:
        todo = await queries.read_to_compute(driver, grant.campaign_id, _checked(simulation_id))
    if todo is None:
        raise _no_simulation()
    if not 0 <= number < todo.runs:
        raise NotFound(f"This simulation has the runs 0 to {todo.runs - 1}.")
    shelf = await service.library.shelf_of(grant.campaign_id, todo.tables)
    suffix = f" (run {number})"
    title = f"{todo.title[: LONGEST_TITLE - len(suffix)]}{suffix}"
    work = work_of(todo)
    return await service.slots.compute(
        grant.token_id, lambda: write_down(shelf, work, number, todo.so_far, title)
    )


async def follow(service: Estoc, grant: Grant, simulation_id: str) -> AsyncGenerator[Told, None]:
    """How far the simulation is, whenever it has gone on, and at last its result.

    Ends with that, and when the token is revoked or the worker stops.
    """
    told: tuple[str, int] | None = None
    while not service.watch.is_stopping:
        try:
            async with service.watch.reading() as driver:
                now = await queries.read_progress(driver, grant.campaign_id, simulation_id, grant.token_id)
            if now is None or not now.is_permitted:
                return
            if now.status == "finished":
                yield "finished", await read(service, grant, simulation_id)
                return
            if now.status in ("failed", "deleted"):
                yield ("failed" if now.status == "failed" else "deleted"), {"done": now.done, "of": now.runs}
                return
            if (now.status, now.done) != told:
                told = now.status, now.done
                yield "progress", {"done": now.done, "of": now.runs}
        except DatabaseUnavailable:
            pass
        except NotFound:  # deleted between two looks
            return
        await asyncio.sleep(LOOK_EVERY)


def _checked(simulation_id: str) -> str:
    if not is_id("sim", simulation_id):
        raise _no_simulation()
    return simulation_id


def _no_simulation() -> NotFound:
    return NotFound("This campaign has no such simulation.")
