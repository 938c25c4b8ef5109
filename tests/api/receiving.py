"""A receiver of webhooks on this machine: it keeps what it gets, and checks it as a stranger would."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from standardwebhooks import Webhook as Verifier
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.api.listening import PATIENCE, listening


@dataclass(frozen=True, slots=True)
class Message:
    """One request as it came."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """The message as JSON; raises where ``secret`` did not sign it."""
        return Verifier(secret).verify(self.body, self.headers)


@dataclass(slots=True)
class Receiver:
    """Answers with ``answers`` in turn, then with 204; a number below 100 is seconds of silence."""

    url: str = ""
    answers: list[float] = field(default_factory=list[float])
    messages: list[Message] = field(default_factory=list[Message])
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def receive(self, request: Request) -> Response:
        message = Message(dict(request.headers), await request.body())
        answer = self.answers.pop(0) if self.answers else 204
        async with self.arrived:
            self.messages.append(message)
            self.arrived.notify_all()
        if answer < 100:
            await asyncio.sleep(answer)
            return Response(status_code=204)
        headers = {"Location": self.url + "/elsewhere"} if 300 <= answer < 400 else None
        return Response(status_code=int(answer), headers=headers)

    async def first(self, count: int) -> list[Message]:
        """The first messages, as soon as there are so many."""
        async with asyncio.timeout(PATIENCE * 2), self.arrived:
            await self.arrived.wait_for(lambda: len(self.messages) >= count)
        return self.messages[:count]


@asynccontextmanager
async def receiver(*answers: float, certificate: Path | None = None) -> AsyncIterator[Receiver]:
    """A receiver while it is up, with TLS where it has a ``certificate``."""
    receives = Receiver(answers=list(answers))
    app = Starlette(routes=[Route("/{path:path}", receives.receive, methods=["GET", "POST"])])
    async with listening(app, certificate) as place:
        receives.url = f"{place}/estoc"
        yield receives
