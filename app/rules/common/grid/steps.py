"""Walking from cell to cell: what a way costs, what stops a step, the shortest way round (D20-GEO-01 … -05).

Every second diagonal step counts two, over all of a move, so a walk begins with the ``parity`` that the one
before it ended with: 1 when the next diagonal counts two. Difficult ground doubles a step; a diagonal onto
it is three whatever came before, and as its half is in that already it leaves the parity as it was.
A body of several cells goes at the pace of the worst cell that it comes to stand on.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import TypeAlias

from app.rules.common.grid.board import IMPASSABLE, STOPS_STEPS, Grid, Terrain
from app.rules.common.grid.cells import DIRECTIONS, Cell, Footprint
from app.rules.common.grid.lanes import lane
from app.rules.common.grid.lengths import one_two_one
from app.values import remembered, value

SOLID: frozenset[Terrain] = frozenset(("wall", "obstacle"))
"""Ground whose corners are not cut; a pit is stepped past (D20-GEO-04)."""
MOST_KNOWN = 5_000
"""Places whose steps are kept of one map."""
NOBODY: frozenset[Cell] = frozenset()


Costs: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""What a step counts and the parity after it, for either parity before."""
Onward: TypeAlias = tuple[Cell, Costs]
"""A step: where it leads."""


@value
class Walk:
    """A way from place to place. ``costs`` are the cells counted from the start until each place.

    ``stops`` are what no step goes through: the index of the place that cannot be entered and the cells to
    blame. ``parity`` is what the next walk of the same move begins with.
    """

    places: tuple[Footprint, ...]
    costs: tuple[int, ...]
    parity: int
    stops: tuple[tuple[int, tuple[Cell, ...]], ...] = ()

    @property
    def cost(self) -> int:
        """Cells, counted 1-2-1."""
        return self.costs[-1]


@value
class Sweep:
    """What a step of a body at (0, 0) goes over: cells that it enters, corners that it cuts, edges."""

    entered: tuple[Cell, ...]
    cut: tuple[Cell, ...]
    edges: tuple[tuple[Cell, Cell], ...]


@lru_cache(maxsize=128)
def sweep(size: int, step: Cell) -> Sweep:
    """Of a step by one cell, from the hull of both places."""
    body = Footprint((0, 0), size)
    moved = body.moved_to(step)
    before, after = frozenset(body.cells), frozenset(moved.cells)
    swept = lane(body, moved).cells
    edges = tuple(
        ((x, y), beside)
        for x, y in swept
        for beside in ((x + 1, y), (x, y + 1))
        if beside in swept and not ((x, y) in before and beside in before)
    )
    cut = tuple(cell for cell in swept if cell not in before and cell not in after)
    return Sweep(tuple(cell for cell in moved.cells if cell not in before), cut, edges)


def stopped_by(grid: Grid, body: Footprint, step: Cell) -> tuple[Cell, ...]:
    """The cells to blame for a step that cannot be made; none when it can (D20-GEO-04)."""
    over = sweep(body.size, step)
    x, y = body.at
    cells = [cell for cell in _moved(over.entered, x, y) if grid.terrain(cell) in IMPASSABLE]
    cells += [cell for cell in _moved(over.cut, x, y) if grid.terrain(cell) in SOLID]
    if grid.edges:
        barriers = grid.barriers(STOPS_STEPS)
        for (one_x, one_y), (two_x, two_y) in over.edges:
            pair = (x + one_x, y + one_y), (x + two_x, y + two_y)
            if frozenset(pair) in barriers:
                cells += pair
    return tuple(sorted(set(cells)))


def _moved(cells: tuple[Cell, ...], right: int, up: int) -> Iterator[Cell]:
    for x, y in cells:
        yield x + right, y + up


