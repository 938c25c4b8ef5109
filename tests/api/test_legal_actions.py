"""What a combatant can do now: bodies that the rules accept, and why not the rest."""

import time
from typing import Any

import pytest

from app.cli.play import shipped_shelf
from app.services.base.ids import new_id
from tests.api.caller import DAFUR, ORC, Caller

Json = dict[str, Any]
ADA = {
    "name": "Ada",
    "side": "heroes",
    "ref": "ada",
    "sheet": {
        "hp": 30,
        "ac": {"total": 15, "touch": 12, "flat_footed": 13},
        "bab": 6,
        "weapons": [
            {"id": "sword", "model": "longsword", "attack": 8, "damage": "1d8+3", "critical": "19-20/x2"},
            {"id": "bow", "model": "shortbow", "attack": 6, "damage": "1d6", "critical": "20/x3"},
        ],
    },
}
FIELD = {"rows": "\n".join(["." * 30] * 30), "cell": {"value": 5, "unit": "ft"}}


async def of(gm: Caller, encounter: str, combatant: str, more: str = "") -> Json:
    answer = await gm.get(f"/encounters/{encounter}/legal-actions?combatant={combatant}{more}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def fight(gm: Caller, ruleset: str) -> str:
    """Two beside each other on a map, and a third one far away."""
    encounter = await gm.begin(ruleset=ruleset, map=FIELD)
    one, other = (DAFUR, ORC) if ruleset == "harp-tdm" else (ADA, {**ADA, "side": "foes", "ref": "bor"})
    third = {**other, "ref": "far"}
    for fighter, at in ((one, [2, 2]), (other, [3, 2]), (third, [20, 20])):
        answer = await gm.post(f"/encounters/{encounter}/combatants", {**fighter, "at": at})
        assert answer.status_code == 201, answer.text
    return encounter


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_every_body_can_be_sent_as_it_is(gm: Caller, ruleset: str) -> None:
    encounter = await fight(gm, ruleset)
    who = "dafur" if ruleset == "harp-tdm" else "ada"
    found = await of(gm, encounter, who, "&limit=3")
    assert {action["type"] for action in found["possible"]} >= {"attack", "end-turn"}
    for action in found["possible"]:
        looked = await gm.post(f"/encounters/{encounter}/preview", action["body"])
        assert looked.json()["legal"], (action, looked.text)
        asked = [
            {key: one[key] for key in ("kind", "who", "purpose", "text")} for one in looked.json()["awaiting"]
        ]
        assert asked == action["asks"]
    blow = next(action for action in found["possible"] if action["type"] == "attack")
    done = await gm.post(f"/encounters/{encounter}/actions", blow["body"])
    assert done.status_code == 201, done.text


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_what_is_impossible_says_why(gm: Caller, ruleset: str) -> None:
    encounter = await fight(gm, ruleset)
    who = "dafur" if ruleset == "harp-tdm" else "ada"
    found = await of(gm, encounter, who)
    reasons = {one["type"]: one for one in found["impossible"]}
    assert [check["code"] for check in reasons["stand"]["failed_checks"]] == ["NOT_PRONE"]
    assert reasons["stand"]["failed_checks"][0]["rule_id"]
    listed = {action["type"] for action in found["possible"]} | set(reasons)
    commands = set((await gm.get(f"/rulesets/{ruleset}")).json()["commands"])
    not_of_somebody = {
        "start", "end", "surprise", "roll-initiative", "reorder", "add", "remove", "sync", "edit", "damage",
        "heal", "effect-add", "effect-remove", "save-or-resist",
    }  # fmt: skip
    assert listed == commands - not_of_somebody


async def test_a_blow_reaches_only_who_is_near(gm: Caller) -> None:
    encounter = await fight(gm, "harp-tdm")
    near = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]["id"]
    found = await of(gm, encounter, "dafur", "&type=attack")
    assert [(action["target"], action["weapon"]) for action in found["possible"]] == [(near, "axe")]
    assert found["truncated"] == []


async def test_out_of_turn_nothing_but_the_reason(gm: Caller) -> None:
    encounter = await fight(gm, "harp-tdm")
    await gm.act(encounter, {"type": "start"})
    found = await of(gm, encounter, "dafur", "&type=attack")
    (blow,) = found["impossible"]
    assert blow["failed_checks"][0]["code"] == "INITIATIVE_NOT_ROLLED"
    declared = await of(gm, encounter, "dafur", "&type=declare")
    assert declared["possible"]


