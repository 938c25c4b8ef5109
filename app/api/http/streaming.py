"""Server-sent events: how streams begin, stay alive and end, and how many there are."""

import logging
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from fastapi import Request
from pydantic_core import to_json
from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.services.base.json_value import Json
from app.services.base.refusals import TooManyStreams

log = logging.getLogger("estoc")

COME_BACK_AFTER = (1000, 3000)
"""Milliseconds until a client reconnects, drawn anew for each, so that not all return at once."""
SEP = "\n"


@dataclass(slots=True)
class Streams:
    """The streams of one worker: how many may be open, how many are, and their times in seconds."""

    at_most: int = 1000
    heartbeat: float = 15
    write_within: float = 10
    open: int = 0


def streams_of(request: Request) -> Streams:
    """The worker's streams, of which one more may be opened; raises TooManyStreams."""
    streams: Streams = request.app.state.streams
    if streams.open >= streams.at_most:
        raise TooManyStreams("This server has as many streams open as it can serve.")
    return streams


def streamed(streams: Streams, frames: AsyncGenerator[bytes, None]) -> Response:
    """A stream of what comes as ``frames``, with signs of life between."""
    return _EventStream(
        _opened(streams, frames),
        sep=SEP,
        ping=streams.heartbeat,
        ping_message_factory=_heartbeat,
        send_timeout=streams.write_within,
    )


async def _opened(streams: Streams, frames: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    """The stream as bytes; it begins with something at once, since some proxies hold back the head alone."""
    first, last = COME_BACK_AFTER
    pause = first + secrets.randbelow(last - first)
    streams.open += 1
    try:
        yield ServerSentEvent(comment="estoc", retry=pause, sep=SEP).encode()
        async for some in frames:
            yield some
    finally:
        streams.open -= 1
        await frames.aclose()


def frame(data: Json, *, event: str | None = None, id: str | None = None) -> bytes:
    """One event of a stream."""
    return ServerSentEvent(to_json(data).decode(), event=event, id=id, sep=SEP).encode()


def _heartbeat() -> ServerSentEvent:
    return ServerSentEvent(comment="still here", sep=SEP)


class _EventStream(EventSourceResponse):
    """A stream that gives up a client which takes nothing for too long."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            log.info("A stream's client takes nothing; it is cut off: %s", scope["path"])
