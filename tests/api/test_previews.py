"""A command is looked at before it is given: whether it is allowed, its figures and its picture."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from tests.api.caller import BLOW, DAFUR, ORC, Caller
from tests.docs.test_readme import contains

SVG = "{http://www.w3.org/2000/svg}"
MEADOW = {"rows": ["..........", "..........", ".........."], "origin": [0, -1]}
ADA = {
    "name": "Ada",
    "side": "heroes",
    "ref": "ada",
    "at": [0, 0],
    "sheet": {
        "hp": 40,
        "ac": {"total": 18, "touch": 12, "flat_footed": 16},
        "bab": 6,
        "abilities": {"strength": 18},
        "weapons": [{"id": "sword", "model": "longsword"}],
    },
}
OGRE = {
    "name": "Ogre",
    "side": "foes",
    "ref": "ogre",
    "at": [7, 0],
    "sheet": {
        "hp": 30,
        "size": "large",
        "ac": {"total": 16, "touch": 8, "flat_footed": 16},
        "cmd": 20,
        "weapons": [{"id": "club", "model": "greatclub", "attack": 8}],
    },
}
CHARGE = {"type": "charge", "actor": "ada", "target": "ogre", "weapon": "sword"}


async def on_the_meadow(gm: Caller, *others: dict[str, Any], **body: Any) -> str:
    encounter = await gm.begin(ruleset="pf1", map=MEADOW, title="The meadow", **body)
    for one in (ADA, OGRE, *others):
        answer = await gm.post(f"/encounters/{encounter}/combatants", one)
        assert answer.status_code == 201, answer.text
    return encounter


async def foresee(gm: Caller, encounter: str, command: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = await gm.post(f"/encounters/{encounter}/preview", {"command": command, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def named(totals: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    return {total["of"]: {part["label"]: part["value"] for part in total["parts"]} for total in totals}


async def test_a_charge_is_foreseen_with_its_way_its_dangers_and_its_figures(gm: Caller) -> None:
    """The ogre reaches ten feet: it may strike as Ada leaves (5, 0), before her blow."""
    encounter = await on_the_meadow(gm)
    seen = await foresee(gm, encounter, CHARGE)
    names = {
        one["id"]: one["ref"] for one in (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    }
    charge = seen["charge"]
    assert seen["legal"] is True
    assert seen["failed_checks"] == []
    assert (charge["squares"], charge["feet"], charge["space"]) == (6, 30, [[6, 0]])
    assert [place["at"] for place in charge["path"]] == [[x, 0] for x in range(7)]
    assert charge["lane"] == [[x, 0] for x in range(1, 7)]
    assert charge["first_block"] is None
    (danger,) = charge["opportunities"]
    assert (names[danger["who"]], danger["weapons"], danger["leaving"]) == ("ogre", ["club"], [5, 0])
    assert named(seen["totals"]) == {
        "d20.attack_bonus": {"d20.attack.base": 6, "d20.ability.strength": 4, "d20.attack.charge": 2},
        "d20.armor_class": {"d20.ac.stated": 16},
    }


async def test_what_it_would_ask_first_and_after_an_answer(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    (first,) = (await foresee(gm, encounter, CHARGE))["awaiting"]
    assert (first["kind"], first["purpose"], first["options"]) == (
        "choice",
        "attack of opportunity",
        ["club", "no"],
    )
    (blow,) = (await foresee(gm, encounter, CHARGE, choices={"attack of opportunity": "no"}))["awaiting"]
    assert (blow["kind"], blow["purpose"], blow["notation"]) == ("roll", "attack", "1d20")
    assert [total["total"] for total in blow["totals"]] == [12, 16]


async def test_a_throw_is_foreseen_with_every_place_where_it_may_land(gm: Caller) -> None:
    """From (0, 0) at the ogre's square (7, 0), 35 ft: four squares astray, and the map's edge stops some."""
    flask = {"id": "flask", "model": "acid"}
    thrower = {**ADA, "sheet": ADA["sheet"] | {"weapons": [flask]}}
    encounter = await gm.begin(ruleset="pf1", map=MEADOW)
    for entrant in (thrower, OGRE, {**ORC, "sheet": OGRE["sheet"] | {"size": "medium"}, "at": [3, 0]}):
        assert (await gm.post(f"/encounters/{encounter}/combatants", entrant)).status_code == 201
    command = {"type": "throw-splash", "actor": "ada", "weapon": "flask", "target": "ogre"}
    seen = await foresee(gm, encounter, command=command | {"situation": {"aimed_at": [7, 0]}})
    throw = seen["splash"]
    assert (seen["legal"], seen["charge"], throw["at"], throw["feet"], throw["increment"]) == (
        True,
        None,
        [7, 0],
        35,
        4,
    )
    short, *_, _, _, _, last = throw["astray"]
    assert (short["face"], short["at"], len(short["splashes"])) == (1, [3, 0], 1)
    assert (last["face"], last["at"], last["is_stopped"]) == (8, [6, -1], True)
    assert [total["total"] for total in seen["totals"]] == [0, 12]


async def test_every_reason_against_a_charge_is_named_with_its_squares(gm: Caller) -> None:
    bystander = {**ORC, "sheet": OGRE["sheet"] | {"size": "medium"}, "at": [3, 0]}
    second = {**bystander, "ref": "second", "at": [6, 0]}
    encounter = await on_the_meadow(gm, bystander, second)
    await gm.act(encounter, {"type": "effect-add", "target": "ada", "conditions": ["fatigued"]})
    seen = await foresee(gm, encounter, CHARGE)
    reasons = {check["code"]: check["squares"] for check in seen["failed_checks"]}
    assert seen["legal"] is False
    assert reasons == {
        "CONDITION_FORBIDS": [],
        "CLOSEST_SPACE_BLOCKED": [[6, 0]],
        "LANE_CREATURE": [[3, 0]],
    }
    assert [block["squares"] for block in seen["charge"]["blocks"]] == [[[3, 0]], [[6, 0]]]
    assert seen["charge"]["first_block"]["squares"] == [[3, 0]]
    refused = await gm.act(encounter, CHARGE)
    assert refused.status_code == 409
    assert refused.json()["failed_checks"] == seen["failed_checks"]


async def test_what_the_charger_cannot_know_is_not_told(gm: Caller) -> None:
    """Somebody invisible in the lane would stop the charge (D-17); no preview and no picture shows it."""
    lurker = {**ORC, "name": "Lurker", "sheet": OGRE["sheet"] | {"size": "medium"}, "at": [3, 0]}
    encounter = await on_the_meadow(gm, lurker)
    await gm.act(encounter, {"type": "effect-add", "target": "orc", "conditions": ["invisible"]})
    seen = await foresee(gm, encounter, CHARGE)
    assert seen["legal"] is True
    assert seen["charge"]["blocks"] == []
    assert len(seen["charge"]["path"]) == 7
    assert len(seen["charge"]["opportunities"]) == 1
    path = f"/encounters/{encounter}/map.svg"
    assert "Lurker" not in (await gm.post(path, {"command": CHARGE})).text
    assert "Lurker" in (await gm.get(path)).text
    ada = await gm.seat("player", "ada")
    assert "Lurker" not in (await ada.get(path)).text
    lurker_seen = (await ada.get(f"/encounters/{encounter}/combatants")).json()["items"][2]
    assert (lurker_seen["at"], lurker_seen["space"], lurker_seen["conditions"]) == (None, None, ["invisible"])


async def test_nothing_is_rolled_and_nothing_stored(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    before = await gm.stored(encounter)
    for _ in range(3):
        await foresee(gm, encounter, CHARGE)
    assert await gm.stored(encounter) == before


async def test_the_games_without_geometry_tell_the_rest(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC)
    seen = await foresee(gm, encounter, BLOW)
    (roll,) = seen["awaiting"]
    assert (seen["legal"], seen["charge"], roll["purpose"]) == (True, None, "attack")
    assert named(roll["totals"])["offensive_bonus"] == {"ob.stated": 80}
    ended = await foresee(gm, encounter, {"type": "end"})
    assert ended["awaiting"] == []
    assert [event["type"] for event in ended["events"]] == ["encounter_ended"]


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"command": {**CHARGE, "target": "nobody"}}, "unknown_combatant", "/command/target"),
        ({"command": {**CHARGE, "weapon": "spoon"}}, "unknown_weapon", "/command/weapon"),
        ({"command": {**CHARGE, "weapon": None}}, "weapon_missing", "/command/weapon"),
        ({"command": {"type": "charge"}}, "missing", "/command/actor"),
        ({"commands": []}, "wrong_value", "/commands"),
        ({"command": CHARGE, "dice": [1] * 101}, "too_many_dice", "/dice"),
        (
            {"command": CHARGE, "choices": {"attack of opportunity": "maybe"}},
            "invalid_answer",
            "/choices/attack of opportunity",
        ),
    ],
)
async def test_a_faulty_look_is_refused_in_its_place(
    gm: Caller, body: dict[str, Any], code: str, pointer: str
) -> None:
    encounter = await on_the_meadow(gm)
    answer = await gm.post(f"/encounters/{encounter}/preview", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_nobody_looks_into_another_campaign(gm: Caller, stranger: Caller) -> None:
    encounter = await on_the_meadow(gm)
    for path in ("preview", "map.svg"):
        answer = await stranger.post(f"/encounters/{encounter}/{path}", {"command": CHARGE})
        assert answer.status_code == 404
    assert (await stranger.get(f"/encounters/{encounter}/map.svg")).status_code == 404


async def test_a_preview_is_what_the_schema_says(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    document = (await gm.http.get("/openapi.json")).json()
    form = {"$ref": "#/components/schemas/Preview", "components": document["components"]}
    for command in (CHARGE, {**CHARGE, "attack": "bull-rush", "weapon": None}, {"type": "end"}):
        Draft202012Validator(form).validate(await foresee(gm, encounter, command))


def titles_of(picture: str) -> set[str]:
    """What the parts of a drawing say that they are."""
    return {title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")}


async def test_the_map_is_drawn_with_everybody_on_it(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    answer = await gm.get(f"/encounters/{encounter}/map.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    titles = [title.text or "" for title in ElementTree.fromstring(answer.text).iter(f"{SVG}title")]
    assert titles[0] == "The meadow"
    assert any("Ada" in title for title in titles)
    assert any("Ogre" in title for title in titles)
    reach = (await gm.get(f"/encounters/{encounter}/map.svg?reach=ogre")).text
    assert reach != answer.text
    unknown = await gm.get(f"/encounters/{encounter}/map.svg?reach=nobody")
    assert unknown.json()["code"] == "unknown_combatant"


async def test_a_charge_is_drawn_as_it_is_foreseen(gm: Caller) -> None:
    bystander = {**ORC, "sheet": OGRE["sheet"] | {"size": "medium"}, "at": [3, 0]}
    encounter = await on_the_meadow(gm, bystander)
    answer = await gm.post(f"/encounters/{encounter}/map.svg", {"command": CHARGE})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    plain = (await gm.get(f"/encounters/{encounter}/map.svg")).text
    assert titles_of(answer.text) - titles_of(plain) == {
        "Lane",
        "In the way: Orc [3, 0]",
        "Way from [0, 0] to [6, 0]",
    }


async def test_without_a_map_there_is_nothing_to_draw(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    for answer in (
        await gm.get(f"/encounters/{encounter}/map.svg"),
        await gm.post(f"/encounters/{encounter}/map.svg", {"command": BLOW}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "encounter_without_map")


async def test_the_documented_charge_is_answered_as_shown(gm: Caller) -> None:
    page = (Path(__file__).parents[2] / "docs" / "previews.md").read_text("utf-8")
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    body, entrants, look, allowed, refused = blocks
    encounter = (await gm.post("/encounters", body)).json()["id"]
    for entrant in entrants:
        assert (await gm.post(f"/encounters/{encounter}/combatants", entrant)).status_code == 201
    assert contains(await foresee(gm, encounter, **look), allowed)
    (asked,) = re.findall(r"with `(\{\"choices\".*?\})` the", page)
    seen = await foresee(gm, encounter, **look, **json.loads(asked))
    assert [request["purpose"] for request in seen["awaiting"]] == ["attack"]
    moved = await gm.act(encounter, {"type": "edit", "target": "ada", "at": [0, -1]})
    assert moved.status_code == 201
    assert contains(await foresee(gm, encounter, **look), refused)
