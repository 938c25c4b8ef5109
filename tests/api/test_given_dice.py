"""Dice that a player gives by hand: what is refused tells nothing of figures that are not disclosed."""

from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.test_the_hidden_do_not_show import fight, fighter

Json = dict[str, Any]
BLOW = {"type": "attack", "actor": "ada", "weapon": "sword"}


async def seated(gm: Caller, armor_class: int, **sheet: Any) -> tuple[Caller, str, Json]:
    """Ada's player, an encounter in her turn, and her blow at an orc whose defence nobody is told."""
    ada, orc = fighter("Ada", "heroes"), fighter("Orc", "foes")
    ada["sheet"] |= sheet
    orc["sheet"]["ac"] = dict.fromkeys(("total", "touch", "flat_footed"), armor_class)
    encounter = await fight(gm, "pf1", ada, orc)
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[15, 5])
    ada_id, orc_id = [
        one["id"] for one in (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    ]
    return await gm.seat("player", controls=[ada_id]), encounter, {**BLOW, "actor": ada_id, "target": orc_id}


ALWAYS_REFUSED: list[Json] = [
    {"dice": [12, 4], "strict": True, "choices": {"nothing": "yes"}},
    {"dice": [12, 4, 4, 4, 4], "strict": True},
    {"dice": [12, 9, 999]},
    {"dice": [2, 9, 999]},
    {"dice": [12, 9], "strict": True},
    {"dice": [12, 4], "twice": True},
    {"dice": [12, 9], "twice": True},
]


@pytest.mark.parametrize("body", ALWAYS_REFUSED, ids=str)
async def test_no_refusal_after_a_given_die_tells_what_it_met(gm: Caller, body: Json) -> None:
    told: list[Json] = []
    for armor_class in (5, 13, 17, 40):
        player, encounter, blow = await seated(gm, armor_class)
        sent = {name: part for name, part in body.items() if name != "twice"}
        sent |= {"commands": [blow, blow]} if body.get("twice") else {"command": blow}
        answer = await player.post(f"/encounters/{encounter}/actions", sent)
        problem = answer.json()
        told.append({name: problem.get(name) for name in ("code", "detail", "params", "errors", "status")})
        assert answer.status_code >= 400, answer.text
    assert told == [told[0]] * 4


async def test_dice_that_miss_are_not_held_against_a_guessed_defence(gm: Caller) -> None:
    player, encounter, blow = await seated(gm, 40, bab=6)
    answer = await player.act(encounter, {**blow, "type": "full-attack"}, dice=[12, 15])
    assert answer.status_code == 201, answer.text
    assert [roll["dice"][0]["value"] for roll in answer.json()["rolls"]] == [12, 15]


async def test_a_die_that_the_first_roll_does_not_have_is_named(gm: Caller) -> None:
    player, encounter, blow = await seated(gm, 15)
    problem = (await player.act(encounter, blow, dice=[21])).json()
    assert (problem["code"], problem["errors"][0]["pointer"]) == ("die_out_of_range", "/dice/0")


H_SHEET = {"hits": 40, "db": 10, "armour_type": 1, "initiative": 20}


async def lying_in_wait(gm: Caller, offence: int) -> tuple[Caller, str, str]:
    """Ada's player, and a fight in which somebody hidden waits for her to attack the cat; the cat's id."""
    encounter = await gm.begin()
    ids: list[str] = []
    for name, side, ob in (("Ada", "heroes", 80), ("Spy", "foes", offence), ("Cat", "foes", 10)):
        sheet = {**H_SHEET, "weapons": [{"id": "axe", "model": "axe", "ob": ob}]}
        seen = {"visibility": "hidden" if name == "Spy" else "visible"}
        entering = {"name": name, "ref": name.lower(), "side": side, "sheet": sheet, "disclosure": seen}
        ids.append((await gm.post(f"/encounters/{encounter}/combatants", entering)).json()["id"])
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[5, 9, 1])
    wait = {"type": "intercept", "actor": "spy", "whom": "ada", "actions": ["attack"], "weapon": "axe"}
    await gm.act(encounter, wait)
    answer = await gm.act(encounter, {"type": "end-turn", "actor": "spy"})
    assert answer.status_code == 201, answer.text
    return await gm.seat("player", controls=["ada"]), encounter, ids[2]


@pytest.mark.parametrize("option", ["no", "bogus"])
async def test_no_player_chooses_for_somebody_else(gm: Caller, option: str) -> None:
    player, encounter, cat = await lying_in_wait(gm, 80)
    blow = {"type": "attack", "actor": "ada", "target": cat, "weapon": "axe"}
    body = {"command": blow, "choices": {"interception": option}}
    answer = (await player.post(f"/encounters/{encounter}/actions", body)).json()
    assert answer["unused_choices"] == ["interception"]
    whole = (await gm.get(f"/encounters/{encounter}/actions/{answer['id']}")).json()
    (wanted, *_) = [one for one in whole["choices"] if one["purpose"] == "interception"]
    assert (wanted["choice"], wanted["source"]) == ("yes", "server")


async def test_somebody_hidden_who_misses_uses_no_given_die_and_shows_in_no_choice(gm: Caller) -> None:
    player, encounter, cat = await lying_in_wait(gm, -500)
    blow = {"type": "attack", "actor": "ada", "target": cat, "weapon": "axe"}
    body = {"command": blow, "dice": [50]}
    answer = (await player.post(f"/encounters/{encounter}/actions", body)).json()
    assert [die["value"] for die in answer["rolls"][0]["dice"]] == [50]
    assert (answer["choices"], answer["unused_dice"]) == ([], [])
    whole = (await gm.get(f"/encounters/{encounter}/actions/{answer['id']}")).json()
    assert next((one["source"], one["stream"]) for one in whole["rolls"]) == ("server", "hidden")


@pytest.mark.parametrize("label", ["spy", "nobody"])
async def test_a_label_does_not_try_out_what_somebody_hidden_is_called(gm: Caller, label: str) -> None:
    player, encounter, cat = await lying_in_wait(gm, 0)
    others = [{"label": label, "value": 5}]
    blow = {
        "type": "attack",
        "actor": "ada",
        "target": cat,
        "weapon": "axe",
        "situation": {"modifiers": others},
    }
    answer = await player.act(encounter, blow, dice=[50])
    assert answer.status_code == 201, answer.text
