"""Table packs into PostgreSQL and back, exactly as they were."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias, cast

from sqlalchemy import insert, inspect, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncSession

from app.persistence.packs.models import (
    ActionDurationRow,
    ArmourRow,
    AttackCellRow,
    AttackTableRow,
    CriticalEntryRow,
    CriticalTableRow,
    FumbleColumnRow,
    FumbleEntryRow,
    FumbleUseRow,
    LocationRow,
    ManoeuvreRow,
    ModifierRow,
    OfPack,
    PackRow,
    PackTextRow,
    ShieldRow,
    UnclassifiedWeaponRow,
    WeaponGroupRow,
    WeaponRow,
)
from app.persistence.packs.pack_files import Document, document_hash
from app.rules.common.errors import Invalid
from app.rules.common.tables import PACK_MEMBERS

Values: TypeAlias = dict[str, object]
Report: TypeAlias = Callable[[str, int], None]
"""Hears of each table stored: its name and its rows."""

SIZES = ("tiny", "small", "medium", "large", "huge")
LISTS: Mapping[str, type[OfPack]] = {
    "weapon_groups": WeaponGroupRow,
    "weapons": WeaponRow,
    "weapons_unclassified": UnclassifiedWeaponRow,
    "armours": ArmourRow,
    "shields": ShieldRow,
    "action_durations": ActionDurationRow,
    "locations": LocationRow,
}
"""Members of the document that are lists of records with a table of their own."""
WITH_TABLES_OF_ITS_OWN = "harp-tdm"
"""The ruleset whose attack and critical tables have database tables; other packs are lists of records."""
MODIFIERS = ("positional", "cover", "surroundings", "initiative", "range_penalties", "difficulties")
NOT_IN_EVERY_PACK = frozenset({"surroundings"})
"""Members that a pack may lack; one that has them has rows in them."""
FUMBLE_USES = ("column_of_group", "column_of_attack_table", "column_of_hands")


class PackChanged(Invalid):
    """The pack differs from the one that is stored under the same version."""

    code = "pack_changed"


class UnknownPack(Invalid):
    """No pack of this id, or not in this version, is stored."""

    code = "unknown_pack"


def no_report(_table: str, _rows: int) -> None:
    """Whoever does not ask is told nothing."""


async def store_pack(session: AsyncSession, document: Document, report: Report = no_report) -> bool:
    """Store a checked pack; whether it was new. The same pack again changes nothing.

    Raises `PackChanged` when this version is already stored with other figures: encounters that began
    with it must keep it. Two servers may store the same pack at once.
    """
    pack = cast(Values, document["pack"])
    wanted = document_hash(document)
    added = await session.execute(
        postgresql.insert(PackRow).values(**pack, hash=wanted).on_conflict_do_nothing().returning(PackRow.id)
    )
    if added.first() is None:
        stored = await session.get_one(PackRow, (pack["id"], pack["version"]))
        if stored.hash != wanted:
            raise PackChanged(
                f"The pack {stored.id} {stored.version} is stored with other figures. Raise the version.",
                pack=stored.id,
                version=stored.version,
            )
        return False
    for model, rows in _rows(document):
        key = {"pack_id": pack["id"], "pack_version": pack["version"]}
        if rows:
            await session.execute(insert(model), [{**key, **row} for row in rows])
        report(model.__tablename__, len(rows))
    return True


async def read_pack(session: AsyncSession, pack_id: str, version: str | None = None) -> Document:
    """The document of a stored pack, by default of its version loaded last. Raises `UnknownPack`."""
    query = select(PackRow).where(PackRow.id == pack_id).order_by(PackRow.loaded_at.desc()).limit(1)
    if version is not None:
        query = query.where(PackRow.version == version)
    pack = await session.scalar(query)
    if pack is None:
        wanted = f"{pack_id} {version}" if version else pack_id
        raise UnknownPack(f"No table pack {wanted} is stored.", pack=wanted)
    return await _Reader(session, pack).document()


async def list_packs(session: AsyncSession) -> Sequence[PackRow]:
    """All stored packs by id, their versions in the order in which they were loaded."""
    return (await session.scalars(select(PackRow).order_by(PackRow.id, PackRow.loaded_at))).all()


def _rows(document: Document) -> Iterator[tuple[type[OfPack], list[Values]]]:
    """The document's rows by table, tables that others refer to first."""
    if cast(Values, document["pack"])["ruleset"] == WITH_TABLES_OF_ITS_OWN:
        yield from _harp_rows(document)
    else:
        yield ModifierRow, [row for name in document if name != "pack" for row in _plain(document, name)]


