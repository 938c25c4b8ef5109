"""What players see: of their own everything, of others what is disclosed, of the hidden nothing."""

from typing import Any

import pytest

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller

LURKER: dict[str, Any] = {
    "name": "Lurker",
    "side": "foes",
    "ref": "lurker",
    "disclosure": {"visibility": "hidden"},
    "sheet": {
        "hits": 77,
        "db": 61,
        "armour_type": 3,
        "bonuses": {"agility": 15},
        "weapons": [{"id": "dirk", "model": "dagger", "ob": 59}],
    },
}


NIMBLE = {**DAFUR, "sheet": {**DAFUR["sheet"], "bonuses": {"agility": 10}}}  # type: ignore[dict-item]


async def seats(gm: Caller) -> tuple[Caller, Caller]:
    """A player with Dafur and somebody who watches."""
    return await gm.seat("player", "dafur"), await gm.seat("spectator")


async def combatants(caller: Caller, encounter: str) -> list[dict[str, Any]]:
    return (await caller.get(f"/encounters/{encounter}/combatants")).json()["items"]


async def test_a_player_knows_the_own_combatant_and_how_a_foe_fares(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC, LURKER)
    ada, watcher = await seats(gm)
    await gm.act(encounter, dice=LIGHT_HIT)
    dafur, orc = await combatants(ada, encounter)
    assert (dafur["hits"], dafur["ref"], dafur["sheet"]["db"]) == (60, "dafur", 35)
    assert orc["health"] == {"disclosure": "band", "left": None, "most": None, "taken": None, "fares": "hurt"}
    assert (orc["name"], orc["ref"], orc["defence"], orc["initiative"]) == ("Orc", None, None, None)
    assert "sheet" not in orc
    theirs = await combatants(watcher, encounter)
    assert [one["name"] for one in theirs] == ["Dafur", "Orc"]
    assert (theirs[0]["hits"], theirs[0]["ref"]) == (60, None)
    assert (await ada.get(f"/encounters/{encounter}")).json()["combatants"] == 2
    assert (await gm.get(f"/encounters/{encounter}")).json()["combatants"] == 3


async def test_nobody_finds_who_is_hidden(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC, LURKER)
    ada, _ = await seats(gm)
    lurker = (await combatants(gm, encounter))[2]["id"]
    for caller, status in ((gm, 200), (ada, 404)):
        found = await caller.get(f"/encounters/{encounter}/combatants/{lurker}")
        assert found.status_code == status
    at_nobody = await ada.act(encounter, {**BLOW, "target": "nobody"})
    for target in ("lurker", lurker):
        answer = await ada.act(encounter, {**BLOW, "target": target})
        assert answer.status_code == at_nobody.status_code
        assert answer.json()["code"] == at_nobody.json()["code"] == "unknown_combatant"
    preview = await ada.post(f"/encounters/{encounter}/preview", {"command": {**BLOW, "target": lurker}})
    assert preview.json()["code"] == "unknown_combatant"


@pytest.mark.parametrize(
    ("hp", "health"),
    [
        ("exact", {"left": 44, "most": 55, "taken": 11, "fares": "hurt"}),
        ("band", {"left": None, "most": None, "taken": None, "fares": "hurt"}),
        ("damage_taken", {"left": None, "most": None, "taken": 11, "fares": None}),
        ("none", {"left": None, "most": None, "taken": None, "fares": None}),
    ],
)
async def test_hit_points_are_told_as_the_gm_wants(gm: Caller, hp: str, health: dict[str, Any]) -> None:
    encounter = await gm.begin_fight(DAFUR, {**ORC, "hits": 44, "disclosure": {"hp": hp}})
    ada, _ = await seats(gm)
    orc = (await combatants(ada, encounter))[1]
    assert orc["health"] == {"disclosure": hp, **health}


async def test_a_mask_stands_in_the_place_of_a_name(gm: Caller) -> None:
    masked = {**ORC, "name": "Ufthak", "disclosure": {"name_mask": "A hooded figure"}}
    encounter = await gm.begin_fight(DAFUR, masked)
    ada, _ = await seats(gm)
    orc = (await combatants(ada, encounter))[1]
    assert orc["name"] == "A hooded figure"
    answer = await ada.act(encounter, {**BLOW, "target": orc["id"]}, dice=LIGHT_HIT)
    assert answer.status_code == 201, answer.text
    assert "Ufthak" not in answer.text
    assert "Dafur's axe hits a hooded figure." in answer.json()["narration"]["text"]["plain"]
    assert "Ufthak" in (await gm.get(answer.headers["Location"].removeprefix("/v1"))).text


