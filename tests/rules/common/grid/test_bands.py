"""Reach: which cells a body threatens and whom it reaches (D20-GEO-06 … D20-GEO-14, case A40)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.common.grid.bands import Band, natural_band, reach_weapon_band, reaches, threatened
from app.rules.common.grid.cells import Footprint, gap
from app.rules.common.grid.lengths import one_two_one
from tests.rules.common.grid.drawn import Turn, bodies, drawn, turns

MAN = Footprint((0, 0))
bands = st.builds(Band, st.integers(0, 4), st.integers(0, 5), st.booleans())


def test_five_feet_of_reach_threaten_the_eight_neighbours() -> None:
    """D20-GEO-07; the body's own cell is in its natural reach too."""
    picture = drawn("""
        .....
        .***.
        .*M*.
        .***.
        .....
    """)
    around = set(threatened(natural_band(1), picture["M"]))
    assert around == picture.marked | set(picture["M"].cells)


def test_ten_feet_of_reach_take_in_the_second_diagonal() -> None:
    """D20-GEO-08: the corners are 15 ft away by the count, and threatened all the same."""
    picture = drawn("""
        ......
        .*****
        .*****
        .**M**
        .*****
        .*****
    """)
    assert set(threatened(natural_band(2), picture["M"])) == picture.marked | {(3, 2)}


def test_without_the_exception_the_second_diagonal_is_out_of_ten_feet_of_reach() -> None:
    """D20-GEO-08 with `reach_second_diagonal` false (D-10)."""
    picture = drawn("""
        .***.
        *****
        **M**
        *****
        .***.
    """)
    strict = natural_band(2, second_diagonal=False)
    assert set(threatened(strict, picture["M"])) == picture.marked | {(2, 2)}


def test_fifteen_feet_of_reach_are_counted_and_leave_the_third_diagonal_out() -> None:
    """D20-GEO-09: three diagonals are 20 ft."""
    picture = drawn("""
        ..***..
        .*****.
        *******
        ***M***
        *******
        .*****.
        ..***..
    """)
    assert set(threatened(natural_band(3), picture["M"])) == picture.marked | {(3, 3)}


@pytest.mark.parametrize(("second_diagonal", "count"), [(True, 16), (False, 12)])
def test_a_man_with_a_longspear_threatens_the_second_ring_only(second_diagonal: bool, count: int) -> None:
    """D20-GEO-10: 16 squares, none adjacent; without the exception the four corners are out (D-10)."""
    found = threatened(reach_weapon_band(1, second_diagonal=second_diagonal), MAN)
    assert len(found) == count
    assert {max(gap(MAN, Footprint(cell))) for cell in found} == {2}


def test_an_ogre_with_a_longspear_strikes_from_fifteen_to_twenty_feet() -> None:
    """D20-GEO-11: not within ten feet, and the second diagonal belongs to those."""
    ogre, band = Footprint((0, 0), 2), reach_weapon_band(2)
    assert [reaches(band, ogre, Footprint((x, 0))) for x in range(2, 7)] == [False, False, True, True, False]
    assert not reaches(band, ogre, Footprint((3, 3)))
    assert reaches(reach_weapon_band(2, second_diagonal=False), ogre, Footprint((3, 3)))
    assert reaches(band, ogre, Footprint((4, 4))), "three diagonals are 20 ft"
    assert not reaches(band, ogre, Footprint((5, 5)))


def test_a_horse_sized_body_with_a_reach_weapon_strikes_at_ten_feet_only() -> None:
    """D20-GEO-12: long bodies of two cells to a side reach 5 ft, so a reach weapon 10 ft."""
    centaur, band = Footprint((0, 0), 2), reach_weapon_band(1)
    assert [reaches(band, centaur, Footprint((x, 0))) for x in range(2, 5)] == [False, True, False]
    assert len(threatened(band, centaur)) == 6**2 - 4**2


