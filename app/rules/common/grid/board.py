"""The drawn map: terrain of its cells, barriers on their edges, and what is wrong with a drawing."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

from app.rules.common.errors import Problem
from app.rules.common.grid.cells import Cell, Footprint, Point
from app.rules.common.grid.lengths import CellSize, Diagonals, Scale
from app.values import value

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
class Grid:
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
        rows, (west, south), (x, y) = self.rows, self.origin, cell
        if west <= x < west + len(rows[0]) and south <= y < south + len(rows):
            return LEGEND[rows[south - y - 1][x - west]]
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
        low = [min(one.at[axis], other.at[axis]) - self.origin[axis] for axis in (0, 1)]
        high = [
            max(one.at[axis] + one.size, other.at[axis] + other.size) - self.origin[axis] for axis in (0, 1)
        ]
        if min(low) < 0 or high[0] > self.width or high[1] > self.height:
            return False
        rows = self.rows[self.height - high[1] : self.height - low[1]]
        if any(RISING.intersection(row[low[0] : high[0]]) for row in rows):
            return False
        columns, levels = (
            range(low[axis] + self.origin[axis], high[axis] + self.origin[axis]) for axis in (0, 1)
        )
        parted = _parted(_Same(self.edges))
        for cell in product(columns, levels):
            for x, y in parted.get(cell, ()):
                if x in columns and y in levels:
                    return False
        return True

    @property
    def from_above(self) -> "Grid":
        """The map for whoever is above the ground: walls and doors alone, nothing that is low."""
        return Grid(
            _walls_of(self.rows), self.origin, _high_ones(_Same(self.edges)), self.cell, self.diagonals
        )

    def barriers(self, kinds: frozenset[EdgeKind]) -> Barriers:
        """The edges of those kinds."""
        return _barriers(_Same(self.edges), kinds)


@value(eq=False)
class _Same:
    """Edges told apart by which tuple they are, as hashing hundreds of them takes longer than a line."""

    edges: tuple[Edge, ...]

    def __hash__(self) -> int:
        return id(self.edges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.edges is other.edges


@lru_cache(maxsize=64)
def _walls_of(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row.translate(FROM_ABOVE) for row in rows)


@lru_cache(maxsize=64)
def _high_ones(same: _Same) -> tuple[Edge, ...]:
    return tuple(edge for edge in same.edges if edge.kind in STOPS_SIGHT)


@lru_cache(maxsize=64)
def _barriers(same: _Same, kinds: frozenset[EdgeKind]) -> Barriers:
    return frozenset(frozenset(edge.between) for edge in same.edges if edge.kind in kinds)


@lru_cache(maxsize=64)
def _parted(same: _Same) -> Mapping[Cell, tuple[Cell, ...]]:
    """The cells that have something on an edge of theirs, each with those on the other side."""
    parted: dict[Cell, tuple[Cell, ...]] = {}
    for edge in same.edges:
        one, other = edge.between
        parted[one] = (*parted.get(one, ()), other)
    return parted


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
