"""Cells, the squares that bodies stand on, and the eight directions."""

from typing import Literal, TypeAlias

from app.values import value

Cell: TypeAlias = tuple[int, int]
"""Column (east) and row (north) of a cell."""
Point: TypeAlias = tuple[int, int]
"""A place in half cells: cell (x, y) reaches from (2x, 2y) to (2x + 2, 2y + 2)."""
Rectangle: TypeAlias = tuple[int, int, int, int]
"""The first column and level of cells, and those after the last ones."""
Facing: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

DIRECTIONS: dict[Facing, tuple[int, int]] = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
"""The step of each direction."""


@value
class Footprint:
    """The square of cells that a body stands on: its south-west cell and its side in cells."""

    at: Cell
    size: int = 1

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All of them, row by row from the south."""
        if self.size == 1:
            return (self.at,)
        x, y = self.at
        return tuple((x + right, y + up) for up in range(self.size) for right in range(self.size))

    @property
    def centre(self) -> Point:
        """In half cells."""
        x, y = self.at
        return 2 * x + self.size, 2 * y + self.size

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """In half cells, counter-clockwise from the south-west."""
        x, y = self.at
        west, south, east, north = 2 * x, 2 * y, 2 * (x + self.size), 2 * (y + self.size)
        return (west, south), (east, south), (east, north), (west, north)

    def moved_to(self, at: Cell) -> "Footprint":
        """The same body elsewhere."""
        return Footprint(at, self.size)

    def overlaps(self, other: "Footprint") -> bool:
        """Whether both stand on one cell."""
        return gap(self, other) == (0, 0)


def rectangle(one: Footprint, *others: Footprint) -> Rectangle:
    """The cells round one body or more."""
    (west, south), size = one.at, one.size
    east, north = west + size, south + size
    for other in others:
        (x, y), size = other.at, other.size
        west, south, east, north = min(west, x), min(south, y), max(east, x + size), max(north, y + size)
    return west, south, east, north


def gap(one: Footprint, other: Footprint) -> tuple[int, int]:
    """Columns and rows between the nearest cells of both: (0, 0) when they share one, (1, 0) side by side."""
    return (
        _along(one.at[0], one.size, other.at[0], other.size),
        _along(one.at[1], one.size, other.at[1], other.size),
    )


def _along(first: int, size: int, second: int, other_size: int) -> int:
    return max(0, second - (first + size - 1), first - (second + other_size - 1))


def is_adjacent(one: Footprint, other: Footprint) -> bool:
    """Whether some cell of one has a neighbour of the other beside it or across a corner."""
    return max(gap(one, other)) == 1


def direction(towards: tuple[int, int]) -> Facing:
    """The direction nearest to a vector other than (0, 0).

    Directions change at 22.5° from the axes; no whole-number vector lies there, as √2 is irrational.
    """
    right, up = towards
    length, height = abs(right), abs(up)
    if (length + height) ** 2 < 2 * max(length, height) ** 2:
        if length > height:
            up = 0
        else:
            right = 0
    step = (right > 0) - (right < 0), (up > 0) - (up < 0)
    return next(facing for facing, of in DIRECTIONS.items() if of == step)


def turn(start: Point, end: Point, point: Point) -> int:
    """Above 0 when ``point`` lies to the left of the way from ``start`` to ``end``, 0 when on its line."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
