"""How the events of combat manoeuvres change the state."""

from app.rules.d20.contract.events import maneuvers as events
from app.rules.d20.contract.evolve.movement import put, with_weapon
from app.rules.d20.table.state import Combatant, Encounter, WeaponWear
from app.rules.resolution.changes import On
from app.values import replace


def _disarmed(target: Combatant, event: events.Disarmed) -> Combatant:
    return with_weapon(target, event.weapon, "away" if event.away else "dropped")


def _reversed(encounter: Encounter, event: events.GrappleReversed) -> Encounter:
    return _holding(_holding(encounter, event.target, None), event.actor, event.target)


def _ended(encounter: Encounter, event: events.GrappleEnded) -> Encounter:
    actor, target = event.actor, event.target
    ended = _holding(_holding(encounter, actor, None), target, None)
    return _apart(_apart(ended, actor, target), target, actor)


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


on = On[Encounter, Combatant]()
CHANGES = (
    on.target(events.Disarmed, _disarmed),
    on.target(events.WeaponDamaged, lambda it, event: _worn(it, event.weapon, event.points)),
    on.target(events.WeaponDestroyed, lambda it, event: with_weapon(it, event.weapon, "broken")),
    on.any(events.Grappled, lambda state, event: _holding(state, event.actor, event.target)),
    on.any(events.GrappleReversed, _reversed),
    on.any(events.GrappleEnded, _ended),
    on.any(events.Dragged, lambda state, event: put(state, state.combatant(event.target), event.to)),
    *on.nothing(events.GrappleHeld, events.ManoeuvreFailed, events.ManoeuvrePrevented, events.Overran),
    *on.nothing(events.Tripped),
)
