"""Blows: what is rolled, when nothing is, and how often the damage counts."""

from dataclasses import replace

import pytest

from app.rules.common.errors import UnknownCombatant
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.attack import Attack, Blow, FullAttack
from app.rules.d20.contract.commands.care import EffectAdd
from app.rules.d20.contract.situation import Situation
from app.rules.d20.full_attack.full_attack import BaseAttackUnknown, attacks_of
from app.rules.d20.table.arms import NotThrown, UnknownSheetWeapon
from app.rules.d20.table.sheet import Abilities, AcParts, ArmorWorn, ExtraDice, Sheet, SheetWeapon
from tests.rules.d20.fight import FIGHTER, OGRE, Fight

LANCE = SheetWeapon("lance", "lance", attack=7, damage="1d8+4", critical="x3")
CLUB = SheetWeapon("club", "club", attack=7, damage="1d6+2", critical="x2")
FLAMING = replace(FIGHTER.weapons[0], extra_dice=(ExtraDice("Flame", "1d6", "fire"),))


def armed_with(*weapons: SheetWeapon) -> Sheet:
    return replace(FIGHTER, weapons=weapons)


@pytest.mark.parametrize(
    ("doublings", "d20s", "dice", "times", "points"),
    [
        ((), (10,), (5,), 1, 9),
        (("lance",), (10,), (5, 6), 2, 19),
        (("lance", "spirited-charge"), (10,), (5, 6, 7), 3, 30),
        (("set-weapon",), (20, 10), (1, 2, 3, 4), 4, 26),
        (("lance",), (20, 15), (1, 2, 3, 4), 4, 26),
        (("lance", "spirited-charge"), (20, 15), (1, 2, 3, 4, 5), 5, 35),
    ],
)
def test_each_doubling_adds_what_it_is_above_one(
    fight: Fight,
    doublings: tuple[str, ...],
    d20s: tuple[int, ...],
    dice: tuple[int, ...],
    times: int,
    points: int,
) -> None:
    """D20-DMG-04: a lance of 1d8+4 with a critical of ×3; doublings and critical are 1 + Σ(m − 1)."""
    told = fight.duel(armed_with(LANCE)).strikes(*d20s, *dice, weapon="lance", doublings=doublings)
    assert told.facts["multiplier"] == times
    assert told.facts["damage"] == points
    assert fight.of("ogre").hp == OGRE.hp - points


def test_extra_dice_are_rolled_once_however_often_the_damage_counts(fight: Fight) -> None:
    """D20-DMG-05: 3 × (1d8+3) and one 1d6 of fire, in one throw of every die."""
    told = fight.duel(armed_with(FLAMING)).strikes(19, 12, 2, 4, 6, 5, doublings=("lance",))
    damage = told.rolls[-1]
    assert (damage.answer.purpose, damage.answer.faces) == ("damage", (2, 4, 6, 5))
    assert told.facts["damage"] == 2 + 4 + 6 + 3 * 3
    assert told.facts["extra_Flame"] == 5
    assert fight.of("ogre").hp == OGRE.hp - 21 - 5


def test_what_is_added_is_multiplied_too_and_says_so(fight: Fight) -> None:
    """D20-DMG-06."""
    told = fight.duel().strikes(19, 12, 2, 4)
    assert [(part.label, part.value) for part in told.rolls[-1].modifiers.applied] == [
        ("d20.damage.stated", 3),
        ("d20.damage.multiplied", 3),
    ]


@pytest.mark.parametrize(("edition", "nonlethal"), [("dnd35", 0), ("pf1", 1)])
def test_the_least_damage_is_one_point(dnd35: Fight, pf1: Fight, edition: str, nonlethal: int) -> None:
    """D20-DMG-07: nonlethal in Pathfinder."""
    fight = dnd35 if edition == "dnd35" else pf1
    feeble = replace(FIGHTER.weapons[0], damage="1d4-5")
    told = fight.duel(armed_with(feeble)).attacks(12, 3)
    assert told.facts["damage"] == 1
    assert fight.of("ogre").nonlethal == nonlethal
    assert fight.of("ogre").hp == OGRE.hp - (1 - nonlethal)


def test_a_damage_without_dice_is_not_rolled(fight: Fight) -> None:
    told = fight.duel(armed_with(replace(FIGHTER.weapons[0], damage="5"))).attacks(12)
    assert [roll.answer.purpose for roll in told.rolls] == ["attack"]
    assert fight.of("ogre").hp == OGRE.hp - 5


