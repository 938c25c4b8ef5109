"""Each limit of the rules from both sides: the last figure on one, the first on the other."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.care import Damage, Heal
from app.rules.harp.contract.commands.command import EndTurn, Intercept, RollInitiative, Start, Surprise
from app.rules.harp.contract.commands.defence import Disengage, Parry
from app.rules.harp.contract.commands.movement import Charge, Move, MoveAndAttack, Run, Shoot
from app.rules.harp.table.sheet import Bonuses, Sheet, SheetWeapon
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.wounds import level_of
from tests.rules.harp.fight import Fight, Told, refused

FIGHTER = Sheet(
    hits=60,
    db=0,
    armour_type=10,
    bmr=10,
    perception=20,
    bonuses=Bonuses(),
    weapons=(SheetWeapon("axe", "axe", ob=81), SheetWeapon("bow", "short-bow", ob=60)),
)


def pair(fight: Fight, **options: Any) -> Fight:
    """Two alike who have not begun yet."""
    return fight.under(**options).enters("dafur", FIGHTER).enters("orc", FIGHTER, "foes")


def in_rounds(fight: Fight) -> Fight:
    """Dafur's turn in the first round."""
    pair(fight).does(Start())
    fight.does(RollInitiative(), 9, 1)
    return fight


def metres(value: float) -> Distance:
    return Distance(Decimal(str(value)), "m")


def parts(told: Told, roll: int = 0) -> dict[str, int]:
    return {part.label: part.value for part in told.rolls[roll].modifiers.applied}


@pytest.mark.parametrize(("hits", "is_hurt"), [(31, False), (30, False), (29, True)])
def test_below_half_of_the_hits_and_not_at_half(fight: Fight, hits: int, is_hurt: bool) -> None:
    """DH-42: of 60 hits 30 are half, and half is not below half; for OB and for initiative."""
    pair(fight, half_hits_penalty=True)
    fight.state = fight.state.with_combatant(replace(fight.of("dafur"), hits=hits))
    assert ("position.half-hits-lost" in parts(fight.attacks(5))) is is_hurt
    fight.does(Start())
    assert ("initiative.below-half-hits" in parts(fight.does(RollInitiative(), 9, 1))) is is_hurt


@pytest.mark.parametrize(("roll", "side"), [(80, "dafur"), (81, None)])
def test_the_difficulty_itself_is_enough(fight: Fight, roll: int, side: str | None) -> None:
    """DH-40: Perception 20 + 81 is 101."""
    told = pair(fight).does(Surprise(ambushed="heroes", difficulty=101), roll)
    assert told.kinds() == ["side_surprised" if side else "nobody_surprised"]


def test_equal_perception_surprises_nobody(fight: Fight) -> None:
    """H-SUR-1."""
    pair(fight)
    assert fight.does(Surprise(sides=("heroes", "foes")), 50, 50).kinds() == ["nobody_surprised"]
    assert fight.does(Surprise(sides=("heroes", "foes")), 50, 51).events[0].side == "heroes"  # type: ignore[union-attr]
    assert fight.does(Surprise(sides=("heroes", "foes")), 51, 50).events[0].side == "foes"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("far", "code"), [(1.99, "TOO_CLOSE_TO_SHOOT"), (2, None), (100, None), (100.01, "OUT_OF_RANGE")]
)
def test_from_two_metres_to_the_longest_range(fight: Fight, far: float, code: str | None) -> None:
    """H-MIS-1: a short bow, ten increments of 10 m."""
    pair(fight)
    shot = Shoot("dafur", "orc", "bow", Situation(distance=metres(far)))
    if code:
        assert refused(fight, shot) == [code]
    else:
        fight.does(shot, 10)


@pytest.mark.parametrize(
    ("run_up", "code"), [(2.99, "CHARGE_TOO_SHORT"), (3, None), (20, None), (20.01, "CHARGE_TOO_LONG")]
)
def test_a_charge_from_three_metres_to_twice_the_rate(fight: Fight, run_up: float, code: str | None) -> None:
    """H-CHG-1."""
    in_rounds(fight)
    charge = Charge("dafur", "orc", "axe", metres(run_up))
    if code:
        assert refused(fight, charge) == [code]
    else:
        fight.does(charge, 5)


