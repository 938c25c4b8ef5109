"""Parrying: points per opponent, the full parry's roll, several opponents, and who may not parry."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.harp.contract.commands.command import Attack, Declare, EndTurn, RollInitiative, Start, Strike
from app.rules.harp.contract.commands.defence import Dodge, FullParry, MultipleParry, Parry
from app.rules.harp.table.guard import Share
from app.rules.harp.table.sheet import SheetWeapon
from app.rules.harp.table.state import Conditions, GlobalModifier, Wound
from app.rules.resolution.play import RollEntry
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

BOW = SheetWeapon("bow", "short-bow", ob=60)
CLAW = SheetWeapon("claw", "claw", ob=60)
DAGGER = SheetWeapon("dagger", "dagger", ob=30)


def melee(fight: Fight) -> Fight:
    """Dafur (OB 80, DB 40) between the orc and a warg; the encounter has not been started."""
    warg = replace(ORC, weapons=(CLAW, BOW))
    dafur = replace(DAFUR, weapons=(*DAFUR.weapons, BOW, CLAW, DAGGER))
    return fight.duel(first=dafur).enters("warg", warg, "foes")


def defence(told: Told) -> dict[str, int]:
    """The parts of the defence score that the attack was held against."""
    attack = _attack(told)
    assert attack.against is not None
    return {part.label: part.value for part in attack.against.applied}


def reasons(told: Told) -> list[str]:
    attack = _attack(told)
    assert attack.against is not None
    return [part.by for part in attack.against.suppressed]


def _attack(told: Told) -> RollEntry:
    return next(roll for roll in told.rolls if roll.answer.purpose == "attack")


def under(fight: Fight, ref: str, **conditions: Any) -> None:
    changed = replace(fight.of(ref), conditions=Conditions(**conditions))
    fight.state = fight.state.with_combatant(changed)


def test_points_go_from_the_own_attack_to_the_defence_against_one_opponent(fight: Fight) -> None:
    """H-PAR-1, H-DB-3: 30 of 80 leave 50 to attack with and make the orc meet 70."""
    melee(fight).does(Parry("dafur", "orc", "axe", 30))
    own = fight.attacks(20).rolls[0].modifiers
    assert [(part.label, part.value, part.rule_id) for part in own.applied] == [
        ("ob.stated", 80, "H-OB-1"),
        ("stance.parry", -30, "H-PAR-1"),
    ]
    assert defence(fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")) == {
        "db.stated": 40,
        "stance.parry": 30,
    }


def test_parry_points_not_checked_against_the_remaining_ob_and_not_kept_per_opponent(fight: Fight) -> None:
    """H-PAR-1: a fault of others. The orc's parry is not the warg's, and 80 of 80 is not a parry."""
    melee(fight)
    for points in (80, 95):
        assert refused(fight, Parry("dafur", "orc", "axe", points)) == ["PARRY_EXCEEDS_OB"]
    fight.does(Parry("dafur", "orc", "axe", 79))
    for weapon in ("scimitar", "scimitar"):
        told = fight.attacks(20, actor="orc", target="dafur", weapon=weapon)
        assert defence(told)["stance.parry"] == 79
    by_another = fight.attacks(20, actor="warg", target="dafur", weapon="claw")
    assert defence(by_another) == {"db.stated": 40}
    assert reasons(by_another) == ["another opponent (H-PAR-1)"]


def test_sixty_of_forty_is_refused_with_both_figures(fight: Fight) -> None:
    """H-PAR-1."""
    fight.duel(first=replace(DAFUR, weapons=(SheetWeapon("axe", "axe", ob=40),)))
    (check,) = fight.refusal(Parry("dafur", "orc", "axe", 60))
    assert (check.code, check.rule_id) == ("PARRY_EXCEEDS_OB", "H-PAR-1")
    assert check.params == (("actor", "Dafur"), ("points", 60), ("offensive_bonus", 40))


def test_wounds_and_fog_leave_less_ob_to_parry_with(fight: Fight) -> None:
    """DH-23: 80 − 20 for wounds − 10 for fog is 50; position is not in it."""
    melee(fight.under(GlobalModifier("Fog", -10)))
    fight.state = fight.state.with_combatant(replace(fight.of("dafur"), wounds=(Wound(0, -20),)))
    assert refused(fight, Parry("dafur", "orc", "axe", 50)) == ["PARRY_EXCEEDS_OB"]
    fight.does(Parry("dafur", "orc", "axe", 49))
    assert fight.attacks(20, rear=True).rolls[0].modifiers.total == 1 + 35


def test_the_points_cannot_be_more_than_another_weapon_has_when_that_one_attacks(fight: Fight) -> None:
    """H-PAR-1: parrying with 60 of the axe leaves nothing of the dagger's 30."""
    melee(fight).does(Parry("dafur", "orc", "axe", 60))
    assert refused(fight, Attack("dafur", "orc", "dagger")) == ["PARRY_EXCEEDS_OB"]


