"""Whatever can be commanded can be looked at before, alone and in a group."""

from typing import Any

import pytest

from app.cli.play import shipped_shelf
from app.rules.common.grid.board import Grid
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Completed, play
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.test_legal_actions import ADA

Json = dict[str, Any]
ROWS = ("." * 12,) * 12
ENTRANT = {"identity": {"name": "Late", "side": "foes"}}
OF_THE_GM: Json = {
    "start": {},
    "end": {},
    "roll-initiative": {},
    "reorder": {"order": ["one"]},
    "add": ENTRANT,
    "remove": {"actor": "one"},
    "sync": {"leaving": ["other"], "edited": [{"type": "edit", "target": "one", "name": "Else"}]},
    "edit": {"target": "one", "name": "Else"},
}
"""Commands of the GM that every ruleset has; `add` is given a sheet."""
ONLY_HARP: Json = {
    "surprise": {"sides": ["heroes", "foes"]},
    "damage": {"target": "one", "hits": 3},
    "heal": {"target": "one", "hits": 3},
    "effect-add": {"target": "one", "stunned": 1},
    "effect-remove": {"target": "one", "effects": ["stunned"]},
    "save-or-resist": {"target": "one", "resistance": "body", "difficulty": 100},
}
ONLY_D20: Json = {
    "aid-another": {"actor": "one", "ally": "other", "target": "other"},
    "run": {"actor": "one", "to": [5, 2]},
    "surprise": {"sides": ["heroes"]},
    "damage": {"target": "one", "points": 3},
    "heal": {"target": "one", "hp": 3},
    "effect-add": {"target": "one", "conditions": ["shaken"]},
    "effect-remove": {"target": "one", "conditions": ["shaken"]},
    "save-or-resist": {"target": "one", "save": "will", "dc": 12},
}


MORE = {"harp-tdm": (), "dnd35": ("acid", "dagger"), "pf1": ("acid", "dagger")}
"""Weapons without which a command could not be put together."""


def fighters(ruleset: str) -> tuple[Json, Json]:
    one, other = (DAFUR, ORC) if ruleset == "harp-tdm" else (ADA, {**ADA, "side": "foes"})
    more = (
        {"bmr": 10} if ruleset == "harp-tdm" else {"abilities": {"strength": 14, "dexterity": 12}, "bab": 4}
    )
    one, other = ({**each, "sheet": each["sheet"] | more} for each in (one, other))
    one["sheet"]["weapons"] = [
        *one["sheet"]["weapons"],
        *({"id": name, "model": name} for name in MORE[ruleset]),
    ]
    return {**one, "ref": "one", "at": [2, 2]}, {**other, "ref": "other", "at": [3, 2]}


def every_command(ruleset: str) -> dict[str, Json]:
    """One command of each type of the ruleset's schema, those of combatants as they are put together."""
    shelf = shipped_shelf(ruleset)
    state = shelf.beginning({}, Grid(ROWS))
    for fighter in fighters(ruleset):
        identity = {"id": fighter["ref"], "name": fighter["name"], "side": fighter["side"]}
        entering = {"type": "add", "identity": identity, "sheet": fighter["sheet"], "at": fighter["at"]}
        entered = play(shelf.rules, state, shelf.codecs.command.read(entering), nobody)
        assert isinstance(entered, Completed)
        state = entered.state
    commands: dict[str, Json] = {}
    for type_, candidates in shelf.game.offers(shelf.tables, state, state.combatants[0]):
        first = next((form for forms in candidates for form in forms), None)
        if first is not None:
            commands[type_] = shelf.codecs.command.document(first)
    of_the_gm = OF_THE_GM | (ONLY_HARP if ruleset == "harp-tdm" else ONLY_D20)
    for type_, members in of_the_gm.items():
        commands[type_] = {"type": type_, **members}
    commands["add"] |= {"sheet": fighters(ruleset)[1]["sheet"], "at": [5, 5]}
    return commands


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_every_type_of_command_of_the_schema(gm: Caller, ruleset: str) -> None:
    cell = {"value": 5, "unit": "ft"}
    encounter = await gm.begin(ruleset=ruleset, map={"rows": list(ROWS), "cell": cell})
    for fighter in fighters(ruleset):
        assert (await gm.post(f"/encounters/{encounter}/combatants", fighter)).status_code == 201
    before = await gm.stored(encounter)
    commands = every_command(ruleset)
    assert commands.keys() == set((await gm.get(f"/rulesets/{ruleset}")).json()["commands"])
    for type_, command in commands.items():
        answer = await gm.post(f"/encounters/{encounter}/preview", {"command": command})
        assert answer.status_code == 200, (type_, answer.text)
        seen = answer.json()
        assert seen["legal"] == (not seen["failed_checks"]), type_
        if seen["legal"]:
            assert seen["awaiting"] or seen["events"] or type_ in ("wait", "hold", "effect-remove"), type_
    assert await gm.stored(encounter) == before


async def test_a_group_is_looked_at_up_to_what_depends_on_dice(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    lying = {"type": "effect-add", "target": "orc", "prone": True}
    commands = {"commands": [lying, BLOW, BLOW]}
    answer = await gm.post(f"/encounters/{encounter}/preview", commands)
    assert answer.status_code == 200, answer.text
    first, second = answer.json()["previews"]
    assert [event["type"] for event in first["events"]] == ["fell_down"]
    assert [asked["purpose"] for asked in second["awaiting"]] == ["attack"]
    alone = (await gm.post(f"/encounters/{encounter}/preview", {"command": BLOW})).json()
    assert second["awaiting"][0]["totals"] != alone["awaiting"][0]["totals"], "the orc lies there by then"


async def test_given_dice_lead_further_into_a_group(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    commands = {"commands": [BLOW, BLOW], "dice": LIGHT_HIT}
    previews = (await gm.post(f"/encounters/{encounter}/preview", commands)).json()["previews"]
    assert [bool(one["awaiting"]) for one in previews] == [False, True]


async def test_a_group_stops_at_what_is_not_allowed(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    parrying = {"type": "effect-add", "target": "dafur", "must_parry": 1}
    commands = {"commands": [parrying, BLOW, parrying]}
    _, second = (await gm.post(f"/encounters/{encounter}/preview", commands)).json()["previews"]
    assert [check["code"] for check in second["failed_checks"]] == ["ACTOR_MUST_PARRY"]
    wrong = {"commands": [parrying, {**BLOW, "weapon": "spoon"}]}
    answer = await gm.post(f"/encounters/{encounter}/preview", wrong)
    assert answer.json()["errors"][0]["pointer"] == "/commands/1/weapon"
