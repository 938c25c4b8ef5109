"""Lying in wait for somebody's action and cutting into it."""

from dataclasses import replace

import pytest

from app.rules.common.errors import Illegal
from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.command import (
    Attack,
    Declare,
    EndTurn,
    Intercept,
    RollInitiative,
    Start,
)
from app.rules.harp.contract.commands.movement import Charge, Move
from app.rules.harp.ground.distances import RateUnknown
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import ArmourWorn, SheetWeapon, ShieldCarried
from app.rules.harp.table.state import Conditions, WeaponState, Wound
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

WARY = replace(DAFUR, db=70)
KHARDAK = replace(DAFUR, bmr=12, stealth=40)


@pytest.fixture
def guarded(fight: Fight) -> Fight:
    """Khardak's turn, before the orc that threatens Dafur."""
    fight.enters("khardak", KHARDAK).enters("orc", ORC, "foes").enters("dafur", WARY)
    fight.does(Start())
    fight.does(RollInitiative(), 9, 5, 2)
    return fight


def orc_attacks(fight: Fight, *dice: int, choices: dict[str, str] | None = None) -> Told:
    return fight.does(Attack("orc", "dafur", "scimitar"), *dice, choices=choices)


def test_the_interceptor_strikes_before_the_attack_falls(guarded: Fight) -> None:
    """H-INT-1: Khardak's blow lands first; the orc goes on and misses."""
    guarded.does(Intercept("khardak", "orc", ("attack",), "axe"))
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 20, 10)
    assert told.kinds() == ["action_taken", "intercepted", "attack_hit", "hits_taken", "attack_missed"]
    assert guarded.of("khardak").interception is None


def test_an_attacker_struck_down_on_the_way_does_not_strike(guarded: Fight) -> None:
    """H-INT-1: the orc has 5 hits left and loses them."""
    guarded.state = guarded.state.with_combatant(replace(guarded.of("orc"), hits=5))
    guarded.does(Intercept("khardak", "orc", (), "axe"))
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 30)
    assert told.kinds()[-2:] == ["fell_unconscious", "action_stopped"]


def test_simultaneous_blows_both_fall(guarded: Fight) -> None:
    """H-INT-1: the GM rules that neither is first, so the one that falls still strikes."""
    guarded.state = guarded.state.with_combatant(replace(guarded.of("orc"), hits=5))
    guarded.does(Intercept("khardak", "orc", (), "axe"))
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 30, 10, choices={"who is first": "simultaneous"})
    assert told.kinds()[-2:] == ["fell_unconscious", "attack_missed"]


def test_the_interrupted_may_be_first_or_give_up(guarded: Fight) -> None:
    """H-INT-1."""
    guarded.does(Intercept("khardak", "orc", (), "axe"))
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 10, 20, choices={"who is first": "interrupted"})
    assert [roll.answer.who for roll in told.rolls] == ["cmb_orc", "cmb_khardak"]


def test_one_who_is_cut_into_may_stop(guarded: Fight) -> None:
    """H-INT-1: standing in the way, without a blow; the orc gives up."""
    guarded.does(Intercept("khardak", "orc", ("attack",)))
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, choices={"the interrupted action": "stops"})
    assert told.kinds() == ["action_taken", "intercepted", "action_stopped"]


def test_only_the_named_action_of_the_named_foe_triggers(guarded: Fight) -> None:
    """H-INT-1."""
    guarded.does(Intercept("khardak", "orc", ("charge",), "axe"))
    guarded.does(EndTurn("khardak"))
    assert orc_attacks(guarded, 10).kinds() == ["action_taken", "attack_missed"]
    guarded.does(EndTurn("orc"))
    assert guarded.attacks(10).kinds() == ["action_taken", "attack_hit", "hits_taken"]
    assert guarded.of("khardak").interception is not None


def test_walking_first_costs_20(guarded: Fight) -> None:
    """H-INT-1: up to the BMR, with the penalty of moving until the next own turn."""
    guarded.does(Intercept("khardak", "orc", (), "axe", Distance(12, "m")))
    guarded.does(EndTurn("khardak"))
    struck = orc_attacks(guarded, 20, 10).rolls[0]
    assert {part.label: part.value for part in struck.modifiers.applied} == {"ob.stated": 80, "ob.moved": -20}


