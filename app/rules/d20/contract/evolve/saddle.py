"""How the events of riders change the state."""

from app.rules.d20.contract.events import saddle as events
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.changes import On
from app.values import replace


def _ridden(encounter: Encounter, event: events.RideSucceeded | events.RideFailed) -> Encounter:
    if encounter.round is None:
        return encounter  # without rounds no turn begins that would end it
    actor = encounter.combatant(event.actor)
    turn = replace(actor.turn, rides=(*actor.turn.rides, event.task))
    return encounter.with_combatant(replace(actor, turn=turn))


def _fought(encounter: Encounter, event: events.FoughtFromSaddle) -> Encounter:
    if encounter.round is None:
        return encounter
    actor = encounter.combatant(event.actor)
    turn = replace(actor.turn, from_saddle=(*actor.turn.from_saddle, event.how))
    return encounter.with_combatant(replace(actor, turn=turn))


on = On[Encounter, Combatant]()
CHANGES = (
    on.any(events.RideSucceeded, _ridden),
    on.any(events.RideFailed, lambda state, event: _ridden(state, event) if event.task == "guard" else state),
    on.any(events.FoughtFromSaddle, _fought),
    on.actor(events.FellFromSaddle, lambda it, event: replace(it, mount=None, at=event.to)),
    *on.nothing(events.SpellLost, events.StayedInSaddle),
)
