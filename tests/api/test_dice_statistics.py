"""How the dice of a campaign fell, and what is honestly to be said of it."""

import json
from typing import Any

import asyncpg
import pytest
from sqlalchemy.engine import URL

from tests.api.caller import LOOK, SCOUT, Caller

EVEN = tuple(range(1, 96)) + tuple(range(1, 6))
"""100 faces that open no die; 96 to 100 never fall."""
OPENING = tuple(face for opening in range(96, 101) for face in (opening, opening - 95, opening, opening - 90))
ALL_ALIKE = OPENING + tuple(range(11, 96)) * 2 + tuple(range(1, 11))
"""Every face twice."""


async def statistics_of(caller: Caller) -> dict[str, Any]:
    answer = await caller.get(f"/campaigns/{caller.campaign}/dice-statistics")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def look(gm: Caller, encounter: str, *faces: int, **more: Any) -> None:
    """Throws these faces by hand, each a roll of its own, or where it opens the beginning of one."""
    for start in range(0, len(faces), 100):
        dice = list(faces[start : start + 100])
        body = {"commands": [LOOK] * sum(face < 96 for face in dice), "dice": dice, **more}
        answer = await gm.post(f"/encounters/{encounter}/actions", body)
        assert answer.status_code == 201, answer.text


async def test_of_a_campaign_without_dice_there_is_nothing_to_tell(gm: Caller) -> None:
    told = await statistics_of(gm)
    assert (told["dice"], told["rollers"], told["tests"]) == ([], [], 0)


async def test_faces_are_counted_and_nothing_is_said_before_200(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await look(gm, encounter, *EVEN, *EVEN[:99])
    (die,) = (await statistics_of(gm))["dice"]
    assert (die["sides"], die["source"], die["thrown"]) == (100, "manual", 199)
    assert die["faces"][:5] == [4, 4, 4, 4, 3]
    assert die["test"] is None
    assert die["text"] == "d100, thrown 199 times: too few, 200 are needed."
    await look(gm, encounter, 5)
    told = await statistics_of(gm)
    (die,) = told["dice"]
    assert die["message_id"] == "dice_statistics.usual"
    assert (die["test"]["degrees_of_freedom"], die["test"]["faces_together"]) == (24, 4)
    assert die["text"].startswith("d100, thrown 200 times: nothing unusual. Of fair dice, ")
    assert told["tests"] == 2, "all together, and the scout"
    assert told["note"].startswith("2 tests were made.")


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        (ALL_ALIKE, "more even than chance mostly is. Of fair dice, fewer than 1 in 1,000,000 such series"),
        ((1,) * 200, "far from an even count. Of fair dice, fewer than 1 in 1,000,000 such series"),
        (tuple(range(1, 89)) * 2 + (1,) * 24, "far from an even count. Of fair dice, "),
        (tuple(range(1, 93)) * 2 + (1,) * 16, "less even than most series. Of fair dice, 3 in 1,000 such"),
    ],
)
async def test_what_is_said_grows_with_what_is_found(gm: Caller, faces: tuple[int, ...], said: str) -> None:
    await look(gm, await gm.begin_fight(SCOUT), *faces)
    (die,) = (await statistics_of(gm))["dice"]
    assert said in die["text"], (die["text"], die["test"])


async def test_dice_of_the_server_and_dice_by_hand_are_told_apart(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await gm.act(encounter, LOOK, dice=[97, 12])
    rolls = [(await gm.act(encounter, LOOK)).json()["rolls"][0] for _ in range(3)]
    by_hand, by_server = (await statistics_of(gm))["dice"]
    assert (by_hand["source"], by_hand["thrown"]) == ("manual", 2), "an open-ended roll is two dice"
    assert by_server["thrown"] == sum(len(roll["dice"]) for roll in rolls)
    for roll in rolls:
        for die in roll["dice"]:
            assert by_server["faces"][die["value"] - 1] > 0


async def test_a_roller_is_the_same_in_every_encounter_where_it_has_the_same_ref(gm: Caller) -> None:
    for _ in range(2):
        await look(gm, await gm.begin_fight(SCOUT), 42)
    nameless = {**SCOUT, "ref": None}
    for face in (7, 8):
        encounter = await gm.begin()
        entered = await gm.post(f"/encounters/{encounter}/combatants", nameless)
        command = {**LOOK, "actor": entered.json()["id"]}
        assert (await gm.act(encounter, command, dice=[face])).status_code == 201
    rollers = (await statistics_of(gm))["rollers"]
    assert sorted((one["name"], len(one["combatants"]), one["dice"][0]["thrown"]) for one in rollers) == [
        ("Scout", 1, 1),
        ("Scout", 1, 1),
        ("Scout", 2, 2),
    ]


@pytest.mark.parametrize("more", [{}, {"dice": [42]}])
async def test_what_not_everybody_saw_counts_only_when_it_is_revealed(
    gm: Caller, more: dict[str, Any]
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await gm.act(encounter, LOOK, privacy="gm", **more)
    assert (await statistics_of(gm))["dice"] == []
    await gm.post(f"/encounters/{encounter}/dice-proof/rotate", {})
    (die,) = (await statistics_of(gm))["dice"]
    assert die["thrown"] >= 1


async def test_a_roll_that_the_log_tells_of_twice_counts_once_and_a_sum_not_at_all(
    gm: Caller, address: URL
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    action = (await gm.act(encounter, LOOK)).json()
    for _ in range(2):
        await gm.act(encounter, LOOK)
    server = action["rolls"][0]
    by_hand = {**server, "source": "manual", "stream": None, "index": None}
    rows = {
        2: {**action, "rolls": [by_hand, server]},
        3: {**action, "rolls": [by_hand, {**by_hand, "source": "gm"}]},
        4: {**action, "id": "act_another", "rolls": [{**by_hand, "as_sum": True}]},
    }
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    for seq, result in rows.items():
        await own.execute(
            "UPDATE encounter_action SET result = $3 WHERE encounter_id = $1 AND seq = $2",
            encounter,
            seq,
            json.dumps(result),
        )
    await own.close()
    dice = len(server["dice"])
    told = {die["source"]: die["thrown"] for die in (await statistics_of(gm))["dice"]}
    assert told == {"server": dice, "manual": dice, "gm": dice}


async def test_another_campaigns_dice_are_not_there(gm: Caller, stranger: Caller) -> None:
    await look(gm, await gm.begin_fight(SCOUT), 42)
    assert (await stranger.get(f"/campaigns/{gm.campaign}/dice-statistics")).status_code == 404
    assert (await statistics_of(stranger))["dice"] == []
