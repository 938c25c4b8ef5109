"""What a table sees over HTTP of turns, of somebody hidden, and of whoever hit points have felled."""

from typing import Any

import pytest

from tests.api.caller import Caller

Json = dict[str, Any]


def fighter(name: str, side: str, **more: Any) -> Json:
    figures = {"total": 15, "touch": 12, "flat_footed": 13}
    sword = {"id": "sword", "model": "longsword", "attack": 5}
    sheet = {"hp": 20, "bab": 3, "initiative": 0, "ac": figures, "weapons": [sword]}
    return {"name": name, "ref": name.lower(), "side": side, "sheet": sheet, **more}


async def fight(gm: Caller, ruleset: str, *fighters: Json) -> str:
    encounter = await gm.begin(ruleset=ruleset)
    for one in fighters:
        answer = await gm.post(f"/encounters/{encounter}/combatants", one)
        assert answer.status_code == 201, answer.text
    return encounter


async def told(viewer: Caller, encounter: str) -> list[str]:
    log = (await viewer.get(f"/encounters/{encounter}/actions?limit=50")).json()["items"]
    return [action["narration"]["text"]["plain"] for action in log]


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_everybody_hears_whose_turn_it_is(gm: Caller, ruleset: str) -> None:
    encounter = await fight(gm, ruleset, fighter("Ada", "heroes"), fighter("Orc", "foes"))
    table = await gm.seat("spectator")
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[15, 5])
    await gm.act(encounter, {"type": "end-turn", "actor": "ada"})
    *_, rolled, ended = await told(table, encounter)
    assert rolled == "Initiative is rolled.\nAda's turn."
    assert ended == "Ada's turn ends.\nOrc's turn."


async def test_the_marker_stays_while_somebody_hidden_acts(gm: Caller) -> None:
    spy = fighter("Secret Assassin", "foes", disclosure={"visibility": "hidden"})
    encounter = await fight(
        gm, "pf1", fighter("Ada", "heroes"), {**spy, "ref": "spy"}, fighter("Bor", "heroes")
    )
    table = await gm.seat("spectator")
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[15, 10, 5])
    people = (await table.get(f"/encounters/{encounter}/combatants")).json()["items"]
    ada, bor = (one["id"] for one in people)
    assert (await told(table, encounter))[-1] == "Initiative: Ada 15, Bor 5.\nAda's turn."
    await gm.act(encounter, {"type": "end-turn", "actor": "ada"})
    now = (await table.get(f"/encounters/{encounter}")).json()["round"]
    assert (now["current"], now["order"][0]["has_gone"]) == (ada, False)
    await gm.act(encounter, {"type": "end-turn", "actor": "spy"})
    now = (await table.get(f"/encounters/{encounter}")).json()["round"]
    assert (now["current"], now["order"][0]["has_gone"]) == (bor, True)
    *_, ended, passed = await told(table, encounter)
    assert (ended, passed) == ("Ada's turn ends.", "Bor's turn.")


@pytest.mark.parametrize(
    ("nonlethal", "points", "fares", "states"),
    [
        (True, 21, "down", ["unconscious", "helpless", "down"]),
        (True, 20, "unhurt", ["staggered"]),
        (False, 20, "near_death", ["disabled"]),
        (False, 22, "down", ["dying", "unconscious", "helpless", "down"]),
        (False, 60, "down", ["dead", "helpless", "down"]),
    ],
)
async def test_whoever_hit_points_have_felled_is_seen_to_lie_there(
    gm: Caller, nonlethal: bool, points: int, fares: str, states: list[str]
) -> None:
    encounter = await fight(gm, "pf1", fighter("Ada", "heroes"), fighter("Orc", "foes"))
    table = await gm.seat("spectator")
    hurt = {"type": "damage", "target": "orc", "points": points, "nonlethal": nonlethal}
    answer = await gm.act(encounter, hurt, dice=[20] if points == 60 else [])
    assert answer.status_code == 201, answer.text
    for viewer in (table, gm):
        orc = (await viewer.get(f"/encounters/{encounter}/combatants")).json()["items"][1]
        assert orc["states"][: len(states)] == states
    orc = (await table.get(f"/encounters/{encounter}/combatants")).json()["items"][1]
    assert (orc["health"]["fares"], orc["is_down"]) == (fares, "down" in states)


