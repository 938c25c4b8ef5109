"""How each event changes the state: the only place where it changes."""

from typing import assert_never

from app.rules.common.disclosure import CombatantRevealed
from app.rules.d20.contract.events.attack import AttackHit, AttackMissed, AttackPrevented
from app.rules.d20.contract.events.care import (
    BecameDisabled,
    BecameStaggered,
    BeganDying,
    CameTo,
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
from app.rules.d20.contract.events.event import CombatantAdded, CombatantRemoved, Event
from app.rules.d20.contract.events.maneuvers import (
    Disarmed,
    Dragged,
    Grappled,
    GrappleEnded,
    GrappleHeld,
    GrappleReversed,
    ManoeuvreFailed,
    ManoeuvrePrevented,
    Overran,
    Tripped,
    WeaponDamaged,
    WeaponDestroyed,
)
from app.rules.d20.contract.events.movement import (
    BullRushFailed,
    ChargeBegun,
    ChargeForestalled,
    ChargeMet,
    ChargeStopped,
    Dismounted,
    Mounted,
    Moved,
    MoveStopped,
    OpportunityTaken,
    Pushed,
    StoodUp,
    WeaponDrawn,
    WeaponDropped,
    WeaponSheathed,
)
from app.rules.d20.contract.events.saddle import (
    FellFromSaddle,
    FoughtFromSaddle,
    RideFailed,
    RideSucceeded,
    SpellLost,
    StayedInSaddle,
)
from app.rules.d20.contract.events.splash import (
    LeftUnharmed,
    Splashed,
    SplashLanded,
    SplashPrevented,
    SplashThrown,
)
from app.rules.d20.contract.events.support import AidFailed, AidGiven, Feinted, FeintFailed
from app.rules.d20.contract.events.turns import (
    ActionPrevented,
    ActionReadied,
    ActionSpent,
    ActionUsed,
    ConditionEnded,
    ConditionGained,
    EffectEnded,
    EffectGained,
    EncounterEnded,
    InitiativeRolled,
    OrderChanged,
    ReadyLost,
    ReadyTriggered,
    RoundStarted,
    SurpriseSettled,
    TurnBegan,
    TurnDelayed,
    TurnEnded,
    TurnInterrupted,
    TurnResumed,
)
from app.rules.d20.contract.evolve.care import evolve_care
from app.rules.d20.contract.evolve.maneuvers import evolve_maneuvers
from app.rules.d20.contract.evolve.movement import evolve_movement, with_weapon
from app.rules.d20.contract.evolve.saddle import evolve_saddle
from app.rules.d20.contract.evolve.turns import evolve_turns, without
from app.rules.d20.table.state import Encounter
from app.values import replace


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``."""
    match event:
        case CombatantAdded(combatant):
            return replace(encounter, combatants=(*encounter.combatants, combatant))
        case CombatantRemoved(target):
            return without(encounter, target)
        case CombatantRevealed(target):
            hidden = encounter.combatant(target)
            return encounter.with_combatant(replace(hidden, identity=hidden.identity.revealed()))
        case (
            ActionPrevented() | ActionReadied() | ActionSpent() | ActionUsed() | ConditionEnded()
            | ConditionGained() | EffectEnded() | EffectGained() | EncounterEnded() | InitiativeRolled()
            | OrderChanged() | ReadyLost() | ReadyTriggered() | RoundStarted() | SurpriseSettled()
            | TurnBegan() | TurnDelayed() | TurnEnded() | TurnInterrupted() | TurnResumed()
        ):  # fmt: skip
            return evolve_turns(encounter, event)
        case (
            BullRushFailed() | ChargeBegun() | ChargeForestalled() | ChargeMet() | ChargeStopped()
            | Dismounted() | Mounted() | Moved() | MoveStopped() | OpportunityTaken() | Pushed() | StoodUp()
            | WeaponDrawn() | WeaponDropped() | WeaponSheathed()
        ):  # fmt: skip
            return evolve_movement(encounter, event)
        case (
            Disarmed() | Dragged() | GrappleEnded() | GrappleHeld() | GrappleReversed() | Grappled() |
            ManoeuvreFailed() | ManoeuvrePrevented() | Overran() | Tripped() | WeaponDamaged()
            | WeaponDestroyed()
        ):  # fmt: skip
            return evolve_maneuvers(encounter, event)
        case (
            AidFailed() | AidGiven() | AttackHit() | AttackMissed() | AttackPrevented() | Feinted()
            | FeintFailed()
        ):  # fmt: skip
            return encounter  # what came of it has events of its own
        case SplashThrown(actor, weapon):
            return encounter.with_combatant(with_weapon(encounter.combatant(actor), weapon, "broken"))
        case LeftUnharmed() | Splashed() | SplashLanded() | SplashPrevented():
            return encounter
        case (
            BecameDisabled() | BecameStaggered() | BeganDying() | CameTo() | CombatantEdited()
            | DamageReduced() | Died() | FellUnconscious() | HandsEmptied() | Healed() | HitPointsLost()
            | NonlethalTaken() | Revived() | SaveMade() | Stabilised() | TemporaryGained()
        ):  # fmt: skip
            return evolve_care(encounter, event)
        case (
            FellFromSaddle() | FoughtFromSaddle() | RideFailed() | RideSucceeded() | SpellLost()
            | StayedInSaddle()
        ):  # fmt: skip
            return evolve_saddle(encounter, event)
        case _:
            assert_never(event)
