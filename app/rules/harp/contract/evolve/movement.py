"""How the events of moving, shooting and gear change the state."""

from typing import assert_never

from app.rules.harp.contract.events.movement import (
    ActionCompleted,
    ActionInterrupted,
    ActionUnderWay,
    Harassed,
    Moved,
    MovementEvent,
    MovePrevented,
    SetOff,
    StoodUp,
    Turned,
    WeaponAimed,
    WeaponDrawn,
    WeaponEmptied,
    WeaponReadied,
)
from app.rules.harp.table.state import Activity, Combatant, Encounter, WeaponState
from app.values import replace


def evolve_movement(encounter: Encounter, event: MovementEvent) -> Encounter:
    """The encounter after an event of moving, shooting or gear."""
    if isinstance(event, Harassed):
        target = encounter.combatant(event.target)
        return encounter.with_combatant(replace(target, harassed=(*target.harassed, event.harassment)))
    return encounter.with_combatant(_changed(encounter.combatant(event.actor), event))


ActorEvent = (
    SetOff | Moved | Turned | MovePrevented | WeaponEmptied | WeaponReadied | WeaponDrawn | WeaponAimed
    | ActionUnderWay | ActionCompleted | ActionInterrupted | StoodUp
)  # fmt: skip


def _changed(actor: Combatant, event: ActorEvent) -> Combatant:
    match event:
        case SetOff(_, pace):
            return _doing(actor, replace(actor.activity, pace=pace))
        case WeaponDrawn(_, weapon):
            return _doing(actor, replace(actor.activity, drawn=(*actor.activity.drawn, weapon)))
        case WeaponAimed(_, weapon):
            return _doing(actor, replace(actor.activity, aimed=weapon))
        case WeaponEmptied(_, weapon, rounds):
            return replace(actor, weapons=(*actor.weapons, WeaponState(weapon, "unloaded", rounds)))
        case WeaponReadied(_, weapon, condition):
            left = tuple(one for one in actor.weapons if (one.weapon, one.condition) != (weapon, condition))
            return replace(actor, weapons=left)
        case ActionUnderWay(_, busy):
            return replace(actor, busy=busy)
        case ActionCompleted() | ActionInterrupted():
            return replace(actor, busy=None)
        case Moved(to=to, facing=facing):
            return replace(actor, at=to or actor.at, facing=facing or actor.facing)
        case Turned(_, facing):
            return replace(actor, facing=facing)
        case StoodUp():
            return replace(actor, conditions=replace(actor.conditions, prone=False))
        case MovePrevented():
            return actor
        case _:
            assert_never(event)


def _doing(actor: Combatant, activity: Activity) -> Combatant:
    return replace(actor, activity=activity)
