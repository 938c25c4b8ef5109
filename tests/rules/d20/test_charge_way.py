"""The way of a charge: closest space, distance, lane (D20-CHG-20 … D20-CHG-80, D20-LAN-08).

And the decisions D-1, D-2, D-12, D-17 and D-21. The charger starts in (0, 0) unless stated.
"""

from dataclasses import replace

import pytest

from app.rules.common.grid.bands import Band, natural_band, reach_weapon_band
from app.rules.common.grid.board import Edge, EdgeKind, Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.d20.charge.charge_lane import BlockKind
from app.rules.d20.charge.charge_way import USUAL, Bystander, ChargeOptions, ChargeWay, Stop, survey
from tests.rules.common.grid.drawn import drawn, edge

ARM = natural_band(1)
LONGSPEAR = reach_weapon_band(1)
CENTER = ChargeOptions(charge_lane="center")
TWICE_THIRTY_FEET = 12


def charge(
    target: Cell,
    *others: Bystander,
    start: Cell = (0, 0),
    size: int = 1,
    target_size: int = 1,
    band: Band = ARM,
    grid: Grid | None = None,
    greatest: int = TWICE_THIRTY_FEET,
    options: ChargeOptions = USUAL,
    picked: Cell | None = None,
    requested: tuple[Cell, ...] = (),
) -> ChargeWay:
    return survey(
        grid,
        Footprint(start, size),
        Footprint(target, target_size),
        band,
        others,
        greatest=greatest,
        options=options,
        picked=picked,
        requested=requested,
    )


def somebody(at: Cell, size: int = 1, name: str = "goblin") -> Bystander:
    return Bystander(name, Footprint(at, size))


def ground(edges: tuple[Edge, ...] = (), /, **cells: str) -> Grid:
    """Ground from (-5, -5) to (19, 14); ``x2y_1=","`` puts difficult ground in (2, -1)."""
    drawn = {
        tuple(int(it.replace("_", "-")) for it in name[1:].split("y")): kind for name, kind in cells.items()
    }
    rows = tuple("".join(drawn.get((x, y), ".") for x in range(-5, 20)) for y in reversed(range(-5, 15)))
    return Grid(rows, (-5, -5), edges)


def codes(way: ChargeWay) -> list[str]:
    return [check.code for check in way.checks]


# Destination


@pytest.mark.parametrize(
    ("target", "end", "cells"),
    [
        pytest.param((6, 0), (5, 0), 5, id="D20-CHG-20"),
        pytest.param((5, 5), (4, 4), 6, id="D20-CHG-21"),
        pytest.param((6, 2), (5, 1), 5, id="D20-CHG-22, A07"),
        pytest.param((3, 1), (2, 0), 2, id="D20-CHG-23"),
        pytest.param((4, 1), (3, 0), 3, id="D20-CHG-24"),
        pytest.param((3, 3), (2, 2), 3, id="D20-CHG-25"),
    ],
)
def test_a_man_ends_in_the_closest_space_from_which_he_can_strike(
    target: Cell, end: Cell, cells: int
) -> None:
    """D20-CHG-20 … D20-CHG-25."""
    way = charge(target)
    assert (way.end.at, way.distance, way.is_decided, way.checks) == (end, cells, True, ())


@pytest.mark.parametrize(("target", "end", "cells"), [((6, 0), (4, 0), 4), ((5, 5), (3, 3), 4)])
def test_with_a_reach_weapon_he_ends_two_squares_away(target: Cell, end: Cell, cells: int) -> None:
    """D20-CHG-26, D20-CHG-27."""
    way = charge(target, band=LONGSPEAR)
    assert (way.end.at, way.distance, way.checks) == (end, cells, ())


def test_with_a_reach_weapon_he_does_not_go_on_when_the_closest_space_is_taken() -> None:
    """D20-CHG-26."""
    way = charge((6, 0), somebody((4, 0)), band=LONGSPEAR)
    assert way.end.at == (4, 0)
    assert codes(way) == ["CLOSEST_SPACE_BLOCKED"]


