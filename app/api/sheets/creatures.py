"""Creatures that people have already: read from their files as a preview."""

import csv
import io
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.documentation import documented, replies
from app.api.http.languages import locale_of
from app.api.http.requests import Granted, Service
from app.api.schemas.sheets import ReadCreatures
from app.services.sheets.columns import template
from app.services.sheets.files import MOST_BYTES
from app.services.sheets.reading import read_creatures

router = APIRouter(tags=["rulesets"])

FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {
                "schema": {"type": "string", "format": "binary", "maxLength": MOST_BYTES}
            },
            "application/json": {
                "schema": {"$ref": "#/components/schemas/FoundryActor"},
                "examples": {"an-actor-of-foundry": {"summary": "An actor of Foundry"}},
            },
        },
    }
}
"""Whatever a file is announced as it is taken; these are what generators of clients know. Any: OpenAPI."""


@router.post(
    "/creatures:read",
    operation_id="readCreatures",
    summary="Read creatures from a file",
    **documented(
        replies(200, ReadCreatures, "The creatures with every figure's origin."), FILE, is_worded=True
    ),
)
async def read(
    request: Request,
    service: Service,
    grant: Granted,
    ruleset: Annotated[
        str | None,
        Query(max_length=50, description="The game of the file; left out, where the file tells it itself."),
    ] = None,
) -> Response:
    """Stat blocks of D&D 3.5 and Pathfinder 1e as text or HTML, actors of the Foundry systems `pf1` and
    `D35E`, tables (CSV, XLSX, XLS, ODS) of any game, Hero Lab portfolios; its form is told by what is in it,
    whatever it is announced as. Nothing is stored: each creature comes with what was read and from which
    words, what was guessed, what was not read, and what contradicts itself. Up to 4 MB.
    """
    locale = locale_of(request)
    data = await reading.bytes_of(request, MOST_BYTES)
    return reading.worded(reading.shown(await read_creatures(service, grant, data, ruleset, locale)), locale)


@router.get(
    "/rulesets/{ruleset}/creature-template",
    operation_id="getCreatureTemplate",
    summary="Take a table of creatures to fill in",
    **documented(
        {
            200: {
                "description": "Its headings, as CSV.",
                "content": {"text/csv": {"schema": {"type": "string"}}},
            }
        },
        is_worded=True,
    ),
)
async def take_template(ruleset: str, request: Request, service: Service, _grant: Granted) -> Response:
    """In the language of `Accept-Language`, in UTF-8 with a mark and with semicolons, as spreadsheet programs
    open it. `readCreatures` takes it filled in; columns may be left out, moved, and named in any language.
    """
    game = service.library.ruleset(ruleset).game
    locale = locale_of(request)
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerow(template(game.id, locale))
    headers = {"Content-Disposition": f'attachment; filename="creatures-{game.id}.csv"'}
    answer = Response("\ufeff" + text.getvalue(), 200, headers, "text/csv; charset=utf-8")
    return reading.worded(answer, locale)
