"""Events: page by page, or as a stream for as long as somebody listens."""

import re
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import TICKET
from app.api.http.documentation import body, documented, replies
from app.api.http.requests import Granted, Limit, Service
from app.api.http.streaming import frame, streamed, streams_of
from app.api.schemas.events import EventPage, StreamTicket
from app.services.access import tickets
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.refusals import Unauthenticated
from app.services.outgoing import events

router = APIRouter(tags=["events"])

MAX_WAIT = 25
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)

After = Annotated[int, Query(ge=0, le=2**62, description="The number of the last event you have.")]
Wait = Annotated[
    float,
    Query(
        ge=0, le=10**9, description=f"Seconds to wait for an event where there is none; at most {MAX_WAIT}."
    ),
]
Ticket = Annotated[
    str | None,
    Query(max_length=200, description="A stream ticket, in the place of the `Authorization` header."),
]


@router.get(
    "/encounters/{encounter_id}/events",
    operation_id="listEvents",
    summary="Follow the events",
    **documented(replies(200, EventPage, "Events in order, without gaps.", example="Events of a blow")),
)
async def list_all(
    encounter_id: str, service: Service, grant: Granted, after: After = 0, limit: Limit = 50, wait: Wait = 0
) -> Response:
    """Ask with `after` = the `seq` of the last event you have; `next` is what to ask with then.

    `wait` holds the answer back until there is an event. A `skip` stands for an event that you may not see;
    a `reset` says that `after` is beyond the newest event.
    """
    found = await events.read_events(
        service, grant, encounter_id, after, min(limit, reading.MAX_PAGE), min(wait, MAX_WAIT)
    )
    return reading.shown({"items": found, "next": found[-1]["seq"] if found else after})


async def _listener(encounter_id: str, request: Request, service: Service, ticket: Ticket = None) -> Grant:
    if ticket is None:
        return await reading.grant_of(request)
    try:
        grant = await tickets.redeem(service, ticket, encounter_id)
    except Unauthenticated:
        reading.count_stranger(request)
        raise
    return reading.admitted(request, grant)


@router.get(
    "/encounters/{encounter_id}/stream",
    operation_id="streamEvents",
    summary="Listen to the events",
    **documented(
        {
            200: {
                "description": "Server-sent events; the `data` of each is an event as `listEvents` has them.",
                "content": {
                    "text/event-stream": {
                        "schema": {"type": "string"},
                        "examples": {"a-stream": {"summary": "A stream"}},
                    }
                },
            }
        }
    ),
)
async def listen(
    encounter_id: str,
    request: Request,
    service: Service,
    grant: Annotated[Grant, Depends(_listener)],
    after: After = 0,
) -> Response:
    """First what is in the log after `after`, then what happens, as it happens, without gaps.

    `id` is the event's `seq`; who comes back with it as `Last-Event-ID` (or as `after`) misses nothing. A
    comment comes at least every 15 seconds. The stream ends when the token is revoked, the encounter is gone
    or the server stops.
    """
    await events.check_readable(service, grant, encounter_id)
    streams = streams_of(request)
    position = request.headers.get("Last-Event-ID") or str(after)
    last = int(position) if _NUMBER.fullmatch(position) else None
    return streamed(streams, events.follow(service, grant, encounter_id, last, _frames))


def _frames(some: Sequence[Json]) -> bytes:
    return b"".join(frame(event, id=str(event["seq"])) for event in some)


@router.post(
    "/stream-tickets",
    operation_id="createStreamTicket",
    summary="Get a ticket for a stream",
    **documented(
        replies(201, StreamTicket, "The ticket and the stream's address with it.", example="A ticket"),
        body("TicketBody", "A ticket for an encounter"),
        is_stored=True,
    ),
)
async def issue_ticket(request: Request, service: Service, grant: Granted) -> Response:
    """For a browser's `EventSource`, which can send no `Authorization` header. A ticket opens one stream of
    one encounter, once, within 60 seconds; a token never stands in an address.
    """
    token = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    return reading.answer(
        await tickets.issue_once(service, grant, TICKET.read(asked.document), asked.claim, token)
    )
