"""Walking: what ways cost, what stops a step, the shortest way round (D20-GEO-01 … D20-GEO-05, case A43)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.common.grid.board import Edge, Grid
from app.rules.common.grid.cells import DIRECTIONS, Cell, Footprint, rectangle
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.grid.lines import crossed
from app.rules.common.grid.steps import (
    Walk,
    is_squeezed,
    least_width,
    shortest_walk,
    step_cost,
    stopped_by,
    straight,
    walk,
)
from tests.rules.common.grid.drawn import (
    SIDE,
    Turn,
    board,
    boards,
    bodies,
    cells,
    cleared,
    drawn,
    edge,
    ground,
    turns,
)

MAN = Footprint((0, 0))
offsets = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
steps = st.sampled_from(tuple(DIRECTIONS.values()))


@pytest.mark.parametrize(("diagonals", "count"), [(1, 1), (2, 3), (3, 4), (5, 7)])
def test_the_first_diagonal_is_the_cheap_one(diagonals: int, count: int) -> None:
    """D20-GEO-01 and A43: 5, 15, 20 and 35 ft."""
    assert walk(None, MAN, ((diagonals, diagonals),)).cost == count


@pytest.mark.parametrize(("offset", "count"), [((4, 1), 4), ((4, 2), 5), ((4, 4), 6), ((-2, 4), 5)])
def test_a_free_field_costs_the_longer_side_and_half_the_shorter_one(offset: Cell, count: int) -> None:
    """D20-GEO-02."""
    assert one_two_one(*offset) == count
    assert walk(None, MAN, (offset,)).cost == count


def test_straight_steps_between_two_diagonals_do_not_make_the_second_one_cheap() -> None:
    """D20-GEO-03: costs 1 (diagonal), 1, 1, 2 (diagonal), 1 (diagonal)."""
    way = walk(None, MAN, ((1, 1), (2, 1), (3, 1), (4, 2), (5, 3)))
    assert way.costs == (0, 1, 2, 3, 5, 6)


def test_a_move_in_two_parts_counts_its_diagonals_over_both() -> None:
    """D20-GEO-03."""
    first = walk(None, MAN, ((1, 1),))
    second = walk(None, first.places[-1], ((2, 2),), parity=first.parity)
    assert (first.cost, second.cost) == (1, 2)
    assert walk(None, first.places[-1], ((2, 2),)).cost == 1, "a new turn begins anew"


def test_a_diagonal_past_a_solid_corner_is_not_allowed_and_past_a_pit_it_is() -> None:
    """D20-GEO-04."""
    for solid in "#o":
        grid = drawn(f"""
            {solid}.
            M.
        """).grid
        assert stopped_by(grid, MAN, (1, 1)) == ((0, 1),)
        assert shortest_walk(grid, MAN, frozenset({(1, 1)}), most=9) == walk(grid, MAN, ((1, 0), (1, 1)))
    for open_to_it in "^,.":
        grid = drawn(f"""
            {open_to_it}.
            M.
        """).grid
        assert stopped_by(grid, MAN, (1, 1)) == ()


@pytest.mark.parametrize("kind", ["wall", "door", "low-wall", "fence"])
def test_a_diagonal_past_the_end_of_an_edge_is_not_allowed(kind: str) -> None:
    """D20-GEO-04: each of the four edges that meet in the corner stops it."""
    for one, other in (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1))):
        grid = Grid(("..", ".."), edges=(Edge((one, other), kind),))  # pyright: ignore[reportArgumentType]
        assert set(stopped_by(grid, MAN, (1, 1))) == {one, other}


def test_nobody_walks_into_a_wall_an_obstacle_a_pit_or_off_the_map() -> None:
    grid = drawn("#M^o").grid
    here = Footprint((1, 0))
    assert [stopped_by(grid, here, step) for step in ((-1, 0), (1, 0), (0, 1))] == [
        ((0, 0),),
        ((2, 0),),
        ((1, 1),),
    ]


def test_a_walk_names_every_place_that_cannot_be_entered_and_counts_on() -> None:
    picture = drawn("M.#.^.")
    way = walk(picture.grid, picture["M"], ((5, 0),))
    assert way.stops == ((2, ((2, 0),)), (4, ((4, 0),)))
    assert way.cost == 5


def test_difficult_ground_doubles_a_step_and_makes_three_of_a_diagonal() -> None:
    """D20-GEO-05: on, off, diagonally on, diagonally on; then the first plain diagonal."""
    picture = drawn("""
        .....
        ...,.
        M,,..
    """)
    way = walk(picture.grid, picture["M"], ((1, 0), (2, 0), (3, 1), (4, 2)))
    assert way.costs == (0, 2, 4, 7, 8)


def test_a_diagonal_onto_difficult_ground_is_neither_the_cheap_nor_the_dear_one() -> None:
    """D20-GEO-05: three already has its half, so the count of the others goes on as if it were not there."""
    picture = drawn("""
        ...,.
        ..,..
        .....
        M....
    """)
    way = walk(picture.grid, picture["M"], ((1, 1), (2, 2), (3, 3), (4, 2)))
    assert way.costs == (0, 1, 4, 7, 9)


def test_a_big_body_is_slowed_by_the_worst_ground_that_it_comes_to_stand_on() -> None:
    """D20-GEO-05: one bad cell is enough, until the last of it is left."""
    picture = drawn("""
        LL....
        LL,...
    """)
    assert walk(picture.grid, picture["L"], ((4, 0),)).costs == (0, 2, 4, 5, 6)


def test_a_big_body_cuts_two_corners_at_once() -> None:
    """D20-GEO-04."""
    free = drawn("""
        ....
        ....
        LL..
        LL..
    """)
    assert stopped_by(free.grid, free["L"], (1, 1)) == ()
    for walled in ((2, 0), (0, 2)):
        assert stopped_by(board({walled: "#"}), free["L"], (1, 1)) == (walled,)


def test_an_edge_that_the_body_stands_across_already_does_not_stop_it() -> None:
    grid = board({}, (edge((0, 0), (1, 0), "fence"), edge((2, 0), (2, 1), "fence")))
    giant = Footprint((0, 0), 2)
    assert stopped_by(grid, giant, (0, 1)) == ()
    assert stopped_by(grid, giant, (1, 0)) == ((2, 0), (2, 1)), (
        "and one that it would come to stand across does"
    )


def test_the_shortest_walk_goes_round_a_wall_at_the_least_cost() -> None:
    picture = drawn("""
        .......
        ...#...
        M..#...
        ...#...
        .......
    """)
    way = shortest_walk(picture.grid, picture["M"], frozenset({(6, 2)}), most=20)
    assert way is not None
    assert way.cost == 8, "two diagonals up or down, two back, and two steps past the wall's end"
    assert shortest_walk(picture.grid, picture["M"], frozenset({(6, 2)}), most=7) is None


def test_a_walk_may_cost_all_that_it_may_cost() -> None:
    assert shortest_walk(None, MAN, frozenset({(3, 0)}), most=3) == walk(None, MAN, ((3, 0),))
    assert shortest_walk(None, MAN, frozenset({(3, 0)}), most=2) is None


def test_midway_between_two_cells_a_straight_way_turns_later() -> None:
    assert straight((0, 0), (2, 1)) == ((0, 0), (1, 0), (2, 1))
    assert straight((0, 0), (-1, 2)) == ((0, 0), (0, 1), (-1, 2))
    assert straight((2, 1), (0, 0)) == ((2, 1), (1, 1), (0, 0))


def test_the_shortest_walk_keeps_the_parity_it_began_with() -> None:
    """D20-GEO-03."""
    goal = frozenset({(1, 1)})
    found = [shortest_walk(None, MAN, goal, most=9, parity=parity) for parity in (0, 1)]
    assert [way.cost for way in found if way] == [1, 2]


def test_foes_are_walked_round_and_friends_walked_through_but_not_stopped_on() -> None:
    """D20-GEO-04: and past the corner of either one walks freely."""
    corridor = drawn("""
        ####
        M.X.
        ####
    """)
    foe = frozenset(corridor["X"].cells)
    there = frozenset({(3, 1)})
    assert shortest_walk(corridor.grid, corridor["M"], there, most=9, closed=foe) is None
    way = shortest_walk(corridor.grid, corridor["M"], there, most=9, passed=foe)
    assert way is not None
    assert way.cost == 3
    assert shortest_walk(corridor.grid, corridor["M"], foe, most=9, passed=foe) is None
    beside = shortest_walk(None, MAN, frozenset({(1, 1)}), most=9, closed=frozenset({(1, 0), (0, 1)}))
    assert beside is not None
    assert beside.cost == 1


def test_whoever_is_there_already_walks_nowhere() -> None:
    assert shortest_walk(None, MAN, frozenset({(0, 0), (1, 1)}), most=9) == walk(None, MAN, ())


@pytest.mark.parametrize(("size", "width"), [(1, 1), (2, 1), (3, 2), (4, 2), (6, 3)])
def test_a_body_squeezes_through_half_its_width(size: int, width: int) -> None:
    """D20-CND-17."""
    assert least_width(size) == width


def test_a_big_body_squeezes_where_a_strip_of_half_its_width_is_open() -> None:
    """D20-CND-17."""
    picture = drawn("""
        ####..
        ......
        ......
        .##.##
    """)
    assert is_squeezed(picture.grid, Footprint((1, 2), 2))
    assert not is_squeezed(picture.grid, Footprint((1, 1), 2)), "there it stands freely"
    assert is_squeezed(picture.grid, Footprint((1, 1), 3))
    assert not is_squeezed(picture.grid, Footprint((1, 3))), "a man does not squeeze into a wall"


@given(cells, cells)
def test_a_straight_way_costs_what_the_count_says_and_stays_on_the_line(start: Cell, end: Cell) -> None:
    way = straight(start, end)
    assert (way[0], way[-1]) == (start, end)
    assert all(max(abs(x - to_x), abs(y - to_y)) == 1 for (x, y), (to_x, to_y) in pairwise(way))
    line = crossed(Footprint(start).centre, Footprint(end).centre) or (start,)
    assert set(way) <= set(line)
    right, up = end[0] - start[0], end[1] - start[1]
    assert walk(None, Footprint(start), (end,)).cost == one_two_one(right, up)


@given(st.lists(offsets, min_size=1, max_size=4), st.integers(0, 1))
def test_a_walk_may_be_cut_anywhere_without_changing_its_cost(ways: list[Cell], parity: int) -> None:
    """D20-GEO-03."""
    whole = walk(None, MAN, tuple(ways), parity=parity)
    cost, odd, place = 0, parity, MAN
    for way in ways:
        part = walk(None, place, (way,), parity=odd)
        cost, odd, place = cost + part.cost, part.parity, part.places[-1]
    assert (cost, odd) == (whole.cost, whole.parity)


@given(offsets, offsets)
def test_a_detour_falls_short_of_the_direct_way_by_one_cell_at_the_most(one: Cell, other: Cell) -> None:
    """D20-GEO-02: the triangle inequality but for the one diagonal that each of two ways begins with; counted
    as one move, no detour is shorter."""
    direct = one_two_one(one[0] + other[0], one[1] + other[1])
    apart = one_two_one(*one) + one_two_one(*other)
    assert direct <= apart + (1 if one[0] * one[1] and other[0] * other[1] else 0)
    assert direct <= walk(None, MAN, (one, (one[0] + other[0], one[1] + other[1]))).cost


@given(boards(), bodies(), steps, turns)
def test_a_step_is_stopped_the_same_however_the_map_is_turned(
    grid: Grid, body: Footprint, step: Cell, turn: Turn
) -> None:
    place = body.moved_to((body.at[0] + step[0], body.at[1] + step[1]))
    turned = turn.body(body), turn.body(place)
    turned_step = turned[1].at[0] - turned[0].at[0], turned[1].at[1] - turned[0].at[1]
    blame = turn.cells(stopped_by(grid, body, step))
    assert blame == set(stopped_by(turn.grid(grid), turned[0], turned_step))
    assert is_squeezed(grid, body) == is_squeezed(turn.grid(grid), turned[0])
    assert step_cost(grid, place, step, 1) == step_cost(turn.grid(grid), turned[1], turned_step, 1)


@given(ground, bodies(), steps)
def test_a_step_between_two_open_places_is_stopped_both_ways_or_neither(
    ground: dict[Cell, str], body: Footprint, step: Cell
) -> None:
    place = body.moved_to((body.at[0] + step[0], body.at[1] + step[1]))
    grid = cleared(board(ground), body, place)
    assert stopped_by(grid, body, step) == stopped_by(grid, place, (-step[0], -step[1])) or not on_board(
        place
    )


@given(boards(), bodies(), steps, st.integers(0, 1))
def test_where_all_is_even_no_step_is_stopped_or_slowed(
    grid: Grid, body: Footprint, step: Cell, parity: int
) -> None:
    place = body.moved_to((body.at[0] + step[0], body.at[1] + step[1]))
    is_free = not stopped_by(grid, body, step)
    is_plain = step_cost(grid, place, step, parity) == step_cost(None, place, step, parity)
    assert not grid.is_even_round(body) or (is_free and is_plain)


@given(boards(), bodies(), bodies())
def test_bare_is_a_rectangle_in_which_nothing_stands_up(grid: Grid, one: Footprint, other: Footprint) -> None:
    """Against the plain definition: every cell and every edge looked at."""
    west, south, east, north = rectangle(one, other)
    within = {(x, y) for x in range(west, east) for y in range(south, north)}
    is_on_map = all(0 <= x < SIDE and 0 <= y < SIDE for x, y in within)
    stands_up = any(grid.terrain(cell) in ("wall", "obstacle") for cell in within)
    parted = any(within.issuperset(it.between) for it in grid.edges)
    assert grid.is_bare(one, other) == (is_on_map and not stands_up and not parted)


def on_board(body: Footprint) -> bool:
    return all(0 <= x < SIDE and 0 <= y < SIDE for x, y in body.cells)


@settings(max_examples=30)
@given(ground, bodies(2), bodies(2), st.integers(0, 1))
def test_no_walk_is_cheaper_than_the_shortest_one(
    ground: dict[Cell, str], body: Footprint, goal: Footprint, parity: int
) -> None:
    """Against the plain definition: the costs of all places, improved until nothing changes."""
    goal = Footprint(goal.at, body.size)
    grid = cleared(board(ground), body)
    found = shortest_walk(grid, body, frozenset({goal.at}), most=40, parity=parity)
    expected = least_costs(grid, body, parity).get(goal.at)
    assert (None if found is None else found.cost) == expected
    if found is not None:
        assert not found.stops
        assert found.places[-1] == goal


def least_costs(grid: Grid, body: Footprint, parity: int) -> dict[Cell, int]:
    known = {(body.at, parity): 0}
    changed = True
    while changed:
        changed = False
        for (at, odd), cost in tuple(known.items()):
            for step in DIRECTIONS.values():
                place = body.moved_to((at[0] + step[0], at[1] + step[1]))
                if stopped_by(grid, body.moved_to(at), step):
                    continue
                more, next_odd = step_cost(grid, place, step, odd)
                if cost + more < known.get((place.at, next_odd), 1000):
                    known[place.at, next_odd] = cost + more
                    changed = True
    least: dict[Cell, int] = {}
    for (at, _), cost in known.items():
        least[at] = min(cost, least.get(at, 1000))
    return least


@given(boards(), bodies(2), cells, turns)
def test_the_shortest_walk_costs_the_same_however_the_map_is_turned(
    grid: Grid, body: Footprint, goal: Cell, turn: Turn
) -> None:
    end = Footprint((min(goal[0], SIDE - body.size), min(goal[1], SIDE - body.size)), body.size)
    there = frozenset({end.at})
    turned = shortest_walk(turn.grid(grid), turn.body(body), frozenset({turn.body(end).at}), most=30)
    assert cost_of(shortest_walk(grid, body, there, most=30)) == cost_of(turned)


def cost_of(way: Walk | None) -> int | None:
    return None if way is None else way.cost
