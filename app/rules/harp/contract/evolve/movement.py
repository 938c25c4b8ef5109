"""How the events of moving, shooting and gear change the state."""

from app.rules.harp.contract.events import movement as events
from app.rules.harp.table.state import Combatant, Encounter, WeaponState
from app.rules.resolution.changes import On
from app.values import replace


def _doing(actor: Combatant, **changes: object) -> Combatant:
    return replace(actor, activity=replace(actor.activity, **changes))


def _emptied(actor: Combatant, event: events.WeaponEmptied) -> Combatant:
    return replace(actor, weapons=(*actor.weapons, WeaponState(event.weapon, "unloaded", event.rounds)))


def _readied(actor: Combatant, event: events.WeaponReadied) -> Combatant:
    ready = event.weapon, event.condition
    return replace(actor, weapons=tuple(it for it in actor.weapons if (it.weapon, it.condition) != ready))


def _moved(actor: Combatant, event: events.Moved) -> Combatant:
    return replace(actor, at=event.to or actor.at, facing=event.facing or actor.facing)


def _standing(actor: Combatant, _event: events.StoodUp) -> Combatant:
    return replace(actor, conditions=replace(actor.conditions, prone=False))


on = On[Encounter, Combatant]()
CHANGES = (
    on.actor(events.SetOff, lambda it, event: _doing(it, pace=event.pace)),
    on.actor(events.Moved, _moved),
    on.actor(events.Turned, lambda it, event: replace(it, facing=event.facing)),
    on.target(events.Harassed, lambda it, event: replace(it, harassed=(*it.harassed, event.harassment))),
    on.actor(events.WeaponDrawn, lambda it, event: _doing(it, drawn=(*it.activity.drawn, event.weapon))),
    on.actor(events.WeaponAimed, lambda it, event: _doing(it, aimed=event.weapon)),
    on.actor(events.WeaponEmptied, _emptied),
    on.actor(events.WeaponReadied, _readied),
    on.actor(events.ActionUnderWay, lambda it, event: replace(it, busy=event.busy)),
    on.actor(events.ActionCompleted, lambda it, _event: replace(it, busy=None)),
    on.actor(events.ActionInterrupted, lambda it, _event: replace(it, busy=None)),
    on.actor(events.StoodUp, _standing),
    *on.nothing(events.MovePrevented),
)
