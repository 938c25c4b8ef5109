"""Webhooks: making one, looking at them, changing its secret, resuming one that was given up."""

import base64
import secrets
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field
from pydantic_core import to_json

from app.persistence.base.session import Driver
from app.persistence.outgoing import webhook_queries as queries
from app.persistence.outgoing.webhook_queries import Webhook
from app.services.access.secret_replies import reply_once
from app.services.access.tokens import Grant
from app.services.base.idempotency import KeyClaim, Reply
from app.services.base.ids import is_id, new_id
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound, TooManyWebhooks, WebhooksOff, WebhookUrlRefused
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.services.outgoing.egress import MAX_URL, UrlRefused
from app.values import value

AT_MOST = 10
"""Webhooks of one campaign."""
SECRET_BYTES = 32


@value
class WebhookBody:
    """Where to send a campaign's events."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)]
    description: Annotated[str, Field(max_length=200)] = ""


@value
class RotationBody:
    """For how many seconds messages are signed with the secret before as well."""

    overlap: Annotated[int, Field(ge=0, le=30 * 86_400)] = 86_400


@value
class ResumptionBody:
    """Whether what happened meanwhile is sent too, or only what happens from now on."""

    begin: Literal["where_it_stopped", "now"] = "where_it_stopped"


def webhook_view(webhook: Webhook) -> Json:
    """A webhook as it is shown."""
    return {
        "id": webhook.id,
        "url": webhook.url,
        "description": webhook.description,
        "status": "disabled" if webhook.disabled_at else "failing" if webhook.failures else "active",
        "failures": webhook.failures,
        "last_tried_at": webhook.last_tried_at and written(webhook.last_tried_at),
        "last_outcome": webhook.last_outcome,
        "disabled_at": webhook.disabled_at and written(webhook.disabled_at),
        "disabled_reason": webhook.disabled_reason,
        "created_at": written(webhook.created_at),
    }


def _new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


async def make_once(service: Estoc, grant: Grant, body: WebhookBody, claim: KeyClaim, token: str) -> Reply:
    """A webhook for what happens in the campaign from now on; its secret is in the reply and nowhere else.

    Raises WebhooksOff, WebhookUrlRefused, TooManyWebhooks, RequestInFlight, KeyReused, DatabaseUnavailable.
    """
    if not service.egress.is_on:
        raise WebhooksOff("This server sends nothing out; its operator can allow it: ESTOC_WEBHOOKS=true.")
    try:
        service.egress.check(body.url)
    except UrlRefused as refused:
        raise WebhookUrlRefused(
            "Nothing is sent to this address. {reason}", "/url", reason=str(refused)
        ) from None

    async def make(driver: Driver) -> Reply:
        webhook_id, secret, now = new_id("whk"), _new_secret(), datetime.now(UTC)
        if not await queries.create_webhook(
            driver,
            grant.campaign_id,
            webhook_id,
            grant.token_id,
            body.url,
            body.description,
            secret,
            now,
            at_most=AT_MOST,
        ):
            raise TooManyWebhooks("A campaign has {at_most} webhooks at most.", at_most=AT_MOST)
        made = Webhook(
            grant.campaign_id, webhook_id, body.url, body.description, 0, None, None, None, None, now
        )
        document = {**webhook_view(made), "secret": secret}
        return Reply(201, {"Location": f"/v1/webhooks/{webhook_id}"}, to_json(document))

    return await reply_once(service.database, claim, token, make)


async def read(service: Estoc, grant: Grant, webhook_id: str) -> Json:
    """One webhook; raises NotFound."""
    async with service.database.reading() as driver:
        found = await queries.read_webhook(driver, grant.campaign_id, _checked(webhook_id))
    return webhook_view(_there(found))


async def read_all(service: Estoc, grant: Grant, after: str | None, limit: int) -> list[Json]:
    """Up to ``limit`` webhooks in the order they were made, after the id ``after``."""
    async with service.database.reading() as driver:
        found = await queries.list_webhooks(driver, grant.campaign_id, after, limit)
    return [webhook_view(webhook) for webhook in found]


async def delete(service: Estoc, grant: Grant, webhook_id: str) -> None:
    """Delete it; a deleted one stays deleted. Raises NotFound where there never was one."""
    async with service.database.transaction() as driver:
        if not await queries.delete_webhook(driver, grant.campaign_id, _checked(webhook_id)):
            raise _no_webhook()


async def rotate_once(
    service: Estoc, grant: Grant, webhook_id: str, body: RotationBody, claim: KeyClaim, token: str
) -> Reply:
    """A new secret; the one before signs too for a while. Raises NotFound, RequestInFlight, KeyReused."""

    async def rotate(driver: Driver) -> Reply:
        secret = _new_secret()
        webhook = await queries.rotate_secret(
            driver, grant.campaign_id, _checked(webhook_id), secret, timedelta(seconds=body.overlap)
        )
        return Reply(200, {}, to_json({**webhook_view(_there(webhook)), "secret": secret}))

    return await reply_once(service.database, claim, token, rotate)


async def resume_once(
    service: Estoc, grant: Grant, webhook_id: str, body: ResumptionBody, claim: KeyClaim, token: str
) -> Reply:
    """Begin to send again. Raises NotFound, RequestInFlight, KeyReused."""

    async def resume(driver: Driver) -> Reply:
        webhook = _there(await queries.resume_webhook(driver, grant.campaign_id, _checked(webhook_id)))
        if body.begin == "now":
            await queries.begin_here(driver, grant.campaign_id, webhook_id)
        await queries.ask_to_send(driver, [grant.campaign_id])
        return Reply(200, {}, to_json(webhook_view(webhook)))

    reply = await reply_once(service.database, claim, token, resume)
    service.jobs.wake()
    return reply


def _checked(webhook_id: str) -> str:
    if not is_id("whk", webhook_id):
        raise _no_webhook()
    return webhook_id


def _there(webhook: Webhook | None) -> Webhook:
    if webhook is None:
        raise _no_webhook()
    return webhook


def _no_webhook() -> NotFound:
    return NotFound("This campaign has no such webhook.", way="webhook")
