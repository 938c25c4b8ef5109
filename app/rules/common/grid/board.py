"""The drawn map: terrain of its cells, barriers on their edges, and what is wrong with a drawing."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from app.rules.common.errors import Problem
from app.rules.common.grid.cells import Cell, Footprint, Point, rectangle
from app.rules.common.grid.lengths import CellSize, Diagonals, Scale
from app.values import HashedOnce, remembered, value

Terrain: TypeAlias = Literal["open", "wall", "difficult", "obstacle", "pit", "high"]
EdgeKind: TypeAlias = Literal["wall", "door", "low-wall", "fence"]

LEGEND: dict[str, Terrain] = {
    ".": "open",
    "#": "wall",
    ",": "difficult",
    "o": "obstacle",
    "^": "pit",
    "+": "high",
}
MOST_CELLS = 40_000
"""Cells of the largest map: 200 by 200."""
LONGEST_CELL = 1000
USUAL_CELL = CellSize()
STOPS_SIGHT: frozenset[EdgeKind] = frozenset(("wall", "door"))
STOPS_STEPS: frozenset[EdgeKind] = frozenset(("wall", "door", "low-wall", "fence"))
RISING = frozenset("#o")
"""Characters of ground that stands up from the floor."""
UNEVEN = frozenset(",^")
FROM_ABOVE = str.maketrans(",o^", "...")
"""Ground that matters to nobody above it."""
IMPASSABLE: frozenset[Terrain] = frozenset(("wall", "obstacle", "pit"))
Barriers: TypeAlias = frozenset[frozenset[Cell]]
"""Edges, each as the two cells that it parts."""


@value
class Edge:
    """Something that stands between two neighbouring cells."""

    between: tuple[Cell, Cell]
    kind: EdgeKind

    @property
    def ends(self) -> tuple[Point, Point]:
        """In half cells, from west to east or from south to north."""
        (x, y), (other_x, other_y) = sorted(self.between)
        if x == other_x:
            return (2 * x, 2 * other_y), (2 * x + 2, 2 * other_y)
        return (2 * other_x, 2 * y), (2 * other_x, 2 * y + 2)


@value
class Grid(HashedOnce):
    """A map: ``rows`` from north to south, one character a cell; ``origin`` is its south-west cell.

    Whatever lies outside the drawing is wall.
    """

    rows: tuple[str, ...]
    origin: Cell = (0, 0)
    edges: tuple[Edge, ...] = ()
    cell: CellSize = USUAL_CELL
    diagonals: Diagonals = "1-2-1"

    @property
    def scale(self) -> Scale:
        return Scale(self.cell, self.diagonals)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def terrain(self, cell: Cell) -> Terrain:
        """What the cell is; wall outside the map."""
        rows, (west, south) = self.rows, self.origin
        right, up = cell[0] - west, cell[1] - south
        if 0 <= up < len(rows) and 0 <= right < len(rows[0]):
            return LEGEND[rows[-1 - up][right]]
        return "wall"

    def is_open_to(self, body: Footprint) -> bool:
        """Whether a body can stand there: on the map, in no wall, obstacle or pit."""
        return not any(self.terrain(cell) in IMPASSABLE for cell in body.cells)

    @property
    def has_high_ground(self) -> bool:
        """Whether any of it is high ground."""
        return _has_high_ground(self.rows)

    def is_high(self, body: Footprint) -> bool:
        """Whether all of it stands on high ground."""
        # Whoever stands off it is seldom there even with its first cell.
        return self.terrain(body.at) == "high" and all(self.terrain(cell) == "high" for cell in body.cells)

    def is_bare(self, one: Footprint, other: Footprint) -> bool:
        """Whether nothing stands up in the rectangle round both bodies, neither ground nor an edge of any
        kind: no line between them is closed by anything.
        """
        (x, y), (west, south, east, north) = self.origin, rectangle(one, other)
        if west < x or south < y or east > x + self.width or north > y + self.height:
            return False
        risen = _risen(self)
        return risen is None or risen.spares(west - x, south - y, east - x, north - y)

    def is_even_round(self, body: Footprint) -> bool:
        """Whether nothing stops or slows a step of the body in any direction."""
        (x, y), (west, south) = self.origin, body.at
        west, south, side = west - 1 - x, south - 1 - y, body.size + 2
        if west < 0 or south < 0 or west + side > self.width or south + side > self.height:
            return False
        return (risen := _risen(self)) is None or risen.leaves_even(west, south, west + side, south + side)

    @property
    def from_above(self) -> "Grid":
        """The map for whoever is above the ground: walls and doors alone, nothing that is low."""
        return _from_above(self)

    def barriers(self, kinds: frozenset[EdgeKind]) -> Barriers:
        """The edges of those kinds."""
        return _barriers(kinds, self.edges)


@value
class _Risen:
    """What stands up on a map: a number for each level of cells from the south, with a bit for each column.

    ``ground`` are cells, ``east`` and ``north`` those with something on that side of theirs; ``uneven`` are
    cells of other ground on which not every step is the same.
    """

    ground: tuple[int, ...]
    uneven: tuple[int, ...]
    east: tuple[int, ...]
    north: tuple[int, ...]

    def spares(self, west: int, south: int, east: int, north: int) -> bool:
        """Whether none of it is within a rectangle; its ``east`` and ``north`` are the first cells beyond."""
        columns = (1 << east) - (1 << west)
        inner = columns >> 1 & columns  # an edge to the east of the last column leads out of it
        for level in range(south, north):
            if columns & self.ground[level] or inner & self.east[level]:
                return False
            if level + 1 < north and columns & self.north[level]:
                return False
        return True

    def leaves_even(self, west: int, south: int, east: int, north: int) -> bool:
        """Whether there is no uneven ground in the rectangle either."""
        columns = (1 << east) - (1 << west)
        for bits in self.uneven[south:north]:
            if columns & bits:
                return False
        return self.spares(west, south, east, north)


@remembered(64)
def _risen(grid: Grid) -> _Risen | None:
    """None where nothing does, nor is any ground uneven."""
    ground, uneven = _bits(grid.rows, RISING), _bits(grid.rows, UNEVEN)
    east, north = [0] * grid.height, [0] * grid.height
    for edge in grid.edges:
        (x, y), (other_x, _) = sorted(edge.between)
        column, level = x - grid.origin[0], y - grid.origin[1]
        if 0 <= column < grid.width and 0 <= level < grid.height:
            (north if x == other_x else east)[level] |= 1 << column
    is_any = any(ground) or any(uneven) or bool(grid.edges)
    return _Risen(ground, uneven, tuple(east), tuple(north)) if is_any else None


def _bits(rows: tuple[str, ...], characters: frozenset[str]) -> tuple[int, ...]:
    told = str.maketrans({character: "01"[character in characters] for character in LEGEND})
    return tuple([int(row[::-1].translate(told), 2) for row in reversed(rows)])


@remembered(64)
def _from_above(grid: Grid) -> Grid:
    rows = tuple(row.translate(FROM_ABOVE) for row in grid.rows)
    edges = tuple(edge for edge in grid.edges if edge.kind in STOPS_SIGHT)
    return Grid(rows, grid.origin, edges, grid.cell, grid.diagonals)


@remembered(64)
def _barriers(kinds: frozenset[EdgeKind], edges: tuple[Edge, ...]) -> Barriers:
    return frozenset([frozenset(edge.between) for edge in edges if edge.kind in kinds])


def problems(grid: Grid) -> Iterator[Problem]:
    """Everything wrong with a drawing; pointers begin at the map."""
    yield from _of_rows(grid)
    for index, edge in enumerate(grid.edges):
        (x, y), (other_x, other_y) = edge.between
        if abs(x - other_x) + abs(y - other_y) != 1:
            yield Problem(
                f"/edges/{index}/between",
                "map_edge_unclear",
                "{one} and {other} have no edge in common.",
                (("one", str(list(edge.between[0]))), ("other", str(list(edge.between[1])))),
            )
    if not 0 < grid.cell.length <= LONGEST_CELL:
        yield Problem(
            "/cell/value",
            "map_cell_size",
            "A cell is longer than 0 and no longer than {longest_cell} {unit}.",
            (("longest_cell", LONGEST_CELL), ("unit", grid.cell.unit)),
        )


@lru_cache(maxsize=256)
def _has_high_ground(rows: tuple[str, ...]) -> bool:
    return any("+" in row for row in rows)


def map_too_large(pointer: str) -> Problem:
    """The refusal of a map of more than ``MOST_CELLS`` cells, at ``pointer``."""
    message = "A map has {most_cells} cells at most."
    return Problem(pointer, "map_too_large", message, (("most_cells", MOST_CELLS),))


def _of_rows(grid: Grid) -> Iterator[Problem]:
    if not grid.rows or not grid.rows[0]:
        yield Problem("/rows", "map_empty", "A map has one cell at least.")
        return
    if sum(map(len, grid.rows)) > MOST_CELLS:
        yield map_too_large("/rows")
        return
    for number, row in enumerate(grid.rows, 1):
        if len(row) != grid.width:
            yield Problem(
                "/rows",
                "map_rows_uneven",
                "Row {number} has {cells} cells, the first one {width}.",
                (("number", number), ("cells", len(row)), ("width", grid.width)),
            )
        for character in sorted(set(row) - LEGEND.keys()):
            yield Problem(
                "/rows",
                "map_character_unknown",
                "Row {number} has «{character}»; known: {known}",
                (("number", number), ("character", character), ("known", " ".join(LEGEND))),
            )
