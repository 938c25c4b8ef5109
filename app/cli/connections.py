"""Limits of a connection outside of its requests: bytes of a head, seconds to send one, and how many at once.

uvicorn bounds none of it where it parses with httptools: its one limit on a head is h11's, which parses in
Python and knows no time limit either, and `limit_concurrency` would turn everybody away alike. So this is
uvicorn's own protocol, counting. What is unfinished gives way, the oldest first, so that nobody is kept out
by whoever opens connections and says nothing.
"""

import asyncio
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from pydantic_core import to_json
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from app.api.http.problem_pages import PAGES
from app.services.base.ids import new_id
from app.values import value

READ_AT_ONCE = 16 * 1024
"""Bytes given to the parser at a time; the limits are checked after each piece."""

DROPPED = 256 * 1024
"""Bytes of a refused request that are still read, so that its sender gets to read the answer."""


@value
class Bounds:
    """Bytes of a head, and of the address in it; ``fields`` are how many headers it may have.

    Seconds: ``head_within`` for a whole head; ``drain_within`` for the rest of a body that is not wanted;
    ``linger`` for a client to read why it was turned away. How many of a worker's connections may have sent
    ``half`` a request, and how many may be ``silent``.
    """

    head: int = 64 * 1024
    url: int = 16 * 1024
    fields: int = 200
    head_within: float = 10.0
    drain_within: float = 5.0
    linger: float = 1.0
    half: int = 200
    silent: int = 1000


@dataclass(slots=True)
class Unfinished:
    """Connections of one worker that wait for their client, the oldest first."""

    at_most: int
    _open: dict["Connection", None] = field(default_factory=dict["Connection", None])

    def add(self, connection: "Connection") -> None:
        """Add one, unless it is there; beyond the limit the oldest one is closed."""
        self._open[connection] = None
        if len(self._open) > self.at_most:
            next(iter(self._open)).give_way()

    def discard(self, connection: "Connection") -> None:
        self._open.pop(connection, None)

    def __len__(self) -> int:
        return len(self._open)


@dataclass(slots=True)
class Everybody:
    """Connections of one worker that have sent part of a request (`half`) or nothing yet (`silent`)."""

    half: Unfinished
    silent: Unfinished


_everybody: WeakKeyDictionary[ServerState, Everybody] = WeakKeyDictionary()


class Connection(HttpToolsProtocol):
    """One connection."""

    bounds = Bounds()

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        everybody = Everybody(Unfinished(self.bounds.half), Unfinished(self.bounds.silent))
        self._everybody = _everybody.setdefault(server_state, everybody)
        self._timer: asyncio.TimerHandle | None = None
        self._is_over = False
        self._is_begun = False
        """A request has begun and has not been received whole."""
        self._is_head = False
        """Not even its head has been received whole."""
        self._unclaimed = 0
        """Bytes since the parser last called back."""
        self._head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._everybody.silent.add(self)
        self._set_timer(self.bounds.head_within, self.give_way)

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_over = True
        self._finished()
        super().connection_lost(exc)

    def give_way(self) -> None:
        """Close at once, to free its place for others."""
        self._is_over = True
        self._finished()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._is_over:
            self._unclaimed += len(data)
            if self._unclaimed > DROPPED:
                self.flow.pause_reading()
            return
        if not self._is_begun:
            self._begin()
        for start in range(0, len(data), READ_AT_ONCE):
            if self._is_over or self.transport.is_closing():
                return
            part = data if len(data) <= READ_AT_ONCE else data[start : start + READ_AT_ONCE]
            self._unclaimed += len(part)
            super().data_received(part)
            if self._unclaimed > self.bounds.head + READ_AT_ONCE:
                # A head without an end, or what should come between or after the parts of a body.
                self._refuse_head()
        if self._is_begun:  # one that comes whole is none of those
            self._everybody.half.add(self)

    def _begin(self) -> None:
        self._is_begun = self._is_head = True
        self._unclaimed = self._head_size = 0
        self._everybody.silent.discard(self)
        self._set_timer(self.bounds.head_within, self._is_late)

    def _finished(self) -> None:
        """The request is received or given up: no longer counted as unfinished, and no timer runs."""
        self._is_begun = self._is_head = False
        self._everybody.half.discard(self)
        self._everybody.silent.discard(self)
        self._set_timer(None)

    def on_message_begin(self) -> None:
        if not self._is_begun:  # it came right behind another one
            self._begin()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._head_size += len(url)
        if self._head_size > self.bounds.url:
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG, "address_too_long")
        if not self._is_over:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_size += len(name) + len(value) + len(": \r\n")
        if self._is_over or not self._is_head:
            return  # what comes after a body is not looked at
        if self._head_size > self.bounds.head or len(self.headers) >= self.bounds.fields:
            self._refuse_head()
            return
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_head, self._unclaimed = False, 0
        if self._is_over:
            return
        self._set_timer(None)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unclaimed = 0
        if not self._is_over:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._is_over:
            return
        self._unclaimed = 0
        self._finished()
        super().on_message_complete()
        if self.cycle.response_complete:
            self._everybody.silent.add(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_over or self.transport.is_closing():
            return
        if not self._is_begun:
            self._everybody.silent.add(self)
        elif not self._is_head:
            self._set_timer(self.bounds.drain_within, self.give_way)

    def _is_late(self) -> None:
        if self._is_answering:  # an earlier request, behind which this one has to wait
            self._set_timer(self.bounds.head_within, self._is_late)
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "request_too_slow")

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse_head(self) -> None:
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head_too_large")

    def _refuse(self, status: HTTPStatus, code: str) -> None:
        """Answer with the reason, unless an answer has begun, and close; further bytes are discarded."""
        if self._is_over:
            return
        if self._is_answering:
            self.give_way()
            return
        self._is_over = True
        self._unclaimed = 0
        self._finished()
        self._unset_keepalive_if_required()
        self.transport.write(_problem(status, code))
        if self.transport.can_write_eof():
            self.transport.write_eof()
            # Closed with something unread, the kernel would take the answer back.
            self._set_timer(self.bounds.linger, self.transport.abort)
        else:
            self.transport.close()

    def _set_timer(self, seconds: float | None, done: Any = None) -> None:
        """Any: what asyncio calls later."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, done)


def _problem(status: HTTPStatus, code: str) -> bytes:
    """A whole answer. It is in English: what the client reads is in the part that was not looked at.

    Its ``instance`` is the address that was asked for, whatever that is; its id stands in no log.
    """
    page, request_id = PAGES[code], new_id("req")
    document = {
        "type": f"/problems/{code}",
        "title": page.title,
        "status": status,
        "detail": page.meaning,
        "instance": "",
        "code": code,
        "request_id": request_id,
    }
    body = to_json(document)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/problem+json\r\n"
        f"content-language: en\r\ncontent-length: {len(body)}\r\nx-request-id: {request_id}\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + body
