"""Where something begins and where it does not yet: each limit met exactly, and missed by one."""

from dataclasses import replace

import pytest

from app.rules.common.measures import Distance
from app.rules.d20.contract.commands.attack import Attack
from app.rules.d20.contract.commands.care import Damage
from app.rules.d20.ground.held_items import is_battered, on_battered
from app.rules.d20.table.arms import wield
from app.rules.d20.table.sheet import Abilities, ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.state import WeaponWear
from tests.rules.d20.fight import AC_15, FIGHTER, OGRE, Fight

STEEL = replace(
    FIGHTER, weapons=(SheetWeapon("sword", "longsword", hit_points=9, hardness=10),), abilities=Abilities()
)


@pytest.mark.parametrize(("lost", "battered"), [(4, False), (5, True), (9, True)])
def test_a_weapon_is_battered_from_half_of_its_hit_points_on(pf1: Fight, lost: int, battered: bool) -> None:
    """PF1-SUN-2: of 9 points 4 are less than half, 5 are more."""
    ada = replace(pf1.enters("ada", STEEL).of("ada"), wear=(WeaponWear("sword", lost),))
    armed = wield(pf1.book, ada.sheet, "sword")
    assert is_battered(pf1.book, ada, armed) is battered
    assert [part.value for part in on_battered(pf1.book, ada, armed)] == ([-2] if battered else [])


def test_exactly_half_of_an_even_weapon_is_half(pf1: Fight, dnd35: Fight) -> None:
    """PF1-SUN-2: 5 of 10, and by 3.5 it tells on no weapon."""
    sheet = replace(STEEL, weapons=(SheetWeapon("sword", "longsword", hit_points=10, hardness=10),))
    for fight, battered in ((pf1, True), (dnd35, False)):
        ada = replace(fight.enters("ada", sheet).of("ada"), wear=(WeaponWear("sword", 5),))
        assert is_battered(fight.book, ada, wield(fight.book, sheet, "sword")) is battered


@pytest.mark.parametrize(("points", "saves"), [(49, False), (50, True), (51, True)])
def test_fifty_points_at_once_are_massive_in_3_5(dnd35: Fight, points: int, saves: bool) -> None:
    """D35-HP-3."""
    dnd35.enters("ogre", replace(OGRE, hp=200))
    dnd35.does(Damage("ogre", points), *((20,) if saves else ()))


@pytest.mark.parametrize(("points", "saves"), [(99, False), (100, True)])
def test_half_of_many_hit_points_is_massive_in_pathfinder(pf1: Fight, points: int, saves: bool) -> None:
    """PF1-HP-3: of 201 hit points half, rounded down, is 100."""
    pf1.state = replace(pf1.state, options=replace(pf1.state.options, massive_damage=True))
    pf1.enters("ogre", replace(OGRE, hp=201))
    pf1.does(Damage("ogre", points), *((20,) if saves else ()))


@pytest.mark.parametrize(
    ("edition", "points", "vital"),
    [
        ("dnd35", 9, "well"),
        ("dnd35", 10, "disabled"),
        ("dnd35", 11, "dying"),
        ("dnd35", 19, "dying"),
        ("dnd35", 20, "dead"),
        ("pf1", 22, "dying"),
        ("pf1", 23, "dead"),
    ],
)
def test_how_far_hit_points_let_somebody_live(
    dnd35: Fight, pf1: Fight, edition: str, points: int, vital: str
) -> None:
    """D35-HP-2, PF1-HP-2, D20-HP-3, D20-HP-4: 10 hit points, Constitution 13."""
    fight = dnd35 if edition == "dnd35" else pf1
    fight.enters("ada", Sheet(hp=10, ac=AC_15, abilities=Abilities(constitution=13)))
    fight.does(Damage("ada", points))
    assert fight.of("ada").vital == vital


@pytest.mark.parametrize(("face", "hits"), [(7, False), (8, True)])
def test_the_armour_class_itself_is_enough(fight: Fight, face: int, hits: bool) -> None:
    """D20-ATK-02: 7 + 8 is 15."""
    told = fight.duel().attacks(face, *((1,) if hits else ()))
    assert ("attack_hit" in told.kinds()) is hits


@pytest.mark.parametrize(("face", "threatens"), [(18, False), (19, True)])
def test_a_threat_begins_where_the_range_does(fight: Fight, face: int, threatens: bool) -> None:
    """D20-ATK-07: 19-20."""
    told = fight.duel().attacks(face, *((2, 1) if threatens else (1,)))
    assert [roll.answer.purpose for roll in told.rolls].count("confirmation") == int(threatens)


@pytest.mark.parametrize(("chance", "found"), [(20, False), (21, True)])
def test_concealment_hides_up_to_its_figure(fight: Fight, chance: int, found: bool) -> None:
    """D20-CON-01."""
    told = fight.duel().attacks(15, chance, *((1,) if found else ()), concealment=20)
    assert ("attack_hit" in told.kinds()) is found


ARCHER = replace(
    FIGHTER,
    feats=("point-blank-shot",),
    weapons=(SheetWeapon("bow", "longbow", attack=7), SheetWeapon("knife", "dagger", attack=7)),
)
NEVER = replace(OGRE, ac=ArmorClass(60, 60, 60))


@pytest.mark.parametrize(("feet", "bonus"), [(30, 8), (31, 7), (100, 7), (101, 5), (200, 5), (201, 3)])
def test_increments_and_thirty_feet_end_where_they_say(fight: Fight, feet: int, bonus: int) -> None:
    """D20-ATK-10, D20-ATK-18: a longbow carries 100 ft at a time, and 30 ft are close."""
    told = fight.duel(ARCHER, NEVER).attacks(2, weapon="bow", distance=Distance(feet, "ft"))
    assert told.facts["attack_total"] == 2 + bonus


@pytest.mark.parametrize(("weapon", "throw", "most"), [("bow", False, 1000), ("knife", True, 50)])
def test_ten_increments_and_five_are_the_last(fight: Fight, weapon: str, throw: bool, most: int) -> None:
    """D20-ATK-11, D20-ATK-12."""
    fight.duel(ARCHER, NEVER)
    blow = Attack("ada", "ogre", weapon, throw=throw)
    there = replace(blow.situation, distance=Distance(most, "ft"))
    fight.does(replace(blow, situation=there), 2)
    beyond = replace(blow.situation, distance=Distance(most + 1, "ft"))
    assert [check.code for check in fight.refusal(replace(blow, situation=beyond))] == ["OUT_OF_RANGE"]


@pytest.mark.parametrize(("nonlethal", "state"), [(9, "well"), (10, "staggered"), (11, "unconscious")])
def test_nonlethal_damage_tells_at_the_hit_points_left(dnd35: Fight, nonlethal: int, state: str) -> None:
    """D20-NL-2, D20-NL-3."""
    dnd35.enters("ada", Sheet(hp=10, ac=AC_15))
    told = dnd35.does(Damage("ada", nonlethal, nonlethal=True))
    kinds = {"became_staggered": "staggered", "fell_unconscious": "unconscious"}
    assert [kinds[kind] for kind in told.kinds() if kind in kinds] == ([] if state == "well" else [state])
