"""Attacks: the roll, the totals, the table, size, and what makes an attack impossible."""

from dataclasses import replace

import pytest

from app.rules.common.errors import Illegal, UnknownCombatant
from app.rules.harp.table.arms import UnknownSheetWeapon
from app.rules.harp.table.sheet import AdditionalCritical, Part, Sheet, SheetWeapon, Talent, TalentEffect
from app.rules.harp.table.state import Conditions, GlobalModifier, Wound
from app.rules.harp.table.tables import UnknownModifier
from tests.rules.harp.fight import ORC, Fight


def test_dafurs_axe_on_the_orc_reads_12b(fight: Fight) -> None:
    """H-ATK-2, the worked example: 55 + 80 = 135, less 45 is 90, which one-handed blades give as 12B."""
    told = fight.duel().attacks(55, 42)
    assert told.facts["attack_total"] == 135
    assert told.facts["table_result"] == 90
    assert told.facts["cell"] == "12B"
    assert told.facts["attack_table"] == "one-handed-blades"
    assert told.facts["critical_table"] == "slash"


def test_the_critical_of_the_worked_example_strikes_the_orc(fight: Fight) -> None:
    """H-CRT-1, H-EFF-SUM: the effects of a slash B on 42 add to the 12 hits of the attack."""
    told = fight.duel().attacks(55, 42)
    effects = fight.rules.tables.critical_table("slash").read(42, "B").effects
    orc = fight.of("orc")
    assert orc.hits == ORC.hits - 12 - effects.hits
    assert orc.bleeding == effects.bleed_per_round > 0
    assert orc.conditions.must_parry == effects.must_parry_rounds > 0
    assert told.kinds()[:3] == ["attack_hit", "hits_taken", "critical_suffered"]


def test_every_part_of_both_totals_is_named(fight: Fight) -> None:
    """H-OB-1, H-DB-1."""
    attack = fight.duel().attacks(55, 42).rolls[0]
    assert [(part.label, part.value, part.rule_id) for part in attack.modifiers.applied] == [
        ("ob.stated", 80, "H-OB-1")
    ]
    assert attack.against is not None
    assert [(part.label, part.value, part.rule_id) for part in attack.against.applied] == [
        ("db.stated", 45, "H-DB-1")
    ]


def test_a_result_of_1_hits_and_a_result_of_0_misses(fight: Fight) -> None:
    """H-ATK-1: 80 − 45 leaves 35, so with OB 0 a 46 gives 1 and a 45 gives 0."""
    unarmed_skill = Sheet(hits=50, db=0, armour_type=1, weapons=(SheetWeapon("axe", "axe", ob=0),))
    fight.duel(first=unarmed_skill)
    assert fight.attacks(46).kinds() == ["attack_hit", "hits_taken"]
    assert fight.of("orc").hits == ORC.hits - 1
    assert fight.attacks(45).kinds() == ["attack_missed"]
    assert fight.of("orc").hits == ORC.hits - 1


def test_an_open_ended_roll_is_thrown_again_and_added(fight: Fight) -> None:
    """H-ROLL-1: 96 opens, and goes on as long as the newest die opens; 95 does not."""
    weak = Sheet(hits=50, db=0, armour_type=1, weapons=(SheetWeapon("axe", "axe", ob=-200),))
    fight.duel(first=weak)
    assert fight.attacks(96, 97, 3).facts["attack_total"] == 96 + 97 + 3 - 200
    assert fight.attacks(95).facts["attack_total"] == 95 - 200


@pytest.mark.parametrize(("die", "fumbles"), [(1, True), (4, True), (5, False)])
def test_the_first_die_in_the_fumble_range_ends_the_attack(fight: Fight, die: int, fumbles: bool) -> None:
    """H-ROLL-2: an axe fumbles on 4 or less, whatever its bonus."""
    dice = (die, 20) if fumbles else (die,)
    told = fight.duel().attacks(*dice)
    assert ("attack_fumbled" in told.kinds()) == fumbles
    if fumbles:
        assert fight.of("orc").hits == ORC.hits


def test_position_bonuses_add_up_but_only_the_greater_of_an_exclusive_pair(fight: Fight) -> None:
    """H-OB-2, DH-31: flank and rear exclude each other; higher ground adds."""
    attack = fight.duel().attacks(5, 1, flank=True, rear=True, higher_ground=True).rolls[0]
    assert {part.label: part.value for part in attack.modifiers.applied} == {
        "ob.stated": 80,
        "position.rear": 35,
        "position.higher-ground": 10,
    }
    (flank,) = attack.modifiers.suppressed
    assert (flank.modifier.label, flank.by) == ("position.flank", "position.rear")


