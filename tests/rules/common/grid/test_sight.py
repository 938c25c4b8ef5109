"""Line of sight and of effect (D20-GEO-15)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

from app.rules.common.grid.board import EdgeKind, Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.sight import has_line
from tests.rules.common.grid.drawn import (
    Drawn,
    Turn,
    board,
    boards,
    bodies,
    cleared,
    drawn,
    edge,
    ground,
    turns,
    walled,
)


def see(places: Drawn, one: str = "A", other: str = "B") -> bool:
    return has_line(places.grid, places[one], places[other])


def test_a_pillar_hides_nobody_from_somebody_in_line_with_it() -> None:
    """D20-GEO-15: from corner to corner, along the pillar's side."""
    assert see(
        drawn("""
        .....
        A.#.B
        .....
    """)
    )


def test_a_wall_across_hides_and_past_its_end_one_sees() -> None:
    """D20-GEO-15."""
    assert not see(
        drawn("""
        ..#..
        A.#.B
        ..#..
    """)
    )
    assert see(
        drawn("""
        ..#..
        A.#..
        ....B
    """)
    )


@pytest.mark.parametrize(
    ("kind", "is_open"), [("wall", False), ("door", False), ("low-wall", True), ("fence", True)]
)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_wall_or_door_across_a_corridor_stops_a_line_wherever_it_is(
    kind: EdgeKind, is_open: bool, left: int
) -> None:
    """D20-GEO-15: also right beside one of the two, whose corners lie on it."""
    places = drawn("A..B", edges=(edge((left, 0), (left + 1, 0), kind),))
    assert see(places) == is_open


@pytest.mark.parametrize("between", ["o", "^", ",", "+", "C"])
def test_nothing_low_and_nobody_stops_a_line(between: str) -> None:
    """D20-GEO-15: creatures never do."""
    assert see(drawn(f"A{between}B"))


def test_whoever_stands_at_the_end_of_a_thin_wall_looks_round_it_and_in_its_middle_nobody_does() -> None:
    """D20-GEO-15."""
    picture = """
        .....
        A...B
        .....
    """
    end = (edge((0, 1), (1, 1)),)
    assert see(drawn(picture, edges=end))
    whole = tuple(edge((0, y), (1, y)) for y in range(3))
    assert not see(drawn(picture, edges=whole))
    assert see(drawn(picture, edges=whole[:2])), "past the upper end"


def test_along_a_thin_wall_one_sees_as_along_a_thick_one() -> None:
    """D20-GEO-15: what a line only touches does not stop it."""
    assert see(drawn("A..B", edges=(edge((1, 0), (1, 1)), edge((1, 0), (1, -1)))))


def test_between_two_walls_that_touch_at_a_corner_nobody_sees() -> None:
    """D20-GEO-15: no way leads round that corner; past a single one it does."""
    assert not see(
        drawn("""
        #B
        A#
    """)
    )
    assert see(
        drawn("""
        #B
        A.
    """)
    )


def test_between_walls_on_either_side_of_a_line_one_sees_unless_their_corners_touch() -> None:
    """D20-GEO-15: the line only touches them."""
    assert see(
        drawn("""
        #.B#
        ##.#
        #..#
        #.##
        #A.#
    """)
    )
    assert not see(
        drawn("""
        #B.#
        #.##
        ##.#
        #.A#
    """)
    )


def test_a_line_along_edges_changes_sides_between_walls_that_stand_apart() -> None:
    """D20-GEO-15: nothing else is open than the line between the columns."""
    assert see(
        drawn("""
        #.B.#
        ##.##
        ##.##
        #..##
        #.###
        #.###
        #A###
    """)
    )


def test_a_big_body_looks_through_a_slit_that_opens_on_its_middle() -> None:
    """D20-GEO-15: a corner of any of its cells will do."""
    assert see(
        drawn("""
        ..#...
        ..#...
        AA#...
        AA...B
        ..#...
        ..#...
    """)
    )
    assert see(
        drawn("""
        ...#..
        AAA#..
        AAA..B
        AAA#..
        ...#..
    """)
    )


def test_who_shares_a_cell_has_a_line_even_inside_a_wall() -> None:
    assert has_line(Grid(("#",)), Footprint((0, 0)), Footprint((0, 0)))


@given(boards(), bodies(), bodies(), turns)
def test_a_line_is_mutual_and_turns_and_mirrors_with_the_map(
    grid: Grid, one: Footprint, other: Footprint, turn: Turn
) -> None:
    found = has_line(grid, one, other)
    assert found == has_line(grid, other, one)
    assert found == has_line(turn.grid(grid), turn.body(one), turn.body(other))


@given(boards(), bodies(), bodies(), ground)
def test_no_wall_opens_a_line(grid: Grid, one: Footprint, other: Footprint, more: dict[Cell, str]) -> None:
    assert has_line(grid, one, other) or not has_line(walled(grid, more), one, other)


@settings(max_examples=60)
@given(ground, bodies(1), bodies(1))
def test_with_walls_that_do_not_touch_each_other_only_insides_count(
    more: dict[Cell, str], one: Footprint, other: Footprint
) -> None:
    """Against the plain definition: some line between two corners meets the inside of no wall, when no two
    walls touch, so that no corner is shut between them."""
    walls = set[Cell]()
    for x, y in sorted(more):
        if not any(abs(x - a) <= 1 and abs(y - b) <= 1 for a, b in walls):
            walls.add((x, y))
    grid = cleared(board(dict.fromkeys(walls, "#")), one, other)
    walls -= {one.at, other.at}
    expected = one.at == other.at or any(
        start == end or not any(enters(start, end, wall) for wall in walls)
        for start, end in product(one.corners, other.corners)
    )
    assert has_line(grid, one, other) == expected


def enters(start: tuple[int, int], end: tuple[int, int], cell: Cell) -> bool:
    """Whether a line passes through the inside of a cell, by clipping it in fractions."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        run = end[axis] - start[axis]
        near, far = 2 * cell[axis], 2 * cell[axis] + 2
        if run == 0:
            if not near < start[axis] < far:
                return False
            continue
        first, last = sorted((Fraction(near - start[axis], run), Fraction(far - start[axis], run)))
        low, high = max(low, first), min(high, last)
    return low < high
