"""Tokens of a campaign: one for everybody at the table."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import TOKENS
from app.api.http.documentation import body, documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.schemas.tokens import IssuedTokens, OwnToken, Token
from app.services.access import table_tokens

router = APIRouter(tags=["campaigns"])


@router.post(
    "/campaigns/{campaign_id}/tokens",
    operation_id="issueTokens",
    summary="Issue tokens for a whole table",
    **documented(
        replies(201, IssuedTokens, "The tokens with their secrets.", example="Tokens for a table"),
        body("TokensBody", "A player and somebody who watches"),
        is_stored=True,
    ),
)
async def issue(campaign_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Each with its role, and a player's with the combatants that it controls. All are issued or none.

    The secrets are shown here and not again.
    """
    presented = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    wanted = TOKENS.read(asked.document)
    return reading.answer(
        await table_tokens.issue_once(service, grant, campaign_id, wanted, asked.claim, presented)
    )


@router.get(
    "/campaigns/{campaign_id}/tokens",
    operation_id="listTokens",
    summary="List the campaign's tokens",
    **documented(replies(200, list_of(Token), "One page of tokens.", example="Who has a token")),
)
async def list_all(
    campaign_id: str, service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Those that open something, without their secrets."""
    read = partial(table_tokens.read_all, service, grant, campaign_id)
    return reading.shown(await reading.page_of(f"tokens of {campaign_id}", limit, cursor, read))


@router.get(
    "/token",
    operation_id="getOwnToken",
    summary="Look at the token that asks",
    **documented(replies(200, OwnToken, "Who one is here.")),
)
async def look(service: Service, grant: Granted) -> Response:
    """Its role, its scopes (null: all that the role may), the combatants that it controls, and the campaign
    that it opens. The secret is not shown.
    """
    return reading.shown(await table_tokens.read_own(service, grant))


@router.delete(
    "/campaigns/{campaign_id}/tokens/{tok_id}",
    operation_id="revokeToken",
    summary="Let a token open nothing any more",
    **documented({204: {"description": "It opens nothing, now or already."}}),
)
async def revoke(campaign_id: str, tok_id: str, service: Service, grant: Granted) -> Response:
    """Within a second, on streams that are open too. Revoking it again is no error."""
    await table_tokens.revoke(service, grant, campaign_id, tok_id)
    return Response(status_code=204)
