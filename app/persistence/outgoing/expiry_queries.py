"""What expires: stream tickets that nobody used, keys that nobody fetched, old simulations, replies kept
under idempotency keys.
"""

from app.persistence.base.session import Driver

_FORGET_TICKETS = "DELETE FROM stream_ticket WHERE expires_at <= now()"

_FORGET_SIMULATIONS = "DELETE FROM simulation WHERE expires_at <= now()"

# A token that was approved and never fetched has no text that anybody knows.
_FORGET_WISHES = """
WITH gone AS (
    DELETE FROM device_authorization WHERE expires_at <= now() - interval '10 minutes'
    RETURNING campaign_id, token_id, sealed
)
UPDATE token t SET revoked_at = now() FROM gone g
WHERE t.campaign_id = g.campaign_id AND t.id = g.token_id AND g.sealed IS NULL AND t.revoked_at IS NULL
"""

_FORGET_KEYS = """
DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM idempotency_key WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
))
"""


async def forget_expired(driver: Driver, at_once: int) -> bool:
    """Delete it, at most ``at_once`` replies; False where more are left."""
    await driver.execute(_FORGET_TICKETS)
    await driver.execute(_FORGET_SIMULATIONS)
    await driver.execute(_FORGET_WISHES)
    deleted = await driver.execute(_FORGET_KEYS, at_once)
    return int(deleted.rpartition(" ")[2]) < at_once
