"""Combatants: enter, look at, change, leave. All but looking are actions of the encounter's log."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api import requests as reading
from app.api.actions import WAITS, replying
from app.api.bodies import adding, editing
from app.api.documentation import body, documented, list_of, replies
from app.api.requests import Cursor, Granted, Limit, Service
from app.api.schemas.encounters import Combatant
from app.rules.common.errors import UnknownCombatant
from app.services import encounters
from app.services.acting import ActionRequest, Asked, act
from app.services.ids import is_id
from app.services.library import Shelf
from app.services.once import Reply
from app.services.refusals import NotFound
from app.services.resuming import Acted
from app.services.tags import digest_of
from app.services.views import combatant_view

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

    def reply(acted: Acted) -> Reply:
        combatant = acted.state.combatants[-1]
        shown = _shown(combatant, acted.state, acted.shelf)
        headers = {
            "Location": f"/v1/encounters/{encounter_id}/combatants/{combatant.id}",
            "ETag": _tag(request, shown),
        }
        return reading.preferred(request, Reply(201, headers, shown))

    wanted = ActionRequest(
        grant,
        encounter_id,
        (entering,),
        expected_versions=reading.expected_versions(request),
        claim=asked.claim,
    )
    return reading.answer(await act(service, wanted, reply))


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
    limit = min(limit, reading.MAX_PAGE)
    scope = f"combatants of {encounter_id}"
    last = reading.read_cursor(scope, cursor, str)
    seen = await encounters.look(service, grant, encounter_id)
    # Ids grow with time, so those who entered after the last one shown have greater ids.
    following = [view for view in seen.combatants if last is None or view["id"] > last]
    shown = following[:limit]
    has_more = len(following) > limit
    return reading.shown(reading.page(shown, reading.cursor_to(scope, shown[-1]["id"]) if has_more else None))


@router.get(
    "/encounters/{encounter_id}/combatants/{combatant_id}",
    operation_id="getCombatant",
    summary="Look at a combatant",
    **documented(replies(200, Combatant, "The combatant as it stands.")),
)
async def look(
    encounter_id: str, combatant_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """Hits left, wounds, conditions, and whether it still stands. Its tag changes only when it does."""
    seen = await encounters.look(service, grant, encounter_id)
    shown = to_json(seen.combatant(combatant_id))
    return Response(shown, 200, {"ETag": _tag(request, shown)}, "application/json")


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
        _check_id(combatant_id)
        command = editing(await reading.document_of(request), combatant_id)

    def reply(acted: Acted) -> Reply:
        shown = _shown(acted.state.combatant(combatant_id), acted.state, acted.shelf)
        return reading.preferred(request, Reply(200, {"ETag": _tag(request, shown)}, shown))

    wanted = ActionRequest(grant, encounter_id, (command,), condition=_met(request, combatant_id))
    try:
        return reading.answer(await act(service, wanted, reply))
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

    def reply(acted: Acted) -> Reply:
        return replying(request, encounter_id, 202)(acted) if acted.pending else Reply(204, {}, b"")

    _check_id(combatant_id)
    wanted = ActionRequest(
        grant,
        encounter_id,
        (Asked({"type": "remove", "actor": combatant_id}, ""),),
        condition=_met(request, combatant_id),
    )
    try:
        return reading.answer(await act(service, wanted, reply))
    except UnknownCombatant:
        if await encounters.has_left(service, grant, encounter_id, combatant_id):
            return Response(status_code=204)
        raise _not_found() from None


def _shown(combatant: Any, state: Any, shelf: Shelf) -> bytes:
    """Any: combatants and states are the game's own."""
    return to_json(combatant_view(combatant, state, shelf))


def _tag(request: Request, shown: bytes) -> str:
    return reading.viewing(request).tag(digest_of(shown))


def _met(request: Request, combatant_id: str) -> Callable[[int, Any, Shelf], None]:
    """The check that the caller has seen the combatant as it is. Any: states are the game's own."""
    condition = reading.condition(request, is_required=True)

    def check(_version: int, state: Any, shelf: Shelf) -> None:
        condition.check(digest_of(_shown(state.combatant(combatant_id), state, shelf)))

    return check


def _check_id(combatant_id: str) -> None:
    if not is_id("cmb", combatant_id):
        raise _not_found()


def _not_found() -> NotFound:
    return NotFound("This encounter has no such combatant.")
