"""What happened in a fight, to be read afterwards."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.documentation import documented, replies
from app.api.http.languages import locale_of, wanted_by
from app.api.http.requests import Granted, Service
from app.api.schemas.reports import Report
from app.services.base.json_value import Json
from app.services.reports.report import report
from app.services.reports.text import html, markdown

router = APIRouter(tags=["encounters"])

Kind: TypeAlias = Literal["json", "markdown", "html"]
Form = Annotated[Kind, Query(description="JSON has every figure that the pages show.")]
_PAGES = {name: {"schema": {"type": "string"}} for name in ("text/markdown", "text/html")}
_GOOD = replies(200, Report, "Rounds, deeds and dice.")
_GOOD[200]["content"] |= _PAGES


@router.get(
    "/encounters/{encounter_id}/report",
    operation_id="getReport",
    summary="Read what happened in a fight",
    **documented(_GOOD, is_worded=True),
)
async def read(
    encounter_id: str, request: Request, service: Service, grant: Granted, format: Form = "json"
) -> Response:
    """From the log, without what was taken back. With `Accept-Language` all of it is told in that language;
    without it each action in the one it was done in. Damage counts as dealt by whoever struck last in the
    same action. The pages have plain tags only.
    """
    wanted, locale = wanted_by(request), locale_of(request)
    seen, told = await report(service, grant, encounter_id, wanted)
    form = format if wanted is not None else f"{format}-as-told"
    headers = {"ETag": reading.viewing(request).tag(f"{seen.row.version}-{form}")}
    return reading.worded(_page(told, format, locale, headers), locale)


def _page(told: Json, format: Kind, locale: str, headers: Mapping[str, str]) -> Response:
    match format:
        case "json":
            return reading.shown(told, headers["ETag"])
        case "markdown":
            return Response(markdown(told, locale), 200, headers, "text/markdown; charset=utf-8")
        case "html":
            return Response(html(told, locale), 200, headers, "text/html; charset=utf-8")
