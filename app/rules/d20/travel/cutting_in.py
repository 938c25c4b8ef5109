"""Readied attacks that cut into a way: at every place of it, as opportunities do (D20-RDY-7)."""

from collections.abc import Iterator
from typing import get_args

from app.rules.common.grid.cells import Footprint
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.contract.economy import OTHER, spending
from app.rules.d20.contract.events.turns import ReadyTriggered
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Attempt, BlowManoeuvre
from app.rules.d20.contract.steps_movement import Advance, CutIn, Opportunity, Trip
from app.rules.d20.ground.sight import can_see
from app.rules.d20.ground.threat import in_hand
from app.rules.d20.maneuvers.attempts import may_not_attempt
from app.rules.d20.opportunity.provoking import exposes_itself
from app.rules.d20.table.arms import BARE, Armed, armed_with, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace, value

PURPOSE = "the readied attack"
LATER, NO = "later", "no"
RULES = ("D20-RDY-5", "D20-RDY-7")
MANOEUVRES: dict[str, BlowManoeuvre] = {one: one for one in get_args(BlowManoeuvre)}


def due(
    book: Book, encounter: Encounter, step: Advance, places: tuple[Footprint | None, ...]
) -> Combatant | None:
    """The first who may cut in where the mover is now, and has not been asked here or let it pass.

    Whoever is in reach from the start is asked there only if it would be too late one place on.
    """
    holders = _holders(encounter, step)
    return next(
        (one for one in holders if _is_due(book, encounter, step.trip, one, step.index, places)), None
    )


def _is_due(
    book: Book,
    encounter: Encounter,
    trip: Trip,
    holder: Combatant,
    at: int,
    places: tuple[Footprint | None, ...],
) -> bool:
    if not _can_strike(book, encounter, trip, holder, at, places[at]):
        return False
    return at > 0 or not _can_strike(book, encounter, trip, holder, 1, places[1])


@value
class Moment:
    """Where somebody who is ready is first asked, as the index of a place of the way, and with what."""

    at: int
    holder: str
    weapons: tuple[str, ...]


def foreseen(
    book: Book, encounter: Encounter, trip: Trip, places: tuple[Footprint | None, ...]
) -> Iterator[Moment]:
    """Everybody who may cut into the way, as things stand now."""
    for holder in _holders(encounter, Advance(trip)):
        for at, place in enumerate(places):
            if _is_due(book, encounter, trip, holder, at, places):
                arms = _arms(book, _moved_to(encounter, trip, place), trip, holder)
                yield Moment(at, holder.id, tuple(dict.fromkeys(armed.id for armed in arms)))
                break


def first_due(
    book: Book,
    encounter: Encounter,
    step: Advance,
    places: tuple[Footprint | None, ...],
    until: int,
) -> int:
    """The first place beyond the mover's, ``until`` at the latest, where anybody may cut in."""
    holders = tuple(_holders(encounter, replace(step, later=())))
    for at in range(step.index + 1, until if holders else step.index):
        if any(_can_strike(book, encounter, step.trip, holder, at, places[at]) for holder in holders):
            return at
    return until


def _holders(encounter: Encounter, step: Advance) -> Iterator[Combatant]:
    """Who holds an attack ready for somebody who goes this way; nobody cuts into a readied action."""
    trip, now = step.trip, encounter.round
    if now is not None and (now.interrupting is not None or now.current is None):
        return
    side = encounter.combatant(trip.mover).identity.side
    for holder in encounter.combatants:
        held = holder.readied
        if held is None or held.against_charge or holder.id in (*step.waved, *step.later):
            continue
        if holder.id in (trip.actor, trip.mover) or (now is not None and holder.id == now.current):
            continue
        if held.action not in ("attack", *MANOEUVRES) and (held.action != OTHER or held.weapon is None):
            continue
        is_meant = holder.identity.side != side if held.target is None else held.target in _both(trip)
        if is_meant and not any(may_not_attack(holder)):
            yield holder


def _both(trip: Trip) -> tuple[str, str]:
    return trip.actor, trip.mover


