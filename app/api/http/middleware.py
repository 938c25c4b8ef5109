"""What surrounds every request, as plain ASGI: its id, an answer whatever happens, 304 for what is known."""

import logging
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.http.errors import internal_error
from app.services.access.etags import digest_of, names_tag
from app.services.base.ids import new_id
from app.services.base.slots import caller_leaves

log = logging.getLogger("estoc")
_USABLE = re.compile(r"[\x21-\x7e]{1,100}")


class RequestIds:
    """Gives every request an id (the caller's ``X-Request-ID`` where it is a plain one) and returns it.

    It is also the outermost net: a defect becomes a problem document and a line in the log.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _USABLE.fullmatch(given) else new_id("req")
        request.state.request_id = request_id
        has_begun = False

        async def send_with_id(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = message["headers"]
                headers.append((b"x-request-id", request_id.encode()))
                headers.append((b"x-content-type-options", b"nosniff"))
                if (standing := scope["state"].get("standing")) is not None:
                    headers.extend(standing.headers)
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        except ClientDisconnect:
            log.info(
                "Request %s was given up by its caller: %s %s", request_id, scope["method"], scope["path"]
            )
        except Exception:
            log.exception("Request %s failed: %s %s", request_id, scope["method"], scope["path"])
            if has_begun:
                raise
            await internal_error(request)(scope, receive, send_with_id)


class Unchanged:
    """Tags every good answer to a GET and answers 304 to whoever has it. HEAD is a GET without a body.

    An answer that comes in parts (a stream of events) passes as it is.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        answer = _Answer(send, Headers(scope=scope).get("If-None-Match"), is_head=scope["method"] == "HEAD")
        await self.app({**scope, "method": "GET"}, receive, answer.send)


class _Answer:
    def __init__(self, send: Send, known: str | None, *, is_head: bool) -> None:
        self._send = send
        self._known = known
        self._is_head = is_head
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            self._start = message  # until there is a body to be tagged
            return
        if message["type"] == "http.response.body":
            start, self._start = self._start, None
            if start is not None:
                if not message.get("more_body", False):
                    self._tag(start, message.get("body", b""))
                await self._send(start)
                if start["status"] == 304:
                    message = {**message, "body": b""}
            if self._is_head:
                message = {**message, "body": b""}
        await self._send(message)

    def _tag(self, start: Message, body: bytes) -> None:
        headers = MutableHeaders(scope=start)
        tag = headers.setdefault("ETag", f'"{digest_of(body)}"')
        headers.setdefault("Cache-Control", "private, no-cache")
        if self._known is not None and names_tag(self._known, tag):
            start["status"] = 304
            del headers["Content-Length"]
            del headers["Content-Type"]


class Leaving:
    """Lets whatever is computed for a request know when its caller has gone.

    Nothing else may read the request meanwhile: what computes begins after the body has been read.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def leaves() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        before = caller_leaves.set(leaves)
        try:
            await self.app(scope, receive, send)
        finally:
            caller_leaves.reset(before)
