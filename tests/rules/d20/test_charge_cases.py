"""Public disputes about the way of a charge, drawn: cases A01-A12 (A07 and A09 with the rules' tables)."""

from app.rules.common.grid.bands import natural_band, reach_weapon_band
from app.rules.common.grid.cells import Cell
from app.rules.d20.charge.charge_way import USUAL, Bystander, ChargeOptions, ChargeWay, survey
from tests.rules.common.grid.drawn import Drawn, drawn


def charge(
    places: Drawn,
    *,
    reach: int = 1,
    has_longspear: bool = False,
    greatest: int = 12,
    options: ChargeOptions = USUAL,
    picked: Cell | None = None,
) -> ChargeWay:
    """C charges T; everybody else stands by."""
    others = tuple(Bystander(name, body) for name, body in places.all_but("C", "T").items())
    return survey(
        places.grid,
        places["C"],
        places["T"],
        reach_weapon_band(reach) if has_longspear else natural_band(reach),
        others,
        greatest=greatest,
        options=options,
        picked=picked,
    )


def told(way: ChargeWay) -> list[tuple[str, tuple[Cell, ...]]]:
    return [(check.code, check.squares) for check in way.checks]


CENTRE_AND_DIE = ChargeOptions(charge_lane="center", closest_space_tie="die")


def test_a01_the_nearest_space_is_taken_and_the_next_ones_lane_as_well() -> None:
    """A01 #1."""
    places = drawn("""
        .T..
        ..A.
        ....
        ....
        ....
        ....
        ..C.
        ....
    """)
    way = charge(places)
    assert [(it.at, it.cost, it.square) for it in way.candidates] == [((2, 6), 5, 25), ((1, 6), 5, 26)]
    assert told(way) == [("CLOSEST_SPACE_BLOCKED", ((2, 6),))]
    die = ChargeOptions(closest_space_tie="die")
    assert told(charge(places, options=die, picked=(1, 6))) == [("LANE_CREATURE", ((2, 6),))]
    assert told(charge(places, options=CENTRE_AND_DIE, picked=(1, 6))) == []


def test_a01_two_allies_close_both_lanes() -> None:
    """A01 #2."""
    places = drawn("""
        .T..
        ....
        ..B.
        ....
        ....
        .A..
        ....
        ..C.
        ....
    """)
    way = charge(places)
    assert [(it.at, it.cost, it.square) for it in way.candidates] == [((2, 7), 6, 36), ((1, 7), 6, 37)]
    assert told(way) == [("LANE_CREATURE", ((2, 6),))]
    die = ChargeOptions(closest_space_tie="die")
    assert told(charge(places, options=die, picked=(1, 7))) == [("LANE_CREATURE", ((1, 3), (2, 6)))]
    assert told(charge(places, options=CENTRE_AND_DIE, picked=(1, 7))) == []


def test_a02_through_a_corridor_at_the_foe_round_its_corner() -> None:
    """A02: the walls only touch the lane, and B is past the end."""
    places = drawn("""
        .#######..
        .C......B.
        .#######T.
        ..........
    """)
    way = charge(places)
    assert (way.end.at, way.distance, told(way)) == ((7, 2), 6, [])
    die = charge(places, options=ChargeOptions(closest_space_tie="die"), picked=(7, 1))
    assert told(die)[0] == ("CLOSEST_SPACE_BLOCKED", ((7, 1),))


def test_a03_between_two_friends_who_stand_corner_to_corner() -> None:
    """A03."""
    places = drawn("""
        ....AC
        .....B
        ......
        .T....
        ......
    """)
    way = charge(places)
    assert [(it.at, it.cost, it.square) for it in way.candidates] == [((2, 2), 4, 13), ((2, 1), 4, 18)]
    assert told(way) == [("LANE_CREATURE", ((5, 3), (4, 4)))]
    die = ChargeOptions(closest_space_tie="die")
    assert told(charge(places, options=die, picked=(2, 1))) == [("LANE_CREATURE", ((4, 4), (5, 3)))]
    assert told(charge(places, options=CENTRE_AND_DIE, picked=(2, 2))) == [("LANE_CREATURE", ((4, 4),))]
    assert told(charge(places, options=CENTRE_AND_DIE, picked=(2, 1))) == []


def test_a04_with_a_longspear_one_stops_behind_a_friend() -> None:
    """A04."""
    way = charge(drawn("C....AT"), has_longspear=True)
    assert (way.end.at, way.distance, told(way)) == ((4, 0), 4, [])
    assert way.cells == ((1, 0), (2, 0), (3, 0), (4, 0))


def test_a08_no_walk_round_a_pillar_and_no_node_on_a_long_straight_way() -> None:
    """A08."""
    pillar = drawn("""
        .......
        C..#..T
        .......
    """)
    assert told(charge(pillar)) == [("LANE_BLOCKED", ((3, 1),))]
    way = charge(drawn("C..........T"))
    assert (way.end.at, way.distance, told(way)) == ((10, 0), 10, [])


def test_a10_a_large_charger_and_a_five_foot_gap() -> None:
    """A10."""
    places = drawn("""
        ....#......
        ....#......
        CC..#......
        CC.......T.
        ....#......
    """)
    way = charge(places, greatest=16)
    assert (way.end.at, way.distance) == ((7, 1), 7)
    assert told(way) == [("LANE_BLOCKED", ((4, 2),))]


def test_a11_a_much_smaller_creature_in_the_lane() -> None:
    """A11: a huge, tall charger."""
    places = drawn("""
        CCC..........
        CCC...B.....T
        CCC..........
    """)
    assert told(charge(places, reach=3)) == [("LANE_CREATURE", ((6, 1),))]


def test_a12_over_one_helpless_body_into_the_space_of_another() -> None:
    """A12."""
    places = drawn("C..A.BT")
    bodies = tuple(Bystander(name, places[name], is_helpless=True) for name in "AB")
    way = survey(places.grid, places["C"], places["T"], natural_band(1), bodies, greatest=12)
    assert (way.end.at, way.blocks, told(way)) == ((5, 0), (), [])