def _can_strike(
    book: Book, encounter: Encounter, trip: Trip, holder: Combatant, at: int, place: Footprint | None
) -> bool:
    """Whether the holder could strike were the mover at that place; without a map by the caller's word."""
    if place is None:
        named = (*trip.threatened_by, *trip.meets, *(() if trip.blow is None else (trip.blow.target,)))
        return at == trip.last and holder.id in named and any(_arms(book, encounter, trip, holder))
    return any(_arms(book, _moved_to(encounter, trip, place), trip, holder))


def _moved_to(encounter: Encounter, trip: Trip, place: Footprint | None) -> Encounter:
    if place is None:
        return encounter
    return encounter.with_combatant(replace(encounter.combatant(trip.mover), at=place.at))


def _arms(book: Book, encounter: Encounter, trip: Trip, holder: Combatant) -> Iterator[Armed]:
    """What the holder can strike with as things stand: the weapon that it named, else any in hand."""
    held = holder.readied
    if held is None:
        return
    target = encounter.combatant(_target(trip, holder))
    bare = armed_with(book, holder.sheet, None)
    named = (wield(book, holder.sheet, held.weapon),) if held.weapon is not None else None
    for armed in named or ((bare,) if held.action in MANOEUVRES else tuple(in_hand(book, holder))):
        if armed.is_splash:
            continue
        if (manoeuvre := MANOEUVRES.get(held.action)) is not None:
            if not any(may_not_attempt(book, encounter, _attempt(trip, holder, manoeuvre, armed.id))):
                yield armed
        elif not any(able_to_strike_at(book, encounter, holder, target, armed, Situation())):
            yield armed


def _target(trip: Trip, holder: Combatant) -> str:
    """Whom the blow is meant for: whom the holder named, else whoever acts, on a mount or off it."""
    held = holder.readied
    return trip.actor if held is None or held.target is None else held.target


def _attempt(trip: Trip, holder: Combatant, manoeuvre: BlowManoeuvre, weapon: str) -> Attempt:
    named = None if weapon == BARE else weapon
    return Attempt(holder.id, _target(trip, holder), manoeuvre, named, occasion="readied")


def cut_in(book: Book, encounter: Encounter, step: CutIn) -> Resolution[Result]:
    """Ask who is ready whether this is the moment; the blow falls before the mover goes on (D20-RDY-5).

    By default it is, unless the holder does not see who comes. It may wait for a later place of the way, or
    let all of it pass. From now on its turn comes just before the one that it cut into (D20-RDY-6).
    """
    advance, trip = step.advance, step.advance.trip
    holder = encounter.combatant(step.actor)
    weapons = tuple(dict.fromkeys(armed.id for armed in _arms(book, encounter, trip, holder)))
    if not weapons:
        return StepResult((), (replace(advance, later=(*advance.later, holder.id)),))
    waits = (LATER,) if advance.index < trip.last else ()
    sees = can_see(book, encounter, holder, encounter.combatant(_target(trip, holder)))
    choice = yield from Choose(
        PURPOSE, holder.id, (*weapons, *waits, NO), weapons[0] if sees else NO, rules=RULES
    )
    if choice == NO:
        return StepResult((), (replace(advance, waved=(*advance.waved, holder.id)),))
    asked = replace(advance, later=(*advance.later, holder.id))
    if choice == LATER:
        return StepResult((), (asked,))
    now = encounter.round
    events = (
        ReadyTriggered(holder.id, None if now is None else now.current),
        *spending(holder, "standard", "attack" if holder.readied is None else holder.readied.action),
    )
    return StepResult(events, (*_blow(book, encounter, trip, holder, choice), asked))


def _blow(
    book: Book, encounter: Encounter, trip: Trip, holder: Combatant, weapon: str
) -> tuple[Opportunity | Strike | Attempt, ...]:
    manoeuvre = None if holder.readied is None else MANOEUVRES.get(holder.readied.action)
    if manoeuvre is not None:
        return (_attempt(trip, holder, manoeuvre, weapon),)
    blow = Strike(holder.id, _target(trip, holder), weapon, "readied", rules=RULES)
    return (*exposes_itself(book, encounter, blow, ()), blow)


STEPS: Steps = {CutIn: cut_in}