@pytest.mark.parametrize(
    ("command", "most", "code"),
    [
        (lambda far: Move("dafur", metres(far)), 10, "BEYOND_BMR"),
        (lambda far: Run("dafur", metres(far)), 20, "BEYOND_RUN"),
        (lambda far: Intercept("dafur", "orc", (), "axe", metres(far)), 10, "TOO_FAR"),
        (lambda far: Disengage("dafur", "orc", distance=metres(far)), 10, "TOO_FAR"),
    ],
    ids=["move", "run", "intercept", "disengage"],
)
def test_as_far_as_the_rate_and_no_farther(fight: Fight, command: Any, most: int, code: str) -> None:
    """H-MOV-1, H-INT-1, H-DIS-1."""
    in_rounds(fight)
    if code == "TOO_FAR":
        fight.does(Disengage("dafur", "orc", "axe", 41))
        for name in ("dafur", "orc"):
            fight.does(EndTurn(name))
        fight.does(RollInitiative(), 9, 1)
    assert refused(fight, command(most + 0.01)) == [code]
    fight.does(command(most))


@pytest.mark.parametrize(("far", "pace"), [(10, "walk"), (10.01, "run")])
def test_a_walk_up_to_the_rate_is_no_run(fight: Fight, far: float, pace: str) -> None:
    """H-MOV-1, H-MOV-2."""
    in_rounds(fight).does(MoveAndAttack("dafur", "orc", "axe", metres(far)), 5)
    assert fight.of("dafur").activity.pace == pace


@pytest.mark.parametrize(
    ("points", "code"), [(-1, "PARRY_BELOW_ZERO"), (0, None), (80, None), (81, "PARRY_EXCEEDS_OB")]
)
def test_a_parry_is_below_the_whole_ob(fight: Fight, points: int, code: str | None) -> None:
    """H-PAR-1: 81 OB."""
    in_rounds(fight)
    parry = Parry("dafur", "orc", "axe", points)
    if code:
        assert refused(fight, parry) == [code]
    else:
        fight.does(parry)


@pytest.mark.parametrize(
    ("points", "code"), [(40, "PARRY_BELOW_HALF"), (41, None), (80, None), (82, "PARRY_EXCEEDS_OB")]
)
def test_half_of_an_odd_ob_is_the_greater_half(fight: Fight, points: int, code: str | None) -> None:
    """H-DIS-1: half of 81 is 40.5, and 40 is less."""
    in_rounds(fight)
    leave = Disengage("dafur", "orc", "axe", points)
    if code:
        assert refused(fight, leave) == [code]
    else:
        fight.does(leave)


@pytest.mark.parametrize(("defence", "kind"), [(101, "attack_missed"), (100, "attack_hit")])
def test_one_hits_and_nothing_misses(fight: Fight, defence: int, kind: str) -> None:
    """H-ATK-1: 20 + 81 against 101 and 100."""
    fight.enters("dafur", FIGHTER).enters("orc", replace(FIGHTER, db=defence), "foes")
    assert fight.attacks(20).kinds()[0] == kind


@pytest.mark.parametrize(("die", "dice", "kind"), [(4, (1,), "attack_fumbled"), (5, (), "attack_hit")])
def test_the_fumble_range_ends_with_its_number(
    fight: Fight, die: int, dice: tuple[int, ...], kind: str
) -> None:
    """H-ROLL-2: an axe fumbles on 4."""
    assert pair(fight).attacks(die, *dice).kinds()[0] == kind


@pytest.mark.parametrize(("hits", "wakes"), [(10, False), (11, True)])
def test_nobody_wakes_at_no_hits(fight: Fight, hits: int, wakes: bool) -> None:
    """DH-10: from −10."""
    pair(fight).does(Damage("orc", 70))
    assert ("came_to" in fight.does(Heal("orc", hits)).kinds()) is wakes
    assert fight.of("orc").is_unconscious is not wakes


@pytest.mark.parametrize(
    ("limit", "hits", "dies"), [(20, 79, False), (20, 80, True), (0, 59, False), (0, 60, True)]
)
def test_death_begins_at_the_number(fight: Fight, limit: int, hits: int, dies: bool) -> None:
    """DH-55: of 60 hits."""
    pair(fight, death_at=limit).does(Damage("orc", hits))
    assert fight.of("orc").is_struck_dead is dies


@pytest.mark.parametrize(
    ("bleeding", "penalty", "level"),
    [
        (0, 0, "none"),
        (1, 0, "light"), (2, -20, "light"),
        (3, 0, "serious"), (0, -21, "serious"), (5, -50, "serious"),
        (6, 0, "grave"), (0, -51, "grave"), (9, -80, "grave"),
        (10, 0, "mortal"), (0, -81, "mortal"),
    ],
)  # fmt: skip
def test_wound_levels_from_their_first_figure_to_their_last(bleeding: int, penalty: int, level: str) -> None:
    """H-EFF-WOUND."""
    assert level_of(bleeding, penalty) == level
