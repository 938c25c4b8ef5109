"""How the events of riders change the state."""

from typing import assert_never

from app.rules.d20.contract.events.saddle import (
    FellFromSaddle,
    FoughtFromSaddle,
    RideFailed,
    RideSucceeded,
    SaddleEvent,
    SpellLost,
    StayedInSaddle,
)
from app.rules.d20.table.state import Encounter
from app.values import replace


def evolve_saddle(encounter: Encounter, event: SaddleEvent) -> Encounter:
    """The encounter after an event of riders."""
    actor = encounter.combatant(event.actor)
    match event:
        case SpellLost() | StayedInSaddle():
            return encounter
        case RideSucceeded() | RideFailed() | FoughtFromSaddle() if encounter.round is None:
            return encounter  # without rounds no turn begins that would end it
        case RideFailed(_, _, task) if task != "guard":
            return encounter
        case RideSucceeded(_, _, task) | RideFailed(_, _, task):
            turn = replace(actor.turn, rides=(*actor.turn.rides, task))
            return encounter.with_combatant(replace(actor, turn=turn))
        case FoughtFromSaddle(_, how):
            turn = replace(actor.turn, from_saddle=(*actor.turn.from_saddle, how))
            return encounter.with_combatant(replace(actor, turn=turn))
        case FellFromSaddle(to=to):
            return encounter.with_combatant(replace(actor, mount=None, at=to))
        case _:
            assert_never(event)
