"""Encounters: beginning one, and looking at it, its combatants and its log."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from pydantic_core import from_json

from app.persistence import campaign_queries as queries
from app.persistence.campaign_queries import NewEncounter
from app.persistence.models import EncounterRow
from app.persistence.play_queries import KeyTaken, keep, open_encounter, with_events
from app.persistence.session import Driver
from app.rules.common.errors import RulesError
from app.services.estoc import Estoc
from app.services.ids import is_id, new_id
from app.services.library import Shelf
from app.services.maps import Drawing, grid_of
from app.services.moments import written
from app.services.once import Claim, Reply, claimed_or_replied, to_keep
from app.services.refusals import NotFound, Refused
from app.services.tags import Condition
from app.services.tokens import Grant
from app.services.views import Json, combatant_view, course_view, status_of

LOOKS_EVERY = 0.25
"""Seconds between two looks at the log while a reader waits for events."""


@dataclass(frozen=True, slots=True)
class EncounterBody:
    """What begins an encounter: its ruleset, house rules, what holds for all attacks in it, and its map."""

    ruleset: str
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    environment: tuple[Mapping[str, Any], ...] = ()
    map: Drawing | None = None


async def begin(driver: Driver, shelf: Shelf, campaign_id: str, body: EncounterBody) -> Json:
    """Write a new encounter and return how it looks; raises InvalidDocument for what its game refuses."""
    state = shelf.beginning(
        {"options": dict(body.options), "environment": body.environment, "title": body.title}
    )
    if body.map is not None:
        state = replace(state, map=grid_of(body.map, "/map"))
    now = datetime.now(UTC)
    new = NewEncounter(
        campaign_id,
        new_id("enc"),
        shelf.game.id,
        body.title,
        status_of(state),
        shelf.codecs.state.dump(state).decode(),
        shelf.game.table_pack,
        shelf.pack_version,
        shelf.tables_hash,
        now,
    )
    await queries.create_encounter(driver, new)
    row = EncounterRow(
        id=new.id,
        ruleset=new.ruleset,
        title=new.title,
        version=0,
        last_event=0,
        table_pack=new.table_pack,
        table_pack_version=new.table_pack_version,
        tables_hash=new.tables_hash,
        created_at=now,
        updated_at=now,
    )
    return encounter_view(row, state, shelf)


async def begin_once(
    service: Estoc, grant: Grant, body: EncounterBody, claim: Claim, answer: Callable[[Json], Reply]
) -> Reply:
    """Begin an encounter once, and reply with what ``answer`` makes of it.

    Raises UnknownRuleset, InvalidDocument, RequestInFlight and KeyReused.
    """
    shelf = service.library.beginning(body.ruleset)
    try:
        return await _begin_once(service, shelf, grant, body, claim, answer)
    except KeyTaken:
        return await _begin_once(service, shelf, grant, body, claim, answer)


async def _begin_once(
    service: Estoc,
    shelf: Shelf,
    grant: Grant,
    body: EncounterBody,
    claim: Claim,
    answer: Callable[[Json], Reply],
) -> Reply:
    async with service.database.transaction() as driver:
        if (earlier := await claimed_or_replied(driver, claim)) is not None:
            return earlier
        reply = answer(await begin(driver, shelf, grant.campaign_id, body))
        await keep(driver, claim.scope, to_keep(claim, reply))
    return reply


async def delete(service: Estoc, grant: Grant, encounter_id: str, condition: Condition) -> None:
    """Delete an encounter and its log, now or already.

    Raises NotFound, ConditionMissing, StaleVersion, EncounterBusy and DatabaseUnavailable.
    """
    _check(encounter_id)
    async with service.turn(encounter_id, None), service.database.transaction() as driver:
        opened = await open_encounter(driver, grant.campaign_id, encounter_id)
        if opened is not None:
            condition.check(opened.version)
            await queries.delete_encounter(driver, grant.campaign_id, encounter_id)
        elif not await queries.was_deleted(driver, grant.campaign_id, encounter_id):
            raise _not_found()


def encounter_view(row: EncounterRow, state: Any, shelf: Shelf) -> Json:
    """An encounter without its combatants; its options with every default filled in."""
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "title": state.title,
        "status": status_of(state),
        "version": row.version,
        "last_event": row.last_event,
        "options": shelf.codecs.options.complete(state.options),
        **shelf.codecs.state.complete(state, {"environment", "map"}),
        "combatants": len(state.combatants),
        **course_view(state, shelf.codecs.state),
        "table_pack": {"id": row.table_pack, "version": row.table_pack_version, "hash": row.tables_hash},
        "created_at": written(row.created_at),
        "updated_at": written(row.updated_at),
    }


@dataclass(frozen=True, slots=True)
class Seen:
    """An encounter as it stands. Any: the state is the game's own."""

    row: EncounterRow
    shelf: Shelf
    state: Any

    @property
    def view(self) -> Json:
        return encounter_view(self.row, self.state, self.shelf)

    @property
    def combatants(self) -> list[Json]:
        return [combatant_view(one, self.state, self.shelf) for one in self.state.combatants]

    def combatant(self, combatant_id: str) -> Json:
        """One combatant; raises NotFound."""
        for combatant in self.state.combatants:
            if combatant.id == combatant_id:
                return combatant_view(combatant, self.state, self.shelf)
        raise NotFound("This encounter has no such combatant.")


