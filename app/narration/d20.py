"""Which message tells an event of the d20 games."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType

from app.narration.catalogue import Message, say_label
from app.rules.common.errors import Scalar
from app.rules.d20.events import CombatantAdded, Event
from app.rules.d20.events_attack import AttackMissed
from app.rules.d20.events_movement import ChargeStopped, Moved, OpportunityTaken
from app.rules.d20.events_turns import ConditionEnded, ConditionGained, EffectEnded, EffectGained
from app.rules.d20.measures import FEET_PER_SQUARE
from app.rules.d20.tables import D20Tables

NO_FACTS: Mapping[str, Scalar] = MappingProxyType({})
COMBATANTS = frozenset({"actor", "target", "opponent", "mount"})
CATALOGUE_IDS = frozenset({"weapon", "action"})


def message_of(
    event: Event,
    names: Mapping[str, str],
    _tables: D20Tables | None = None,
    _facts: Mapping[str, Scalar] = NO_FACTS,
) -> Message:
    """The message of ``event``; ``names`` are the combatants' names by id, ``facts`` those of its roll."""
    way = _way_of(event)
    return Message(
        f"d20.{event.type}" if way is None else f"d20.{event.type}.{way}", _params_of(event, names)
    )


def _way_of(event: Event) -> str | None:
    """What events of one type are told apart by, where they are told in several ways."""
    match event:
        case Moved():
            return event.gait
        case ChargeStopped():
            return event.cause
        case OpportunityTaken():
            return event.because
        case AttackMissed(concealed=True):
            return "concealed"
        case _:
            return None


def _params_of(event: Event, names: Mapping[str, str]) -> Mapping[str, str | int]:
    match event:
        case CombatantAdded(combatant):
            return {"target": combatant.identity.name}
        case EffectGained(target, effect) | EffectEnded(target, effect):
            return {
                "target": names.get(target, target),
                "effect": say_label(effect.label),
                "value": effect.value,
            }
        case ConditionGained(target, condition) | ConditionEnded(target, condition):
            return {"target": names.get(target, target), "condition": condition.id}
        case _:
            return dict(_plain(event, names))


def _plain(event: Event, names: Mapping[str, str]) -> Iterator[tuple[str, str | int]]:
    """The ids, numbers and words among the fields of an event."""
    for field in fields(event):
        value: object = getattr(event, field.name)
        if field.name == "type" or isinstance(value, bool) or not isinstance(value, str | int):
            continue  # what is or is not so is said by the message's id
        if field.name in COMBATANTS:
            value = names.get(str(value), value)
        elif field.name in CATALOGUE_IDS:
            value = str(value).replace("-", " ").replace("_", " ")
        elif field.name == "squares":
            yield "feet", int(value) * FEET_PER_SQUARE
        yield field.name, value