def straight(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """The cells from ``start`` to ``end`` in single steps nearest to the straight line, both included.

    As many steps as the longer side has cells, so that they cost what the straight way does. Where the line
    runs midway between two cells it is the one that leaves the long direction later.
    """
    right, up = end[0] - start[0], end[1] - start[1]
    far, aside = max(abs(right), abs(up)), min(abs(right), abs(up))
    east, north = (right > 0) - (right < 0), (up > 0) - (up < 0)
    cells = [start]
    for step in range(1, far + 1):
        over = (2 * step * aside + far - 1) // (2 * far)
        along, across = (step, over) if abs(right) >= abs(up) else (over, step)
        cells.append((start[0] + along * east, start[1] + across * north))
    return tuple(cells)


def step_cost(grid: Grid | None, place: Footprint, step: Cell, parity: int) -> tuple[int, int]:
    """The cells that a step onto ``place`` counts, and the parity after it (D20-GEO-01, D20-GEO-05)."""
    is_diagonal = step[0] != 0 and step[1] != 0
    if grid is not None and any(grid.terrain(cell) == "difficult" for cell in place.cells):
        return (3 if is_diagonal else 2), parity
    if is_diagonal:
        return 1 + parity, 1 - parity
    return 1, parity


def walk(grid: Grid | None, body: Footprint, cells: tuple[Cell, ...], *, parity: int = 0) -> Walk:
    """The walk of ``body`` by way of ``cells``, straight from each to the next; without a grid all is open.

    Everything that stops it is named; the cost counts on regardless.
    """
    places, costs, stops = [body], [0], list[tuple[int, tuple[Cell, ...]]]()
    for start, end in pairwise((body.at, *cells)):
        for (x, y), (to_x, to_y) in pairwise(straight(start, end)):
            step, place = (to_x - x, to_y - y), body.moved_to((to_x, to_y))
            blame = () if grid is None else stopped_by(grid, places[-1], step)
            if blame:
                stops.append((len(places), blame))
            cost, parity = step_cost(grid, place, step, parity)
            places.append(place)
            costs.append(costs[-1] + cost)
    return Walk(tuple(places), tuple(costs), parity, tuple(stops))


def shortest_walk(
    grid: Grid | None,
    body: Footprint,
    goals: frozenset[Cell],
    *,
    most: int,
    closed: frozenset[Cell] = NOBODY,
    passed: frozenset[Cell] = NOBODY,
    parity: int = 0,
) -> Walk | None:
    """The cheapest walk to one of the places ``goals`` that costs ``most`` cells at the most, or None.

    No cell of the body comes onto ``closed`` cells (foes); it goes through ``passed`` cells (friends), but
    does not stop on them. Corners of creatures may be cut (D20-GEO-04).
    """
    ends = tuple(goal for goal in sorted(goals) if passed.isdisjoint(body.moved_to(goal).cells))
    if not any(_could_stand(grid, body, goal, closed) for goal in ends):
        return None
    came: dict[tuple[Cell, int], tuple[Cell, int]] = {}
    least = {(body.at, parity): 0}
    ahead: dict[tuple[Cell, int], int] = {}
    known = {} if grid is None else _known_steps(grid)
    queue = [(0, 0, body.at, parity)]
    while queue:
        _, steps, at, odd = heappop(queue)
        if at in ends:
            return walk(grid, body, _back(came, (at, odd)), parity=parity)
        cost = least[at, odd]
        onward = known.get((at, body.size))
        if onward is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            onward = known[at, body.size] = tuple(_steps_from(grid, body.moved_to(at)))
        for to, costs in onward:
            more, next_odd = costs[odd]
            reached = to, next_odd
            if cost + more >= least.get(reached, most + 1):
                continue
            if reached not in ahead:
                ahead[reached] = _at_least(to, next_odd, ends)
            at_least = cost + more + ahead[reached]
            if at_least > most or not closed.isdisjoint(_cells_at(to, body.size)):
                continue
            least[reached], came[reached] = cost + more, (at, odd)
            heappush(queue, (at_least, steps + 1, *reached))
    return None


def _could_stand(grid: Grid | None, body: Footprint, goal: Cell, closed: frozenset[Cell]) -> bool:
    """Whether a body that comes from elsewhere can be there at all, were there a way."""
    if goal == body.at:
        return True
    cells = body.moved_to(goal).cells
    if not closed.isdisjoint(cells):
        return False
    return grid is None or not any(
        grid.terrain(cell) in IMPASSABLE for cell in cells if cell not in body.cells
    )


def _steps_from(grid: Grid | None, body: Footprint) -> Iterator[Onward]:
    """The steps that a body can make from its place, whoever stands about."""
    x, y = body.at
    is_even = grid is None or grid.is_even_round(body)
    for right, up in DIRECTIONS.values():
        to = x + right, y + up
        if is_even:
            yield to, _COSTS[right, up]
        elif grid is not None and not stopped_by(grid, body, (right, up)):
            yield to, _costs(grid, body.moved_to(to), (right, up))


def _costs(grid: Grid | None, place: Footprint, step: Cell) -> Costs:
    return step_cost(grid, place, step, 0), step_cost(grid, place, step, 1)


_COSTS = {step: _costs(None, Footprint(step), step) for step in DIRECTIONS.values()}
"""Of each step where nothing slows it."""


@remembered(8)
def _known_steps(_: Grid) -> dict[tuple[Cell, int], tuple[Onward, ...]]:
    """The steps from places of a map that were asked for, by the size of the body."""
    return {}


def _cells_at(at: Cell, size: int) -> tuple[Cell, ...]:
    return (at,) if size == 1 else Footprint(at, size).cells


def _at_least(at: Cell, odd: int, ends: tuple[Cell, ...]) -> int:
    """The cells that the nearest of ``ends`` would cost over open ground; no way to any is cheaper."""
    return min(one_two_one(x - at[0], y - at[1], odd) for x, y in ends)


def _back(came: dict[tuple[Cell, int], tuple[Cell, int]], last: tuple[Cell, int]) -> tuple[Cell, ...]:
    """The cells of a way from its first step to its last one."""
    cells: list[Cell] = []
    while last in came:
        cells.append(last[0])
        last = came[last]
    return tuple(cells[::-1])


def least_width(size: int) -> int:
    """The width in cells of the narrowest way through which a body squeezes: half its own, rounded up to
    whole cells (D20-CND-17).
    """
    return (size + 1) // 2


def is_squeezed(grid: Grid, body: Footprint) -> bool:
    """Whether a body fits its place only by squeezing: some of it is closed, but a strip as long as the body
    and as wide as `least_width` is open along a side or through its middle (D20-CND-17).
    """
    closed = frozenset(cell for cell in body.cells if grid.terrain(cell) in IMPASSABLE)
    if not closed:
        return False
    width = least_width(body.size)
    x, y = body.at
    for first in range(body.size - width + 1):
        strip = range(first, first + width)
        length = range(body.size)
        if closed.isdisjoint((x + aside, y + along) for aside in strip for along in length):
            return True
        if closed.isdisjoint((x + along, y + aside) for aside in strip for along in length):
            return True
    return False
