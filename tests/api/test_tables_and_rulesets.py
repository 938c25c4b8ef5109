"""The printed tables over HTTP: whole, and by roll."""

import pytest
from jsonschema import Draft202012Validator

from tests.api.caller import BLOW, DAFUR, Caller


async def test_row_90_against_armour_type_4_is_12b(gm: Caller) -> None:
    path = "/table-packs/harp-tdm/tables/one-handed-blades/lookup?roll=90&column=4"
    found = (await gm.get(path)).json()
    assert found == {
        "table": "attack.one-handed-blades",
        "roll": 90,
        "column": "4",
        "row": {"from": 90, "to": 90},
        "hits": 12,
        "severity": "B",
        "cell": "12B",
    }


async def test_a_critical_and_a_fumble_are_looked_up_too(gm: Caller) -> None:
    critical = (await gm.get("/table-packs/harp-tdm/tables/critical.slash/lookup?roll=42&column=B")).json()
    assert critical["effects"]["hits"] == 4
    path = "/table-packs/harp-tdm/tables/fumbles/lookup?roll=1&column=melee-one-handed"
    assert (await gm.get(path)).json()["effects"]["lose_action"] == 1


async def test_an_armour_is_looked_up_by_its_type_with_what_fitting_takes(gm: Caller) -> None:
    """H-ARM-2: chain takes six half-days and 161 to fit."""
    found = (await gm.get("/table-packs/harp-tdm/tables/armours/lookup?roll=6")).json()
    assert (found["table"], found["roll"], found["column"]) == ("armours", 6, "")
    assert (found["fitting_half_days"], found["fitting_difficulty"]) == (6, 161)
    assert found["casting_penalty"] == -25


async def test_every_table_that_a_pack_lists_can_be_read(gm: Caller) -> None:
    packs = [pack["id"] for pack in (await gm.get("/table-packs")).json()["items"]]
    assert sorted(packs) == ["dnd35", "harp-tdm", "pf1"]
    listed = {pack: (await gm.get(f"/table-packs/{pack}")).json()["tables"] for pack in packs}
    assert len([table for table in listed["harp-tdm"] if table.startswith("attack.")]) == 15
    assert len([table for table in listed["harp-tdm"] if table.startswith("critical.")]) == 11
    assert sorted(listed["pf1"]) == ["armors", "dice_by_size", "sizes", "weapons"]
    for pack, tables in listed.items():
        for table in tables:
            answer = await gm.get(f"/table-packs/{pack}/tables/{table}")
            assert answer.json()["id"] == table
            assert answer.json()["table"]


async def test_an_entry_of_a_list_is_looked_up_by_its_id(gm: Caller) -> None:
    """D20-DMG-10: 1d8 of a Medium wielder is 2d6 in the hands of a Large one."""
    found = (await gm.get("/table-packs/dnd35/tables/dice_by_size/entries/1d8")).json()
    assert (found["table"], found["key"], found["row"]["large"]) == ("dice_by_size", "1d8", "2d6")
    lance = (await gm.get("/table-packs/pf1/tables/weapons/entries/lance")).json()
    assert (lance["row"]["multiplier"], lance["row"]["reach"]) == (3, True)
    assert (lance["damage_by_size"]["small"], lance["damage_by_size"]["large"]) == ("1d6", "2d6")
    axe = (await gm.get("/table-packs/harp-tdm/tables/weapons/entries/axe")).json()["row"]
    assert axe["attack_table"] == "one-handed-blades"


async def test_an_entry_that_is_not_there_is_named(gm: Caller) -> None:
    absent = await gm.get("/table-packs/pf1/tables/weapons/entries/spoon")
    assert (absent.status_code, absent.json()["code"]) == (404, "unknown_table_entry")
    no_list = await gm.get("/table-packs/harp-tdm/tables/fumbles/entries/axe")
    assert no_list.status_code == 404


async def test_the_published_schemas_take_what_the_service_takes(gm: Caller) -> None:
    rulesets = {ruleset["id"]: ruleset for ruleset in (await gm.get("/rulesets")).json()["items"]}
    assert rulesets.keys() == {"dnd35", "harp-tdm", "pf1"}
    ruleset = rulesets["harp-tdm"]
    assert {"attack", "add", "remove"} <= set(ruleset["commands"])
    schemas = (await gm.get(f"/rulesets/{ruleset['id']}/schema")).json()
    Draft202012Validator(schemas["command"]).validate(BLOW)
    Draft202012Validator(schemas["sheet"]).validate(DAFUR["sheet"])
    assert not Draft202012Validator(schemas["command"]).is_valid({**BLOW, "wepon": "axe"})
    assert (await gm.get(f"/rulesets/{ruleset['id']}")).json() == ruleset


@pytest.mark.parametrize("edition", ["dnd35", "pf1"])
async def test_the_published_schemas_of_the_d20_games_take_what_they_take(gm: Caller, edition: str) -> None:
    ruleset = (await gm.get(f"/rulesets/{edition}")).json()
    assert {"add", "attack", "charge", "full-attack", "move", "start"} <= set(ruleset["commands"])
    schemas = (await gm.get(f"/rulesets/{edition}/schema")).json()
    blow = {"type": "attack", "actor": "ada", "target": "orc", "weapon": "sword"}
    sheet = {
        "ruleset": edition,
        "hp": 12,
        "ac": {"total": 15, "touch": 12, "flat_footed": 13},
        "weapons": [{"id": "sword", "attack": 5, "damage": "1d8+3", "critical": "19-20/x2"}],
    }
    Draft202012Validator(schemas["command"]).validate(blow)
    Draft202012Validator(schemas["sheet"]).validate(sheet)
    assert not Draft202012Validator(schemas["command"]).is_valid({**blow, "wepon": "axe"})
    assert not Draft202012Validator(schemas["sheet"]).is_valid({**sheet, "hits": 12})
