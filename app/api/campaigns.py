"""Campaigns: open one, look at one's own."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api import requests as reading
from app.api.bodies import CAMPAIGN
from app.api.documentation import body, documented, replies
from app.api.requests import Granted, Service
from app.api.schemas.encounters import Campaign, OpenedCampaign
from app.services import campaigns
from app.services.moments import written

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
async def look(campaign_id: str, service: Service, grant: Granted) -> Response:
    """Another campaign's id is not found."""
    row = await campaigns.read_campaign(service.database, grant, campaign_id)
    return reading.shown({"id": row.id, "name": row.name, "created_at": written(row.created_at)})
