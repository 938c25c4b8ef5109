"""Whose dice count: the sources that an encounter allows, and for whom."""

from typing import Any

import pytest

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller

ORCS_BLOW = {"type": "attack", "actor": "orc", "target": "dafur", "weapon": "scimitar"}
FOES_BY_THE_SERVER = [{"side": "foes", "allowed": ["server"]}]


async def fight(gm: Caller, *sources: dict[str, Any]) -> str:
    encounter = await gm.begin(dice_policy={"sources": sources})
    for fighter in (DAFUR, ORC):
        assert (await gm.post(f"/encounters/{encounter}/combatants", fighter)).status_code == 201
    return encounter


async def test_all_dice_count_where_nothing_is_said(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    assert (await gm.get(f"/encounters/{encounter}")).json()["dice_policy"]["sources"] == []
    assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201
    assert (await gm.act(encounter)).status_code == 201


async def test_foes_are_rolled_by_the_server_and_heroes_by_anybody(gm: Caller) -> None:
    encounter = await fight(gm, *FOES_BY_THE_SERVER)
    shown = (await gm.get(f"/encounters/{encounter}")).json()["dice_policy"]["sources"]
    assert shown == [{"side": "foes", "combatant": None, "allowed": ["server"]}]
    assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201
    before = await gm.stored(encounter)
    refused = await gm.act(encounter, ORCS_BLOW, dice=[10])
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (409, "dice_source_not_allowed")
    assert problem["detail"] == "«attack» of Orc is thrown by the server, not by the table."
    assert problem["errors"][0]["pointer"] == "/dice"
    assert (problem["params"]["purpose"], problem["params"]["source"]) == ("attack", "manual")
    assert await gm.stored(encounter) == before
    assert (await gm.act(encounter, ORCS_BLOW)).json()["rolls"][0]["source"] == "server"


async def test_where_only_the_table_throws_the_server_does_not(gm: Caller) -> None:
    encounter = await fight(gm, {"allowed": ["manual", "gm"]})
    refused = await gm.act(encounter)
    assert (refused.status_code, refused.json()["code"]) == (409, "dice_source_not_allowed")
    assert (
        refused.json()["detail"] == "«attack» of Dafur is thrown by the table or the GM, not by the server."
    )
    assert "errors" not in refused.json()
    assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201


async def test_the_first_row_that_fits_decides(gm: Caller) -> None:
    encounter = await fight(
        gm, {"combatant": "dafur", "allowed": ["manual"]}, {"side": "heroes", "allowed": ["server"]}
    )
    assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201
    assert (await gm.act(encounter)).json()["code"] == "dice_source_not_allowed"
    assert (await gm.act(encounter, ORCS_BLOW, dice=[10])).status_code == 201, "no row is about the orc"


async def test_a_group_with_one_roll_that_does_not_count_is_refused_whole(gm: Caller) -> None:
    encounter = await fight(gm, *FOES_BY_THE_SERVER)
    before = await gm.stored(encounter)
    body = {"commands": [BLOW, ORCS_BLOW], "dice": [*LIGHT_HIT, 10]}
    refused = await gm.post(f"/encounters/{encounter}/actions", body)
    assert refused.json()["code"] == "dice_source_not_allowed"
    assert await gm.stored(encounter) == before


@pytest.mark.parametrize(
    ("row", "pointer"),
    [
        ({"allowed": []}, "/dice_policy/sources/0/allowed"),
        ({"side": "foes"}, "/dice_policy/sources/0/allowed"),
        ({"allowed": ["players"]}, "/dice_policy/sources/0/allowed/0"),
        ({"side": "", "allowed": ["server"]}, "/dice_policy/sources/0/side"),
    ],
)
async def test_a_policy_that_cannot_be_is_refused(gm: Caller, row: dict[str, Any], pointer: str) -> None:
    body = {"ruleset": "harp-tdm", "dice_policy": {"sources": [row]}}
    refused = await gm.post("/encounters", body)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, pointer)
