"""What happened in a fight, to be read afterwards."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.api import requests as reading
from app.api.documentation import documented, replies
from app.api.requests import Granted, Service
from app.api.schemas.reports import Report
from app.services.report_text import html, markdown
from app.services.reporting import report

router = APIRouter(tags=["encounters"])

Form = Annotated[
    Literal["json", "markdown", "html"], Query(description="JSON has every figure that the pages show.")
]
_PAGES = {name: {"schema": {"type": "string"}} for name in ("text/markdown", "text/html")}
_GOOD = replies(200, Report, "Rounds, deeds and dice.")
_GOOD[200]["content"] |= _PAGES


@router.get(
    "/encounters/{encounter_id}/report",
    operation_id="getReport",
    summary="Read what happened in a fight",
    **documented(_GOOD),
)
async def read(
    encounter_id: str, request: Request, service: Service, grant: Granted, format: Form = "json"
) -> Response:
    """From the log, without what was taken back. Each action is told in the language it was told in then;
    damage counts as dealt by whoever struck last in the same action. The pages have plain tags only.
    """
    seen, told = await report(service, grant, encounter_id)
    viewing = reading.viewing(request)
    headers = {"ETag": viewing.tag(f"{seen.row.version}-{format}")}
    match format:
        case "json":
            return reading.shown(told, headers["ETag"])
        case "markdown":
            return Response(markdown(told), 200, headers, "text/markdown; charset=utf-8")
        case "html":
            return Response(html(told, "en"), 200, headers, "text/html; charset=utf-8")
