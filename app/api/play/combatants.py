"""Combatants: enter, look at, change, leave. All but looking are actions of the encounter's log."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import SYNC, adding, editing, naming_members
from app.api.http.documentation import body, documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.play.actions import WAITS, or_refused, replying
from app.api.schemas.combatants import SyncResult
from app.api.schemas.encounters import Combatant
from app.rules.common.errors import UnknownCombatant
from app.services.access.etags import Condition, digest_of
from app.services.base.idempotency import Reply
from app.services.base.ids import is_id
from app.services.base.refusals import NotFound
from app.services.packs.cache import Shelf
from app.services.play import encounters
from app.services.play.actions import Action, CommandInput, act
from app.services.play.change import ChangeRequest
from app.services.play.encounters import shown_of
from app.services.play.suspension import Outcome
from app.services.play.sync import Synced, foresee_sync, sync
from app.services.visibility.views import combatant_view

router = APIRouter(tags=["combatants"])


@router.post(
    "/encounters/{encounter_id}/combatants",
    operation_id="addCombatant",
    summary="Let a combatant enter",
    **documented(
        replies(201, Combatant, "The combatant as it stands in the encounter."),
        body("CombatantBody", "Dafur", "The orc", "The orc on a map"),
        is_stored=True,
        is_versioned=True,
    ),
)
async def add(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Every fault of the sheet is named at once. If-Match here is a tag of the encounter."""

    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        entering = adding(asked.document)

    def reply(outcome: Outcome) -> Reply:
        combatant = outcome.state.combatants[-1]
        shown = _shown(combatant, outcome.state, outcome.shelf)
        headers = {
            "Location": f"/v1/encounters/{encounter_id}/combatants/{combatant.id}",
            "ETag": reading.tag_of(request, shown),
        }
        return reading.preferred(request, Reply(201, headers, shown))

    wanted = ChangeRequest(grant, encounter_id, reading.expected_versions(request), asked.claim)
    with naming_members():
        return reading.answer(await act(service, wanted, Action((entering,)), or_refused(request, reply)))