@pytest.mark.parametrize(
    ("target", "reach", "end", "cells"),
    [
        pytest.param((7, 0), 2, (4, 0), 4, id="D20-CHG-28: tall"),
        pytest.param((7, 0), 1, (5, 0), 5, id="D20-CHG-29: long"),
        pytest.param((7, 3), 1, (5, 1), 5, id="D20-CHG-30: long, aslant"),
    ],
)
def test_a_large_charger_ends_where_its_own_reach_begins(
    target: Cell, reach: int, end: Cell, cells: int
) -> None:
    """D20-CHG-28 … D20-CHG-30."""
    way = charge(target, size=2, band=natural_band(reach))
    assert (way.end.at, way.distance, way.checks) == (end, cells, ())


def test_a_large_target_is_charged_at_its_nearest_side() -> None:
    """D20-CHG-31."""
    way = charge((6, 0), target_size=2)
    assert way.end.at == (5, 0)


def test_a_rider_with_a_lance_stops_the_horse_with_one_square_between() -> None:
    """D20-LAN-08: the horse's footprint, the rider's weapon; the rider itself does not count (D20-CHG-74)."""
    rider = Bystander("rider", Footprint((0, 0), 2), is_exempt=True)
    way = charge((7, 0), rider, size=2, band=LONGSPEAR)
    assert (way.end.at, way.distance, way.checks) == ((4, 0), 4, ())
    assert way.end.cells[1] == (5, 0)


@pytest.mark.parametrize(("reach", "end"), [(1, (7, 0)), (2, (6, 0))])
def test_each_weapon_has_a_closest_space_of_its_own(reach: int, end: Cell) -> None:
    """D20-CHG-35, A05: a fist or a longspear against a foe in (8, 0)."""
    assert charge((8, 0), band=Band(reach, reach)).end.at == end


@pytest.mark.parametrize("end_space", [(7, 0), (6, 1)])
def test_a_longspear_does_not_take_the_space_of_the_fist(end_space: Cell) -> None:
    """A05: the named end is refused, and the survey still says which one it is."""
    way = charge((8, 0), band=LONGSPEAR, requested=(end_space,))
    assert (way.end.at, way.distance) == ((6, 0), 6)
    assert [(check.code, check.rule_id, check.squares) for check in way.checks] == [
        ("NOT_CLOSEST_SPACE", "D20-CHG-80", (end_space,))
    ]


def test_a_taken_closest_space_leaves_no_second_choice() -> None:
    """D20-CHG-32: (5, 1) is free and would do."""
    way = charge((6, 0), somebody((5, 0)))
    (check,) = way.checks
    assert (check.code, check.rule_id, check.squares) == ("CLOSEST_SPACE_BLOCKED", "D20-CHG-32", ((5, 0),))
    assert check.message == "The closest space to attack from is taken by goblin."


@pytest.mark.parametrize("kind", ["#", "^", ",", "o"])
def test_a_closest_space_that_is_not_clear_is_refused(kind: str) -> None:
    """D20-CHG-33."""
    way = charge((6, 0), grid=ground(x5y0=kind))
    (check,) = way.checks
    assert (check.code, check.rule_id, check.squares) == ("CLOSEST_SPACE_BLOCKED", "D20-CHG-33", ((5, 0),))


def test_a_fence_through_the_space_of_a_large_charger_closes_it() -> None:
    """D20-CHG-33, D20-CHG-76."""
    way = charge((7, 0), size=2, grid=ground((edge((5, 0), (6, 0), "fence"),)))
    (check,) = way.checks
    assert (check.code, check.squares) == ("CLOSEST_SPACE_BLOCKED", ((5, 0), (6, 0)))


