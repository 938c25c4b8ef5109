"""How damage, healing and a GM's word change the state."""

from typing import assert_never

from app.rules.d20.contract.events.care import (
    BecameDisabled,
    BecameStaggered,
    BeganDying,
    CameTo,
    CareEvent,
    CombatantEdited,
    DamageReduced,
    Died,
    FellUnconscious,
    HandsEmptied,
    Healed,
    HitPointsLost,
    NonlethalTaken,
    Revived,
    SaveMade,
    Stabilised,
    TemporaryGained,
)
from app.rules.d20.table.state import Combatant, Condition, Encounter, WeaponState
from app.values import replace


def evolve_care(encounter: Encounter, event: CareEvent) -> Encounter:
    """The encounter after an event of damage, healing or the GM's word."""
    if isinstance(event, CombatantEdited):
        return encounter.with_combatant(event.combatant)
    target = encounter.combatant(event.target)
    changed = _changed(target, event)
    return encounter if changed is target else encounter.with_combatant(changed)


def _changed(target: Combatant, event: CareEvent) -> Combatant:
    match event:
        case (
            BecameDisabled() | BecameStaggered() | CameTo() | CombatantEdited() | DamageReduced() | SaveMade()
        ):
            return target
        case HitPointsLost(_, points, temporary):
            return replace(target, hp=target.hp - points + temporary, temporary=target.temporary - temporary)
        case NonlethalTaken(_, points):
            return replace(target, nonlethal=target.nonlethal + points)
        case Healed(_, points, nonlethal):
            return replace(target, hp=target.hp + points, nonlethal=target.nonlethal - nonlethal)
        case TemporaryGained(_, points):
            return replace(target, temporary=points)
        case FellUnconscious():
            return laid_down(target)
        case BeganDying():
            return replace(target, stable=False)
        case Stabilised():
            return replace(target, stable=True)
        case Died():
            return replace(laid_down(target), dead=True, stable=False)
        case Revived():
            return replace(target, dead=False)
        case HandsEmptied(_, weapons):
            dropped = tuple(WeaponState(weapon, "dropped") for weapon in weapons)
            return replace(target, weapons=(*target.weapons, *dropped))
        case _:
            assert_never(event)


def laid_down(target: Combatant) -> Combatant:
    """The combatant on the ground; a rider stays on its mount."""
    if target.mount is not None or target.has("prone"):
        return target
    return replace(target, conditions=(*target.conditions, Condition("prone")))
