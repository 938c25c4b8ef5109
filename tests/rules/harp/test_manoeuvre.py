"""Manoeuvres at a command, and noticing things in the thick of a fight."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.harp.contract.commands.care import EffectAdd
from app.rules.harp.contract.commands.command import EndTurn, RollInitiative, Start
from app.rules.harp.contract.commands.movement import Hold
from app.rules.harp.contract.commands.skills import Manoeuvre
from app.rules.harp.skills.manoeuvre import BonusesMissing
from app.rules.harp.skills.skills import ColumnEmpty
from app.rules.harp.table.sheet import ArmourWorn, Bonuses, Part, Sheet, Skills
from app.rules.harp.table.state import Activity
from tests.rules.harp.fight import ORC, Fight, Told, refused

SCOUT = Sheet(
    hits=50,
    bonuses=Bonuses(strength=10, agility=15, quickness=5, intuition=20),
    armour=ArmourWorn(6, skill=40),
    skills=Skills(perception=60, stealth=70, acrobatics=30),
)


@pytest.fixture
def woods(fight: Fight) -> Fight:
    return fight.enters("scout", SCOUT).enters("orc", ORC, "foes")


def tries(fight: Fight, die: int, using: Any, **more: Any) -> Told:
    return fight.does(Manoeuvre("scout", using, **more), die)


def parts(told: Told) -> dict[str, int]:
    return {part.label: part.value for part in told.rolls[0].modifiers.applied}


@pytest.mark.parametrize(("column", "figure"), [("percentage", 80), ("bonus", -10), ("rr", 115)])
def test_every_column_with_figures_is_read(woods: Fight, column: Any, figure: int) -> None:
    """H-RND-3: Intuition 20 and a 62 make 82."""
    told = tries(woods, 62, "intuition", column=column)
    assert told.facts == {
        "manoeuvre_total": 82, "manoeuvre_column": column, "manoeuvre_result": figure,
    }  # fmt: skip
    (event,) = told.events
    assert (event.type, getattr(event, "figure", None)) == ("manoeuvre_made", figure)


def test_the_empty_column_is_refused(woods: Fight) -> None:
    with pytest.raises(ColumnEmpty):
        tries(woods, 50, "intuition", column="utility")


def test_every_part_is_named(woods: Fight) -> None:
    """H-ARM-1: chain at −60 with 40 of skill leaves −20 on Agility."""
    told = tries(woods, 50, "agility", difficulty="hard", modifiers=(Part("Wet rope", -10),))
    assert parts(told) == {
        "bonus.agility": 15, "difficulty.hard": -20, "Wet rope": -10, "manoeuvre.armour": -20,
    }  # fmt: skip


def test_what_burdens_a_manoeuvre(woods: Fight) -> None:
    """H-EFF-PEN, H-EFF-STUN, H-EFF-SHAKEN, H-MOV-1: wounds spare the mind, and all else adds up."""
    woods.does(EffectAdd("scout", stunned=2, shaken=True, penalty=-30), choices={"resist the stun": "no"})
    scout = woods.of("scout")
    woods.state = woods.state.with_combatant(replace(scout, activity=Activity(pace="run")))
    burdens = {"suffering.stunned": -50, "suffering.shaken": -25, "manoeuvre.running": -20}
    assert parts(tries(woods, 90, "intuition")) == {"bonus.intuition": 20, **burdens}
    assert parts(tries(woods, 90, "strength")) == {
        "bonus.strength": 10, "suffering.wound": -30, **burdens,
    }  # fmt: skip


def test_the_gm_says_what_a_manoeuvre_rests_on(woods: Fight) -> None:
    """H-EFF-PEN: hanging on by strength of will takes no harm from a wound."""
    woods.does(EffectAdd("scout", penalty=-30))
    assert "suffering.wound" not in parts(tries(woods, 50, "strength", rests_on=("concentration",)))


def test_a_skill_that_needs_training_is_refused_without_it(woods: Fight) -> None:
    assert refused(woods, Manoeuvre("scout", "brawling")) == ["UNTRAINED"]
    assert refused(woods, Manoeuvre("orc", "acrobatics")) == ["UNTRAINED"]
    assert woods.does(Manoeuvre("orc", "perception"), 50).facts["manoeuvre_total"] == 50


def test_a_characteristic_that_the_sheet_lacks_is_refused(woods: Fight) -> None:
    with pytest.raises(BonusesMissing):
        woods.does(Manoeuvre("orc", "strength"), 50)


@pytest.mark.parametrize(("die", "success"), [(69, False), (70, True)])
def test_noticing_somebody_who_hides(woods: Fight, die: int, success: bool) -> None:
    """H-PER-1, H-INT-3: 60 − 50 and the die against the 80 that was put by; equal is enough."""
    told = tries(woods, die, "perception", in_combat=True, against=80)
    assert parts(told) == {"skill.perception": 60, "manoeuvre.in_combat": -50}
    assert told.rolls[0].rules == ("H-PER-1",)
    assert told.facts["outcome"] == ("success" if success else "failure")
    (event,) = told.events
    assert getattr(event, "success", None) is success


def in_rounds(fight: Fight) -> None:
    fight.does(Start())
    fight.does(RollInitiative(), 9, 1)


def test_a_manoeuvre_takes_the_action_and_noticing_does_not(woods: Fight) -> None:
    """H-RND-2."""
    in_rounds(woods)
    assert tries(woods, 50, "perception").kinds() == ["manoeuvre_made"]
    assert tries(woods, 50, "stealth").kinds() == ["action_taken", "manoeuvre_made"]
    assert refused(woods, Manoeuvre("scout", "stealth")) == ["ACTION_SPENT"]
    assert refused(woods, Manoeuvre("scout", "perception", takes_action=True)) == ["ACTION_SPENT"]
    woods.does(EndTurn("scout"))
    assert tries(woods, 50, "perception").kinds() == ["manoeuvre_made"]
    assert refused(woods, Manoeuvre("scout", "agility")) == ["NOT_YOUR_TURN"]


def test_a_manoeuvre_may_go_beside_the_action(woods: Fight) -> None:
    """H-RND-2, H-RND-3: by the GM's word."""
    in_rounds(woods)
    woods.does(Hold("scout"))
    assert tries(woods, 50, "agility", takes_action=False).kinds() == ["manoeuvre_made"]


def test_the_bound_and_the_unconscious_try_nothing(woods: Fight) -> None:
    """H-EFF-MUSTPARRY, H-DMG-1."""
    woods.does(EffectAdd("scout", must_parry=1))
    assert refused(woods, Manoeuvre("scout", "agility")) == ["ACTOR_MUST_PARRY"]
    assert tries(woods, 50, "perception").kinds() == ["manoeuvre_made"]
    woods.does(EffectAdd("scout", death_in_rounds=3))
    assert refused(woods, Manoeuvre("scout", "perception")) == ["ACTOR_DEAD"]
