"""Events: page by page, or as a stream for as long as somebody listens."""

import logging
import re
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic_core import to_json
from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.api import requests as reading
from app.api.bodies import TICKET
from app.api.documentation import body, documented, replies
from app.api.requests import Granted, Limit, Service
from app.api.schemas.events import EventPage, StreamTicket
from app.services import events, tickets
from app.services.refusals import TooManyStreams, Unauthenticated
from app.services.tokens import Grant
from app.services.views import Json

router = APIRouter(tags=["events"])
log = logging.getLogger("estoc")

MAX_WAIT = 25
COME_BACK_AFTER = (1000, 3000)
"""Milliseconds until a client reconnects, drawn anew for each, so that not all return at once."""
SEP = "\n"
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


@dataclass(slots=True)
class Streams:
    """The streams of one worker: how many may be open, how many are, and their times in seconds."""

    at_most: int = 1000
    heartbeat: float = 15
    write_within: float = 10
    open: int = 0


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
    streams: Streams = request.app.state.streams
    if streams.open >= streams.at_most:
        raise TooManyStreams("This server has as many streams open as it can serve.")
    position = request.headers.get("Last-Event-ID") or str(after)
    last = int(position) if _NUMBER.fullmatch(position) else None
    return _EventStream(
        _frames(streams, events.follow(service, grant, encounter_id, last)),
        sep=SEP,
        ping=streams.heartbeat,
        ping_message_factory=_heartbeat,
        send_timeout=streams.write_within,
    )


async def _frames(streams: Streams, following: AsyncGenerator[list[Json], None]) -> AsyncIterator[bytes]:
    """The stream as bytes; it begins with something at once, since some proxies hold back the head alone."""
    first, last = COME_BACK_AFTER
    pause = first + secrets.randbelow(last - first)
    streams.open += 1
    try:
        yield ServerSentEvent(comment="estoc", retry=pause, sep=SEP).encode()
        async for some in following:
            yield b"".join(map(_frame, some))
    finally:
        streams.open -= 1
        await following.aclose()


def _frame(event: Json) -> bytes:
    return ServerSentEvent(to_json(event).decode(), id=str(event["seq"]), sep=SEP).encode()


def _heartbeat() -> ServerSentEvent:
    return ServerSentEvent(comment="still here", sep=SEP)


class _EventStream(EventSourceResponse):
    """A stream that gives up a client which takes nothing for too long."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            log.info("A stream's client takes nothing; it is cut off: %s", scope["path"])


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