def test_fog_applies_to_every_attack_by_its_name(fight: Fight) -> None:
    """H-OB-3."""
    fight.under(GlobalModifier("Thick fog", -20)).duel()
    for actor, target, weapon in (("dafur", "orc", "axe"), ("orc", "dafur", "scimitar")):
        parts = fight.attacks(10, actor=actor, target=target, weapon=weapon).rolls[0].modifiers.applied
        assert ("Thick fog", -20, "H-OB-3") in [(part.label, part.value, part.rule_id) for part in parts]


def test_a_skill_total_gets_the_models_modifier_the_weapons_bonus_and_talents(fight: Fight) -> None:
    """H-OB-1: skill 60, long sword +5, magic +10, a talent +10."""
    sword = SheetWeapon("sword", "long-sword", skill=60, bonus=10)
    knight = Sheet(
        hits=80,
        db=30,
        armour_type=8,
        weapons=(sword,),
        talents=(Talent("Swordmaster", (TalentEffect("ob", 10),)),),
    )
    tally = fight.duel(first=knight).attacks(5, weapon="sword").rolls[0].modifiers
    assert {part.label: part.value for part in tally.applied} == {
        "ob.skill": 60,
        "ob.model": 5,
        "ob.weapon": 10,
        "Swordmaster": 10,
    }


def test_parts_get_the_models_modifier_only_once(fight: Fight) -> None:
    """H-OB-1, H-WPN-1: a part of kind model stands for the table's."""
    plain = SheetWeapon("sword", "long-sword", parts=(Part("Ranks", 50, "skill"),))
    whole = SheetWeapon("own", "long-sword", parts=(Part("Ranks", 50, "skill"), Part("Balance", 7, "model")))
    fight.duel(first=Sheet(hits=80, db=0, armour_type=1, weapons=(plain, whole)))
    assert fight.attacks(5, weapon="sword").rolls[0].modifiers.total == 55
    assert fight.attacks(5, weapon="own").rolls[0].modifiers.total == 57


def test_the_attack_size_caps_the_result_whoever_strikes(fight: Fight) -> None:
    """H-SIZE-1: it is the size of the attack, not of the attacker, and what is over the cap is lost."""
    giant = Sheet(
        hits=200, db=0, armour_type=1, size="huge", weapons=(SheetWeapon("dagger", "dagger", ob=200),)
    )
    told = fight.duel(first=giant).attacks(90, 1, weapon="dagger")
    assert told.facts["table_result"] == 245
    assert told.facts["capped_from"] == 245
    assert told.facts["row"] == "105"


def test_options_for_opened_attacks_over_their_cap(fight: Fight) -> None:
    """H-SIZE-2, DH-8: off by default; an opened attack may ignore its cap, or strike again with the rest."""
    axe = Sheet(hits=80, db=0, armour_type=1, weapons=(SheetWeapon("axe", "axe", ob=45),))
    assert fight.duel(first=axe).attacks(96, 60, 1, 40).facts["row"] == "130"
    free = Fight(fight.rules).under(open_roll_ignores_size_cap=True).duel(first=axe)
    assert free.attacks(96, 44, 1, 40).facts["row"] == "140"
    again = Fight(fight.rules).under(size_cap_surplus_attacks_again=True).duel(first=axe)
    told = again.attacks(96, 60, 1, 40)
    assert (told.facts["row"], told.facts["row_2"]) == ("130", "26-27")
    assert told.kinds().count("attack_hit") == 2


def test_a_special_weapon_rolls_its_additional_criticals_only_with_the_first(fight: Fight) -> None:
    """H-CRT-2: slaying at the same severity B, cold at the A that it names; none without a critical."""
    bane = SheetWeapon(
        "axe",
        "axe",
        ob=80,
        additional_criticals=(AdditionalCritical("slaying"), AdditionalCritical("cold", "A")),
    )
    told = fight.duel(first=Sheet(hits=80, db=0, armour_type=1, weapons=(bane,))).attacks(55, 1, 1, 1)
    criticals = [(event.table, event.severity) for event in told.events if event.type == "critical_suffered"]
    assert criticals == [("slash", "B"), ("slaying", "B"), ("cold", "A")]
    assert len(fight.attacks(20).rolls) == 1


