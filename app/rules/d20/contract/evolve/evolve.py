"""How each event changes the state: the only place where it changes. Each topic has its own events."""

from collections.abc import Callable
from typing import Any, get_args

from app.rules.common.disclosure import CombatantRevealed
from app.rules.d20.contract.events.attack import AttackEvent
from app.rules.d20.contract.events.care import CareEvent
from app.rules.d20.contract.events.event import CombatantAdded, CombatantRemoved, Event
from app.rules.d20.contract.events.maneuvers import ManoeuvreEvent
from app.rules.d20.contract.events.movement import MovementEvent
from app.rules.d20.contract.events.saddle import SaddleEvent
from app.rules.d20.contract.events.splash import SplashEvent, SplashThrown
from app.rules.d20.contract.events.support import SupportEvent
from app.rules.d20.contract.events.turns import TurnEvent
from app.rules.d20.contract.evolve.care import evolve_care
from app.rules.d20.contract.evolve.maneuvers import evolve_maneuvers
from app.rules.d20.contract.evolve.movement import evolve_movement, with_weapon
from app.rules.d20.contract.evolve.saddle import evolve_saddle
from app.rules.d20.contract.evolve.turns import evolve_turns, without
from app.rules.d20.table.state import Encounter
from app.values import replace


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``."""
    return CHANGES[type(event)](encounter, event)


def _added(encounter: Encounter, event: CombatantAdded) -> Encounter:
    return replace(encounter, combatants=(*encounter.combatants, event.combatant))


def _removed(encounter: Encounter, event: CombatantRemoved) -> Encounter:
    return without(encounter, event.target)


def _revealed(encounter: Encounter, event: CombatantRevealed) -> Encounter:
    hidden = encounter.combatant(event.target)
    return encounter.with_combatant(replace(hidden, identity=hidden.identity.revealed()))


def _thrown(encounter: Encounter, event: SplashThrown) -> Encounter:
    actor = encounter.combatant(event.actor)
    return encounter.with_combatant(with_weapon(actor, event.weapon, "broken"))


def _unchanged(encounter: Encounter, _event: AttackEvent | SplashEvent | SupportEvent) -> Encounter:
    """What came of it has events of its own."""
    return encounter


CHANGES: dict[Any, Callable[[Encounter, Any], Encounter]] = {
    CombatantAdded: _added,
    CombatantRemoved: _removed,
    CombatantRevealed: _revealed,
    **dict.fromkeys(get_args(TurnEvent), evolve_turns),
    **dict.fromkeys(get_args(MovementEvent), evolve_movement),
    **dict.fromkeys(get_args(ManoeuvreEvent), evolve_maneuvers),
    **dict.fromkeys(get_args(CareEvent), evolve_care),
    **dict.fromkeys(get_args(SaddleEvent), evolve_saddle),
    **dict.fromkeys(get_args(AttackEvent | SplashEvent | SupportEvent), _unchanged),
    SplashThrown: _thrown,
}
"""What each event does, by its type. Any: every function takes events of its own topic."""
