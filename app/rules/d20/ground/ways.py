"""Ways on foot: what they cost, and what or who is in the way (D20-GEO-01 … D20-GEO-05, D20-MOV-1 … -4)."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import ceil

from app.rules.common.errors import FailedCheck, Invalid
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.steps import Walk, shortest_walk, walk
from app.rules.common.measures import Distance
from app.rules.d20.ground.heights import are_level, ground_of, is_in_the_way
from app.rules.d20.ground.positions import bodies, space_of
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless
from app.rules.d20.table.measures import METRES_PER_SQUARE
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant, Encounter
from app.values import remembered, value

FARTHEST = 200
"""Squares that a way is looked for when nobody expects to get there in one move."""
PASSES_BY_SIZE = 3
"""Sizes apart from which one creature walks through another's space (D20-MOV-3)."""


class PathMissing(Invalid):
    """A combatant on the map moves from square to square; say where to."""

    code = "path_missing"
    pointer = "/to"


class PathUnclear(Invalid):
    """Squares to pass and a square to go to by the shortest way: one of them."""

    code = "path_unclear"
    pointer = "/to"


class PathWithoutMap(Invalid):
    """Squares were given for somebody who is not on a map."""

    code = "path_without_map"
    pointer = "/path"


class DistanceMissing(Invalid):
    """Without a map the caller says how far it is."""

    code = "distance_missing"
    pointer = "/distance"


class DistanceNegative(Invalid):
    """A distance below 0."""

    code = "distance_negative"
    pointer = "/distance"


@value
class Way:
    """A way in squares. ``costs`` are counted from the start until each of ``places``, the mover's
    south-west squares; ``diagonals`` are the slanting steps that count for the next ones (D20-GEO-03).

    Without a map there are no places, and ``costs`` is the start's and the end's.
    """

    costs: tuple[int, ...]
    places: tuple[Cell, ...] = ()
    diagonals: tuple[int, ...] = (0, 0)
    checks: tuple[FailedCheck, ...] = ()

    @property
    def cost(self) -> int:
        return self.costs[-1]


def stated(distance: Distance | None) -> int:
    """A distance in squares, begun ones counted whole; raises DistanceMissing, DistanceNegative."""
    if distance is None:
        raise DistanceMissing("Give `distance`; without a map nobody else knows it.", field="distance")
    if distance.value < 0:
        raise DistanceNegative("`distance` is below 0.", field="distance")
    return ceil(distance.metres / METRES_PER_SQUARE)


def way(
    book: Book,
    encounter: Encounter,
    mover: Combatant,
    path: tuple[Cell, ...],
    to: Cell | None,
    distance: Distance | None,
    *,
    most: int,
) -> Way:
    """The way along ``path`` or by the shortest way ``to`` a square, of ``most`` squares, with every check
    that it fails; without a map the stated ``distance``.

    Raises PathMissing, PathUnclear, PathWithoutMap, DistanceMissing, DistanceNegative.
    """
    body = space_of(book, encounter, mover)
    name = mover.identity.name
    if encounter.map is None or body is None:
        if path or to is not None:
            raise PathWithoutMap("{name} is not on a map.", name=name)
        squares = stated(distance)
        return Way((0, squares), checks=tuple(_too_far(mover, squares, most)))
    if path and to is not None:
        raise PathUnclear("Give `path` or `to`, not both.", name=name)
    others, grid = _others(book, encounter, mover), ground_of(encounter, mover) or encounter.map
    parity = mover.turn.diagonals % 2
    if to is None:
        if not path:
            raise PathMissing(
                "Give `to`, or `path`: the squares that {name} passes.", way="squares", name=name
            )
        return _checked(grid, mover, walk(grid, body, path, parity=parity), others, most)
    found = _shortest(grid, body, to, others, most, parity)
    if found is None:
        return Way((0, 0), (body.at, body.at), checks=(_unreachable(mover, body.moved_to(to), others),))
    return _checked(grid, mover, found, others, most)


def towards(
    book: Book, encounter: Encounter, mover: Combatant, goals: tuple[Cell, ...], *, most: int
) -> Cell | None:
    """How far ``most`` squares bring the mover on the shortest way to one of ``goals``, around everybody
    else; None where there is no way.
    """
    body = space_of(book, encounter, mover)
    if encounter.map is None or body is None:
        return None
    others = _others(book, encounter, mover)
    parity = mover.turn.diagonals % 2
    found = shortest_walk(
        ground_of(encounter, mover),
        body,
        frozenset(goals),
        most=FARTHEST,
        closed=others.closed | others.passed,
        parity=parity,
    )
    if found is None:
        return None
    within = [place.at for place, cost in zip(found.places, found.costs, strict=True) if 0 < cost <= most]
    return within[-1] if within else None