def test_a_creature_strikes_with_its_own_tables(fight: Fight) -> None:
    """H-WPN-2, H-CRT-1: claws on their own attack table, poison-cold criticals, its own size and fumble."""
    claws = SheetWeapon(
        "claws",
        "martial-arts-strikes",
        ob=60,
        attack_table="claws-and-fangs",
        critical_table="cold",
        attack_size="large",
        fumble=1,
    )
    wolf = Sheet(hits=50, db=30, armour_type=3, weapons=(claws,))
    told = fight.duel(first=wolf).attacks(90, 1, weapon="claws")
    assert told.facts["attack_table"] == "claws-and-fangs"
    assert told.facts["critical_table"] == "cold"
    assert told.facts["attack_size"] == "large"


def test_wounds_and_shaken_take_from_the_attack_but_never_from_the_defence(fight: Fight) -> None:
    """H-EFF-PEN, H-EFF-SHAKEN, DH-15; "penalties computed but not applied to attacks"."""
    fight.duel()
    orc = fight.of("orc")
    hurt = replace(orc, wounds=(Wound(0, -10), Wound(2, -20)), conditions=Conditions(shaken=True))
    fight.state = fight.state.with_combatant(hurt)
    struck_back = fight.attacks(20, actor="orc", target="dafur", weapon="scimitar").rolls[0]
    assert struck_back.modifiers.total == 55 - 10 - 20 - 25
    struck = fight.attacks(5).rolls[0]
    assert struck.against is not None
    assert struck.against.total == 45


def test_an_attack_names_every_reason_why_it_cannot_be_made(fight: Fight) -> None:
    """A stunned combatant that must parry and attacks itself is told all three."""
    fight.duel()
    bound = replace(fight.of("dafur"), conditions=Conditions(stunned=2, must_parry=1))
    fight.state = fight.state.with_combatant(bound)
    with pytest.raises(Illegal) as refused:
        fight.attacks(50, target="dafur")
    assert [check.code for check in refused.value.checks] == [
        "ACTOR_STUNNED",
        "ACTOR_MUST_PARRY",
        "TARGET_IS_ACTOR",
    ]


@pytest.mark.parametrize(("left", "dying", "code"), [(0, None, "ACTOR_UNCONSCIOUS"), (20, 3, "ACTOR_DEAD")])
def test_neither_the_unconscious_nor_the_dead_attack(
    fight: Fight, left: int, dying: int | None, code: str
) -> None:
    """H-DMG-1, H-EFF-DEATH."""

    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("dafur"), hits=left, dying_in=dying))
    with pytest.raises(Illegal) as refused:
        fight.attacks(50)
    assert [check.code for check in refused.value.checks] == [code]


def test_a_bow_is_not_swung(fight: Fight) -> None:
    """H-MIS-1: missile weapons are shot."""
    archer = Sheet(hits=50, db=20, armour_type=2, weapons=(SheetWeapon("bow", "short-bow", ob=60),))
    with pytest.raises(Illegal) as refused:
        fight.duel(first=archer).attacks(50, weapon="bow")
    assert refused.value.checks[0].code == "NOT_A_MELEE_WEAPON"


def test_unknown_names_are_refused_with_their_place(fight: Fight) -> None:
    fight.duel()
    with pytest.raises(UnknownCombatant) as nobody:
        fight.attacks(50, target="troll")
    assert nobody.value.pointer == "/target"
    with pytest.raises(UnknownSheetWeapon) as nothing:
        fight.attacks(50, weapon="halberd")
    assert nothing.value.pointer == "/weapon"
    with pytest.raises(UnknownModifier):
        fight.attacks(50, cover="behind-a-cow")


def test_copies_of_one_monster_do_not_share_their_wounds(fight: Fight) -> None:
    """Two orcs from one sheet: only the one that was hit has lost hits."""
    fight.duel().enters("orc2", ORC, "foes")
    fight.attacks(55, 42)
    assert fight.of("orc").hits < ORC.hits
    assert fight.of("orc2").hits == ORC.hits
    assert fight.of("orc2").wounds == ()


def test_a_surplus_strikes_a_second_time_and_no_third(fight: Fight) -> None:
    """H-SIZE-2b, DH-8: "a second attack", however far the result lies over the cap."""
    giant = Sheet(hits=80, db=0, armour_type=1, weapons=(SheetWeapon("axe", "axe", ob=1000),))
    fight.under(size_cap_surplus_attacks_again=True).duel(first=giant)
    told = fight.attacks(97, 50, 1, 1, 5, choices={"resist the stun": "no"})
    assert told.kinds().count("attack_hit") == 2


def test_no_part_of_a_total_is_larger_than_any_rule_means() -> None:
    for value in (1001, -1001):
        with pytest.raises(ValueError, match="from -1000 to 1000"):
            Part("Wish", value)