def test_a_helpless_creature_does_not_close_the_space() -> None:
    """D20-CHG-34; by option D-21 it does."""
    body = replace(somebody((5, 0)), is_helpless=True)
    assert charge((6, 0), body).checks == ()
    strict = charge((6, 0), body, options=ChargeOptions(end_space_helpless=False))
    assert codes(strict) == ["CLOSEST_SPACE_BLOCKED"]
    on_the_way = replace(somebody((3, 0)), is_helpless=True)
    assert charge((6, 0), on_the_way, options=ChargeOptions(end_space_helpless=False)).checks == ()


def test_spaces_that_are_equally_close_are_told_with_their_straight_distance() -> None:
    """D20-CHG-23, D-2: the count is the same; the straight line decides, or a die, or the charger."""
    way = charge((3, 1))
    assert [(it.at, it.cost, it.square) for it in way.candidates] == [((2, 0), 2, 4), ((2, 1), 2, 5)]
    assert (way.tied, way.is_decided) == (((2, 0),), True)
    for tie in ("die", "chooser"):
        undecided = charge((3, 1), options=ChargeOptions(closest_space_tie=tie))
        assert (undecided.tied, undecided.is_decided) == (((2, 0), (2, 1)), False)
        decided = charge((3, 1), options=ChargeOptions(closest_space_tie=tie), picked=(2, 1))
        assert (decided.end.at, decided.is_decided) == ((2, 1), True)


def test_on_a_plain_charge_three_spaces_are_equally_close_by_the_count() -> None:
    """D-2: why the straight line decides by default."""
    way = charge((6, 0), options=ChargeOptions(closest_space_tie="die"))
    assert set(way.tied) == {(5, -1), (5, 0), (5, 1)}


def test_two_spaces_can_be_equally_close_by_the_straight_line_too() -> None:
    """D-2: the space straight ahead is the blind end of a passage; of those on its sides a die picks one."""
    sides = tuple(edge((x, 0), (x, y)) for x in (4, 5) for y in (1, -1))
    passage = (*sides, edge((5, 0), (6, 0)))
    way = charge((6, 0), grid=ground(passage))
    assert (set(way.tied), way.is_decided) == ({(5, 1), (5, -1)}, False)
    assert [it.square for it in way.candidates] == [26, 26]
    assert charge((6, 0), grid=ground(passage), picked=(5, 1)).end.at == (5, 1)


def test_beside_the_diagonal_fifteen_feet_of_reach_leave_two_closest_spaces() -> None:
    """D-2, D20-GEO-09: the third diagonal, (5, 5), is out of reach; from there it would be either way."""
    way = charge((8, 7), band=natural_band(3))
    assert (set(way.tied), way.distance, way.is_decided) == ({(5, 6), (6, 5)}, 8, False)


def test_the_charger_who_chooses_does_so_by_naming_the_end() -> None:
    """D-2."""
    way = charge((3, 1), options=ChargeOptions(closest_space_tie="chooser"), requested=((2, 1),))
    assert (way.end.at, way.is_decided, way.checks) == ((2, 1), True, ())


def test_only_one_of_the_closest_spaces_can_be_picked() -> None:
    with pytest.raises(ValueError, match="none of the closest"):
        charge((6, 0), picked=(6, 1))


def test_a_space_from_which_the_target_has_total_cover_is_none_to_attack_from() -> None:
    """D20-CHG-20, D20-COV-07: from (5, 1), past the end of the wall, one can strike, and from (5, 0) not."""
    ahead = tuple(edge((5, y), (6, y)) for y in (-2, -1, 0))
    wall = (*ahead, edge((4, 0), (4, 1)), edge((5, 0), (5, 1), "door"))
    way = charge((6, 0), grid=ground(wall))
    assert [it.at for it in way.candidates] == [(5, 1)]
    assert codes(way) == ["LANE_BLOCKED"], "but wall and door are in the lane"


def test_a_foe_walled_in_on_all_sides_has_total_cover() -> None:
    """D20-COV-07."""
    walls = tuple(edge((6, 0), beside) for beside in ((5, 0), (7, 0), (6, 1), (6, -1)))
    way = charge((6, 0), grid=ground(walls))
    assert codes(way) == ["TOTAL_COVER"]
    assert way.end.at == (5, 0)


