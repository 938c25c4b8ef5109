"""Whether the service lives, can serve, and answers browsers; and the pages of its problems."""

from html import escape

from fastapi import APIRouter, Depends, Request
from sqlalchemy import text
from starlette.responses import HTMLResponse, Response

from app.api.http import requests as reading
from app.api.http.disk import Disk
from app.api.http.documentation import documented, list_of, replies
from app.api.http.problem_pages import PAGES, Page
from app.api.http.requests import Cursor, Limit, Service
from app.api.schemas.tables import Ping, ProblemPage, Ready
from app.services.base.refusals import NotFound
from app.services.base.service import ENGINE_VERSION

router = APIRouter(tags=["health"])


@router.get(
    "/v1/ping",
    operation_id="ping",
    summary="Does this address answer?",
    **documented(replies(200, Ping, "It does."), is_open=True, is_limited=False),
)
async def ping() -> Response:
    """For integrators: no token, any origin, and no request of an allowance."""
    return reading.shown({"service": "estoc", "version": ENGINE_VERSION})


@router.get(
    "/livez",
    operation_id="isAlive",
    summary="Does the process live?",
    **documented(replies(200, Ready, "It does."), is_open=True, is_limited=False),
)
async def is_alive() -> Response:
    """Asks nothing of the database."""
    return reading.shown({"status": "alive"})


@router.get(
    "/readyz",
    operation_id="isReady",
    summary="Can it serve?",
    **documented(
        replies(200, Ready, "It can: the database answers and, as far as is known, writes."),
        is_open=True,
        is_limited=False,
    ),
)
async def is_ready(request: Request, service: Service) -> Response:
    """503 while the database does not answer, and from a write that its disk failed on until one succeeds."""
    async with service.database.session() as session:
        await session.execute(text("SELECT 1"))
    disk: Disk = request.app.state.disk
    await disk.check(service.database)
    return reading.shown({"status": "ready"})


@router.get(
    "/problems",
    operation_id="listProblems",
    dependencies=[Depends(reading.count_stranger)],
    summary="List the problem codes",
    **documented(
        replies(200, list_of(ProblemPage), "Every code with its meaning and remedy."),
        is_open=True,
    ),
)
async def list_problems(limit: Limit = 50, cursor: Cursor = None) -> Response:
    """What `code` of a problem document can be."""
    entries = [_entry(code, page) for code, page in PAGES.items()]
    return reading.shown(reading.page_in("problems", entries, "code", limit, cursor))


@router.get(
    "/problems/{code}",
    operation_id="getProblem",
    dependencies=[Depends(reading.count_stranger)],
    summary="Read about a problem",
    response_class=HTMLResponse,
    **documented(
        {200: {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}},
        is_open=True,
    ),
)
async def read_problem(code: str) -> Response:
    """Where `type` of a problem document leads."""
    page = PAGES.get(code)
    if page is None:
        raise NotFound("There is no such problem.", way="problem")
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(page.title)}</title>'
        f"</head><body><main><h1>{escape(page.title)}</h1><p><code>{code}</code></p>"
        f"<p>{escape(page.meaning)}</p><p>{escape(page.remedy)}</p></main></body></html>",
        headers={"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"},
    )


def _entry(code: str, page: Page) -> dict[str, str]:
    return {"code": code, "title": page.title, "meaning": page.meaning, "remedy": page.remedy}
