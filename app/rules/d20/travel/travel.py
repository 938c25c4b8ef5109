"""Going a way in stretches: opportunity attacks, set weapons and readied attacks come before the next one
(D20-AOO-01 … -06, D20-RDY-7).

Whatever interrupts a way may strike the mover down, so each stretch begins by asking whether it still can.
"""

from collections.abc import Iterator

from app.rules.common.grid.cells import Footprint
from app.rules.d20.contract.events.maneuvers import Dragged
from app.rules.d20.contract.events.movement import ChargeStopped, Moved, MoveStopped
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Advance, Arrive, CutIn, MeetCharge, Opportunity, Pace, Trip
from app.rules.d20.ground.positions import space_of
from app.rules.d20.opportunity.opportunity import Chance, Rival, chances, rivals
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless, may_not_attack, may_not_move
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.travel.brace import Setting, met_at, settings
from app.rules.d20.travel.cutting_in import Moment, due, first_due, foreseen
from app.rules.resolution.steps import StepResult
from app.values import replace, value


def advance(book: Book, encounter: Encounter, step: Advance) -> Result:
    """Go on to where somebody may interrupt, or let those interrupt who may where the mover is."""
    trip, index = step.trip, step.index
    mover, actor = encounter.combatant(trip.mover), encounter.combatant(trip.actor)
    if not goes_on(mover, actor, trip.pace):
        return StepResult((stopped(trip),))
    places = places_of(book, encounter, trip)
    if (holder := due(book, encounter, step, places)) is not None:
        return StepResult((), (CutIn(holder.id, step),))
    if index == trip.last:
        return StepResult((), () if trip.blow is None else (Arrive(trip),))
    threatening = _threatening(book, encounter, trip, places[index:], step.asked)
    there, here = _first_chance(book, encounter, trip, places, threatening, index)
    if here and there == index:
        asked = tuple(chance.rival for chance in here)
        offered = tuple(Opportunity(rival, mover.id, "leaving") for rival in asked)
        return StepResult((), (*offered, replace(step, asked=(*step.asked, *asked))))
    there = first_due(book, encounter, step, places, min(there, trip.last))
    waiting = settings(book, encounter, trip)
    then, meeting = _first_meeting(book, encounter, trip, places, waiting, index, there)
    met = tuple(MeetCharge(setting.holder, trip) for setting in meeting)
    moved = (_moved(trip, index, then), *_dragged(trip, then))
    return StepResult(moved, (*met, replace(step, index=then, later=())))


def _dragged(trip: Trip, then: int) -> Iterator[Dragged]:
    """Whoever is taken along comes to stand where the mover was just before."""
    if trip.drags is not None and then > 0:
        yield Dragged(trip.mover, trip.drags, trip.places[then - 1] if trip.places else None)


@value
class Interruptions:
    """Whoever may interrupt a way, with the index of the place where: opportunities as it is left, set
    weapons as it is entered, readied attacks there.
    """

    opportunities: tuple[tuple[int, Chance], ...]
    meetings: tuple[tuple[int, Setting], ...]
    readied: tuple[Moment, ...]


def foresee(book: Book, encounter: Encounter, trip: Trip) -> Interruptions:
    """Everybody who may interrupt the way before its end, as things stand now."""
    places = places_of(book, encounter, trip)
    threatening, at = _threatening(book, encounter, trip, places, ()), 0
    found: list[tuple[int, Chance]] = []
    while threatening:
        at, here = _first_chance(book, encounter, trip, places, threatening, at)
        if not here:
            break
        found += ((at, chance) for chance in here)
        struck = {chance.rival for chance in here}
        threatening = tuple(rival for rival in threatening if rival.id not in struck)
    waiting, meetings = settings(book, encounter, trip), list[tuple[int, Setting]]()
    at = 0
    while waiting:
        at, here = _first_meeting(book, encounter, trip, places, waiting, at, trip.last)
        if not here:
            break
        meetings += ((at, setting) for setting in here)
        waiting = tuple(setting for setting in waiting if setting not in here)
    readied = tuple(foreseen(book, encounter, trip, places))
    return Interruptions(tuple(found), tuple(meetings), readied)