# Distance


@pytest.mark.parametrize(
    ("target", "band", "greatest", "cells", "refused"),
    [
        pytest.param((2, 0), ARM, 12, 1, ["TOO_CLOSE"], id="D20-CHG-40, A09a"),
        pytest.param((2, 2), ARM, 12, 1, ["TOO_CLOSE"], id="D20-CHG-41"),
        pytest.param((3, 0), ARM, 12, 2, [], id="D20-CHG-42, A09b"),
        pytest.param((3, 0), LONGSPEAR, 12, 1, ["TOO_CLOSE"], id="D20-CHG-43 near"),
        pytest.param((4, 0), LONGSPEAR, 12, 2, [], id="D20-CHG-43 far"),
        pytest.param((13, 0), ARM, 12, 12, [], id="D20-CHG-44 60 ft"),
        pytest.param((14, 0), ARM, 12, 13, ["TOO_FAR"], id="D20-CHG-44 65 ft"),
        pytest.param((9, 9), ARM, 12, 12, [], id="D20-CHG-45 60 ft"),
        pytest.param((10, 10), ARM, 12, 13, ["TOO_FAR"], id="D20-CHG-45 65 ft"),
        pytest.param((6, 6), ARM, 8, 7, [], id="D20-CHG-46 35 ft, D20-CHG-50"),
        pytest.param((7, 7), ARM, 8, 9, ["TOO_FAR"], id="D20-CHG-46 45 ft"),
        pytest.param((7, 0), ARM, 6, 6, [], id="D20-CHG-47 30 ft"),
        pytest.param((8, 0), ARM, 6, 7, ["TOO_FAR"], id="D20-CHG-47 35 ft"),
        pytest.param((5, 5), ARM, 6, 6, [], id="D20-CHG-48 30 ft"),
        pytest.param((6, 6), ARM, 6, 7, ["TOO_FAR"], id="D20-CHG-48 35 ft"),
        pytest.param((1, 0), ARM, 12, 0, ["TOO_CLOSE"], id="in reach already"),
        pytest.param((1, 0), LONGSPEAR, 12, 1, ["TOO_CLOSE"], id="nearer than its weapon reaches"),
    ],
)
def test_a_charge_takes_ten_feet_at_least_and_twice_the_speed_at_most(
    target: Cell, band: Band, greatest: int, cells: int, refused: list[str]
) -> None:
    """D20-CHG-40 … D20-CHG-50, in squares: speed 9 m is six of 1.5 m (D20-CHG-49)."""
    way = charge(target, band=band, greatest=greatest)
    assert (way.distance, codes(way)) == (cells, refused)


def test_the_refusal_says_how_far_it_is_and_how_far_it_may_be() -> None:
    """D20-CHG-40, D20-CHG-44."""
    (near,) = charge((2, 0)).checks
    assert (near.rule_id, near.params) == ("D20-CHG-40", (("distance", 1), ("least", 2)))
    (far,) = charge((14, 0)).checks
    assert (far.rule_id, far.params) == (
        "D20-CHG-44",
        (("way", "charge"), ("distance", 13), ("greatest", 12)),
    )
    assert far.message == "The charge would go 13 squares; 12 is the most."


# Lane


def test_an_ally_an_enemy_or_a_tiny_creature_in_the_lane_is_in_the_way() -> None:
    """D20-CHG-60, D20-CHG-61, D20-CHG-73: whoever it is and however small."""
    way = charge((6, 0), somebody((3, 0)))
    (check,) = way.checks
    assert (check.code, check.rule_id, check.squares) == ("LANE_CREATURE", "D20-CHG-60", ((3, 0),))
    assert [(it.what, it.id, it.cells) for it in way.blocks] == [("creature", "goblin", ((3, 0),))]


