"""A whole table brought in line, as it is answered."""

from typing import Literal

from app.api.schemas.actions import Change
from app.api.schemas.common import ExternalName, Shape


class SyncedCombatant(Shape):
    """An entry of the list, with the combatant it came to. The id of one that would enter is made up."""

    id: str
    outcome: Literal["added", "changed", "unchanged"]
    external_refs: list[ExternalName]


class SyncResult(Shape):
    """`combatants` are in the order of the list, `removed` are ids of those who left.

    `version` is the encounter's now. Nothing was stored where `action_id` is null: in a `dry_run`, and where
    nothing was to be changed.
    """

    encounter_id: str
    version: int
    mode: Literal["merge", "replace"]
    dry_run: bool
    combatants: list[SyncedCombatant]
    removed: list[str]
    changes: list[Change]
    action_id: str | None
