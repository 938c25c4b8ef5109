"""Where something lands that flies astray: so many cells, or corners of cells, in one of eight directions."""

from collections.abc import Iterator

from app.rules.common.grid.board import STOPS_SIGHT, Grid
from app.rules.common.grid.cells import DIRECTIONS, Cell, Facing, Point, direction
from app.rules.common.grid.lines import is_free, is_free_step

CLOCKWISE: tuple[Facing, ...] = tuple(DIRECTIONS)
"""From north on, as seen from above."""


def turned(towards: tuple[int, int], eighths: int) -> Facing:
    """The direction nearest to a vector, turned clockwise by so many eighths; from north for no vector."""
    start = direction(towards) if any(towards) else "N"
    return CLOCKWISE[(CLOCKWISE.index(start) + eighths) % len(CLOCKWISE)]


def cells_flown_over(grid: Grid, start: Cell, way: Facing, count: int) -> Iterator[Cell]:
    """The cells on a flight of ``count`` cells from ``start``, as far as the last before a wall or door."""
    barriers, (right, up) = grid.barriers(STOPS_SIGHT), DIRECTIONS[way]
    here = start
    for _ in range(count):
        there = here[0] + right, here[1] + up
        if grid.terrain(there) == "wall" or not is_free_step(grid, barriers, here, there):
            return
        yield there
        here = there


def corners_flown_over(grid: Grid, start: Cell, way: Facing, count: int) -> Iterator[Cell]:
    """The same from corner to corner of cells; a corner is named by the cell to its north-east."""
    right, up = DIRECTIONS[way]
    here = start
    for _ in range(count):
        there = here[0] + right, here[1] + up
        walled = all(grid.terrain(cell) == "wall" for cell in cells_round(there))
        if walled or not is_free(grid, in_half_cells(here), in_half_cells(there)):
            return
        yield there
        here = there


def cells_round(corner: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that meet in a corner, row by row from the south."""
    x, y = corner
    return (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)


def in_half_cells(corner: Cell) -> Point:
    """Where a corner of cells is."""
    return 2 * corner[0], 2 * corner[1]


def block_round(cell: Cell) -> tuple[Cell, ...]:
    """The cell and the eight around it, row by row from the south."""
    x, y = cell
    return tuple((x + right, y + up) for up in (-1, 0, 1) for right in (-1, 0, 1))
