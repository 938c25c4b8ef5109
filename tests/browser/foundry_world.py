"""The server side of a table of Foundry: documents, who may change them, and every client told of it."""

import copy
import json
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page

Json = Any
"""Any: JSON."""
GM, ASSISTANT, PLAYER = 4, 3, 1
SIZE = 100


class Refused(Exception):
    """What Foundry's server answers to whoever may not."""


def merge(target: Json, changes: Json) -> None:
    """Changes as a client sends them: nested, or with dots in their names."""
    for path, value in changes.items():
        *steps, last = path.split(".")
        place = target
        for step in steps:
            place = place.setdefault(step, {})
        if isinstance(value, dict) and isinstance(place.get(last), dict):
            merge(place[last], value)
        else:
            place[last] = value


class World:
    """One world with one scene, and the clients that have it open."""

    def __init__(self, generation: int, server: str, system: str) -> None:
        self.generation, self.system = generation, system
        self.settings = {"estoc.server": server}
        self.users: dict[str, Json] = {}
        self.actors: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}
        self.scene: Json = {
            "_id": "scene0000000mill", "name": "At the mill", "flags": {}, "tokens": [],
            "width": 15 * SIZE, "height": 11 * SIZE, "grid": {"size": SIZE, "distance": 5, "units": "ft"},
        }  # fmt: skip
        self.pages: dict[str, Page] = {}
        self.notified: list[tuple[str, str]] = []

    def user(self, name: str, role: int) -> None:
        self.users[name] = {"_id": name, "name": name, "role": role, "active": False, "flags": {}}

    def actor(self, name: str, source: Json, **ownership: int) -> None:
        self.actors[name] = {
            **copy.deepcopy(source),
            "_id": name,
            "name": name,
            "ownership": {"default": 0, **ownership},
        }

    def token(self, name: str, actor: str, column: int, row: int, **more: Json) -> None:
        """A token on that square, counted from the scene's north-west corner; pixels count the padding."""
        place = {"x": (3 + column) * SIZE, "y": (2 + row) * SIZE, "width": 2, "height": 2, "elevation": 0}
        known = {"_id": name, "name": actor, "actorId": actor, "actorLink": False, "hidden": False}
        self.scene["tokens"].append({**place, **known, "disposition": -1, **more})

    async def join(self, browser: Browser, origin: str, user: str, key: str, language: str = "en") -> Page:
        """The page of a user, in a browser of its own that has this key."""
        context: BrowserContext = await browser.new_context()
        page = await context.new_page()
        self.users[user]["active"] = True
        for other in self.pages:
            await self._deliver(other, "update", "User", user, None, {"active": True}, {}, user)

        async def host(operation: str, given: Json) -> Json:
            return await self.asked(user, language, operation, given)

        await page.expose_function("host", host)
        await page.add_init_script(f"localStorage.setItem('estoc.key', {json.dumps(key)})")
        page.on("pageerror", lambda error: self.notified.append(("pageerror", str(error))))
        self.pages[user] = page
        await page.goto(origin)
        await page.wait_for_selector("body[data-ready]", state="attached")
        return page

    async def asked(self, user: str, language: str, operation: str, given: Json) -> Json:
        match operation:
            case "open":
                return {
                    "user": user, "version": self.generation, "system": self.system, "language": language,
                    "settings": self.settings,
                    "users": list(self.users.values()), "scenes": [self.scene],
                    "actors": list(self.actors.values()), "messages": list(self.messages.values()),
                }  # fmt: skip
            case "notified":
                self.notified.append((given["level"], given["text"]))
                return None
            case "create":
                return await self._create(user, given["data"])
            case "update":
                return await self._update(user, given)
        raise Refused(operation)

    async def _create(self, user: str, data: Json) -> str:
        name = f"message{len(self.messages):09}"
        self.messages[name] = {**data, "_id": name, "author": user}
        for other in list(self.pages):
            await self._deliver(other, "create", "ChatMessage", name, None, self.messages[name], {}, user)
        return name

    async def _update(self, user: str, given: Json) -> None:
        kind, name, changes = given["kind"], given["id"], given["changes"]
        target = self._document(kind, name)
        if not self._may(user, kind, target):
            raise Refused(f"{user} lacks permission to update {kind} {name}")
        merge(target, copy.deepcopy(changes))
        for other in list(self.pages):
            await self._deliver(other, "update", kind, name, given["parent"], changes, given["options"], user)

    def _document(self, kind: str, name: str) -> Json:
        match kind:
            case "User":
                return self.users[name]
            case "Scene":
                return self.scene
            case "Actor":
                return self.actors[name]
            case _:
                return next(token for token in self.scene["tokens"] if token["_id"] == name)

    def _may(self, user: str, kind: str, target: Json) -> bool:
        if self.users[user]["role"] >= ASSISTANT or (kind == "User" and target["_id"] == user):
            return True
        owned = self.actors[target["actorId"]] if kind == "Token" else target
        return kind in ("Actor", "Token") and owned["ownership"].get(user, 0) >= 3

    async def _deliver(
        self,
        to: str,
        what: str,
        kind: str,
        name: str,
        parent: str | None,
        said: Json,
        options: Json,
        user: str,
    ) -> None:
        told = {"what": what, "kind": kind, "id": name, "parent": parent, "options": options, "userId": user}
        told["data" if what == "create" else "changes"] = said
        await self.pages[to].evaluate("told => deliver(told)", told)

    def everything(self) -> str:
        """All that every browser at the table receives."""
        return json.dumps([self.settings, self.users, self.actors, self.messages, self.scene])
