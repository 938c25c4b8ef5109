"""Who threatens the way of a charge where (D20-AOO-01 … D20-AOO-05, D20-BRC-08, cases A14 and A21)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.common.grid.bands import Band, natural_band, reach_weapon_band, reaches
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Footprint
from app.rules.d20.charge.charge_way import Foe, Threat, survey, threats
from tests.rules.common.grid.drawn import Drawn, Turn, boards, bodies, drawn, edge, turns

OGRE = natural_band(2)
MAN = natural_band(1)


def threatened_by(places: Drawn, **bands: Band) -> tuple[Threat, ...]:
    """C charges T with a sword; the letters named may strike at it."""
    way = survey(places.grid, places["C"], places["T"], MAN, (), greatest=99)
    foes = tuple(Foe(name, places[name], band) for name, band in bands.items())
    return threats(places.grid, way.places, foes)


def test_past_an_ogre_that_is_not_the_target_one_leaves_its_reach_once() -> None:
    """A14, D20-AOO-01, D20-AOO-03: it threatens (2, 0) to (7, 0), and strikes when (2, 0) is left."""
    places = drawn("""
        ....OO...
        ....OO...
        .........
        C.......T
    """)
    assert threatened_by(places, O=OGRE) == (Threat("O", (2, 3, 4, 5, 6, 7), left=2, entered=2),)


def test_by_the_strict_count_its_reach_begins_one_square_later() -> None:
    """A14 with `reach_second_diagonal` false (D-10)."""
    places = drawn("""
        ....OO...
        ....OO...
        .........
        C.......T
    """)
    strict = natural_band(2, second_diagonal=False)
    assert threatened_by(places, O=strict) == (Threat("O", (3, 4, 5, 6), left=3, entered=3),)


def test_to_come_into_reach_and_stop_there_provokes_nothing() -> None:
    """D20-AOO-02, A21: the spearman beside the end; a set spear strikes when the charger enters."""
    places = drawn("""
        .....S.
        C.....T
    """)
    assert threatened_by(places, S=MAN, T=MAN) == (
        Threat("S", (4, 5), left=4, entered=4),
        Threat("T", (5,), left=None, entered=5),
    )


def test_the_first_step_from_beside_an_enemy_provokes() -> None:
    """D20-AOO-04: it stood in reach from the start, so it entered nothing."""
    places = drawn("""
        E......
        C.....T
    """)
    assert threatened_by(places, E=MAN) == (Threat("E", (0, 1), left=0, entered=None),)


def test_up_to_a_foe_with_long_arms_one_leaves_the_far_square() -> None:
    """D20-AOO-05."""
    places = drawn("""
        ......TT
        C.....TT
    """)
    assert threatened_by(places, T=OGRE) == (Threat("T", (4, 5), left=4, entered=4),)


def test_a_longspear_threatens_the_ring_and_not_the_squares_next_to_it() -> None:
    """D20-BRC-08: set against a charge it strikes when the ring is entered."""
    places = drawn("C.....T")
    assert threatened_by(places, T=reach_weapon_band(1)) == (Threat("T", (4,), left=4, entered=4),)


def test_whoever_cannot_reach_the_way_does_not_count() -> None:
    """D20-AOO-01."""
    places = drawn("""
        ...E...
        .......
        C.....T
    """)
    assert threatened_by(places, E=MAN) == ()


@pytest.mark.parametrize("kind", ["wall", "door"])
def test_nobody_strikes_through_a_wall(kind: str) -> None:
    """D20-COV-07: total cover."""
    picture = """
        ...E...
        C.....T
    """
    wall = tuple(edge((x, 0), (x, 1), kind) for x in range(7))  # pyright: ignore[reportArgumentType]
    assert threatened_by(drawn(picture, edges=wall), E=MAN) == ()
    assert threatened_by(drawn(picture), E=MAN) == (Threat("E", (2, 3, 4), left=2, entered=2),)


@given(boards(), bodies(2), bodies(2), bodies(), st.integers(0, 3), turns)
def test_threats_turn_and_mirror_with_the_map(
    grid: Grid, charger: Footprint, target: Footprint, foe: Footprint, reach: int, turn: Turn
) -> None:
    way = survey(None, charger, target, MAN, (), greatest=99)
    here = threats(grid, way.places, (Foe("foe", foe, natural_band(reach)),))
    there = threats(
        turn.grid(grid),
        tuple(turn.body(place) for place in way.places),
        (Foe("foe", turn.body(foe), natural_band(reach)),),
    )
    assert here == there
    for threat in here:
        assert threat.left is None or threat.left == threat.within[0] < len(way.places) - 1


@given(bodies(2), bodies(2), bodies(), st.integers(0, 3))
def test_every_place_in_reach_is_told_however_far_the_path_goes(
    charger: Footprint, target: Footprint, foe: Footprint, reach: int
) -> None:
    places = survey(None, charger, target, MAN, (), greatest=99).places
    expected = tuple(at for at, place in enumerate(places) if reaches(natural_band(reach), foe, place))
    found = threats(None, places, (Foe("foe", foe, natural_band(reach)),))
    assert [threat.within for threat in found] == ([expected] if expected else [])
