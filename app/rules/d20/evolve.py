"""How each event changes the state: the only place where it changes."""

from dataclasses import replace
from typing import assert_never

from app.rules.d20.events import CombatantAdded, CombatantRemoved, Event
from app.rules.d20.state import Encounter


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``."""
    match event:
        case CombatantAdded(combatant):
            return replace(encounter, combatants=(*encounter.combatants, combatant))
        case CombatantRemoved(target):
            left = tuple(one for one in encounter.combatants if one.id != target)
            return replace(encounter, combatants=left)
        case _:
            assert_never(event)
