"""How the events of combat manoeuvres change the state."""

from dataclasses import replace
from typing import assert_never

from app.rules.d20.events_maneuvers import (
    Disarmed,
    ManoeuvreEvent,
    ManoeuvreFailed,
    ManoeuvrePrevented,
    Overran,
    Tripped,
    WeaponDamaged,
    WeaponDestroyed,
)
from app.rules.d20.evolve_movement import with_weapon
from app.rules.d20.state import Combatant, Encounter, WeaponWear


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
        case ManoeuvreFailed() | ManoeuvrePrevented() | Overran() | Tripped():
            return encounter  # what came of it has events of its own
        case _:
            assert_never(event)


def _worn(target: Combatant, weapon: str, points: int) -> Combatant:
    others = tuple(one for one in target.wear if one.weapon != weapon)
    return replace(target, wear=(*others, WeaponWear(weapon, target.wear_of(weapon) + points)))
