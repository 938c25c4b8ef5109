"""What of a combatant and of an event is told in odds."""

from app.rules.d20.contract.events.attack import AttackHit, AttackMissed
from app.rules.d20.contract.events.care import SaveMade
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.movement import ChargeStopped, OpportunityTaken
from app.rules.d20.contract.events.turns import ConditionEnded, ConditionGained, EffectEnded, EffectGained
from app.rules.d20.table.state import Combatant
from app.rules.resolution.chances import Outlook, Standing


def standing_of(combatant: Combatant) -> Standing:
    """Hit points lost, temporary ones given back, and nonlethal damage; its conditions, and how it lies."""
    amounts = (("lost", combatant.sheet.hp - combatant.current_hp), ("nonlethal", combatant.nonlethal))
    return Standing(amounts, frozenset(combatant.states))


def detail_of(event: Event) -> str | None:
    """What tells events of one type apart at the table."""
    match event:
        case AttackHit(critical=True):
            return "critical"
        case AttackMissed(concealed=True):
            return "concealed"
        case ConditionGained() | ConditionEnded():
            return event.condition.id
        case EffectGained() | EffectEnded():
            return event.effect.label
        case SaveMade():
            return "success" if event.success else "failure"
        case OpportunityTaken():
            return event.because
        case ChargeStopped():
            return event.cause
        case _:
            return None


OUTLOOK = Outlook(standing_of, detail_of)
