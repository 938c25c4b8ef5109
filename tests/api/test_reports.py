"""What happened in a fight is told afterwards, in figures and as a page."""

from typing import Any
from xml.etree import ElementTree

from tests.api.caller import DAFUR, LIGHT_HIT, ORC, Caller

Json = dict[str, Any]


async def fought(gm: Caller, *fighters: Json) -> str:
    encounter = await gm.begin_fight(*fighters)
    await gm.act(encounter, dice=LIGHT_HIT)
    await gm.act(encounter, {"type": "damage", "target": "dafur", "hits": 4, "cause": "a fall"})
    await gm.act(encounter, {"type": "damage", "target": "dafur", "hits": 9, "cause": "undone"})
    await gm.post(f"/encounters/{encounter}/undo", {})
    return encounter


async def test_who_did_what_and_how_the_dice_fell(gm: Caller) -> None:
    encounter = await fought(gm)
    answer = await gm.get(f"/encounters/{encounter}/report")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    dafur, orc = told["combatants"]
    lost = 55 - (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]["hits"]
    assert lost > 0
    assert (dafur["actions"], dafur["hits"], dafur["misses"]) == (1, 1, 0)
    assert (dafur["damage_dealt"], dafur["damage_taken"]) == (lost, 4)
    assert (orc["damage_dealt"], orc["damage_taken"]) == (0, lost)
    (die,) = told["dice"]
    assert (die["who"], die["sides"], die["thrown"], die["mean"]) == (dafur["id"], 100, 1, 10.0)
    (before,) = told["rounds"]
    assert before["round"] is None
    assert [action["type"] for action in before["actions"]] == ["add", "add", "attack", "damage"]
    assert "undone" not in answer.text


async def test_rounds_are_told_one_by_one(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"})
    told = (await gm.get(f"/encounters/{encounter}/report")).json()
    assert [one["round"] for one in told["rounds"]] == [None, 1]


async def test_a_page_to_read(gm: Caller) -> None:
    encounter = await fought(gm, {**DAFUR, "name": "<b>Dafur</b> *the* [x](y)"}, ORC)
    page = await gm.get(f"/encounters/{encounter}/report?format=html")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "&lt;b&gt;Dafur" in page.text
    closed = page.text.removeprefix("<!doctype html>").replace('<meta charset="utf-8">', "")
    tree = ElementTree.fromstring(closed)
    assert {part.tag for part in tree.iter()}.isdisjoint({"script", "style", "img", "a", "link", "b"})
    text = await gm.get(f"/encounters/{encounter}/report?format=markdown")
    assert text.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert "\\<b\\>Dafur\\</b\\> \\*the\\* \\[x\\]\\(y\\)" in text.text
    assert text.headers["ETag"] != page.headers["ETag"]


async def test_what_cannot_be_told(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    assert (await stranger.get(f"/encounters/{encounter}/report")).status_code == 404
    answer = await gm.get(f"/encounters/{encounter}/report?format=pdf")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")
