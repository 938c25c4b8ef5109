"""The printed tables over HTTP: whole, and by roll."""

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
    (pack,) = (await gm.get("/table-packs")).json()["items"]
    tables = (await gm.get(f"/table-packs/{pack['id']}")).json()["tables"]
    assert len([table for table in tables if table.startswith("attack.")]) == 15
    assert len([table for table in tables if table.startswith("critical.")]) == 11
    for table in tables:
        answer = await gm.get(f"/table-packs/{pack['id']}/tables/{table}")
        assert answer.json()["id"] == table
        assert answer.json()["table"]


async def test_the_published_schemas_take_what_the_service_takes(gm: Caller) -> None:
    (ruleset,) = (await gm.get("/rulesets")).json()["items"]
    assert {"attack", "add", "remove"} <= set(ruleset["commands"])
    schemas = (await gm.get(f"/rulesets/{ruleset['id']}/schema")).json()
    Draft202012Validator(schemas["command"]).validate(BLOW)
    Draft202012Validator(schemas["sheet"]).validate(DAFUR["sheet"])
    assert not Draft202012Validator(schemas["command"]).is_valid({**BLOW, "wepon": "axe"})
    assert (await gm.get(f"/rulesets/{ruleset['id']}")).json() == ruleset
