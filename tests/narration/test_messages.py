"""Everything that can happen in HARP has its words, and every part of a total its name."""

import ast
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from app.narration.catalogue import CATALOGUES, say, say_label
from app.narration.harp import message_of
from app.persistence.packs.pack_files import read_folder
from app.rules.harp.contract.commands.skills import Characteristic
from app.rules.harp.contract.events.event import (
    AttackHit,
    CriticalSuffered,
    Event,
    StruckDead,
    Stunned,
    TurnsLost,
    WeaponLost,
    Wounded,
)
from app.rules.harp.table.sheet import Skill
from app.rules.harp.table.state import Means
from app.shipped import shipped

ENGLISH = CATALOGUES["en"]
NAMES = {"cmb_1": "Dafur", "cmb_2": "Orc"}
RULES = Path(__file__).parents[2] / "app" / "rules" / "harp"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            AttackHit("cmb_1", "cmb_2", "axe", 12, "B"),
            "Dafur's axe hits Orc: 12 hits and a B critical.",
        ),
        (AttackHit("cmb_1", "cmb_2", "orc-scimitar", 1, None), "Dafur's orc scimitar hits Orc: 1 hit."),
        (CriticalSuffered("cmb_2", "slash", "B", True), "Orc suffers an additional B critical (slash)."),
        (Wounded("cmb_2", 3, 0), "Orc bleeds 3 hits a round."),
        (Wounded("cmb_2", 0, -10), "Orc is at -10."),
        (Stunned("cmb_2", 1), "Orc is stunned for 1 round."),
        (StruckDead("cmb_2", 0), "Orc is struck dead."),
        (StruckDead("cmb_2", 6), "Orc is struck dead: dying in 6 rounds."),
        (TurnsLost("cmb_2", 0), "Orc loses the rest of this turn."),
        (TurnsLost("cmb_2", 2), "Orc loses the next 2 turns."),
        (WeaponLost("cmb_1", "axe", "broken"), "Dafur's axe breaks."),
    ],
)
def test_what_happens_is_told(event: Event, words: str) -> None:
    assert say(message_of(event, NAMES)) == words


def test_every_event_of_the_game_can_be_told() -> None:
    for form in get_args(Event):
        (kind,) = (str(field.default) for field in fields(form) if field.name == "type")
        told = [text for key, text in ENGLISH.items() if key == kind or key.startswith(f"{kind}.")]
        assert told, kind


def label_families() -> dict[str, set[str]]:
    """Labels that are made of a table's ids, or of one of a few words."""
    pack = read_folder(shipped("seed_data") / "harp-tdm")
    rows = {
        "position": "positional",
        "cover": "cover",
        "initiative": "initiative",
        "surroundings": "surroundings",
    }
    families = {name: {row["id"] for row in pack[table]} for name, table in rows.items()}  # type: ignore[attr-defined]
    difficulties = {row["id"] for row in pack["manoeuvres"]["difficulties"]}  # type: ignore[index]
    return {
        **families,
        "difficulty": difficulties,
        "skill": set(get_args(Skill)),
        "bonus": set(get_args(Characteristic)),
        "resistance": {"body", "mind", "magic"},
        "harassed": set(get_args(Means)),
    }


def test_every_label_of_the_rules_has_words() -> None:
    families = label_families()
    labels: set[str] = set()
    for source in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Modifier" | "add_up"), args=[ast.Constant(str() as label), *_]):
                    labels.add(label)
                case ast.Call(
                    func=ast.Name("Modifier"), args=[ast.JoinedStr([ast.Constant(str() as start), _]), *_]
                ):
                    family = start.removesuffix(".")
                    labels |= {f"{family}.{name}" for name in families[family]}
    assert {"offensive_bonus", "ob.stated", "position.flank", "cover.half-resistant"} <= labels
    assert labels - set(ENGLISH) == set()


def test_a_callers_own_label_is_shown_as_it_is() -> None:
    assert say_label("Song of the bard") == "Song of the bard"
    assert say_label("position.flank") == "Flank attack"


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "Dafur's axe hits Orc: 12 hits and a B critical."),
        ("fr", "Dafur touche Orc (hache) : 12 PdV et un critique B."),
        ("it", "Dafur colpisce Orc (ascia): 12 PF e un critico B."),
        ("de", "Dafur's axe hits Orc: 12 hits and a B critical."),
    ],
)
def test_a_blow_is_told_in_the_tables_language_or_in_english(locale: str, words: str) -> None:
    assert say(message_of(AttackHit("cmb_1", "cmb_2", "axe", 12, "B"), NAMES), locale) == words