def _plain(document: Document, name: str) -> Iterator[Values]:
    """A member that is a list of records, kept as it is."""
    for position, record in enumerate(_records(document[name])):
        key = str(record.get("id", position))
        yield {"kind": name, "id": key, "position": position, "status": record["status"], "terms": record}


def _harp_rows(document: Document) -> Iterator[tuple[type[OfPack], list[Values]]]:
    tables = cast("dict[str, Values]", document["attack"]).values()
    yield AttackTableRow, [_attack_table(table) for table in tables]
    yield AttackCellRow, [cell for table in tables for cell in _attack_cells(table)]
    tables = cast("dict[str, Values]", document["critical"]).values()
    yield CriticalTableRow, [{name: table[name] for name in ("id", "names", "status")} for table in tables]
    yield CriticalEntryRow, [entry for table in tables for entry in _critical_entries(table)]
    yield from _fumble_rows(cast(Values, document["fumbles"]))
    for name, model in LISTS.items():
        rows = map(_location, _records(document[name])) if name == "locations" else _records(document[name])
        yield model, [{"position": at, **record} for at, record in enumerate(rows)]
    yield ModifierRow, [row for kind in MODIFIERS for row in _modifiers(document, kind)]
    manoeuvres = _records(cast(Values, document["manoeuvres"])["rows"])
    yield ManoeuvreRow, [{"position": at, **_bounded(row)} for at, row in enumerate(manoeuvres)]
    phrases = cast("dict[str, list[Values]]", document["critical_texts"])
    yield PackTextRow, [{"table_id": table, **phrase} for table, told in phrases.items() for phrase in told]


def _location(place: Values) -> Values:
    """A place of the body with all its languages in one column."""
    forms = {name: said for name, said in place.items() if name not in ("id", "status")}
    return {"id": place["id"], "forms": forms, "status": place["status"]}


def _records(value: object) -> list[Values]:
    return cast("list[Values]", value)


def _bounded(row: Values) -> Values:
    """A printed row's values by their columns: `from` is a word of SQL."""
    return {{"from": "row_from", "to": "row_to"}.get(name, name): value for name, value in row.items()}


def _printed(row: Values) -> Values:
    return {{"row_from": "from", "row_to": "to"}.get(name, name): value for name, value in row.items()}


def _attack_table(table: Values) -> Values:
    caps = cast(Values, table["size_caps"])
    return {
        **{name: table[name] for name in ("id", "names", "status", "default_critical")},
        **{f"cap_{size}": caps[size] for size in SIZES},
    }


def _attack_cells(table: Values) -> Iterator[Values]:
    for row in _records(table["rows"]):
        for armour_type, cell in enumerate(cast("list[str]", row["cells"]), start=1):
            severity = cell[-1] if cell[-1].isalpha() else None
            yield {
                "table_id": table["id"],
                "row_from": row["from"],
                "row_to": row["to"],
                "armour_type": armour_type,
                "hits": int(cell.removesuffix(severity or "")),
                "severity": severity,
            }


def _critical_entries(table: Values) -> Iterator[Values]:
    for row in _records(table["rows"]):
        for severity, entry in cast("dict[str, Values]", row["entries"]).items():
            yield {
                "table_id": table["id"],
                "row_from": row["from"],
                "row_to": row["to"],
                "location": row["location"],
                "severity": severity,
                **entry,
            }


def _fumble_rows(fumbles: Values) -> Iterator[tuple[type[OfPack], list[Values]]]:
    columns = _records(fumbles["columns"])
    yield (
        FumbleColumnRow,
        [
            {"position": at, **{name: column[name] for name in ("id", "names", "status")}}
            for at, column in enumerate(columns)
        ],
    )
    yield (
        FumbleEntryRow,
        [
            {"column_id": column["id"], **_bounded(row)}
            for column in columns
            for row in _records(column["rows"])
        ],
    )
    yield (
        FumbleUseRow,
        [
            {"member": member, "key": key, "column_id": column}
            for member in FUMBLE_USES
            for key, column in cast("dict[str, str]", fumbles[member]).items()
        ],
    )


def _modifiers(document: Document, kind: str) -> Iterator[Values]:
    home = cast(Values, document["manoeuvres"]) if kind == "difficulties" else document
    for position, record in enumerate(_records(home.get(kind, []))):
        terms = {name: value for name, value in record.items() if name not in ("id", "status")}
        # a range penalty is known by its increment alone
        name = str(record.get("id", record.get("increment")))
        yield {"kind": kind, "id": name, "position": position, "status": record["status"], "terms": terms}


