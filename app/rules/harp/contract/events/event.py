"""What can happen in HARP | TdM; events carry outcomes, never faces. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.disclosure import CombatantRevealed
from app.rules.common.visibility import HitPoints, Open, Order, Own, Plan, Planner, Who, Whole
from app.rules.harp.contract.events.care import CareEvent
from app.rules.harp.contract.events.defence import DefenceEvent
from app.rules.harp.contract.events.movement import MovementEvent
from app.rules.harp.contract.events.skills import SkillEvent
from app.rules.harp.table.state import Combatant, Declaration, Interception, Place, WeaponCondition
from app.rules.harp.table.tables_combat import Severity
from app.values import value


@value
class CombatantAdded:
    combatant: Whole[Combatant]
    type: Literal["combatant_added"] = "combatant_added"


@value
class CombatantRemoved:
    target: Who[str]
    type: Literal["combatant_removed"] = "combatant_removed"


@value
class AttackFumbled:
    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    type: Literal["attack_fumbled"] = "attack_fumbled"


@value
class AttackMissed:
    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    type: Literal["attack_missed"] = "attack_missed"


@value
class AttackHit:
    """``severity`` is None for a hit without a critical."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    hits: HitPoints[int]
    severity: Open[Severity | None]
    type: Literal["attack_hit"] = "attack_hit"


@value
class AttackPrevented:
    """A blow that did not fall because its attacker could no longer act."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    type: Literal["attack_prevented"] = "attack_prevented"


@value
class HitsTaken:
    """``cause`` is attack, critical, fumble or bleeding."""

    target: Who[str]
    hits: HitPoints[int]
    cause: Open[str]
    type: Literal["hits_taken"] = "hits_taken"


@value
class FellUnconscious:
    target: Who[str]
    type: Literal["fell_unconscious"] = "fell_unconscious"


@value
class CriticalSuffered:
    """A critical was read; its effects follow as events of their own."""

    target: Who[str]
    table: Open[str]
    severity: Open[Severity]
    additional: Open[bool]
    type: Literal["critical_suffered"] = "critical_suffered"


@value
class Wounded:
    """Bleeding (hits a round) and penalty (0 or less) of one critical."""

    target: Who[str]
    bleed_per_round: HitPoints[int]
    penalty: HitPoints[int]
    type: Literal["wounded"] = "wounded"


@value
class Stunned:
    target: Who[str]
    rounds: Open[int]
    type: Literal["stunned"] = "stunned"


@value
class StunEnded:
    target: Who[str]
    type: Literal["stun_ended"] = "stun_ended"


@value
class StunHeld:
    """The resistance roll failed or was not made: the stun stays."""

    target: Who[str]
    rounds: Open[int]
    type: Literal["stun_held"] = "stun_held"


@value
class MustParry:
    target: Who[str]
    rounds: Open[int]
    type: Literal["must_parry"] = "must_parry"


@value
class NoParry:
    target: Who[str]
    rounds: Open[int]
    type: Literal["no_parry"] = "no_parry"


@value
class Shaken:
    target: Who[str]
    type: Literal["shaken"] = "shaken"


@value
class StruckDead:
    """``rounds`` until the state becomes "dying"; 0 is at once (H-EFF-DEATH, DH-26)."""

    target: Who[str]
    rounds: HitPoints[int]
    type: Literal["struck_dead"] = "struck_dead"


@value
class TurnsLost:
    """No action in the next ``turns`` own turns, parrying excepted; 0 is the rest of this turn (DH-39)."""

    target: Who[str]
    turns: Open[int]
    type: Literal["turns_lost"] = "turns_lost"


@value
class InitiativeChanged:
    """A modifier to the next initiative roll."""

    target: Who[str]
    modifier: Own[int]
    type: Literal["initiative_changed"] = "initiative_changed"


@value
class WeaponLost:
    """A weapon is dropped (``rounds`` to have it back) or broken."""

    target: Who[str]
    weapon: Open[str]
    condition: Open[WeaponCondition]
    rounds: Open[int] = 0
    type: Literal["weapon_lost"] = "weapon_lost"


@value
class WeaponHeld:
    """The weapon that might have broken did not."""

    target: Who[str]
    weapon: Open[str]
    type: Literal["weapon_held"] = "weapon_held"


@value
class AmmunitionLost:
    target: Who[str]
    weapon: Open[str]
    count: Own[int]
    type: Literal["ammunition_lost"] = "ammunition_lost"


@value
class ActionTaken:
    """The actor has used its action of this round on a command of type ``action`` (H-RND-2)."""

    actor: Who[str]
    action: Open[str]
    type: Literal["action_taken"] = "action_taken"


@value
class RoundStarted:
    """A round begins with its declarations."""

    number: Open[int]
    type: Literal["round_started"] = "round_started"


@value
class EncounterEnded:
    type: Literal["encounter_ended"] = "encounter_ended"


@value
class SideSurprised:
    """``side`` has the penalty of surprise in the first round."""

    side: Open[str]
    type: Literal["side_surprised"] = "side_surprised"


@value
class NobodySurprised:
    type: Literal["nobody_surprised"] = "nobody_surprised"


@value
class ActionDeclared:
    declaration: Plan[Declaration]
    type: Literal["action_declared"] = "action_declared"


@value
class InitiativeRolled:
    """The order of the round, first to last."""

    order: Order[tuple[Place, ...]]
    type: Literal["initiative_rolled"] = "initiative_rolled"


@value
class OrderChanged:
    order: Order[tuple[Place, ...]]
    type: Literal["order_changed"] = "order_changed"


@value
class TurnBegan:
    """The actor's own turn begins; being shaken ends."""

    actor: Who[str]
    type: Literal["turn_began"] = "turn_began"


