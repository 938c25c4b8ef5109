"""What each ruleset tells of its events. A plain dict, as the rulesets themselves."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.narration import d20, harp
from app.narration.catalogue import Message
from app.rules.common.errors import Scalar

Teller: TypeAlias = Callable[[Any, Mapping[str, str], Any, Mapping[str, Scalar]], Message]
"""Of an event, the combatants' names, the tables and the facts of the roll that led to the event.

Any: every ruleset has events and tables of its own.
"""

TELLERS: dict[str, Teller] = {
    "harp-tdm": harp.message_of,
    "dnd35": d20.message_of,
    "pf1": d20.message_of,
}
