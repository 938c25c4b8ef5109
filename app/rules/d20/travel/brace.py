"""Weapons set against a charge: they strike first, and twice as hard (D20-BRC-01 … D20-BRC-09)."""

from collections.abc import Iterator

from app.rules.common.grid.bands import Band, reaches
from app.rules.common.grid.cells import Footprint
from app.rules.common.grid.sight import has_line
from app.rules.d20.contract.events.movement import ChargeMet
from app.rules.d20.contract.events.turns import ReadyTriggered
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_movement import MeetCharge, Trip
from app.rules.d20.ground.heights import elevation
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.sight import can_see
from app.rules.d20.ground.threat import band_of
from app.rules.d20.table.arms import Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult
from app.values import value

DOUBLING = "set-weapon"
RULES = ("D20-BRC-01", "D-8")


@value
class Setting:
    """A weapon set against charges: who holds it, where it stands and how high, and how far it reaches."""

    holder: str
    weapon: str
    body: Footprint | None
    height: int
    band: Band


def settings(book: Book, encounter: Encounter, trip: Trip) -> tuple[Setting, ...]:
    """The set weapons that this way could run into; none but a charge meets them (D20-BRC-02)."""
    return () if trip.blow is None else tuple(_settings(book, encounter, trip, trip.blow.target))


def _settings(book: Book, encounter: Encounter, trip: Trip, target: str) -> Iterator[Setting]:
    charger = encounter.combatant(trip.actor)
    for holder in encounter.combatants:
        if holder.identity.side == charger.identity.side:
            continue
        if encounter.options.brace_trigger == "own_charger" and holder.id != target:
            continue
        armed = set_weapon(book, holder)
        if armed is not None and not any(may_not_attack(holder)):
            band = band_of(book, encounter, holder, armed)
            height = elevation(book, encounter, holder)
            yield Setting(holder.id, armed.id, space_of(book, encounter, holder), height, band)


def set_weapon(book: Book, holder: Combatant) -> Armed | None:
    """The weapon that it holds set against charges, if it still has it in hand (D20-BRC-05)."""
    held = holder.readied
    if held is None or not held.against_charge or held.weapon is None:
        return None
    if holder.weapon_place(held.weapon) is not None:
        return None
    armed = wield(book, holder.sheet, held.weapon)
    return armed if armed.can_brace else None


def met_at(
    book: Book,
    encounter: Encounter,
    trip: Trip,
    places: tuple[Footprint | None, ...],
    waiting: tuple[Setting, ...],
    at: int,
) -> tuple[Setting, ...]:
    """Those of ``waiting`` whose reach the charger enters with the place ``at`` (D20-BRC-08)."""
    before, now = places[at - 1], places[at]
    if before is None or now is None:
        named = (*trip.meets, *(() if trip.blow is None else (trip.blow.target,)))
        return tuple(setting for setting in waiting if at == trip.last and setting.holder in named)
    return tuple(
        setting
        for setting in waiting
        if _reaches(book, encounter, trip, setting, now)
        and not _reaches(book, encounter, trip, setting, before)
    )


def _reaches(book: Book, encounter: Encounter, trip: Trip, setting: Setting, place: Footprint) -> bool:
    if setting.body is None or encounter.map is None:
        return False
    high = abs(elevation(book, encounter, encounter.combatant(trip.mover), at=place) - setting.height)
    return reaches(setting.band, setting.body, place, high) and has_line(encounter.map, setting.body, place)


def meet_charge(book: Book, encounter: Encounter, step: MeetCharge) -> Resolution[Result]:
    """The set weapon strikes the charger, or its mount, before the charger's own blow (D20-BRC-01).

    Whoever holds it may let the charger come on, as by default those do who do not see it. Its place in the
    order is from now on just before the charger's (D20-BRC-09).
    """
    holder = encounter.combatant(step.actor)
    armed = set_weapon(book, holder)
    charger, mover = encounter.combatant(step.trip.actor), encounter.combatant(step.trip.mover)
    if armed is None or any(may_not_attack(holder)) or charger.dead:
        return StepResult()
    options = ("charger", "mount", "no") if mover.id != charger.id else ("yes", "no")
    default = options[0] if can_see(book, encounter, holder, charger) else "no"
    wanted = yield from Choose("the set weapon", holder.id, options, default, rules=RULES)
    if wanted == "no":
        return StepResult()
    struck = mover if wanted == "mount" else charger
    blow = Strike(
        holder.id, struck.id, armed.id, "set-weapon", doublings=(DOUBLING,), rules=(*RULES, "D20-BRC-06")
    )
    return StepResult(
        (ReadyTriggered(holder.id, charger.id), ChargeMet(holder.id, struck.id, armed.id)), (blow,)
    )


STEPS: Steps = {MeetCharge: meet_charge}
