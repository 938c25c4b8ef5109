"""From a table pack (a plain document, one member for each printed table) to checked `HarpTables`."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeVar

from app.rules.common.tables import (
    PACK_MEMBERS,
    InvalidPack,
    Names,
    Place,
    RangeTable,
    Record,
    Row,
    attempt,
    by_language,
    decode,
    each,
    only,
)
from app.rules.harp.table.tables import (
    SEVERITIES,
    SIZES,
    ActionDuration,
    Armour,
    AttackTable,
    Cell,
    Cover,
    CriticalEffects,
    CriticalEntry,
    CriticalPhrase,
    CriticalTable,
    Difficulty,
    FumbleColumn,
    FumbleEffects,
    FumbleTable,
    GearAlternative,
    HarpTables,
    InitiativeModifier,
    Location,
    LocationForms,
    ManoeuvreResult,
    ManoeuvreTable,
    PositionalBonus,
    RangePenalties,
    RangePenalty,
    Severity,
    Shield,
    Surrounding,
    UnclassifiedWeapon,
    Weapon,
    WeaponGroup,
)
from app.rules.harp.table.tables_checks import check_tables
from app.values import value

T = TypeVar("T")
Key = TypeVar("Key", str, int)

MEMBERS = (
    "pack",
    "attack",
    "critical",
    "fumbles",
    "weapon_groups",
    "weapons",
    "weapons_unclassified",
    "armours",
    "shields",
    "positional",
    "cover",
    "surroundings",
    "initiative",
    "range_penalties",
    "manoeuvres",
    "action_durations",
    "locations",
    "critical_texts",
)
"""The members of a pack's document: one for each printed table or folder of tables. A pack may do without
`surroundings`, as packs before 1.1.0 did."""


def build_tables(document: Mapping[str, object]) -> HarpTables:
    """The tables of a pack. Raises `InvalidPack` with every problem found, each with its path.

    Shapes and types are checked first; whether the tables cover their dice and name one another rightly
    is checked when all of it could be read.
    """
    root = Place(document, "")
    for name in document.keys() - set(MEMBERS):
        root.note("is not a table of this ruleset", name)
    tables = _read(root)
    if tables is not None:
        check_tables(tables, root)
    if root.problems or tables is None:
        raise InvalidPack(root.problems)
    return tables


def _read(root: Place) -> HarpTables | None:
    """Every readable part of the document; `None` when something could not be read."""
    pack = attempt(_pack, root)
    fumbles = attempt(_fumbles, root)
    manoeuvres = attempt(_manoeuvres, root)
    difficulties = attempt(lambda: _records(root.member("manoeuvres"), "difficulties", Difficulty))
    attack = _by_file(root, "attack", _attack_table)
    critical = _by_file(root, "critical", _critical_table)
    groups = _records(root, "weapon_groups", WeaponGroup)
    weapons = _records(root, "weapons", Weapon)
    unclassified = _list(root, "weapons_unclassified", UnclassifiedWeapon)
    armours = _keyed(root, "armours", Armour, lambda armour: armour.armour_type)
    shields = _records(root, "shields", Shield)
    positional = _records(root, "positional", PositionalBonus)
    covers = _records(root, "cover", Cover)
    surroundings: Mapping[str, Surrounding] = {}
    if "surroundings" in root.mapping():
        surroundings = _records(root, "surroundings", Surrounding)
    initiative = _records(root, "initiative", InitiativeModifier)
    durations = _records(root, "action_durations", ActionDuration)
    locations = _by_key(root, "locations", _location, lambda location: location.id)
    phrases = _by_file(root, "critical_texts", lambda place: tuple(_decoded(place, CriticalPhrase)))
    if root.problems or not (pack and fumbles and manoeuvres and difficulties):
        return None
    return HarpTables(
        pack=pack[0],
        version=pack[1],
        attack_tables=attack,
        critical_tables=critical,
        fumbles=fumbles,
        weapon_groups=groups,
        weapons=weapons,
        unclassified_weapons=tuple(unclassified),
        armours=armours,
        shields=shields,
        positional=positional,
        covers=covers,
        surroundings=surroundings,
        initiative=initiative,
        ranges=RangePenalties(tuple(_list(root, "range_penalties", RangePenalty))),
        difficulties=difficulties,
        manoeuvres=manoeuvres,
        action_durations=durations,
        locations=locations,
        critical_phrases=phrases,
    )


def _pack(root: Place) -> tuple[str, str]:
    place = root.member("pack")
    only(place, *PACK_MEMBERS)
    if place.member("ruleset").value != "harp-tdm":
        place.note("must be harp-tdm", "ruleset")
    for name in ("title", "licence", "status"):
        _ = place.member(name).text()
    for status in place.member("statuses").mapping().values():
        _ = status.text()
    return place.member("id").text(), place.member("version").text()


def _decoded(place: Place, make: type[Record]) -> list[Record]:
    return each(place, lambda item: decode(make, item))


def _list(root: Place, name: str, make: type[Record]) -> list[Record]:
    """The readable records of a member that is a list."""
    return attempt(lambda: _decoded(root.member(name), make)) or []


def _keyed(root: Place, name: str, make: type[Record], key: Callable[[Record], Key]) -> Mapping[Key, Record]:
    return _by_key(root, name, lambda place: decode(make, place), key)


def _by_key(root: Place, name: str, read: Callable[[Place], T], key: Callable[[T], Key]) -> Mapping[Key, T]:
    """The readable items of a member that is a list, none of them twice."""
    records: dict[Key, T] = {}
    for record in attempt(lambda: each(root.member(name), read)) or []:
        if key(record) in records:
            root.note(f"has “{key(record)}” twice", name)
        records[key(record)] = record
    return records


def _records(root: Place, name: str, make: type[Record]) -> Mapping[str, Record]:
    """A list of records by their `id`."""
    return _keyed(root, name, make, lambda record: str(getattr(record, "id")))  # noqa: B009


def _by_file(root: Place, name: str, read: Callable[[Place], T]) -> Mapping[str, T]:
    """The tables of a folder: an object whose members are the tables, by id."""
    members = attempt(lambda: root.member(name).mapping()) or {}
    readable = {key: attempt(read, place) for key, place in members.items()}
    return {key: table for key, table in readable.items() if table is not None}


def _heading(place: Place) -> tuple[str, Names, str]:
    """A table's id (which must be the name of its file), its names and its status."""
    wanted = place.member("id").text()
    if not place.path.endswith(f"/{wanted}"):
        place.note(f"is “{wanted}” in a file of another name", "id")
    return wanted, by_language(place.member("names"), Place.text), place.member("status").text()


