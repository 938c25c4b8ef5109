"""A scenario that is sent is played in memory and told step by step."""

from typing import Any

import pytest

from app.services.scenarios.file import read_file
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.coverage_rules import ROOT

Json = dict[str, Any]
REPORTED: Json = {
    "scenario": 1,
    "title": "A blow that should hit",
    "ruleset": "harp-tdm",
    "combatants": [
        {"id": "dafur", "side": "heroes", "sheet": DAFUR["sheet"]},
        {"id": "orc", "side": "foes", "sheet": ORC["sheet"]},
    ],
    "play": [{"do": BLOW, "dice": [55, 42], "expect": {"result": {"attack_total": 135}}}],
}


async def run(gm: Caller, document: Any) -> Any:
    headers = {"Authorization": f"Bearer {gm.token}"}
    return await gm.http.post("/v1/scenarios:run", json=document, headers=headers)


async def test_what_came_out_as_written_holds(gm: Caller) -> None:
    told = (await run(gm, REPORTED)).json()
    assert told["holds"] is True
    (step,) = told["steps"]
    assert step["status"] == "resolved"
    assert step["result"]["attack_total"] == 135
    assert (await gm.get("/encounters")).json()["items"] == []


async def test_what_did_not_is_told_with_its_place(gm: Caller) -> None:
    (blow,) = REPORTED["play"]
    wrong = {**blow, "expect": {"result": {"attack_total": 91}}}
    unread = {**blow, "dice": []}
    told = (await run(gm, {**REPORTED, "play": [wrong, unread, blow]})).json()
    assert told["holds"] is False
    assert told["steps"][0]["differences"][0]["pointer"] == "/play/0/expect/result/attack_total"
    assert told["steps"][1]["status"] == "dice_amiss"
    assert told["unplayed"] == 1


async def test_a_refusal_is_told_too(gm: Caller) -> None:
    refused = {"do": {"type": "stand", "actor": "dafur"}, "expect": {"refused": "NOT_PRONE"}}
    told = (await run(gm, {**REPORTED, "play": [refused]})).json()
    assert told["holds"] is True
    assert told["steps"][0]["codes"] == ["NOT_PRONE"]


async def test_an_encounter_written_down_can_be_sent_back(gm: Caller) -> None:
    encounter = await gm.begin()
    crowd = [
        {
            **{key: part for key, part in fighter.items() if key != "ref"},
            "external_refs": [{"system": "foundry", "kind": "token", "id": fighter["name"]}],
        }
        for fighter in (DAFUR, ORC)
    ]
    path = f"/encounters/{encounter}/combatants:sync"
    await gm.put(path, {"mode": "merge", "combatants": crowd}, If_Match="*")
    blow = {**BLOW, "actor": "foundry:token:Dafur", "target": "foundry:token:Orc"}
    await gm.act(encounter, blow, dice=LIGHT_HIT)
    late = {**crowd[1], "external_refs": [{"system": "foundry", "kind": "token", "id": "late"}]}
    changed = {**crowd[0], "name": "Dafur the lame"}
    await gm.put(path, {"mode": "replace", "combatants": [changed, late]}, If_Match="*")
    written = (await gm.get(f"/encounters/{encounter}/scenario")).json()
    assert "foundry" not in str(written)
    told = (await run(gm, written)).json()
    assert told["holds"] is True, told
    assert [step["do"]["type"] for step in told["steps"]] == ["attack", "sync"]


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_scenarios_of_every_game(gm: Caller, ruleset: str) -> None:
    path = sorted((ROOT / "tests" / "scenarios" / ruleset).glob("*.yaml"))[0]
    document = read_file(path).scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    told = await run(gm, document)
    assert told.status_code == 200, told.text
    assert told.json()["holds"] is True, told.json()


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"ruleset": "chess"}, "/ruleset", "wrong_value"),
        ({"play": [{"do": {**BLOW, "hat": 1}}]}, "/play/0/do/hat", "unknown_field"),
        ({"surprise": 1}, "/surprise", "unknown_field"),
        ({"combatants": [{"id": "orc", "side": "", "sheet": {"hits": 1, "db": 1}}]}, None, None),
    ],
)
async def test_what_cannot_be_read_is_pointed_at(
    gm: Caller, change: Json, pointer: str | None, code: str | None
) -> None:
    answer = await run(gm, {**REPORTED, **change})
    assert answer.status_code == 422, answer.text
    fault = answer.json()["errors"][0]
    assert pointer is None or (fault["pointer"], fault["code"]) == (pointer, code)


async def test_a_document_for_several_games_is_not_run_in_one_of_them(gm: Caller) -> None:
    document = {name: value for name, value in REPORTED.items() if name != "ruleset"}
    empty = {**document, "combatants": [], "play": [], "expect": {}}
    refused = await run(gm, {**empty, "rulesets": ["dnd35", "pf1"]})
    assert refused.status_code == 422
    assert refused.json()["errors"] == [
        {
            "pointer": "/rulesets",
            "code": "wrong_value",
            "message": "One run plays one game: give its `ruleset`.",
        }
    ]
    assert (await run(gm, {**empty, "rulesets": ["pf1"]})).json()["holds"] is True


async def test_it_needs_a_token(gm: Caller) -> None:
    assert (await gm.http.post("/v1/scenarios:run", json=REPORTED)).status_code == 401
