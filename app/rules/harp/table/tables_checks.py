"""Whether a pack of HARP | TdM tables is whole: rows without holes, references that lead somewhere."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from string import Formatter

from app.rules.common.tables import Place, Row, gaps
from app.rules.harp.table.tables import (
    ARMOUR_TYPES,
    SIZES,
    TABLE_END,
    CriticalEffects,
    CriticalEntry,
    HarpTables,
    Weapon,
)

GRAVITIES = range(1, 6)
_PLACEHOLDERS = {"location", "to_location", "of_location", "on_location"}


def check_tables(tables: HarpTables, root: Place) -> None:
    """Note at `root` every problem of tables whose shape is right."""
    _check_attack(tables, root)
    _check_critical(tables, root)
    _check_fumbles(tables, root)
    _check_weapons(tables, root)
    _check_circumstances(tables, root)
    _check_phrases(tables, root)
    statuses = set(root.member("pack").member("statuses").mapping())
    for name, place in root.mapping().items():
        if name != "pack":
            _check_statuses(place, statuses)


def _check_rows(
    root: Place, rows: Sequence[Row[object]], first: int | None, last: int | None, *at: str
) -> None:
    for index, complaint in gaps(rows, first, last):
        root.note(complaint, *at, index)


def _check_reference(root: Place, wanted: str, known: Iterable[str], *at: str | int) -> None:
    if wanted not in known:
        root.note(f"“{wanted}” is not in the pack", *at)


def _check_attack(tables: HarpTables, root: Place) -> None:
    for name, table in tables.attack_tables.items():
        _check_rows(root, table.rows.rows, 1, TABLE_END, "attack", name, "rows")
        _check_reference(
            root, table.default_critical, tables.critical_tables, "attack", name, "default_critical"
        )
        caps = [table.size_caps[size] for size in SIZES]
        if caps != sorted(caps) or caps[0] < 1:
            root.note("the caps must not fall from tiny to huge", "attack", name, "size_caps")
        if table.size_caps["large"] != TABLE_END or table.size_caps["huge"] != TABLE_END:
            # a large attack stops at the table's end (H-SIZE-1); under it, the last rows could not be reached
            root.note(f"large and huge attacks must reach {TABLE_END}", "attack", name, "size_caps")


def _check_critical(tables: HarpTables, root: Place) -> None:
    struck: set[str] = set()
    for name, table in tables.critical_tables.items():
        _check_rows(root, table.rows.rows, 1, 100, "critical", name, "rows")
        for index, row in enumerate(table.rows.rows):
            place = ("critical", name, "rows", index)
            for severity, entry in row.entry.items():
                struck.add(entry.location)
                _check_reference(root, entry.location, tables.locations, *place, "location")
                for complaint in _entry_complaints(entry):
                    root.note(complaint, *place, "entries", severity)
    for location in tables.locations.keys() - struck:
        root.note(f"no critical strikes “{location}”", "locations")


def _entry_complaints(entry: CriticalEntry) -> list[str]:
    complaints: list[str] = []
    outcomes = [(entry.gravity, entry.effects), *((gear.gravity, gear.effects) for gear in entry.gear)]
    for gravity, effects in outcomes:
        if gravity not in GRAVITIES:
            complaints.append(f"gravity {gravity} is not 1 to 5")
        if min(_amounts(effects)) < 0:
            complaints.append("only a penalty may be negative, and it must not be positive")
    for gear in entry.gear:
        if (gear.armour_type_from in ARMOUR_TYPES) is not (gear.gear == "armour"):
            complaints.append("armour, and nothing else, needs armour_type_from, 1 to 10")
    return complaints


def _amounts(effects: CriticalEffects) -> list[int]:
    return [
        effects.hits,
        effects.stun_rounds,
        effects.must_parry_rounds,
        effects.no_parry_rounds,
        effects.bleed_per_round,
        -effects.penalty,
        effects.death_in_rounds or 0,
    ]


def _check_fumbles(tables: HarpTables, root: Place) -> None:
    fumbles = tables.fumbles
    for at, column in enumerate(fumbles.columns.values()):
        _check_rows(root, column.rows.rows, 1, 100, "fumbles", "columns", str(at), "rows")
    for group in fumbles.column_of_group:
        _check_reference(root, group, tables.weapon_groups, "fumbles", "column_of_group", group)
    for table in fumbles.column_of_attack_table:
        _check_reference(root, table, tables.attack_tables, "fumbles", "column_of_attack_table", table)
    named: set[str] = set()
    for member, columns in (
        ("column_of_group", fumbles.column_of_group),
        ("column_of_attack_table", fumbles.column_of_attack_table),
        ("column_of_hands", {str(hands): column for hands, column in fumbles.column_of_hands.items()}),
    ):
        named |= set(columns.values())
        for key, column in columns.items():
            _check_reference(root, column, fumbles.columns, "fumbles", member, key)
    for column in fumbles.columns.keys() - named:
        root.note(f"no weapon leads to the column “{column}”", "fumbles", "columns")


def _check_weapons(tables: HarpTables, root: Place) -> None:
    for at, weapon in enumerate(tables.weapons.values()):
        _check_reference(root, weapon.attack_table, tables.attack_tables, "weapons", at, "attack_table")
        _check_reference(root, weapon.group, tables.weapon_groups, "weapons", at, "group")
        group = tables.weapon_groups.get(weapon.group)
        if group and (group.kind == "missile") is not (weapon.range is not None):
            root.note("missile weapons, and only they, have a range", "weapons", at, "range")
        for complaint in _weapon_complaints(weapon):
            root.note(complaint, "weapons", at)


def _weapon_complaints(weapon: Weapon) -> list[str]:
    complaints: list[str] = []
    if weapon.hands not in range(3):
        complaints.append(f"needs {weapon.hands} hands; 0, 1 or 2 can be")
    if weapon.fumble_range not in range(96):
        complaints.append(f"fumble range {weapon.fumble_range} is not 0 to 95")
    if (weapon.weight_grams_from or 0) > (weapon.weight_grams_to or 0):
        complaints.append("its weights are in the wrong order")
    if (weapon.price_gold_from or 0) > (weapon.price_gold_to or 0):
        complaints.append("its prices are in the wrong order")
    distances = weapon.range
    if distances and not (
        0 < distances.increment <= distances.maximum <= 10 * distances.increment
        and 0 <= distances.point_blank <= distances.maximum
    ):
        complaints.append("its range must be at most ten increments, point-blank range inside it")
    return complaints


def _check_circumstances(tables: HarpTables, root: Place) -> None:
    if set(tables.armours) != set(ARMOUR_TYPES):
        root.note("must be the ten armour types, 1 to 10", "armours")
    for at, modifier in enumerate(tables.initiative.values()):
        if (modifier.rule == "first") is not (modifier.modifier is None):
            root.note("“first”, and no other rule, goes without a modifier", "initiative", at, "modifier")
    if "surroundings" in root.mapping() and not tables.surroundings:
        root.note("must have rows; a pack without surroundings leaves the table out", "surroundings")
    for at, row in enumerate(tables.surroundings.values()):
        for index, spared in enumerate(row.spared):
            _check_reference(root, spared, tables.attack_tables, "surroundings", at, "spared", index)
    rows = tables.ranges.rows
    if [row.increment for row in rows] != list(range(1, 11)):
        root.note("must be the increments 1 to 10", "range_penalties")
    if any(nearer.penalty < farther.penalty for nearer, farther in pairwise(rows)):
        root.note("a penalty must not shrink with the distance", "range_penalties")
    _check_rows(root, tables.manoeuvres.rows.rows, None, None, "manoeuvres", "rows")
    for at, action in enumerate(tables.action_durations.values()):
        if action.rounds_to is not None and not 0 <= action.rounds_from <= action.rounds_to:
            root.note("its rounds are in the wrong order", "action_durations", at)


def _check_phrases(tables: HarpTables, root: Place) -> None:
    for name in tables.critical_tables.keys() ^ tables.critical_phrases.keys():
        root.note("each critical table, and nothing else, has phrases", "critical_texts", name)
    for name, phrases in tables.critical_phrases.items():
        if [phrase.gravity for phrase in phrases] != list(GRAVITIES):
            root.note("must be the gravities 1 to 5 in order", "critical_texts", name)
        for at, phrase in enumerate(phrases):
            for language, text in phrase.text.items():
                for complaint in _phrase_complaints(text):
                    root.note(complaint, "critical_texts", name, at, "text", language)


def _phrase_complaints(text: str) -> list[str]:
    try:
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError as unbalanced:
        return [str(unbalanced)]
    if any(form or conversion for _, _, form, conversion in parts):
        return ["a placeholder is a name alone"]  # a form could make a text of any length
    placeholders = {name for _, name, _, _ in parts if name is not None}
    if not placeholders:
        return ["names no place of the body"]
    return [f"“{{{name}}}” is no placeholder" for name in sorted(placeholders - _PLACEHOLDERS)]


def _check_statuses(place: Place, statuses: set[str]) -> None:
    """Every `status` in the document is one that the pack explains."""
    if isinstance(place.value, list | tuple):
        for item in place.items():
            _check_statuses(item, statuses)
    elif isinstance(place.value, dict):
        for key, member in place.mapping().items():
            if key == "status" and member.value not in statuses:
                member.note(f"“{member.value}” is no status that the pack explains")
            _check_statuses(member, statuses)
