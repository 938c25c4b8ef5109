"""The odds of a command before it is given, in figures and as a picture."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import comparing, looking_in_turn
from app.api.http.documentation import body, documented, drawn, replies
from app.api.http.requests import Granted, Service
from app.api.schemas.odds import ComparedOdds, Odds
from app.services.access.tokens import Grant
from app.services.ahead.odds import compare, reckon
from app.services.ahead.odds_picture import draw_odds
from app.services.ahead.odds_view import odds_view
from app.services.ahead.previews import Look
from app.services.base.service import Estoc
from app.services.play import encounters

router = APIRouter()


@router.post(
    "/encounters/{encounter_id}/odds",
    operation_id="getOdds",
    summary="See what may come of a command",
    tags=["actions"],
    **documented(
        replies(200, Odds, "How likely what may happen is."),
        body("ActionRequest", "Ada charges the ogre", "Dafur strikes, the server rolls"),
        is_worded=True,
    ),
)
async def get_odds(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """The body of an action. No die is thrown and nothing is stored.

    The same rules that carry the command out are played through for every way in which the dice can fall.
    Where these are too many, the command is played up to a thousand times instead: then `exact` is false and
    every chance has its margin. The same question about the same `version` has the same answer.

    Given `dice` are those that have fallen already; given `choices` are taken, and of the others those named
    in `assumed`. Several `commands` are reckoned one after the other: whoever falls by the first of them does
    nothing in the next, and `not_allowed` tells how likely that is.
    """
    looks = await _looks(encounter_id, request, service, grant)
    viewing = reading.viewing(request)
    version, view = await reckon(service, looks, lambda found: odds_view(found, viewing.locale))
    return reading.worded(reading.shown(view, viewing.tag(version)), viewing.locale)


@router.post(
    "/encounters/{encounter_id}/odds:compare",
    operation_id="compareOdds",
    summary="Compare what may come of several commands",
    tags=["actions"],
    **documented(
        replies(200, ComparedOdds, "The odds of each variant."),
        body("ComparisonBody", "To strike at once, or to parry first"),
        is_worded=True,
    ),
)
async def compare_odds(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Up to eight variants, each the body of an action with a name: what does parrying 40 change, is the
    charge better than the bow? All are reckoned from the same `version`, as `getOdds` reckons one.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        variants = comparing(await reading.document_of(request), grant, encounter_id)
    viewing = reading.viewing(request)
    version, views = await compare(
        service, tuple(variants.values()), lambda found: odds_view(found, viewing.locale)
    )
    told = [{"name": name, "odds": view} for name, view in zip(variants, views, strict=True)]
    return reading.worded(reading.shown({"variants": told}, viewing.tag(version)), viewing.locale)


@router.post(
    "/encounters/{encounter_id}/odds.svg",
    operation_id="drawOdds",
    summary="See what may come of a command as a picture",
    tags=["actions"],
    **documented(
        drawn("Bars for what may happen, and for how much may be lost."),
        body("ActionRequest", "Ada charges the ogre", "Dafur strikes, the server rolls"),
    ),
)
async def draw(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """The body of an action. Every bar has its figure beside it, and the picture says all of it in words as
    well. What is shown by colour is shown by a pattern too.
    """
    looks = await _looks(encounter_id, request, service, grant)
    viewing = reading.viewing(request)
    version, picture = await reckon(service, looks, lambda found: draw_odds(found, viewing.locale))
    answer = Response(picture, media_type="image/svg+xml", headers={"ETag": viewing.tag(version)})
    return reading.worded(answer, viewing.locale)


async def _looks(encounter_id: str, request: Request, service: Estoc, grant: Grant) -> tuple[Look, ...]:
    async with encounters.of_campaign(service, grant, encounter_id):
        return looking_in_turn(await reading.document_of(request), grant, encounter_id)