def test_a_net_hits_and_does_no_damage(fight: Fight) -> None:
    told = fight.duel(armed_with(SheetWeapon("net", "net", attack=7))).attacks(12, weapon="net")
    assert told.kinds()[-1:] == ["attack_hit"]
    assert fight.of("ogre").hp == OGRE.hp


def test_a_threat_that_is_not_confirmed_is_a_hit(fight: Fight) -> None:
    """D20-ATK-05, D20-ATK-07."""
    told = fight.duel().attacks(19, 7, 4)
    assert [roll.answer.purpose for roll in told.rolls] == ["attack", "confirmation", "damage"]
    assert told.facts["critical"] == "no"
    assert told.facts["multiplier"] == 1


def test_who_has_no_weak_spots_suffers_no_critical(fight: Fight) -> None:
    """D20-ATK-06: no confirmation is rolled."""
    skeleton = replace(OGRE, immune_to_criticals=True)
    told = fight.duel(second=skeleton).attacks(20, 4)
    assert [roll.answer.purpose for roll in told.rolls] == ["attack", "damage"]


def test_a_1_misses_whatever_the_bonus_and_a_20_hits_whatever_the_ac(fight: Fight) -> None:
    """D20-ATK-03, D20-ATK-04."""
    sure, hopeless = replace(FIGHTER.weapons[0], attack=200), replace(CLUB, attack=-200)
    fight.duel(armed_with(sure, hopeless))
    assert "attack_missed" in fight.attacks(1).kinds()
    assert "attack_hit" in fight.attacks(20, 2, 3, weapon="club").kinds()


def test_a_blow_that_can_no_longer_be_struck_is_prevented(fight: Fight) -> None:
    """Something came between: the attacker went down before its blow fell."""
    fight.duel()
    fight.does(EffectAdd("ada", ("unconscious",)))
    told = fight.strikes()
    assert told.kinds() == ["attack_prevented"]
    assert told.rolls == []


def test_nobody_strikes_with_what_the_sheet_does_not_have(fight: Fight) -> None:
    fight.duel()
    with pytest.raises(UnknownSheetWeapon) as refused:
        fight.attacks(10, weapon="spoon")
    assert (refused.value.code, refused.value.pointer) == ("unknown_weapon", "/weapon")
    with pytest.raises(UnknownCombatant):
        fight.does(Attack("ada", "nobody", "sword"))


def test_a_sword_is_not_thrown(fight: Fight) -> None:
    """D20-ATK-11: it has no range increment; a club has."""
    fight.duel(armed_with(*FIGHTER.weapons, CLUB))
    with pytest.raises(NotThrown):
        fight.does(Attack("ada", "ogre", "sword", throw=True), 10)
    told = fight.does(Attack("ada", "ogre", "club", throw=True), 12, 3)
    assert told.facts["damage"] == 5


def test_nobody_attacks_itself(fight: Fight) -> None:
    fight.duel()
    assert [check.code for check in fight.refusal(Attack("ada", "ada", "sword"))] == ["TARGET_IS_ACTOR"]


@pytest.mark.parametrize(
    ("bab", "penalties"),
    [
        (0, (0,)),
        (1, (0,)),
        (5, (0,)),
        (6, (0, -5)),
        (11, (0, -5, -10)),
        (16, (0, -5, -10, -15)),
        (40, (0, -5, -10, -15)),
    ],
)
def test_base_attack_gives_the_attacks_of_a_full_attack(bab: int, penalties: tuple[int, ...]) -> None:
    """D20-ATK-15: one more for each 5 above 1, four at most."""
    assert attacks_of(bab) == penalties


def test_a_full_attack_rolls_every_attack_with_its_penalty(fight: Fight) -> None:
    """D20-ATK-15: base attack 6 gives +7 and +2."""
    told = fight.duel().does(FullAttack("ada", "ogre", "sword"), 12, 5, 12)
    assert [roll.modifiers.total for roll in told.rolls if roll.answer.purpose == "attack"] == [7, 2]
    assert [event.type for event in told.events if event.type.startswith("attack")] == [
        "attack_hit",
        "attack_missed",
    ]


def test_the_second_blow_goes_to_another_foe_when_the_first_felled_its_target(fight: Fight) -> None:
    """D20-ATK-15."""
    fight.duel(second=replace(OGRE, hp=5)).enters("orc", OGRE, "foes")
    told = fight.does(FullAttack("ada", "ogre", "sword"), 12, 5, 15, 2)
    assert fight.of("orc").hp == OGRE.hp - 5
    assert [event.target for event in told.events if event.type == "attack_hit"] == ["cmb_ogre", "cmb_orc"]


