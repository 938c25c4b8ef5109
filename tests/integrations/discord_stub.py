"""Discord as its public documentation has it, as far as the bot uses it: strict about every limit.

A gateway that says hello, takes an identification and sends interactions; and the HTTP API, which refuses
with 400 what is too long or too many, with 40060 a second first answer, with 10015 what belongs to nothing.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

Json = Any
"""Any: JSON."""
APPLICATION, GUILD, CHANNEL = 100, 200, 300
EPHEMERAL, COMPONENTS_V2 = 64, 32768
LONG_AGO = "2026-01-01T00:00:00+00:00"
WITHIN = 60
"""Seconds after which what does not come is taken never to come."""


class Bad(Exception):
    """What Discord answers with 400."""


def hold(fact: bool, said: str) -> None:
    if not fact:
        raise Bad(said)


def check_message(message: Json) -> None:
    """The limits of a message: texts, embeds, components, and that nobody is called by it."""
    hold(message.get("allowed_mentions", {}).get("parse") == [], "allowed_mentions")
    hold(len(message.get("content") or "") <= 2000, "content")
    embeds = message.get("embeds") or []
    hold(len(embeds) <= 10, "embeds")
    total = 0
    for embed in embeds:
        total += _check_embed(embed)
    hold(total <= 6000, "all embeds")
    check_components(message.get("components") or [])
    is_empty = not (message.get("content") or embeds or message.get("components"))
    hold(not is_empty, "empty message")


def _check_embed(embed: Json) -> int:
    sizes = [(embed.get("title") or "", 256), (embed.get("description") or "", 4096)]
    fields = embed.get("fields", [])
    hold(len(fields) <= 25, "fields")
    for one in fields:
        hold(bool(one["name"]) and bool(one["value"]), "empty field")
        sizes += [(one["name"], 256), (one["value"], 1024)]
    sizes.append((embed.get("footer", {}).get("text", ""), 2048))
    for text, most in sizes:
        hold(len(text) <= most, f"{len(text)} signs of {most}")
    return sum(len(text) for text, _ in sizes)


def check_components(rows: Json) -> None:
    hold(len(rows) <= 5, "rows")
    ids: list[str] = []
    for row in rows:
        hold(row["type"] == 1 and 1 <= len(row["components"]) <= 5, "a row")
        for part in row["components"]:
            ids.append(part["custom_id"])
            hold(1 <= len(part["custom_id"]) <= 100, "custom_id")
            if part["type"] == 2:
                hold(1 <= len(part["label"]) <= 80 and part["style"] in (1, 2, 3, 4), "button")
            else:
                hold(part["type"] == 4 and 1 <= len(part["label"]) <= 45, "text input")
    hold(len(ids) == len(set(ids)), "custom_id twice")


def check_command(command: Json) -> None:
    hold(1 <= len(command["name"]) <= 32 and command["name"] == command["name"].lower(), "name of a command")
    hold(1 <= len(command["description"]) <= 100, "description of a command")
    hold(len(command.get("options", [])) <= 25, "options of a command")
    for option in command.get("options", []):
        hold(1 <= len(option["name"]) <= 32 and 1 <= len(option["description"]) <= 100, "option")


@dataclass
class Asked:
    """An interaction, and what the bot made of it."""

    id: int
    token: str
    kind: int
    message: Json = None
    first: Json = None
    edits: list[Json] = field(default_factory=list)
    followups: list[Json] = field(default_factory=list)
    is_deleted: bool = False

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.first and (self.first.get("data") or {}).get("flags", 0) & EPHEMERAL)

    @property
    def refusal(self) -> str:
        """What only whoever asked was told; the answer to a command has gone then."""
        (followup,) = self.followups
        assert followup["flags"] & EPHEMERAL, followup
        assert not self.edits
        return followup["content"]


class Discord:
    """One application in one channel of one server."""

    def __init__(self) -> None:
        self.commands: list[Json] = []
        self.asked: dict[str, Asked] = {}
        self.public: list[Json] = []
        self.faults: list[str] = []
        self.may_ask = asyncio.Event()
        self.busy_once = True
        self._ids = iter(range(1000, 100_000))
        self._socket: web.WebSocketResponse | None = None
        self._changed = asyncio.Condition()
        self.is_ready = asyncio.Event()

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        hook = f"/webhooks/{APPLICATION}/{{token}}"
        app.add_routes(
            [
                web.get("/users/@me", self._me),
                web.get("/oauth2/applications/@me", self._application),
                web.put(f"/applications/{APPLICATION}/guilds/{GUILD}/commands", self._put_commands),
                web.get("/gateway", self._gateway),
                web.post("/interactions/{id}/{token}/callback", self._callback),
                web.patch(f"{hook}/messages/@original", self._edit),
                web.delete(f"{hook}/messages/@original", self._delete),
                web.post(hook, self._followup),
            ]
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        try:
            answer = await handler(request)
        except Bad as bad:
            self.faults.append(f"{request.method} {request.path}: {bad}")
            answer = web.json_response({"code": 50035, "message": str(bad)}, status=400)
        if answer.content_type == "application/json":
            answer.headers["Content-Type"] = "application/json"  # as Discord has it, without a charset
        async with self._changed:
            self._changed.notify_all()
        return answer

    async def _me(self, _request: web.Request) -> web.Response:
        return web.json_response(_user(APPLICATION, "estoc", bot=True))

    async def _application(self, _request: web.Request) -> web.Response:
        return web.json_response(
            {"id": str(APPLICATION), "name": "estoc", "icon": None, "description": "", "verify_key": "",
             "owner": _user(1, "owner"), "team": None, "bot_public": False, "bot_require_code_grant": False,
             "flags": 0}
        )  # fmt: skip

    async def _put_commands(self, request: web.Request) -> web.Response:
        self.commands = await request.json()
        hold(len(self.commands) <= 100, "commands")
        for command in self.commands:
            check_command(command)
        more = {"application_id": str(APPLICATION), "guild_id": str(GUILD), "version": "1"}
        return web.json_response([{**it, **more, "id": str(next(self._ids))} for it in self.commands])

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        self._socket = socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            if said["op"] == 2:
                ready = {
                    "v": 10, "user": _user(APPLICATION, "estoc", bot=True), "guilds": [], "session_id": "s",
                    "resume_gateway_url": str(request.url),
                    "application": {"id": str(APPLICATION), "flags": 0},
                }  # fmt: skip
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                self.is_ready.set()
        return socket

    async def ask(self, user: int, kind: int, data: Json, message: Json = None) -> Asked:
        """Send an interaction: 2 a command, 3 a button, 4 what somebody types, 5 a form."""
        assert self._socket is not None
        asked = Asked(next(self._ids), f"token-{next(self._ids)}", kind, message)
        self.asked[asked.token] = asked
        sent = {
            "id": str(asked.id), "application_id": str(APPLICATION), "type": kind, "data": data, "version": 1,
            "token": asked.token, "channel": {"id": str(CHANNEL), "type": 1},
            "channel_id": str(CHANNEL), "context": 1,
            "user": _user(user, f"user{user}"), "locale": "en-GB",
            "attachment_size_limit": 1, "entitlements": [],
        }  # fmt: skip
        if message is not None:
            sent["message"] = message
        # What somebody types is answered with what the service says, all else before it is asked.
        _ = self.may_ask.set() if kind == 4 else self.may_ask.clear()
        await self._socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": asked.id, "d": sent})
        return asked

    async def until(self, fact: Callable[[], bool]) -> None:
        async with asyncio.timeout(WITHIN), self._changed:
            await self._changed.wait_for(fact)

    async def _callback(self, request: web.Request) -> web.Response:
        asked, body = self.asked[request.match_info["token"]], await request.json()
        if asked.first is not None:
            return web.json_response({"code": 40060, "message": "already acknowledged"}, status=400)
        hold(
            body["type"] in {2: (4, 5, 9), 3: (4, 5, 6, 7, 9), 4: (8,), 5: (4, 5, 6, 7)}[asked.kind],
            "type of answer",
        )
        if body["type"] == 8:
            choices = body["data"]["choices"]
            hold(len(choices) <= 25, "choices")
            hold(
                all(1 <= len(it["name"]) <= 100 and 1 <= len(it["value"]) <= 100 for it in choices), "choice"
            )
        if body["type"] == 9:
            hold(1 <= len(body["data"]["title"]) <= 45 and len(body["data"]["custom_id"]) <= 100, "form")
            check_components(body["data"]["components"])
        if body["type"] == 4:
            check_message(body["data"])
        asked.first = body
        self.may_ask.set()
        return web.json_response({"interaction": {"id": str(asked.id), "type": asked.kind}})

    async def _edit(self, request: web.Request) -> web.Response:
        asked, body = self.asked[request.match_info["token"]], await request.json()
        if asked.first is None or asked.is_deleted:
            return web.json_response({"code": 10015, "message": "Unknown Webhook"}, status=404)
        if self.busy_once:
            self.busy_once = False
            limit = {"message": "You are being rate limited.", "retry_after": 0.01, "global": False}
            return web.json_response(limit, status=429, headers={"Retry-After": "0.01", "Via": "1.1 google"})
        check_message(body)
        flags = EPHEMERAL if asked.is_ephemeral or (asked.message or {}).get("flags") == EPHEMERAL else 0
        asked.edits.append({**body, "flags": flags})
        if not flags:
            self.public.append(body)
        return web.json_response(self.shown(asked.edits[-1]))

    async def _delete(self, request: web.Request) -> web.Response:
        self.asked[request.match_info["token"]].is_deleted = True
        return web.Response(status=204)

    async def _followup(self, request: web.Request) -> web.Response:
        asked, body = self.asked[request.match_info["token"]], await request.json()
        hold(asked.first is not None, "a follow-up to nothing")
        check_message(body)
        asked.followups.append({"flags": 0, **body})
        if not body.get("flags", 0) & EPHEMERAL:
            self.public.append(body)
        return web.json_response(self.shown(body))

    def shown(self, message: Json) -> Json:
        """A message as Discord keeps it."""
        return {
            "id": str(next(self._ids)), "channel_id": str(CHANNEL), "timestamp": LONG_AGO,
            "author": _user(APPLICATION, "estoc", bot=True), "content": message.get("content") or "",
            "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
            "mention_roles": [], "attachments": [], "pinned": False,
            "embeds": message.get("embeds") or [], "components": message.get("components") or [], "type": 0,
            "flags": message.get("flags", 0),
        }  # fmt: skip


def _user(id: int, name: str, *, bot: bool = False) -> Json:
    return {
        "id": str(id),
        "username": name,
        "discriminator": "0",
        "avatar": None,
        "global_name": name,
        "bot": bot,
    }
