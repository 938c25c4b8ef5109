"""Cover (D20-COV-01 … D20-COV-07, cases A02 and A04)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.common.grid.board import Edge, EdgeKind, Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.cover import Cover, CoverKind, as_stated, cover_at_range, cover_in_melee
from tests.rules.common.grid.drawn import (
    Turn,
    barriers,
    boards,
    bodies,
    cleared,
    drawn,
    edge,
    ground,
    people,
    turns,
    walled,
)


def shot(picture: str, edges: tuple[Edge, ...] = ()) -> Cover:
    """The cover of T from a shot by A; everybody else is in the way."""
    places = drawn(picture, edges=edges)
    return cover_at_range(places.grid, places["A"], places["T"], places.all_but("A", "T"))


def blow(picture: str, edges: tuple[Edge, ...] = ()) -> Cover:
    """The cover of T from a melee attack by A."""
    places = drawn(picture, edges=edges)
    return cover_in_melee(places.grid, places["A"], places["T"], places.all_but("A", "T"))


def test_somebody_in_the_line_of_fire_gives_cover() -> None:
    """D20-COV-01: soft cover, and who gives it."""
    found = shot("A.C.T")
    assert (found.kind, found.is_soft, found.bodies) == ("cover", True, ("C",))


def test_somebody_beside_the_line_of_fire_does_not() -> None:
    """D20-COV-02: the shooter takes the corner from which all four lines are clear."""
    found = shot("""
        ..C..
        A...T
    """)
    assert found == Cover("none", corner=(0, 0))


def test_somebody_on_a_slanting_line_of_fire_gives_cover() -> None:
    """D20-COV-03."""
    found = shot("""
        .....T
        ..C...
        A.....
    """)
    assert (found.kind, found.bodies) == ("cover", ("C",))


def test_a_reach_weapon_strikes_past_somebody_by_the_rule_for_shots() -> None:
    """D20-COV-04."""
    found = blow("ACT")
    assert (found.kind, found.is_soft, found.bodies) == ("cover", True, ("C",))


def test_a_reach_weapon_strikes_a_knights_move_away_past_the_near_square_only() -> None:
    """D20-COV-05: somebody in (1, 0) is no cover, somebody in (1, 1) is."""
    assert (
        blow("""
        ..T
        AC.
    """).kind
        == "none"
    )
    assert (
        blow("""
        .CT
        A..
    """).kind
        == "cover"
    )


def test_next_to_each_other_any_line_through_a_wall_is_cover() -> None:
    """D20-COV-06, and A02: the foe round the corner of the corridor."""
    found = blow("""
        .A.
        .#T
        ...
    """)
    assert (found.kind, found.is_soft, found.cells) == ("cover", False, ((1, 1),))


def test_along_the_walls_of_a_corridor_there_is_no_cover_side_by_side() -> None:
    """D20-COV-06: the lines only touch those walls, be they thick or thin."""
    assert (
        blow("""
        ###
        AT.
        ###
    """).kind
        == "none"
    )
    thin = tuple(edge((x, 0), (x, y)) for x in range(3) for y in (-1, 1))
    assert blow("AT.", edges=thin).kind == "none"
    assert shot("A.T", edges=thin).kind == "none"


def test_creatures_give_no_cover_side_by_side() -> None:
    """D20-COV-06."""
    assert (
        blow("""
        CT
        AD
    """).kind
        == "none"
    )


@pytest.mark.parametrize("kind", ["low-wall", "fence", "wall", "door"])
def test_over_a_low_wall_next_to_each_other_there_is_cover(kind: EdgeKind) -> None:
    """D20-COV-06: low walls count side by side; a high one that can be looked round is no total cover."""
    found = blow("""
        ...
        AT.
        ...
    """, edges=(edge((0, 1), (1, 1), kind),))  # fmt: skip
    assert (found.kind, found.edges) == ("cover", (((0, 1), (1, 1)),))


def test_no_line_at_all_is_total_cover() -> None:
    """D20-COV-07."""
    assert (
        shot("""
        ..#..
        A.#.T
        ..#..
    """).kind
        == "total"
    )
    assert blow("AT", edges=(edge((0, 0), (1, 0), "door"),)).kind == "total"
    assert (
        blow("""
        #T
        A#
    """).kind
        == "total"
    )


def test_a_pillar_between_two_archers_is_cover() -> None:
    """D20-COV-03: to blame is the pillar."""
    found = shot("""
        .....
        A.#.T
        .....
    """)
    assert (found.kind, found.is_soft, found.cells) == ("cover", False, ((2, 1),))


def test_the_archer_takes_the_corner_that_only_creatures_cover() -> None:
    """Three lines past somebody are soft cover; two past a pillar would be better cover for the target."""
    found = shot("""
        .A.C..
        ..#.T.
    """)
    assert (found.kind, found.is_soft, found.cells, found.bodies) == ("cover", True, (), ("C",))


@pytest.mark.parametrize(
    ("picture", "kind"),
    [
        ("A..o.T", "cover"),
        ("A.o..T", "none"),
        ("A......o......T", "none"),
        ("A.......o.....T", "cover"),
        ("A......#.......T", "cover"),
    ],
)
def test_low_obstacles_cover_whoever_is_nearer_to_them_and_within_six_cells(
    picture: str, kind: CoverKind
) -> None:
    """An archer nearer to the crates than the target shoots over them; a wall covers from anywhere."""
    corridor = f"""
        {"#" * len(picture)}
        {picture}
        {"#" * len(picture)}
    """
    found = shot(corridor)
    assert (found.kind if found.kind != "total" else "cover") == kind


def test_a_fence_before_the_target_covers_it_and_one_before_the_archer_does_not() -> None:
    for left, kind in ((0, "none"), (3, "cover")):
        fence = tuple(edge((left, y), (left + 1, y), "fence") for y in range(3))
        assert shot("""
            .....
            A...T
            .....
        """, edges=fence).kind == kind  # fmt: skip


def test_a_giant_strikes_from_the_square_that_has_a_clear_line() -> None:
    """D20-COV-06: big attackers choose a square of their own, and anybody one of a big target."""
    around_the_corner = blow("""
        AA.
        AA#
        ..T
    """)
    ahead = blow("""
        AAT
        AA#
        ...
    """)
    big_target = blow("""
        TT.
        TT.
        #A.
    """)
    assert [it.kind for it in (around_the_corner, ahead, big_target)] == ["cover", "none", "none"]


def test_a_big_target_partly_behind_a_wall_has_cover_from_shots() -> None:
    """D20-COV-03: all four corners of its space must be clear."""
    assert (
        shot("""
        ....TT
        A..#TT
        ...#..
    """).kind
        == "cover"
    )


def test_a_giant_shoots_from_a_corner_of_any_of_its_cells() -> None:
    """Of its four outer corners each has a covered line."""
    found = shot("""
        AAA.D...
        AAA....T
        AAA.C...
    """)
    assert found == Cover("none", corner=(0, 2))


@pytest.mark.parametrize("stated", ["partial", "improved", "none", "total"])
def test_what_is_stated_holds_but_not_against_total_cover(stated: CoverKind) -> None:
    """D20-COV-07: an arrow slit, or a good part of the body in sight."""
    half = drawn("A.C.T")
    assert (
        as_stated(cover_at_range(half.grid, half["A"], half["T"], half.all_but("A", "T")), stated).kind
        == stated
    )
    free = drawn("A...T")
    assert as_stated(cover_in_melee(free.grid, free["A"], free["T"]), stated).kind == stated
    walled_up = drawn("A.#.T")
    assert (
        as_stated(cover_at_range(walled_up.grid, walled_up["A"], walled_up["T"], {}), stated).kind == "total"
    )


def test_a_reach_charger_behind_a_friend_meets_soft_cover() -> None:
    """A04: longspear from (4, 0) past the ally in (5, 0) at the foe in (6, 0)."""
    found = blow("....ACT")
    assert (found.kind, found.is_soft, found.bodies) == ("cover", True, ("C",))


def test_without_a_map_creatures_alone_cover() -> None:
    found = cover_at_range(None, Footprint((0, 0)), Footprint((4, 0)), {"C": Footprint((2, 0))})
    assert (found.kind, found.bodies) == ("cover", ("C",))


RANK: dict[CoverKind, int] = {"none": 0, "cover": 1, "total": 2}


def rank(cover: Cover) -> tuple[int, bool]:
    """How good it is; soft cover is a little less than cover."""
    return RANK[cover.kind], cover.kind != "none" and not cover.is_soft


@given(boards(), bodies(2), bodies(2), people, turns, st.booleans())
def test_cover_turns_and_mirrors_with_the_map(
    grid: Grid, one: Footprint, other: Footprint, others: dict[str, Footprint], turn: Turn, melee: bool
) -> None:
    of = cover_in_melee if melee else cover_at_range
    found = of(grid, one, other, others)
    turned = of(turn.grid(grid), turn.body(one), turn.body(other), turn.bodies(others))
    assert rank(found) == rank(turned)


@given(boards(), bodies(2), bodies(2), people, ground, st.lists(barriers(), max_size=4), st.booleans())
def test_nothing_that_is_added_lessens_cover(
    grid: Grid,
    one: Footprint,
    other: Footprint,
    others: dict[str, Footprint],
    walls: dict[Cell, str],
    more: list[Edge],
    melee: bool,
) -> None:
    of = cover_in_melee if melee else cover_at_range
    alone = of(grid, one, other, {})
    assert rank(alone) <= rank(of(grid, one, other, others))
    taller = replace(walled(grid, walls), edges=(*grid.edges, *more))
    assert rank(of(grid, one, other, others)) <= rank(of(taller, one, other, others))


@given(boards(), bodies(2), bodies(2), people, st.booleans())
def test_what_is_to_blame_for_cover_is_enough_for_it(
    grid: Grid, one: Footprint, other: Footprint, others: dict[str, Footprint], melee: bool
) -> None:
    """Without all that it names there is less of it."""
    of = cover_in_melee if melee else cover_at_range
    found = of(grid, one, other, others)
    assert (found.kind == "none") == (not found.cells and not found.edges and not found.bodies)
    if found.kind == "none":
        return
    blamed = {frozenset(pair) for pair in found.edges}
    bare = replace(
        cleared(grid, *(Footprint(cell) for cell in found.cells)),
        edges=tuple(it for it in grid.edges if frozenset(it.between) not in blamed),
    )
    left = {name: body for name, body in others.items() if name not in found.bodies}
    if all(0 <= x < 12 and 0 <= y < 12 for x, y in found.cells):
        assert of(bare, one, other, left).kind == "none"