def test_a_helpless_creature_in_the_lane_is_not() -> None:
    """D20-CHG-62, A12: one in the lane and one in the end space."""
    bodies = (Bystander(str(x), Footprint((x, 0)), is_helpless=True) for x in (3, 5))
    way = charge((6, 0), *bodies)
    assert (way.end.at, way.blocks, way.checks) == ((5, 0), (), ())


def test_somebody_beside_the_lane_is_not_in_it() -> None:
    """D20-CHG-63."""
    assert charge((6, 0), somebody((3, 1)), somebody((3, -1), name="orc")).checks == ()


def test_difficult_ground_in_the_lane_slows_the_charge() -> None:
    """D20-CHG-64."""
    (check,) = charge((6, 0), grid=ground(x2y0=",")).checks
    assert (check.code, check.rule_id, check.squares) == ("LANE_SLOWED", "D20-CHG-64", ((2, 0),))


def test_walls_that_only_touch_the_lane_do_not_stop_it() -> None:
    """D20-CHG-65."""
    touching = {f"x{x}y{y}": "#" for x in range(6) for y in ("1", "_1")}
    assert charge((6, 0), grid=ground(**touching)).checks == ()
    thin = tuple(edge((x, 0), (x, y)) for x in range(6) for y in (1, -1))
    assert charge((6, 0), grid=ground(thin)).checks == ()


def test_the_lane_of_a_diagonal_charge() -> None:
    """D20-CHG-66: twelve squares without the start."""
    picture = drawn("""
        ...**
        ..***
        .***.
        ***..
        C*...
    """)
    way = charge((5, 5))
    assert way.end.at == (4, 4)
    assert (set(way.cells), len(way.cells)) == (picture.marked, 12)
    assert [(place.at, place.cost) for place in way.path] == [
        ((0, 0), 0), ((1, 1), 1), ((2, 2), 3), ((3, 3), 4), ((4, 4), 6),
    ]  # fmt: skip


def test_beside_the_diagonal_somebody_is_in_the_hull_and_not_on_the_centre_line() -> None:
    """D20-CHG-67, D-1."""
    assert codes(charge((5, 5), somebody((1, 2)))) == ["LANE_CREATURE"]
    assert charge((5, 5), somebody((1, 2)), options=CENTER).checks == ()


def test_the_lane_of_a_slightly_slanting_charge() -> None:
    """D20-CHG-68: both rows, eleven squares without the start."""
    picture = drawn("""
        ******
        C*****
    """)
    way = charge((6, 2))
    assert way.end.at == (5, 1)
    assert (set(way.cells), len(way.cells)) == (picture.marked, 11)


@pytest.mark.parametrize(
    ("at", "on_the_centre_line"),
    [pytest.param((1, 1), False, id="D20-CHG-69"), pytest.param((2, 0), True, id="D20-CHG-70")],
)
def test_the_centre_line_of_a_slanting_charge_changes_rows_in_its_middle(
    at: Cell, on_the_centre_line: bool
) -> None:
    """D20-CHG-69, D20-CHG-70, D-1."""
    assert codes(charge((6, 2), somebody(at))) == ["LANE_CREATURE"]
    way = charge((6, 2), somebody(at), options=CENTER)
    assert (codes(way) == ["LANE_CREATURE"]) == on_the_centre_line
    assert set(way.cells) == {(1, 0), (2, 0), (3, 1), (4, 1), (5, 1)}
    assert [place.at for place in way.path[1:]] == [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1)]


def test_a_large_charger_sweeps_two_rows() -> None:
    """D20-CHG-71."""
    for options in (USUAL, CENTER):
        way = charge((7, 0), size=2, band=natural_band(2), options=options)
        assert set(way.cells) == {(x, y) for x in range(2, 6) for y in (0, 1)}


def test_a_large_charger_does_not_squeeze_through_a_narrow_gap() -> None:
    """D20-CHG-72, A10: walls all but row 0 in column 4; it would end in (7, 0), 35 ft away."""
    gap = ground(x4y_1="#", x4y1="#", x4y2="#", x4y3="#")
    way = charge((9, 0), size=2, grid=gap, greatest=16)
    assert (way.end.at, way.distance) == ((7, 0), 7)
    (check,) = way.checks
    assert (check.code, check.rule_id, check.squares) == ("LANE_BLOCKED", "D20-CHG-72", ((4, 1),))


