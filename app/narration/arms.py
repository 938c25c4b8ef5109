"""Names of the weapons on sheets: their own, or else their model's.

Their ids are for commands, not for the table.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol, TypeAlias

from app.narration.catalogue import Named, OwnName, Weapons
from app.rules.common.tables import spoken_id


class Armed(Protocol):
    """A weapon on a sheet, whatever the game."""

    @property
    def id(self) -> str: ...
    @property
    def model(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def called(self) -> str: ...


Arms: TypeAlias = Mapping[str, Mapping[str, str]]
"""By combatant and by the weapon's id on its sheet: the weapon's own name, its model, or its id."""
NO_ARMS: Arms = MappingProxyType({})


def spoken_arms(weapons: Iterable[Armed]) -> dict[str, str]:
    """The name, model or id by which each weapon of a sheet is called, by its id."""
    return {weapon.id: weapon.called for weapon in weapons}


def weapon_of(arms: Arms, weapon: str, *owners: str | None) -> str:
    """What the ``weapon`` is called on the sheet of the first of ``owners`` to have it, else on any sheet."""
    holders = (arms.get(owner, {}) for owner in owners if owner is not None)
    return next((held[weapon] for held in (*holders, *arms.values()) if weapon in held), spoken_id(weapon))


def with_own(tables: Weapons, weapons: Iterable[Armed]) -> Weapons:
    """The weapons of the ``tables``, and before them those of a sheet by the ids that they have there."""
    own: dict[str, Named] = {}
    for one in weapons:
        if one.name:
            own[one.id] = OwnName(one.name)
        elif one.model is not None and one.model in tables:
            own[one.id] = tables[one.model]
    return {**tables, **own}
