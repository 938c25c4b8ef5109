"""Who may interrupt the way of a charge where (D20-AOO-01 … D20-AOO-05, D20-BRC-08, cases A14 and A21)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.play import shipped_shelf
from app.rules.common.grid.bands import natural_band, reaches
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Footprint
from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.d20.charge.charge_way import survey
from app.rules.d20.contract.steps_movement import ChargeBlow, Trip
from app.rules.d20.table.book import Book
from app.rules.d20.table.options import Options, filled_in
from app.rules.d20.table.sheet import ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.sizes import Size
from app.rules.d20.table.state import Combatant, Encounter, Readied
from app.rules.d20.travel.travel import foresee
from app.rules.pathfinder1.profile import PROFILE
from tests.rules.common.grid.drawn import Drawn, Turn, boards, bodies, drawn, edge, turns

OGRE = 2
MAN = 1
SPEAR = "spear"
"""In hands that reach as far as a man's."""
SIZES: dict[int, Size] = {1: "medium", 2: "large", 3: "huge"}
WIDE = Grid(("." * 60,) * 60, origin=(-24, -24))
USUAL = Options()
STRICT = Options(reach_second_diagonal=False)
Interruptions = dict[str, tuple[int | None, int | None]]
"""Of each foe the place on whose leaving it strikes, and the one at whose entering its set weapon does."""


def threatened_by(places: Drawn, options: Options = USUAL, **foes: int | str) -> Interruptions:
    """C charges T with a sword; the letters named may strike at it: how far they reach, or with a spear."""
    way = survey(places.grid, places["C"], places["T"], natural_band(MAN), (), greatest=99)
    standing = {name: (places[name], arms) for name, arms in foes.items()}
    return interrupted(places.grid, way.places, standing, options)


def interrupted(
    grid: Grid,
    places: tuple[Footprint, ...],
    foes: dict[str, tuple[Footprint, int | str]],
    options: Options = USUAL,
) -> Interruptions:
    """Every foe has its weapon set against whoever charges along the places."""
    charger = _fighter("charger", "heroes", places[0], MAN)
    others = tuple(_fighter(name, "foes", *foe) for name, foe in foes.items())
    filled = filled_in(options, PROFILE)
    fight = Encounter("pf1", filled, combatants=(charger, *others), map=grid)
    way = tuple(place.at for place in places)
    blow = ChargeBlow(next(iter(foes)), "claws", 99)
    trip = Trip("charger", "charger", "charge", tuple(range(len(way))), way, blow=blow)
    found = foresee(Book(shipped_shelf("pf1").tables, PROFILE), fight, trip)
    left = {chance.rival: at for at, chance in found.opportunities}
    entered = {setting.holder: at for at, setting in found.meetings}
    return {name: (left.get(name), entered.get(name)) for name in foes if name in left or name in entered}


def _fighter(name: str, side: str, body: Footprint, arms: int | str) -> Combatant:
    claws = SheetWeapon("claws", attack=8, damage="1d6", critical="x2", natural=True, brace=True)
    spear = SheetWeapon("claws", attack=8, damage="1d8", critical="x3", reach=True, brace=True)
    sheet = Sheet(
        30,
        weapons=(spear if arms == SPEAR else claws,),
        ac=ArmorClass(15, 12, 13),
        size=SIZES[body.size],
        reach=Distance(5 * (MAN if isinstance(arms, str) else arms), "ft"),
    )
    readied = Readied("attack", "claws", against_charge=True)
    return Combatant(Identity(name, name, side), sheet, 30, readied=readied, at=body.at)


def test_past_an_ogre_that_is_not_the_target_one_leaves_its_reach_once() -> None:
    """A14, D20-AOO-01, D20-AOO-03: it threatens (2, 0) to (7, 0), and strikes when (2, 0) is left."""
    places = drawn("""
        ....OO...
        ....OO...
        .........
        C.......T
    """)
    assert threatened_by(places, O=OGRE) == {"O": (2, 2)}


def test_by_the_strict_count_its_reach_begins_one_square_later() -> None:
    """A14 with `reach_second_diagonal` false (D-10)."""
    places = drawn("""
        ....OO...
        ....OO...
        .........
        C.......T
    """)
    assert threatened_by(places, STRICT, O=OGRE) == {"O": (3, 3)}


def test_to_come_into_reach_and_stop_there_provokes_nothing() -> None:
    """D20-AOO-02, A21: the spearman beside the end; a set spear strikes when the charger enters."""
    places = drawn("""
        .....S.
        C.....T
    """)
    assert threatened_by(places, S=MAN, T=MAN) == {"S": (4, 4), "T": (None, 5)}


def test_the_first_step_from_beside_an_enemy_provokes() -> None:
    """D20-AOO-04: it stood in reach from the start, so it entered nothing."""
    places = drawn("""
        E......
        C.....T
    """)
    assert threatened_by(places, E=MAN) == {"E": (0, None)}


def test_up_to_a_foe_with_long_arms_one_leaves_the_far_square() -> None:
    """D20-AOO-05."""
    places = drawn("""
        ......TT
        C.....TT
    """)
    assert threatened_by(places, T=OGRE) == {"T": (4, 4)}


def test_a_longspear_threatens_the_ring_and_not_the_squares_next_to_it() -> None:
    """D20-BRC-08: set against a charge it strikes when the ring is entered."""
    places = drawn("C.....T")
    assert threatened_by(places, T=SPEAR) == {"T": (4, 4)}


def test_whoever_cannot_reach_the_way_does_not_count() -> None:
    """D20-AOO-01."""
    places = drawn("""
        ...E...
        .......
        C.....T
    """)
    assert threatened_by(places, E=MAN) == {}


@pytest.mark.parametrize("kind", ["wall", "door"])
def test_nobody_strikes_through_a_wall(kind: str) -> None:
    """D20-COV-07: total cover."""
    picture = """
        ...E...
        C.....T
    """
    wall = tuple(edge((x, 0), (x, 1), kind) for x in range(7))  # pyright: ignore[reportArgumentType]
    assert threatened_by(drawn(picture, edges=wall), E=MAN) == {}
    assert threatened_by(drawn(picture), E=MAN) == {"E": (2, 2)}


@given(boards(), bodies(2), bodies(2), bodies(), st.integers(1, 3), turns)
def test_threats_turn_and_mirror_with_the_map(
    grid: Grid, charger: Footprint, target: Footprint, foe: Footprint, reach: int, turn: Turn
) -> None:
    places = survey(None, charger, target, natural_band(MAN), (), greatest=99).places
    turned = tuple(turn.body(place) for place in places)
    here = interrupted(grid, places, {"foe": (foe, reach)})
    assert here == interrupted(turn.grid(grid), turned, {"foe": (turn.body(foe), reach)})


@given(bodies(2), bodies(2), bodies(), st.integers(1, 3))
def test_every_foe_in_reach_of_the_way_is_told_however_far_it_goes(
    charger: Footprint, target: Footprint, foe: Footprint, reach: int
) -> None:
    places = survey(None, charger, target, natural_band(MAN), (), greatest=99).places
    within = [at for at, place in enumerate(places) if reaches(natural_band(reach), foe, place)]
    left = next((at for at in within if at + 1 < len(places)), None)
    entered = next((at for at in within if at > 0 and at - 1 not in within), None)
    expected = {} if left is None and entered is None else {"foe": (left, entered)}
    assert interrupted(WIDE, places, {"foe": (foe, reach)}) == expected
