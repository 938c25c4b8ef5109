"""Sheets, commands and events to JSON and back; what a caller may not send is named by its place."""

import json
from typing import Any

import pytest

from app.persistence.base.codec import ANSWERS, Codec, codecs_of
from app.rules.common.errors import InvalidDocument
from app.rules.common.grid.board import Edge
from app.rules.common.identity import ExternalRef, Identity
from app.rules.harp.contract.commands.command import Add, Attack, Situation
from app.rules.harp.contract.events.event import AttackHit, CombatantAdded, WeaponLost
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import ArmourWorn, Sheet, SheetWeapon
from app.rules.harp.table.state import Combatant, Conditions, Encounter, Wound
from app.rules.registry import HARP_TDM, PF1
from app.rules.resolution.answers import ChoiceAnswer, RollAnswer

CODECS = codecs_of(HARP_TDM)
DAFUR = Combatant(
    Identity("cmb_1", "Dafur", "heroes", "dafur", (ExternalRef("foundry", "token", "a/b"),)),
    Sheet(hits=90, weapons=(SheetWeapon("axe", "battle-axe", ob=80),), armour=ArmourWorn(4)),
    hits=71,
    wounds=(Wound(2, -5), Wound(penalty=-10)),
    conditions=Conditions(stunned=2, shaken=True),
)


def problem_of(codec: Codec[object], document: object) -> tuple[str, str]:
    with pytest.raises(InvalidDocument) as refusal:
        codec.read(document, "/command")
    first = refusal.value.problems[0]
    return first.pointer, first.code


@pytest.mark.parametrize(
    ("between", "pointer"),
    [([[0], [0, 0]], "/between/0/1"), ([[0, 0]], "/between/1"), ([[0, 0], [0, 1, 2]], "/between/1")],
)
def test_a_pair_of_another_length_is_refused_at_its_place(between: object, pointer: str) -> None:
    edge = {"between": between, "kind": "door"}
    assert problem_of(Codec[Any](Edge), edge)[0] == f"/command{pointer}"


def test_a_state_comes_back_as_it_was_and_defaults_take_no_room() -> None:
    state = Encounter(options=Options(point_blank="adds"), combatants=(DAFUR,))
    written = CODECS.state.dump(state)
    assert CODECS.state.load(written) == state
    assert b"null" not in written
    assert b"talents" not in written


@pytest.mark.parametrize(
    "event",
    [
        AttackHit("cmb_1", "cmb_2", "axe", 12, "B"),
        AttackHit("cmb_1", "cmb_2", "axe", 3, None),
        WeaponLost("cmb_2", "sword", "dropped"),
        CombatantAdded(DAFUR),
    ],
)
def test_an_event_keeps_its_type_and_comes_back(event: object) -> None:
    written = CODECS.event.dump(event)
    assert json.loads(written)["type"]
    assert CODECS.event.load(written) == event


def test_answers_of_both_kinds_come_back() -> None:
    answers = (
        RollAnswer("attack", "cmb_1", (97, 12), "manual"),
        ChoiceAnswer("instinctive dodge", "cmb_2", "no", "server"),
    )
    assert ANSWERS.load(ANSWERS.dump(answers)) == answers


def test_a_command_is_read_with_its_defaults() -> None:
    document = {
        "type": "attack",
        "actor": "dafur",
        "target": "orc",
        "weapon": "axe",
        "situation": {"flank": True},
    }
    assert CODECS.command.read(document) == Attack("dafur", "orc", "axe", Situation(flank=True))


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"weapon": 7}, "/command/weapon", "wrong_value"),
        ({"wepon": "axe"}, "/command/wepon", "unknown_field"),
        ({"attack": 1}, "/command/attack", "unknown_field"),
        ({"situation": {"flank": 1}}, "/command/situation/flank", "wrong_value"),
        ({"situation": {"distance": {"value": 3}}}, "/command/situation/distance/unit", "missing"),
        (
            {"situation": {"distance": {"value": 3, "unit": "km"}}},
            "/command/situation/distance/unit",
            "unknown_value",
        ),
        (
            {"situation": {"modifiers": [{"label": "a/~b", "value": "7"}]}},
            "/command/situation/modifiers/0/value",
            "wrong_value",
        ),
        ({"type": "atack"}, "/command", "unknown_type"),
    ],
)
def test_a_wrong_command_is_refused_at_its_place(change: dict[str, object], pointer: str, code: str) -> None:
    document = {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe", **change}
    assert problem_of(CODECS.command, document) == (pointer, code)


def test_a_command_without_a_type_or_a_field_says_so() -> None:
    assert problem_of(CODECS.command, {"actor": "dafur"}) == ("/command", "missing_type")
    assert problem_of(CODECS.command, {"type": "remove"}) == ("/command/actor", "missing")


@pytest.mark.parametrize("hits", [False, True, "7", 7.5, None])
def test_hits_are_a_number_and_nothing_that_looks_like_one(hits: object) -> None:
    assert problem_of(CODECS.sheet, {"hits": hits}) == ("/command/hits", "wrong_value")


def test_every_fault_of_a_document_is_named() -> None:
    with pytest.raises(InvalidDocument) as refusal:
        CODECS.sheet.read({"hits": "many", "size": "vast", "weapons": [{"id": "axe"}], "colour": "red"})
    assert {problem.pointer for problem in refusal.value.problems} == {
        "/hits",
        "/size",
        "/weapons/0/model",
        "/colour",
    }


@pytest.mark.parametrize(("value", "code"), [(True, "wrong_value"), (3, "unknown_value")])
def test_an_option_with_numbered_answers_takes_those_numbers_only(value: object, code: str) -> None:
    document = {"dodge_agility_multiplier": value}
    assert problem_of(CODECS.options, document) == ("/command/dodge_agility_multiplier", code)
    assert CODECS.options.read({"dodge_agility_multiplier": 2}) == Options(dodge_agility_multiplier=2)


def test_the_published_schema_accepts_no_unknown_field() -> None:
    schema = CODECS.command.schema()
    assert schema["$defs"]["Attack"]["additionalProperties"] is False
    assert schema["discriminator"]["propertyName"] == "type"


def test_a_command_with_a_sheet_comes_back() -> None:
    command = Add(DAFUR.identity, DAFUR.sheet, hits=4)
    assert CODECS.command.load(CODECS.command.dump(command)) == command


def test_sheets_of_before_are_read_with_their_feats_where_they_belong_now() -> None:
    """What no rule reads was once listed among the feats that the rules apply."""
    sheets = codecs_of(PF1).sheet
    stored = b'{"hp":9,"feats":["toughness","power-attack","trample"],"other_feats":["dodge"]}'
    sheet = sheets.load(stored)
    assert (sheet.feats, sheet.other_feats) == (("power-attack",), ("dodge", "toughness", "trample"))
    with pytest.raises(InvalidDocument):
        sheets.read({"hp": 9, "feats": ["toughness"]})
