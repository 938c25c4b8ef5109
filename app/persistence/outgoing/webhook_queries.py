"""Webhooks: where events are sent, and how far each has come."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from app.persistence.base.session import Driver
from app.persistence.outgoing.job_queries import ASKED_AGAIN
from app.values import value

KIND = "webhook"
"""Of the jobs that send a webhook's events; their key is the webhook's id."""

# ruff: noqa: S608 — the statements below are put together from each other's texts, never from a value.
_COLUMNS = """w.campaign_id, w.id, w.url, w.description, w.failures, w.last_tried_at, w.last_outcome,
    w.disabled_at, w.disabled_reason, w.created_at"""
_OURS = "w.campaign_id = $1 AND w.id = $2"

_CREATE = """
INSERT INTO webhook (campaign_id, id, token_id, url, description, secret, created_at)
SELECT $1, $2, $3, $4, $5, $6, $7
WHERE (SELECT count(*) FROM webhook WHERE campaign_id = $1 AND deleted_at IS NULL) < $8
RETURNING true
"""

_BEGIN_HERE = """
INSERT INTO webhook_position (campaign_id, webhook_id, encounter_id, last_event)
SELECT e.campaign_id, $2, e.id, e.last_event FROM encounter e WHERE e.campaign_id = $1
ON CONFLICT (campaign_id, webhook_id, encounter_id) DO UPDATE SET last_event = excluded.last_event
"""

_LOCK_CAMPAIGN = "SELECT FROM campaign WHERE id = $1 FOR NO KEY UPDATE"

_READ = f"SELECT {_COLUMNS} FROM webhook w WHERE {_OURS} AND w.deleted_at IS NULL"

_LIST = f"""
SELECT {_COLUMNS} FROM webhook w
WHERE w.campaign_id = $1 AND w.deleted_at IS NULL AND ($2::text IS NULL OR w.id > $2)
ORDER BY w.id LIMIT $3
"""

_DELETE = f"""
UPDATE webhook w SET deleted_at = coalesce(deleted_at, now()), secret = '', previous_secret = NULL
WHERE {_OURS} RETURNING true
"""

_ROTATE = f"""
UPDATE webhook w SET previous_secret = secret, previous_until = now() + $4, secret = $3
WHERE {_OURS} AND w.deleted_at IS NULL RETURNING {_COLUMNS}
"""

_RESUME = f"""
UPDATE webhook w SET disabled_at = NULL, disabled_reason = NULL, failures = 0
WHERE {_OURS} AND w.deleted_at IS NULL RETURNING {_COLUMNS}
"""

_TRY_NOW = f"UPDATE job SET run_at = now() WHERE campaign_id = $1 AND kind = '{KIND}' AND key = $2"

_SENDING = f"""
SELECT w.url, w.secret, CASE WHEN w.previous_until > now() THEN w.previous_secret END, w.failures,
    t.id, t.role, t.scopes, t.controls, c.disclosure, t.revoked_at IS NOT NULL
FROM webhook w JOIN token t ON t.campaign_id = w.campaign_id AND t.id = w.token_id
    JOIN campaign c ON c.id = w.campaign_id
WHERE {_OURS} AND w.deleted_at IS NULL AND w.disabled_at IS NULL
"""

# One after the other of every encounter in turn, so that a busy one does not hold up the others.
_UNSENT = """
SELECT e.id, a.id, a.last_event, a.events, a.created_at, a.seq, a.privacy, a.token_id, a.actor
FROM encounter e
LEFT JOIN webhook_position p
    ON p.campaign_id = e.campaign_id AND p.webhook_id = $2 AND p.encounter_id = e.id
CROSS JOIN LATERAL (
    SELECT l.id, l.last_event, l.events, l.created_at, l.seq, l.privacy, l.token_id, l.actor,
        row_number() OVER (ORDER BY l.last_event) AS nth
    FROM encounter_action l
    WHERE l.campaign_id = e.campaign_id AND l.encounter_id = e.id
        AND l.last_event > coalesce(p.last_event, 0) AND l.last_event >= l.first_event
    ORDER BY l.last_event LIMIT $3
) a
WHERE e.campaign_id = $1 AND e.last_event > coalesce(p.last_event, 0)
ORDER BY a.nth, e.id LIMIT $3
"""

_SENT = """
WITH moved AS (
    INSERT INTO webhook_position AS p (campaign_id, webhook_id, encounter_id, last_event)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (campaign_id, webhook_id, encounter_id) DO UPDATE SET last_event = excluded.last_event
    WHERE p.last_event < excluded.last_event
)
UPDATE webhook SET failures = 0, last_tried_at = now(), last_outcome = $5
WHERE campaign_id = $1 AND id = $2
"""

_FAILED = """
UPDATE webhook SET failures = failures + 1, last_tried_at = now(), last_outcome = $3,
    disabled_at = CASE WHEN $4::text IS NOT NULL THEN now() END, disabled_reason = $4