def test_size_makes_no_difference_to_who_is_in_the_way() -> None:
    """D20-CHG-73, A11: a huge charger and a tiny creature."""
    way = charge((12, 1), somebody((6, 1), name="cat"), size=3, band=natural_band(3))
    assert codes(way) == ["LANE_CREATURE"]


def test_mount_and_rider_of_the_charger_and_whoever_shares_its_start_are_not_in_the_way() -> None:
    """D20-CHG-74: the mount below, and a familiar on the shoulder."""
    mount = Bystander("horse", Footprint((0, 0), 2), is_exempt=True)
    assert charge((6, 0), mount, somebody((0, 0), name="cat")).checks == ()


def test_the_target_is_never_in_its_own_way() -> None:
    """D20-CHG-75: not even for a tiny charger that must enter its space."""
    way = charge((6, 0), band=natural_band(0))
    assert (way.end.at, way.distance, way.checks) == ((6, 0), 6, ())


@pytest.mark.parametrize("kind", ["low-wall", "door", "fence", "wall"])
@pytest.mark.parametrize("options", [USUAL, CENTER])
@pytest.mark.parametrize("left", [0, 2, 4])
def test_a_barrier_across_the_lane_stops_it(kind: EdgeKind, options: ChargeOptions, left: int) -> None:
    """D20-CHG-76: right in front of the charger, on the way, or before the end space."""
    between = (left, 0), (left + 1, 0)
    way = charge((6, 0), grid=ground((edge(*between, kind),)), options=options)
    (check,) = way.checks
    assert (check.code, check.rule_id, check.squares) == ("LANE_BLOCKED", "D20-CHG-76", between)
    assert [(it.what, it.cells) for it in way.blocks] == [("edge", between)]


def test_a_fence_that_reaches_into_the_hull_is_crossed_although_the_centre_line_passes_it() -> None:
    """D20-CHG-76, D-1."""
    fence = ground((edge((1, 1), (2, 1), "fence"),))
    assert codes(charge((6, 2), grid=fence)) == ["LANE_BLOCKED"]
    assert charge((6, 2), grid=fence, options=CENTER).checks == ()


def test_the_centre_line_cuts_no_solid_corner() -> None:
    """D20-GEO-04, D-1: past a creature's corner it may, past a pillar's it may not."""
    way = charge((5, 5), grid=ground(x2y1="#"), options=CENTER)
    assert [(check.code, check.squares) for check in way.checks] == [("LANE_BLOCKED", ((2, 1),))]
    assert charge((5, 5), somebody((2, 1)), grid=ground(x1y2="^"), options=CENTER).checks == ()


def test_somebody_unseen_in_the_lane_ends_the_charge_in_the_place_before() -> None:
    """D20-CHG-77, D-17: nothing is refused; the charger stops in (2, 0), 10 ft on."""
    lurker = replace(somebody((3, 0), name="lurker"), is_known=False)
    way = charge((6, 0), lurker)
    assert (way.checks, way.stop) == ((), Stop(2, "lurker"))
    assert way.path[2].at == (2, 0)
    refused = charge((6, 0), lurker, options=ChargeOptions(unseen_in_lane="refuse"))
    assert (codes(refused), refused.stop) == (["LANE_CREATURE"], None)


@pytest.mark.parametrize(
    ("at", "options", "index"),
    [((1, 0), USUAL, 0), ((5, 0), USUAL, 4), ((3, 0), CENTER, 2)],
)
def test_the_charge_stops_wherever_the_unseen_one_is(at: Cell, options: ChargeOptions, index: int) -> None:
    """D20-CHG-77, D-17: right away, before the end space, and under the single line."""
    way = charge((6, 0), replace(somebody(at), is_known=False), options=options)
    assert (way.checks, way.stop) == ((), Stop(index, "goblin"))


