"""Campaigns: whoever holds the admin token opens one and gets the token of its GM."""

from datetime import UTC, datetime
from hmac import compare_digest
from typing import TypeVar

from pydantic_core import to_json

from app.persistence.base.session import Database, Driver
from app.persistence.play import encounter_queries as queries
from app.persistence.play.encounter_queries import NewCampaign, TakenCampaign
from app.persistence.play.models import CampaignRow
from app.services.access.disclosure import CEILING, NO_CEILING, Ceiling
from app.services.access.etags import Condition, digest_of
from app.services.access.secret_replies import reply_once
from app.services.access.tokens import Grant, digest, new_token
from app.services.base.idempotency import KeyClaim, Reply
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.refusals import Forbidden, NotFound, Unauthenticated
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.values import replace, value

T = TypeVar("T")

ADMIN = Grant("", "admin", "admin")


@value
class CampaignBody:
    """What opens a campaign."""

    name: str


@value
class CampaignEdit:
    """What is to be changed of a campaign; None leaves it as it is.

    `disclosure` is the most that players are shown of combatants that they do not control, whatever is
    disclosed of each: of `hp`, `defence` and `initiative`; null sets no limit. It is replaced whole.
    """

    disclosure: Ceiling | None = None


@value
class OpenedCampaign:
    """A campaign with the GM's token, which can be read here and nowhere else."""

    id: str
    name: str
    token: str
    created_at: datetime


def admin_grant(presented: str, admin_token: str | None) -> Grant:
    """What the admin token opens; raises Forbidden where there is none, and Unauthenticated."""
    if admin_token is None:
        raise Forbidden(
            "This server opens campaigns from its command line only: it has no admin token.",
            way="command_line",
        )
    if not compare_digest(digest(presented), digest(admin_token)):
        raise Unauthenticated("This is not the admin token.", way="admin")
    return ADMIN


async def open_campaign(driver: Driver, name: str) -> OpenedCampaign:
    """Write a new campaign and the token of its GM."""
    campaign_id, now = new_id("cmp"), datetime.now(UTC)
    token = new_token(campaign_id)
    await queries.create_campaign(
        driver, NewCampaign(campaign_id, name, new_id("tok"), "gm", digest(token), now)
    )
    return OpenedCampaign(campaign_id, name, token, now)


async def open_campaign_once(service: Estoc, body: CampaignBody, claim: KeyClaim, admin_token: str) -> Reply:
    """Open a campaign; the repeated request gets the same token again.

    Raises RequestInFlight, KeyReused and DatabaseUnavailable.
    """

    async def open_one(driver: Driver) -> Reply:
        opened = await open_campaign(driver, body.name)
        document = {
            "id": opened.id,
            "name": opened.name,
            "disclosure": CEILING.complete(NO_CEILING),
            "token": opened.token,
            "created_at": written(opened.created_at),
        }
        return Reply(201, {"Location": f"/v1/campaigns/{opened.id}"}, to_json(document))

    return await reply_once(service.database, claim, admin_token, open_one)


async def read_campaign(database: Database, grant: Grant, campaign_id: str) -> Json:
    """The campaign that the token belongs to; any other one is not found."""
    check_campaign(grant, campaign_id)
    async with database.session() as session:
        return campaign_view(_there(await queries.campaign(session, campaign_id)))


async def edit_campaign(service: Estoc, campaign_id: str, edit: CampaignEdit, condition: Condition) -> Json:
    """Change what ``edit`` names; all workers and open streams obey within a second.

    Raises PreconditionMissing, StaleVersion and DatabaseUnavailable.
    """
    async with service.database.transaction() as driver:
        was = _there(await queries.take_campaign(driver, campaign_id))
        condition.check(digest_of(to_json(campaign_view(was))))
        if edit.disclosure is None:
            return campaign_view(was)
        now = replace(was, disclosure=CEILING.dump(edit.disclosure).decode())
        await queries.write_disclosure(driver, campaign_id, now.disclosure)
    service.tokens.forget_campaign(campaign_id)
    service.watch.disclose(campaign_id, edit.disclosure)
    return campaign_view(now)


def check_campaign(grant: Grant, campaign_id: str) -> None:
    """Raises NotFound for any other one than that of the token."""
    if campaign_id != grant.campaign_id:
        raise NotFound("No such campaign.", way="campaign")


def campaign_view(campaign: CampaignRow | TakenCampaign) -> Json:
    """A campaign as it is shown."""
    return {
        "id": campaign.id,
        "name": campaign.name,
        "disclosure": CEILING.complete(CEILING.load(campaign.disclosure)),
        "created_at": written(campaign.created_at),
    }


def _there(campaign: T | None) -> T:
    if campaign is None:
        raise NotFound("No such campaign.", way="campaign")
    return campaign
