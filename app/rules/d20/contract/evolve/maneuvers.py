"""How the events of combat manoeuvres change the state."""

from typing import assert_never

from app.rules.d20.contract.events.maneuvers import (
    Disarmed,
    Dragged,
    Grappled,
    GrappleEnded,
    GrappleHeld,
    GrappleReversed,
    ManoeuvreEvent,
    ManoeuvreFailed,
    ManoeuvrePrevented,
    Overran,
    Tripped,
    WeaponDamaged,
    WeaponDestroyed,
)
from app.rules.d20.contract.evolve.movement import put, with_weapon
from app.rules.d20.table.state import Combatant, Encounter, WeaponWear
from app.values import replace


def evolve_maneuvers(encounter: Encounter, event: ManoeuvreEvent) -> Encounter:
    """The encounter after an event of a manoeuvre."""
    target = encounter.combatant(event.target)
    match event:
        case Disarmed(weapon=weapon, away=away):
            return encounter.with_combatant(with_weapon(target, weapon, "away" if away else "dropped"))
        case WeaponDamaged(weapon=weapon, points=points):
            return encounter.with_combatant(_worn(target, weapon, points))
        case WeaponDestroyed(weapon=weapon):
            return encounter.with_combatant(with_weapon(target, weapon, "broken"))
        case Grappled(actor):
            return _holding(encounter, actor, target.id)
        case GrappleReversed(actor):
            return _holding(_holding(encounter, target.id, None), actor, target.id)
        case GrappleEnded(actor):
            ended = _holding(_holding(encounter, actor, None), target.id, None)
            return _apart(_apart(ended, actor, target.id), target.id, actor)
        case Dragged(to=to):
            return put(encounter, target, to)
        case GrappleHeld() | ManoeuvreFailed() | ManoeuvrePrevented() | Overran() | Tripped():
            return encounter  # what came of it has events of its own
        case _:
            assert_never(event)


def _holding(encounter: Encounter, actor: str, held: str | None) -> Encounter:
    return encounter.with_combatant(replace(encounter.combatant(actor), holds=held))


def _apart(encounter: Encounter, one: str, other: str) -> Encounter:
    """The first no longer grappled nor pinned by the other."""
    combatant = encounter.combatant(one)
    kept = tuple(
        it
        for it in combatant.conditions
        if it.id not in ("grappled", "pinned") or it.source not in (None, other)
    )
    return encounter.with_combatant(replace(combatant, conditions=kept))


def _worn(target: Combatant, weapon: str, points: int) -> Combatant:
    others = tuple(one for one in target.wear if one.weapon != weapon)
    return replace(target, wear=(*others, WeaponWear(weapon, target.wear_of(weapon) + points)))
