"""D20-AC-06: which bonuses add up."""

import pytest

from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.table.stacking import ADD_UP, BEST_ONLY, stack


def bonus(label: str, value: int, kind: str, source: str = "sheet") -> Modifier:
    return Modifier(label, value, kind, source, "D20-AC-06")


def labels(tally: Tally) -> list[str]:
    return [part.label for part in tally.applied]


@pytest.mark.parametrize("kind", sorted(BEST_ONLY))
def test_of_one_type_the_best_counts(kind: str) -> None:
    tally = stack("ac", (bonus("ring", 1, kind), bonus("cloak", 3, kind), bonus("belt", 2, kind)))
    assert tally.total == 3
    assert [(held.modifier.label, held.by) for held in tally.suppressed] == [
        ("ring", "cloak"),
        ("belt", "cloak"),
    ]


@pytest.mark.parametrize("kind", sorted(ADD_UP))
def test_dodge_circumstance_and_untyped_bonuses_add_up(kind: str) -> None:
    assert stack("ac", (bonus("one", 1, kind), bonus("two", 3, kind))).total == 4


@pytest.mark.parametrize("kind", sorted(ADD_UP))
def test_not_when_they_are_of_one_source(kind: str) -> None:
    assert stack("ac", (bonus("one", 1, kind), bonus("one", 3, kind))).total == 3


def test_every_effect_in_the_state_is_a_source_of_its_own() -> None:
    one = bonus("dodging", 1, "dodge", "state")
    assert stack("ac", (one, one)).total == 2


def test_penalties_always_add_up() -> None:
    parts = (bonus("a", -2, "morale"), bonus("b", -1, "morale"), bonus("c", 4, "morale"))
    assert stack("attack", parts).total == 1


def test_different_types_add_up() -> None:
    parts = (bonus("armour", 5, "armor"), bonus("skin", 2, "natural_armor"), bonus("ring", 1, "deflection"))
    tally = stack("ac", parts)
    assert tally.total == 8
    assert tally.suppressed == ()


def test_of_two_equal_bonuses_the_first_counts() -> None:
    tally = stack("ac", (bonus("first", 2, "luck"), bonus("second", 2, "luck")))
    assert labels(tally) == ["first"]


def test_what_is_no_bonus_always_counts() -> None:
    parts = (bonus("strength", 3, "ability"), bonus("dexterity", 2, "ability"), bonus("far", -4, "range"))
    assert stack("attack", parts).total == 1


def test_nothing_is_said_of_what_is_worth_0() -> None:
    assert stack("ac", (bonus("none", 0, "armor"),)).applied == ()