WHERE campaign_id = $1 AND id = $2
"""

_ASK = f"""
INSERT INTO job (campaign_id, kind, key, payload, run_at)
SELECT w.campaign_id, '{KIND}', w.id, '{{}}', now() FROM webhook w
WHERE w.disabled_at IS NULL AND w.deleted_at IS NULL"""

_ASK_FOR = f"{_ASK} AND w.campaign_id = ANY($1) {ASKED_AGAIN} RETURNING true"

_ASK_WHERE_UNSENT = f"""{_ASK} AND EXISTS (
    SELECT FROM encounter e LEFT JOIN webhook_position p
        ON p.campaign_id = e.campaign_id AND p.webhook_id = w.id AND p.encounter_id = e.id
    WHERE e.campaign_id = w.campaign_id AND e.last_event > coalesce(p.last_event, 0)
)
ON CONFLICT (campaign_id, kind, key) DO NOTHING
RETURNING true"""


@value
class Webhook:
    """A webhook as it is shown: without its secrets."""

    campaign_id: str
    id: str
    url: str
    description: str
    failures: int
    last_tried_at: datetime | None
    last_outcome: str | None
    disabled_at: datetime | None
    disabled_reason: str | None
    created_at: datetime


@value
class Sending:
    """What sending needs: where to, what to sign with, and with which token's eyes it is seen."""

    url: str
    secret: str
    previous_secret: str | None
    failures: int
    token_id: str
    role: str
    scopes: list[str] | None
    controls: list[str]
    disclosure: str
    is_revoked: bool


@value
class Unsent:
    """An action whose events (a JSON array) were not delivered yet, and what says who may see them."""

    encounter_id: str
    action_id: str
    last_event: int
    events: str
    at: datetime
    seq: int
    privacy: str
    token_id: str
    actor: str | None


async def create_webhook(
    driver: Driver,
    campaign_id: str,
    webhook_id: str,
    token_id: str,
    url: str,
    description: str,
    secret: str,
    at: datetime,
    *,
    at_most: int,
) -> bool:
    """Write a webhook that begins where the campaign's encounters stand; False beyond ``at_most``."""
    await driver.execute(_LOCK_CAMPAIGN, campaign_id)
    is_made = await driver.fetchval(
        _CREATE, campaign_id, webhook_id, token_id, url, description, secret, at, at_most
    )
    if is_made:
        await begin_here(driver, campaign_id, webhook_id)
    return bool(is_made)


async def begin_here(driver: Driver, campaign_id: str, webhook_id: str) -> None:
    """Send nothing of what has happened so far."""
    await driver.execute(_BEGIN_HERE, campaign_id, webhook_id)


async def read_webhook(driver: Driver, campaign_id: str, webhook_id: str) -> Webhook | None:
    row = await driver.fetchrow(_READ, campaign_id, webhook_id)
    return None if row is None else Webhook(*row)


async def list_webhooks(driver: Driver, campaign_id: str, after: str | None, limit: int) -> list[Webhook]:
    """In the order they were made, after the id ``after``."""
    return [Webhook(*row) for row in await driver.fetch(_LIST, campaign_id, after, limit)]


async def delete_webhook(driver: Driver, campaign_id: str, webhook_id: str) -> bool:
    """Forget its secrets and send nothing more; False where there never was one."""
    return bool(await driver.fetchval(_DELETE, campaign_id, webhook_id))


async def rotate_secret(
    driver: Driver, campaign_id: str, webhook_id: str, secret: str, overlap: timedelta
) -> Webhook | None:
    """Sign with ``secret`` from now on, and with the one before too for ``overlap``."""
    row = await driver.fetchrow(_ROTATE, campaign_id, webhook_id, secret, overlap)
    return None if row is None else Webhook(*row)


async def resume_webhook(driver: Driver, campaign_id: str, webhook_id: str) -> Webhook | None:
    """Begin to send again, without waiting for the next attempt where it has failed."""
    row = await driver.fetchrow(_RESUME, campaign_id, webhook_id)
    await driver.execute(_TRY_NOW, campaign_id, webhook_id)
    return None if row is None else Webhook(*row)


async def read_sending(driver: Driver, campaign_id: str, webhook_id: str) -> Sending | None:
    """None where nothing is to be sent: it is deleted or disabled."""
    row = await driver.fetchrow(_SENDING, campaign_id, webhook_id)
    return None if row is None else Sending(*row)


async def unsent(driver: Driver, campaign_id: str, webhook_id: str, limit: int) -> Sequence[Unsent]:
    """The first actions to be delivered; those of one encounter are in its order."""
    return [Unsent(*row) for row in await driver.fetch(_UNSENT, campaign_id, webhook_id, limit)]


async def note_sent(driver: Driver, campaign_id: str, webhook_id: str, sent: Unsent, outcome: str) -> None:
    """The receiver has the action's events."""
    await driver.execute(_SENT, campaign_id, webhook_id, sent.encounter_id, sent.last_event, outcome)


async def note_failure(
    driver: Driver, campaign_id: str, webhook_id: str, outcome: str, disabled_reason: str | None
) -> None:
    """The receiver does not have them; with a reason the webhook is given up."""
    await driver.execute(_FAILED, campaign_id, webhook_id, outcome, disabled_reason)


async def ask_to_send(driver: Driver, campaign_ids: Collection[str]) -> int:
    """Have what these campaigns' webhooks have not sent be sent; returns how many webhooks that are."""
    return len(await driver.fetch(_ASK_FOR, list(campaign_ids)))


async def ask_to_send_unsent(driver: Driver) -> int:
    """The same for every webhook that nobody asks for though there is something to send."""
    return len(await driver.fetch(_ASK_WHERE_UNSENT))