def test_an_unseen_creature_beside_the_diagonal_stops_the_charge_where_the_hull_meets_it() -> None:
    """D20-CHG-77: (2, 3) is swept on the step to (3, 3)."""
    way = charge((6, 6), replace(somebody((2, 3)), is_known=False))
    assert way.stop == Stop(2, "goblin")


def test_the_start_may_be_difficult_ground_and_by_option_it_may_not() -> None:
    """D20-CHG-78, D-12."""
    rubble = ground(x0y0=",")
    assert charge((6, 0), grid=rubble).checks == ()
    strict = charge((6, 0), grid=rubble, options=ChargeOptions(lane_includes_start=True))
    assert [(check.code, check.squares) for check in strict.checks] == [("LANE_SLOWED", ((0, 0),))]


def test_a_way_with_a_turn_is_refused_and_a_straight_one_of_any_angle_is_not() -> None:
    """D20-CHG-79, A07."""
    assert charge((6, 2), requested=((1, 0), (2, 0), (3, 1), (4, 1), (5, 1))).checks == ()
    assert charge((6, 2), requested=((0, 0), (5, 1))).checks == ()
    zigzag = charge((6, 2), requested=((1, 1), (2, 0), (5, 1)))
    assert [(check.code, check.rule_id) for check in zigzag.checks] == [("PATH_TURNS", "D20-CHG-79")]
    there_and_back = charge((6, 0), requested=((3, 0), (2, 0), (5, 0)))
    assert codes(there_and_back) == ["PATH_TURNS"]


@pytest.mark.parametrize("end", [(6, 1), (7, 0), (5, 1)])
def test_a_charge_does_not_go_past_its_target_or_along_its_side(end: Cell) -> None:
    """D20-CHG-80, A06."""
    way = charge((6, 0), requested=(end,))
    assert [(check.code, check.squares) for check in way.checks] == [("NOT_CLOSEST_SPACE", (end,))]
    assert way.end.at == (5, 0)


def test_every_failed_check_is_told_in_the_order_of_the_rules() -> None:
    """Section 5.6: destination, distance, lane, request."""
    cluttered = ground((edge((8, 0), (9, 0), "door"),), x2y0=",", x4y0="#", x6y0="^", x13y0="o")
    way = charge(
        (14, 0),
        somebody((13, 0), name="orc"),
        somebody((10, 0)),
        grid=cluttered,
        requested=((1, 1), (12, 1)),
    )
    assert [(check.code, check.rule_id) for check in way.checks] == [
        ("CLOSEST_SPACE_BLOCKED", "D20-CHG-32"),
        ("CLOSEST_SPACE_BLOCKED", "D20-CHG-33"),
        ("TOO_FAR", "D20-CHG-44"),
        ("LANE_CREATURE", "D20-CHG-60"),
        ("LANE_SLOWED", "D20-CHG-64"),
        ("LANE_BLOCKED", "D20-CHG-72"),
        ("LANE_BLOCKED", "D20-CHG-76"),
        ("PATH_TURNS", "D20-CHG-79"),
        ("NOT_CLOSEST_SPACE", "D20-CHG-80"),
    ]
    found: list[BlockKind] = [block.what for block in way.blocks]
    assert found == ["difficult", "wall", "pit", "edge", "creature", "creature", "obstacle"]
    assert [block.is_at_end for block in way.blocks] == [False] * 5 + [True] * 2


def test_a_big_bystander_half_in_the_end_space_blocks_both() -> None:
    """D20-CHG-32, D20-CHG-60."""
    way = charge((6, 0), somebody((4, 0), size=2, name="ogre"))
    assert [(it.cells, it.is_at_end) for it in way.blocks] == [(((4, 0),), False), (((5, 0),), True)]
    assert [(check.code, check.squares) for check in way.checks] == [
        ("CLOSEST_SPACE_BLOCKED", ((5, 0),)),
        ("LANE_CREATURE", ((4, 0),)),
    ]
