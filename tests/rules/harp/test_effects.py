"""What criticals and fumbles do, and how it adds up."""

from dataclasses import replace

import pytest

from app.rules.common.errors import DieOutOfRange, Illegal, InvalidAnswer, InvalidDocument
from app.rules.harp.contract.commands.command import ResistStun
from app.rules.harp.contract.effects import of_critical, take_hits
from app.rules.harp.contract.events.event import (
    CriticalSuffered,
    FellUnconscious,
    HitsTaken,
    MustParry,
    Shaken,
    StruckDead,
    Stunned,
    Wounded,
)
from app.rules.harp.table.sheet import Sheet, SheetWeapon
from app.rules.harp.table.state import Conditions
from app.rules.harp.table.tables import CriticalEffects
from tests.rules.harp.fight import ORC, Fight


def test_each_effect_of_a_critical_is_an_event_of_its_own(fight: Fight) -> None:
    """H-EFF-SUM."""
    orc = fight.duel().of("orc")
    effects = CriticalEffects(
        hits=5, shaken=True, stun_rounds=2, must_parry_rounds=1, bleed_per_round=3, penalty=-10
    )
    assert list(of_critical(orc, effects)) == [
        HitsTaken(orc.id, 5, "critical"),
        Wounded(orc.id, 3, -10),
        Shaken(orc.id),
        Stunned(orc.id, 2),
        MustParry(orc.id, 1),
    ]


def test_bleeding_of_two_wounds_adds_up(fight: Fight) -> None:
    """H-EFF-BLEED: 3 and 5 make 8."""
    orc = fight.duel().of("orc")
    for bleed in (3, 5):
        fight.state = fight.rules.evolve(fight.state, Wounded(orc.id, bleed, 0))
    assert fight.of("orc").bleeding == 8


@pytest.mark.parametrize(("stacking", "left"), [("add", 5), ("longest", 3)])
def test_a_second_stun_adds_its_rounds_or_the_longest_counts(fight: Fight, stacking: str, left: int) -> None:
    """DH-2."""
    fight.under(effect_stacking=stacking).duel()
    for rounds in (3, 2):
        fight.state = fight.rules.evolve(fight.state, Stunned("cmb_orc", rounds))
    assert fight.of("orc").conditions.stunned == left


def test_at_0_hits_a_combatant_falls_unconscious_once(fight: Fight) -> None:
    """H-DMG-1: 60 hits less 60; the next hit does not knock it out a second time."""
    orc = fight.duel().of("orc")
    assert FellUnconscious(orc.id) in tuple(take_hits(orc, 60, "attack"))
    assert FellUnconscious(orc.id) not in tuple(take_hits(orc, 59, "attack"))
    assert FellUnconscious(orc.id) not in tuple(take_hits(replace(orc, hits=0), 5, "attack"))


def test_of_two_deaths_the_sooner_counts(fight: Fight) -> None:
    """H-EFF-DEATH: six rounds, then two; a later, slower death changes nothing."""
    orc = fight.duel().of("orc")
    for rounds in (6, 2, 4):
        fight.state = fight.rules.evolve(fight.state, StruckDead(orc.id, rounds))
    assert fight.of("orc").dying_in == 2
    assert fight.of("orc").is_unconscious


@pytest.mark.parametrize(("rounds", "difficulty"), [(1, 150), (2, 155), (3, 160)])
def test_the_stun_resistance_grows_by_5_a_round_left(fight: Fight, rounds: int, difficulty: int) -> None:
    """H-EFF-STUN: 150, 155, 160; the Body bonus counts, the stun's own −50 does not."""
    fight.duel()
    stunned = replace(fight.of("orc"), conditions=Conditions(stunned=rounds))
    fight.state = fight.state.with_combatant(stunned)
    told = fight.does(ResistStun("orc"), 97, difficulty - 10 - 97)
    assert told.facts["difficulty"] == difficulty
    assert told.facts["resistance_total"] == difficulty
    assert told.kinds() == ["stun_ended"]
    assert fight.of("orc").conditions.stunned == 0