def test_nobody_walks_farther_than_its_rate(guarded: Fight) -> None:
    with pytest.raises(Illegal) as refused:
        guarded.does(Intercept("khardak", "orc", (), "axe", Distance(13, "m")))
    assert [check.code for check in refused.value.checks] == ["TOO_FAR"]
    guarded.does(EndTurn("khardak"))
    with pytest.raises(RateUnknown):
        guarded.does(Intercept("orc", "dafur", (), "scimitar", Distance(2, "m")))


def test_one_who_waited_in_vain_is_first_when_it_keeps_to_it(guarded: Fight) -> None:
    """H-INT-2: Khardak rolls a 1 and yet begins."""
    guarded.does(Intercept("khardak", "orc", ("charge",), "axe"))
    for name in ("khardak", "orc", "dafur"):
        guarded.does(EndTurn(name))
    guarded.does(Declare("khardak", "intercept"))
    guarded.does(RollInitiative(), 1, 9, 5)
    assert guarded.state.round is not None
    assert guarded.state.round.current == "cmb_khardak"
    assert guarded.of("khardak").interception is not None


def test_one_who_turns_to_something_else_has_lost_its_wait(guarded: Fight) -> None:
    """H-INT-2."""
    guarded.does(Intercept("khardak", "orc", ("charge",), "axe"))
    for name in ("khardak", "orc", "dafur"):
        guarded.does(EndTurn(name))
    guarded.does(RollInitiative(), 1, 9, 5)
    assert guarded.of("khardak").interception is None
    assert guarded.state.round is not None
    assert guarded.state.round.current == "cmb_orc"


def test_an_ambush_from_hiding_keeps_the_stealth_roll_and_needs_its_own(guarded: Fight) -> None:
    """H-INT-3, DH-30: hidden on 60 + 40; at the blow 61 + 40 reaches 101 and gives +20."""
    hidden = guarded.does(Intercept("khardak", "orc", (), "axe", hides=True), 60)
    assert hidden.rolls[0].total == 100
    waiting = guarded.of("khardak").interception
    assert waiting is not None
    assert waiting.stealth == 100
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 61, 15, 10, choices={"ambush": "yes"})
    assert ("position.ambush", 20) in [(part.label, part.value) for part in told.rolls[1].modifiers.applied]


def test_a_failed_ambush_gives_nothing(guarded: Fight) -> None:
    """H-INT-3, DH-30: 60 + 40 is one short."""
    guarded.does(Intercept("khardak", "orc", (), "axe", hides=True), 60)
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 60, 20, 10, choices={"ambush": "yes"})
    assert told.rolls[1].modifiers.total == 80


def test_one_who_can_no_longer_attack_does_not_cut_in(guarded: Fight) -> None:
    """H-EFF-STUN."""
    guarded.does(Intercept("khardak", "orc", (), "axe"))
    guarded.does(EndTurn("khardak"))
    khardak = guarded.of("khardak")
    stunned = replace(khardak, conditions=replace(khardak.conditions, stunned=1))
    guarded.state = guarded.state.with_combatant(stunned)
    assert orc_attacks(guarded, 10).kinds() == ["action_taken", "attack_missed"]


def test_the_walk_weighs_on_every_blow_until_the_next_own_turn(guarded: Fight) -> None:
    """H-INT-1: leaving Khardak means a free attack at −20; the round after none is left."""
    strong = replace(ORC, bmr=9, hits=200)
    guarded.state = guarded.state.with_combatant(replace(guarded.of("orc"), sheet=strong, hits=200))
    guarded.does(Intercept("khardak", "orc", ("charge",), "axe", Distance(2, "m")))
    guarded.does(EndTurn("khardak"))
    left = guarded.does(Move("orc", Distance(5, "m"), ("khardak",)), 20)
    assert left.rolls[0].modifiers.total == 60
    for name in ("orc", "dafur"):
        guarded.does(EndTurn(name))
    guarded.does(Declare("khardak", "intercept"))
    guarded.does(RollInitiative(), 1, 9, 5)
    guarded.does(EndTurn("khardak"))
    charged = guarded.does(Charge("orc", "dafur", "scimitar", Distance(5, "m")), 10, 10)
    assert charged.rolls[0].answer.who == "cmb_khardak"
    assert charged.rolls[0].modifiers.total == 80


