"""The charge, and the spear that waits for it."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.command import EndTurn, RollInitiative, Situation, Start
from app.rules.harp.contract.commands.movement import Charge, Move
from app.rules.harp.ground.distances import DistanceMissing, RateUnknown
from app.rules.harp.movement.charge import AwarenessMissing
from app.rules.harp.table.sheet import SheetWeapon, ShieldCarried
from app.rules.harp.table.state import Busy, Conditions, WeaponState
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

CHARGER = replace(DAFUR, bmr=9)
SPEARMAN = replace(
    ORC, weapons=(SheetWeapon("scimitar", "scimitar", ob=55), SheetWeapon("spear", "spear", ob=50))
)
FREE_ATTACK = "free attack on the charge"


def metres(value: int) -> Distance:
    return Distance(value, "m")


def charging(run_up: int = 10, **more: Any) -> Charge:
    return Charge("dafur", "orc", "axe", metres(run_up), **more)


def parts(told: Told, roll: int = 0) -> dict[str, int]:
    return {part.label: part.value for part in told.rolls[roll].modifiers.applied}


def defended(told: Told, roll: int = 0) -> dict[str, int]:
    against = told.rolls[roll].against
    assert against is not None
    return {part.label: part.value for part in against.applied}


def test_a_charge_adds_20_to_the_blow_and_moving_takes_nothing(fight: Fight) -> None:
    """H-CHG-1, H-MOV-2: 80 + 20, no −20 for the way."""
    told = fight.duel(first=CHARGER).does(charging(), 10)
    assert parts(told) == {"ob.stated": 80, "ob.charge": 20}
    assert told.kinds()[:3] == ["set_off", "moved", "attack_hit"]


def test_the_charger_defends_with_20_less_until_its_next_own_turn(fight: Fight) -> None:
    """H-CHG-1, DH-16: through the opponent's turn, and no longer."""
    fight.duel(first=CHARGER).does(Start())
    fight.does(RollInitiative(), 9, 1)
    fight.does(charging(), 10)
    fight.does(EndTurn("dafur"))
    struck = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    assert defended(struck) == {"db.stated": 40, "defence.charging": -20}
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 9, 1)
    fight.does(EndTurn("dafur"))
    struck = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    assert defended(struck) == {"db.stated": 40}


@pytest.mark.parametrize(("run_up", "codes"), [(2, ["CHARGE_TOO_SHORT"]), (19, ["CHARGE_TOO_LONG"])])
def test_a_charge_is_neither_too_short_nor_too_long(fight: Fight, run_up: int, codes: list[str]) -> None:
    """H-CHG-1: from 3 m to twice a BMR of 9."""
    fight.duel(first=CHARGER)
    assert refused(fight, charging(run_up)) == codes


@pytest.mark.parametrize("run_up", [3, 18])
def test_both_ends_of_a_charge_are_still_a_charge(fight: Fight, run_up: int) -> None:
    """H-CHG-1."""
    assert "ob.charge" in parts(fight.duel(first=CHARGER).does(charging(run_up), 10))


def test_a_charge_ends_face_to_face(fight: Fight) -> None:
    """H-CHG-1: nobody charges a flank or a rear."""
    fight.duel(first=CHARGER)
    assert refused(fight, charging(situation=Situation(rear=True))) == ["CHARGE_NOT_FACE_TO_FACE"]


def test_a_charge_is_refused_with_every_reason(fight: Fight) -> None:
    """H-EFF-STUN, H-MIS-1, H-CHG-1: a stunned charger with a bow, from 2 m."""
    fight.duel(first=replace(CHARGER, weapons=(SheetWeapon("bow", "short-bow", ob=60),)))
    stunned = replace(fight.of("dafur"), conditions=Conditions(stunned=1))
    fight.state = fight.state.with_combatant(stunned)
    assert refused(fight, Charge("dafur", "orc", "bow", metres(2))) == [
        "ACTOR_STUNNED",
        "NOT_A_MELEE_WEAPON",
        "CHARGE_TOO_SHORT",
    ]


def test_what_the_charge_needs_must_be_said(fight: Fight) -> None:
    """H-CHG-1, H-CHG-2: the run-up, the BMR, and whether a spearman knows of it."""
    fight.duel(first=CHARGER, second=SPEARMAN)
    with pytest.raises(DistanceMissing):
        fight.does(Charge("dafur", "orc", "axe"))
    with pytest.raises(RateUnknown):
        fight.does(Charge("orc", "dafur", "spear", metres(5)))
    with pytest.raises(AwarenessMissing):
        fight.does(charging())