@pytest.mark.parametrize(
    ("hurt", "states"),
    [
        ({"type": "damage", "hits": 70}, ["unconscious", "down", "prone"]),
        ({"type": "effect-add", "death_in_rounds": 2}, ["dying", "unconscious", "down", "prone"]),
        ({"type": "effect-add", "death_in_rounds": 0}, ["dead", "unconscious", "down", "prone"]),
        ({"type": "effect-add", "stunned": 1, "no_parry": 1}, ["stunned", "no-parry"]),
    ],
)
async def test_nobody_is_both_dead_and_dying(gm: Caller, hurt: Json, states: list[str]) -> None:
    encounter = await gm.begin_fight()
    table = await gm.seat("spectator")
    answer = await gm.act(encounter, {**hurt, "target": "orc"})
    assert answer.status_code == 201, answer.text
    for viewer in (table, gm):
        people = (await viewer.get(f"/encounters/{encounter}/combatants")).json()["items"]
        (orc,) = [one for one in people if one["name"] == "Orc"]
        assert orc["states"] == states


async def test_a_masked_combatants_weapon_is_called_what_it_looks_like(gm: Caller) -> None:
    masked = fighter("Vex", "foes", disclosure={"name_mask": "a hooded man"})
    masked["sheet"]["weapons"][0] |= {"name": "Vexfang the Cruel"}
    encounter = await fight(gm, "pf1", fighter("Ada", "heroes"), masked)
    table = await gm.seat("spectator")
    blow = {"type": "attack", "actor": "vex", "target": "ada", "weapon": "sword"}
    refs = [{"system": "foundry", "kind": "message", "id": "the-blow-of-Vex"}]
    answer = await gm.post(
        f"/encounters/{encounter}/actions", {"command": blow, "dice": [19, 3, 3, 3], "external_refs": refs}
    )
    assert answer.status_code == 201, answer.text
    log = await table.get(f"/encounters/{encounter}/actions?limit=50")
    assert "A hooded man's longsword" in (await told(table, encounter))[-1]
    assert "vex" not in log.text.lower()


async def test_nobody_rolls_off_in_the_open_with_somebody_hidden(gm: Caller) -> None:
    spy = fighter("Spy", "foes", disclosure={"visibility": "hidden"})
    encounter = await fight(gm, "pf1", fighter("Ada", "heroes"), fighter("Orc", "foes"), spy)
    table = await gm.seat("spectator")
    await gm.act(encounter, {"type": "start"})
    rolled = (await gm.act(encounter, {"type": "roll-initiative"}, dice=[15, 9, 9])).json()
    off = [one for one in rolled["rolls"] if one["purpose"] == "initiative roll-off"]
    assert len(off) >= 2
    assert {one["stream"] for one in off} == {"hidden"}
    proof = (await table.get(f"/encounters/{encounter}/dice-proof")).json()
    assert [one["purpose"] for one in proof["rolls"]] == ["initiative", "initiative"]


async def test_what_another_system_calls_an_unseen_action_finds_nothing(gm: Caller) -> None:
    spy = fighter("Spy", "foes", disclosure={"visibility": "hidden"})
    encounter = await fight(gm, "pf1", fighter("Ada", "heroes"), spy)
    table = await gm.seat("spectator")
    path = f"/encounters/{encounter}/actions"
    refs = [{"system": "foundry", "kind": "message", "id": "m1"}]
    hurt = {"command": {"type": "damage", "target": "spy", "points": 1}, "external_refs": refs}
    assert (await gm.post(path, hurt)).status_code == 201
    found = [(await one.get(f"{path}?external_ref=foundry:message:m1")).json() for one in (gm, table)]
    assert [len(one["items"]) for one in found] == [1, 0]


