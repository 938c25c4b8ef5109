"""Stream tickets: written once, used once."""

from datetime import datetime

from app.persistence.base.session import Driver
from app.persistence.base.statements import statement


@statement("""
INSERT INTO stream_ticket (campaign_id, digest, token_id, encounter_id, expires_at)
SELECT :campaign_id, :digest, :token_id, e.id, :expires_at
FROM encounter e WHERE e.campaign_id = :campaign_id AND e.id = :encounter_id
RETURNING true
""")
async def write_ticket(
    driver: Driver, campaign_id: str, digest: bytes, token_id: str, encounter_id: str, expires_at: datetime
) -> bool:
    """Keep a ticket; False where the campaign has no such encounter."""
    ...


@statement("""
DELETE FROM stream_ticket s USING token t JOIN campaign c ON c.id = t.campaign_id
WHERE s.campaign_id = :campaign_id AND s.digest = :digest AND s.encounter_id = :encounter_id
    AND s.expires_at > now()
    AND t.campaign_id = s.campaign_id AND t.id = s.token_id AND t.revoked_at IS NULL
RETURNING t.id, t.role, t.scopes, t.controls, c.disclosure
""")
async def take_ticket(
    driver: Driver, campaign_id: str, digest: bytes, encounter_id: str
) -> tuple[str, str, list[str] | None, list[str], str] | None:
    """Use a ticket up: id, role, scopes and combatants of the token it stands for, and what its campaign
    discloses (JSON); None: it opens nothing.

    Of several who come with the same ticket one gets it.
    """
    ...