@value
class TurnResumed:
    """A turn that had begun and was waited with goes on."""

    actor: Who[str]
    type: Literal["turn_resumed"] = "turn_resumed"


@value
class TurnEnded:
    actor: Who[str]
    type: Literal["turn_ended"] = "turn_ended"


@value
class DeathApproached:
    """One round less until "dying"; at 0 it is reached (DH-32)."""

    target: Who[str]
    rounds: HitPoints[int]
    type: Literal["death_approached"] = "death_approached"


@value
class InterceptionSet:
    """The actor has used its action on lying in wait."""

    actor: Planner[str]
    interception: Own[Interception]
    type: Literal["interception_set"] = "interception_set"


@value
class Intercepted:
    """The interceptor cuts into the action of ``target``; it waits no longer."""

    actor: Who[str]
    target: Who[str]
    type: Literal["intercepted"] = "intercepted"


@value
class ActionStopped:
    """An action that was cut into is not finished."""

    actor: Who[str]
    type: Literal["action_stopped"] = "action_stopped"


Event: TypeAlias = (
    CombatantAdded
    | CombatantRemoved
    | CombatantRevealed
    | AttackFumbled
    | AttackMissed
    | AttackHit
    | AttackPrevented
    | HitsTaken
    | FellUnconscious
    | CriticalSuffered
    | Wounded
    | Stunned
    | StunEnded
    | StunHeld
    | MustParry
    | NoParry
    | Shaken
    | StruckDead
    | TurnsLost
    | InitiativeChanged
    | WeaponLost
    | WeaponHeld
    | AmmunitionLost
    | ActionTaken
    | RoundStarted
    | EncounterEnded
    | SideSurprised
    | NobodySurprised
    | ActionDeclared
    | InitiativeRolled
    | OrderChanged
    | TurnBegan
    | TurnResumed
    | TurnEnded
    | DeathApproached
    | DefenceEvent
    | InterceptionSet
    | Intercepted
    | ActionStopped
    | CareEvent
    | SkillEvent
    | MovementEvent
)
