"""What expires: stream tickets that nobody used, keys that nobody fetched, old simulations, replies kept
under idempotency keys.
"""

from app.persistence.base.session import Driver
from app.persistence.base.statements import statement


async def forget_expired(driver: Driver, at_once: int) -> bool:
    """Delete it, at most ``at_once`` replies; False where more are left."""
    await _forget_tickets(driver)
    await _forget_simulations(driver)
    await _forget_wishes(driver)
    return await _forget_keys(driver, at_once) < at_once


@statement("DELETE FROM stream_ticket WHERE expires_at <= now()")
async def _forget_tickets(driver: Driver) -> None: ...


@statement("DELETE FROM simulation WHERE expires_at <= now()")
async def _forget_simulations(driver: Driver) -> None: ...


# A token that was approved and never fetched has no text that anybody knows.
@statement("""
WITH gone AS (
    DELETE FROM device_authorization WHERE expires_at <= now() - interval '10 minutes'
    RETURNING campaign_id, token_id, sealed
)
UPDATE token t SET revoked_at = now() FROM gone g
WHERE t.campaign_id = g.campaign_id AND t.id = g.token_id AND g.sealed IS NULL AND t.revoked_at IS NULL
""")
async def _forget_wishes(driver: Driver) -> None: ...


@statement("""
WITH gone AS (
    DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotency_key WHERE expires_at <= now() LIMIT :at_once FOR UPDATE SKIP LOCKED
    ))
    RETURNING true
)
SELECT count(*) FROM gone
""")
async def _forget_keys(driver: Driver, at_once: int) -> int: ...
