"""How the events of a blow, and of what it does to whoever it hits, change the state."""

from typing import Literal

from app.rules.harp.contract.events import event as events
from app.rules.harp.contract.evolve.care import freed, laid_down
from app.rules.harp.table.state import Combatant, Encounter, WeaponState, Wound
from app.rules.resolution.changes import On
from app.values import replace


def _struck(
    actor: Combatant, event: events.AttackFumbled | events.AttackMissed | events.AttackHit
) -> Combatant:
    return replace(actor, guard=actor.guard.having_struck_with(event.weapon))


def _wounded(target: Combatant, event: events.Wounded) -> Combatant:
    return replace(target, wounds=(*target.wounds, Wound(event.bleed_per_round, event.penalty)))


def _struck_dead(target: Combatant, event: events.StruckDead) -> Combatant:
    """Of two deaths the sooner."""
    left = target.dying_in
    return replace(laid_down(target), dying_in=event.rounds if left is None else min(left, event.rounds))


def _lost(target: Combatant, event: events.WeaponLost) -> Combatant:
    lost = WeaponState(event.weapon, event.condition, event.rounds)
    return replace(target, weapons=(*target.weapons, lost))


def _under(target: Combatant, **changes: object) -> Combatant:
    return replace(target, conditions=replace(target.conditions, **changes))


def _suffering(
    encounter: Encounter, who: str, effect: Literal["stunned", "must_parry", "no_parry"], rounds: int
) -> Encounter:
    """Under the effect for ``rounds``: a second one adds up, or the longest counts (DH-2).

    Where the new one takes the old one's place it counts from the next own turn (DH-52).
    """
    target, stacking = encounter.combatant(who), encounter.options.effect_stacking
    left: int = getattr(target.conditions, effect)
    if stacking == "longest" and rounds >= left:
        target = freed(target, **{effect: 0})
    total = left + rounds if stacking == "add" else max(left, rounds)
    return encounter.with_combatant(_under(target, **{effect: total}))


on = On[Encounter, Combatant]()
CHANGES = (
    on.actor(events.AttackFumbled, _struck),
    on.actor(events.AttackMissed, _struck),
    on.actor(events.AttackHit, _struck),
    on.target(events.HitsTaken, lambda it, event: replace(it, hits=it.hits - event.hits)),
    on.target(events.FellUnconscious, lambda it, _event: laid_down(it)),
    on.target(events.Wounded, _wounded),
    on.target(events.StruckDead, _struck_dead),
    on.any(events.Stunned, lambda it, event: _suffering(it, event.target, "stunned", event.rounds)),
    on.any(events.MustParry, lambda it, event: _suffering(it, event.target, "must_parry", event.rounds)),
    on.any(events.NoParry, lambda it, event: _suffering(it, event.target, "no_parry", event.rounds)),
    on.target(events.StunEnded, lambda it, _event: freed(it, stunned=0)),
    on.target(events.Shaken, lambda it, _event: _under(it, shaken=True)),
    on.target(events.TurnsLost, lambda it, ev: _under(it, lost_turns=it.conditions.lost_turns + ev.turns)),
    on.target(
        events.InitiativeChanged,
        lambda it, event: _under(it, initiative=it.conditions.initiative + event.modifier),
    ),
    on.target(events.WeaponLost, _lost),
    *on.nothing(events.AttackPrevented, events.CriticalSuffered, events.StunHeld, events.WeaponHeld),
    *on.nothing(events.AmmunitionLost),
)
