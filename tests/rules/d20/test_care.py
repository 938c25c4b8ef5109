"""Damage, healing, effects, saves and the GM's word in both d20 games."""

from dataclasses import replace

import pytest

from app.rules.common.errors import InvalidDocument
from app.rules.d20.contract.commands.care import (
    Damage,
    Edit,
    EffectAdd,
    EffectRemove,
    Heal,
    NewEffect,
    SaveOrResist,
)
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.table.sheet import DamageReduction, Part
from app.rules.d20.table.state import Condition, Until
from app.rules.d20.wounds.care import AmountUnclear
from tests.rules.d20.fight import FIGHTER, OGRE, Fight

RIDER = replace(FIGHTER, hp=10)
HORSE = replace(OGRE, size="large", shape="long", creature_type="animal")


def test_the_gms_word_on_the_way_to_death_and_back(fight: Fight) -> None:
    """D20-HP-8: whoever is edited down to where it dies is dead; `dead` says it either way."""
    fight.duel()
    assert fight.does(Edit("ada", hp=-10)).kinds() == ["combatant_edited"]
    assert fight.of("ada").vital == "dead"
    fight.does(Edit("ada", hp=-3, dead=False, stable=True))
    assert fight.of("ada").vital == "stable"
    fight.does(Edit("ada", hp=5))
    assert fight.of("ada").vital == "well"
    fight.does(Edit("ada", dead=True))
    assert fight.of("ada").vital == "dead"


def test_whoever_is_edited_unconscious_lies_on_the_ground(fight: Fight) -> None:
    fight.duel()
    fight.does(Edit("ada", nonlethal=41))
    assert fight.of("ada").conditions == (Condition("prone"),)
    fight.does(Edit("ada", nonlethal=0))
    assert fight.of("ada").conditions == (Condition("prone"),)


def test_a_new_sheet_is_checked_and_belongs_to_the_edition(fight: Fight) -> None:
    fight.duel()
    with pytest.raises(InvalidDocument) as caught:
        fight.does(Edit("ada", sheet=replace(FIGHTER, hp=0)))
    assert [problem.pointer for problem in caught.value.problems] == ["/sheet/hp"]
    fight.does(Edit("ada", sheet=replace(FIGHTER, hp=99), name="Ada the Great", side="foes"))
    ada = fight.of("ada")
    assert (ada.sheet.hp, ada.identity.name, ada.identity.side) == (99, "Ada the Great", "foes")
    assert ada.sheet.ruleset == fight.book.profile.edition


def test_weapons_come_back_to_hand_by_the_gms_word(fight: Fight) -> None:
    """D20-HP-4."""
    fight.duel()
    fight.does(Damage("ada", 41))
    assert fight.of("ada").weapon_place("sword") == "dropped"
    fight.does(Edit("ada", weapons_at_hand=True))
    assert fight.of("ada").weapon_place("sword") is None


@pytest.mark.parametrize("command", [Edit("ada"), Edit("ada", hp=40), Edit("ada", temporary=-1)])
def test_an_edit_that_changes_nothing_or_means_nothing_is_refused(fight: Fight, command: Edit) -> None:
    fight.duel()
    with pytest.raises(AmountUnclear):
        fight.does(command)


def test_a_place_without_a_map_is_refused(fight: Fight) -> None:
    fight.duel()
    with pytest.raises(InvalidDocument) as caught:
        fight.does(Edit("ada", at=(1, 1)))
    assert [problem.code for problem in caught.value.problems] == ["no_map"]


def test_a_rider_who_falls_unconscious_stays_on_its_mount(fight: Fight) -> None:
    """D20-HP-4, PF1-MNT-26: by 50 %, which the face of 50 still is."""
    fight.enters("horse", HORSE).enters("ada", RIDER)
    horse, ada = fight.of("horse"), fight.of("ada")
    fight.state = fight.state.with_combatant(replace(ada, mount=horse.id))
    fight.does(Damage("ada", 11), 50)
    assert fight.of("ada").vital == "dying"
    assert fight.of("ada").conditions == ()
    assert fight.of("ada").mount == horse.id


