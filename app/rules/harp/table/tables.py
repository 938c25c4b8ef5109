"""The printed tables of HARP | TdM as frozen look-ups.

`tables_build.build_tables` makes a `HarpTables` of a checked pack; nothing here can hold a hole. The parts
live beside this file (`tables_combat`, `tables_equipment`, `tables_circumstances`, `tables_errors`) and are
all imported from here.
"""

from collections.abc import Mapping

from app.rules.harp.table.tables_circumstances import (
    ActionDuration,
    Cover,
    CriticalPhrase,
    Difficulty,
    InitiativeModifier,
    Location,
    LocationForms,
    ManoeuvreResult,
    ManoeuvreTable,
    PositionalBonus,
    Surrounding,
)
from app.rules.harp.table.tables_combat import (
    ARMOUR_TYPES,
    SEVERITIES,
    SIZES,
    TABLE_END,
    AttackTable,
    Cell,
    CriticalEffects,
    CriticalEntry,
    CriticalTable,
    FumbleColumn,
    FumbleEffects,
    FumbleTable,
    GearAlternative,
    Reading,
    Severity,
    Size,
)
from app.rules.harp.table.tables_equipment import (
    Armour,
    RangePenalties,
    RangePenalty,
    Shield,
    UnclassifiedWeapon,
    Weapon,
    WeaponGroup,
    WeaponRange,
)
from app.rules.harp.table.tables_errors import (
    UnknownAction,
    UnknownArmourType,
    UnknownEntry,
    UnknownModifier,
    UnknownSeverity,
    UnknownShield,
    UnknownSize,
    UnknownTable,
    UnknownWeapon,
    find,
)
from app.values import value

__all__ = [
    "ARMOUR_TYPES",
    "SEVERITIES",
    "SIZES",
    "TABLE_END",
    "ActionDuration",
    "Armour",
    "AttackTable",
    "Cell",
    "Cover",
    "CriticalEffects",
    "CriticalEntry",
    "CriticalPhrase",
    "CriticalTable",
    "Difficulty",
    "FumbleColumn",
    "FumbleEffects",
    "FumbleTable",
    "GearAlternative",
    "HarpTables",
    "InitiativeModifier",
    "Location",
    "LocationForms",
    "ManoeuvreResult",
    "ManoeuvreTable",
    "PositionalBonus",
    "RangePenalties",
    "RangePenalty",
    "Reading",
    "Severity",
    "Shield",
    "Size",
    "Surrounding",
    "UnclassifiedWeapon",
    "UnknownAction",
    "UnknownArmourType",
    "UnknownEntry",
    "UnknownModifier",
    "UnknownSeverity",
    "UnknownShield",
    "UnknownSize",
    "UnknownTable",
    "UnknownWeapon",
    "Weapon",
    "WeaponGroup",
    "WeaponRange",
]


@value(eq=False)
class HarpTables:
    """Every table of one pack. The methods raise a typed error for an id that the pack does not have."""

    pack: str
    version: str
    attack_tables: Mapping[str, AttackTable]
    critical_tables: Mapping[str, CriticalTable]
    fumbles: FumbleTable
    weapon_groups: Mapping[str, WeaponGroup]
    weapons: Mapping[str, Weapon]
    unclassified_weapons: tuple[UnclassifiedWeapon, ...]
    armours: Mapping[int, Armour]
    shields: Mapping[str, Shield]
    positional: Mapping[str, PositionalBonus]
    covers: Mapping[str, Cover]
    surroundings: Mapping[str, Surrounding]
    initiative: Mapping[str, InitiativeModifier]
    ranges: RangePenalties
    difficulties: Mapping[str, Difficulty]
    manoeuvres: ManoeuvreTable
    action_durations: Mapping[str, ActionDuration]
    locations: Mapping[str, Location]
    critical_phrases: Mapping[str, tuple[CriticalPhrase, ...]]
    """By critical table, one phrase for each gravity 1 to 5 in order."""

    def attack_table(self, wanted: str) -> AttackTable:
        return find(self.attack_tables, wanted, UnknownTable)

    def critical_table(self, wanted: str) -> CriticalTable:
        return find(self.critical_tables, wanted, UnknownTable)

    def weapon(self, wanted: str) -> Weapon:
        return find(self.weapons, wanted, UnknownWeapon)

    def armour(self, wanted: int) -> Armour:
        return find(self.armours, wanted, UnknownArmourType)

    def shield(self, wanted: str) -> Shield:
        return find(self.shields, wanted, UnknownShield)

    def positional_bonus(self, wanted: str) -> PositionalBonus:
        return find(self.positional, wanted, UnknownModifier)

    def cover(self, wanted: str) -> Cover:
        return find(self.covers, wanted, UnknownModifier)

    def surrounding(self, wanted: str) -> Surrounding:
        return find(self.surroundings, wanted, UnknownModifier)

    def initiative_modifier(self, wanted: str) -> InitiativeModifier:
        return find(self.initiative, wanted, UnknownModifier)

    def difficulty(self, wanted: str) -> Difficulty:
        return find(self.difficulties, wanted, UnknownModifier)

    def action_duration(self, wanted: str) -> ActionDuration:
        return find(self.action_durations, wanted, UnknownAction)
