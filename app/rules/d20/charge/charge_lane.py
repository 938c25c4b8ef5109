"""What stands in the lane of a charge and in the space where it ends (D20-CHG-60 … D20-CHG-80, D-1)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, TypeAlias

from app.rules.common.grid.board import STOPS_STEPS, Grid, Terrain
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lanes import lane
from app.rules.common.grid.lines import crossed
from app.rules.common.grid.steps import SOLID, sweep
from app.values import value

BlockKind: TypeAlias = Literal["creature", "difficult", "wall", "obstacle", "pit", "edge"]
LaneRule: TypeAlias = Literal["hull", "center"]
GROUND: dict[Terrain, BlockKind] = {
    "difficult": "difficult",
    "wall": "wall",
    "obstacle": "obstacle",
    "pit": "pit",
}


@value
class Bystander:
    """Anybody but charger and target. ``is_exempt``: the charger's own mount or rider.

    ``is_known`` to the charger; false for what it neither sees nor otherwise knows to stand there (D-17).
    ``name`` is for messages; the id where there is none.
    """

    id: str
    body: Footprint
    is_helpless: bool = False
    is_exempt: bool = False
    is_known: bool = True
    name: str = ""


@value
class Block:
    """Something in the lane or in the end space that a charge does not go through.

    ``cells`` are those of it that are there, for an edge the two on its sides. ``id`` and ``name`` are a
    creature's; an edge and ground have none. ``is_at_end`` when in the end space: what is in both, the lane
    and the end space, is two blocks.
    """

    what: BlockKind
    cells: tuple[Cell, ...]
    id: str | None = None
    name: str = ""
    is_at_end: bool = False
    is_known: bool = True


@value
class Swept:
    """The cells that a charge goes over, those of ``start`` and ``end`` among them.

    ``edges`` are those it crosses; None for the hull, which as a convex one crosses every edge between two of
    its cells. ``corners`` are cells beside a single line that matter only when solid: those that it cuts.
    """

    start: Footprint
    end: Footprint
    cells: frozenset[Cell]
    edges: frozenset[tuple[Cell, Cell]] | None = None
    corners: frozenset[Cell] = frozenset()

    @property
    def crossed_edges(self) -> Iterable[tuple[Cell, Cell]]:
        """The edges between its cells that it goes over, the western or southern cell first."""
        if self.edges is not None:
            return self.edges
        return (
            ((x, y), beside)
            for x, y in self.cells
            for beside in ((x + 1, y), (x, y + 1))
            if beside in self.cells
        )


def swept(start: Footprint, end: Footprint, rule: LaneRule) -> Swept:
    """The lane by option `charge_lane` (D-1).

    ``hull``: each cell that shares area with the convex hull of both spaces. ``center``: the single line
    from centre to centre; for a body of several cells, the spaces it fills as its south-west cell follows
    the line, and the corners that it cuts on the way.
    """
    if rule == "hull" or start == end:
        return Swept(start, end, frozenset(lane(start, end).cells))
    cells, edges, corners = set(start.cells), set[tuple[Cell, Cell]](), set[Cell]()
    for (x, y), (to_x, to_y) in pairwise(crossed(Footprint(start.at).centre, Footprint(end.at).centre)):
        over = sweep(start.size, (to_x - x, to_y - y))
        cells.update(start.moved_to((to_x, to_y)).cells)
        corners.update((x + right, y + up) for right, up in over.cut)
        for (one_x, one_y), (two_x, two_y) in over.edges:
            edges.add(((x + one_x, y + one_y), (x + two_x, y + two_y)))
    return Swept(start, end, frozenset(cells), frozenset(edges), frozenset(corners - cells))


def blocks(
    grid: Grid | None,
    over: Swept,
    bystanders: tuple[Bystander, ...],
    *,
    lane_includes_start: bool,
    end_space_helpless: bool,
) -> tuple[Block, ...]:
    """All that blocks, nearest to the start first by the way along the lane; ties by the way off its middle.

    The start counts only with ``lane_includes_start`` (D-12); helpless creatures do not block, but for the
    end space without ``end_space_helpless`` (D-21).
    """
    left_out = frozenset[Cell]() if lane_includes_start else frozenset(over.start.cells)
    zones = (
        (over.cells - left_out).difference(over.end.cells),
        over.cells.intersection(over.end.cells) - left_out,
    )
    found = [
        *_creatures(zones, bystanders, end_space_helpless=end_space_helpless),
        *(() if grid is None else _ground(grid, over, zones)),
        *(() if grid is None else _edges(grid, over, left_out)),
    ]
    return tuple(sorted(found, key=lambda block: _order(over, block)))


def _creatures(
    zones: tuple[frozenset[Cell], frozenset[Cell]],
    bystanders: tuple[Bystander, ...],
    *,
    end_space_helpless: bool,
) -> Iterator[Block]:
    for other in bystanders:
        if other.is_exempt:
            continue
        for is_at_end, zone in enumerate(zones):
            if other.is_helpless and (end_space_helpless or not is_at_end):
                continue
            if cells := tuple(cell for cell in other.body.cells if cell in zone):
                name = other.name or other.id
                yield Block("creature", cells, other.id, name, bool(is_at_end), other.is_known)


def _ground(grid: Grid, over: Swept, zones: tuple[frozenset[Cell], frozenset[Cell]]) -> Iterator[Block]:
    for is_at_end, zone in enumerate(zones):
        for cell in zone:
            if what := GROUND.get(grid.terrain(cell)):
                yield Block(what, (cell,), is_at_end=bool(is_at_end))
    for cell in over.corners:
        terrain = grid.terrain(cell)
        if terrain in SOLID:
            yield Block(GROUND[terrain], (cell,))


def _edges(grid: Grid, over: Swept, left_out: frozenset[Cell]) -> Iterator[Block]:
    if not grid.edges:
        return
    barriers, end = grid.barriers(STOPS_STEPS), frozenset(over.end.cells)
    for edge in over.crossed_edges:
        if frozenset(edge) in barriers and not left_out.issuperset(edge):
            yield Block("edge", edge, is_at_end=end.issuperset(edge))


def _order(over: Swept, block: Block) -> tuple[int, int, tuple[Cell, ...]]:
    """Twice the way along the lane to the middle of the nearest cell or of the edge, then the way aside."""
    (x, y), (to_x, to_y) = over.start.centre, over.end.centre
    right, up = to_x - x, to_y - y
    middles = [Footprint(cell).centre for cell in block.cells]
    if block.what == "edge":
        doubled = [(middles[0][0] + middles[1][0], middles[0][1] + middles[1][1])]
    else:
        doubled = [(2 * east, 2 * north) for east, north in middles]
    offsets = [(east - 2 * x, north - 2 * y) for east, north in doubled]
    ahead, aside = min((right * east + up * north, abs(right * north - up * east)) for east, north in offsets)
    return ahead, aside, block.cells
