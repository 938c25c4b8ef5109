"""Combatants: enter, look at, leave. Entering and leaving are actions of the encounter's log."""

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api import requests as reading
from app.api.bodies import adding
from app.api.documentation import body, documented, list_of, replies
from app.api.requests import Cursor, Granted, Limit, Service
from app.api.schemas.encounters import Combatant
from app.rules.common.errors import UnknownCombatant
from app.services import encounters
from app.services.acting import Acted, ActionRequest, Asked, act
from app.services.ids import is_id
from app.services.once import Reply
from app.services.refusals import NotFound
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
    """Every fault of the sheet is named at once."""
    asked = await reading.body_of(request, grant)

    def reply(acted: Acted) -> Reply:
        combatant = acted.state.combatants[-1]
        shown = to_json(combatant_view(combatant, acted.state, acted.shelf))
        headers = {
            "Location": f"/v1/encounters/{encounter_id}/combatants/{combatant.id}",
            "ETag": reading.viewing(request).tag(digest_of(shown)),
        }
        return reading.preferred(request, Reply(201, headers, shown))

    wanted = ActionRequest(
        grant,
        encounter_id,
        (adding(asked.document),),
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
    """Hits left, wounds, conditions, and whether it still stands; its tag changes only when it does."""
    seen = await encounters.look(service, grant, encounter_id)
    shown = to_json(seen.combatant(combatant_id))
    headers = {"ETag": reading.viewing(request).tag(digest_of(shown))}
    return Response(shown, 200, headers, "application/json")


@router.delete(
    "/encounters/{encounter_id}/combatants/{combatant_id}",
    operation_id="removeCombatant",
    summary="Let a combatant leave",
    **documented({204: {"description": "It is gone, now or already."}}, is_versioned=True),
)
async def remove(
    encounter_id: str, combatant_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """Removing it again is no error."""

    def reply(acted: Acted) -> Reply:
        return Reply(204, {"ETag": etag(acted.version)}, b"")

    if not is_id("cmb", combatant_id):
        raise NotFound("This encounter has no such combatant.")
    command = Asked({"type": "remove", "actor": combatant_id}, "")
    wanted = ActionRequest(
        grant, encounter_id, (command,), expected_versions=reading.expected_versions(request)
    )
    try:
        return reading.answer(await act(service, wanted, reply))
    except UnknownCombatant:
        if await encounters.has_left(service, grant, encounter_id, combatant_id):
            return Response(status_code=204)
        raise NotFound("This encounter has no such combatant.") from None
