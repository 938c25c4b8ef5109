"""HARP | TdM attack, critical and fumble tables."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from app.rules.common.tables import Names, RangeTable
from app.rules.harp.table.tables_errors import (
    UnknownArmourType,
    UnknownSeverity,
    UnknownSize,
    UnknownTable,
    find,
)
from app.values import replace, value

Severity: TypeAlias = Literal["A", "B", "C", "D", "E"]
Size: TypeAlias = Literal["tiny", "small", "medium", "large", "huge"]
SEVERITIES: tuple[Severity, ...] = ("A", "B", "C", "D", "E")
SIZES: tuple[Size, ...] = ("tiny", "small", "medium", "large", "huge")
ARMOUR_TYPES = range(1, 11)
TABLE_END = 150
"""The last row of every attack table (H-SIZE-1)."""


@value
class Cell:
    """One cell of an attack table: hits and, perhaps, a critical (H-DMG-1)."""

    hits: int
    severity: Severity | None

    @property
    def text(self) -> str:
        """The cell as printed: `12B`, `7`."""
        return f"{self.hits}{self.severity or ''}"


@value
class Reading:
    """What an attack table gave: the row's bounds, the cell, and what the size's cap did.

    `capped_from` is the total before the cap where it was cut, `surplus` what lay over it (H-SIZE-2 b).
    """

    row: tuple[int, int]
    capped_from: int | None
    cell: Cell
    surplus: int


@value(eq=False)
class AttackTable:
    """One printed attack table: totals 1 to 150 by armour types 1 to 10 (H-ATK-1)."""

    id: str
    names: Names
    status: str
    default_critical: str
    size_caps: Mapping[Size, int]
    rows: RangeTable[tuple[Cell, ...]]

    def read(self, total: int, armour_type: int, size: Size, *, ignores_cap: bool = False) -> Reading:
        """The cell of a hit (`total` ≥ 1), cut at the attack size's cap (H-SIZE-1).

        `ignores_cap` is H-SIZE-2 (a): only the table's end, 150, still cuts. Raises `OffTable` for a miss.
        """
        if armour_type not in ARMOUR_TYPES:
            raise UnknownArmourType(armour_type)
        if size not in self.size_caps:
            raise UnknownSize(size)
        cap = TABLE_END if ignores_cap else self.size_caps[size]
        row = self.rows.read(min(total, cap))
        assert row.first is not None
        assert row.last is not None
        surplus = max(0, total - cap)
        return Reading((row.first, row.last), total if surplus else None, row.entry[armour_type - 1], surplus)


@value
class CriticalEffects:
    """The effects of a critical in the chapter's words (H-EFF-…); `death_in_rounds` 0 is at once."""

    hits: int = 0
    shaken: bool = False
    stun_rounds: int = 0
    must_parry_rounds: int = 0
    no_parry_rounds: int = 0
    bleed_per_round: int = 0
    penalty: int = 0
    death_in_rounds: int | None = None


@value
class GearAlternative:
    """What a critical does instead when the victim wears, or lacks, this gear (DH-28, off by default)."""

    gear: Literal["helmet", "shield", "armour"]
    when: Literal["present", "absent"]
    armour_type_from: int | None
    gravity: int
    effects: CriticalEffects

    def applies(self, *, has_helmet: bool, has_shield: bool, armour_type: int) -> bool:
        """Whether this victim's gear is the one that the entry speaks of."""
        worn = {
            "helmet": has_helmet,
            "shield": has_shield,
            "armour": armour_type >= (self.armour_type_from or 1),
        }[self.gear]
        return worn is (self.when == "present")


@value
class CriticalEntry:
    """One cell of a critical table: where it strikes, how grave it is (1 to 5) and what it does."""

    location: str
    gravity: int
    effects: CriticalEffects
    gear: tuple[GearAlternative, ...]

    def with_gear(self, *, has_helmet: bool, has_shield: bool, armour_type: int) -> "CriticalEntry":
        """The entry under DH-28: the first alternative that fits the victim's gear, else itself."""
        for other in self.gear:
            if other.applies(has_helmet=has_helmet, has_shield=has_shield, armour_type=armour_type):
                return replace(self, gravity=other.gravity, effects=other.effects)
        return self


@value(eq=False)
class CriticalTable:
    """One printed critical table: a plain d100 by severities A to E (H-CRT-1, H-CRT-3)."""

    id: str
    names: Names
    status: str
    rows: RangeTable[Mapping[Severity, CriticalEntry]]

    def read(self, roll: int, severity: Severity) -> CriticalEntry:
        """The entry of a d100 `roll`; raises `OffTable` outside 1 to 100."""
        entries = self.rows.read(roll).entry
        if severity not in entries:
            raise UnknownSeverity(severity)
        return entries[severity]


@value
class FumbleEffects:
    """What a fumble does to the one who fumbles (H-ROLL-2, DH-39).

    `lose_action` is the rest of this turn; rounds are own turns; `weapon_lands_m` metres;
    `ob_percent` is the share of the OB with which the nearest ally is attacked.
    """

    lose_action: int = 0
    lose_rounds: int = 0
    shaken: bool = False
    stun_rounds: int = 0
    must_parry_rounds: int = 0
    no_parry_rounds: int = 0
    next_initiative: int = 0
    penalty: int = 0
    self_hits: int = 0
    self_critical: Severity | None = None
    drop_weapon: bool = False
    drop_ammo: bool = False
    recover_rounds: int = 0
    ammo_lost: int = 0
    string_breaks: bool = False
    repair_rounds: int = 0
    weapon_lands_m: int = 0
    weapon_break_check: bool = False
    attack_nearest_ally: bool = False
    ob_percent: int = 0


@value(eq=False)
class FumbleColumn:
    """One column of the fumble table."""

    id: str
    names: Names
    status: str
    rows: RangeTable[FumbleEffects]


@value(eq=False)
class FumbleTable:
    """The combat fumble table: a plain d100 by kind of weapon (H-ROLL-2)."""

    columns: Mapping[str, FumbleColumn]
    column_of_group: Mapping[str, str]
    column_of_attack_table: Mapping[str, str]
    column_of_hands: Mapping[int, str]

    def column_for(self, group: str | None, attack_table: str, hands: int) -> str:
        """The column by weapon group, then by the tables of natural and missile attacks, then by hands."""
        return (
            self.column_of_group.get(group or "")
            or self.column_of_attack_table.get(attack_table)
            or self.column_of_hands[hands]
        )

    def read(self, column: str, roll: int) -> FumbleEffects:
        """The effects of a d100 `roll` in `column`; raises `UnknownTable`, `OffTable`."""
        return find(self.columns, column, UnknownTable).rows.read(roll).entry
