"""Straight lines: which cells they cross, what stops them, whom they meet.

A line *crosses* a cell when it passes through its inside; it only *touches* those whose edge or corner it
meets. What is touched stops nothing, with these exceptions: a line through a corner needs a free way round
it on one side at least, a line along an edge needs its cells free on one side all along, and no line
runs inside a barrier.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

from app.rules.common.grid.board import STOPS_SIGHT, Barriers, Grid
from app.rules.common.grid.cells import Cell, Footprint, Point, turn

Name = TypeVar("Name")


def crossed(start: Point, end: Point) -> tuple[Cell, ...]:
    """The cells whose inside the line passes through, from ``start`` to ``end``; none along an edge."""
    if start[0] == end[0]:
        turned = _by_columns((start[1], start[0]), (end[1], end[0]))
        return tuple((column, row) for row, column in turned)
    return tuple(_by_columns(start, end))


def _by_columns(start: Point, end: Point) -> Iterator[Cell]:
    """Column by column; a line straight up comes with its axes exchanged."""
    (x, y), (to_x, to_y) = start, end
    right, up = to_x - x, to_y - y
    if right == 0:
        return
    columns = range(min(x, to_x) // 2, -(-max(x, to_x) // 2))
    for column in columns if right > 0 else reversed(columns):
        west, east = max(2 * column, min(x, to_x)), min(2 * column + 2, max(x, to_x))
        heights = sorted(y * abs(right) + up * abs(at - x) for at in (west, east))
        rows = range(heights[0] // (2 * abs(right)), -(-heights[1] // (2 * abs(right))))
        for row in rows if up > 0 else reversed(rows):
            yield column, row


def meets(start: Point, end: Point, body: Footprint) -> bool:
    """Whether the line passes through the inside of ``body``."""
    south_west, _, north_east, _ = body.corners
    for axis in (0, 1):
        low, high = sorted((start[axis], end[axis]))
        if high <= south_west[axis] or low >= north_east[axis]:
            return False
    turns = [turn(start, end, corner) for corner in body.corners]
    return min(turns) < 0 < max(turns)


def sees(grid: Grid, viewer: Footprint, seen: Footprint) -> bool:
    """Whether some line from a corner of one to a corner of the other is free; bodies do not stop sight."""
    return any(is_free(grid, start, end) for start in viewer.corners for end in seen.corners if start != end)


def is_free(grid: Grid, start: Point, end: Point) -> bool:
    """Whether nothing that stops sight is on the line."""
    barriers = grid.barriers(STOPS_SIGHT)
    if (start[0] == end[0] and start[0] % 2 == 0) or (start[1] == end[1] and start[1] % 2 == 0):
        return _is_free_along(grid, barriers, start, end)
    cells = crossed(start, end)
    return not any(_stops(grid, cell) for cell in cells) and all(
        is_free_step(grid, barriers, one, other) for one, other in pairwise(cells)
    )


def _stops(grid: Grid, cell: Cell) -> bool:
    return grid.terrain(cell) == "wall"


def is_free_step(grid: Grid, barriers: Barriers, one: Cell, other: Cell) -> bool:
    """Whether the way between two neighbouring cells is free: over their edge, or round either side of a
    corner past no wall and no barrier.
    """
    if one[0] == other[0] or one[1] == other[1]:
        return frozenset((one, other)) not in barriers
    return any(
        not _stops(grid, beside)
        and frozenset((one, beside)) not in barriers
        and frozenset((beside, other)) not in barriers
        for beside in ((one[0], other[1]), (other[0], one[1]))
    )


def _is_free_along(grid: Grid, barriers: Barriers, start: Point, end: Point) -> bool:
    """A line along edges: in no barrier, and its cells are free on one side all along."""
    is_upright = start[0] == end[0]
    along, across = (1, 0) if is_upright else (0, 1)
    low, high = sorted((start[along] // 2, -(-end[along] // 2)))
    sides: list[list[Cell]] = []
    for side in (start[across] // 2 - 1, start[across] // 2):
        places = range(low, high)
        sides.append([(side, place) if is_upright else (place, side) for place in places])
    if any(frozenset(pair) in barriers for pair in zip(*sides, strict=True)):
        return False
    return any(
        not any(_stops(grid, cell) for cell in cells)
        and all(frozenset(pair) not in barriers for pair in pairwise(cells))
        for cells in sides
    )


def beyond(grid: Grid, start: Point, through: Point) -> Point:
    """A point on the line from ``start`` ``through`` another one, outside the map."""
    times = 2 * (grid.width + grid.height) + 2
    return start[0] + times * (through[0] - start[0]), start[1] + times * (through[1] - start[1])


def nearest_first(start: Footprint, bodies: Mapping[Name, Footprint]) -> tuple[Name, ...]:
    """Names of ``bodies`` by how far the centres are from that of ``start``; as given where equally far."""
    x, y = start.centre

    def square(name: Name) -> int:
        to_x, to_y = bodies[name].centre
        return (to_x - x) ** 2 + (to_y - y) ** 2

    return tuple(sorted(bodies, key=square))
