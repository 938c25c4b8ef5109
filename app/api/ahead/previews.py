"""Looking ahead: what a command would come to, in figures and as a picture; and the map as it stands."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import looking, looking_in_turn
from app.api.http.documentation import DECISION_FIRST, body, documented, drawn, replies
from app.api.http.requests import Granted, Service
from app.api.schemas.previews import LegalActions, Preview
from app.services.ahead.legal_actions import MOST_OF_A_TYPE, USUAL_OF_A_TYPE, Question, legal_actions
from app.services.ahead.pictures import draw_map, drawn_ahead
from app.services.ahead.previews import look_ahead_in_turn
from app.services.play import encounters

router = APIRouter()

SVG = "image/svg+xml"
Reach = Annotated[
    str | None,
    Query(max_length=200, description="A combatant, by id or `ref`, whose threatened squares are shown."),
]


Whose = Annotated[
    str,
    Query(min_length=1, max_length=300, description="Whose: an id, a `ref` or an external reference."),
]
Type = Annotated[str | None, Query(max_length=50, description="Only actions of this type, such as `attack`.")]
Most = Annotated[
    int,
    Query(
        ge=1, le=10**9, description=f"Actions of each type; more than {MOST_OF_A_TYPE} are {MOST_OF_A_TYPE}."
    ),
]


@router.get(
    "/encounters/{encounter_id}/legal-actions",
    operation_id="listLegalActions",
    summary="See what a combatant can do now",
    tags=["actions"],
    **documented(
        replies(200, LegalActions, "Bodies to be sent, and why the rest cannot be.") | DECISION_FIRST,
        is_worded=True,
    ),
)
async def list_legal_actions(
    encounter_id: str,
    request: Request,
    service: Service,
    grant: Granted,
    combatant: Whose,
    type: Type = None,
    limit: Most = USUAL_OF_A_TYPE,
) -> Response:
    """Every action in `possible` is accepted by the rules as it stands, up to the first roll or choice that
    it `asks` for: send its `body` to `…/actions`. Opponents come before friends, the near before the far,
    and who can still fight before who is down (`target_is`): what could be done to those comes last while
    others fight.

    Of each type there are at most `limit`; `truncated` names the types of which there are more. Of each type
    that is not possible at all it is said why.
    """
    question = Question(grant, encounter_id, combatant, type, min(limit, MOST_OF_A_TYPE))
    locale = reading.viewing(request).locale
    return reading.worded(reading.shown(await legal_actions(service, question, locale)), locale)


@router.post(
    "/encounters/{encounter_id}/preview",
    operation_id="previewAction",
    summary="Look at a command before it is given",
    tags=["actions"],
    **documented(
        replies(200, Preview, "Whether it is allowed, and all that is known of it."),
        body("ActionRequest", "Ada charges the ogre", "Dafur strikes, the server rolls"),
        is_worded=True,
    ),
)
async def preview(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """The body of an action. No die is thrown and nothing is stored.

    Every reason against the command is named, not only the first. Given `dice` and `choices` answer what it
    would ask for, as far as they go, so that the requests after those can be seen. Several `commands` are
    answered with `{"previews": […]}`, up to the first that is not allowed or asks for something: what comes
    after it is not known yet.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        document = await reading.document_of(request)
        looks = looking_in_turn(document, grant, encounter_id)
    viewing = reading.viewing(request)
    views = await look_ahead_in_turn(service, looks, viewing.locale)
    tag = viewing.tag(views[0]["version"])
    shown = reading.shown({"previews": views} if "commands" in document else views[0], tag)
    return reading.worded(shown, viewing.locale)


@router.get(
    "/encounters/{encounter_id}/map.svg",
    operation_id="drawMap",
    summary="See the map",
    tags=["encounters"],
    **documented(drawn("The map with everybody on it.")),
)
async def see(encounter_id: str, service: Service, grant: Granted, reach: Reach = None) -> Response:
    """Ground, edges and combatants. What is shown by colour is shown by a pattern or a line as well."""
    seen = await encounters.look(service, grant, encounter_id)
    drawn = await service.slots.compute(grant.token_id, lambda: draw_map(seen, reach))
    return Response(drawn, media_type=SVG)


@router.post(
    "/encounters/{encounter_id}/map.svg",
    operation_id="drawPreview",
    summary="See a command on the map before it is given",
    tags=["actions"],
    **documented(
        drawn("The map with the command on it."),
        body("ActionBody", "Ada charges the ogre"),
    ),
)
async def see_preview(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """The body of an action, as for a preview: who acts on whom, the lane and the path of a charge, and the
    squares in the way.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        look = looking(await reading.document_of(request), grant, encounter_id)
    version, picture = await drawn_ahead(service, look)
    headers = {"ETag": reading.viewing(request).tag(version)}
    return Response(picture, media_type=SVG, headers=headers)
