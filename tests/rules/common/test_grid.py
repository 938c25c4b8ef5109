"""The geometry of the map, checked on drawn cases and by what must hold for every one of them."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.common.grid.board import STOPS_SIGHT, Edge, Grid, problems
from app.rules.common.grid.cells import DIRECTIONS, Cell, Facing, Footprint, direction, gap, is_adjacent
from app.rules.common.grid.lanes import Lane, hull, in_the_way, lane
from app.rules.common.grid.lengths import CellSize, Diagonals, Scale, root_up
from app.rules.common.grid.lines import beyond, crossed, is_free, is_free_step, meets, nearest_first, sees
from app.rules.common.grid.sides import side_of, towards

RULES: tuple[Diagonals, ...] = ("1-2-1", "equal", "exact")
numbers = st.integers(0, 9)
cells = st.tuples(numbers, numbers)
bodies = st.builds(Footprint, cells, st.integers(1, 4))
men = st.builds(Footprint, cells)
facings = st.sampled_from(tuple(DIRECTIONS))
walls = st.frozensets(cells, max_size=12)
barriers = st.frozensets(st.tuples(cells, st.sampled_from(((0, 1), (1, 0)))), max_size=12)
SIDE = 14
SCALE = Scale(CellSize(), "1-2-1")
Move = tuple[int, int]


def board(walled: frozenset[Cell] = frozenset(), fenced: frozenset[tuple[Cell, Move]] = frozenset()) -> Grid:
    """A map from (0, 0) with walls in those cells and on those edges (a cell and the step over the edge)."""
    rows = tuple(
        "".join("#" if (x, y) in walled else "." for x in range(SIDE)) for y in reversed(range(SIDE))
    )
    edges = tuple(Edge(((x, y), (x + right, y + up)), "wall") for (x, y), (right, up) in sorted(fenced))
    return Grid(rows, edges=edges)


def turned(cell: Cell) -> Cell:
    """A quarter turn to the left, about the middle of the board."""
    return SIDE - 1 - cell[1], cell[0]


def mirrored(cell: Cell) -> Cell:
    return SIDE - 1 - cell[0], cell[1]


def turned_body(body: Footprint) -> Footprint:
    return Footprint((SIDE - body.at[1] - body.size, body.at[0]), body.size)


def mirrored_body(body: Footprint) -> Footprint:
    return Footprint((SIDE - body.at[0] - body.size, body.at[1]), body.size)


def turned_grid(grid: Grid) -> Grid:
    rows = tuple("".join(grid.rows[x][SIDE - 1 - y] for x in range(SIDE)) for y in range(SIDE))
    edges = tuple(Edge((turned(edge.between[0]), turned(edge.between[1])), edge.kind) for edge in grid.edges)
    return Grid(rows, edges=edges)


def mirrored_grid(grid: Grid) -> Grid:
    edges = tuple(
        Edge((mirrored(edge.between[0]), mirrored(edge.between[1])), edge.kind) for edge in grid.edges
    )
    return Grid(tuple(row[::-1] for row in grid.rows), edges=edges)


# Lengths


@pytest.mark.parametrize(
    ("offset", "in_cells"), [((1, 1), 1), ((2, 2), 3), ((3, 3), 4), ((4, 1), 4), ((4, 2), 5), ((4, 4), 6)]
)
def test_every_second_diagonal_step_counts_two(offset: Move, in_cells: int) -> None:
    far = SCALE.apart(Footprint((0, 0)), Footprint(offset))
    assert far == in_cells * Fraction(3, 2)


def test_diagonals_count_over_the_whole_way() -> None:
    assert SCALE.way(((1, 1), (3, 0), (0, 1), (1, -1))) == 7 * Fraction(3, 2)


def test_a_cell_of_five_feet_is_one_and_a_half_metres() -> None:
    assert CellSize("5", "ft").metres == CellSize("1.5", "m").metres == Fraction(3, 2)


def test_the_exact_rule_measures_the_straight_line_and_rounds_up_to_a_hundredth() -> None:
    scale = Scale(CellSize("1"), "exact")
    here, there = Footprint((0, 0)), Footprint((1, 1))
    assert scale.apart(here, there) == Fraction(142, 100)
    assert scale.is_within(here, there, Fraction(1415, 1000))
    assert not scale.is_within(here, there, Fraction(1414, 1000))
    assert scale.apart(here, Footprint((3, 4))) == 5


@given(st.fractions(0, 10**6))
def test_a_root_rounded_up_is_within_a_limit_of_hundredths_exactly_when_the_true_one_is(
    square: Fraction,
) -> None:
    root = root_up(square)
    assert root**2 >= square
    assert root == 0 or (root - Fraction(1, 100)) ** 2 < square


@given(bodies, bodies, st.sampled_from(RULES))
def test_how_far_apart_is_the_same_from_both_ends_and_however_the_map_is_turned(
    one: Footprint, other: Footprint, rule: Diagonals
) -> None:
    scale = Scale(CellSize(), rule)
    far = scale.apart(one, other)
    assert far == scale.apart(other, one)
    assert far == scale.apart(turned_body(one), turned_body(other))
    assert far == scale.apart(mirrored_body(one), mirrored_body(other))
    assert (far == 0) == one.overlaps(other)
    assert scale.is_within(one, other, far)


@given(men, men, men, st.sampled_from(RULES))
def test_no_detour_is_shorter_than_the_rule_allows(
    one: Footprint, way: Footprint, other: Footprint, rule: Diagonals
) -> None:
    """The sum of two distances may fall short of the direct one by a single cell where two diagonals that
    each count one make a third that counts two; a way counted as a whole never does."""
    scale = Scale(CellSize(), rule)
    direct = scale.apart(one, other)
    by_way = scale.apart(one, way) + scale.apart(way, other)
    assert direct <= by_way + (scale.cell.metres if rule == "1-2-1" else 0)
    assert direct <= scale.way((gap(one, way), gap(way, other)))


# Directions and sides


def around(middle: Cell = (5, 5)) -> dict[Facing, Footprint]:
    x, y = middle
    return {facing: Footprint((x + right, y + up)) for facing, (right, up) in DIRECTIONS.items()}


def test_of_eight_neighbours_three_are_in_front_four_on_the_flanks_and_one_behind() -> None:
    sides = {where: side_of(Footprint((5, 5)), "N", body) for where, body in around().items()}
    assert sides == {
        "NW": "front", "N": "front", "NE": "front",
        "W": "flank", "E": "flank", "SW": "flank", "SE": "flank",
        "S": "rear",
    }  # fmt: skip


def test_a_dragons_side_is_told_from_its_middle() -> None:
    dragon = Footprint((5, 5), 3)
    sides = {
        at: side_of(dragon, "E", Footprint(at)) for at in ((8, 6), (8, 8), (7, 8), (4, 8), (4, 7), (4, 6))
    }
    assert sides == {
        (8, 6): "front", (8, 8): "front", (7, 8): "flank",
        (4, 8): "flank", (4, 7): "rear", (4, 6): "rear",
    }  # fmt: skip


@given(bodies, facings, bodies)
def test_a_side_turns_and_mirrors_with_the_map(target: Footprint, facing: Facing, foe: Footprint) -> None:
    side = side_of(target, facing, foe)
    right, up = DIRECTIONS[facing]
    assert side == side_of(turned_body(target), direction((-up, right)), turned_body(foe))
    assert side == side_of(mirrored_body(target), direction((-right, up)), mirrored_body(foe))


@given(bodies, bodies)
def test_whoever_is_faced_is_in_front(target: Footprint, foe: Footprint) -> None:
    facing = towards(target, foe)
    if facing is None:
        assert target.centre == foe.centre
    else:
        assert side_of(target, facing, foe) == "front"


@pytest.mark.parametrize(
    ("vector", "facing"),
    [((5, 2), "E"), ((5, 3), "NE"), ((-1, -1), "SW"), ((0, -4), "S"), ((-12, 5), "NW"), ((-5, 2), "W")],
)
def test_directions_change_between_five_to_two_and_five_to_three(vector: Move, facing: Facing) -> None:
    assert direction(vector) == facing


# Lines


def test_a_line_through_corners_crosses_only_the_cells_that_it_enters() -> None:
    assert crossed((1, 1), (7, 7)) == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert crossed((1, 1), (5, 3)) == ((0, 0), (1, 0), (1, 1), (2, 1))
    assert crossed((2, 0), (2, 8)) == (), "a line along an edge crosses no cell"


@given(bodies, bodies)
def test_a_line_crosses_the_same_cells_both_ways_and_each_only_once(one: Footprint, other: Footprint) -> None:
    there = crossed(one.centre, other.centre)
    assert there == crossed(other.centre, one.centre)[::-1]
    assert len(set(there)) == len(there)
    for (x, y), (next_x, next_y) in pairwise(there):
        assert max(abs(x - next_x), abs(y - next_y)) == 1


@given(bodies, bodies, cells)
def test_a_line_meets_a_body_of_one_cell_exactly_when_it_crosses_the_cell(
    one: Footprint, other: Footprint, cell: Cell
) -> None:
    assert meets(one.centre, other.centre, Footprint(cell)) == (cell in crossed(one.centre, other.centre))


def test_a_big_body_across_an_edge_is_met_by_the_line_along_it() -> None:
    assert meets((2, 4), (20, 4), Footprint((5, 1), 2))
    assert not meets((2, 4), (20, 4), Footprint((5, 2)))


def test_sight_passes_a_walls_corner_on_one_side_and_not_between_two() -> None:
    assert is_free(board(frozenset({(1, 0)})), (1, 1), (3, 3))
    assert not is_free(board(frozenset({(1, 0), (0, 1)})), (1, 1), (3, 3))
    half = frozenset({((0, 0), (1, 0))})
    assert is_free_step(board(fenced=half), board(fenced=half).barriers(STOPS_SIGHT), (0, 0), (1, 1))
    assert not is_free(board(frozenset({(0, 1)}), half), (1, 1), (3, 3))


def test_sight_along_a_wall_is_free_and_between_two_walls_or_inside_one_it_is_not() -> None:
    row = frozenset((x, 1) for x in range(4))
    assert is_free(board(row), (0, 2), (8, 2))
    assert not is_free(board(row | {(2, 0)}), (0, 2), (8, 2))
    assert not is_free(board(fenced=frozenset({((1, 0), (0, 1))})), (0, 2), (8, 2))


@given(bodies, bodies, walls, barriers)
def test_sight_is_mutual_and_turns_and_mirrors_with_the_map(
    one: Footprint, other: Footprint, walled: frozenset[Cell], fenced: frozenset[tuple[Cell, Move]]
) -> None:
    grid = board(walled, fenced)
    seen = sees(grid, one, other)
    assert seen == sees(grid, other, one)
    assert seen == sees(turned_grid(grid), turned_body(one), turned_body(other))
    assert seen == sees(mirrored_grid(grid), mirrored_body(one), mirrored_body(other))


@given(men, men, walls, barriers, cells)
def test_another_wall_never_lets_one_see_more(
    one: Footprint,
    other: Footprint,
    walled: frozenset[Cell],
    fenced: frozenset[tuple[Cell, Move]],
    more: Cell,
) -> None:
    before, after = board(walled, fenced), board(walled | {more}, fenced)
    assert sees(before, one, other) or not sees(after, one, other)
    fence = board(walled, fenced | {(more, (1, 0))})
    assert sees(before, one, other) or not sees(fence, one, other)


@given(men, men)
def test_a_line_drawn_on_goes_through_everything_the_shorter_one_does(one: Footprint, two: Footprint) -> None:
    grid = board()
    end = beyond(grid, one.centre, two.centre)
    line = crossed(one.centre, end)
    assert line[: len(crossed(one.centre, two.centre))] == crossed(one.centre, two.centre)
    assert one.centre == two.centre or grid.terrain(line[-1]) == "wall"


def test_of_those_equally_far_the_one_named_first_comes_first() -> None:
    bodies = {"far": Footprint((4, 0)), "left": Footprint((0, 2)), "right": Footprint((2, 0))}
    assert nearest_first(Footprint((0, 0)), bodies) == ("left", "right", "far")


# Lanes


def test_the_lane_of_a_straight_step_is_two_cells_and_of_a_diagonal_one_four() -> None:
    assert lane(Footprint((0, 0)), Footprint((1, 0))).cells == ((0, 0), (1, 0))
    assert set(lane(Footprint((0, 0)), Footprint((1, 1))).cells) == {(0, 0), (0, 1), (1, 0), (1, 1)}


@given(bodies, bodies)
def test_a_lane_turns_and_mirrors_with_the_map_and_is_the_same_both_ways(
    one: Footprint, other: Footprint
) -> None:
    if one.size != other.size:
        other = Footprint(other.at, one.size)
    swept = set(lane(one, other).cells)
    assert swept == set(lane(other, one).cells)
    assert {turned(cell) for cell in swept} == set(lane(turned_body(one), turned_body(other)).cells)
    assert {mirrored(cell) for cell in swept} == set(lane(mirrored_body(one), mirrored_body(other)).cells)


@given(bodies, cells)
def test_a_lane_holds_what_every_line_between_matching_points_crosses(one: Footprint, at: Cell) -> None:
    swept = set(lane(one, one.moved_to(at)).cells)
    assert {*one.cells, *one.moved_to(at).cells} <= swept
    assert set(crossed(one.centre, one.moved_to(at).centre)) <= swept


@given(men, cells)
def test_a_cell_is_in_the_lane_exactly_when_no_line_parts_them(one: Footprint, at: Cell) -> None:
    """The cells of a lane against the plain definition: no side of either has the other wholly beyond it."""
    swept = lane(one, one.moved_to(at))
    found = {(x, y) for x in range(12) for y in range(12) if _share_area(swept, Footprint((x, y)))}
    assert found == set(swept.cells)


def _share_area(swept: Lane, cell: Footprint) -> bool:
    polygons = (swept.corners, cell.corners)
    for polygon in polygons:
        for (x, y), (to_x, to_y) in pairwise((*polygon, polygon[0])):
            one, other = ([(to_x - x) * (q - y) - (to_y - y) * (p - x) for p, q in each] for each in polygons)
            if max(one) <= min(other) or max(other) <= min(one):
                return False
    return True


@given(st.lists(st.tuples(numbers, numbers), min_size=3))
def test_a_hull_has_every_point_on_its_inner_side_and_turns_left_throughout(points: list[Cell]) -> None:
    corners = hull(points)
    if len(corners) < 3:
        return
    ring = [*corners, *corners[:2]]
    for (x, y), (to_x, to_y), (p, q) in zip(ring, ring[1:], ring[2:], strict=False):
        assert (to_x - x) * (q - y) - (to_y - y) * (p - x) > 0
    for (x, y), (to_x, to_y) in pairwise(ring[:-1]):
        assert all((to_x - x) * (q - y) - (to_y - y) * (p - x) >= 0 for p, q in points)


def test_a_barrier_in_the_lane_is_told_by_the_cells_on_both_of_its_sides() -> None:
    grid = board(frozenset({(3, 0)}), frozenset({((1, 0), (1, 0)), ((0, 1), (0, 1))}))
    swept = lane(Footprint((0, 0)), Footprint((5, 0)))
    assert in_the_way(grid, swept, frozenset(("wall",))) == ((1, 0), (2, 0), (3, 0))


# The drawing


def test_a_drawing_is_read_from_the_north_and_walled_in() -> None:
    grid = Grid(("#.,", "o^+"), origin=(-1, 4))
    assert [grid.terrain((x, 5)) for x in (-1, 0, 1)] == ["wall", "open", "difficult"]
    assert [grid.terrain((x, 4)) for x in (-1, 0, 1)] == ["obstacle", "pit", "high"]
    assert grid.terrain((2, 4)) == "wall"
    assert grid.is_high(Footprint((1, 4)))
    assert not grid.is_open_to(Footprint((0, 4), 2))


def test_every_fault_of_a_drawing_is_named() -> None:
    grid = Grid(("..", ".", "x."), edges=(Edge(((0, 0), (1, 1)), "door"),), cell=CellSize("0"))
    assert [(it.pointer, it.code) for it in problems(grid)] == [
        ("/rows", "map_rows_uneven"),
        ("/rows", "map_character_unknown"),
        ("/edges/0/between", "map_edge_unclear"),
        ("/cell/value", "map_cell_size"),
    ]
    assert [it.code for it in problems(Grid(()))] == ["map_empty"]
    assert [it.code for it in problems(Grid(("." * 201,) * 200))] == ["map_too_large"]


def test_neighbours_across_a_corner_are_adjacent_and_those_on_one_cell_are_not() -> None:
    assert is_adjacent(Footprint((0, 0), 2), Footprint((2, 2)))
    assert not is_adjacent(Footprint((0, 0), 2), Footprint((1, 1)))
    assert not is_adjacent(Footprint((0, 0)), Footprint((2, 0)))