def test_the_second_blow_may_be_let_go(fight: Fight) -> None:
    fight.duel(second=replace(OGRE, hp=5)).enters("orc", OGRE, "foes")
    told = fight.does(FullAttack("ada", "ogre", "sword"), 12, 5, choices={"next target": "nobody"})
    assert told.kinds().count("attack_hit") == 1


def test_the_second_blow_has_nobody_to_fall_on(fight: Fight) -> None:
    fight.duel(second=replace(OGRE, hp=5))
    told = fight.does(FullAttack("ada", "ogre", "sword"), 12, 5)
    assert told.kinds().count("attack_hit") == 1


def test_more_blows_than_attacks_are_refused(fight: Fight) -> None:
    """D20-ATK-15."""
    fight.duel()
    checks = fight.refusal(FullAttack("ada", "ogre", "sword", blows=(Blow(), Blow(), Blow())))
    assert [(check.code, check.rule_id) for check in checks] == [("TOO_MANY_ATTACKS", "D20-ATK-15")]


def test_a_full_attack_needs_the_base_attack_bonus(fight: Fight) -> None:
    fight.duel()
    with pytest.raises(BaseAttackUnknown):
        fight.does(FullAttack("ogre", "ada", "club"))


def test_each_natural_weapon_strikes_once(fight: Fight) -> None:
    """D20-ATK-19: whatever base attack is; and not together with a weapon in the hand."""
    claw = SheetWeapon("claw", attack=5, damage="1d4+2", critical="x2", natural=True)
    bite = replace(claw, id="bite", attack=0)
    fight.duel(armed_with(*FIGHTER.weapons, claw, bite))
    told = fight.does(FullAttack("ada", "ogre", "bite"), 3, 3)
    assert [roll.modifiers.total for roll in told.rolls] == [0, 5]
    twice = FullAttack("ada", "ogre", "claw", blows=(Blow(), Blow()))
    assert [check.code for check in fight.refusal(twice)] == ["TOO_MANY_ATTACKS"]
    mixed = FullAttack("ada", "ogre", "sword", blows=(Blow(), Blow(weapon="claw")))
    assert [check.code for check in fight.refusal(mixed)] == ["ATTACKS_MIXED"]


def test_every_part_of_both_totals_is_named(fight: Fight) -> None:
    """D20-ATK-01, D20-AC-01: Strength 16, base attack 6; breastplate and heavy shield, Dexterity 14."""
    ada = replace(
        FIGHTER, abilities=Abilities(strength=16), weapons=(SheetWeapon("sword", "longsword", enhancement=1),)
    )
    knight = Sheet(
        30,
        abilities=Abilities(dexterity=14),
        ac_parts=AcParts(ArmorWorn("breastplate"), ArmorWorn("heavy-steel-shield", enhancement=1), natural=1),
    )
    roll = fight.duel(ada, knight).attacks(3).rolls[0]
    assert {part.label: part.value for part in roll.modifiers.applied} == {
        "d20.attack.base": 6,
        "d20.ability.strength": 3,
        "d20.weapon.enhancement": 1,
    }
    assert roll.against is not None
    breastplate = fight.book.tables.armor("breastplate").bonus
    assert roll.against.total == 10 + breastplate + 2 + 1 + 2 + 1
    assert all(part.rule_id for part in (*roll.modifiers.applied, *roll.against.applied))


def test_what_the_occasion_brings_counts(fight: Fight) -> None:
    charge = Modifier("d20.attack.charge", 2, "charge", "rules", "D20-CHG-30")
    roll = fight.duel().strikes(1, extra=(charge,)).rolls[0]
    assert roll.modifiers.total == 9
    assert charge in roll.modifiers.applied


def test_what_is_stated_of_the_place_counts(fight: Fight) -> None:
    """D20-SIT-01: flanking +2, higher ground +1, cover +4 to AC, without Dexterity."""
    told = fight.duel().attacks(3, flanking=True, higher_ground=True, cover="cover", denied_dexterity=True)
    attack = told.rolls[0]
    assert attack.modifiers.total == 7 + 2 + 1
    assert attack.against is not None
    assert attack.against.total == 13 + 4


def test_total_cover_leaves_nothing_to_strike_at(fight: Fight) -> None:
    """D20-COV-07."""
    fight.duel()
    behind = Attack("ada", "ogre", "sword", situation=Situation(cover="total"))
    assert [check.code for check in fight.refusal(behind)] == ["TOTAL_COVER"]
