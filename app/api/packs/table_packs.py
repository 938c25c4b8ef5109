"""Table packs: everybody's, and those that campaigns bring."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.documentation import body, documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.schemas.tables import (
    PackDifference,
    PackValidation,
    TablePack,
    TablePackContents,
    TablePackDocument,
    TablePackVersion,
)
from app.persistence.packs.pack_files import Document
from app.services.base.idempotency import Reply, claim_of
from app.services.base.json_value import Json
from app.services.packs import campaign_packs
from app.services.packs import lookups as table_lookup
from app.services.packs.choice import find_shelf

router = APIRouter(tags=["tables"])

IN_USE = {"description": "An encounter is played with it, or a simulation fought; `params` name one."}
PackVersion = Annotated[
    str | None, Query(max_length=50, description="A version of the pack, the newest where none is given.")
]
OtherPack = Annotated[str | None, Query(max_length=50, description="The second pack, by default the same.")]
OtherVersion = Annotated[str | None, Query(max_length=50, description="A version of the second pack.")]


@router.get(
    "/table-packs",
    operation_id="listTablePacks",
    summary="List the table packs",
    **documented(replies(200, list_of(TablePack), "Everybody's packs and the campaign's own.")),
)
async def list_all(service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """Each in its newest version. An encounter keeps the version it began with."""
    packs = await campaign_packs.packs(service, grant)
    return reading.shown(reading.page_in("table packs", packs, "id", limit, cursor))


@router.post(
    "/table-packs",
    operation_id="importTablePack",
    summary="Bring a table pack",
    **documented(
        {
            **replies(201, TablePackVersion, "The pack, now the campaign's own."),
            200: {"model": TablePackVersion, "description": "The campaign had this very version already."},
        },
        body("TablePackDocument", "A small pack"),
        is_stored=True,
    ),
)
async def bring(request: Request, service: Service, grant: Granted) -> Response:
    """For encounters of this campaign; others never see it. It has an id of its own (not that of a pack that
    is everybody's), and a version, which never changes: other figures are another version.

    Up to 20 MB, half a million values and 2,000 items in a list. A campaign has 50 versions at most.
    """
    key = reading.idempotency_key(request)

    def answer(pack: Json, is_new: bool) -> Reply:
        headers = {"Location": f"/v1/table-packs/{pack['id']}/versions/{pack['version']}"}
        return reading.preferred(request, Reply(201 if is_new else 200, headers, to_json(pack)))

    async with reading.pack_body_of(request) as text:
        claim = await asyncio.to_thread(
            claim_of, grant.campaign_id, grant.token_id, request.url.path, key, text
        )
        return reading.answer(await campaign_packs.bring_once(service, grant, text, claim, answer))


@router.post(
    "/table-packs:validate",
    operation_id="validateTablePack",
    summary="Check a table pack",
    **documented(
        replies(200, PackValidation, "Whether it can be brought, and every mistake that keeps it from it."),
        body("TablePackDraft", "A small pack"),
    ),
)
async def validate(request: Request, _grant: Granted) -> Response:
    """Nothing is stored. Each problem has a JSON pointer into the document; 500 of them end the check."""
    async with reading.pack_body_of(request) as text:
        return reading.shown(await asyncio.to_thread(campaign_packs.validation, text))


@router.get(
    "/table-packs/{pack}",
    operation_id="getTablePack",
    summary="List a pack's tables",
    **documented(replies(200, TablePackContents, "The pack with the ids of its tables.")),
)
async def contents(pack: str, service: Service, grant: Granted) -> Response:
    """In its newest version. Attack tables are called `attack.…`, critical tables `critical.…`."""
    return reading.shown(table_lookup.pack(await find_shelf(service, grant.campaign_id, pack, None)))


@router.get(
    "/table-packs/{pack}/versions",
    operation_id="listTablePackVersions",
    summary="List the versions of a pack",
    **documented(replies(200, list_of(TablePackVersion), "One page of versions.")),
)
async def list_versions(
    pack: str, service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """In the order of their names; the one with the latest `created_at` is the newest."""
    versions = await campaign_packs.versions(service, grant, pack)
    return reading.shown(reading.page_in(f"versions of {pack}", versions, "version", limit, cursor))


@router.get(
    "/table-packs/{pack}/versions/{version}",
    operation_id="getTablePackVersion",
    summary="List the tables of a pack's version",
    **documented(replies(200, TablePackContents, "The version with the ids of its tables.")),
)
async def version_contents(pack: str, version: str, service: Service, grant: Granted) -> Response:
    """A version stays as it is for as long as there is it."""
    return reading.shown(table_lookup.pack(await find_shelf(service, grant.campaign_id, pack, version)))


@router.delete(
    "/table-packs/{pack}/versions/{version}",
    operation_id="deleteTablePack",
    summary="Delete a version of a pack that the campaign has brought",
    **documented({204: {"description": "It is gone, now or already."}, 409: IN_USE}),
)
async def delete(pack: str, version: str, service: Service, grant: Granted) -> Response:
    """Not while an encounter is played with it or a simulation fought. Deleting it again is no error."""
    await campaign_packs.delete(service, grant, pack, version)
    return Response(status_code=204)


@router.get(
    "/table-packs/{pack}/export",
    operation_id="exportTablePack",
    summary="Take a whole pack",
    **documented(replies(200, TablePackDocument, "The pack's document.")),
)
async def export(pack: str, service: Service, grant: Granted, version: PackVersion = None) -> Response:
    """What `importTablePack` takes, once it has an id of its own. `ETag` is the hash of the tables."""
    text, tables_hash = await campaign_packs.export(service, grant, pack, version)
    return Response(text, 200, {"ETag": f'"{tables_hash}"'}, "application/json")


@router.get(
    "/table-packs/{pack}/diff",
    operation_id="compareTablePacks",
    summary="Compare two packs",
    **documented(replies(200, PackDifference, "One page of the cells that differ.")),
)
async def compare(
    pack: str,
    service: Service,
    grant: Granted,
    version: PackVersion = None,
    to: OtherPack = None,
    to_version: OtherVersion = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """From this pack to the one of `to`, or from one version to another. Rows are known by their ids, those
    of printed tables by where they begin. What the packs say of themselves is not compared.
    """
    first = await find_shelf(service, grant.campaign_id, pack, version)
    second = await find_shelf(service, grant.campaign_id, to or pack, to_version)
    views = table_lookup.pack_view(first), table_lookup.pack_view(second)
    return reading.shown(await _difference(views, (first.document, second.document), limit, cursor))


@router.post(
    "/table-packs/{pack}/diff",
    operation_id="compareWithTablePack",
    summary="Compare a document with a pack",
    **documented(
        replies(200, PackDifference, "One page of the cells that differ."),
        body("TablePackDocument", "A small pack"),
    ),
)
async def compare_with(
    pack: str,
    request: Request,
    service: Service,
    grant: Granted,
    version: PackVersion = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """From the pack to the document that is sent, which must be a sound one. Nothing is stored."""
    first = await find_shelf(service, grant.campaign_id, pack, version)
    async with reading.pack_body_of(request) as text:
        second = await asyncio.to_thread(campaign_packs.read_brought, text)
        views = table_lookup.pack_view(first), second.view
        return reading.shown(await _difference(views, (first.document, second.document), limit, cursor))


async def _difference(
    views: tuple[Json, Json], documents: tuple[Document, Document], limit: int, cursor: str | None
) -> dict[str, Any]:
    """One page. Any: JSON."""
    limit = min(limit, reading.MAX_PAGE)
    scope = f"difference {views[0]['hash']} {views[1]['hash']}"
    after = reading.read_cursor(scope, cursor, int) or 0
    found = await campaign_packs.changes(*documents, after, limit + 1)
    following = reading.cursor_to(scope, after + limit) if len(found) > limit else None
    return {"from": views[0], "to": views[1], **reading.page(found[:limit], following)}
