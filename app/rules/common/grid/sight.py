"""Line of sight and of effect between bodies, from any corner of any of their cells (D20-GEO-15)."""

from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Footprint, Point
from app.rules.common.grid.lines import is_one_free, sees


def has_line(grid: Grid, one: Footprint, other: Footprint) -> bool:
    """Whether some line from a corner of a cell of one to a corner of a cell of the other is free.

    Walls and closed doors stop it; creatures, obstacles, pits and low edges never do. Bodies that share a
    cell always have one.
    """
    if one.overlaps(other) or sees(grid, one, other):
        return True
    if one.size == other.size == 1:
        return False
    return is_one_free(grid, cell_corners(one), cell_corners(other))


def cell_corners(body: Footprint) -> tuple[Point, ...]:
    """Every corner of every cell of a body, in half cells, row by row from the south."""
    x, y = body.at
    along = range(body.size + 1)
    return tuple((2 * (x + right), 2 * (y + up)) for up in along for right in along)