async def test_the_words_for_a_wound_hold_no_figures(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    table = await gm.seat("spectator")
    await gm.act(encounter, {"type": "damage", "target": "orc", "hits": 20})
    log = (await table.get(f"/encounters/{encounter}/actions?limit=50")).json()["items"]
    (line, *_) = log[-1]["narration"]["lines"]
    assert (line["message_id"], line["params"]) == ("vague.hits_taken", {"target": "Orc"})


async def test_whoever_waits_can_look_ahead_while_somebody_hidden_acts(gm: Caller) -> None:
    spy = {
        "name": "Spy",
        "side": "foes",
        "ref": "spy",
        "sheet": {"hits": 40, "db": 0, "armour_type": 1, "initiative": 20},
    }
    spy["disclosure"] = {"visibility": "hidden"}
    ada = {
        "name": "Ada",
        "side": "heroes",
        "ref": "ada",
        "sheet": {"hits": 40, "db": 0, "armour_type": 1, "initiative": 50},
    }
    bor = {
        "name": "Bor",
        "side": "heroes",
        "ref": "bor",
        "sheet": {"hits": 40, "db": 0, "armour_type": 1, "initiative": -20},
    }
    encounter = await gm.begin_fight(ada, spy, bor)
    player = await gm.seat("player", "ada")
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[5, 5, 5])
    waited = await gm.act(encounter, {"type": "wait", "actor": "ada"})
    assert waited.status_code == 201, waited.text
    assert (await gm.get(f"/encounters/{encounter}")).json()["round"]["current"] is not None
    act_now = {"command": {"type": "act-now", "actor": "ada"}}
    ahead = await player.post(f"/encounters/{encounter}/preview", act_now)
    assert (ahead.status_code, ahead.json()["legal"]) == (200, True)
    assert (await player.post(f"/encounters/{encounter}/actions", act_now)).status_code == 201


@pytest.mark.parametrize(
    "command", [{"type": "trip", "target": "ada"}, {"type": "move", "to": [6, 2]}], ids=["trip", "move"]
)
async def test_nobody_is_asked_about_what_somebody_hidden_does(gm: Caller, command: Json) -> None:
    """An attack of opportunity at somebody unseen is the GM's to decide: the question would tell of them."""
    encounter = await gm.begin(
        ruleset="pf1",
        map={"rows": ["." * 10] * 10},
        dice_policy={"rows": [{"side": "heroes", "rolls": "players", "choices": "players"}]},
    )
    for one in (
        fighter("Ada", "heroes", at=[2, 2]),
        fighter("Shade", "foes", at=[3, 2], disclosure={"visibility": "hidden"}),
    ):
        assert (await gm.post(f"/encounters/{encounter}/combatants", one)).status_code == 201
    player = await gm.seat("player", "ada")
    waits = await gm.act(encounter, {"actor": "shade", **command})
    (asked,) = waits.json()["awaiting"]
    assert (asked["purpose"], asked["asked"]) == ("attack of opportunity", "gm")
    seen = (await player.get(f"/encounters/{encounter}")).json()["pending"]
    assert seen["awaiting"] == []
    path = f"/encounters/{encounter}/actions/{waits.json()['id']}/answers"
    answer = {"answers": [{"decision_id": asked["decision_id"], "choice": "no"}]}
    refused = await player.post(path, answer)
    assert refused.status_code in (403, 404, 409, 422)
    assert "hade" not in refused.text
    assert (await gm.post(path, answer)).status_code in (200, 202)


async def test_the_same_is_asked_of_players_where_they_see_who_acts(gm: Caller) -> None:
    encounter = await gm.begin(
        ruleset="pf1",
        map={"rows": ["." * 10] * 10},
        dice_policy={"rows": [{"side": "heroes", "choices": "players"}]},
    )
    for one in (fighter("Ada", "heroes", at=[2, 2]), fighter("Orc", "foes", at=[3, 2])):
        assert (await gm.post(f"/encounters/{encounter}/combatants", one)).status_code == 201
    waits = await gm.act(encounter, {"type": "trip", "actor": "orc", "target": "ada"})
    assert [one["asked"] for one in waits.json()["awaiting"]] == ["players"]
