"""Undo and redo: what was done is taken back, or done again; the log keeps both."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import RESET, steps_of
from app.api.http.documentation import body, documented, replies
from app.api.http.requests import Granted, Service
from app.api.play.actions import replying
from app.api.schemas.actions import ActionResult
from app.services.play import encounters
from app.services.play import undo as undoing

router = APIRouter(tags=["actions"])


@router.post(
    "/encounters/{encounter_id}/undo",
    operation_id="undo",
    summary="Take back the last actions",
    **documented(
        replies(201, ActionResult, "What has changed by it; `reverts` names the actions taken back."),
        body("Steps", "One step", "Back to a version"),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def undo(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """The last action that stands, the last `steps` of them, or all after the version `to`. Each leaves an
    `action_undone` event with all that changes. Versions and numbers go on growing; dice stay spent.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        steps = steps_of(asked.document)
    wanted = reading.wanted(request, grant, encounter_id, asked.claim)
    return reading.answer(await undoing.undo(service, wanted, steps, replying(request, encounter_id, 201)))


@router.post(
    "/encounters/{encounter_id}/redo",
    operation_id="redo",
    summary="Do again what was taken back",
    **documented(
        replies(201, ActionResult, "What has changed by it; `reverts` names the actions done again."),
        body("Steps", "One step", "Back to a version"),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def redo(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """With the dice and choices that are recorded, and so to the same end; until something new happens."""
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        steps = steps_of(asked.document)
    wanted = reading.wanted(request, grant, encounter_id, asked.claim)
    return reading.answer(await undoing.redo(service, wanted, steps, replying(request, encounter_id, 201)))


@router.post(
    "/encounters/{encounter_id}/reset",
    operation_id="resetEncounter",
    summary="Go back to the start",
    **documented(
        replies(201, ActionResult, "What has changed by it; `reverts` names the actions taken back."),
        body("ResetBody", "Nothing to say"),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def reset(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Undoes everything since the encounter was set up: since the first action that is more than somebody
    entering, being edited or leaving. Like any undo it can be done again, and dice stay spent.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        _ = RESET.read(asked.document)
    wanted = reading.wanted(request, grant, encounter_id, asked.claim)
    return reading.answer(await undoing.reset(service, wanted, replying(request, encounter_id, 201)))