def test_a_rider_reaches_from_the_whole_footprint_of_the_mount() -> None:
    """D20-GEO-13: a lance strikes from any side of the horse, and never next to it (D20-LAN-09)."""
    horse, lance = Footprint((0, 0), 2), reach_weapon_band(1)
    assert all(reaches(lance, horse, Footprint(at)) for at in ((-2, 0), (3, 1), (1, 3), (0, -2)))
    assert not any(reaches(lance, horse, Footprint(at)) for at in ((-1, 0), (2, 1), (1, 2), (0, -1)))


def test_a_body_without_reach_threatens_its_own_space_only() -> None:
    """D20-GEO-14, and no weapon makes twice nothing more."""
    assert threatened(natural_band(0), MAN) == ((0, 0),)
    assert threatened(reach_weapon_band(0), MAN) == ()


@pytest.mark.parametrize(
    ("size", "reach", "count"),
    [(1, 0, 1), (1, 1, 9), (2, 2, 36), (2, 1, 16), (3, 3, 69), (3, 2, 49), (4, 4, 124), (4, 3, 88)],
)
def test_what_bodies_of_each_size_threaten(size: int, reach: int, count: int) -> None:
    """D20-GEO-06: Tiny, Medium; Large, Huge and Gargantuan, tall and long. Their own space is included."""
    assert len(threatened(natural_band(reach), Footprint((0, 0), size))) == count


@pytest.mark.parametrize(("reach", "steps", "expected"), [(2, 2, True), (3, 3, False), (3, 2, True)])
def test_a_foe_two_diagonals_away_is_threatened_and_one_three_away_is_not(
    reach: int, steps: int, expected: bool
) -> None:
    """A40."""
    assert reaches(natural_band(reach), MAN, Footprint((steps, steps))) == expected


def test_a_big_foe_next_to_a_pikeman_is_too_near_although_some_of_it_is_not() -> None:
    """D20-GEO-10: one cannot strike at a neighbour with such a weapon."""
    assert not reaches(reach_weapon_band(1), MAN, Footprint((1, 0), 2))
    assert (2, 0) in threatened(reach_weapon_band(1), MAN)


@given(bands, bodies(), bodies(), turns)
def test_reach_is_mutual_and_turns_and_mirrors_with_the_map(
    band: Band, one: Footprint, other: Footprint, turn: Turn
) -> None:
    found = reaches(band, one, other)
    assert found == reaches(band, other, one)
    assert found == reaches(band, turn.body(one), turn.body(other))
    assert turn.cells(threatened(band, one)) == set(threatened(band, turn.body(one)))


@given(bands, bodies(), st.tuples(st.integers(-9, 20), st.integers(-9, 20)))
def test_a_cell_is_threatened_exactly_when_somebody_there_is_reached(
    band: Band, body: Footprint, cell: tuple[int, int]
) -> None:
    assert (cell in threatened(band, body)) == reaches(band, body, Footprint(cell))


@given(st.integers(0, 4), bodies(), bodies(), st.booleans())
def test_a_reach_weapon_strikes_as_far_again_and_nowhere_that_the_arm_does(
    reach: int, one: Footprint, other: Footprint, second_diagonal: bool
) -> None:
    arm = reaches(natural_band(reach, second_diagonal=second_diagonal), one, other)
    weapon = reaches(reach_weapon_band(reach, second_diagonal=second_diagonal), one, other)
    assert not (arm and weapon)
    assert (arm or weapon) == reaches(natural_band(2 * reach, second_diagonal=second_diagonal), one, other)


@given(st.integers(0, 6), bodies(), bodies())
def test_only_two_cells_of_reach_are_more_than_the_count_says(
    reach: int, one: Footprint, other: Footprint
) -> None:
    counted = one_two_one(*gap(one, other)) <= reach
    assert reaches(natural_band(reach, second_diagonal=False), one, other) == counted
    is_exception = reach == 2 and gap(one, other) == (2, 2)
    assert reaches(natural_band(reach), one, other) == (counted or is_exception)