@router.put(
    "/encounters/{encounter_id}/combatants:sync",
    operation_id="syncCombatants",
    summary="Bring a whole table in line",
    **documented(
        replies(200, SyncResult, "Who entered, was changed and left.") | WAITS,
        body("SyncBody", "Tokens of a scene", "What would change"),
        is_guarded=True,
    ),
)
async def bring_in_line(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Up to 200 combatants by their `external_refs`, all or none; every fault of every entry is named.

    Whoever is unknown enters, as by adding it; of whoever is known the members given replace what was, and
    what play has done to it stays. Where nothing differs nothing is stored and the tag stays the same. It is
    one action of the log. If-Match is a tag of the encounter. As the turn of one who leaves ends by it, the
    next one may have to roll first (202).
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        given = SYNC.read(await reading.long_document_of(request, service, grant, reading.MAX_SYNC))
    viewing = reading.viewing(request)
    condition = reading.condition(request, is_required=True)
    wanted = ChangeRequest(grant, encounter_id, locale=viewing.locale)

    def reply(synced: Synced) -> Reply:
        shown = Reply(200, {"ETag": viewing.tag(synced.version)}, to_json(synced.view))
        return reading.preferred(request, shown)

    if given.dry_run:
        return reading.answer(reply(await foresee_sync(service, wanted, condition, given)))
    waits = replying(request, encounter_id, 202)
    return reading.answer(await sync(service, wanted, condition, given, reply, waits))


@router.get(
    "/encounters/{encounter_id}/combatants",
    operation_id="listCombatants",
    summary="List the combatants in the order they entered",
    **documented(replies(200, list_of(Combatant), "One page of combatants.")),
)
async def list_all(
    encounter_id: str, service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Each with its sheet, what play has done to it, and the figures that follow."""
    _, everybody = await shown_of(service, grant, encounter_id, lambda seen: seen.combatants)
    # Ids grow with time: by id they stand in the order in which they entered.
    scope = f"combatants of {encounter_id}"
    return reading.shown(reading.page_in(scope, everybody, "id", limit, cursor))


@router.get(
    "/encounters/{encounter_id}/combatants/{combatant_id}",
    operation_id="getCombatant",
    summary="Look at a combatant",
    **documented(replies(200, Combatant, "The combatant as it stands.")),
)
async def look(
    encounter_id: str, combatant_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """Hits left, wounds, conditions, and whether it still stands. Its tag changes only when it does.

    A combatant may be named by an external reference, too: `foundry:token:abc`.
    """
    _, one = await shown_of(service, grant, encounter_id, lambda seen: seen.combatant(combatant_id))
    shown = to_json(one)
    return Response(shown, 200, {"ETag": reading.tag_of(request, shown)}, "application/json")


@router.patch(
    "/encounters/{encounter_id}/combatants/{combatant_id}",
    operation_id="editCombatant",
    summary="Change a combatant by the GM's word",
    **documented(
        replies(200, Combatant, "The combatant as it is now."),
        body("CombatantEdit", "The orc is taller than it seemed"),
        is_guarded=True,
    ),
)
async def edit(
    encounter_id: str, combatant_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """What is given replaces what was, a sheet as a whole. It is the action `edit` of the log."""
    async with encounters.of_campaign(service, grant, encounter_id):
        _check_name(combatant_id)
        command = editing(await reading.document_of(request), combatant_id)
    met = _Met(reading.condition(request, is_required=True), combatant_id)

    def reply(outcome: Outcome) -> Reply:
        shown = _shown(outcome.state.combatant(met.found), outcome.state, outcome.shelf)
        return reading.preferred(request, Reply(200, {"ETag": reading.tag_of(request, shown)}, shown))

    wanted = ChangeRequest(grant, encounter_id, condition=met.check)
    try:
        return reading.answer(await act(service, wanted, Action((command,)), or_refused(request, reply)))
    except UnknownCombatant:
        raise _not_found() from None


@router.delete(
    "/encounters/{encounter_id}/combatants/{combatant_id}",
    operation_id="removeCombatant",
    summary="Let a combatant leave",
    **documented({204: {"description": "It is gone, now or already."}} | WAITS, is_guarded=True),
)
async def remove(
    encounter_id: str, combatant_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """Removing it again is no error. Its turn ends by it, so whoever is next may have to roll first (202)."""

    def reply(outcome: Outcome) -> Reply:
        return replying(request, encounter_id, 202)(outcome) if outcome.pending else Reply(204, {}, b"")

    _check_name(combatant_id)
    met = _Met(reading.condition(request, is_required=True), combatant_id)
    wanted = ChangeRequest(grant, encounter_id, condition=met.check)
    leaving = Action((CommandInput({"type": "remove", "actor": combatant_id}, ""),))
    try:
        return reading.answer(await act(service, wanted, leaving, or_refused(request, reply)))
    except UnknownCombatant:
        if await encounters.has_left(service, grant, encounter_id, combatant_id):
            return Response(status_code=204)
        raise _not_found() from None


def _shown(combatant: Any, state: Any, shelf: Shelf) -> bytes:
    """Any: combatants and states are the game's own."""
    return to_json(combatant_view(combatant, state, shelf))


@dataclass(slots=True)
class _Met:
    """The check that the caller has seen the combatant ``name`` as it is; then its id is ``found``."""

    condition: Condition
    name: str
    found: str = ""

    def check(self, _version: int, state: Any, shelf: Shelf) -> None:
        """Any: states are the game's own."""
        combatant = state.combatant(self.name)
        self.found = combatant.id
        self.condition.check(digest_of(_shown(combatant, state, shelf)))


def _check_name(name: str) -> None:
    """Raises NotFound for what is neither an id nor an external reference."""
    if not is_id("cmb", name) and ":" not in name:
        raise _not_found()


def _not_found() -> NotFound:
    return NotFound("This encounter has no such combatant.", way="combatant")
