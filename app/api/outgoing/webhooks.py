"""Webhooks: where a campaign's events are sent."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import RESUMPTION, ROTATION, WEBHOOK
from app.api.http.documentation import body, documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.schemas.webhooks import Webhook, WebhookWithSecret
from app.services.outgoing import webhooks

router = APIRouter(tags=["webhooks"])


@router.post(
    "/webhooks",
    operation_id="createWebhook",
    summary="Have events sent",
    **documented(
        replies(201, WebhookWithSecret, "The webhook with its secret.", example="A new webhook"),
        body("WebhookBody", "A webhook for a bot"),
        is_stored=True,
    ),
)
async def make(request: Request, service: Service, grant: Granted) -> Response:
    """Everything that happens in the campaign from now on is sent to `url`, signed as Standard Webhooks have
    it, the events of an action at a time; what is not answered with 2xx is sent again.

    The secret is shown here and not again. Operators allow webhooks with `ESTOC_WEBHOOKS=true`.
    """
    token = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    wanted = WEBHOOK.read(asked.document)
    return reading.answer(await webhooks.make_once(service, grant, wanted, asked.claim, token))


@router.get(
    "/webhooks",
    operation_id="listWebhooks",
    summary="List the campaign's webhooks",
    **documented(replies(200, list_of(Webhook), "One page of webhooks.", example="One webhook that fails")),
)
async def list_all(service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """In the order they were made, without their secrets."""
    read = partial(webhooks.read_all, service, grant)
    return reading.shown(await reading.page_of("webhooks", limit, cursor, read))


@router.get(
    "/webhooks/{webhook_id}",
    operation_id="getWebhook",
    summary="Look at a webhook",
    **documented(replies(200, Webhook, "The webhook, and how its last attempt went.", example="A webhook")),
)
async def look(webhook_id: str, service: Service, grant: Granted) -> Response:
    """`disabled_reason` says why one was given up."""
    return reading.shown(await webhooks.read(service, grant, webhook_id))


@router.delete(
    "/webhooks/{webhook_id}",
    operation_id="deleteWebhook",
    summary="Have nothing sent any more",
    **documented({204: {"description": "It is gone, now or already."}}),
)
async def delete(webhook_id: str, service: Service, grant: Granted) -> Response:
    """Deleting it again is no error. A message that is under way still arrives."""
    await webhooks.delete(service, grant, webhook_id)
    return Response(status_code=204)


@router.post(
    "/webhooks/{webhook_id}/rotate-secret",
    operation_id="rotateWebhookSecret",
    summary="Get a new secret",
    **documented(
        replies(200, WebhookWithSecret, "The webhook with its new secret.", example="A new webhook"),
        body("RotationBody", "A day for both secrets"),
        is_stored=True,
    ),
)
async def rotate(webhook_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """For `overlap` seconds, by default a day, messages are signed with the secret before too."""
    token = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    wanted = ROTATION.read(asked.document)
    return reading.answer(await webhooks.rotate_once(service, grant, webhook_id, wanted, asked.claim, token))


@router.post(
    "/webhooks/{webhook_id}/resume",
    operation_id="resumeWebhook",
    summary="Have events sent again",
    **documented(
        replies(200, Webhook, "The webhook, active.", example="A webhook that goes on"),
        body("ResumptionBody", "Only what happens from now on"),
        is_stored=True,
    ),
)
async def resume(webhook_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """For a webhook that was given up; it goes on where it stopped, or from now on."""
    token = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    wanted = RESUMPTION.read(asked.document)
    return reading.answer(await webhooks.resume_once(service, grant, webhook_id, wanted, asked.claim, token))