def test_one_stunned_by_the_interceptor_does_not_strike(guarded: Fight) -> None:
    """H-INT-1, H-EFF-STUN: 55 + 80 − 45 = 90 is 12B, its 98 stuns for 3; the resistance of 11 fails."""
    guarded.does(Intercept("khardak", "orc", (), "axe"))
    guarded.does(EndTurn("khardak"))
    assert orc_attacks(guarded, 55, 98, 1).kinds()[-2:] == ["stun_held", "attack_prevented"]


@pytest.mark.parametrize(("weapon", "code"), [("bow", "WEAPON_UNLOADED"), ("great-axe", "SHIELD_HAND_FULL")])
def test_one_lies_in_wait_with_a_weapon_it_could_strike_with(fight: Fight, weapon: str, code: str) -> None:
    """H-INT-1, H-SHD-3, DH-48: a bow will do, loaded."""
    weapons = (SheetWeapon("bow", "short-bow", ob=60), SheetWeapon("great-axe", "battle-axe", ob=60))
    bearer = replace(KHARDAK, weapons=weapons, shield=ShieldCarried("targe"))
    fight.enters("khardak", bearer).enters("orc", ORC, "foes").does(Start())
    fight.does(RollInitiative(), 9, 1)
    empty = replace(fight.of("khardak"), weapons=(WeaponState("bow", "unloaded"),))
    fight.state = fight.state.with_combatant(empty)
    assert refused(fight, Intercept("khardak", "orc", (), weapon)) == [code]


def test_the_stunned_may_stand_in_the_way_but_not_lie_in_wait_to_strike(guarded: Fight) -> None:
    """H-EFF-STUN."""
    stunned = replace(guarded.of("khardak"), conditions=Conditions(stunned=2))
    guarded.state = guarded.state.with_combatant(stunned)
    assert refused(guarded, Intercept("khardak", "orc", (), "axe")) == ["ACTOR_STUNNED"]
    guarded.does(Intercept("khardak", "orc"))


def test_a_weapon_lost_meanwhile_strikes_nobody(guarded: Fight) -> None:
    """H-INT-1, DH-39."""
    guarded.does(Intercept("khardak", "orc", (), "axe"))
    guarded.does(EndTurn("khardak"))
    dropped = replace(guarded.of("khardak"), weapons=(WeaponState("axe", "dropped"),))
    guarded.state = guarded.state.with_combatant(dropped)
    assert orc_attacks(guarded, 10).kinds() == ["action_taken", "attack_missed"]


def test_hiding_is_a_manoeuvre_that_wounds_and_armour_burden(guarded: Fight) -> None:
    """H-INT-3, H-EFF-PEN, H-ARM-1: Stealth 40, wounds −10, soft leather −20."""
    khardak = guarded.of("khardak")
    leather = replace(khardak.sheet, armour=ArmourWorn(2))
    guarded.state = guarded.state.with_combatant(replace(khardak, wounds=(Wound(0, -10),), sheet=leather))
    assert guarded.does(Intercept("khardak", "orc", (), "axe", hides=True), 60).rolls[0].total == 70


def test_the_gm_sets_what_an_ambush_is_worth(guarded: Fight) -> None:
    """DH-30."""
    guarded.state = replace(guarded.state, options=Options(ambush=30))
    guarded.does(Intercept("khardak", "orc", (), "axe", hides=True), 60)
    guarded.does(EndTurn("khardak"))
    told = orc_attacks(guarded, 61, 5, 10, choices={"ambush": "yes"})
    assert told.rolls[1].modifiers.total == 80 + 30