async def test_without_a_map_what_has_to_be_stated_is_named(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    found = await of(gm, encounter, "dafur", "&type=move")
    (move,) = found["impossible"]
    assert move["unclear"]["code"] == "distance_missing"
    assert move["unclear"]["pointer"] == "/command/distance"


async def test_a_list_is_cut_and_says_so(gm: Caller) -> None:
    encounter = await fight(gm, "harp-tdm")
    found = await of(gm, encounter, "dafur", "&type=full-parry&limit=1")
    assert len(found["possible"]) == 1
    assert found["truncated"] == ["full-parry"]


async def test_a_waiting_action_comes_first(gm: Caller) -> None:
    encounter = await gm.begin(dice_policy={"rolls": "players"})
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    await gm.act(encounter)
    answer = await gm.get(f"/encounters/{encounter}/legal-actions?combatant=dafur")
    assert (answer.status_code, answer.json()["code"]) == (409, "decision_pending")


async def test_nobody_and_nowhere(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/legal-actions"
    assert (await gm.get(f"{path}?combatant={new_id('cmb')}")).json()["code"] == "not_found"
    assert (await gm.get(path)).json()["code"] == "invalid_query"
    assert (await stranger.get(f"{path}?combatant=dafur")).json()["code"] == "not_found"


@pytest.mark.parametrize("ruleset", ["harp-tdm", "pf1"])
async def test_forty_on_a_map_are_a_matter_of_a_moment(gm: Caller, ruleset: str) -> None:
    encounter = await gm.begin(ruleset=ruleset, map=FIELD)
    fighter = {**(ORC if ruleset == "harp-tdm" else ADA), "ref": None}
    crowd = [
        {
            **{key: part for key, part in fighter.items() if key != "ref"},
            "side": "heroes" if number % 2 else "foes",
            "at": [2 * (number % 10) + 3, 3 * (number // 10) + 5],
            "external_refs": [{"system": "foundry", "kind": "token", "id": f"{ruleset}-{number}"}],
        }
        for number in range(40)
    ]
    body = {"mode": "merge", "combatants": crowd}
    answer = await gm.put(f"/encounters/{encounter}/combatants:sync", body, If_Match="*")
    assert answer.status_code == 200, answer.text
    began = time.perf_counter()
    found = await of(gm, encounter, f"foundry:token:{ruleset}-0")
    assert time.perf_counter() - began < 15
    assert found["possible"]
    assert len(found["possible"]) <= 20 * len(shipped_shelf(ruleset).game.command.__args__)


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_who_can_still_fight_comes_before_who_is_down(gm: Caller, ruleset: str) -> None:
    encounter = await fight(gm, ruleset)
    who, beside = ("dafur", "orc") if ruleset == "harp-tdm" else ("ada", "bor")
    ids = {
        one["ref"]: one["id"] for one in (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    }
    before = await of(gm, encounter, who)
    assert before["possible"][0]["target"] == ids[beside]
    assert {one["target_is"] for one in before["possible"]} <= {"fighting", None}
    damage = {"hits": 60} if ruleset == "harp-tdm" else {"points": 32}
    await gm.act(encounter, {"type": "damage", "target": beside, **damage})
    found = (await of(gm, encounter, who))["possible"]
    down = [index for index, one in enumerate(found) if one["target"] == ids[beside]]
    assert down
    assert down == list(range(len(found) - len(down), len(found)))
    assert {found[index]["target_is"] for index in down} == {"down"}
    assert {one["target_is"] for one in found if one["target"] == ids["far"]} == {"fighting"}


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_when_nobody_fights_any_more_the_fallen_are_offered_as_before(gm: Caller, ruleset: str) -> None:
    encounter = await fight(gm, ruleset)
    who, beside = ("dafur", "orc") if ruleset == "harp-tdm" else ("ada", "bor")
    damage = {"hits": 60} if ruleset == "harp-tdm" else {"points": 32}
    for fallen in (beside, "far"):
        await gm.act(encounter, {"type": "damage", "target": fallen, **damage})
    first = (await of(gm, encounter, who))["possible"][0]
    assert (first["type"], first["target_is"]) == ("attack", "down")


async def test_the_dead_are_marked(gm: Caller) -> None:
    encounter = await fight(gm, "pf1")
    await gm.act(encounter, {"type": "damage", "target": "bor", "points": 200})
    found = (await of(gm, encounter, "ada"))["possible"]
    assert {one["target_is"] for one in found} >= {"dead", None}
