"""A trace names the decision that shaped a result, and only then."""

from dataclasses import replace

import pytest

from app.rules.harp.contract.commands.care import EffectAdd
from app.rules.harp.table.state import Conditions
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told

LAIN_STILL = {"resist the stun": "no"}


def decisions(told: Told) -> set[str]:
    rules = {rule for roll in told.rolls for rule in roll.rules}
    return {rule for rule in rules if rule.startswith("DH-")}


@pytest.mark.parametrize("option", ["open_roll_ignores_size_cap", "size_cap_surplus_attacks_again"])
def test_a_house_rule_on_opened_attacks(fight: Fight, option: str) -> None:
    """DH-8: named where the size would have cut the attack, and nowhere else."""
    fight.under(**{option: True}).duel()
    assert decisions(fight.attacks(55, 42)) == set()
    assert "DH-8" in decisions(fight.attacks(97, 5, 1, choices=LAIN_STILL))


def test_no_house_rule_is_named_where_none_is_chosen(fight: Fight) -> None:
    """DH-8."""
    assert decisions(fight.duel().attacks(97, 5, 1, choices=LAIN_STILL)) == set()


@pytest.mark.parametrize("attacks_are_manoeuvres", [True, False])
def test_an_attack_by_somebody_shaken(fight: Fight, attacks_are_manoeuvres: bool) -> None:
    """DH-15, whichever way it is answered."""
    fight.under(attacks_are_manoeuvres=attacks_are_manoeuvres).duel()
    assert decisions(fight.attacks(5)) == set()
    fight.does(EffectAdd("dafur", shaken=True))
    assert decisions(fight.attacks(5)) == {"DH-15"}


def test_positions_that_exclude_each_other(fight: Fight) -> None:
    """DH-31."""
    fight.duel()
    assert decisions(fight.attacks(5, flank=True)) == set()
    assert decisions(fight.attacks(5, 1, flank=True, rear=True)) == {"DH-31"}


def test_gear_that_shifts_a_critical(fight: Fight) -> None:
    """DH-28: a bare head under the option, and a helmet on it."""
    fight.under(critical_gear_shifts=True).enters("dafur", DAFUR)
    fight.enters("bare", ORC, "foes").enters("helmed", replace(ORC, helmet=True), "foes")
    head = next(roll for roll in range(1, 101) if _strikes_the_head(fight, roll))
    assert decisions(fight.attacks(55, head, target="bare", choices=LAIN_STILL)) == {"DH-28"}
    fight.state = fight.state.with_combatant(replace(fight.of("helmed"), hits=60))
    assert "DH-28" not in decisions(fight.attacks(55, head, target="helmed", choices=LAIN_STILL))


def _strikes_the_head(fight: Fight, roll: int) -> bool:
    return fight.rules.tables.critical_table("slash").read(roll, "B").location == "head"


@pytest.mark.parametrize("effect_stacking", ["add", "longest"])
def test_a_second_stun(fight: Fight, effect_stacking: str) -> None:
    """DH-2: named when there is something to stack with."""
    fight.under(effect_stacking=effect_stacking).duel()
    stuns = next(roll for roll in range(1, 101) if _stuns(fight, roll))
    first = fight.attacks(55, stuns, choices=LAIN_STILL)
    assert "DH-2" not in decisions(first)
    assert "DH-2" in decisions(fight.attacks(55 - 20, stuns, choices=LAIN_STILL))
    assert fight.of("orc").conditions != Conditions()


def _stuns(fight: Fight, roll: int) -> bool:
    return fight.rules.tables.critical_table("slash").read(roll, "B").effects.stun_rounds > 0
