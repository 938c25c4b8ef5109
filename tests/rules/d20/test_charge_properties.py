"""What holds for every charge, on any map (D20-CHG-20 … D20-CHG-80, D-1, D-2)."""

from dataclasses import replace
from itertools import pairwise, product

from hypothesis import assume, given
from hypothesis import strategies as st

from app.rules.common.grid.bands import Band, natural_band, reach_weapon_band, reaches
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.grid.steps import walk
from app.rules.d20.charge.charge_way import Bystander, ChargeOptions, ChargeWay, survey
from tests.rules.common.grid.drawn import Turn, board, boards, bodies, cleared, turns

bands = st.one_of(
    st.integers(0, 3).map(natural_band),
    st.integers(1, 2).map(reach_weapon_band),
)
options = st.builds(
    ChargeOptions,
    st.sampled_from(("hull", "center")),
    st.sampled_from(("euclid", "die", "chooser")),
    st.booleans(),
    st.booleans(),
    st.sampled_from(("stops_before", "refuse")),
)


@st.composite
def bystanders(draw: st.DrawFn) -> tuple[Bystander, ...]:
    count = draw(st.integers(0, 6))
    flags = st.booleans()
    return tuple(
        Bystander(f"b{number}", draw(bodies(2)), draw(flags), draw(flags), draw(flags))
        for number in range(count)
    )


def every_way(
    grid: Grid | None,
    charger: Footprint,
    target: Footprint,
    band: Band,
    others: tuple[Bystander, ...],
    options: ChargeOptions,
) -> dict[Cell, ChargeWay]:
    """The survey of each of the tied spaces."""
    first = survey(grid, charger, target, band, others, greatest=9, options=options)
    return {
        at: survey(grid, charger, target, band, others, greatest=9, options=options, picked=at)
        for at in first.tied
    }


def told(way: ChargeWay, turn: Turn) -> tuple[object, ...]:
    """All of a survey that may not depend on how the map lies, told on the turned map."""

    def at(cell: Cell) -> Cell:
        return turn.body(way.start.moved_to(cell)).at

    return (
        turn.body(way.end),
        {(at(it.at), it.cost, it.square) for it in way.candidates},
        {at(cell) for cell in way.tied},
        [(at(place.at), place.cost) for place in way.path],
        turn.cells(way.cells),
        {(it.what, turn.cells(it.cells), it.id, it.is_at_end, it.is_known) for it in way.blocks},
        [(it.code, it.rule_id, it.params, turn.cells(it.squares)) for it in way.checks],
        None if way.stop is None else way.stop.index,
    )


@given(boards(), bodies(), bodies(), bands, bystanders(), options, turns)
def test_a_charge_turns_and_mirrors_with_the_map(
    grid: Grid,
    charger: Footprint,
    target: Footprint,
    band: Band,
    others: tuple[Bystander, ...],
    options: ChargeOptions,
    turn: Turn,
) -> None:
    ways = every_way(grid, charger, target, band, others, options)
    turned_others = tuple(replace(it, body=turn.body(it.body)) for it in others)
    turned = every_way(turn.grid(grid), turn.body(charger), turn.body(target), band, turned_others, options)
    assert len(ways) == len(turned)
    for at, way in ways.items():
        there = turned[turn.body(charger.moved_to(at)).at]
        assert told(way, turn) == told(there, Turn(0, is_mirrored=False))


@given(boards(), bodies(), bodies(), bands, options)
def test_the_lane_holds_both_spaces_and_every_place_between(
    grid: Grid, charger: Footprint, target: Footprint, band: Band, options: ChargeOptions
) -> None:
    for way in every_way(grid, charger, target, band, (), options).values():
        swept = {*way.cells, *way.start.cells}
        assert way.start.cells[0] not in way.cells
        assert {*way.start.cells, *way.end.cells} <= swept
        if options.charge_lane == "hull":
            assert all(swept.issuperset(place.cells) for place in way.places)
        corners = {*way.start.corners, *way.end.corners}
        for (x, y), (to_x, to_y) in pairwise((*way.lane.corners, way.lane.corners[0])):
            assert all((to_x - x) * (q - y) - (to_y - y) * (p - x) >= 0 for p, q in corners)


