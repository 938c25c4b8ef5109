"""What rounds and turns bring about: order, actions spent, effects and conditions that come and go."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import Named, Open, Order, Own, Planner, Those, Who
from app.rules.d20.table.state import Condition, Effect, Place, Readied
from app.values import value

ActionKind: TypeAlias = Literal["standard", "move", "full-round", "swift", "free"]


@value
class RoundStarted:
    """A round begins; 1 when the encounter is started."""

    number: Open[int]
    type: Literal["round_started"] = "round_started"


@value
class EncounterEnded:
    type: Literal["encounter_ended"] = "encounter_ended"


@value
class SurpriseSettled:
    """``aware`` are those who act in the surprise round; nobody when there is none."""

    aware: Those[tuple[str, ...]]
    type: Literal["surprise_settled"] = "surprise_settled"


@value
class InitiativeRolled:
    """The order of the encounter, first to last, with those who had no place in it yet."""

    order: Order[tuple[Place, ...]]
    type: Literal["initiative_rolled"] = "initiative_rolled"


@value
class OrderChanged:
    order: Order[tuple[Place, ...]]
    type: Literal["order_changed"] = "order_changed"


@value
class TurnBegan:
    """``seen`` are those whom the actor has in sight at this moment (S-4)."""

    actor: Who[str]
    seen: Own[tuple[str, ...]] = ()
    type: Literal["turn_began"] = "turn_began"


@value
class TurnResumed:
    """A turn that was delayed, or one that a readied action had interrupted, goes on."""

    actor: Who[str]
    type: Literal["turn_resumed"] = "turn_resumed"


@value
class TurnEnded:
    actor: Who[str]
    type: Literal["turn_ended"] = "turn_ended"


@value
class TurnDelayed:
    """The actor has put off its turn and will say when it acts (D20-RDY-1)."""

    actor: Who[str]
    type: Literal["turn_delayed"] = "turn_delayed"


@value
class ActionSpent:
    """An action of that kind went into a command of type ``action`` (D20-ACT-1).

    A ``strenuous`` one costs the disabled a hit point when it is done (D20-HP-3).
    """

    actor: Who[str]
    kind: Open[ActionKind]
    action: Open[str]
    strenuous: Open[bool] = False
    type: Literal["action_spent"] = "action_spent"


@value
class ActionUsed:
    """The actor does ``what``, in the table's own words (D20-ACT-6)."""

    actor: Who[str]
    what: Own[str]
    type: Literal["action_used"] = "action_used"


@value
class ActionPrevented:
    """The actor was struck down, or held, before it could do what it had spent its action on."""

    actor: Who[str]
    what: Own[str]
    type: Literal["action_prevented"] = "action_prevented"


@value
class ActionReadied:
    actor: Planner[str]
    readied: Own[Readied]
    type: Literal["action_readied"] = "action_readied"


@value
class TurnInterrupted:
    """The actor cuts into the turn under way with the action that it holds ready (D20-RDY-5)."""

    actor: Who[str]
    type: Literal["turn_interrupted"] = "turn_interrupted"


@value
class ReadyTriggered:
    """What the actor held ready is used; its place is from now on just before ``before`` (D20-RDY-6)."""

    actor: Who[str]
    before: Who[str | None]
    type: Literal["ready_triggered"] = "ready_triggered"


@value
class ReadyLost:
    """The actor's own turn came, or it can no longer act, before the trigger did (D20-RDY-4)."""

    actor: Planner[str]
    type: Literal["ready_lost"] = "ready_lost"


@value
class EffectGained:
    target: Who[str]
    effect: Own[Effect]
    type: Literal["effect_gained"] = "effect_gained"


@value
class EffectEnded:
    """Its time is over, it was used up, or somebody ended it."""

    target: Who[str]
    effect: Own[Effect]
    type: Literal["effect_ended"] = "effect_ended"


@value
class ConditionGained:
    target: Who[str]
    condition: Named[Condition]
    type: Literal["condition_gained"] = "condition_gained"


@value
class ConditionEnded:
    target: Who[str]
    condition: Named[Condition]
    type: Literal["condition_ended"] = "condition_ended"


TurnEvent: TypeAlias = (
    ActionPrevented
    | ActionReadied
    | ActionSpent
    | ActionUsed
    | ConditionEnded
    | ConditionGained
    | EffectEnded
    | EffectGained
    | EncounterEnded
    | InitiativeRolled
    | OrderChanged
    | ReadyLost
    | ReadyTriggered
    | RoundStarted
    | SurpriseSettled
    | TurnBegan
    | TurnDelayed
    | TurnEnded
    | TurnInterrupted
    | TurnResumed
)
