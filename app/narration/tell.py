"""The messages of each ruleset's events. Plain dicts, as the rulesets themselves."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from app.narration import d20, harp
from app.narration.arms import Arms
from app.narration.catalogue import OF_HARP, Message, Params
from app.rules.common.errors import Scalar
from app.rules.common.tables import Names, spoken_id

Teller: TypeAlias = Callable[[Any, Mapping[str, str], Any, Mapping[str, Scalar], Arms], Message]
"""Of an event, the combatants' names, the tables, the facts of the roll that led to the event, and the arms.

Any: every ruleset has events and tables of its own.
"""


def plainly(event: Any, names: Mapping[str, str], _tables: Any, _facts: Any, _arms: Arms) -> Message:
    """The message named as the event's type, with its fields: for a game that tells nothing otherwise."""
    said = {part.name: getattr(event, part.name) for part in fields(event)}
    if (combatant := said.get("combatant")) is not None:
        said["target"] = combatant.identity.name
    params: dict[str, str | int] = {
        name: names.get(one, one) if isinstance(one, str) else one
        for name, one in said.items()
        if isinstance(one, str | int)
    }
    return Message(event.type, params)


TELLERS: dict[str, Teller] = {
    "harp-tdm": harp.message_of,
    "dnd35": d20.message_of,
    "pf1": d20.message_of,
}
"""Of games that tell their events in a way of their own; all others do it `plainly`."""
COLOURING: Mapping[str, frozenset[str]] = {
    message_id: frozenset(harp.PLACE_AND_GRAVITY) | {"table"}
    for message_id in ("critical_suffered", "critical_suffered.additional")
}
"""By message, the parameters by which words of the table pack follow its sentence."""
COLOURS: dict[str, Callable[[Params, Any], Names | None]] = {"harp-tdm": harp.colour_of}


def spoken_action(ruleset: str, action: str) -> str:
    """The words for an action's id, in messages that all games share."""
    return spoken_id(OF_HARP.get(action, action) if ruleset == "harp-tdm" else action)


def told_before(ruleset: str, message_id: str, params: Params, tables: Any) -> Message:
    """A message made again from its stored id and parameters. Any: the tables are the game's own."""
    colour_of = COLOURS.get(ruleset)
    return Message(message_id, params, None if colour_of is None else colour_of(params, tables))
