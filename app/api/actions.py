"""Actions: whatever changes an encounter, and the log of it."""

import re
from dataclasses import replace

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.api import requests as reading
from app.api.bodies import action_request
from app.api.documentation import body, documented, list_of, replies
from app.api.requests import Cursor, Granted, Limit, Service
from app.api.schemas.actions import ActionResult, Event
from app.services import encounters
from app.services.acting import Acted, act
from app.services.once import Reply

router = APIRouter()

_TOLD_IN = re.compile(rb'"text":\{"locale":"([a-z]+)"')

MAX_WAIT = 25
AFTER = Query(0, ge=0, le=2**62, description="The number of the last event you have.")
WAIT = Query(
    0, ge=0, le=10**9, description=f"Seconds to wait for an event where there is none; at most {MAX_WAIT}."
)


@router.post(
    "/encounters/{encounter_id}/actions",
    operation_id="act",
    summary="Act: attack, add, remove",
    tags=["actions"],
    **documented(
        replies(
            201, ActionResult, "What was rolled, how, and what came of it.", example="Dafur strikes the orc"
        ),
        body(
            "ActionRequest",
            "Dafur strikes with dice from the table",
            "Dafur strikes, the server rolls",
            "Dafur charges across the map",
        ),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def carry_out(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """One action, or a group of them all or none (then the reply is `{"actions": […]}`).

    The dice and choices given answer what the rules ask, in order; the server rolls and decides the rest.
    It is told in the language of the request, and again in that one whenever it is read.
    Dice that nobody asked for come back in `unused_dice`, or are refused where the action is `strict`.
    The reply is sent after the action is safely stored.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        wanted = action_request(
            asked.document, grant, encounter_id, asked.claim, reading.expected_versions(request)
        )
    viewing = reading.viewing(request)
    is_group = "commands" in asked.document

    def reply(acted: Acted) -> Reply:
        location = f"/v1/encounters/{encounter_id}/actions"
        headers = {
            "Location": location if is_group else f"{location}/{acted.actions[0].id}",
            "ETag": viewing.tag(acted.version),
            "Content-Language": viewing.locale,
        }
        return reading.preferred(request, Reply(201, headers, _group(acted) if is_group else None))

    return reading.answer(await act(service, replace(wanted, locale=viewing.locale), reply))


def _group(acted: Acted) -> bytes:
    return b'{"actions":[' + b",".join(map(acted.body, range(len(acted.actions)))) + b"]}"


@router.get(
    "/encounters/{encounter_id}/actions",
    operation_id="listActions",
    summary="Read the log",
    tags=["actions"],
    **documented(replies(200, list_of(ActionResult), "One page of the log.")),
)
async def list_all(
    encounter_id: str, service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Actions in the order they were done, each as it was answered."""
    limit = min(limit, reading.MAX_PAGE)
    scope = f"actions of {encounter_id}"
    after = reading.read_cursor(scope, cursor, int) or 0
    log = await encounters.read_log(service, grant, encounter_id, after, limit + 1)
    shown = log[:limit]
    following = f'"{reading.cursor_to(scope, shown[-1][0])}"' if len(log) > limit else "null"
    items = b",".join(action for _, action in shown)
    return _told(b'{"items":[' + items + b'],"next":' + following.encode() + b"}")


@router.get(
    "/encounters/{encounter_id}/actions/{action_id}",
    operation_id="getAction",
    summary="Read one action",
    tags=["actions"],
    **documented(replies(200, ActionResult, "The action as it was answered.")),
)
async def read(encounter_id: str, action_id: str, service: Service, grant: Granted) -> Response:
    """The very bytes that were answered then."""
    action = await encounters.read_action(service, grant, encounter_id, action_id)
    return _told(action)


def _told(actions: bytes) -> Response:
    """Actions in the languages in which they were told when they were done."""
    languages = sorted({found.decode() for found in _TOLD_IN.findall(actions)})
    headers = {"Content-Language": ", ".join(languages)} if languages else {}
    return Response(actions, 200, headers, "application/json")


@router.get(
    "/encounters/{encounter_id}/events",
    operation_id="listEvents",
    summary="Follow the events",
    tags=["events"],
    **documented(replies(200, list_of(Event), "Events in order, without gaps.")),
)
async def events(
    encounter_id: str,
    service: Service,
    grant: Granted,
    after: int = AFTER,
    limit: Limit = 50,
    wait: float = WAIT,
) -> Response:
    """Ask with `after` = the `seq` of the last event you have; `next` is what to ask with then."""
    found = await encounters.read_events(
        service, grant, encounter_id, after, min(limit, reading.MAX_PAGE), min(wait, MAX_WAIT)
    )
    return reading.shown({"items": found, "next": found[-1]["seq"] if found else after})
