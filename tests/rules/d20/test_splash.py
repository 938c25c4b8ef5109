"""Splash weapons: what a scenario cannot show so briefly."""

from dataclasses import replace

import pytest

from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell
from app.rules.common.identity import Identity
from app.rules.d20.contract.commands.command import Add
from app.rules.d20.contract.commands.splash import ThrowSplash
from app.rules.d20.splash.splash_aim import aim_of
from app.rules.d20.splash.splash_burst import astray
from app.rules.d20.table.sheet import ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.sizes import Size
from app.rules.d20.table.state import Effect
from tests.rules.d20.fight import Fight

THROWER = Sheet(hp=20, ac=ArmorClass(14, 12, 12), bab=3, weapons=(SheetWeapon("flask", "acid"),))
FOE = Sheet(hp=40, ac=ArmorClass(20, 10, 18))


@pytest.fixture
def yard(pf1: Fight) -> Fight:
    """Fourteen squares by fourteen, and a thrower in the south-west."""
    pf1.state = replace(pf1.state, map=Grid(("." * 14,) * 14))
    return stands(pf1, "tom", (0, 0), THROWER, "heroes")


def stands(fight: Fight, ref: str, at: Cell, sheet: Sheet = FOE, side: str = "foes") -> Fight:
    fight.does(Add(Identity(f"cmb_{ref}", ref.capitalize(), side, ref), sheet, at=at))
    return fight


@pytest.mark.parametrize(("size", "at"), [("large", (4, 4)), ("huge", (3, 3)), ("huge", (4, 4))])
def test_an_intersection_is_occupied_by_one_creature_on_all_its_squares(
    yard: Fight, size: Size, at: Cell
) -> None:
    """S-8."""
    stands(yard, "giant", at, replace(FOE, size=size))
    (check,) = yard.refusal(ThrowSplash("tom", "flask", intersection=(5, 5)))
    assert (check.code, check.rule_id) == ("INTERSECTION_OCCUPIED", "PF1-SPL-09")


def test_an_intersection_with_several_creatures_round_it_is_not_occupied(yard: Fight) -> None:
    """S-8: two of the four squares are the ogre's, and one is an orc's."""
    stands(yard, "ogre", (4, 5), replace(FOE, size="large"))
    stands(yard, "orc", (4, 4))
    told = yard.does(ThrowSplash("tom", "flask", intersection=(5, 5)), 10)
    assert told.kinds().count("splashed") == 2


def test_the_faces_of_the_d8_lead_all_round(yard: Fight) -> None:
    """D-5: from north of the thrower 1 is south, and each face lands in another of the eight places."""
    stands(yard, "orc", (5, 6))
    aim = replace(aim_of(yard.book, yard.state, ThrowSplash("tom", "flask", "orc")), increment=2)
    ends = [astray(yard.state, aim, face).cell for face in range(1, 9)]
    assert ends == [(3, 4), (3, 6), (3, 8), (5, 8), (7, 8), (7, 6), (7, 4), (5, 4)]


def test_a_throw_at_a_place_uses_up_what_the_next_attack_does(yard: Fight) -> None:
    """D20-EFF-3: a help that counts for any attack is spent on this one."""
    tom = yard.of("tom")
    helped = Effect("d20.effect.total-defense", "attack", 2, "untyped", "D20-EFF-3", spent_by="attack")
    yard.state = yard.state.with_combatant(replace(tom, effects=(helped,)))
    told = yard.does(ThrowSplash("tom", "flask", intersection=(2, 2)), 10)
    assert told.facts["attack_total"] == 15
    assert yard.of("tom").effects == ()


def test_the_dead_burn_no_longer_and_take_no_splash(yard: Fight) -> None:
    """PF1-SPL-02: a body beside the target is left alone."""
    stands(yard, "orc", (2, 0))
    stands(yard, "body", (3, 0))
    yard.state = yard.state.with_combatant(replace(yard.of("body"), dead=True))
    told = yard.does(ThrowSplash("tom", "flask", "orc"), 10, 4)
    assert "splashed" not in told.kinds()
