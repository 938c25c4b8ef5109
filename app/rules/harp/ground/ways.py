"""Ways across the map: how long they are, what is in the way, and whom they leave (H-MAP-6, H-MAP-7)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from app.rules.common.errors import FailedCheck, Invalid
from app.rules.common.grid.board import IMPASSABLE, Grid, Terrain
from app.rules.common.grid.cells import Cell, Facing, Footprint, direction
from app.rules.common.grid.lanes import in_the_way, lane
from app.rules.common.grid.lengths import Offset
from app.rules.common.grid.steps import shortest_walk
from app.rules.common.measures import Distance, measured
from app.rules.harp.ground.distances import stated
from app.rules.harp.ground.positions import contacts, footprint, is_within_reach
from app.rules.harp.table.state import Combatant, Encounter
from app.values import replace, value

FARTHEST = 200
"""Cells that a way is looked for when nobody expects to get there in one round."""
SOLID: frozenset[Terrain] = frozenset(("wall", "obstacle"))


class PathMissing(Invalid):
    """A combatant on the map moves from cell to cell; say which."""

    code = "path_missing"
    pointer = "/path"


class PathWithoutMap(Invalid):
    """Cells were given for somebody who is not on a map."""

    code = "path_without_map"
    pointer = "/path"


class LeavesUnclear(Invalid):
    """Whose melee is left: opponents, nobody twice."""

    code = "leaves_unclear"
    pointer = "/leaves"


@value
class Way:
    """How far a combatant goes, by the map or as stated.

    ``last`` is the straight stretch after the last turn. ``places`` are where it stands at the beginning, at
    each turn and at the end; without a map there are none. ``ignored`` names what was stated in vain.
    """

    distance: Distance
    last: Distance
    places: tuple[Footprint, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def end(self) -> Cell | None:
        return self.places[-1].at if self.places else None

    @property
    def heading(self) -> Facing | None:
        """The direction of the last stretch."""
        if len(self.places) < 2:
            return None
        return direction(_offset(self.places[-2], self.places[-1]))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where it stands one cell after another, from the beginning to the end."""
        passed = (at for one, other in pairwise(self.places) for at in _between(one.at, other.at))
        return (*(place.at for place in self.places[:1]), *passed)

    def taken_by(self, actor: Combatant) -> Combatant:
        """The actor as it stands at the end."""
        return actor if self.end is None else replace(actor, at=self.end)


