"""How damage, healing and a GM's word change the state."""

from app.rules.d20.contract.events import care as events
from app.rules.d20.table.state import Combatant, Condition, Encounter, WeaponState
from app.rules.resolution.changes import On
from app.values import replace


def laid_down(target: Combatant) -> Combatant:
    """The combatant on the ground; a rider stays on its mount."""
    if target.mount is not None or target.has("prone"):
        return target
    return replace(target, conditions=(*target.conditions, Condition("prone")))


def _hit(target: Combatant, event: events.HitPointsLost) -> Combatant:
    left = target.hp - event.points + event.temporary
    return replace(target, hp=left, temporary=target.temporary - event.temporary)


def _healed(target: Combatant, event: events.Healed) -> Combatant:
    return replace(target, hp=target.hp + event.points, nonlethal=target.nonlethal - event.nonlethal)


def _dropping(target: Combatant, event: events.HandsEmptied) -> Combatant:
    dropped = tuple(WeaponState(weapon, "dropped") for weapon in event.weapons)
    return replace(target, weapons=(*target.weapons, *dropped))


on = On[Encounter, Combatant]()
CHANGES = (
    on.any(events.CombatantEdited, lambda state, event: state.with_combatant(event.combatant)),
    on.target(events.HitPointsLost, _hit),
    on.target(events.NonlethalTaken, lambda it, event: replace(it, nonlethal=it.nonlethal + event.points)),
    on.target(events.Healed, _healed),
    on.target(events.TemporaryGained, lambda it, event: replace(it, temporary=event.points)),
    on.target(events.FellUnconscious, lambda it, _event: laid_down(it)),
    on.target(events.BeganDying, lambda it, _event: replace(it, stable=False)),
    on.target(events.Stabilised, lambda it, _event: replace(it, stable=True)),
    on.target(events.Died, lambda it, _event: replace(laid_down(it), dead=True, stable=False)),
    on.target(events.Revived, lambda it, _event: replace(it, dead=False)),
    on.target(events.HandsEmptied, _dropping),
    *on.nothing(events.BecameDisabled, events.BecameStaggered, events.CameTo, events.DamageReduced),
    *on.nothing(events.SaveMade),
)
