"""A copy of a fight with everybody fresh, and the way back to its start."""

from typing import Any

import pytest

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.test_sync import PAIR, sync

Json = dict[str, Any]


async def clone(gm: Caller, encounter: str, **body: Any) -> Json:
    answer = await gm.post(f"/encounters/{encounter}/clone", body)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/v1/encounters/{answer.json()['id']}"
    return answer.json()


async def combatants(gm: Caller, encounter: str) -> list[Json]:
    return (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]


async def test_everybody_in_a_copy_is_fresh_and_the_original_is_as_it_was(gm: Caller) -> None:
    options = {"initiative_ties": "simultaneous"}
    encounter = await gm.begin(
        title="At the ford", options=options, dice_policy={"timeout": {"seconds": 300, "settles": "choices"}}
    )
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    await gm.act(encounter, dice=LIGHT_HIT)
    before = await combatants(gm, encounter)
    copy = await clone(gm, encounter)
    original = (await gm.get(f"/encounters/{encounter}")).json()
    for name in ("title", "ruleset", "options", "dice_policy", "table_pack", "combatants"):
        assert copy[name] == original[name], name
    fresh = await combatants(gm, copy["id"])
    assert [one["hits"] for one in fresh] == [60, 55]
    assert [one["ref"] for one in fresh] == ["dafur", "orc"]
    assert {one["id"] for one in fresh}.isdisjoint(one["id"] for one in before)
    assert await combatants(gm, encounter) == before
    assert (await gm.get(f"/encounters/{copy['id']}")).json() == copy
    assert (await gm.act(copy["id"])).status_code == 201


async def test_references_stay_with_the_original(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, *PAIR)
    copy = await clone(gm, encounter, title="Once more")
    assert copy["title"] == "Once more"
    assert [one["external_refs"] for one in await combatants(gm, copy["id"])] == [[], []]


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_on_a_map_and_in_the_saddle(gm: Caller, ruleset: str) -> None:
    field = {"rows": "....\n....", "cell": {"value": 5, "unit": "ft"}}
    encounter = await gm.begin(ruleset=ruleset, map=field)
    sheet = {"hp": 20, "ac": {"total": 15, "touch": 12, "flat_footed": 13}, "weapons": []}
    horse = {"name": "Horse", "ref": "horse", "sheet": {**sheet, "size": "large"}, "at": [1, 0]}
    rider = {"name": "Ada", "ref": "ada", "sheet": sheet, "mount": "horse"}
    for one in (horse, rider):
        assert (await gm.post(f"/encounters/{encounter}/combatants", one)).status_code == 201
    copied = await combatants(gm, (await clone(gm, encounter))["id"])
    assert [one["at"] for one in copied] == [[1, 0], [1, 0]]
    assert copied[1]["mount"] == copied[0]["id"]


async def test_a_copy_is_made_once(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    one = await gm.post(f"/encounters/{encounter}/clone", {}, key="copy")
    again = await gm.post(f"/encounters/{encounter}/clone", {}, key="copy")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.content == one.content
    assert len((await gm.get("/encounters")).json()["items"]) == 2
    assert (await stranger.post(f"/encounters/{encounter}/clone", {})).status_code == 404


async def test_of_an_empty_encounter(gm: Caller) -> None:
    copy = await clone(gm, await gm.begin())
    assert (copy["version"], copy["combatants"]) == (0, 0)


async def test_back_to_the_start_and_forth_again(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    start = await combatants(gm, encounter)
    await gm.act(encounter, dice=LIGHT_HIT)
    await gm.act(encounter, {"type": "end"})
    fought = await combatants(gm, encounter)
    answer = await gm.post(f"/encounters/{encounter}/reset", {})
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["reverts"]) == 2
    assert await combatants(gm, encounter) == start
    assert (await gm.get(f"/encounters/{encounter}")).json()["status"] == "free"
    nothing = await gm.post(f"/encounters/{encounter}/reset", {})
    assert (nothing.status_code, nothing.json()["code"]) == (409, "nothing_to_undo")
    assert (await gm.post(f"/encounters/{encounter}/redo", {"steps": 2})).status_code == 201
    assert await combatants(gm, encounter) == fought
    assert (await gm.act(encounter, BLOW)).status_code == 409
