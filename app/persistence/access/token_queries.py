"""Tokens of a campaign: issued together, listed without their secrets, revoked."""

from collections.abc import Sequence
from datetime import datetime

from app.persistence.base.locks import lock_campaign
from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.values import value


@value
class Token:
    """A token as it is shown: without its secret."""

    id: str
    label: str
    role: str
    scopes: list[str] | None
    controls: list[str]
    created_at: datetime


async def write_tokens(
    driver: Driver, campaign_id: str, tokens: Sequence[tuple[Token, bytes]], *, at_most: int
) -> bool:
    """Write tokens, each with the digest of its text; False, and none is, beyond ``at_most`` that open."""
    await lock_campaign(driver, campaign_id)
    if await _count(driver, campaign_id) + len(tokens) > at_most:
        return False
    for token, digest in tokens:
        await _write(driver, campaign_id, token, digest)
    return True


@statement("SELECT count(*) FROM token WHERE campaign_id = :campaign_id AND revoked_at IS NULL")
async def _count(driver: Driver, campaign_id: str) -> int: ...


@statement(f"""
INSERT INTO token (campaign_id, digest, {columns(Token)})
VALUES (:campaign_id, :digest, {columns(Token, ":token")})
""")
async def _write(driver: Driver, campaign_id: str, token: Token, digest: bytes) -> None: ...


@statement(f"""
SELECT {columns(Token)} FROM token
WHERE campaign_id = :campaign_id AND revoked_at IS NULL AND (:after::text IS NULL OR id > :after)
ORDER BY id LIMIT :limit
""")
async def list_tokens(driver: Driver, campaign_id: str, after: str | None, limit: int) -> list[Token]:
    """Those that open something, in the order of their ids, after the id ``after``."""
    ...


@statement("""
UPDATE token SET revoked_at = coalesce(revoked_at, now())
WHERE campaign_id = :campaign_id AND id = :token_id RETURNING true
""")
async def revoke_token(driver: Driver, campaign_id: str, token_id: str) -> bool:
    """Let a token open nothing from now on; False where there never was one."""
    ...


@statement(f"""
UPDATE token SET digest = :digest WHERE campaign_id = :campaign_id AND id = :token_id AND revoked_at IS NULL
RETURNING {columns(Token)}
""")
async def give_text(driver: Driver, campaign_id: str, token_id: str, digest: bytes) -> Token | None:
    """Let a token be opened by another text, of which this is the digest; None where it is revoked."""
    ...


@statement(f"""
SELECT {columns(Token)} FROM token
WHERE campaign_id = :campaign_id AND id = :token_id AND revoked_at IS NULL
""")
async def read_token(driver: Driver, campaign_id: str, token_id: str) -> Token | None:
    """A token that opens something; None where it is revoked."""
    ...
