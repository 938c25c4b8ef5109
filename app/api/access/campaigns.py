"""Campaigns: open one, look at one's own, limit what it discloses."""

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import CAMPAIGN, CAMPAIGN_EDIT
from app.api.http.documentation import body, documented, replies
from app.api.http.requests import Granted, Service
from app.api.schemas.encounters import Campaign, OpenedCampaign
from app.services.access import campaigns
from app.services.base.idempotency import Reply

router = APIRouter(tags=["campaigns"])


@router.post(
    "/campaigns",
    operation_id="openCampaign",
    summary="Open a campaign and get its GM's token",
    **documented(
        replies(201, OpenedCampaign, "The campaign with the GM's token; keep it, it is not shown again."),
        body("CampaignBody", "A campaign"),
        is_stored=True,
        is_for_admin=True,
    ),
)
async def open_one(request: Request, service: Service) -> Response:
    """Needs the admin token (`ESTOC_ADMIN_TOKEN`)."""
    grant, presented = reading.admin_of(request)
    asked = await reading.body_of(request, grant)
    wanted = CAMPAIGN.read(asked.document)
    return reading.answer(await campaigns.open_campaign_once(service, wanted, asked.claim, presented))


@router.get(
    "/campaigns/{campaign_id}",
    operation_id="getCampaign",
    summary="Look at the token's campaign",
    **documented(replies(200, Campaign, "The campaign.")),
)
async def look(campaign_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Another campaign's id is not found."""
    seen = await campaigns.read_campaign(service.database, grant, campaign_id)
    return reading.shown(seen, reading.tag_of(request, to_json(seen)))


@router.patch(
    "/campaigns/{campaign_id}",
    operation_id="editCampaign",
    summary="Limit what players are shown in the whole campaign",
    **documented(
        replies(200, Campaign, "The campaign with its change.", example="A campaign that shows no figures"),
        body("CampaignEdit", "No figures for anybody"),
        is_guarded=True,
    ),
)
async def change(campaign_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """`disclosure` is a ceiling: of it and of what is disclosed of a combatant the strictest wins, for heroes
    and foes alike; whoever controls a combatant sees all of it. It holds for what is read from now on,
    also of what happened before; open streams say `reset` within a second.
    """
    campaigns.check_campaign(grant, campaign_id)
    edit = CAMPAIGN_EDIT.read(await reading.document_of(request))
    condition = reading.condition(request, is_required=True)
    seen = await campaigns.edit_campaign(service, campaign_id, edit, condition)
    shown = to_json(seen)
    reply = Reply(200, {"ETag": reading.tag_of(request, shown)}, shown)
    return reading.answer(reading.preferred(request, reply))
