"""Lines from corner to corner between two bodies, and what closes them (D20-GEO-15).

A line is closed by what it passes through: the inside of a cell, an edge. What it touches closes nothing,
but it must get by: where it comes to a corner of cells (its ends are corners too) there must be a way round
that corner from the cell before to the cell after it, and along edges there must be an open cell on one side
of it everywhere. So nobody looks through a thin wall whose side they stand at, and whoever stands at its end
looks round it.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from app.rules.common.grid.board import STOPS_SIGHT, Grid
from app.rules.common.grid.cells import Cell, Footprint, Point
from app.rules.common.grid.lines import crossed
from app.values import remembered, value

MOST_KNOWN = 10_000
"""Lines that are kept of one map."""
Pair: TypeAlias = tuple[Cell, Cell]
"""The two cells on the sides of an edge, the western or southern one first."""


@value
class Closed:
    """Ground that closes a line, or some of it: cells and edges."""

    cells: frozenset[Cell] = frozenset()
    edges: frozenset[Pair] = frozenset()


@value
class Ground:
    """What of the map closes a line: which cells, and which edges between neighbours."""

    is_cell_closed: Callable[[Cell], bool]
    is_edge_closed: Callable[[Cell, Cell], bool]


def has_line(grid: Grid, one: Footprint, other: Footprint) -> bool:
    """Whether some line from a corner of a cell of one to a corner of a cell of the other is open.

    Walls and closed doors close it; creatures, obstacles, pits and low edges never do. Bodies that share a
    cell always have one, and the ground under either does not count.
    """
    if one.overlaps(other) or grid.is_bare(one, other):
        return True
    known, ends = _known_lines(grid), (one.at, one.size, other.at, other.size)
    found = known.get(ends)
    if found is None:
        if len(known) >= MOST_KNOWN:
            known.clear()  # by any thread at any time: nothing is looked up twice
        found = known[ends] = _has_line(grid, one, other)
    return found


@remembered(8)
def _known_lines(_: Grid) -> dict[tuple[Cell, int, Cell, int], bool]:
    """Whether there is one between the bodies that were asked about on a map."""
    return {}


def _has_line(grid: Grid, one: Footprint, other: Footprint) -> bool:
    barriers, own = grid.barriers(STOPS_SIGHT), frozenset((*one.cells, *other.cells))
    ground = Ground(
        lambda cell: grid.terrain(cell) == "wall" and cell not in own,
        lambda here, there: frozenset((here, there)) in barriers,
    )
    return any(
        next(closed_by(ground, one, start, other, end), None) is None
        for start in cell_corners(one)
        for end in cell_corners(other)
    )


def cell_corners(body: Footprint) -> tuple[Point, ...]:
    """Every corner of every cell of a body, in half cells, row by row from the south."""
    x, y = body.at
    along = range(body.size + 1)
    return tuple((2 * (x + right), 2 * (y + up)) for up in along for right in along)


def closed_by(ground: Ground, one: Footprint, start: Point, other: Footprint, end: Point) -> Iterator[Closed]:
    """All that closes the line from a corner of one body to a corner of another; nothing when it is open."""
    own, theirs = _round(start, one), _round(end, other)
    if start == end:
        yield from _closed_at(ground, start, own, theirs)
        return
    if start[0] == end[0] or start[1] == end[1]:
        yield from _along_edges(ground, start, own, end, theirs)
        return
    cells = crossed(start, end)
    yield from _closed_at(ground, start, own, cells[:1])
    yield from _inside(ground, cells)
    yield from _closed_at(ground, end, cells[-1:], theirs)


def _inside(ground: Ground, cells: tuple[Cell, ...]) -> Iterator[Closed]:
    """What closes the way from cell to cell: cells, edges between them, corners."""
    for cell in cells:
        if ground.is_cell_closed(cell):
            yield Closed(frozenset((cell,)))
    for one, other in pairwise(cells):
        if one[0] == other[0] or one[1] == other[1]:
            if ground.is_edge_closed(one, other):
                yield Closed(edges=frozenset((pair(one, other),)))
        else:
            corner = 2 * max(one[0], other[0]), 2 * max(one[1], other[1])
            yield from _closed_at(ground, corner, (one,), (other,))


def _along_edges(
    ground: Ground, start: Point, own: tuple[Cell, ...], end: Point, theirs: tuple[Cell, ...]
) -> Iterator[Closed]:
    """What closes a line along edges: it goes on from cells on its sides to open ones further on."""
    reached, corner = own, start
    for following, sides in _stretches(start, end):
        going_on = tuple(cell for cell in sides if not ground.is_cell_closed(cell))
        reached = _reached_round(ground, corner, reached, going_on)
        if not reached:
            yield _closed_round(ground, corner)
            reached = sides
        corner = following
    yield from _closed_at(ground, end, reached, theirs)


def _stretches(start: Point, end: Point) -> Iterator[tuple[Point, tuple[Cell, Cell]]]:
    """The edges of a line along edges: the corner where each ends, and the cells on its sides."""
    is_upright = start[0] == end[0]
    along, across = (1, 0) if is_upright else (0, 1)
    aside, step = start[across] // 2, 1 if start[along] < end[along] else -1
    for at in range(start[along] // 2, end[along] // 2, step):
        low, following = min(at, at + step), 2 * (at + step)
        if is_upright:
            yield (start[0], following), ((aside - 1, low), (aside, low))
        else:
            yield (following, start[1]), ((low, aside - 1), (low, aside))


def _ring(corner: Point) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells round a corner, each beside the next."""
    x, y = corner[0] // 2, corner[1] // 2
    return (x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)


def _round(corner: Point, body: Footprint) -> tuple[Cell, ...]:
    """The cells of a body that have that corner."""
    x, y = body.at
    return tuple(it for it in _ring(corner) if x <= it[0] < x + body.size and y <= it[1] < y + body.size)


def _closed_at(
    ground: Ground, corner: Point, ones: tuple[Cell, ...], others: tuple[Cell, ...]
) -> Iterator[Closed]:
    """What closes every way round a corner from one of ``ones`` to one of ``others``."""
    if not _reached_round(ground, corner, ones, others):
        yield _closed_round(ground, corner)


def _reached_round(
    ground: Ground, corner: Point, ones: tuple[Cell, ...], others: tuple[Cell, ...]
) -> tuple[Cell, ...]:
    """Those of ``others`` to which a way leads round a corner from one of ``ones``, past open cells."""
    ring = _ring(corner)
    reached = [cell for cell in ones if cell in ring]
    for cell in reached:
        at = ring.index(cell)
        for beside in (ring[at - 1], ring[(at + 1) % 4]):
            is_closed = beside not in others and ground.is_cell_closed(beside)
            if beside not in reached and not is_closed and not ground.is_edge_closed(cell, beside):
                reached.append(beside)
    return tuple(cell for cell in others if cell in reached)


def _closed_round(ground: Ground, corner: Point) -> Closed:
    """All that is closed round a corner."""
    ring = _ring(corner)
    sides = pairwise((*ring, ring[0]))
    edges = frozenset(pair(one, other) for one, other in sides if ground.is_edge_closed(one, other))
    return Closed(frozenset(filter(ground.is_cell_closed, ring)), edges)


def pair(one: Cell, other: Cell) -> Pair:
    """Two neighbours in the order in which an edge names them."""
    return (one, other) if one < other else (other, one)
