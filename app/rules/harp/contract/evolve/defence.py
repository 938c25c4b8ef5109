"""How the events of parries, dodges, shields and disengagements change a combatant's guard."""

from typing import assert_never

from app.rules.harp.contract.events.defence import (
    ActionOwed,
    DefenceEvent,
    DisengageBegun,
    Disengaged,
    DisengageSpoiled,
    Dodged,
    ParryFailed,
    ParryHeld,
    ParryTaken,
    ShieldPlanted,
    ShieldTakenUp,
    ShieldUsed,
)
from app.rules.harp.table.guard import Guard, Withdrawal
from app.values import replace


def evolve_guard(guard: Guard, event: DefenceEvent) -> Guard:
    """The guard of the event's actor after ``event``."""
    match event:
        case ParryTaken(_, parries, ob_spent):
            return replace(guard, parries=parries, ob_spent=ob_spent)
        case ParryHeld(_, opponent):
            return _rolled(guard, opponent, holds=True)
        case ParryFailed(_, opponent):
            return _rolled(guard, opponent, holds=False)
        case Dodged(_, bonus, True):
            return replace(guard, instinctive_dodge=bonus)
        case Dodged(_, bonus):
            return replace(guard, dodge=bonus)
        case ActionOwed():
            return replace(guard, owes_action=True)
        case ShieldUsed():
            return replace(guard, shield_uses=guard.shield_uses + 1)
        case ShieldPlanted(_, cover):
            return replace(guard, planted=cover)
        case ShieldTakenUp():
            return replace(guard, planted=None)
        case DisengageBegun(_, opponent):
            return replace(guard, withdrawal=Withdrawal(opponent))
        case DisengageSpoiled() | Disengaged():
            return replace(guard, withdrawal=None)
        case _:
            assert_never(event)


def _rolled(guard: Guard, opponent: str, *, holds: bool) -> Guard:
    return replace(
        guard,
        parries=tuple(
            replace(parry, holds=holds) if parry.opponent == opponent else parry for parry in guard.parries
        ),
    )