def goes_on(mover: Combatant, actor: Combatant, pace: Pace = "move") -> bool:
    """Whether the mover can still move, upright, and whoever rides it still guides it.

    Whoever drags somebody along moves in spite of the grapple (PF1-GRP-5, D35-GRP-10).
    """
    held_fast = may_not_attack(mover) if pace == "drag" else may_not_move(mover)
    return not (any(held_fast) or mover.has("prone") or is_helpless(actor))


def stopped(trip: Trip) -> ChargeStopped | MoveStopped:
    """That the way ends before its end."""
    if trip.blow is None:
        return MoveStopped(trip.mover)
    return ChargeStopped(trip.actor, trip.blow.target, "unable")


def places_of(book: Book, encounter: Encounter, trip: Trip) -> tuple[Footprint | None, ...]:
    """The mover's space at each place of the way; unknown without a map."""
    body = space_of(book, encounter, encounter.combatant(trip.mover))
    if body is None or not trip.places:
        return (None,) * len(trip.costs)
    return tuple(body.moved_to(place) for place in trip.places)


def _threatening(
    book: Book,
    encounter: Encounter,
    trip: Trip,
    places: tuple[Footprint | None, ...],
    asked: tuple[str, ...],
) -> tuple[Rival, ...]:
    """Who may still have a chance at the mover; nobody is asked twice on one way (D20-AOO-03)."""
    mover = encounter.combatant(trip.mover)
    if trip.pace == "step":  # five feet provoke nothing (D20-MOV-5)
        return ()
    able = (rival for rival in rivals(book, encounter, mover, "leaving", places) if rival.id not in asked)
    if not trip.places:
        return tuple(rival for rival in able if rival.id in trip.threatened_by)
    return tuple(rival for rival in able if rival.id not in trip.spared)


def _first_chance(
    book: Book,
    encounter: Encounter,
    trip: Trip,
    places: tuple[Footprint | None, ...],
    threatening: tuple[Rival, ...],
    index: int,
) -> tuple[int, tuple[Chance, ...]]:
    """The first place from ``index`` on whose leaving gives a chance, and who has it; the end is not left."""
    mover = encounter.combatant(trip.mover)
    for at in range(index, trip.last if threatening else index):
        if at == 0 and trip.first_is_safe:
            continue
        if found := chances(book, encounter, mover, threatening, places[at]):
            return at, found
    return trip.last, ()


def _first_meeting(
    book: Book,
    encounter: Encounter,
    trip: Trip,
    places: tuple[Footprint | None, ...],
    waiting: tuple[Setting, ...],
    index: int,
    until: int,
) -> tuple[int, tuple[Setting, ...]]:
    """The first place after ``index`` that brings the charger into the reach of a set weapon."""
    for at in range(index + 1, until + 1 if waiting else index):
        if found := met_at(book, encounter, trip, places, waiting, at):
            return at, found
    return until, ()


def _moved(trip: Trip, start: int, end: int) -> Moved:
    squares = trip.costs[end] - trip.costs[start]
    slanting = trip.diagonals[end] - trip.diagonals[start] if trip.diagonals else 0
    to = trip.places[end] if trip.places else None
    if trip.mover == trip.actor or to is None or trip.pace == "step":
        return Moved(trip.mover, trip.pace, squares, slanting, to)
    came_past = zip(trip.costs[start : end + 1], trip.places[start : end + 1], strict=True)
    trail = tuple((cost - trip.costs[start], place) for cost, place in came_past)
    return Moved(trip.mover, trip.pace, squares, slanting, to, trail)


STEPS: Steps = {Advance: advance}
