"""What has expired is deleted, and nothing else."""

from sqlalchemy.engine import URL

from app.persistence.base.session import Database
from app.persistence.outgoing.expiry_queries import forget_expired
from tests.api.listening import query
from tests.conftest import PATIENT

KEYS = """
INSERT INTO idempotency_key (campaign_id, token_id, route, key, fingerprint, status, headers, expires_at)
SELECT 'cmp', 'tok', '/', 'key ' || n, '', 201, '{}', now() + make_interval(mins => n)
FROM generate_series(-9, 9) n
"""


async def test_replies_are_forgotten_when_they_have_expired_and_not_before(database: URL) -> None:
    await query(database, KEYS)
    pool = Database(database, **PATIENT)
    async with pool.reading() as driver:
        assert [await forget_expired(driver, 4) for _ in range(3)] == [False, False, True]
    await pool.close()
    left = {key for (key,) in await query(database, "SELECT key FROM idempotency_key")}
    assert {f"key {n}" for n in range(1, 10)} == left
