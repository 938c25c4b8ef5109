"""Changing and removing what exists: only by who has seen it as it is, and only once."""

from typing import Any

import pytest

from tests.api.caller import BLOW, LIGHT_HIT, Caller

NOBODY = "cmb_" + "0" * 26


async def orc_of(gm: Caller, encounter: str) -> str:
    """The path of the orc."""
    combatants = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    (orc,) = (combatant["id"] for combatant in combatants if combatant["ref"] == "orc")
    return f"/encounters/{encounter}/combatants/{orc}"


async def test_the_gm_changes_a_combatant_and_the_log_has_it(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    orc = await orc_of(gm, encounter)
    changed = await gm.patch(orc, {"name": "Ugluk", "hits": 12}, If_Match=await gm.tag(orc))
    assert changed.status_code == 200, changed.text
    assert (changed.json()["name"], changed.json()["hits"]) == ("Ugluk", 12)
    seen = await gm.get(orc)
    assert (seen.content, seen.headers["ETag"]) == (changed.content, changed.headers["ETag"])
    last = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"][-1]
    assert last["command"] == {
        "type": "edit",
        "target": orc.rpartition("/")[2],
        "name": "Ugluk",
        "hits": 12,
    }
    assert [event["type"] for event in last["events"]] == ["combatant_edited"]


async def test_the_gm_changes_the_title_of_an_encounter(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    changed = await gm.patch(path, {"title": "The ford"}, If_Match=await gm.tag(path))
    assert changed.status_code == 200, changed.text
    assert (changed.json()["title"], changed.json()["version"]) == ("The ford", 3)
    assert changed.headers["ETag"] == '"3.gm.en"'
    last = (await gm.get(f"{path}/actions")).json()["items"][-1]
    assert {change["path"]: change["to"] for change in last["changes"]} == {"/title": "The ford"}
    assert (await gm.get("/encounters")).json()["items"][0]["title"] == "The ford"


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"options": {}}, "unknown_field", "/options"),
        ({"type": "start"}, "unknown_field", "/type"),
        ({"title": 7}, "wrong_value", "/title"),
        ([], "wrong_value", ""),
    ],
)
async def test_what_an_encounter_cannot_become_is_refused(
    gm: Caller, body: Any, code: str, pointer: str
) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    answer = await gm.patch(f"/encounters/{encounter}", body, If_Match="*")
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert await gm.stored(encounter) == before


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"target": "dafur", "hits": 1}, "unknown_field", "/target"),
        ({"hits": False}, "wrong_value", "/hits"),
        ({"sheet": {"hits": 5, "db": 0, "armour_type": 11}}, "unknown_armour_type", "/sheet/armour_type"),
    ],
)
async def test_what_a_combatant_cannot_become_is_refused(
    gm: Caller, body: Any, code: str, pointer: str
) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    answer = await gm.patch(await orc_of(gm, encounter), body, If_Match="*")
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert await gm.stored(encounter) == before


