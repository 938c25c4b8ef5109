"""Rule tables: whole, or what one roll reads in them."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from app.api import requests as reading
from app.api.documentation import documented, list_of, replies
from app.api.requests import Granted, Service
from app.api.schemas.tables import Lookup, Table, TableEntry, TablePack, TablePackContents
from app.services import table_lookup

router = APIRouter(tags=["tables"])

Roll = Annotated[int, Query(ge=-10_000, le=10_000, description="The total with which the table is read.")]
Column = Annotated[
    str,
    Query(
        max_length=50,
        description="Armour type 1-10 of an attack table, severity A-E of a critical table, a fumble column;"
        " none for `armours`, where the roll is the type.",
    ),
]


@router.get(
    "/table-packs",
    operation_id="listTablePacks",
    summary="List the table packs",
    **documented(replies(200, list_of(TablePack), "The packs that new encounters begin with.")),
)
async def list_all(service: Service, _grant: Granted) -> Response:
    """An encounter keeps the version it began with."""
    return reading.shown(reading.page(table_lookup.packs(service.library), None))


@router.get(
    "/table-packs/{pack}",
    operation_id="getTablePack",
    summary="List a pack's tables",
    **documented(replies(200, TablePackContents, "The pack with the ids of its tables.")),
)
async def contents(pack: str, service: Service, _grant: Granted) -> Response:
    """Attack tables are called `attack.…`, critical tables `critical.…`."""
    return reading.shown(table_lookup.pack(service.library, pack))


@router.get(
    "/table-packs/{pack}/tables/{table}",
    operation_id="getTable",
    summary="Read a table",
    **documented(replies(200, Table, "The table as the pack has it.")),
)
async def read(pack: str, table: str, service: Service, _grant: Granted) -> Response:
    """`bows` alone means `attack.bows`."""
    return reading.shown(table_lookup.table(service.library, pack, table))


@router.get(
    "/table-packs/{pack}/tables/{table}/lookup",
    operation_id="lookUp",
    summary="Look a roll up",
    **documented(replies(200, Lookup, "What the roll reads.", example="Row 90 against armour type 4")),
)
async def look_up(
    pack: str, table: str, roll: Roll, service: Service, _grant: Granted, column: Column = ""
) -> Response:
    """An attack table is read without a cap of size: as a huge attack."""
    return reading.shown(table_lookup.look_up(service.library, pack, table, roll, column))


@router.get(
    "/table-packs/{pack}/tables/{table}/entries/{entry}",
    operation_id="getTableEntry",
    summary="Read one row of a list",
    **documented(replies(200, TableEntry, "The row as the pack has it.", example="A longsword of 3.5")),
)
async def read_entry(pack: str, table: str, entry: str, service: Service, _grant: Granted) -> Response:
    """By its `id`, the dice by their Medium size: a weapon, an armour, what 1d8 is at other sizes."""
    return reading.shown(table_lookup.entry(service.library, pack, table, entry))
