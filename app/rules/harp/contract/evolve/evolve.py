"""How each event changes the state: the only place where it changes."""

from collections.abc import Callable
from typing import Any, assert_never, get_args

from app.rules.common.disclosure import CombatantRevealed
from app.rules.harp.contract.events.care import CareEvent
from app.rules.harp.contract.events.defence import ActionOwed, DefenceEvent
from app.rules.harp.contract.events.event import (
    ActionStopped,
    AmmunitionLost,
    AttackFumbled,
    AttackHit,
    AttackMissed,
    AttackPrevented,
    CombatantAdded,
    CombatantRemoved,
    CriticalSuffered,
    Event,
    FellUnconscious,
    HitsTaken,
    InitiativeChanged,
    Intercepted,
    InterceptionSet,
    MustParry,
    NobodySurprised,
    NoParry,
    Shaken,
    StruckDead,
    StunEnded,
    StunHeld,
    Stunned,
    TurnsLost,
    WeaponHeld,
    WeaponLost,
    Wounded,
)
from app.rules.harp.contract.events.movement import (
    MovementEvent,
)
from app.rules.harp.contract.events.skills import SkillEvent
from app.rules.harp.contract.evolve.care import evolve_care, laid_down
from app.rules.harp.contract.evolve.defence import evolve_guard
from app.rules.harp.contract.evolve.movement import evolve_movement
from app.rules.harp.contract.evolve.skills import evolve_skills, spoil_care
from app.rules.harp.contract.evolve.turns import TurnEvent, evolve_turns, without
from app.rules.harp.table.options import Options
from app.rules.harp.table.state import Combatant, Conditions, Encounter, Interception, WeaponState, Wound
from app.values import replace


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``, with the first aid that it spoils."""
    return spoil_care(CHANGES[type(event)](encounter, event), event)


def _added(encounter: Encounter, event: CombatantAdded) -> Encounter:
    return replace(encounter, combatants=(*encounter.combatants, event.combatant))


def _removed(encounter: Encounter, event: CombatantRemoved) -> Encounter:
    return without(encounter, event.target)


def _revealed(encounter: Encounter, event: CombatantRevealed) -> Encounter:
    hidden = encounter.combatant(event.target)
    return encounter.with_combatant(replace(hidden, identity=hidden.identity.revealed()))


def _intercepting(encounter: Encounter, actor: str, interception: Interception | None) -> Encounter:
    return encounter.with_combatant(replace(encounter.combatant(actor), interception=interception))


def _owed(encounter: Encounter, event: ActionOwed) -> Encounter:
    return encounter.with_combatant(_owing(encounter.combatant(event.actor), encounter.options, event))


def _guarded(encounter: Encounter, event: DefenceEvent) -> Encounter:
    actor = encounter.combatant(event.actor)
    return encounter.with_combatant(replace(actor, guard=evolve_guard(actor.guard, event)))


def _struck(encounter: Encounter, event: AttackFumbled | AttackMissed | AttackHit) -> Encounter:
    actor = encounter.combatant(event.actor)
    return encounter.with_combatant(replace(actor, guard=actor.guard.having_struck_with(event.weapon)))


def _hit(encounter: Encounter, event: HitsTaken) -> Encounter:
    target = encounter.combatant(event.target)
    return encounter.with_combatant(replace(target, hits=target.hits - event.hits))


def _wounded(encounter: Encounter, event: Wounded) -> Encounter:
    target, wound = encounter.combatant(event.target), Wound(event.bleed_per_round, event.penalty)
    return encounter.with_combatant(replace(target, wounds=(*target.wounds, wound)))


def _struck_dead(encounter: Encounter, event: StruckDead) -> Encounter:
    target = encounter.combatant(event.target)
    return encounter.with_combatant(
        replace(laid_down(target), dying_in=_sooner(target.dying_in, event.rounds))
    )


def _weapon_lost(encounter: Encounter, event: WeaponLost) -> Encounter:
    target, lost = encounter.combatant(event.target), WeaponState(event.weapon, event.condition, event.rounds)
    return encounter.with_combatant(replace(target, weapons=(*target.weapons, lost)))


def _conditioned(encounter: Encounter, event: "ConditionEvent") -> Encounter:
    return encounter.with_combatant(_under(encounter.combatant(event.target), encounter.options, event))


def _owing(actor: Combatant, options: Options, event: ActionOwed) -> Combatant:
    """The combatant whose coming action is used: with it ends a wait kept from the last round (DH-54)."""
    keeps_waiting = options.dodge_while_waiting == "next_action"
    interception = actor.interception if keeps_waiting else None
    return replace(actor, guard=evolve_guard(actor.guard, event), interception=interception)


ConditionEvent = Stunned | StunEnded | MustParry | NoParry | Shaken | TurnsLost | InitiativeChanged


def _under(target: Combatant, options: Options, event: ConditionEvent) -> Combatant:
    """The combatant under what the event brings or ends, and what counts in the turn under way (DH-52)."""
    under = _conditions(options, target.conditions, event)
    counted = target.activity.began_under
    match event:
        case StunEnded():
            counted = replace(counted, stunned=0)
        case Stunned(_, rounds) if _outlasts(options, rounds, target.conditions.stunned):
            counted = replace(counted, stunned=0)
        case MustParry(_, rounds) if _outlasts(options, rounds, target.conditions.must_parry):
            counted = replace(counted, must_parry=0)
        case NoParry(_, rounds) if _outlasts(options, rounds, target.conditions.no_parry):
            counted = replace(counted, no_parry=0)
        case _:
            pass
    return replace(target, conditions=under, activity=replace(target.activity, began_under=counted))


def _outlasts(options: Options, rounds: int, left: int) -> bool:
    """Whether the new effect takes the old one's place, so that it counts from the next own turn (DH-52)."""
    return options.effect_stacking == "longest" and rounds >= left