async def test_without_if_match_nothing_is_changed_and_the_tag_is_told(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, orc = f"/encounters/{encounter}", await orc_of(gm, encounter)
    before = await gm.stored(encounter)
    for place, body in ((path, {"title": "X"}), (orc, {"name": "X"})):
        for answer in (await gm.patch(place, body), await gm.delete(place)):
            assert (answer.status_code, answer.json()["code"]) == (428, "if_match_missing")
            assert answer.headers["ETag"] == await gm.tag(place)
    assert await gm.stored(encounter) == before


async def test_who_has_not_seen_the_newest_changes_nothing(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, orc = f"/encounters/{encounter}", await orc_of(gm, encounter)
    old, old_orc = await gm.tag(path), await gm.tag(orc)
    await gm.act(encounter, dice=LIGHT_HIT)
    before = await gm.stored(encounter)
    for place, tag, body in ((path, old, {"title": "X"}), (orc, old_orc, {"name": "X"})):
        for answer in (await gm.patch(place, body, If_Match=tag), await gm.delete(place, If_Match=tag)):
            assert (answer.status_code, answer.json()["code"]) == (412, "stale_version")
            assert answer.headers["ETag"] == await gm.tag(place) != tag
    assert await gm.stored(encounter) == before


async def test_a_combatants_tag_outlives_what_happens_to_others(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    combatants = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    dafur = f"/encounters/{encounter}/combatants/{combatants[0]['id']}"
    tag = await gm.tag(dafur)
    await gm.act(encounter, {"type": "damage", "target": "orc", "hits": 3})
    assert await gm.tag(dafur) == tag
    assert (await gm.patch(dafur, {"hits": 20}, If_Match=tag)).status_code == 200


async def test_the_tag_of_a_new_combatant_is_its_own(gm: Caller) -> None:
    encounter = await gm.begin()
    entered = await gm.post(
        f"/encounters/{encounter}/combatants",
        {"name": "Orc", "sheet": {"hits": 5, "db": 0, "armour_type": 1}},
    )
    location = entered.headers["Location"].removeprefix("/v1")
    assert await gm.tag(location) == entered.headers["ETag"]
    assert (await gm.delete(location, If_Match=entered.headers["ETag"])).status_code == 204


async def test_a_deleted_encounter_is_gone_with_everything_and_stays_gone(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    struck = await gm.post(f"{path}/actions", {"command": BLOW}, key="struck")
    assert struck.status_code == 201
    assert (await gm.remove(path)).status_code == 204
    for part in ("", "/combatants", "/actions", "/events"):
        assert (await gm.get(f"{path}{part}")).status_code == 404, part
    assert (await gm.get("/encounters")).json()["items"] == []
    assert (await gm.delete(path, If_Match='"3"')).status_code == 204
    assert (await gm.delete(path)).status_code == 204
    for key in ("struck", "again"):
        answer = await gm.post(f"{path}/actions", {"command": BLOW}, key=key)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), key


async def test_what_is_not_ones_own_is_not_found_by_changing_it(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    path, orc = f"/encounters/{encounter}", await orc_of(gm, encounter)
    before = await gm.stored(encounter)
    for tags in ({}, {"If_Match": "*"}):
        for place in (path, orc, f"{path}/combatants/{NOBODY}"):
            assert (await stranger.patch(place, {"name": 7}, **tags)).status_code == 404
            assert (await stranger.delete(place, **tags)).status_code == 404
    assert await gm.stored(encounter) == before
    await gm.remove(path)
    assert (await stranger.delete(path, If_Match="*")).status_code == 404
    for unknown in ("/encounters/enc_x", f"/encounters/enc_{'0' * 26}"):
        assert (await gm.delete(unknown, If_Match="*")).status_code == 404


@pytest.mark.parametrize("wish", ["return=minimal", "respond-async, Return=Minimal; foo=1"])
async def test_who_wants_no_body_gets_none(gm: Caller, wish: str) -> None:
    begun = await gm.post("/encounters", {"ruleset": "harp-tdm"}, Prefer=wish)
    assert (begun.status_code, begun.content) == (201, b"")
    assert begun.headers["Preference-Applied"] == "return=minimal"
    path = begun.headers["Location"].removeprefix("/v1")
    assert (await gm.get(path)).headers["ETag"] == begun.headers["ETag"]
    changed = await gm.patch(path, {"title": "X"}, If_Match="*", Prefer=wish)
    assert (changed.status_code, changed.content) == (204, b"")
    assert changed.headers["ETag"] == await gm.tag(path)


async def test_who_wants_the_body_is_told_that_it_is_there(gm: Caller) -> None:
    for wish, applied in (
        ("return=representation", "return=representation"),
        ("return=representation, return=minimal", "return=representation"),
        ("return=nothing", None),
        ("wait=10", None),
    ):
        begun = await gm.post("/encounters", {"ruleset": "harp-tdm"}, Prefer=wish)
        assert begun.json()["title"] == ""
        assert begun.headers.get("Preference-Applied") == applied, wish
