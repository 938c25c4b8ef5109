"""Stream tickets: ``estoc_ticket_<campaign>_<secret>``, each good for one stream within a minute."""

import re
import secrets
from datetime import UTC, datetime, timedelta

from pydantic_core import to_json

from app.persistence.access import ticket_queries as queries
from app.persistence.base.session import Driver
from app.services.access.secret_replies import reply_once
from app.services.access.tokens import Grant, digest
from app.services.base.idempotency import KeyClaim, Reply
from app.services.base.ids import is_id
from app.services.base.refusals import TicketInvalid, no_encounter
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.values import value

LASTS = timedelta(seconds=60)
_SHAPE = re.compile(r"estoc_ticket_(cmp_[0-9a-z]{26})_[A-Za-z0-9_-]{43}")


@value
class TicketBody:
    """What a ticket is asked for."""

    encounter_id: str


async def issue_once(service: Estoc, grant: Grant, body: TicketBody, claim: KeyClaim, token: str) -> Reply:
    """A ticket for one stream; the repeated request gets the same one, used or not.

    Raises NotFound, RequestInFlight, KeyReused and DatabaseUnavailable.
    """

    async def issue(driver: Driver) -> Reply:
        ticket = f"estoc_ticket_{grant.campaign_id}_{secrets.token_urlsafe(32)}"
        expires_at = datetime.now(UTC) + LASTS
        if not is_id("enc", body.encounter_id) or not await queries.write_ticket(
            driver, grant.campaign_id, digest(ticket), grant.token_id, body.encounter_id, expires_at
        ):
            raise no_encounter()
        document = {
            "ticket": ticket,
            "encounter_id": body.encounter_id,
            "stream": f"/v1/encounters/{body.encounter_id}/stream?ticket={ticket}",
            "expires_at": written(expires_at),
        }
        return Reply(201, {}, to_json(document))

    return await reply_once(service.database, claim, token, issue)


async def redeem(service: Estoc, ticket: str, encounter_id: str) -> Grant:
    """Use the ticket up; what it opens is what its token opens. Raises TicketInvalid."""
    if shape := _SHAPE.fullmatch(ticket):
        async with service.database.reading() as driver:
            opened = await queries.take_ticket(driver, shape[1], digest(ticket), encounter_id)
        if opened is not None:
            return Grant.stored(shape[1], *opened)
    raise TicketInvalid(
        "This ticket opens nothing here: it was used, is too old or is for another encounter."
    )
