"""The answers that the OpenAPI document shows: those that the service gives to a fight with fixed dice.

What differs from one run to the next (ids, moments, tokens, hashes) is replaced by something lasting.
"""

import asyncio
import json
import re
from typing import Any

from httpx import AsyncClient, Response

from tests.api.caller import ADMIN_TOKEN, BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.contract.places import EXAMPLES

SHOWN_ITEMS = 2
"""Items that are shown of a list of catalogue entries."""
_ID = re.compile(r"(cmp|enc|cmb|act|evt|tok|req|dec|sim)_[0-9a-z]{26}")
_LASTING = (
    (re.compile(r"^WyJ[A-Za-z0-9_-]{20,}$"), "WyJhY3Rpb25zIG9mIGVuY18wMWswYzh4NXRxM20iLDFd"),
    (re.compile(r"(estoc_cmp_[0-9a-z]{26})_[A-Za-z0-9_-]{43}"), r"\1_" + "s3cret" * 7 + "s"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "2026-03-14T20:15:00.000Z"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
)


async def record(http: AsyncClient) -> dict[str, Any]:
    """Answers by the operation that gives them, some of them a player's too, and problems by their status.

    Any: JSON.
    """
    admin = Caller(http, ADMIN_TOKEN)
    opened = await admin.post("/campaigns", {"name": "The road to Bree"})
    gm = Caller(http, opened.json()["token"])
    answers = {"openCampaign": opened, "getCampaign": await gm.get(opened.headers["Location"][3:])}
    answers |= await _encounter(gm)
    as_players = await _as_a_player(gm, answers["beginEncounter"].json()["id"])
    answers |= await _waiting(gm)
    answers |= await _simulated(gm)
    answers |= await _catalogues(gm)
    problems = await _problems(gm, answers["beginEncounter"].json()["id"])
    for name, answer in (*answers.items(), *as_players.items()):
        assert answer.is_success, (name, answer.text)
    lasting = _Lasting()
    return {
        "answers": {name: _short(name, lasting.of(answer.json())) for name, answer in answers.items()},
        "as_players": {name: lasting.of(answer.json()) for name, answer in as_players.items()},
        "problems": {str(answer.status_code): lasting.of(answer.json()) for answer in problems},
    }


_SCENE = {
    "mode": "merge",
    "combatants": [
        {
            "external_refs": [{"system": "foundry", "kind": "token", "id": "Kq3vNoVfnt8bCyWD"}],
            "name": "Goblin",
            "side": "foes",
            "sheet": {"hits": 30, "db": 20, "armour_type": 2},
        }
    ],
}


STAT_BLOCK = b"""Marsh Cur CR 1/2
N Small animal
Init +2; Senses scent; Perception +5
AC 14, touch 13, flat-footed 12 (+2 Dex, +1 natural, +1 size)
hp 7 (1d8+3)
Fort +3, Ref +4, Will +1
Speed 40 ft.
Melee bite +2 (1d4+1)
Str 13, Dex 15, Con 13, Int 2, Wis 12, Cha 6
Base Atk +0; CMB +0; CMD 12 (16 vs. trip)
"""

_AT_ONCE = {"ruleset": "harp-tdm", "combatants": [DAFUR, ORC], "command": BLOW, "dice": [55, 42]}


_REPORTED = {
    "scenario": 1,
    "title": "A blow that should hit",
    "ruleset": "harp-tdm",
    "combatants": [
        {"id": "dafur", "side": "heroes", "sheet": DAFUR["sheet"]},
        {"id": "orc", "side": "foes", "sheet": ORC["sheet"]},
    ],
    "play": [{"do": BLOW, "dice": [55, 42], "expect": {"result": {"attack_total": 135}}}],
}


async def _encounter(gm: Caller) -> dict[str, Response]:
    begun = await gm.post("/encounters", {"ruleset": "harp-tdm", "title": "On the road"})
    path = f"/encounters/{begun.json()['id']}"
    entered = await gm.post(f"{path}/combatants", DAFUR)
    await gm.post(f"{path}/combatants", ORC)
    dafur = f"{path}/combatants/{entered.json()['id']}"
    acted = await gm.post(f"{path}/actions", {"command": BLOW, "dice": [55, 42]})
    return {
        "beginEncounter": begun,
        "addCombatant": entered,
        "act": acted,
        "listEncounters": await gm.get("/encounters"),
        "getEncounter": await gm.get(path),
        "listCombatants": await gm.get(f"{path}/combatants"),
        "getCombatant": await gm.get(dafur),
        "listActions": await gm.get(f"{path}/actions?limit=1"),
        "getAction": await gm.get(acted.headers["Location"].removeprefix("/v1")),
        "listEvents": await gm.get(f"{path}/events?after=2&limit=2"),
        "editCombatant": await gm.patch(dafur, {"name": "Dafur the lame"}, If_Match="*"),
        "editEncounter": await gm.patch(path, {"title": "On the road, at noon"}, If_Match="*"),
        "syncCombatants": await gm.put(f"{path}/combatants:sync", _SCENE, If_Match="*"),
    }


async def _as_a_player(gm: Caller, encounter: str) -> dict[str, Response]:
    """What Dafur's player sees: Dafur whole, and of his foes what is disclosed."""
    path = f"/encounters/{encounter}"
    ada = await gm.seat("player", "dafur")
    combatants = await ada.get(f"{path}/combatants")
    orc = combatants.json()["items"][1]["id"]
    return {
        "getEncounter": await ada.get(path),
        "listCombatants": combatants,
        "getCombatant": await ada.get(f"{path}/combatants/{orc}"),
    }


async def _waiting(gm: Caller) -> dict[str, Response]:
    """A fight in which the players roll: what is waited for, answered, given up, taken back, looked at."""
    begun = await gm.post("/encounters", {"ruleset": "harp-tdm", "dice_policy": {"rolls": "players"}})
    path = f"/encounters/{begun.json()['id']}"
    for fighter in (DAFUR, ORC):
        await gm.post(f"{path}/combatants", fighter)
    waits = await gm.post(f"{path}/actions", {"command": BLOW})
    (asked,) = waits.json()["awaiting"]
    given = {"answers": [{"decision_id": asked["decision_id"], "dice": LIGHT_HIT}]}
    answered = await gm.post(f"{path}/actions/{waits.json()['id']}/answers", given)
    again = (await gm.post(f"{path}/actions", {"command": BLOW})).json()["id"]
    return {
        "waits": waits,
        "answerDecisions": answered,
        "cancelAction": await gm.post(f"{path}/actions/{again}/cancel", {}),
        "undo": await gm.post(f"{path}/undo", {}),
        "redo": await gm.post(f"{path}/redo", {}),
        "cloneEncounter": await gm.post(f"{path}/clone", {"title": "Once more"}),
        "resolve": await gm.post("/resolve", _AT_ONCE),
        "runScenario": await gm.post("/scenarios:run", _REPORTED),
        "listLegalActions": await gm.get(f"{path}/legal-actions?combatant=dafur&type=attack"),
        "previewAction": await gm.post(f"{path}/preview", {"command": BLOW}),
        "compareOdds": await gm.post(
            f"{path}/odds:compare",
            {"variants": [{"name": "strike", "action": {"command": BLOW, "dice": [55, 42]}}]},
        ),
        "getOdds": await gm.post(f"{path}/odds", {"command": BLOW, "dice": [55, 42]}),
        "getReport": await gm.get(f"{path}/report"),
        "exportScenario": await gm.get(f"{path}/scenario"),
        "resetEncounter": await gm.post(f"{path}/reset", {}),
    }


async def _simulated(gm: Caller) -> dict[str, Response]:
    """A fight that is fought a few times by itself."""
    encounter = await gm.begin_fight()
    body = {"encounter_id": encounter, "runs": 10, "max_rounds": 2, "seed": "the ford"}
    begun = await gm.post("/simulations", body)
    path, seen = f"/simulations/{begun.json()['id']}", begun
    for _ in range(600):
        seen = await gm.get(path)
        if seen.json()["status"] != "running":
            break
        await asyncio.sleep(0.1)
    return {
        "beginSimulation": begun,
        "getSimulation": seen,
        "listSimulations": await gm.get("/simulations"),
        "getSimulatedRun": await gm.get(f"{path}/runs/0"),
    }


async def _catalogues(gm: Caller) -> dict[str, Response]:
    pack = json.loads(EXAMPLES.read_text(encoding="utf-8"))["A small pack"]
    return {
        "importTablePack": await gm.post("/table-packs", pack),
        "validateTablePack": await gm.post("/table-packs:validate", pack),
        "exportTablePack": await gm.get("/table-packs/my-house-tables/export"),
        "listTablePackVersions": await gm.get("/table-packs/my-house-tables/versions"),
        "getTablePackVersion": await gm.get("/table-packs/my-house-tables/versions/1"),
        "compareTablePacks": await gm.get("/table-packs/pf1/diff?to=my-house-tables&limit=2"),
        "compareWithTablePack": await gm.post("/table-packs/my-house-tables/diff", pack),
        "listRulesets": await gm.get("/rulesets?limit=1"),
        "getRuleset": await gm.get("/rulesets/harp-tdm"),
        "getRulesetSchema": await gm.get("/rulesets/harp-tdm/schema"),
        "listTablePacks": await gm.get("/table-packs"),
        "getTablePack": await gm.get("/table-packs/harp-tdm"),
        "getTable": await gm.get("/table-packs/harp-tdm/tables/armours"),
        "lookUp": await gm.get("/table-packs/harp-tdm/tables/one-handed-blades/lookup?roll=90&column=4"),
        "getOwnToken": await gm.get("/token"),
        "readCreatures": await gm.send("/creatures:read", STAT_BLOCK),
        "ping": await gm.get("/ping"),
        "isAlive": await gm.http.get("/livez"),
        "isReady": await gm.http.get("/readyz"),
        "listProblems": await gm.http.get("/problems"),
    }


async def _problems(gm: Caller, encounter: str) -> list[Response]:
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW, "dice": LIGHT_HIT}
    known = {"X_Request_ID": "01k0c8x5tq3m", "Content_Type": "application/json"}
    return [
        await gm.send(path, b"{", **known, Idempotency_Key="k"),
        await Caller(gm.http, "nothing").get("/encounters", **known),
        await gm.get("/encounters/enc_unknown", **known),
        await gm.post(path, {"command": {"type": "reorder", "order": []}}, **known),
        await gm.post(path, body, If_Match='"1"', **known),
        await gm.delete(f"/encounters/{encounter}", **known),
        await gm.send(path, b" " * 300_000, **known, Idempotency_Key="k"),
        await gm.send(path, b"", X_Request_ID="01k0c8x5tq3m", Content_Type="text/csv", Idempotency_Key="k"),
        await gm.post(path, {"command": {**BLOW, "weapon": "spoon"}}, **known),
    ]


class _Lasting:
    """Replaces what does not last; the same id is replaced by the same one everywhere."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def of(self, part: Any) -> Any:
        match part:
            case dict():
                return {key: self.of(value) for key, value in part.items()}
            case list():
                return [self.of(item) for item in part]
            case str():
                return self._text(part)
            case _:
                return part

    def _text(self, text: str) -> str:
        for pattern, lasting in _LASTING:
            text = pattern.sub(lasting, text)
        return _ID.sub(self._id, text)

    def _id(self, found: re.Match[str]) -> str:
        # An event's id is its action's with a number after it.
        body = found[0].partition("_")[2]
        number = self._ids.setdefault(body, f"01k0c8x5tq3m{len(self._ids):014d}")
        return f"{found[1]}_{number}"


def _short(operation: str, answer: Any) -> Any:
    """Catalogues show their beginning; schemas are shown without what is in them."""
    if operation == "getRulesetSchema":
        return {name: {"type": "object"} for name in answer}
    for key in ("tables", "table"):
        if isinstance(answer.get(key), list):
            answer[key] = answer[key][:SHOWN_ITEMS]
    if operation == "listProblems":
        answer["items"] = answer["items"][:SHOWN_ITEMS]
    return answer
