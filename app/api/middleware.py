"""What surrounds every request, as plain ASGI: its id, and an answer whatever happens."""

import logging
import re

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.errors import internal_error
from app.services.ids import new_id

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
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        except Exception:
            log.exception("Request %s failed: %s %s", request_id, scope["method"], scope["path"])
            if has_begun:
                raise
            await internal_error(request)(scope, receive, send_with_id)