def test_a_spearman_that_sees_it_coming_strikes_first(fight: Fight) -> None:
    """H-CHG-2, DH-11, DH-16: with the spear, at the charger's lowered defence, and for no action."""
    fight.duel(first=CHARGER, second=SPEARMAN).does(Start())
    fight.does(RollInitiative(), 9, 1)
    told = fight.does(charging(target_aware=True), 10, 10)
    assert [(roll.answer.who, roll.modifiers.total) for roll in told.rolls] == [
        ("cmb_orc", 50),
        ("cmb_dafur", 100),
    ]
    assert defended(told) == {"db.stated": 40, "defence.charging": -20}
    (choice,) = [one for one in told.choices if one.answer.purpose == FREE_ATTACK]
    assert (choice.answer.who, choice.options, choice.answer.choice) == ("cmb_orc", ("spear", "no"), "spear")
    fight.does(EndTurn("dafur"))
    fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")


def test_a_charger_that_falls_to_the_spear_does_not_strike(fight: Fight) -> None:
    """H-CHG-2, H-DMG-1: 90 + 50 against 40 − 20 fells the charger, who has one hit left."""
    fight.enters("dafur", CHARGER, hits=1).enters("orc", SPEARMAN, "foes")
    told = fight.does(charging(target_aware=True), 90, 1)
    assert "fell_unconscious" in told.kinds()
    assert told.kinds()[-1] == "attack_prevented"
    assert fight.of("orc").hits == ORC.hits


def test_a_charger_stunned_by_the_spear_does_not_strike(fight: Fight) -> None:
    """H-CHG-2, H-EFF-STUN: a stunned combatant may not attack."""
    weak = replace(CHARGER, body=-100)
    fight.duel(first=weak, second=SPEARMAN)
    table = fight.rules.tables.critical_table("puncture")
    roll = next(
        roll
        for roll in range(1, 101)
        if table.read(roll, "D").effects.stun_rounds and table.read(roll, "D").effects.death_in_rounds is None
    )
    told = fight.does(charging(target_aware=True), 95, roll, 1)
    assert told.facts["severity"] == "D"
    assert "stunned" in told.kinds()
    assert told.kinds()[-1] == "attack_prevented"


def test_the_spearman_may_let_the_charge_come(fight: Fight) -> None:
    """DH-11: entitled, not bound."""
    fight.duel(first=CHARGER, second=SPEARMAN)
    told = fight.does(charging(target_aware=True), 10, choices={FREE_ATTACK: "no"})
    assert [roll.answer.who for roll in told.rolls] == ["cmb_dafur"]


@pytest.mark.parametrize(
    "changes",
    [
        {"conditions": Conditions(stunned=1)},
        {"conditions": Conditions(must_parry=1)},
        {"hits": 0},
        {"weapons": (WeaponState("spear", "dropped", 1),)},
        {"busy": Busy("reload", 1)},
    ],
)
def test_a_spearman_that_cannot_strike_has_no_free_attack(fight: Fight, changes: dict[str, Any]) -> None:
    """H-CHG-2: able, and with the spear in hand; then its awareness need not be said."""
    fight.duel(first=replace(CHARGER, weapons=(SheetWeapon("axe", "axe", ob=20),)), second=SPEARMAN)
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), **changes))
    assert [roll.answer.who for roll in fight.does(charging(), 10).rolls] == ["cmb_dafur"]


def test_an_unaware_spearman_has_no_free_attack(fight: Fight) -> None:
    """H-CHG-2."""
    fight.duel(first=CHARGER, second=SPEARMAN)
    assert len(fight.does(charging(target_aware=False), 10).rolls) == 1


def test_a_pole_arm_needs_both_hands_to_meet_a_charge(fight: Fight) -> None:
    """H-CHG-2, H-SHD-3: behind a round shield it stays where it is."""
    halberdier = replace(ORC, weapons=(SheetWeapon("halberd", "pole-arm", ob=50),))
    fight.duel(first=CHARGER, second=halberdier)
    assert len(fight.does(charging(target_aware=True), 10, 10).rolls) == 2
    fight.enters("guard", replace(halberdier, shield=ShieldCarried("round-shield")), "foes")
    told = fight.does(Charge("dafur", "guard", "axe", metres(10)), 10)
    assert len(told.rolls) == 1


def test_a_spearman_that_moved_strikes_with_20_less(fight: Fight) -> None:
    """H-CHG-2, H-MOV-2: its own move of this round counts."""
    fight.duel(first=CHARGER, second=replace(SPEARMAN, bmr=9))
    fight.does(Move("orc", metres(5)))
    told = fight.does(charging(target_aware=True), 10, 10)
    assert parts(told) == {"ob.stated": 50, "ob.moved": -20}


def test_a_charge_out_of_another_melee_is_struck_at_first(fight: Fight) -> None:
    """DH-20, H-CHG-1: the one that is left strikes at the lowered defence too."""
    fight.duel(first=CHARGER).enters("troll", ORC, "foes")
    told = fight.does(charging(leaves=("troll",)), 10, 10)
    assert [roll.answer.who for roll in told.rolls] == ["cmb_troll", "cmb_dafur"]
    assert defended(told)["defence.charging"] == -20