def _conditions(options: Options, under: Conditions, event: ConditionEvent) -> Conditions:
    match event:
        case Stunned(_, rounds):
            return replace(under, stunned=_stack(options, under.stunned, rounds))
        case StunEnded():
            return replace(under, stunned=0)
        case MustParry(_, rounds):
            return replace(under, must_parry=_stack(options, under.must_parry, rounds))
        case NoParry(_, rounds):
            return replace(under, no_parry=_stack(options, under.no_parry, rounds))
        case Shaken():
            return replace(under, shaken=True)
        case TurnsLost(_, turns):
            return replace(under, lost_turns=under.lost_turns + turns)
        case InitiativeChanged(_, modifier):
            return replace(under, initiative=under.initiative + modifier)
        case _:
            assert_never(event)


def _stack(options: Options, left: int, rounds: int) -> int:
    """A second stun, must parry or no parry: rounds add up, or the longest counts (DH-2)."""
    return left + rounds if options.effect_stacking == "add" else max(left, rounds)


def _sooner(left: int | None, rounds: int) -> int:
    """Of two deaths the sooner."""
    return rounds if left is None else min(left, rounds)


def _change(encounter: Encounter, target: str, change: Callable[[Combatant], Combatant]) -> Encounter:
    return encounter.with_combatant(change(encounter.combatant(target)))


UNCHANGED = (
    AttackPrevented, CriticalSuffered, StunHeld, WeaponHeld, AmmunitionLost, NobodySurprised, ActionStopped,
)  # fmt: skip
"""Events that tell of something and change nothing."""
CHANGES: dict[Any, Callable[[Encounter, Any], Encounter]] = {
    CombatantAdded: _added,
    CombatantRemoved: _removed,
    CombatantRevealed: _revealed,
    **dict.fromkeys(get_args(TurnEvent), evolve_turns),
    **dict.fromkeys(get_args(CareEvent), evolve_care),
    **dict.fromkeys(get_args(SkillEvent), evolve_skills),
    **dict.fromkeys(get_args(MovementEvent), evolve_movement),
    **dict.fromkeys(get_args(DefenceEvent), _guarded),
    **dict.fromkeys(get_args(ConditionEvent), _conditioned),
    **dict.fromkeys((AttackFumbled, AttackMissed, AttackHit), _struck),
    **dict.fromkeys(UNCHANGED, lambda encounter, _event: encounter),
    InterceptionSet: lambda encounter, event: _intercepting(encounter, event.actor, event.interception),
    Intercepted: lambda encounter, event: _intercepting(encounter, event.actor, None),
    ActionOwed: _owed,
    FellUnconscious: lambda encounter, event: _change(encounter, event.target, laid_down),
    HitsTaken: _hit,
    Wounded: _wounded,
    StruckDead: _struck_dead,
    WeaponLost: _weapon_lost,
}
"""What each event does, by its type. Any: every function takes events of its own topic."""