async def test_a_blow_is_told_without_the_figures_of_the_foe(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    ada, watcher = await seats(gm)
    orc = (await combatants(ada, encounter))[1]["id"]
    answer = await ada.act(encounter, {**BLOW, "target": orc}, dice=LIGHT_HIT)
    told = answer.json()
    (roll,) = told["rolls"]
    assert (roll["rolled"], roll["modifier"], roll["total"], roll["against"]) == (10, 80, 90, None)
    assert (told["result"], roll["facts"]) == ({}, {})
    assert {part["of"] for part in told["breakdown"]} == {"offensive_bonus"}
    hit, *_ = told["events"]
    blow = {"actor": roll["who"], "target": orc, "weapon": "axe", "severity": None}
    assert hit["payload"] == {"type": "attack_hit", **blow}
    assert {change["path"].split("/")[3] for change in told["changes"]} <= {"health", "guard", "activity"}
    again = await ada.get(answer.headers["Location"].removeprefix("/v1"))
    assert again.json() == told
    page = (await watcher.get(f"/encounters/{encounter}/events?after=2")).json()["items"]
    assert [event["seq"] for event in page] == [event["seq"] for event in told["events"]]
    whole = (await gm.get(answer.headers["Location"].removeprefix("/v1"))).json()
    assert (whole["rolls"][0]["against"], whole["events"][0]["payload"]["hits"]) == (45, 4)


async def test_the_same_request_gets_the_same_bytes(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    ada, _ = await seats(gm)
    orc = (await combatants(ada, encounter))[1]["id"]
    path, body = f"/encounters/{encounter}/actions", {"command": {**BLOW, "target": orc}, "dice": LIGHT_HIT}
    first, again = await ada.post(path, body, key="blow"), await ada.post(path, body, key="blow")
    assert (again.content, again.headers["ETag"]) == (first.content, first.headers["ETag"])
    assert again.headers["Idempotency-Replayed"] == "true"
    assert ".player-" in first.headers["ETag"]
    minimal = await ada.post(path, body, key="other", Prefer="return=minimal")
    assert (minimal.status_code, minimal.content) == (201, b"")


async def test_who_comes_into_sight_is_shown_from_then_on(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, LURKER)
    ada, _ = await seats(gm)
    lurker = (await combatants(gm, encounter))[1]["id"]
    path = f"/encounters/{encounter}/combatants/{lurker}"
    await gm.act(encounter, {"type": "damage", "target": "lurker", "hits": 7})
    await gm.patch(path, {"disclosure": {"visibility": "visible"}}, If_Match="*")
    events = (await ada.get(f"/encounters/{encounter}/events")).json()["items"]
    assert [event["type"] for event in events] == ["combatant_added", "skip", "skip", "combatant_revealed"]
    revealed = events[-1]
    assert revealed["payload"]["combatant"]["health"]["fares"] == "hurt"
    (change,) = revealed["changes"]
    assert (change["path"], change["from"]) == (f"/combatants/{lurker}", None)
    assert change["to"] == (await ada.get(path)).json()
    await gm.patch(path, {"disclosure": {"visibility": "hidden"}}, If_Match="*")
    hidden = (await ada.get(f"/encounters/{encounter}/events?after=4")).json()["items"]
    assert [(change["path"], change["to"]) for change in hidden[0]["changes"]] == [
        (f"/combatants/{lurker}", None)
    ]
    await gm.post(f"/encounters/{encounter}/undo", {"steps": 2})
    assert (await ada.get(path)).status_code == 404
    again = (await ada.get(f"/encounters/{encounter}/events")).json()["items"]
    assert again[:4] == events
    assert [event["type"] for event in again[5:]] == ["action_undone", "action_undone"]


async def test_whoever_waits_for_its_turn_appears_when_it_begins(gm: Caller) -> None:
    lurker = {**LURKER, "disclosure": {"visibility": "until_first_turn"}}
    encounter = await gm.begin_fight(DAFUR, lurker)
    ada, _ = await seats(gm)
    await gm.act(encounter, {"type": "start"})
    rolled = await gm.act(encounter, {"type": "roll-initiative"}, dice=[10, 5])
    assert rolled.status_code == 201, rolled.text
    now = (await ada.get(f"/encounters/{encounter}")).json()["round"]
    assert len(now["order"]) == 1
    await gm.act(encounter, {"type": "end-turn", "actor": "dafur"})
    assert [one["name"] for one in await combatants(ada, encounter)] == ["Dafur", "Lurker"]
    types = [
        event["type"]
        for event in (await ada.get(f"/encounters/{encounter}/events?limit=200")).json()["items"]
    ]
    assert types.index("combatant_revealed") < len(types) - 1
    now = (await ada.get(f"/encounters/{encounter}")).json()["round"]
    assert [place["initiative"] is None for place in now["order"]] == [False, True]


@pytest.mark.parametrize("privacy", ["gm", "blind", "self"])
async def test_a_private_action_is_for_whom_it_is_private(gm: Caller, privacy: str) -> None:
    encounter = await gm.begin_fight(NIMBLE, ORC)
    ada, watcher = await seats(gm)
    look = {"type": "manoeuvre", "actor": "dafur", "using": "agility", "column": "bonus"}
    answer = await ada.act(encounter, look, privacy=privacy)
    assert answer.status_code == 201, answer.text
    action = answer.headers["Location"].removeprefix("/v1")
    shown = {
        name: (await who.get(action)).json() for name, who in (("gm", gm), ("ada", ada), ("all", watcher))
    }
    assert [bool(shown[name]["rolls"]) for name in shown] == [True, privacy == "self", False]
    assert shown["all"]["command"] == {"type": "unseen"}
    assert [event["type"] for event in shown["all"]["events"]] == ["skip"] * len(shown["gm"]["events"])


async def test_the_dice_of_the_hidden_are_hidden(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, LURKER)
    ada, _ = await seats(gm)
    look = {"type": "manoeuvre", "actor": "lurker", "using": "agility", "column": "bonus"}
    rolled = (await gm.act(encounter, look)).json()["rolls"][0]
    assert rolled["stream"] == "hidden"
    proof = f"/encounters/{encounter}/dice-proof"
    assert (await ada.get(proof)).json()["rolls"] == []
    await gm.post(f"{proof}/rotate", {})
    (revealed,) = (await ada.get(proof)).json()["rolls"]
    assert (revealed["who"], revealed["purpose"]) == ("undisclosed", "undisclosed")
    assert revealed["faces"] == [die["value"] for die in rolled["dice"]]


async def test_a_preview_rests_on_what_the_player_knows(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    ada, _ = await seats(gm)
    orc = (await combatants(ada, encounter))[1]["id"]
    path = f"/encounters/{encounter}/preview"
    known = (await ada.post(path, {"command": {**BLOW, "target": orc}})).json()
    offence, defence = known["awaiting"][0]["totals"]
    assert (offence["total"], defence["total"]) == (80, None)
    assert "/awaiting/0/totals/1/total" in known["undisclosed"]
    whole = (await gm.post(path, {"command": BLOW})).json()
    assert ([total["total"] for total in whole["awaiting"][0]["totals"]], whole["undisclosed"]) == (
        [80, 45],
        [],
    )
    others = await ada.post(path, {"command": {**BLOW, "actor": orc, "target": "dafur"}})
    assert (others.status_code, others.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "A hooded figure does not bleed."),
        ("fr", "A hooded figure ne saigne pas."),
        ("it", "A hooded figure non sanguina."),
    ],
)
async def test_a_reason_names_the_mask_where_the_player_can_know_it(
    gm: Caller, language: str, words: str
) -> None:
    masked = {**ORC, "name": "Ufthak", "disclosure": {"name_mask": "A hooded figure"}}
    encounter = await gm.begin_fight(DAFUR, masked)
    ada = await gm.seat("player", "dafur")
    items = (await ada.get(f"/encounters/{encounter}/combatants")).json()["items"]
    (foe,) = (one["id"] for one in items if one["name"] == "A hooded figure")
    command = {"type": "first-aid", "actor": "dafur", "target": foe}
    answer = await ada.post(
        f"/encounters/{encounter}/actions", {"command": command}, Accept_Language=language
    )
    assert answer.status_code == 409
    assert words in answer.json()["detail"]
    assert "Ufthak" not in answer.text