def test_one_short_of_the_difficulty_leaves_the_stun(fight: Fight) -> None:
    """H-EFF-STUN, DH-7: 139 + 10 is one short of 150."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(stunned=1)))
    assert fight.does(ResistStun("orc"), 97, 42).kinds() == ["stun_held"]
    assert fight.of("orc").conditions.stunned == 1


def test_the_resistance_roll_is_the_victims_choice(fight: Fight) -> None:
    """H-EFF-STUN: no roll is made when the victim does not want it."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(stunned=1)))
    told = fight.does(ResistStun("orc"), choices={"resist the stun": "no"})
    assert told.kinds() == ["stun_held"]
    assert told.rolls == []


def test_the_unconscious_are_not_asked_to_resist(fight: Fight) -> None:
    """DH-41."""
    fight.duel()
    down = replace(fight.of("orc"), hits=0, conditions=Conditions(stunned=2))
    fight.state = fight.state.with_combatant(down)
    assert fight.does(ResistStun("orc")).events == ()


def test_a_stunned_combatant_may_not_attack(fight: Fight) -> None:
    """H-EFF-STUN."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(stunned=1)))
    with pytest.raises(Illegal) as refused:
        fight.attacks(50, actor="orc", target="dafur", weapon="scimitar")
    assert refused.value.checks[0].code == "ACTOR_STUNNED"
    assert refused.value.checks[0].rule_id == "H-EFF-STUN"


def test_a_dropped_axe_cannot_strike_again(fight: Fight) -> None:
    """H-ROLL-2, DH-39: 46-55 in the one-handed column drops the weapon."""
    told = fight.duel().attacks(3, 50)
    assert told.kinds() == ["attack_fumbled", "weapon_lost"]
    with pytest.raises(Illegal) as refused:
        fight.attacks(50)
    assert refused.value.checks[0].code == "WEAPON_DROPPED"


@pytest.mark.parametrize(("die", "kind"), [(40, "weapon_lost"), (41, "weapon_held")])
def test_a_weapon_under_test_breaks_on_50_with_its_own_bonus(fight: Fight, die: int, kind: str) -> None:
    """DH-39: an axe of +10 breaks on 40 and holds on 41."""
    fine = SheetWeapon("axe", "axe", skill=60, bonus=10)
    fight.duel(first=Sheet(hits=80, db=0, armour_type=1, weapons=(fine,)))
    assert fight.attacks(2, 85, die).kinds() == ["attack_fumbled", kind]


def test_a_fumble_can_wound_the_one_who_makes_it(fight: Fight) -> None:
    """DH-39: 95-98 one-handed is an A critical of the weapon's own table, on oneself."""
    told = fight.duel().attacks(1, 96, 30)
    assert told.events[1] == CriticalSuffered("cmb_dafur", "slash", "A", False)
    assert fight.of("orc").hits == ORC.hits


def test_given_dice_must_be_faces_of_the_die(fight: Fight) -> None:
    """H-ROLL-4: nothing happens, and the place of the wrong die is told."""
    before = fight.duel().state
    with pytest.raises(DieOutOfRange) as refused:
        fight.attacks(55, 101)
    assert refused.value.index == 1
    assert fight.state == before


def test_an_opened_roll_is_given_whole(fight: Fight) -> None:
    """H-ROLL-1: after a 96 the second die is missing."""
    with pytest.raises(InvalidAnswer, match="another die after 96"):
        fight.duel().attacks(96)


def test_everything_wrong_with_a_sheet_is_told_at_once(fight: Fight) -> None:
    bad = Sheet(
        hits=0,
        db=10,
        armour_type=11,
        weapons=(SheetWeapon("a", "light-sabre", ob=5), SheetWeapon("a", "axe", ob=5, skill=3)),
    )
    with pytest.raises(InvalidDocument) as refused:
        fight.enters("orc", bad)
    assert [(problem.pointer, problem.code) for problem in refused.value.problems] == [
        ("/sheet/hits", "value_out_of_range"),
        ("/sheet/armour_type", "unknown_armour_type"),
        ("/sheet/weapons", "duplicate_weapon"),
        ("/sheet/weapons/0/model", "unknown_weapon"),
        ("/sheet/weapons/1", "weapon_bonus_unclear"),
    ]
