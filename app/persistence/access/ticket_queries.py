"""Stream tickets: written once, used once."""

from datetime import datetime

from app.persistence.base.session import Driver

_WRITE = """
INSERT INTO stream_ticket (campaign_id, digest, token_id, encounter_id, expires_at)
SELECT $1, $2, $3, e.id, $5 FROM encounter e WHERE e.campaign_id = $1 AND e.id = $4
RETURNING true
"""

_TAKE = """
DELETE FROM stream_ticket s USING token t JOIN campaign c ON c.id = t.campaign_id
WHERE s.campaign_id = $1 AND s.digest = $2 AND s.encounter_id = $3 AND s.expires_at > now()
    AND t.campaign_id = s.campaign_id AND t.id = s.token_id AND t.revoked_at IS NULL
RETURNING t.id, t.role, t.scopes, t.controls, c.disclosure
"""


async def write_ticket(
    driver: Driver, campaign_id: str, digest: bytes, token_id: str, encounter_id: str, expires_at: datetime
) -> bool:
    """Keep a ticket; False where the campaign has no such encounter."""
    return bool(await driver.fetchval(_WRITE, campaign_id, digest, token_id, encounter_id, expires_at))


async def take_ticket(
    driver: Driver, campaign_id: str, digest: bytes, encounter_id: str
) -> tuple[str, str, list[str] | None, list[str], str] | None:
    """Use a ticket up: id, role, scopes and combatants of the token it stands for, and what its campaign
    discloses (JSON); None: it opens nothing.

    Of several who come with the same ticket one gets it.
    """
    row = await driver.fetchrow(_TAKE, campaign_id, digest, encounter_id)
    return None if row is None else (row[0], row[1], row[2], row[3], row[4])