def test_the_points_of_one_hit_that_are_of_no_energy_are_reduced_together(fight: Fight) -> None:
    """D20-DR-1: 6 and 2d6 of sneak attack, 5 of them, meet damage reduction 10 as 11; 3 of fire pass."""
    fight.enters("ogre", replace(OGRE, damage_reduction=(DamageReduction(10, ("magic",)),)))
    extra = (("precision", 5), ("fire", 3))
    fight.does(Hurt(fight.of("ogre").id, 6, ("slashing",), extra=extra))  # pyright: ignore[reportArgumentType]
    assert fight.of("ogre").hp == 90 - 1 - 3


def test_cold_that_numbs_is_nonlethal_and_resisted_as_cold(fight: Fight) -> None:
    fight.duel()
    fight.does(Damage("ada", 4, ("cold",), nonlethal=True))
    assert (fight.of("ada").hp, fight.of("ada").nonlethal) == (40, 4)


def test_the_same_effect_again_is_renewed_and_does_not_add_up(fight: Fight) -> None:
    """D20-EFF-1."""
    fight.duel()
    curse = NewEffect("A curse", "attack", -1)
    fight.does(EffectAdd("ogre", effects=(curse,), rounds=1, by="ada"))
    assert fight.does(EffectAdd("ogre", effects=(curse,), rounds=3, by="ada")).kinds() == [
        "effect_ended",
        "effect_gained",
    ]
    (effect,) = fight.of("ogre").effects
    assert effect.until == Until("cmb_ada", "start", 3)


def test_of_the_same_condition_twice_the_longer_one_counts(fight: Fight) -> None:
    fight.duel()
    fight.does(EffectAdd("ogre", ("shaken",), rounds=3, by="ada"))
    assert fight.does(EffectAdd("ogre", ("shaken",), rounds=2, by="ada")).kinds() == []
    fight.does(EffectAdd("ogre", ("shaken",), by="ada"))
    assert fight.of("ogre").conditions == (Condition("shaken", None, "cmb_ada"),)


def test_an_effect_against_one_opponent_names_it(fight: Fight) -> None:
    """D20-EFF-3."""
    fight.duel()
    fight.does(EffectAdd("ada", effects=(NewEffect("A hint", "attack", 2, against="ogre"),)))
    (effect,) = fight.of("ada").effects
    assert effect.against == "cmb_ogre"
    assert fight.does(EffectRemove("ada", effects=("Another one",))).kinds() == []
    assert fight.does(EffectRemove("ada", effects=("A hint",))).kinds() == ["effect_ended"]


def test_letting_go_happens_once(fight: Fight) -> None:
    """D20-CND-04: stunned, panicked and then below 0, the sword falls once."""
    fight.duel()
    told = fight.does(EffectAdd("ada", ("stunned", "panicked")))
    assert told.kinds() == ["condition_gained", "condition_gained", "hands_emptied"]
    assert "hands_emptied" not in fight.does(Damage("ada", 45)).kinds()
    assert len(fight.of("ada").weapons) == 1


def test_a_save_with_what_the_gm_adds(fight: Fight) -> None:
    """D20-SAV-3: nobody's Wisdom is told, so it adds nothing; luck does."""
    fight.duel()
    told = fight.does(SaveOrResist("ada", "will", 12, (Part("Luck", 2, "luck"),)), 10)
    assert told.facts == {"save_total": 12, "dc": 12, "outcome": "saved"}


@pytest.mark.parametrize(
    ("hp", "temporary", "vital"), [(-12, 0, "dead"), (-12, 3, "dying"), (0, 0, "disabled")]
)
def test_what_is_left_counts_with_the_temporary_points(
    fight: Fight, hp: int, temporary: int, vital: str
) -> None:
    """D20-HP-2: at −12 with 3 temporary hit points nobody is dead yet."""
    fight.duel()
    fight.does(Edit("ada", hp=hp, temporary=temporary))
    assert fight.of("ada").vital == vital


def test_healing_with_temporary_points_at_once(fight: Fight) -> None:
    """D20-HP-7, D20-TMP-2."""
    fight.duel()
    fight.does(Damage("ada", 44))
    told = fight.does(Heal("ada", hp=2, temporary=4))
    assert told.kinds() == ["healed", "temporary_gained", "came_to"]
    assert (fight.of("ada").hp, fight.of("ada").temporary) == (-2, 4)
