"""How each event changes the state: the only place where it changes."""

from collections.abc import Callable
from typing import assert_never

from app.rules.common.disclosure import CombatantRevealed
from app.rules.harp.contract.events.care import (
    CameTo,
    CombatantEdited,
    EffectEnded,
    FellDown,
    Healed,
    Resisted,
    Revived,
)
from app.rules.harp.contract.events.defence import (
    ActionOwed,
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
from app.rules.harp.contract.events.event import (
    ActionDeclared,
    ActionStopped,
    ActionTaken,
    AmmunitionLost,
    AttackFumbled,
    AttackHit,
    AttackMissed,
    AttackPrevented,
    CombatantAdded,
    CombatantRemoved,
    CriticalSuffered,
    DeathApproached,
    EncounterEnded,
    Event,
    FellUnconscious,
    HitsTaken,
    InitiativeChanged,
    InitiativeRolled,
    Intercepted,
    InterceptionSet,
    MustParry,
    NobodySurprised,
    NoParry,
    OrderChanged,
    RoundStarted,
    Shaken,
    SideSurprised,
    StruckDead,
    StunEnded,
    StunHeld,
    Stunned,
    TurnBegan,
    TurnEnded,
    TurnResumed,
    TurnsLost,
    WeaponHeld,
    WeaponLost,
    Wounded,
)
from app.rules.harp.contract.events.movement import (
    ActionCompleted,
    ActionInterrupted,
    ActionUnderWay,
    Harassed,
    Moved,
    MovePrevented,
    SetOff,
    StoodUp,
    Turned,
    WeaponAimed,
    WeaponDrawn,
    WeaponEmptied,
    WeaponReadied,
)
from app.rules.harp.contract.events.skills import FirstAidGiven, ManoeuvreMade
from app.rules.harp.contract.evolve.care import evolve_care, laid_down
from app.rules.harp.contract.evolve.defence import evolve_guard
from app.rules.harp.contract.evolve.movement import evolve_movement
from app.rules.harp.contract.evolve.skills import evolve_skills, spoil_care
from app.rules.harp.contract.evolve.turns import evolve_turns, without
from app.rules.harp.table.options import Options
from app.rules.harp.table.state import Combatant, Conditions, Encounter, WeaponState, Wound
from app.values import replace


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``, with the first aid that it spoils."""
    return spoil_care(_evolve(encounter, event), event)


def _evolve(encounter: Encounter, event: Event) -> Encounter:
    match event:
        case CombatantAdded(combatant):
            return replace(encounter, combatants=(*encounter.combatants, combatant))
        case CombatantRemoved(target):
            return without(encounter, target)
        case CombatantRevealed(target):
            hidden = encounter.combatant(target)
            return encounter.with_combatant(replace(hidden, identity=hidden.identity.revealed()))
        case (
            ActionDeclared() | ActionTaken() | DeathApproached() | EncounterEnded() | InitiativeRolled()
            | OrderChanged() | RoundStarted() | SideSurprised() | TurnBegan() | TurnEnded() | TurnResumed()
        ):  # fmt: skip
            return evolve_turns(encounter, event)
        case CameTo() | CombatantEdited() | EffectEnded() | FellDown() | Healed() | Resisted() | Revived():
            return evolve_care(encounter, event)
        case ManoeuvreMade() | FirstAidGiven():
            return evolve_skills(encounter, event)
        case InterceptionSet(actor, interception):
            return _change(encounter, actor, lambda it: replace(it, interception=interception))
        case Intercepted(actor):
            return _change(encounter, actor, lambda it: replace(it, interception=None))
        case (
            SetOff() | Moved() | Turned() | MovePrevented() | Harassed() | WeaponEmptied() | WeaponReadied()
            | WeaponDrawn() | WeaponAimed() | ActionUnderWay() | ActionCompleted() | ActionInterrupted()
            | StoodUp()
        ):  # fmt: skip
            return evolve_movement(encounter, event)
        case ActionOwed(actor):
            return _change(encounter, actor, lambda it: _owing(it, encounter.options, event))
        case (
            ParryTaken() | ParryHeld() | ParryFailed() | Dodged() | ShieldUsed()
            | ShieldPlanted() | ShieldTakenUp()
            | DisengageBegun() | DisengageSpoiled() | Disengaged()
        ):  # fmt: skip
            return _change(
                encounter, event.actor, lambda it: replace(it, guard=evolve_guard(it.guard, event))
            )
        case AttackFumbled(actor, _, weapon) | AttackMissed(actor, _, weapon) | AttackHit(actor, _, weapon):
            return _change(
                encounter, actor, lambda it: replace(it, guard=it.guard.having_struck_with(weapon))
            )
        case (
            AttackPrevented()
            | CriticalSuffered()
            | StunHeld()
            | WeaponHeld()
            | AmmunitionLost()
            | NobodySurprised()
            | ActionStopped()
        ):
            return encounter
        case FellUnconscious(target):
            return _change(encounter, target, laid_down)
        case HitsTaken(target, hits):
            return _change(encounter, target, lambda it: replace(it, hits=it.hits - hits))
        case Wounded(target, bleed, penalty):
            wound = Wound(bleed, penalty)
            return _change(encounter, target, lambda it: replace(it, wounds=(*it.wounds, wound)))
        case StruckDead(target, rounds):
            return _change(
                encounter,
                target,
                lambda it: replace(laid_down(it), dying_in=_sooner(it.dying_in, rounds)),
            )
        case WeaponLost(target, weapon, condition, rounds):
            lost = WeaponState(weapon, condition, rounds)
            return _change(encounter, target, lambda it: replace(it, weapons=(*it.weapons, lost)))
        case (
            Stunned(target) | StunEnded(target) | MustParry(target) | NoParry(target)
            | Shaken(target) | TurnsLost(target) | InitiativeChanged(target)
        ):  # fmt: skip
            return _change(
                encounter,
                target,
                lambda it: _under(it, encounter.options, event),
            )
        case _:
            assert_never(event)


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