def _shortest(
    grid: Grid, body: Footprint, to: Cell, others: "_Others", most: int, parity: int
) -> Walk | None:
    """Looked for twice as far as the mover gets, so that what is too far is told with its distance."""
    return shortest_walk(
        grid,
        body,
        frozenset((to,)),
        most=2 * most,
        closed=others.closed,
        passed=others.passed,
        parity=parity,
    )


@remembered(16)
def _others(book: Book, encounter: Encounter, mover: Combatant) -> "_Others":
    return _Others(book, encounter, mover)


class _Others:
    """Squares of others that are in the way: ``closed`` are never entered, on ``passed`` ones nobody stops
    (D20-MOV-2, D20-MOV-3). ``raised`` are those of them who are above or below the mover and in its reach
    (D20-HGT-1).
    """

    def __init__(self, book: Book, encounter: Encounter, mover: Combatant) -> None:
        closed: set[Cell] = set()
        passed: set[Cell] = set()
        raised: set[Cell] = set()
        for other, body in bodies(book.tables, encounter):
            is_own = other.id in (mover.id, mover.mount) or other.mount == mover.id
            if is_own or is_helpless(other) or not is_in_the_way(book, encounter, mover, other):
                continue
            is_friend = other.identity.side == mover.identity.side
            apart = abs(steps_above(other.sheet.size, mover.sheet.size))
            (passed if is_friend or apart >= PASSES_BY_SIZE else closed).update(body.cells)
            if not are_level(encounter, mover, other):
                raised.update(body.cells)
        self.closed, self.passed, self.raised = frozenset(closed), frozenset(passed), frozenset(raised)


def _checked(grid: Grid, mover: Combatant, found: Walk, others: _Others, most: int) -> Way:
    places = found.places
    entered = frozenset(cell for place in places[1:] for cell in place.cells)
    ground = {cell for _, cells in found.stops for cell in cells}
    taken = (others.closed & entered) | (others.passed & frozenset(places[-1].cells))
    slanting = (_counts_as_diagonal(grid, one, other) for one, other in pairwise(places))
    return Way(
        found.costs,
        tuple(place.at for place in places),
        tuple(accumulate(slanting, initial=0)),
        (
            *_nowhere(mover, found),
            *_blocked(mover, ground | taken, others),
            *_too_far(mover, found.cost, most),
        ),
    )


def _counts_as_diagonal(grid: Grid, one: Footprint, other: Footprint) -> bool:
    """A slanting step onto difficult ground has its half in it already (D20-GEO-05)."""
    is_slanting = one.at[0] != other.at[0] and one.at[1] != other.at[1]
    return is_slanting and not any(grid.terrain(cell) == "difficult" for cell in other.cells)


def _nowhere(mover: Combatant, found: Walk) -> Iterator[FailedCheck]:
    """A way without a step would take an action for nothing (D20-MOV-1)."""
    if found.cost == 0:
        yield FailedCheck(
            "ALREADY_THERE",
            "{actor} stands there already.",
            "D20-MOV-1",
            (("actor", mover.identity.name),),
            squares=(found.places[-1].at,),
        )


def _blocked(
    mover: Combatant, squares: set[Cell] | frozenset[Cell], others: _Others
) -> Iterator[FailedCheck]:
    if squares:
        listed = ", ".join(str(list(square)) for square in sorted(squares))
        yield FailedCheck(
            "PATH_BLOCKED",
            "{actor}'s way is blocked: {cells}.",
            "D20-MOV-2",
            (("actor", mover.identity.name), ("cells", listed)),
            squares=tuple(sorted(squares)),
            decided_by=() if others.raised.isdisjoint(squares) else ("D20-HGT-1",),
        )


def _unreachable(mover: Combatant, end: Footprint, others: _Others) -> FailedCheck:
    taken = (others.closed | others.passed) & frozenset(end.cells)
    blame = tuple(sorted(taken)) or (end.at,)
    return FailedCheck(
        "NO_WAY",
        "{actor} finds no way to {square}.",
        "D20-MOV-2",
        (("actor", mover.identity.name), ("square", str(list(end.at)))),
        squares=blame,
    )


def _too_far(mover: Combatant, squares: int, most: int) -> Iterator[FailedCheck]:
    if squares > most:
        yield FailedCheck(
            "TOO_FAR",
            "{actor} can go {greatest:# square|# squares}, not {distance}.",
            "D20-MOV-1",
            (("actor", mover.identity.name), ("distance", squares), ("greatest", most)),
        )
