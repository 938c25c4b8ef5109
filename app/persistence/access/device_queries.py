"""Keys asked for by who has none: asked, looked at and answered by a GM, fetched."""

from datetime import datetime, timedelta

from app.persistence.base.session import Driver
from app.values import value

_COUNT = "SELECT count(*) FROM device_authorization WHERE address = $1 AND expires_at > now()"

_ASK = """
INSERT INTO device_authorization
    (digest, user_code, client_name, address, role, scopes, controls, pause, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (user_code) DO NOTHING RETURNING true
"""

_LOOK = """
SELECT user_code, client_name, address, role, scopes, controls, created_at, expires_at
FROM device_authorization
WHERE user_code = $1 AND token_id IS NULL AND NOT is_denied AND expires_at > now()
"""

_TAKE = f"{_LOOK} FOR UPDATE"

_APPROVE = """
UPDATE device_authorization
SET campaign_id = $2, token_id = $3, expires_at = greatest(expires_at, now() + $4::interval)
WHERE user_code = $1
"""

_DENY = "UPDATE device_authorization SET is_denied = true WHERE user_code = $1"

_POLL = """
SELECT campaign_id, token_id, sealed, is_denied, expires_at <= now(), pause,
    coalesce(polled_at + make_interval(secs => pause) - $2::interval > now(), false)
FROM device_authorization WHERE digest = $1 FOR UPDATE
"""

_NOTE_POLL = "UPDATE device_authorization SET polled_at = now(), pause = $2 WHERE digest = $1"

_DELIVER = "UPDATE device_authorization SET sealed = $2, expires_at = now() + $3::interval WHERE digest = $1"


@value
class Wish:
    """A token that is asked for: by whom, as they say, and from where."""

    user_code: str
    client_name: str
    address: str
    role: str
    scopes: list[str] | None
    controls: list[str]
    created_at: datetime
    expires_at: datetime


@value
class Poll:
    """How far a wish has come for the device that asks; ``pause`` is in seconds."""

    campaign_id: str | None
    token_id: str | None
    sealed: bytes | None
    is_denied: bool
    is_expired: bool
    pause: int
    is_too_quick: bool


async def count_wishes(driver: Driver, address: str) -> int:
    """How many wishes from there are not too old yet."""
    return await driver.fetchval(_COUNT, address) or 0


async def write_wish(driver: Driver, digest: bytes, wish: Wish, pause: int) -> bool:
    """Keep a wish under the digest of its device code; False where its user code is another one's."""
    told = (wish.user_code, wish.client_name, wish.address, wish.role, wish.scopes, wish.controls)
    when = (wish.created_at, wish.expires_at)
    return bool(await driver.fetchval(_ASK, digest, *told, pause, *when))


async def read_wish(driver: Driver, user_code: str) -> Wish | None:
    """The wish that waits for an answer under that code."""
    row = await driver.fetchrow(_LOOK, user_code)
    return None if row is None else Wish(*row)


async def take_wish(driver: Driver, user_code: str) -> Wish | None:
    """The same, to be answered in this transaction: of several who come with the code one gets it."""
    row = await driver.fetchrow(_TAKE, user_code)
    return None if row is None else Wish(*row)


async def approve_wish(
    driver: Driver, user_code: str, campaign_id: str, token_id: str, fetched_within: timedelta
) -> None:
    await driver.execute(_APPROVE, user_code, campaign_id, token_id, fetched_within)


async def deny_wish(driver: Driver, user_code: str) -> None:
    await driver.execute(_DENY, user_code)


async def poll(driver: Driver, digest: bytes, tolerance: timedelta) -> Poll | None:
    """How far the wish of a device code has come, locked; one poll is too quick when it comes more than
    ``tolerance`` before its time.
    """
    row = await driver.fetchrow(_POLL, digest, tolerance)
    return None if row is None else Poll(*row)


async def note_poll(driver: Driver, digest: bytes, pause: int) -> None:
    """It was polled now, and is next to be polled after ``pause`` seconds."""
    await driver.execute(_NOTE_POLL, digest, pause)


async def note_delivery(driver: Driver, digest: bytes, sealed: bytes, again_within: timedelta) -> None:
    await driver.execute(_DELIVER, digest, sealed, again_within)
