"""How each event changes the state: the only place where it changes. Each topic has its own events."""

from app.rules.common.disclosure import CombatantRevealed
from app.rules.harp.contract.events import event as events
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.evolve import blows, care, defence, movement, skills, turns
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.resolution.changes import On
from app.values import replace


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``, with the first aid that it spoils."""
    return skills.spoil_care(CHANGES[type(event)](encounter, event), event)


on = On[Encounter, Combatant]()
ENTRIES = (
    on.any(
        events.CombatantAdded, lambda it, event: replace(it, combatants=(*it.combatants, event.combatant))
    ),
    on.any(events.CombatantRemoved, lambda it, event: turns.without(it, event.target)),
    on.target(CombatantRevealed, lambda it, _event: replace(it, identity=it.identity.revealed())),
    *turns.CHANGES,
    *blows.CHANGES,
    *care.CHANGES,
    *skills.CHANGES,
    *movement.CHANGES,
    *defence.CHANGES,
    on.actor(events.InterceptionSet, lambda it, event: replace(it, interception=event.interception)),
    on.actor(events.Intercepted, lambda it, _event: replace(it, interception=None)),
    *on.nothing(events.NobodySurprised, events.ActionStopped),
)
CHANGES = dict(ENTRIES)
"""What each event does, by its type."""