@given(bodies(), bodies(), bands)
def test_no_space_from_which_the_target_is_reached_is_closer(
    charger: Footprint, target: Footprint, band: Band
) -> None:
    """D20-CHG-20, D-2: against every space around. Within ten feet of reach one is always the closest."""
    assume(not charger.overlaps(target))
    way = survey(None, charger, target, band, (), greatest=99)
    x, y = charger.at
    spaces = {
        at: one_two_one(at[0] - x, at[1] - y)
        for at in product(range(-8, 21), range(-8, 21))
        if reaches(band, charger.moved_to(at), target)
        and (band.greatest == 0 or not charger.moved_to(at).overlaps(target))
    }
    least = min(spaces.values())
    assert {it.at for it in way.candidates} == {at for at, cost in spaces.items() if cost == least}
    assert way.distance == least
    is_outside = not reaches(replace(band, least=0), charger, target)
    assert way.is_decided or not is_outside or band.greatest > 2


@given(boards(), bodies(2), bodies(2), bands, options)
def test_the_way_costs_what_walking_it_over_open_ground_does(
    grid: Grid, charger: Footprint, target: Footprint, band: Band, options: ChargeOptions
) -> None:
    grid = cleared(grid, charger)
    for way in every_way(grid, charger, target, band, (), options).values():
        walked = walk(None, charger, tuple(place.at for place in way.path[1:]))
        assert walked.costs == tuple(place.cost for place in way.path)
        assert walked.places == way.places
        if not way.checks:
            on_the_map = walk(grid, charger, tuple(place.at for place in way.path[1:]))
            assert on_the_map.costs == walked.costs, "nothing slows it"
            if options.charge_lane == "hull":
                assert on_the_map.stops == (), "and nothing stops it"


@given(boards(), bodies(2), bodies(2), bands, bystanders(), bystanders(), options)
def test_nobody_who_joins_makes_a_refused_charge_allowed(
    grid: Grid,
    charger: Footprint,
    target: Footprint,
    band: Band,
    others: tuple[Bystander, ...],
    more: tuple[Bystander, ...],
    options: ChargeOptions,
) -> None:
    joined = (*others, *(replace(it, id="x" + it.id) for it in more))
    fewer = survey(grid, charger, target, band, others, greatest=9, options=options)
    way = survey(grid, charger, target, band, joined, greatest=9, options=options)
    assert {check.rule_id for check in fewer.checks} <= {check.rule_id for check in way.checks}
    assert way.end == fewer.end


@given(bodies(), bodies(), bands, bystanders(), options)
def test_open_ground_is_a_map_with_nothing_on_it(
    charger: Footprint, target: Footprint, band: Band, others: tuple[Bystander, ...], options: ChargeOptions
) -> None:
    endless = survey(None, charger, target, band, others, greatest=9, options=options)
    drawn = survey(board({}), charger, target, band, others, greatest=9, options=options)
    is_on_it = all(
        0 <= x < 12 and 0 <= y < 12 for it in endless.candidates for x, y in charger.moved_to(it.at).cells
    )
    if is_on_it and all(0 <= x < 12 and 0 <= y < 12 for x, y in endless.cells):
        assert endless == drawn


@given(boards(), bodies(2), bodies(2), bands, bystanders())
def test_whatever_the_single_line_meets_the_hull_meets_too(
    grid: Grid, charger: Footprint, target: Footprint, band: Band, others: tuple[Bystander, ...]
) -> None:
    """D-1: the hull is the stricter rule."""
    hull = survey(grid, charger, target, band, others, greatest=9)
    line = survey(grid, charger, target, band, others, greatest=9, options=ChargeOptions("center"))
    assert set(line.cells) <= set(hull.cells)
    if not hull.checks:
        assert not line.checks
