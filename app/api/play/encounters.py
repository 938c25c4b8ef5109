"""Encounters: begin one, look at one or all, change what can be changed of one, delete it."""

from functools import partial

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import CLONE, EDIT, ENCOUNTER
from app.api.http.documentation import body, documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.schemas.encounters import Encounter, Scenario
from app.services.base.idempotency import Reply
from app.services.base.json_value import Json
from app.services.base.refusals import PreconditionMissing
from app.services.play import copies as copying
from app.services.play import encounters
from app.services.play.encounters import shown_of
from app.services.play.settings import edit_encounter
from app.services.scenarios.export import export_encounter

router = APIRouter(tags=["encounters"])


@router.post(
    "/encounters",
    operation_id="beginEncounter",
    summary="Begin an encounter",
    **documented(
        replies(201, Encounter, "The encounter, in which nobody is yet."),
        body(
            "EncounterBody",
            "A fight in the fog",
            "A fight on a map",
            "A fight with dice on the table",
            "A fight with house tables",
        ),
        is_stored=True,
    ),
)
async def begin(request: Request, service: Service, grant: Granted) -> Response:
    """Options not given are as the chapter's decisions have them; they are fixed from here on."""
    asked = await reading.body_of(request, grant)

    def answer(begun: Json) -> Reply:
        headers = {
            "Location": f"/v1/encounters/{begun['id']}",
            "ETag": reading.viewing(request).tag(begun["version"]),
        }
        return reading.preferred(request, Reply(201, headers, to_json(begun)))

    wanted = ENCOUNTER.read(asked.document)
    return reading.answer(await encounters.begin_once(service, grant, wanted, asked.claim, answer))


@router.get(
    "/encounters",
    operation_id="listEncounters",
    summary="List the campaign's encounters, the newest first",
    **documented(replies(200, list_of(Encounter), "One page of encounters.")),
)
async def list_all(service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """Encounters begun while you turn the pages do not disturb them."""
    read = partial(encounters.look_at_all, service, grant)
    return reading.shown(await reading.page_of("encounters", limit, cursor, read))


@router.get(
    "/encounters/{encounter_id}",
    operation_id="getEncounter",
    summary="Look at an encounter",
    **documented(replies(200, Encounter, "The encounter as it stands."), is_worded=True),
)
async def look(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Its tag (`ETag`) can be sent as `If-Match` with an action."""
    viewing = reading.viewing(request)
    seen, view = await shown_of(service, grant, encounter_id, lambda seen: seen.view_in(viewing.locale))
    return reading.worded(reading.shown(view, viewing.tag(seen.row.version)), viewing.locale)


@router.patch(
    "/encounters/{encounter_id}",
    operation_id="editEncounter",
    summary="Change an encounter's title or dice policy",
    **documented(
        replies(200, Encounter, "The encounter with its change."),
        body("Edit", "The players roll, the server decides"),
        is_guarded=True,
    ),
)
async def change(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """What the body does not name stays; a policy that it names is replaced whole. Each change is in the log,
    and can be undone.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        edit = EDIT.read(await reading.document_of(request))
    if reading.condition(request, is_required=True).is_missing:
        raise PreconditionMissing((await encounters.look(service, grant, encounter_id)).row.version)
    await edit_encounter(service, reading.wanted(request, grant, encounter_id, None), edit)
    seen = await encounters.look(service, grant, encounter_id)
    headers = {"ETag": reading.viewing(request).tag(seen.row.version)}
    return reading.answer(reading.preferred(request, Reply(200, headers, to_json(seen.view))))


@router.post(
    "/encounters/{encounter_id}/clone",
    operation_id="cloneEncounter",
    summary="Begin a copy with everybody fresh",
    **documented(
        replies(201, Encounter, "The copy."),
        body("CloneBody", "The same fight once more"),
        is_stored=True,
    ),
)
async def clone(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """The same options, map, tables and dice policy; everybody as the sheet has them, where they stand now.
    Nothing that was done in the original is in the copy. External references stay with the original.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        wanted = CLONE.read(asked.document)

    def answer(begun: Json) -> Reply:
        headers = {
            "Location": f"/v1/encounters/{begun['id']}",
            "ETag": reading.viewing(request).tag(begun["version"]),
        }
        return reading.preferred(request, Reply(201, headers, to_json(begun)))

    return reading.answer(await copying.clone(service, grant, encounter_id, wanted, asked.claim, answer))


@router.delete(
    "/encounters/{encounter_id}",
    operation_id="deleteEncounter",
    summary="Delete an encounter",
    **documented({204: {"description": "It is gone with its whole log, now or already."}}, is_guarded=True),
)
async def delete(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Nothing of it is kept. Deleting it again is no error."""
    condition = reading.condition(request, is_required=True)
    await encounters.delete(service, grant, encounter_id, condition)
    return Response(status_code=204)


@router.get(
    "/encounters/{encounter_id}/scenario",
    operation_id="exportScenario",
    summary="Write an encounter down as a scenario",
    **documented(replies(200, Scenario, "The scenario, to be played anywhere by `estoc play`.")),
)
async def write_down(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Who fought, what they did, every die that fell and every choice, and how all stand at the end. Actions
    that were taken back are left out, and so is what still waits for somebody.
    """
    seen = await encounters.look(service, grant, encounter_id)
    tag = reading.viewing(request).tag(seen.row.version)
    return reading.shown(await export_encounter(service, seen.row, grant.token_id), tag)
