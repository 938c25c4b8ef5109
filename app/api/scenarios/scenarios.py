"""Scenarios: a whole fight as one document, played without being stored."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.documentation import body, documented, replies
from app.api.http.languages import locale_of
from app.api.http.requests import Granted, Service
from app.api.schemas.scenarios import Transcript
from app.services.scenarios.runs import run_scenario

router = APIRouter(tags=["encounters"])


@router.post(
    "/scenarios:run",
    operation_id="runScenario",
    summary="Play a scenario",
    **documented(
        replies(200, Transcript, "What came of every step, and where it differs from what was written."),
        body("ScenarioDocument", "A blow as it is written in a bug report"),
        is_worded=True,
    ),
)
async def run(request: Request, service: Service, grant: Granted) -> Response:
    """The document that `estoc play` plays and `…/scenario` writes, as JSON. It is played in memory with the
    newest tables, and nothing is stored. `holds` says whether everything came out as it is written; a step
    that cannot be carried out ends it, and `unplayed` counts those after it. What is told, and why something
    is refused, is in the language of `Accept-Language`.
    """
    locale = locale_of(request)
    document = await reading.long_document_of(request, service, grant)
    told = await run_scenario(service, grant, document, locale)
    return reading.worded(reading.shown(told), locale)