class _Reader:
    """Reads one pack's tables back into the shape of its document."""

    def __init__(self, session: AsyncSession, pack: PackRow) -> None:
        self._session = session
        self._pack = pack

    async def document(self) -> Document:
        about: Document = {"pack": {name: getattr(self._pack, name) for name in PACK_MEMBERS}}
        if self._pack.ruleset == WITH_TABLES_OF_ITS_OWN:
            return about | await self._harp()
        return about | {
            kind: [row["terms"] for row in rows] for kind, rows in (await self._modifiers()).items()
        }

    async def _modifiers(self) -> dict[str, list[Values]]:
        return _grouped(await self._values(ModifierRow, "kind", "position"), "kind")

    async def _harp(self) -> Document:
        document: Document = {
            "attack": await self._attack(),
            "critical": await self._critical(),
            "fumbles": await self._fumbles(),
            "critical_texts": _grouped(await self._values(PackTextRow, "table_id", "gravity"), "table_id"),
        }
        for name, model in LISTS.items():
            document[name] = await self._values(model, "position")
        document["locations"] = [
            {**cast(Values, place.pop("forms")), **place} for place in _records(document["locations"])
        ]
        modifiers = await self._modifiers()
        lists = {
            kind: [_modifier(kind, row) for row in modifiers.get(kind, [])]
            for kind in MODIFIERS
            if kind in modifiers or kind not in NOT_IN_EVERY_PACK
        }
        rows = [_printed(row) for row in await self._values(ManoeuvreRow, "position")]
        document["manoeuvres"] = {"difficulties": lists.pop("difficulties"), "rows": rows}
        return document | lists

    async def _values(self, model: type[OfPack], *order: str) -> list[Values]:
        """Every row of one table in `order`, without the pack's key and the position."""
        columns = [column for column in inspect(model).mapper.column_attrs if column.key not in _KEYS]
        query = (
            select(*columns)
            .where(model.pack_id == self._pack.id, model.pack_version == self._pack.version)
            .order_by(*(getattr(model, name) for name in order))
        )
        return [dict(row) for row in (await self._session.execute(query)).mappings()]

    async def _attack(self) -> Document:
        cells = _grouped(await self._values(AttackCellRow, "table_id", "row_from", "armour_type"), "table_id")
        tables: Document = {}
        for table in await self._values(AttackTableRow, "id"):
            table["size_caps"] = {size: table.pop(f"cap_{size}") for size in SIZES}
            table["rows"] = [
                {
                    "from": bounds[0],
                    "to": bounds[1],
                    "cells": [f"{cell['hits']}{cell['severity'] or ''}" for cell in row],
                }
                for bounds, row in groupby(
                    cells[str(table["id"])], lambda cell: (cell["row_from"], cell["row_to"])
                )
            ]
            tables[str(table["id"])] = table
        return tables

    async def _critical(self) -> Document:
        entries = _grouped(
            await self._values(CriticalEntryRow, "table_id", "row_from", "severity"), "table_id"
        )
        tables: Document = {}
        for table in await self._values(CriticalTableRow, "id"):
            rows = groupby(entries[str(table["id"])], itemgetter("row_from", "row_to", "location"))
            table["rows"] = [
                {
                    "from": first,
                    "to": last,
                    "location": location,
                    "entries": {
                        str(entry["severity"]): {name: entry[name] for name in ("gravity", "effects", "gear")}
                        for entry in row
                    },
                }
                for (first, last, location), row in rows
            ]
            tables[str(table["id"])] = table
        return tables

    async def _fumbles(self) -> Document:
        entries = _grouped(await self._values(FumbleEntryRow, "column_id", "row_from"), "column_id")
        columns = await self._values(FumbleColumnRow, "position")
        for column in columns:
            column["rows"] = [_printed(entry) for entry in entries[str(column["id"])]]
        fumbles: Document = {"columns": columns}
        uses = _grouped(await self._values(FumbleUseRow, "member", "key"), "member")
        for member in FUMBLE_USES:
            fumbles[member] = {str(use["key"]): use["column_id"] for use in uses.get(member, [])}
        return fumbles


_KEYS = frozenset({"pack_id", "pack_version", "position"})


def _grouped(rows: list[Values], by: str) -> dict[str, list[Values]]:
    """Rows that are ordered by the column `by`, under its values and without it."""
    return {
        str(value): [{name: cell for name, cell in row.items() if name != by} for row in group]
        for value, group in groupby(rows, itemgetter(by))
    }


def _modifier(kind: str, row: Values) -> Values:
    record = {**cast(Values, row["terms"]), "status": row["status"]}
    return record if kind == "range_penalties" else {"id": row["id"], **record}
