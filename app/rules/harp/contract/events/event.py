"""What can happen in HARP | TdM; events carry outcomes, never faces. Ids are combatant ids."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.common.disclosure import CombatantRevealed
from app.rules.harp.contract.events.care import CareEvent
from app.rules.harp.contract.events.defence import DefenceEvent
from app.rules.harp.contract.events.movement import MovementEvent
from app.rules.harp.contract.events.skills import SkillEvent
from app.rules.harp.table.state import Combatant, Declaration, Interception, Place, WeaponCondition
from app.rules.harp.table.tables_combat import Severity


@dataclass(frozen=True, slots=True)
class CombatantAdded:
    combatant: Combatant
    type: Literal["combatant_added"] = "combatant_added"


@dataclass(frozen=True, slots=True)
class CombatantRemoved:
    target: str
    type: Literal["combatant_removed"] = "combatant_removed"


@dataclass(frozen=True, slots=True)
class AttackFumbled:
    actor: str
    target: str
    weapon: str
    type: Literal["attack_fumbled"] = "attack_fumbled"


@dataclass(frozen=True, slots=True)
class AttackMissed:
    actor: str
    target: str
    weapon: str
    type: Literal["attack_missed"] = "attack_missed"


@dataclass(frozen=True, slots=True)
class AttackHit:
    """``severity`` is None for a hit without a critical."""

    actor: str
    target: str
    weapon: str
    hits: int
    severity: Severity | None
    type: Literal["attack_hit"] = "attack_hit"


@dataclass(frozen=True, slots=True)
class AttackPrevented:
    """A blow that did not fall because its attacker could no longer act."""

    actor: str
    target: str
    weapon: str
    type: Literal["attack_prevented"] = "attack_prevented"


@dataclass(frozen=True, slots=True)
class HitsTaken:
    """``cause`` is attack, critical, fumble or bleeding."""

    target: str
    hits: int
    cause: str
    type: Literal["hits_taken"] = "hits_taken"


@dataclass(frozen=True, slots=True)
class FellUnconscious:
    target: str
    type: Literal["fell_unconscious"] = "fell_unconscious"


@dataclass(frozen=True, slots=True)
class CriticalSuffered:
    """A critical was read; its effects follow as events of their own."""

    target: str
    table: str
    severity: Severity
    additional: bool
    type: Literal["critical_suffered"] = "critical_suffered"


@dataclass(frozen=True, slots=True)
class Wounded:
    """Bleeding (hits a round) and penalty (0 or less) of one critical."""

    target: str
    bleed_per_round: int
    penalty: int
    type: Literal["wounded"] = "wounded"


@dataclass(frozen=True, slots=True)
class Stunned:
    target: str
    rounds: int
    type: Literal["stunned"] = "stunned"


@dataclass(frozen=True, slots=True)
class StunEnded:
    target: str
    type: Literal["stun_ended"] = "stun_ended"


@dataclass(frozen=True, slots=True)
class StunHeld:
    """The resistance roll failed or was not made: the stun stays."""

    target: str
    rounds: int
    type: Literal["stun_held"] = "stun_held"


@dataclass(frozen=True, slots=True)
class MustParry:
    target: str
    rounds: int
    type: Literal["must_parry"] = "must_parry"


@dataclass(frozen=True, slots=True)
class NoParry:
    target: str
    rounds: int
    type: Literal["no_parry"] = "no_parry"


@dataclass(frozen=True, slots=True)
class Shaken:
    target: str
    type: Literal["shaken"] = "shaken"


@dataclass(frozen=True, slots=True)
class StruckDead:
    """``rounds`` until the state becomes "dying"; 0 is at once (H-EFF-DEATH, DH-26)."""

    target: str
    rounds: int
    type: Literal["struck_dead"] = "struck_dead"


@dataclass(frozen=True, slots=True)
class TurnsLost:
    """No action in the next ``turns`` own turns, parrying excepted; 0 is the rest of this turn (DH-39)."""

    target: str
    turns: int
    type: Literal["turns_lost"] = "turns_lost"


@dataclass(frozen=True, slots=True)
class InitiativeChanged:
    """A modifier to the next initiative roll."""

    target: str
    modifier: int
    type: Literal["initiative_changed"] = "initiative_changed"


@dataclass(frozen=True, slots=True)
class WeaponLost:
    """A weapon is dropped (``rounds`` to have it back) or broken."""

    target: str
    weapon: str
    condition: WeaponCondition
    rounds: int = 0
    type: Literal["weapon_lost"] = "weapon_lost"


@dataclass(frozen=True, slots=True)
class WeaponHeld:
    """The weapon that might have broken did not."""

    target: str
    weapon: str
    type: Literal["weapon_held"] = "weapon_held"


@dataclass(frozen=True, slots=True)
class AmmunitionLost:
    target: str
    weapon: str
    count: int
    type: Literal["ammunition_lost"] = "ammunition_lost"


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """The actor has used its action of this round on a command of type ``action`` (H-RND-2)."""

    actor: str
    action: str
    type: Literal["action_taken"] = "action_taken"


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins with its declarations."""

    number: int
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class EncounterEnded:
    type: Literal["encounter_ended"] = "encounter_ended"


@dataclass(frozen=True, slots=True)
class SideSurprised:
    """``side`` has the penalty of surprise in the first round."""

    side: str
    type: Literal["side_surprised"] = "side_surprised"


@dataclass(frozen=True, slots=True)
class NobodySurprised:
    type: Literal["nobody_surprised"] = "nobody_surprised"


@dataclass(frozen=True, slots=True)
class ActionDeclared:
    declaration: Declaration
    type: Literal["action_declared"] = "action_declared"


@dataclass(frozen=True, slots=True)
class InitiativeRolled:
    """The order of the round, first to last."""

    order: tuple[Place, ...]
    type: Literal["initiative_rolled"] = "initiative_rolled"


@dataclass(frozen=True, slots=True)
class OrderChanged:
    order: tuple[Place, ...]
    type: Literal["order_changed"] = "order_changed"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The actor's own turn begins; being shaken ends."""

    actor: str
    type: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True, slots=True)
class TurnResumed:
    """A turn that had begun and was waited with goes on."""

    actor: str
    type: Literal["turn_resumed"] = "turn_resumed"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    actor: str
    type: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True)
class DeathApproached:
    """One round less until "dying"; at 0 it is reached (DH-32)."""

    target: str
    rounds: int
    type: Literal["death_approached"] = "death_approached"


@dataclass(frozen=True, slots=True)
class InterceptionSet:
    """The actor has used its action on lying in wait."""

    actor: str
    interception: Interception
    type: Literal["interception_set"] = "interception_set"


@dataclass(frozen=True, slots=True)
class Intercepted:
    """The interceptor cuts into the action of ``target``; it waits no longer."""

    actor: str
    target: str
    type: Literal["intercepted"] = "intercepted"


@dataclass(frozen=True, slots=True)
class ActionStopped:
    """An action that was cut into is not finished."""

    actor: str
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
