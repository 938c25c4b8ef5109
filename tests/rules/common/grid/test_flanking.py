"""Flanking: opposite borders or corners of the target's space (D20-FLK-01 … D20-FLK-04, D20-FLK-07)."""

from fractions import Fraction

import pytest
from hypothesis import given

from app.rules.common.grid.cells import Footprint
from app.rules.common.grid.flanking import flanking_cells
from tests.rules.common.grid.drawn import Turn, bodies, drawn, turns


def flank(picture: str) -> bool:
    """Whether A and B flank T."""
    places = drawn(picture)
    return flanking_cells(places["A"], places["B"], places["T"]) is not None


def test_on_opposite_sides_a_foe_is_flanked() -> None:
    """D20-FLK-01."""
    assert flank("ATB")


def test_a_line_that_enters_on_the_left_and_leaves_at_the_top_does_not_flank() -> None:
    """D20-FLK-02."""
    assert not flank("""
        ..B
        AT.
        ...
    """)


def test_on_opposite_corners_a_foe_is_flanked() -> None:
    """D20-FLK-03."""
    assert flank("""
        ..B
        .T.
        A..
    """)


def test_a_big_foe_is_flanked_across_its_whole_space() -> None:
    """D20-FLK-04."""
    assert flank("""
        .TTB
        ATT.
    """)
    assert not flank("""
        ...B
        .TT.
        ATT.
    """)


def test_any_square_of_a_big_attacker_gives_the_line() -> None:
    """D20-FLK-07: its upper cells are opposite, though its middle is not."""
    places = drawn("""
        BB...
        BBTA.
        .....
    """)
    assert flanking_cells(places["A"], places["B"], places["T"]) == ((3, 1), (0, 1))
    assert flank("""
        AA..
        AAT.
        ...B
    """), "from the upper right cell of A through both corners"


def test_from_two_cells_away_a_reach_weapon_flanks_as_well() -> None:
    """D20-FLK-01: the line decides, not how far away the attackers are."""
    assert flank("A.TB")
    assert flank("""
        ....B
        .....
        ..T..
        .A...
    """)
    assert not flank("""
        ...B.
        .....
        ..T..
        .A...
    """)


@pytest.mark.parametrize("at", [(0, 0), (1, 0), (2, 0), (0, 1)])
def test_side_by_side_or_around_one_corner_nobody_is_flanked(at: tuple[int, int]) -> None:
    target = Footprint((1, 1))
    assert flanking_cells(Footprint((1, 0)), Footprint(at), target) is None


def test_who_shares_the_targets_space_does_not_flank_it() -> None:
    """D20-GEO-14."""
    assert flanking_cells(Footprint((1, 1)), Footprint((0, 1)), Footprint((1, 1))) is None
    assert flanking_cells(Footprint((1, 1)), Footprint((3, 1)), Footprint((1, 1), 2)) is None


@given(bodies(), bodies(), bodies(), turns)
def test_flanking_is_mutual_and_turns_and_mirrors_with_the_map(
    one: Footprint, other: Footprint, target: Footprint, turn: Turn
) -> None:
    found = flanking_cells(one, other, target)
    assert (found is None) == (flanking_cells(other, one, target) is None)
    turned = flanking_cells(turn.body(one), turn.body(other), turn.body(target))
    assert (found is None) == (turned is None)
    if found is not None:
        assert found[0] in one.cells
        assert found[1] in other.cells


@given(bodies(1), bodies(1), bodies())
def test_men_flank_when_the_target_lies_between_their_borders_and_the_line_stays_in_it(
    one: Footprint, other: Footprint, target: Footprint
) -> None:
    """Against the plain definition, in fractions of the line's height at both borders."""
    found = flanking_cells(one, other, target) is not None
    assert found == (crosses(one, other, target, 0) or crosses(one, other, target, 1))


def crosses(one: Footprint, other: Footprint, target: Footprint, axis: int) -> bool:
    across = 1 - axis
    first, last = sorted((one.centre, other.centre), key=lambda centre: centre[axis])
    low, high = 2 * target.at[axis], 2 * (target.at[axis] + target.size)
    if not first[axis] < low or not last[axis] > high:
        return False
    slope = Fraction(last[across] - first[across], last[axis] - first[axis])
    heights = [first[across] + slope * (border - first[axis]) for border in (low, high)]
    bottom, top = 2 * target.at[across], 2 * (target.at[across] + target.size)
    return all(bottom <= height <= top for height in heights)
