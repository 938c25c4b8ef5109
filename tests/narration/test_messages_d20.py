"""Everything that can happen in the d20 games has its words, and every part of a total its name."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from app.narration.catalogue import CATALOGUES, say, say_label
from app.narration.d20 import message_of
from app.rules.common.identity import Identity
from app.rules.d20.contract.events.attack import AttackHit, AttackMissed, AttackPrevented
from app.rules.d20.contract.events.care import DamageReduced
from app.rules.d20.contract.events.event import CombatantAdded, CombatantRemoved, Event
from app.rules.d20.maneuvers.maneuver_check import FEATS
from app.rules.d20.table.arms import Grip
from app.rules.d20.table.sheet import Ability, ArmorClass, Save, Sheet, SkillId
from app.rules.d20.table.state import Combatant, ConditionId

NAMES = {"cmb_1": "Ada", "cmb_2": "Ogre"}
RULES = Path(__file__).parents[2] / "app" / "rules"
ENGLISH = CATALOGUES["en"]
LABEL = re.compile(r"d20(\.[a-z_-]+)+")
FAMILIES = {
    "d20": set(get_args(Save)),
    "d20.ability": set(get_args(Ability)),
    "d20.attack.two-weapons": set(get_args(Grip)),
    "d20.bull_rush": {"improved", "greater"},
    "d20.feat": {feat for both in FEATS.values() for feat in both},
    "d20.condition": set(get_args(ConditionId)),
    "d20.save": set(get_args(Save)),
    "d20.skill": set(get_args(SkillId)),
}
"""Labels that end in one of a few words."""
ADA = Combatant(Identity("cmb_1", "Ada", "heroes", "ada"), Sheet(10, ac=ArmorClass(10, 10, 10)), 10)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (AttackHit("cmb_1", "cmb_2", "heavy-lance"), "Ada's heavy lance hits Ogre."),
        (AttackHit("cmb_1", "cmb_2", "lance", False, 3), "Ada's lance hits Ogre: damage ×3."),
        (AttackHit("cmb_1", "cmb_2", "lance", True, 5), "Ada's lance hits Ogre critically: damage ×5."),
        (AttackMissed("cmb_1", "cmb_2", "sword"), "Ada's sword misses Ogre."),
        (AttackMissed("cmb_1", "cmb_2", "sword", True), "Ada's sword strikes where Ogre is not."),
        (AttackPrevented("cmb_1", "cmb_2", "sword"), "Ada can no longer strike Ogre."),
        (CombatantAdded(ADA), "Ada joins the fight."),
        (CombatantRemoved("cmb_2"), "Ogre leaves the fight."),
        (DamageReduced("cmb_2", 5, "fire", "D20-DR-5"), "Ogre is spared 5 points of damage (fire)."),
    ],
)
def test_what_happens_is_told(event: Event, words: str) -> None:
    assert say(message_of(event, NAMES)) == words


def test_every_event_of_the_games_can_be_told() -> None:
    kinds = {str(field.default) for form in get_args(Event) for field in fields(form) if field.name == "type"}
    assert {"attack_hit", "combatant_added"} <= kinds
    untold = {
        kind
        for kind in kinds
        if not any(key == f"d20.{kind}" or key.startswith(f"d20.{kind}.") for key in ENGLISH)
    }
    assert not untold


def labels_of_the_rules() -> set[str]:
    """Every label that the rules write out, and those that they put together of a family and a word."""
    labels: set[str] = set()
    for game in ("d20", "dnd35", "pathfinder1"):
        for source in (RULES / game).rglob("*.py"):
            tree = ast.parse(source.read_text(encoding="utf-8"))
            starts: set[ast.AST] = set()
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                    starts.add(node.values[0])
                    start = str(node.values[0].value)
                    if start.startswith("d20."):
                        family = start.removesuffix(".")
                        labels |= {f"{family}.{word}" for word in FAMILIES[family]}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node not in starts and isinstance(node.value, str):
                    labels |= {node.value} if LABEL.fullmatch(node.value) else set()
    return labels


def test_every_label_of_the_rules_has_words() -> None:
    labels = labels_of_the_rules()
    assert {"d20.attack_bonus", "d20.ac.cover", "d20.condition.prone", "d20.ability.wisdom"} <= labels
    assert labels - set(ENGLISH) == set()


def test_a_callers_own_label_is_shown_as_it_is() -> None:
    assert say_label("Song of the bard") == "Song of the bard"
    assert say_label("d20.attack.higher-ground") == "Higher ground"
