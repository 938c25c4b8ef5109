"""Where combatants stand on the map, and what the map says of an attack (H-MAP-1 … H-MAP-5).

Every function answers as if there were no map where the encounter has none or somebody is not on it.
"""

from collections.abc import Iterator
from fractions import Fraction

from app.rules.common.errors import FailedCheck, Problem
from app.rules.common.grid.bands import natural_band
from app.rules.common.grid.bands import threatened as threatened_by_band
from app.rules.common.grid.board import STOPS_SIGHT, Grid
from app.rules.common.grid.cells import Cell, Footprint, gap
from app.rules.common.grid.lines import beyond, is_free_step, meets, nearest_first, sees
from app.rules.common.grid.sides import side_of, towards
from app.rules.common.measures import measured
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.events.movement import Turned
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.resolution.requests import Facts
from app.values import replace, value

REACH = 1
"""Cells; the chapter gives long weapons no longer reach (H-MAP-2)."""


@value
class Standing:
    """Two combatants on the map: who acts, and upon whom."""

    grid: Grid
    actor: Footprint
    target: Footprint


@value
class Known:
    """A situation with what the map says in it, and what was stated otherwise and does not count."""

    situation: Situation
    ignored: tuple[str, ...] = ()
    facts: Facts = ()


def footprint(combatant: Combatant) -> Footprint | None:
    """The cells a combatant stands on; None for one that is not on the map."""
    return None if combatant.at is None else Footprint(combatant.at, combatant.cells)


def threatened(combatant: Combatant) -> tuple[Cell, ...]:
    """The cells next to a combatant and its own; none off the map (H-MAP-2)."""
    body = footprint(combatant)
    return () if body is None else threatened_by_band(natural_band(REACH), body)


def standing(encounter: Encounter, actor: Combatant, target: Combatant) -> Standing | None:
    """Both on the map, or None."""
    one, other = footprint(actor), footprint(target)
    if encounter.map is None or one is None or other is None:
        return None
    return Standing(encounter.map, one, other)


def known(encounter: Encounter, attacker: Combatant, target: Combatant, stated: Situation) -> Known:
    """What holds for an attack: the map's word before what was stated, unless the GM overrides (H-MAP-1)."""
    places = None if stated.override else standing(encounter, attacker, target)
    if places is None:
        return Known(stated)
    higher = _height(places.grid, attacker) - _height(places.grid, target)
    distance = measured(places.grid.scale.apart(places.actor, places.target))
    found = replace(stated, distance=distance, higher_ground=higher > 0, lower_ground=higher < 0)
    facts: Facts = (("map_distance", str(distance)),)
    if target.facing is not None:
        side = side_of(places.target, target.facing, places.actor)
        found = replace(found, flank=side == "flank", rear=side == "rear")
        facts = (*facts, ("map_side", side))
    return Known(found, tuple(_contradicted(stated, found)), facts)


def _contradicted(stated: Situation, found: Situation) -> Iterator[str]:
    """What was stated and is not so; what was left unsaid contradicts nothing."""
    for name in ("flank", "rear", "higher_ground", "lower_ground"):
        if getattr(stated, name) and not getattr(found, name):
            yield name
    if stated.distance and found.distance and stated.distance.metres != found.distance.metres:
        yield "distance"


def _height(grid: Grid, combatant: Combatant) -> int:
    """In cells: the combatant's elevation, and one more on high ground (H-MAP-4)."""
    body = footprint(combatant)
    return combatant.elevation + (1 if body is not None and grid.is_high(body) else 0)


def is_within_reach(encounter: Encounter, actor: Combatant, target: Combatant) -> bool:
    """Whether a blow can land: neighbouring cells with nothing solid between, a level apart at most."""
    places = standing(encounter, actor, target)
    if places is None:
        return True
    grid = places.grid
    if abs(_height(grid, actor) - _height(grid, target)) > REACH:
        return False
    if places.actor.overlaps(places.target):
        return True
    barriers = grid.barriers(STOPS_SIGHT)
    return max(gap(places.actor, places.target)) <= REACH and any(
        max(gap(Footprint(one), Footprint(other))) == REACH and is_free_step(grid, barriers, one, other)
        for one in places.actor.cells
        for other in places.target.cells
    )


