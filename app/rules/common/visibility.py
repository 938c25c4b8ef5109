"""Who may see a field of an event: written at the field, as its type.

`Open[int]` is an ``int`` that everybody at the table may see. A field that declares nothing is an error where
the declarations are read (`services/visibility/event_fields`). The GM and whoever controls a combatant see
all of it; what is declared here is for the others. An event is about its ``target``, or else its ``actor``.
"""

from typing import Annotated, Literal, TypeAlias, TypeVar

T = TypeVar("T")

Visibility: TypeAlias = Literal[
    "who", "planner", "plan", "open", "position", "hit_points", "own", "those", "order", "combatant", "named"
]

Who: TypeAlias = Annotated[T, "who"]
"""The id of a combatant, or None. Nobody is told of an event in which a hidden combatant takes part."""
Planner: TypeAlias = Annotated[T, "planner"]
"""The same, of what it plans: the event is told only of combatants of which everything is disclosed."""
Plan: TypeAlias = Annotated[T, "plan"]
"""What is planned itself, with the id of its ``combatant``: told like that."""
Open: TypeAlias = Annotated[T, "open"]
"""Seen by everybody at the table."""
Position: TypeAlias = Annotated[T, "position"]
"""Where a combatant is or goes: not told while it is invisible."""
HitPoints: TypeAlias = Annotated[T, "hit_points"]
"""What it loses or regains: told where its hit points are disclosed, as figures or as damage taken."""
Own: TypeAlias = Annotated[T, "own"]
"""Told of combatants of which everything is disclosed."""
Those: TypeAlias = Annotated[T, "those"]
"""Ids of combatants, of whom the hidden are left out."""
Order: TypeAlias = Annotated[T, "order"]
"""The order of a round, without the hidden and without initiatives that are not disclosed."""
Whole: TypeAlias = Annotated[T, "combatant"]
"""A whole combatant, seen as it is seen in the encounter."""
Named: TypeAlias = Annotated[T, "named"]
"""Something of which only the ``id`` is told."""