def _attack_table(place: Place) -> AttackTable:
    only(place, "id", "names", "status", "default_critical", "size_caps", "rows")
    caps = place.member("size_caps")
    only(caps, *SIZES)
    return AttackTable(
        *_heading(place),
        default_critical=place.member("default_critical").text(),
        size_caps={size: caps.member(size).number() for size in SIZES},
        rows=RangeTable(tuple(each(place.member("rows"), _attack_row))),
    )


def _attack_row(place: Place) -> Row[tuple[Cell, ...]]:
    only(place, "from", "to", "cells")
    cells = tuple(_cell(cell) for cell in place.member("cells").items())
    if len(cells) != 10:
        place.note(f"has {len(cells)} columns and not one for each of the ten armour types", "cells")
    return Row(place.member("from").number(), place.member("to").number(), cells)


def _cell(place: Place) -> Cell:
    text = place.text()
    severity: Severity | None = next((letter for letter in SEVERITIES if text.endswith(letter)), None)
    digits = text.removesuffix(severity or "")
    if not (digits.isascii() and digits.isdecimal()) or digits.startswith("0"):
        raise place.refuse(f"“{text}” is not hits (1 or more) and perhaps a severity A to E")
    return Cell(int(digits), severity)


def _location(place: Place) -> Location:
    """A place of the body; every member but `id` and `status` is a language."""
    forms = by_language(place, lambda member: decode(LocationForms, member), "id", "status")
    return Location(place.member("id").text(), forms, place.member("status").text())


def _critical_table(place: Place) -> CriticalTable:
    only(place, "id", "names", "status", "rows")
    return CriticalTable(*_heading(place), rows=RangeTable(tuple(each(place.member("rows"), _critical_row))))


def _critical_row(place: Place) -> Row[Mapping[Severity, CriticalEntry]]:
    only(place, "from", "to", "location", "entries")
    location = place.member("location").text()
    entries = place.member("entries")
    only(entries, *SEVERITIES)
    return Row(
        place.member("from").number(),
        place.member("to").number(),
        {severity: _critical_entry(entries.member(severity), location) for severity in SEVERITIES},
    )


def _critical_entry(place: Place, location: str) -> CriticalEntry:
    only(place, "gravity", "effects", "gear")
    return CriticalEntry(
        location=location,
        gravity=place.member("gravity").number(),
        effects=decode(CriticalEffects, place.member("effects")),
        gear=tuple(_decoded(place.member("gear"), GearAlternative)),
    )


@value
class _FumbleRow:
    first: int = field(metadata={"key": "from"})
    last: int = field(metadata={"key": "to"})
    effects: FumbleEffects


@value
class _FumbleColumn:
    id: str
    names: Names
    status: str
    rows: tuple[_FumbleRow, ...]


def _fumbles(root: Place) -> FumbleTable:
    place = root.member("fumbles")
    only(place, "columns", "column_of_group", "column_of_attack_table", "column_of_hands")
    columns = _keyed(place, "columns", _FumbleColumn, lambda column: column.id)
    hands = _columns(place, "column_of_hands")
    if set(hands) != {"0", "1", "2"}:
        place.note("must name a column for 0, 1 and 2 hands", "column_of_hands")
    return FumbleTable(
        columns={key: _fumble_column(column) for key, column in columns.items()},
        column_of_group=_columns(place, "column_of_group"),
        column_of_attack_table=_columns(place, "column_of_attack_table"),
        column_of_hands={number: hands[str(number)] for number in range(3) if str(number) in hands},
    )


def _fumble_column(column: _FumbleColumn) -> FumbleColumn:
    rows = tuple(Row(row.first, row.last, row.effects) for row in column.rows)
    return FumbleColumn(column.id, column.names, column.status, RangeTable(rows))


def _columns(place: Place, name: str) -> Mapping[str, str]:
    return {key: column.text() for key, column in place.member(name).mapping().items()}


def _manoeuvres(root: Place) -> ManoeuvreTable:
    place = root.member("manoeuvres")
    only(place, "difficulties", "rows")
    rows = _list(place, "rows", ManoeuvreResult)
    return ManoeuvreTable(RangeTable(tuple(Row(row.first, row.last, row) for row in rows)))
