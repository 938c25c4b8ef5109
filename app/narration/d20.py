"""Which message tells an event of the d20 games."""

from collections.abc import Mapping
from types import MappingProxyType

from app.narration.catalogue import Message
from app.rules.common.errors import Scalar
from app.rules.d20.events import CombatantAdded, Event
from app.rules.d20.tables import D20Tables

NO_FACTS: Mapping[str, Scalar] = MappingProxyType({})
COMBATANTS = frozenset({"actor", "target", "opponent"})


def message_of(
    event: Event,
    names: Mapping[str, str],
    _tables: D20Tables | None = None,
    _facts: Mapping[str, Scalar] = NO_FACTS,
) -> Message:
    """The message of ``event``; ``names`` are the combatants' names by id, ``facts`` those of its roll."""
    told = f"d20.{event.type}"
    if isinstance(event, CombatantAdded):
        return Message(told, {"target": event.combatant.identity.name})
    return Message(told, {"target": names.get(event.target, event.target)})
