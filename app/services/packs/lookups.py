"""Looking into the rule tables: a whole table as it is printed, or what one roll reads in it."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import cast

from app.persistence.packs.pack_files import Document
from app.rules.d20.table.arms import dice_for
from app.rules.d20.table.sizes import SIZES
from app.rules.d20.table.tables import D20Tables
from app.rules.harp.table.tables import HarpTables, Severity, UnknownArmourType
from app.services.base.json_value import Json
from app.services.base.refusals import InvalidQuery, NotFound
from app.services.packs.cache import Shelf

GROUPS = ("attack", "critical")
"""Members of a pack that hold several tables; their tables are called ``attack.bows``, ``critical.slash``."""


class NoSuchTable(NotFound):
    """The pack has no table of that id."""

    code = "unknown_table"


class NoSuchEntry(NotFound):
    """The table is no list of named rows, or has none of that name."""

    code = "unknown_table_entry"


def pack(shelf: Shelf) -> Json:
    """One pack with the ids of its tables."""
    return {**pack_view(shelf), "tables": list(_table_ids(shelf))}


def table(shelf: Shelf, table_id: str) -> Json:
    """A whole table as the pack has it; raises NoSuchTable."""
    group, name = _split(shelf, table_id)
    place = cast(Json, shelf.document[group]) if group else cast(Json, shelf.document)
    return {"id": f"{group}.{name}" if group else name, "pack": pack_view(shelf), "table": place[name]}


def look_up(shelf: Shelf, table_id: str, roll: int, column: str) -> Json:
    """What ``roll`` reads in ``column``: the armour type of an attack table, the severity of a critical
    table, the column of the fumble table. The row of an armour type, with what fitting takes (H-ARM-2), is
    read by the type and has no columns.

    Raises NoSuchTable, InvalidQuery for a table that is not read by a roll, and what the
    tables raise: UnknownArmourType, UnknownSeverity, OffTable.
    """
    group, name = _split(shelf, table_id)
    tables: HarpTables = shelf.tables
    match group, name:
        case "attack", _:
            entry = _attack(tables, name, roll, column)
        case "critical", _:
            entry = asdict(tables.critical_table(name).read(roll, cast(Severity, column)))
        case _, "armours":
            entry = asdict(tables.armour(roll))
        case _, "fumbles":
            entry = {"effects": asdict(tables.fumbles.read(column, roll))}
        case _:
            raise InvalidQuery("«{name}» is a list; no roll is read in it.", name=name)
    return {"table": f"{group}.{name}" if group else name, "roll": roll, "column": column, **entry}


def entry(shelf: Shelf, table_id: str, key: str) -> Json:
    """One row of a table that is a list, by its `id`: a weapon, a suit of armour, the dice of 1d8.

    A weapon of the d20 games comes with its damage for wielders of every size. Raises
    NoSuchTable and NoSuchEntry.
    """
    group, name = _split(shelf, table_id)
    rows: object = None if group else shelf.document[name]
    found = next((row for row in _rows(rows) if _key(row) == key), None)
    if found is None:
        raise NoSuchEntry("The table «{table_id}» has no row «{key}».", table_id=table_id, key=key)
    return {"table": name, "key": key, "row": found, **_of_every_size(shelf.tables, name, key)}


def _rows(table: object) -> list[Json]:
    return cast("list[Json]", table) if isinstance(table, list) else []


def _key(row: Json) -> str:
    """What a row is called: its id, or the dice that it is about."""
    return str(row.get("id", row.get("medium")))


def _of_every_size(tables: object, table: str, key: str) -> Json:
    if not isinstance(tables, D20Tables) or table != "weapons":
        return {}
    weapon = tables.weapon(key)
    return {"damage_by_size": {size: dice_for(tables, weapon, size) for size in SIZES}}


def _attack(tables: HarpTables, name: str, roll: int, column: str) -> Json:
    if not column.isdecimal():
        raise UnknownArmourType(column)
    reading = tables.attack_table(name).read(roll, int(column), "huge")
    first, last = reading.row
    return {
        "row": {"from": first, "to": last},
        "hits": reading.cell.hits,
        "severity": reading.cell.severity,
        "cell": reading.cell.text,
    }


def pack_view(shelf: Shelf) -> Json:
    """A version of a pack without its tables."""
    return described(shelf.document, shelf.tables_hash, is_own=not shelf.is_shipped)


def described(document: Document, tables_hash: str, *, is_own: bool) -> Json:
    """The same of a pack's document; ``is_own``: it is the campaign's, and not everybody's."""
    about = cast(Json, document["pack"])
    return {
        "id": about["id"],
        "version": about["version"],
        "hash": tables_hash,
        "ruleset": about["ruleset"],
        "title": about["title"],
        "licence": about["licence"],
        "is_own": is_own,
    }


def _table_ids(shelf: Shelf) -> Iterator[str]:
    for member, content in shelf.document.items():
        if member in GROUPS:
            yield from (f"{member}.{name}" for name in cast(Json, content))
        elif member != "pack":
            yield member


def _split(shelf: Shelf, table_id: str) -> tuple[str, str]:
    """The group and name of a table; ``bows`` alone is found too, attack tables before critical ones."""
    known = tuple(_table_ids(shelf))
    for wanted in (table_id, *(f"{group}.{table_id}" for group in GROUPS)):
        if wanted in known:
            group, _, name = wanted.rpartition(".")
            return group, name
    raise NoSuchTable("The pack has no table «{table_id}».", table_id=table_id)
