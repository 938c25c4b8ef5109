"""Cover on the map: what stands between an attacker and its target (D20-COV-01 … D20-COV-07).

A line from corner to corner is covered when walls, obstacles or edges with a wall, door, low wall or fence
close it (in the sense of `sight`), and when it passes through the inside of the space of somebody in between.

Obstacles, low walls and fences are low: at range they cover only targets within six cells of them, and not
from an attacker that is closer to them than the target.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from typing import Literal, TypeAlias

from app.rules.common.grid.board import STOPS_SIGHT, STOPS_STEPS, EdgeKind, Grid
from app.rules.common.grid.cells import Cell, Footprint, Point, gap
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.grid.lines import meets
from app.rules.common.grid.sight import Ground, Pair, cell_corners, closed_by, has_line
from app.values import replace, value

CoverKind: TypeAlias = Literal["none", "partial", "cover", "improved", "total"]
LOW: frozenset[EdgeKind] = STOPS_STEPS - STOPS_SIGHT
LOW_COVERS = 6
"""Cells from a low obstacle within which it covers."""
Line: TypeAlias = tuple[Point, Point]
NOBODY: Mapping[str, Footprint] = {}


@value
class Cover:
    """What cover a target has, and what gives it.

    ``is_soft`` when creatures alone give it. ``corner``, in half cells, is the attacker's best one where it
    takes one; ``cells`` (terrain), ``edges`` and ``bodies`` are to blame for the lines from there.
    """

    kind: CoverKind
    is_soft: bool = False
    corner: Point | None = None
    cells: tuple[Cell, ...] = ()
    edges: tuple[Pair, ...] = ()
    bodies: tuple[str, ...] = ()


NO_COVER = Cover("none")


@value
class Shade:
    """What covers along one line or more."""

    cells: frozenset[Cell] = frozenset()
    edges: frozenset[Pair] = frozenset()
    bodies: frozenset[str] = frozenset()

    @property
    def is_hard(self) -> bool:
        """Whether more than creatures is in the way."""
        return bool(self.cells or self.edges)

    @property
    def is_clear(self) -> bool:
        return not (self.cells or self.edges or self.bodies)

    def joined(self, other: "Shade") -> "Shade":
        """Both together."""
        return Shade(self.cells | other.cells, self.edges | other.edges, self.bodies | other.bodies)


CLEAR = Shade()


@value
class View:
    """The lines that are looked along at once; ``corner`` where all of them start in one."""

    lines: tuple[Line, ...]
    corner: Point | None = None


def cover_at_range(
    grid: Grid | None,
    attacker: Footprint,
    target: Footprint,
    others: Mapping[str, Footprint],
) -> Cover:
    """Cover from a ranged attack: from the corner that the attacker likes best, any covered line to one of
    the four corners of the target's space (D20-COV-01 … D20-COV-03).

    ``others`` are those who may stand in between: neither attacker nor target nor what either rides.
    A big attacker takes a corner of any of its cells.
    """
    views = (_from_corner(start, target) for start in cell_corners(attacker))
    return _told(_best(_along(grid, attacker, target, others), views), grid, attacker, target)


def cover_in_melee(
    grid: Grid | None,
    attacker: Footprint,
    target: Footprint,
    others: Mapping[str, Footprint] = NOBODY,
) -> Cover:
    """Cover from a melee attack.

    Side by side: any line from corner to corner through a wall, low ones included; creatures give none
    (D20-COV-06). With reach: by the rule for ranged attacks (D20-COV-04, D20-COV-05). Big attackers strike
    from any of their cells, and big targets are struck in any of theirs.
    """
    if attacker.overlaps(target):
        return _told(NO_COVER, None, attacker, target)
    if max(gap(attacker, target)) == 1:
        shade = _along(grid, attacker, target, NOBODY, is_beside=True)
        views = (
            _between(Footprint(one), Footprint(other))
            for one in attacker.cells
            for other in target.cells
            if max(gap(Footprint(one), Footprint(other))) == 1
        )
    else:
        shade = _along(grid, attacker, target, others)
        views = (
            _from_corner(start, Footprint(cell)) for cell in target.cells for start in cell_corners(attacker)
        )
    return _told(_best(shade, views), grid, attacker, target)


def _from_corner(corner: Point, target: Footprint) -> View:
    return View(tuple((corner, end) for end in target.corners), corner)


def _between(one: Footprint, other: Footprint) -> View:
    return View(tuple((start, end) for start in one.corners for end in other.corners if start != end))


def as_stated(found: Cover, stated: CoverKind | None) -> Cover:
    """The cover as a caller states it, but for total cover: no line leads there at all (D20-COV-07)."""
    if stated is None or found.kind == "total":
        return found
    return replace(found, kind=stated, is_soft=False)


def _told(found: Cover, grid: Grid | None, attacker: Footprint, target: Footprint) -> Cover:
    """What was found: total cover where no line leads to the target at all (D20-COV-07)."""
    if found.kind == "cover" and grid is not None and not has_line(grid, attacker, target):
        return replace(found, kind="total", is_soft=False)
    return found


def _best(shade: Callable[[Point, Point], Shade], views: Iterable[View]) -> Cover:
    """What the attacker likes best: a clear view, else one that creatures alone cover, else the one with the
    fewest covered lines.
    """
    best: tuple[tuple[bool, int], View, Shade] | None = None
    for view in views:
        shades = tuple(it for start, end in view.lines if not (it := shade(start, end)).is_clear)
        if not shades:
            return Cover("none", corner=view.corner)
        all_of_it = reduce(Shade.joined, shades)
        rank = all_of_it.is_hard, len(shades)
        if best is None or rank < best[0]:
            best = rank, view, all_of_it
    if best is None:
        return NO_COVER
    _, view, it = best
    blame = tuple(sorted(it.cells)), tuple(sorted(it.edges)), tuple(sorted(it.bodies))
    return Cover("cover", not it.is_hard, view.corner, *blame)


def _along(
    grid: Grid | None,
    attacker: Footprint,
    target: Footprint,
    others: Mapping[str, Footprint],
    *,
    is_beside: bool = False,
) -> Callable[[Point, Point], Shade]:
    """What covers along a line between both; no line is looked along twice."""
    between = {
        name: _beside_both(body, attacker, target)
        for name, body in others.items()
        if is_between(body, attacker, target)
    }
    is_bare = grid is None or grid.is_bare(attacker, target)
    ground = None if is_bare or grid is None else _ground(grid, attacker, target, is_beside=is_beside)

    if ground is None and not between:
        return lambda _start, _end: CLEAR

    @cache
    def shade(start: Point, end: Point) -> Shade:
        closed = () if ground is None else tuple(closed_by(ground, attacker, start, target, end))
        return Shade(
            frozenset(cell for it in closed for cell in it.cells),
            frozenset(edge for it in closed for edge in it.edges),
            frozenset(
                name for name, parts in between.items() if any(meets(start, end, part) for part in parts)
            ),
        )

    return shade


def is_between(body: Footprint, attacker: Footprint, target: Footprint) -> bool:
    """Whether it reaches into the rectangle round both, outside of which no line goes."""
    (x, y), (to_x, to_y), (by_x, by_y) = attacker.at, target.at, body.at
    return (
        min(x, to_x) < by_x + body.size
        and by_x < max(x + attacker.size, to_x + target.size)
        and min(y, to_y) < by_y + body.size
        and by_y < max(y + attacker.size, to_y + target.size)
    )


def _beside_both(body: Footprint, attacker: Footprint, target: Footprint) -> tuple[Footprint, ...]:
    """What of it may cover: not the cells that it shares with either of both, as somebody over a fallen
    horse does.
    """
    if not (body.overlaps(attacker) or body.overlaps(target)):
        return (body,)
    shared = frozenset((*attacker.cells, *target.cells))
    return tuple(Footprint(cell) for cell in body.cells if cell not in shared)


def _ground(grid: Grid, attacker: Footprint, target: Footprint, *, is_beside: bool) -> Ground:
    """What of the map covers between two bodies."""
    high, low = grid.barriers(STOPS_SIGHT), grid.barriers(LOW)
    own = frozenset((*attacker.cells, *target.cells))

    def covers_low(*cells: Cell) -> bool:
        """Whether something low in or between these cells covers the target from the attacker."""
        if is_beside:
            return True
        to_target = min(_cells_apart(target, cell) for cell in cells)
        to_attacker = min(_cells_apart(attacker, cell) for cell in cells)
        return to_target <= LOW_COVERS and to_target <= to_attacker

    def is_cell_closed(cell: Cell) -> bool:
        terrain = grid.terrain(cell)
        return cell not in own and (terrain == "wall" or (terrain == "obstacle" and covers_low(cell)))

    def is_edge_closed(one: Cell, other: Cell) -> bool:
        edge = frozenset((one, other))
        return edge in high or (edge in low and covers_low(one, other))

    return Ground(is_cell_closed, is_edge_closed)


def _cells_apart(body: Footprint, cell: Cell) -> int:
    return one_two_one(*gap(body, Footprint(cell)))
