"""The strip that a body sweeps when it goes straight on: the convex hull of its first and last place."""

from collections.abc import Iterable, Iterator

from app.rules.common.grid.board import STOPS_STEPS, Edge, Grid, Terrain
from app.rules.common.grid.cells import Cell, Footprint, Point, turn
from app.values import value


@value
class Lane:
    """A convex polygon; ``corners`` are in half cells, counter-clockwise, none of them on a straight edge."""

    corners: tuple[Point, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that share some area with the lane, column by column from the west."""
        xs = [x for x, _ in self.corners]
        return tuple(
            (column, row)
            for column in range(min(xs) // 2, -(-max(xs) // 2))
            for row in self._rows(2 * column, 2 * column + 2)
        )

    def _rows(self, west: int, east: int) -> range:
        """The rows that the lane reaches between two upright lines."""
        lows: list[int] = []
        highs: list[int] = []
        for (x, y), (to_x, to_y) in self._sides():
            first, last = max(west, min(x, to_x)), min(east, max(x, to_x))
            if first > last or x == to_x:
                continue
            for at in (first, last):
                height, run = y * (to_x - x) + (to_y - y) * (at - x), to_x - x
                lows.append(height // run // 2)
                highs.append(-(-height // (2 * run)))
        return range(min(lows), max(highs))

    def crosses(self, edge: Edge) -> bool:
        """Whether the edge reaches into the inside of the lane."""
        start, end = edge.ends
        if any(max(turn(one, two, start), turn(one, two, end)) <= 0 for one, two in self._sides()):
            return False
        turns = [turn(start, end, corner) for corner in self.corners]
        return min(turns) < 0 < max(turns)

    def _sides(self) -> Iterator[tuple[Point, Point]]:
        return zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)


def lane(start: Footprint, end: Footprint) -> Lane:
    """The lane from one place of a body to another."""
    return Lane(hull((*start.corners, *end.corners)))


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the convex hull, counter-clockwise from the westernmost; at least three points."""
    ordered = sorted(set(points))
    return (*_chain(ordered), *_chain(ordered[::-1]))


def _chain(points: list[Point]) -> tuple[Point, ...]:
    """The lower half of a hull for points from west to east, without its last corner."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and turn(chain[-2], chain[-1], point) <= 0:
            _ = chain.pop()
        chain.append(point)
    return tuple(chain[:-1])


def in_the_way(grid: Grid, swept: Lane, terrains: frozenset[Terrain]) -> tuple[Cell, ...]:
    """The cells of those terrains in the lane, and those on either side of a barrier across it."""
    cells = {cell for cell in swept.cells if grid.terrain(cell) in terrains}
    for edge in grid.edges:
        if edge.kind in STOPS_STEPS and swept.crosses(edge):
            cells.update(edge.between)
    return tuple(sorted(cells))
