"""Maps and bodies of tests, drawn; and the eight ways in which a map can be turned and mirrored."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from app.rules.common.grid.board import LEGEND, Edge, EdgeKind, Grid
from app.rules.common.grid.cells import Cell, Footprint, Point

SIDE = 12
"""Cells to a side of the boards that properties are tried on; they begin at (0, 0)."""


@dataclass(frozen=True)
class Drawn:
    """What a picture shows: the ground, who stands where by their letters, and the cells marked ``*``."""

    grid: Grid
    bodies: dict[str, Footprint]
    marked: frozenset[Cell]

    def __getitem__(self, letter: str) -> Footprint:
        return self.bodies[letter]

    def all_but(self, *letters: str) -> dict[str, Footprint]:
        return {letter: body for letter, body in self.bodies.items() if letter not in letters}


def drawn(picture: str, origin: Cell = (0, 0), edges: tuple[Edge, ...] = ()) -> Drawn:
    """Read a picture, north on top. Capital letters are bodies, ``*`` is marked open ground."""
    rows = picture.split()
    cells: dict[str, list[Cell]] = {}
    for up, row in enumerate(reversed(rows)):
        for right, character in enumerate(row):
            if character not in LEGEND:
                assert character == "*" or character.isupper(), character
                cells.setdefault(character, []).append((origin[0] + right, origin[1] + up))
    marked = frozenset(cells.pop("*", []))
    bodies = {letter: _body(here) for letter, here in cells.items()}
    ground = tuple("".join(it if it in LEGEND else "." for it in row) for row in rows)
    return Drawn(Grid(ground, origin, edges), bodies, marked)


def _body(cells: list[Cell]) -> Footprint:
    body = Footprint(min(cells), round(len(cells) ** 0.5))
    assert set(body.cells) == set(cells), f"no square: {cells}"
    return body


def edge(one: Cell, other: Cell, kind: EdgeKind = "wall") -> Edge:
    return Edge((one, other), kind)


@dataclass(frozen=True)
class Turn:
    """A board of SIDE cells turned by so many quarters to the left, after mirroring it west to east."""

    quarters: int
    is_mirrored: bool

    def point(self, point: Point) -> Point:
        x, y = point
        if self.is_mirrored:
            x = 2 * SIDE - x
        for _ in range(self.quarters):
            x, y = 2 * SIDE - y, x
        return x, y

    def cell(self, cell: Cell) -> Cell:
        x, y = self.point((2 * cell[0] + 1, 2 * cell[1] + 1))
        return x // 2, y // 2

    def cells(self, cells: tuple[Cell, ...] | frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(self.cell(cell) for cell in cells)

    def body(self, body: Footprint) -> Footprint:
        return Footprint(min(self.cell(cell) for cell in body.cells), body.size)

    def bodies(self, bodies: dict[str, Footprint]) -> dict[str, Footprint]:
        return {name: self.body(body) for name, body in bodies.items()}

    def edge(self, it: Edge) -> Edge:
        return replace(it, between=(self.cell(it.between[0]), self.cell(it.between[1])))

    def grid(self, grid: Grid) -> Grid:
        ground = {self.cell((x, y)): grid.rows[SIDE - 1 - y][x] for x in range(SIDE) for y in range(SIDE)}
        rows = tuple("".join(ground[x, y] for x in range(SIDE)) for y in reversed(range(SIDE)))
        return Grid(rows, edges=tuple(self.edge(it) for it in grid.edges))


turns = st.builds(Turn, st.integers(0, 3), st.booleans())
cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))


@st.composite
def bodies(draw: st.DrawFn, largest: int = 3) -> Footprint:
    """A body that is on the board with all its cells."""
    size = draw(st.integers(1, largest))
    along = st.integers(0, SIDE - size)
    return Footprint((draw(along), draw(along)), size)


people = st.dictionaries(st.sampled_from("ABCDE"), bodies(), max_size=5)
ground = st.dictionaries(cells, st.sampled_from("#,o^"), max_size=15)
kinds = st.sampled_from(("wall", "door", "low-wall", "fence"))


@st.composite
def barriers(draw: st.DrawFn) -> Edge:
    (x, y), (right, up) = draw(cells), draw(st.sampled_from(((0, 1), (1, 0))))
    return Edge(((x, y), (x + right, y + up)), draw(kinds))


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    """Open ground with something here and there."""
    return board(draw(ground), tuple(draw(st.lists(barriers(), max_size=8))))


def board(ground: dict[Cell, str], edges: tuple[Edge, ...] = ()) -> Grid:
    rows = tuple("".join(ground.get((x, y), ".") for x in range(SIDE)) for y in reversed(range(SIDE)))
    return Grid(rows, edges=edges)


def cleared(grid: Grid, *bodies: Footprint) -> Grid:
    """The same with open ground where bodies stand."""
    return _changed(grid, frozenset(cell for body in bodies for cell in body.cells), ".")


def walled(grid: Grid, cells: Collection[Cell]) -> Grid:
    """The same with walls in some cells."""
    return _changed(grid, frozenset(cells), "#")


def _changed(grid: Grid, cells: frozenset[Cell], to: str) -> Grid:
    known = {(x, y): grid.rows[SIDE - 1 - y][x] for x in range(SIDE) for y in range(SIDE)}
    return board({**known, **{cell: to for cell in cells if cell in known}}, grid.edges)
