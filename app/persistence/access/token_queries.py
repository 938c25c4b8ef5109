"""Tokens of a campaign: issued together, listed without their secrets, revoked."""

from collections.abc import Sequence
from datetime import datetime

from app.persistence.base.session import Driver
from app.values import value

# ruff: noqa: S608 — the statements below are put together from each other's texts, never from a value.
_COLUMNS = "id, label, role, scopes, controls, created_at"

_LOCK_CAMPAIGN = "SELECT FROM campaign WHERE id = $1 FOR NO KEY UPDATE"

_COUNT = "SELECT count(*) FROM token WHERE campaign_id = $1 AND revoked_at IS NULL"

_WRITE = """
INSERT INTO token (campaign_id, id, label, role, scopes, controls, digest, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""

_LIST = f"""
SELECT {_COLUMNS} FROM token
WHERE campaign_id = $1 AND revoked_at IS NULL AND ($2::text IS NULL OR id > $2)
ORDER BY id LIMIT $3
"""

_REVOKE = """
UPDATE token SET revoked_at = coalesce(revoked_at, now()) WHERE campaign_id = $1 AND id = $2 RETURNING true
"""

_GIVE_TEXT = f"""
UPDATE token SET digest = $3 WHERE campaign_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING {_COLUMNS}
"""

_READ = f"SELECT {_COLUMNS} FROM token WHERE campaign_id = $1 AND id = $2 AND revoked_at IS NULL"


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
    await driver.execute(_LOCK_CAMPAIGN, campaign_id)
    count: int = await driver.fetchval(_COUNT, campaign_id) or 0
    if count + len(tokens) > at_most:
        return False
    for token, digest in tokens:
        told = (token.id, token.label, token.role, token.scopes, token.controls, digest, token.created_at)
        await driver.execute(_WRITE, campaign_id, *told)
    return True


async def list_tokens(driver: Driver, campaign_id: str, after: str | None, limit: int) -> list[Token]:
    """Those that open something, in the order of their ids, after the id ``after``."""
    return [Token(*row) for row in await driver.fetch(_LIST, campaign_id, after, limit)]


async def revoke_token(driver: Driver, campaign_id: str, token_id: str) -> bool:
    """Let a token open nothing from now on; False where there never was one."""
    return bool(await driver.fetchval(_REVOKE, campaign_id, token_id))


async def give_text(driver: Driver, campaign_id: str, token_id: str, digest: bytes) -> Token | None:
    """Let a token be opened by another text, of which this is the digest; None where it is revoked."""
    row = await driver.fetchrow(_GIVE_TEXT, campaign_id, token_id, digest)
    return None if row is None else Token(*row)


async def read_token(driver: Driver, campaign_id: str, token_id: str) -> Token | None:
    """A token that opens something; None where it is revoked."""
    row = await driver.fetchrow(_READ, campaign_id, token_id)
    return None if row is None else Token(*row)
