"""Places beside a body, the nearest first."""

from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import DIRECTIONS, Cell, Footprint


def beside(grid: Grid, mover: Footprint, target: Footprint) -> tuple[Cell, ...]:
    """Where ``mover`` could stand next to ``target`` by the ground alone, the nearest to it first."""
    x, y = target.at
    least, most = -mover.size, target.size
    places = {
        (x + right, y + up)
        for right in range(least, most + 1)
        for up in range(least, most + 1)
        if right in (least, most) or up in (least, most)
    }
    open_places = (at for at in places if grid.is_open_to(mover.moved_to(at)))
    return tuple(sorted(open_places, key=lambda at: (_apart(mover.at, at), at)))


def one_step(mover: Footprint) -> tuple[Cell, ...]:
    """The eight places one step away."""
    x, y = mover.at
    return tuple((x + right, y + up) for right, up in DIRECTIONS.values())


def _apart(one: Cell, other: Cell) -> tuple[int, int]:
    """By the longer side, then straight before slanting."""
    right, up = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(right, up), min(right, up)
