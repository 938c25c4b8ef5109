"""A command resolved without an encounter."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import resolving
from app.api.http.documentation import ILLEGAL, body, documented, replies
from app.api.http.requests import Granted, Service
from app.api.schemas.actions import ActionResult
from app.services.base.action_json import group_body, with_events
from app.services.play.resolve import resolve

router = APIRouter(tags=["actions"])


@router.post(
    "/resolve",
    operation_id="resolve",
    summary="Resolve a command without an encounter",
    **documented(
        replies(200, ActionResult, "What was rolled, how, and what came of it.") | ILLEGAL,
        body("ResolveBody", "Dafur strikes the orc, nothing is stored"),
        is_worded=True,
    ),
)
async def carry_out(request: Request, service: Service, grant: Granted) -> Response:
    """For a tabletop that keeps its own state: sheets, map and a command in, the result of the action out.

    Nothing is stored, so no Idempotency-Key is needed, and server dice fall anew each time. Where the
    `dice_policy` leaves a roll or a choice to people and the body does not answer it, `status` is `awaiting`
    and `awaiting` says what is asked: send the body again with those `dice` and `choices`, in order. Several
    `commands` are answered with `{"actions": […]}`.
    """
    given, entering = resolving(await reading.document_of(request))
    viewing = reading.viewing(request)
    resolved = await resolve(service, grant, given, entering, viewing.locale)
    actions = [with_events(action.result, action.events) for action in resolved.actions]
    shown = group_body(actions, None) if resolved.is_group else actions[0]
    headers = {"Content-Language": viewing.locale, "Vary": "Accept-Language"}
    return Response(shown, 200, headers, "application/json")
