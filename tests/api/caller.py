"""Somebody who calls the API: has a token, sends a fresh key with each new request."""

import secrets
from dataclasses import dataclass
from typing import Any

from httpx import AsyncClient, Response

ADMIN_TOKEN = "the-admin's-own-token"
DAFUR = {
    "name": "Dafur",
    "side": "heroes",
    "ref": "dafur",
    "sheet": {"hits": 60, "db": 35, "armour_type": 5, "weapons": [{"id": "axe", "model": "axe", "ob": 80}]},
}
ORC = {
    "name": "Orc",
    "side": "foes",
    "ref": "orc",
    "sheet": {
        "hits": 55,
        "db": 45,
        "armour_type": 4,
        "weapons": [{"id": "scimitar", "model": "orc-scimitar", "ob": 50}],
    },
}
BLOW = {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}
SCOUT = {
    "name": "Scout",
    "side": "heroes",
    "ref": "scout",
    "sheet": {"hits": 50, "bonuses": {"intuition": 20}},
}
LOOK = {"type": "manoeuvre", "actor": "scout", "using": "intuition", "column": "bonus"}
"""Rolls one open-ended d100 and changes nothing, whatever falls."""
LIGHT_HIT = [10]
"""10 + 80 − 45 = 45: a few hits and no critical, so that the orc stays as able as it was."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A GM at one campaign."""

    http: AsyncClient
    token: str

    @property
    def campaign(self) -> str:
        """The id of the campaign that the token opens."""
        return self.token.removeprefix("estoc_")[: len("cmp_") + 26]

    async def get(self, path: str, **headers: str) -> Response:
        return await self.http.get(f"/v1{path}", headers=self._headers(headers))

    async def delete(self, path: str, **headers: str) -> Response:
        return await self.http.delete(f"/v1{path}", headers=self._headers(headers))

    async def patch(self, path: str, body: Any, **headers: str) -> Response:
        return await self.http.patch(f"/v1{path}", json=body, headers=self._headers(headers))

    async def put(self, path: str, body: Any, **headers: str) -> Response:
        return await self.http.put(f"/v1{path}", json=body, headers=self._headers(headers))

    async def tag(self, path: str) -> str:
        """The tag of what is at ``path`` now."""
        return (await self.get(path)).headers["ETag"]

    async def remove(self, path: str) -> Response:
        """Delete what is at ``path`` as it is now."""
        return await self.delete(path, If_Match=await self.tag(path))

    async def post(self, path: str, body: Any, *, key: str | None = None, **headers: str) -> Response:
        key = key or secrets.token_hex(8)
        return await self.http.post(
            f"/v1{path}", json=body, headers={**self._headers(headers), "Idempotency-Key": key}
        )

    async def send(self, path: str, text: bytes, **headers: str) -> Response:
        """A body as it is, and no header that was not asked for."""
        return await self.http.post(f"/v1{path}", content=text, headers=self._headers(headers))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.token}", **named}

    async def begin(self, **body: Any) -> str:
        """The id of a new encounter in which nobody is."""
        answer = await self.post("/encounters", {"ruleset": "harp-tdm", **body})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    async def begin_fight(self, *fighters: dict[str, Any]) -> str:
        """The id of a new encounter with Dafur and the orc, or with ``fighters``."""
        encounter = await self.begin()
        for fighter in fighters or (DAFUR, ORC):
            answer = await self.post(f"/encounters/{encounter}/combatants", fighter)
            assert answer.status_code == 201, answer.text
        return encounter

    async def act(self, encounter: str, command: Any = BLOW, **more: Any) -> Response:
        return await self.post(f"/encounters/{encounter}/actions", {"command": command, **more})

    async def stored(self, encounter: str) -> tuple[int, int, int]:
        """What cannot change when a request is refused: version, last event, actions in the log."""
        seen = (await self.get(f"/encounters/{encounter}")).json()
        log = (await self.get(f"/encounters/{encounter}/actions?limit=200")).json()["items"]
        return seen["version"], seen["last_event"], len(log)

    async def seat(self, role: str, *controls: str, **more: Any) -> "Caller":
        """Somebody at the table, with a token of that role for these combatants."""
        wanted = {"role": role, "controls": controls, **more}
        answer = await self.post(f"/campaigns/{self.campaign}/tokens", {"tokens": [wanted]})
        assert answer.status_code == 201, answer.text
        return Caller(self.http, answer.json()["tokens"][0]["token"])