async def look(service: Estoc, grant: Grant, encounter_id: str) -> Seen:
    """The encounter; raises NotFound."""
    _check(encounter_id)
    async with service.database.session() as session:
        row = await queries.encounter(session, grant.campaign_id, encounter_id)
    if row is None:
        raise _not_found()
    return await _seen(service, row)


async def _seen(service: Estoc, row: EncounterRow) -> Seen:
    shelf = await service.library.shelf(row.ruleset, row.table_pack_version)
    return Seen(row, shelf, shelf.codecs.state.load(row.state))


async def look_at_all(service: Estoc, grant: Grant, before: str | None, limit: int) -> list[Json]:
    """Up to ``limit`` encounters, the newest first, older than the id ``before``."""
    async with service.database.session() as session:
        rows = await queries.encounters(session, grant.campaign_id, before, limit)
    return [(await _seen(service, row)).view for row in rows]


@asynccontextmanager
async def of_campaign(service: Estoc, grant: Grant, encounter_id: str) -> AsyncIterator[None]:
    """Whatever is wrong with a request inside: where the campaign has no such encounter, that is said first.

    Nobody learns from a fault's place what another campaign has, and a good request pays nothing.
    """
    try:
        yield
    except (RulesError, Refused):
        _check(encounter_id)
        async with service.database.session() as session:
            if await queries.encounter(session, grant.campaign_id, encounter_id) is None:
                raise _not_found() from None
        raise


async def has_left(service: Estoc, grant: Grant, encounter_id: str, combatant_id: str) -> bool:
    """Whether the combatant was removed from the encounter earlier."""
    if not (is_id("enc", encounter_id) and is_id("cmb", combatant_id)):
        return False
    async with service.database.session() as session:
        return await queries.has_left(session, grant.campaign_id, encounter_id, combatant_id)


async def read_action(service: Estoc, grant: Grant, encounter_id: str, action_id: str) -> bytes:
    """One action as it was answered; raises NotFound."""
    _check(encounter_id)
    async with service.database.session() as session:
        row = is_id("act", action_id) and await queries.action(
            session, grant.campaign_id, encounter_id, action_id
        )
    if not row:
        raise NotFound("This encounter has no such action.")
    return with_events(row.result, row.events)


async def read_log(
    service: Estoc, grant: Grant, encounter_id: str, after: int, limit: int
) -> list[tuple[int, bytes]]:
    """Up to ``limit`` actions after the one numbered ``after``, each with its number; raises NotFound."""
    await look(service, grant, encounter_id)
    async with service.database.session() as session:
        rows = await queries.actions(session, grant.campaign_id, encounter_id, after, limit)
    return [(row.seq, with_events(row.result, row.events)) for row in rows]


async def read_events(
    service: Estoc, grant: Grant, encounter_id: str, after: int, limit: int, wait: float
) -> list[Json]:
    """Up to ``limit`` events after the one numbered ``after``; raises NotFound.

    Where there are none yet, up to ``wait`` seconds pass until there are; no connection is held meanwhile.
    """
    give_up = asyncio.get_running_loop().time() + wait
    while True:
        seen = await look(service, grant, encounter_id)
        if seen.row.last_event > after:
            return await _events(service, grant, encounter_id, after, limit)
        if asyncio.get_running_loop().time() + LOOKS_EVERY > give_up:
            return []
        await asyncio.sleep(LOOKS_EVERY)


async def _events(service: Estoc, grant: Grant, encounter_id: str, after: int, limit: int) -> list[Json]:
    async with service.database.session() as session:
        rows = await queries.actions_with_events(session, grant.campaign_id, encounter_id, after, limit)
    events = [event for row in rows for event in from_json(row.events) if event["seq"] > after]
    return events[:limit]


def _check(encounter_id: str) -> None:
    if not is_id("enc", encounter_id):
        raise _not_found()


def _not_found() -> NotFound:
    return NotFound("This campaign has no such encounter.")
