"""Maps through the API: drawn once, seen with everybody on it, and named where something is in the way."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.api.caller import BLOW, DAFUR, ORC, Caller

FORD = {"rows": "......\n..o.#.\n......\n", "cell": {"value": 1.5, "unit": "m"}}
RUNNER = {**DAFUR, "at": [0, 1], "facing": "E", "sheet": {**DAFUR["sheet"], "bmr": 9}}
GUARD = {**ORC, "at": [5, 1], "facing": "W"}


async def at_the_ford(gm: Caller) -> str:
    encounter = await gm.begin(map=FORD)
    for fighter in (RUNNER, GUARD):
        answer = await gm.post(f"/encounters/{encounter}/combatants", fighter)
        assert answer.status_code == 201, answer.text
    return encounter


async def test_a_map_is_shown_as_it_is_played_and_can_be_sent_again(gm: Caller) -> None:
    encounter = await at_the_ford(gm)
    shown = (await gm.get(f"/encounters/{encounter}")).json()["map"]
    assert shown == {
        "rows": ["......", "..o.#.", "......"],
        "origin": [0, 0],
        "edges": [],
        "cell": {"value": "1.5", "unit": "m"},
        "diagonals": "1-2-1",
    }
    again = await gm.begin(map=shown)
    assert (await gm.get(f"/encounters/{again}")).json()["map"] == shown
    without = await gm.begin()
    assert (await gm.get(f"/encounters/{without}")).json()["map"] is None


@pytest.mark.parametrize(
    ("given", "kept"), [(1.5, "1.5"), ("1.50", "1.5"), (2.0, "2"), (10, "10"), (0.0000001, "0.0000001")]
)
async def test_a_cells_size_is_kept_as_it_was_written(gm: Caller, given: Any, kept: str) -> None:
    encounter = await gm.begin(map={"rows": ".", "cell": {"value": given, "unit": "m"}})
    assert (await gm.get(f"/encounters/{encounter}")).json()["map"]["cell"]["value"] == kept


async def test_everybody_is_seen_in_place_and_a_run_changes_it(gm: Caller) -> None:
    encounter = await at_the_ford(gm)
    run = await gm.act(encounter, {"type": "run", "actor": "dafur", "path": [[0, 0], [5, 0]]})
    assert run.status_code == 201, run.text
    dafur, orc = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    assert {"path": f"/combatants/{dafur['id']}/at", "from": [0, 1], "to": [5, 0]} in run.json()["changes"]
    assert (dafur["at"], dafur["facing"], dafur["elevation"], dafur["cells"]) == ([5, 0], "E", 0, 1)
    assert (orc["at"], orc["facing"]) == ([5, 1], "W")
    blow = await gm.act(encounter, BLOW, dice=[10])
    assert blow.json()["result"]["map_side"] == "flank"


async def test_a_blocked_charge_names_the_squares(gm: Caller) -> None:
    encounter = await at_the_ford(gm)
    charge = {"type": "charge", "actor": "dafur", "target": "orc", "weapon": "axe", "path": [[3, 1]]}
    answer = await gm.act(encounter, charge)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "charge_blocked")
    squares = {check["code"]: check["squares"] for check in problem["failed_checks"]}
    assert squares == {"CHARGE_BLOCKED": [[2, 1]], "OUT_OF_REACH": [[5, 1]]}


@pytest.mark.parametrize(
    ("drawn", "code", "pointer"),
    [
        ({"rows": "..", "grid": "hex"}, "hex_map_not_supported", "/map/grid"),
        ({"rows": ""}, "map_empty", "/map/rows"),
        ({"rows": ["..", "."]}, "map_rows_uneven", "/map/rows"),
        ({"rows": ".x"}, "map_character_unknown", "/map/rows"),
        ({"rows": ".", "cell": {"value": -1, "unit": "m"}}, "map_cell_size", "/map/cell/value"),
        ({"rows": ".", "cell": {"value": 1, "unit": "yd"}}, "unknown_value", "/map/cell/unit"),
        ({"rows": ".", "tokens": []}, "unknown_field", "/map/tokens"),
    ],
)
async def test_a_faulty_map_is_refused_in_its_place(
    gm: Caller, drawn: dict[str, Any], code: str, pointer: str
) -> None:
    answer = await gm.post("/encounters", {"ruleset": "harp-tdm", "map": drawn})
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_an_encounter_on_a_map_is_what_the_schema_says(gm: Caller) -> None:
    encounter = await at_the_ford(gm)
    document = (await gm.http.get("/openapi.json")).json()
    for schema, path in (("Encounter", ""), ("Combatant", "/combatants")):
        shown = (await gm.get(f"/encounters/{encounter}{path}")).json()
        form = {"$ref": f"#/components/schemas/{schema}", "components": document["components"]}
        for one in shown.get("items", [shown]):
            Draft202012Validator(form).validate(one)


async def test_nobody_stands_in_a_wall_or_on_no_map(gm: Caller) -> None:
    encounter = await gm.begin(map=FORD)
    answer = await gm.post(f"/encounters/{encounter}/combatants", {**RUNNER, "at": [4, 1]})
    assert (answer.status_code, answer.json()["code"]) == (422, "place_walled")
    assert answer.json()["errors"][0]["pointer"] == "/at"
    nowhere = await gm.post(f"/encounters/{await gm.begin()}/combatants", RUNNER)
    assert nowhere.json()["code"] == "no_map"


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_a_map_that_the_game_is_not_played_on_is_refused(gm: Caller, ruleset: str) -> None:
    """D20-GEO-01: squares of 5 ft that count 1-2-1."""
    other = {"rows": "...", "cell": {"value": 2, "unit": "m"}, "diagonals": "equal"}
    answer = await gm.post("/encounters", {"ruleset": ruleset, "map": other})
    assert answer.status_code == 422
    found = [(problem["pointer"], problem["code"]) for problem in answer.json()["errors"]]
    assert found == [("/map/cell", "map_squares"), ("/map/diagonals", "map_diagonals")]
    await gm.begin(ruleset=ruleset, map={"rows": "...", "cell": {"value": 5, "unit": "ft"}})


async def test_a_map_of_sixty_by_sixty_cells_can_be_drawn_as_one_text(gm: Caller) -> None:
    rows = ["." * 60] * 60
    encounter = await gm.begin(ruleset="pf1", map={"rows": "\n".join(rows)})
    assert (await gm.get(f"/encounters/{encounter}")).json()["map"]["rows"] == rows