def within_reach(
    encounter: Encounter, actor: Combatant, target: Combatant, *, override: bool = False
) -> Iterator[FailedCheck]:
    """Whether the target is in reach of a melee attack (H-MAP-2)."""
    if not override and not is_within_reach(encounter, actor, target):
        yield FailedCheck(
            "OUT_OF_REACH",
            "{target} is not within one cell of {actor}.",
            "H-MAP-2",
            (("target", target.identity.name), ("actor", actor.identity.name)),
            squares=() if target.at is None else (target.at,),
        )


def in_sight(
    encounter: Encounter, shooter: Combatant, target: Combatant, situation: Situation
) -> Iterator[FailedCheck]:
    """Whether no wall or door hides the whole target from the shooter (H-MAP-5)."""
    places = None if situation.override else standing(encounter, shooter, target)
    if places is not None and not sees(places.grid, places.actor, places.target):
        yield FailedCheck(
            "NO_LINE_OF_SIGHT",
            "{actor} cannot see {target}.",
            "H-MAP-5",
            (("actor", shooter.identity.name), ("target", target.identity.name)),
            squares=(places.target.at,),
        )


def contacts(encounter: Encounter, one: Combatant) -> tuple[Combatant, ...]:
    """The standing opponents that are on the map within reach of ``one``: its melee (H-MAP-7)."""
    return tuple(
        other
        for other in encounter.combatants
        if other.identity.side != one.identity.side
        and not other.is_unconscious
        and standing(encounter, one, other) is not None
        and is_within_reach(encounter, other, one)
    )


def strays(
    encounter: Encounter, shooter: Combatant, target: Combatant, maximum: int
) -> tuple[str, ...] | None:
    """Whom a missed shot into a melee may strike, nearest to the shooter first (H-MIS-3, DH-35, H-MAP-7).

    Those that the line from centre to centre meets, before the target or behind it, and those beside the
    target; all of them in sight and no farther than ``maximum`` metres. Nobody when the target is in no
    melee; None when the map does not know.
    """
    places = standing(encounter, shooter, target)
    if places is None:
        return None
    if all(other.id == shooter.id for other in contacts(encounter, target)):
        return ()
    start = places.actor.centre
    end = beyond(places.grid, start, places.target.centre)
    candidates: dict[str, Footprint] = {}
    for other in encounter.combatants:
        body = footprint(other)
        if body is None or other.id in (shooter.id, target.id):
            continue
        is_in_danger = meets(start, end, body) or max(gap(places.target, body)) <= REACH
        is_in_range = places.grid.scale.is_within(places.actor, body, Fraction(maximum))
        if is_in_danger and is_in_range and sees(places.grid, places.actor, body):
            candidates[other.id] = body
    ordered = nearest_first(places.actor, candidates)
    return tuple(ordered)


def turned(encounter: Encounter, actor: Combatant, target: Combatant) -> Iterator[Event]:
    """That whoever attacks turns to face its target, if it is known which way it faces (H-MAP-3)."""
    places = standing(encounter, actor, target)
    facing = None if places is None else towards(places.actor, places.target)
    if actor.facing is not None and facing is not None and facing != actor.facing:
        yield Turned(actor.id, facing)


def check_place(encounter: Encounter, combatant: Combatant) -> Iterator[Problem]:
    """What is wrong with where a combatant is put: no map, in a wall or off the map, or no size."""
    body = footprint(combatant)
    if combatant.cells < 1:
        yield Problem("/cells", "place_unclear", "A combatant takes up one cell or more.")
    elif body is not None and encounter.map is None:
        yield Problem("/at", "no_map", "This encounter has no map to stand on.")
    elif body is not None and encounter.map is not None:
        walled = [list(cell) for cell in body.cells if encounter.map.terrain(cell) == "wall"]
        if walled:
            yield Problem(
                "/at",
                "place_walled",
                "Wall, or off the map: {cells}.",
                (("cells", ", ".join(map(str, walled))),),
            )
