"""Tokens for a whole table: issued in one call, listed, revoked."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from pydantic_core import to_json

from app.persistence.access import token_queries as queries
from app.persistence.access.token_queries import Token
from app.persistence.base.json_text import pointer_to
from app.persistence.base.session import Driver
from app.rules.common.errors import InvalidDocument, Problem
from app.services.access.campaigns import check_campaign, read_campaign
from app.services.access.roles import Scope
from app.services.access.secret_replies import reply_once
from app.services.access.tokens import Grant, digest, new_token
from app.services.base.idempotency import KeyClaim, Reply
from app.services.base.ids import is_id, new_id
from app.services.base.json_value import Json
from app.services.base.refusals import Forbidden, NotFound, TooManyTokens
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.values import value

AT_MOST = 200
"""Tokens of one campaign that open something."""
Seat: TypeAlias = Literal["owner", "gm", "assistant", "player", "spectator"]
"""Roles that tokens of a campaign can have."""
Scopes = Annotated[tuple[Scope, ...], Field(min_length=1, max_length=3)]
Name = Annotated[str, Field(min_length=1, max_length=600)]
Controls = Annotated[tuple[Name, ...], Field(max_length=50)]


@value
class TokenBody:
    """A token for somebody at the table.

    Without `scopes` it may all that its role may. A player's `controls` are the names of the combatants that
    the player acts for (id, `ref` or external reference as `system:kind:id`); they hold in every encounter of
    the campaign, in those to come too.
    """

    role: Seat
    label: Annotated[str, Field(max_length=200)] = ""
    scopes: Scopes | None = None
    controls: Controls = ()


@value
class TokensBody:
    """Tokens for a whole table: all are issued or none."""

    tokens: Annotated[tuple[TokenBody, ...], Field(min_length=1, max_length=50)]


def token_view(token: Token) -> Json:
    """A token as it is shown."""
    return {
        "id": token.id,
        "label": token.label,
        "role": token.role,
        "scopes": token.scopes,
        "controls": token.controls,
        "created_at": written(token.created_at),
    }


async def issue_once(
    service: Estoc, grant: Grant, campaign_id: str, body: TokensBody, claim: KeyClaim, presented: str
) -> Reply:
    """Issue tokens; their texts are in this reply and nowhere else, and the repeated request gets them again.

    Raises NotFound, InvalidDocument, Forbidden, TooManyTokens, RequestInFlight, KeyReused and
    DatabaseUnavailable.
    """
    check_campaign(grant, campaign_id)
    _check(grant, body)

    async def issue(driver: Driver) -> Reply:
        now, ids = datetime.now(UTC), sorted(new_id("tok") for _ in body.tokens)
        issued = [
            (token_from(wanted, token_id, now), new_token(campaign_id))
            for token_id, wanted in zip(ids, body.tokens, strict=True)
        ]
        rows = [(token, digest(text)) for token, text in issued]
        await write(driver, campaign_id, rows)
        document = {"tokens": [{**token_view(token), "token": text} for token, text in issued]}
        return Reply(201, {"Location": f"/v1/campaigns/{campaign_id}/tokens"}, to_json(document))

    return await reply_once(service.database, claim, presented, issue)


async def read_all(
    service: Estoc, grant: Grant, campaign_id: str, after: str | None, limit: int
) -> list[Json]:
    """Up to ``limit`` tokens that open something, after the id ``after``; raises NotFound."""
    check_campaign(grant, campaign_id)
    async with service.database.reading() as driver:
        found = await queries.list_tokens(driver, campaign_id, after, limit)
    return [token_view(token) for token in found]


async def read_own(service: Estoc, grant: Grant) -> Json:
    """The token that asks, and its campaign; raises NotFound where it has just been revoked."""
    async with service.database.reading() as driver:
        found = await queries.read_token(driver, grant.campaign_id, grant.token_id)
    if found is None:
        raise _no_token()
    campaign = await read_campaign(service.database, grant, grant.campaign_id)
    return {**token_view(found), "campaign": {"id": campaign["id"], "name": campaign["name"]}}


async def revoke(service: Estoc, grant: Grant, campaign_id: str, token_id: str) -> None:
    """Let it open nothing: here at once, in other workers and on open streams within a second.

    A revoked one stays revoked. Raises NotFound where there never was one.
    """
    check_campaign(grant, campaign_id)
    if not is_id("tok", token_id):
        raise _no_token()
    async with service.database.transaction() as driver:
        if not await queries.revoke_token(driver, campaign_id, token_id):
            raise _no_token()
    service.tokens.forget(token_id)


def token_from(wanted: TokenBody, token_id: str, now: datetime) -> Token:
    scopes: list[str] | None = None if wanted.scopes is None else sorted({*wanted.scopes})
    return Token(token_id, wanted.label, wanted.role, scopes, list(wanted.controls), now)


async def write(driver: Driver, campaign_id: str, rows: Sequence[tuple[Token, bytes]]) -> None:
    """Write tokens, each with the digest of its text; raises TooManyTokens."""
    if not await queries.write_tokens(driver, campaign_id, rows, at_most=AT_MOST):
        raise TooManyTokens("A campaign has {at_most} tokens at most; revoke some.", at_most=AT_MOST)


def misplaced_controls(role: str, controls: Sequence[str], at: str = "") -> tuple[Problem, ...]:
    """Only players control some combatants and not others."""
    if not controls or role == "player":
        return ()
    message = "A GM acts for everybody and a spectator for nobody: only players have `controls`."
    return (Problem(f"{at}/controls", "controls_without_player", message),)


def check_scopes(grant: Grant, wanted: TokenBody) -> None:
    """Nobody gives more than they have; raises Forbidden."""
    if grant.scopes is not None and (wanted.scopes is None or not {*wanted.scopes} <= grant.scopes):
        raise Forbidden("A token issues no token of more scopes than its own.", way="scopes")


def _check(grant: Grant, body: TokensBody) -> None:
    problems = tuple(
        problem
        for index, wanted in enumerate(body.tokens)
        for problem in misplaced_controls(wanted.role, wanted.controls, pointer_to("tokens", index))
    )
    if problems:
        raise InvalidDocument(problems)
    for wanted in body.tokens:
        check_scopes(grant, wanted)


def _no_token() -> NotFound:
    return NotFound("This campaign has no such token.", way="token")
