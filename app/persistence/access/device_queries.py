"""Keys asked for by who has none: asked, looked at and answered by a GM, fetched."""

from datetime import datetime, timedelta

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.values import value


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


_LOOK = f"""
SELECT {columns(Wish)} FROM device_authorization
WHERE user_code = :user_code AND token_id IS NULL AND NOT is_denied AND expires_at > now()
"""


@statement("SELECT count(*) FROM device_authorization WHERE address = :address AND expires_at > now()")
async def count_wishes(driver: Driver, address: str) -> int:
    """How many wishes from there are not too old yet."""
    ...


@statement(f"""
INSERT INTO device_authorization (digest, pause, {columns(Wish)})
VALUES (:digest, :pause, {columns(Wish, ":wish")})
ON CONFLICT (user_code) DO NOTHING RETURNING true
""")
async def write_wish(driver: Driver, digest: bytes, wish: Wish, pause: int) -> bool:
    """Keep a wish under the digest of its device code; False where its user code is another one's."""
    ...


@statement(_LOOK)
async def read_wish(driver: Driver, user_code: str) -> Wish | None:
    """The wish that waits for an answer under that code."""
    ...


@statement(f"{_LOOK} FOR UPDATE")
async def take_wish(driver: Driver, user_code: str) -> Wish | None:
    """The same, to be answered in this transaction: of several who come with the code one gets it."""
    ...


@statement("""
UPDATE device_authorization SET campaign_id = :campaign_id, token_id = :token_id,
    expires_at = greatest(expires_at, now() + :fetched_within::interval)
WHERE user_code = :user_code
""")
async def approve_wish(
    driver: Driver, user_code: str, campaign_id: str, token_id: str, fetched_within: timedelta
) -> None: ...


@statement("UPDATE device_authorization SET is_denied = true WHERE user_code = :user_code")
async def deny_wish(driver: Driver, user_code: str) -> None: ...


@statement("""
SELECT campaign_id, token_id, sealed, is_denied, expires_at <= now(), pause,
    coalesce(polled_at + make_interval(secs => pause) - :tolerance::interval > now(), false)
FROM device_authorization WHERE digest = :digest FOR UPDATE
""")
async def poll(driver: Driver, digest: bytes, tolerance: timedelta) -> Poll | None:
    """How far the wish of a device code has come, locked; one poll is too quick when it comes more than
    ``tolerance`` before its time.
    """
    ...


@statement("UPDATE device_authorization SET polled_at = now(), pause = :pause WHERE digest = :digest")
async def note_poll(driver: Driver, digest: bytes, pause: int) -> None:
    """It was polled now, and is next to be polled after ``pause`` seconds."""
    ...


@statement("""
UPDATE device_authorization SET sealed = :sealed, expires_at = now() + :again_within::interval
WHERE digest = :digest
""")
async def note_delivery(driver: Driver, digest: bytes, sealed: bytes, again_within: timedelta) -> None: ...
