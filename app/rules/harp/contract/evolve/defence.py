"""How the events of parries, dodges, shields and disengagements change the state."""

from app.rules.harp.contract.events import defence as events
from app.rules.harp.table.guard import Withdrawal
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.resolution.changes import On
from app.values import replace


def _guarding(actor: Combatant, **changes: object) -> Combatant:
    return replace(actor, guard=replace(actor.guard, **changes))


def _rolled(actor: Combatant, opponent: str, *, holds: bool) -> Combatant:
    parries = (
        replace(parry, holds=holds) if parry.opponent == opponent else parry for parry in actor.guard.parries
    )
    return _guarding(actor, parries=tuple(parries))


def _dodging(actor: Combatant, event: events.Dodged) -> Combatant:
    if event.instinctive:
        return _guarding(actor, instinctive_dodge=event.bonus)
    return _guarding(actor, dodge=event.bonus)


def _owing(encounter: Encounter, event: events.ActionOwed) -> Encounter:
    """The coming action is used: with it ends a wait kept from the last round (DH-54)."""
    actor = _guarding(encounter.combatant(event.actor), owes_action=True)
    if encounter.options.dodge_while_waiting != "next_action":
        actor = replace(actor, interception=None)
    return encounter.with_combatant(actor)


on = On[Encounter, Combatant]()
CHANGES = (
    on.actor(events.ParryTaken, lambda it, ev: _guarding(it, parries=ev.parries, ob_spent=ev.ob_spent)),
    on.actor(events.ParryHeld, lambda it, event: _rolled(it, event.opponent, holds=True)),
    on.actor(events.ParryFailed, lambda it, event: _rolled(it, event.opponent, holds=False)),
    on.actor(events.Dodged, _dodging),
    on.any(events.ActionOwed, _owing),
    on.actor(events.ShieldUsed, lambda it, _event: _guarding(it, shield_uses=it.guard.shield_uses + 1)),
    on.actor(events.ShieldPlanted, lambda it, event: _guarding(it, planted=event.cover)),
    on.actor(events.ShieldTakenUp, lambda it, _event: _guarding(it, planted=None)),
    on.actor(events.DisengageBegun, lambda it, ev: _guarding(it, withdrawal=Withdrawal(ev.opponent))),
    on.actor(events.DisengageSpoiled, lambda it, _event: _guarding(it, withdrawal=None)),
    on.actor(events.Disengaged, lambda it, _event: _guarding(it, withdrawal=None)),
)
