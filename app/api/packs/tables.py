"""Rule tables: whole, or what one roll reads in them."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.documentation import documented, replies
from app.api.http.requests import Granted, Service
from app.api.packs.table_packs import PackVersion
from app.api.schemas.tables import Lookup, Table, TableEntry
from app.services.packs import lookups as table_lookup
from app.services.packs.choice import find_shelf

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
    "/table-packs/{pack}/tables/{table}",
    operation_id="getTable",
    summary="Read a table",
    **documented(replies(200, Table, "The table as the pack has it.")),
)
async def read(
    pack: str, table: str, service: Service, grant: Granted, version: PackVersion = None
) -> Response:
    """`bows` alone means `attack.bows`."""
    shelf = await find_shelf(service, grant.campaign_id, pack, version)
    shown = table_lookup.table(shelf, table)
    # A campaign's own table can be long.
    text = await asyncio.to_thread(to_json, shown)
    return Response(text, 200, {"ETag": f'"{shelf.tables_hash}.{shown["id"]}"'}, "application/json")


@router.get(
    "/table-packs/{pack}/tables/{table}/lookup",
    operation_id="lookUp",
    summary="Look a roll up",
    **documented(replies(200, Lookup, "What the roll reads.", example="Row 90 against armour type 4")),
)
async def look_up(
    pack: str,
    table: str,
    roll: Roll,
    service: Service,
    grant: Granted,
    column: Column = "",
    version: PackVersion = None,
) -> Response:
    """An attack table is read without a cap of size: as a huge attack."""
    shelf = await find_shelf(service, grant.campaign_id, pack, version)
    return reading.shown(table_lookup.look_up(shelf, table, roll, column))


@router.get(
    "/table-packs/{pack}/tables/{table}/entries/{entry}",
    operation_id="getTableEntry",
    summary="Read one row of a list",
    **documented(replies(200, TableEntry, "The row as the pack has it.", example="A longsword of 3.5")),
)
async def read_entry(
    pack: str, table: str, entry: str, service: Service, grant: Granted, version: PackVersion = None
) -> Response:
    """By its `id`, the dice by their Medium size: a weapon, an armour, what 1d8 is at other sizes."""
    shelf = await find_shelf(service, grant.campaign_id, pack, version)
    return reading.shown(table_lookup.entry(shelf, table, entry))