def test_a_new_stance_takes_the_place_of_the_last_one(fight: Fight) -> None:
    """H-PAR-1: one opponent at a time; the points are not spent twice."""
    melee(fight).does(Parry("dafur", "orc", "axe", 30))
    fight.does(Parry("dafur", "warg", "axe", 50))
    assert defence(fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")) == {"db.stated": 40}
    assert fight.attacks(20).rolls[0].modifiers.total == 30


def test_a_parry_lasts_until_the_next_own_turn_begins(fight: Fight) -> None:
    """H-PAR-1: the orc attacks in this round and, being first, in the next."""
    fight.duel().does(Start())
    fight.does(RollInitiative(), 9, 2)
    fight.does(Parry("dafur", "orc", "axe", 30))
    fight.does(EndTurn("dafur"))
    attacks = [fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")]
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 2, 9)
    attacks.append(fight.attacks(20, actor="orc", target="dafur", weapon="scimitar"))
    assert [defence(told).get("stance.parry") for told in attacks] == [30, 30]
    fight.does(EndTurn("orc"))
    assert fight.of("dafur").guard.parries == ()
    assert fight.attacks(20).rolls[0].modifiers.total == 80


def test_one_parries_at_the_own_turn_before_the_attack(fight: Fight) -> None:
    """H-PAR-1, H-RND-2."""
    fight.duel().does(Start())
    fight.does(RollInitiative(), 9, 2)
    assert refused(fight, Parry("orc", "dafur", "scimitar", 10)) == ["NOT_YOUR_TURN"]
    fight.attacks(20)
    assert refused(fight, Parry("dafur", "orc", "axe", 10)) == ["ACTION_SPENT"]


@pytest.mark.parametrize(
    ("command", "code", "rule_id"),
    [
        (Parry("dafur", "orc", "bow", 10), "PARRY_WITH_MISSILE_WEAPON", "H-PAR-1"),
        (FullParry("dafur", "orc", "bow"), "PARRY_WITH_MISSILE_WEAPON", "H-PAR-1"),
        (Parry("dafur", "orc", "claw", 10), "PARRY_WITHOUT_WEAPON", "H-PAR-1"),
        (Parry("dafur", "orc", "axe", 10, against="missiles"), "MISSILE_PARRY_ADVANCED", "H-PAR-3"),
        (Parry("dafur", "orc", "axe", -1), "PARRY_BELOW_ZERO", "H-PAR-1"),
        (Parry("dafur", "dafur", "axe", 10), "TARGET_IS_ACTOR", "H-ATK-1"),
        (MultipleParry("dafur", "axe", (Share("orc", 10),)), "OPPONENTS_NOT_SEVERAL", "H-PAR-3"),
        (MultipleParry("dafur", "axe", (Share("orc", 50), Share("warg", 30))), "PARRY_EXCEEDS_OB", "H-PAR-1"),
    ],
)
def test_what_cannot_be_parried_or_parried_with_is_refused(
    fight: Fight, command: Parry | FullParry | MultipleParry, code: str, rule_id: str
) -> None:
    """H-PAR-1, H-PAR-3: each with its own code."""
    checks = melee(fight).refusal(command)
    assert [(check.code, check.rule_id) for check in checks] == [(code, rule_id)]


def test_a_missile_is_not_parried(fight: Fight) -> None:
    """H-PAR-3: the parry stands, but not against the warg's arrow."""
    melee(fight).does(Parry("dafur", "warg", "axe", 30))
    told = fight.does(Strike("cmb_warg", "cmb_dafur", "bow"), 20)
    assert defence(told) == {"db.stated": 40}
    assert reasons(told) == ["a missile (H-PAR-3)"]


def test_a_parry_ends_with_the_weapon_the_senses_or_a_critical(fight: Fight) -> None:
    """H-PAR-1, H-EFF-NOPARRY, H-DMG-1: it no longer counts from that moment on."""
    melee(fight).does(Parry("dafur", "orc", "axe", 30))
    parrying = fight.of("dafur")
    for change, reason in (
        ({"conditions": Conditions(no_parry=1)}, "may not parry (H-EFF-NOPARRY)"),
        ({"hits": 0}, "unconscious (H-DMG-1)"),
    ):
        fight.state = fight.state.with_combatant(replace(parrying, **change))  # pyright: ignore[reportArgumentType]
        told = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
        assert reasons(told) == [reason]


def test_a_full_parry_puts_all_ob_and_ten_more_into_the_defence(fight: Fight) -> None:
    """H-PAR-2: 95 is the highest die that changes nothing else."""
    melee(fight)
    assert fight.does(FullParry("dafur", "orc", "axe"), 95).kinds() == ["parry_taken", "parry_held"]
    told = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    assert defence(told) == {"db.stated": 40, "stance.parry": 80, "stance.full_parry": 10}
    assert defence(fight.attacks(20, actor="warg", target="dafur", weapon="claw")) == {"db.stated": 40}


def test_a_full_parry_that_fumbles_is_no_parry(fight: Fight) -> None:
    """H-PAR-2, H-ROLL-2: an axe fumbles on 4; its fumble is rolled, and neither points nor bonus count."""
    told = melee(fight).does(FullParry("dafur", "orc", "axe"), 4, 1)
    assert told.kinds()[:2] == ["parry_taken", "parry_failed"]
    assert [roll.answer.purpose for roll in told.rolls] == ["full parry", "fumble"]
    struck = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    assert defence(struck) == {"db.stated": 40}
    assert "the full parry failed (H-PAR-2)" in reasons(struck)


def test_a_full_parry_that_opens_strikes_back_with_the_dice_alone(fight: Fight) -> None:
    """H-PAR-2, DH-4, DH-17: 96 + 30 without any OB, less the orc's 45, is 81 on the axe's table."""
    told = melee(fight).does(FullParry("dafur", "orc", "axe"), 96, 30, 42)
    assert told.facts["attack_total"] == 126
    assert told.facts["table_result"] == 81
    assert told.kinds()[:4] == ["parry_taken", "parry_held", "attack_hit", "hits_taken"]
    assert fight.of("orc").hits < ORC.hits


def test_with_ob_the_counter_blow_has_it_too(fight: Fight) -> None:
    """DH-17 (with_ob): 97 + 1 + 80 − 45; the last die is the orc's against the stun."""
    melee(fight.under(full_parry_roll="with_ob"))
    assert fight.does(FullParry("dafur", "orc", "axe"), 97, 1, 42, 5).facts["table_result"] == 133


def test_per_blow_the_full_parry_is_rolled_against_each(fight: Fight) -> None:
    """DH-17 (per_blow): the first blow is parried, the second is not, the third again."""
    melee(fight.under(full_parry_roll="per_blow"))
    assert fight.does(FullParry("dafur", "orc", "axe")).rolls == []
    totals: list[int] = []
    for dice in ((50, 20), (2, 1, 20), (50, 20)):
        told = fight.attacks(*dice, actor="orc", target="dafur", weapon="scimitar")
        assert told.rolls[0].answer.who == "cmb_dafur"
        totals.append(sum(defence(told).values()))
    assert totals == [130, 40, 130]


def test_a_full_parry_is_the_action_of_the_round(fight: Fight) -> None:
    """H-PAR-2, H-RND-2."""
    fight.duel().does(Start())
    fight.does(RollInitiative(), 9, 2)
    fight.does(FullParry("dafur", "orc", "axe"), 50)
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTION_SPENT", "PARRY_EXCEEDS_OB"]


def test_the_stunned_parry_fully_with_fifty_less_and_never_strike_back(fight: Fight) -> None:
    """H-EFF-STUN, DH-17: 80 − 50 and 10 more; no part of OB, no counter-blow."""
    under(melee(fight), "dafur", stunned=2)
    assert refused(fight, Parry("dafur", "orc", "axe", 10)) == ["STUNNED_PARRIES_FULLY"]
    shares = (Share("orc", 1), Share("warg", 1))
    assert refused(fight, MultipleParry("dafur", "axe", shares)) == ["STUNNED_PARRIES_FULLY"]
    assert fight.does(FullParry("dafur", "orc", "axe"), 96, 50).kinds() == ["parry_taken", "parry_held"]
    told = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    assert defence(told) == {"db.stated": 40, "stance.parry": 30, "stance.full_parry": 10}


def test_a_stunned_parry_never_lowers_the_defence(fight: Fight) -> None:
    """DH-18: 30 − 50 parries with 0."""
    under(melee(fight), "dafur", stunned=1)
    fight.does(FullParry("dafur", "orc", "dagger"), 50)
    told = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    assert defence(told) == {"db.stated": 40, "stance.full_parry": 10}


def test_several_opponents_share_the_points(fight: Fight) -> None:
    """H-PAR-3, DH-13: 50 and 29 of 80."""
    melee(fight).does(MultipleParry("dafur", "axe", (Share("orc", 50), Share("warg", 29))))
    by_orc = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")
    by_warg = fight.attacks(20, actor="warg", target="dafur", weapon="claw")
    assert (defence(by_orc)["stance.parry"], defence(by_warg)["stance.parry"]) == (50, 29)


def test_by_option_the_shares_are_equal(fight: Fight) -> None:
    """DH-13 (equal)."""
    melee(fight.under(multiple_parry="equal"))
    uneven = MultipleParry("dafur", "axe", (Share("orc", 50), Share("warg", 29)))
    assert refused(fight, uneven) == ["SHARES_NOT_EQUAL"]
    fight.does(MultipleParry("dafur", "axe", (Share("orc", 39), Share("warg", 39))))


def test_one_who_must_parry_may_do_nothing_else(fight: Fight) -> None:
    """H-EFF-MUSTPARRY, DH-27: all three parries, without an attack."""
    under(melee(fight), "dafur", must_parry=1)
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTOR_MUST_PARRY"]
    assert refused(fight, Dodge("dafur")) == ["ACTOR_MUST_PARRY"]
    fight.does(Parry("dafur", "orc", "axe", 30))
    fight.does(MultipleParry("dafur", "axe", (Share("orc", 40), Share("warg", 30))))
    fight.does(FullParry("dafur", "orc", "axe"), 50)


@pytest.mark.parametrize("must_parry", [0, 1])
def test_one_who_may_not_parry_cannot_even_if_it_must(fight: Fight, must_parry: int) -> None:
    """H-EFF-NOPARRY, DH-27."""
    under(melee(fight), "dafur", no_parry=1, must_parry=must_parry)
    shares = (Share("orc", 40), Share("warg", 30))
    for command in (
        Parry("dafur", "orc", "axe", 30),
        FullParry("dafur", "orc", "axe"),
        MultipleParry("dafur", "axe", shares),
    ):
        assert refused(fight, command) == ["ACTOR_NO_PARRY"]


def test_the_unconscious_do_not_parry(fight: Fight) -> None:
    """H-DMG-1."""
    fight.enters("dafur", DAFUR, hits=0).enters("orc", ORC, "foes")
    assert refused(fight, FullParry("dafur", "orc", "axe")) == ["ACTOR_UNCONSCIOUS"]


def test_a_parry_goes_with_a_melee_attack_that_was_declared(fight: Fight) -> None:
    """H-PAR-1: whoever has declared something else parries fully or not at all."""
    fight.duel().does(Start())
    fight.does(Declare("dafur", "shoot"))
    fight.does(RollInitiative(), 9, 2)
    assert refused(fight, Parry("dafur", "orc", "axe", 10)) == ["NO_MELEE_ATTACK_DECLARED"]
    fight.does(FullParry("dafur", "orc", "axe"), 50)


def test_after_a_parry_only_a_melee_attack_is_left(fight: Fight) -> None:
    """H-PAR-1."""
    melee(fight).does(Parry("dafur", "orc", "axe", 10))
    assert refused(fight, Dodge("dafur")) == ["PARRYING"]


def test_by_option_only_the_declared_stance_is_taken(fight: Fight) -> None:
    """DH-14 (declaration): 30 against the orc, and nothing else."""
    fight.under(stance_moment="declaration").duel().does(Start())
    fight.does(Declare("dafur", "attack", "axe", stance=(Share("orc", 30),)))
    fight.does(Declare("orc", "full-parry", "scimitar"))
    fight.does(RollInitiative(), 9, 2)
    assert refused(fight, Parry("dafur", "orc", "axe", 40)) == ["STANCE_NOT_DECLARED"]
    assert refused(fight, FullParry("dafur", "orc", "axe")) == ["STANCE_NOT_DECLARED"]
    fight.does(Parry("dafur", "orc", "axe", 30))
    fight.does(EndTurn("dafur"))
    fight.does(FullParry("orc", "dafur", "scimitar"), 50)