def _between(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells nearest to the line after ``start``, up to ``end``; halves are rounded up."""
    (x, y), (right, up) = start, (end[0] - start[0], end[1] - start[1])
    length = max(abs(right), abs(up))
    for step in range(1, length + 1):
        yield x + _rounded(right * step, length), y + _rounded(up * step, length)


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)


def way(
    encounter: Encounter,
    actor: Combatant,
    path: tuple[Cell, ...],
    distance: Distance | None,
    where: str,
    *,
    override: bool = False,
) -> Way:
    """The way along ``path``, or the stated ``distance`` (the field ``where``) without a map.

    With ``override`` the stated distance counts and the path only says where it ends. Raises PathMissing,
    PathWithoutMap, DistanceMissing, DistanceNegative.
    """
    body, name = footprint(actor), actor.identity.name
    if encounter.map is None or body is None:
        if path:
            raise PathWithoutMap("{name} is not on a map.", name=name)
        far = stated(distance, where)
        return Way(far, far)
    if not path:
        raise PathMissing(
            "Give `path`: the cells where {name} turns, and the one where it stops.", way="turns", name=name
        )
    places = _turns((body, *(body.moved_to(at) for at in path)))
    scale = encounter.map.scale
    stretches = tuple(_stretches(places))
    if override:
        far = stated(distance, where)
        return Way(far, far, places)
    whole, last = measured(scale.way(stretches)), measured(scale.way(stretches[-1:]))
    meant = last if where == "run_up" else whole
    is_in_vain = distance is not None and distance.metres != meant.metres
    return Way(whole, last, places, (where,) if is_in_vain else ())


def towards(
    encounter: Encounter, actor: Combatant, goals: tuple[Cell, ...], most: Fraction
) -> tuple[Cell, ...]:
    """How far ``most`` metres bring the actor on the shortest way to one of ``goals``, around everybody else,
    as a path; empty where there is no way.
    """
    body = footprint(actor)
    if encounter.map is None or body is None:
        return ()
    others = frozenset(cell for _, other in _standing_about(encounter, actor) for cell in other.cells)
    found = shortest_walk(encounter.map, body, frozenset(goals), most=FARTHEST, closed=others)
    if found is None:
        return ()
    cells = tuple(place.at for place in found.places[1:])
    while cells and way(encounter, actor, cells, None, "distance").distance.metres > most:
        cells = cells[:-1]
    return cells


def _turns(places: tuple[Footprint, ...]) -> tuple[Footprint, ...]:
    """``places`` without those where it neither moves nor turns."""
    kept = [places[0]]
    for place in places[1:]:
        if place == kept[-1]:
            continue
        if len(kept) > 1 and _goes_on(_offset(kept[-2], kept[-1]), _offset(kept[-1], place)):
            kept[-1] = place
        else:
            kept.append(place)
    return tuple(kept)


def _goes_on(before: Offset, after: Offset) -> bool:
    (right, up), (more_right, more_up) = before, after
    return right * more_up == up * more_right and right * more_right + up * more_up > 0


def _offset(one: Footprint, other: Footprint) -> Offset:
    return other.at[0] - one.at[0], other.at[1] - one.at[1]


def _stretches(places: tuple[Footprint, ...]) -> Iterator[Offset]:
    for one, other in pairwise(places):
        yield _offset(one, other)


def free_way(encounter: Encounter, actor: Combatant, along: Way) -> Iterator[FailedCheck]:
    """Whether nothing stands in the way of a walk or run: ground, barriers, opponents, anyone at its end."""
    grid = encounter.map
    if grid is None or not along.places:
        return
    blocking: set[Cell] = set()
    for one, other in pairwise(along.places):
        for start, end in _steps(one, other):
            blocking.update(_blocking(encounter, grid, actor, start, end))
    blocking.update(_taken(encounter, actor, frozenset(along.places[-1].cells), among="everyone"))
    yield from _blocked("PATH_BLOCKED", "H-MAP-6", actor, blocking)


def free_part(
    encounter: Encounter, actor: Combatant, path: tuple[Cell, ...], met: tuple[str, ...]
) -> tuple[Cell, ...]:
    """So much of ``path``, from where the actor stands, as those of ``met`` leave free: it passes through no
    opponent, and stops where nobody stands (H-MAP-6).
    """
    body, free = footprint(actor), 1
    if body is None:
        return path
    others = [(one, space) for one, space in _standing_about(encounter, actor) if one.id in met]
    for length, at in enumerate(path[1:], 2):
        there = body.moved_to(at)
        here = [one for one, space in others if space.overlaps(there)]
        if any(one.identity.side != actor.identity.side for one in here):
            break
        free = free if here else length
    return path[:free]


def _steps(one: Footprint, other: Footprint) -> Iterator[tuple[Footprint, Footprint]]:
    """A stretch in one of the eight directions step by step, any other one whole."""
    right, up = _offset(one, other)
    if 0 not in (right, up) and abs(right) != abs(up):
        yield one, other
        return
    for _ in range(max(abs(right), abs(up))):
        (x, y), step = one.at, ((right > 0) - (right < 0), (up > 0) - (up < 0))
        after = one.moved_to((x + step[0], y + step[1]))
        yield one, after
        one = after


def _blocking(
    encounter: Encounter, grid: Grid, actor: Combatant, start: Footprint, end: Footprint
) -> Iterator[Cell]:
    """What blocks one stretch; a single step diagonally passes beside pits and people, not past corners."""
    swept = lane(start, end)
    is_step = max(map(abs, _offset(start, end))) == 1
    entered = frozenset(end.cells if is_step else swept.cells)
    yield from in_the_way(grid, swept, SOLID)
    yield from (cell for cell in entered if grid.terrain(cell) in IMPASSABLE)
    yield from _taken(encounter, actor, entered, among="opponents")


def free_lane(encounter: Encounter, actor: Combatant, along: Way) -> Iterator[FailedCheck]:
    """Whether the charge's last stretch is free over the charger's whole breadth (H-CHG-1, H-MAP-6)."""
    grid = encounter.map
    if grid is None or len(along.places) < 2:
        return
    before = replace(along, places=along.places[:-1])
    yield from free_way(encounter, actor, before) if len(before.places) > 1 else ()
    swept = lane(along.places[-2], along.places[-1])
    blocking = {*in_the_way(grid, swept, IMPASSABLE)}
    blocking.update(_taken(encounter, actor, frozenset(swept.cells), among="everyone"))
    yield from _blocked("CHARGE_BLOCKED", "H-CHG-1", actor, blocking)


def _taken(encounter: Encounter, actor: Combatant, cells: frozenset[Cell], *, among: str) -> Iterator[Cell]:
    """Those of ``cells`` where somebody stands; the unconscious stand in nobody's way."""
    for other, body in _standing_about(encounter, actor):
        if among == "everyone" or other.identity.side != actor.identity.side:
            yield from cells.intersection(body.cells)


def _standing_about(encounter: Encounter, actor: Combatant) -> Iterator[tuple[Combatant, Footprint]]:
    for other in encounter.combatants:
        body = footprint(other)
        if body is not None and other.id != actor.id and not other.is_unconscious:
            yield other, body


def _blocked(code: str, rule_id: str, actor: Combatant, blocking: set[Cell]) -> Iterator[FailedCheck]:
    if blocking:
        squares = tuple(sorted(blocking))
        listed = ", ".join(f"[{x}, {y}]" for x, y in squares)
        yield FailedCheck(
            code,
            "{actor}'s way is blocked: {cells}.",
            rule_id,
            (("actor", actor.identity.name), ("cells", listed)),
            squares=squares,
        )


def left_behind(
    encounter: Encounter, actor: Combatant, along: Way, leaves: tuple[str, ...], *, override: bool = False
) -> tuple[tuple[Combatant, ...], Way]:
    """The opponents whose melee the way leaves, with the way as it is told (DH-20, H-MAP-7).

    Raises LeavesUnclear.
    """
    named = tuple(encounter.combatant(name, "/leaves") for name in leaves)
    if len({actor.id, *(opponent.id for opponent in named)}) != len(named) + 1:
        raise LeavesUnclear("Name those whose melee is left once each, without the one who leaves.")
    if override or not along.places:
        return named, along
    gone = along.taken_by(actor)
    left = tuple(foe for foe in contacts(encounter, actor) if not is_within_reach(encounter, foe, gone))
    if named and {foe.id for foe in named} != {foe.id for foe in left}:
        along = replace(along, ignored=(*along.ignored, "leaves"))
    return left, along
