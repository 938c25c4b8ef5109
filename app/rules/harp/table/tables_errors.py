"""What a look-up answers where the pack of HARP | TdM tables has no such entry."""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from app.rules.common.errors import Invalid


class UnknownEntry(Invalid):
    """An id that the pack does not have; `id` is what was asked for."""

    code = "unknown_entry"
    kind: ClassVar[str] = "entry"

    def __init__(self, wanted: str | int) -> None:
        super().__init__(f"The tables have no {self.kind} “{{id}}”.", way="table", id=wanted)


class UnknownTable(UnknownEntry):
    """No attack table, critical table or fumble column of this id."""

    code = "unknown_table"
    kind = "table"


class UnknownWeapon(UnknownEntry):
    """No weapon model of this id."""

    code = "unknown_weapon"
    kind = "weapon"


class UnknownArmourType(UnknownEntry):
    """Armour types are 1 to 10 (H-ARM-1)."""

    code = "unknown_armour_type"
    kind = "armour type"


class UnknownShield(UnknownEntry):
    """No shield of this id."""

    code = "unknown_shield"
    kind = "shield"


class UnknownSize(UnknownEntry):
    """Attack sizes are tiny, small, medium, large and huge (H-SIZE-1)."""

    code = "unknown_attack_size"
    kind = "attack size"


class UnknownSeverity(UnknownEntry):
    """Severities are A to E."""

    code = "unknown_severity"
    kind = "severity"


class UnknownModifier(UnknownEntry):
    """No positional bonus, cover, initiative modifier or difficulty of this id."""

    code = "unknown_modifier"
    kind = "modifier"


class UnknownAction(UnknownEntry):
    """No action duration of this id."""

    code = "unknown_action_duration"
    kind = "action duration"


Key = TypeVar("Key", str, int)
T = TypeVar("T")


def find(entries: Mapping[Key, T], wanted: Key, error: type[UnknownEntry]) -> T:
    """The entry of that id, or the typed error in place of a `KeyError`."""
    try:
        return entries[wanted]
    except KeyError:
        raise error(wanted) from None
