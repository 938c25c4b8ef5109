"""Webhooks: where events are sent, and how far each has come."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from app.persistence.base.locks import lock_campaign
from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.persistence.outgoing.job_queries import ASKED_AGAIN
from app.values import value

KIND = "webhook"
"""Of the jobs that send a webhook's events; their key is the webhook's id."""


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


_OURS = "w.campaign_id = :campaign_id AND w.id = :webhook_id"
_ASK = f"""
INSERT INTO job (campaign_id, kind, key, payload, run_at)
SELECT w.campaign_id, '{KIND}', w.id, '{{}}', now() FROM webhook w
WHERE w.disabled_at IS NULL AND w.deleted_at IS NULL"""


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
    await lock_campaign(driver, campaign_id)
    is_made = await _create(driver, campaign_id, webhook_id, token_id, url, description, secret, at, at_most)
    if is_made:
        await begin_here(driver, campaign_id, webhook_id)
    return is_made


@statement("""
INSERT INTO webhook (campaign_id, id, token_id, url, description, secret, created_at)
SELECT :campaign_id, :webhook_id, :token_id, :url, :description, :secret, :at
WHERE (SELECT count(*) FROM webhook WHERE campaign_id = :campaign_id AND deleted_at IS NULL) < :at_most
RETURNING true
""")
async def _create(
    driver: Driver,
    campaign_id: str,
    webhook_id: str,
    token_id: str,
    url: str,
    description: str,
    secret: str,
    at: datetime,
    at_most: int,
) -> bool: ...


@statement("""
INSERT INTO webhook_position (campaign_id, webhook_id, encounter_id, last_event)
SELECT e.campaign_id, :webhook_id, e.id, e.last_event FROM encounter e WHERE e.campaign_id = :campaign_id
ON CONFLICT (campaign_id, webhook_id, encounter_id) DO UPDATE SET last_event = excluded.last_event
""")
async def begin_here(driver: Driver, campaign_id: str, webhook_id: str) -> None:
    """Send nothing of what has happened so far."""
    ...


@statement(f"SELECT {columns(Webhook, 'w')} FROM webhook w WHERE {_OURS} AND w.deleted_at IS NULL")
async def read_webhook(driver: Driver, campaign_id: str, webhook_id: str) -> Webhook | None: ...


@statement(f"""
SELECT {columns(Webhook, "w")} FROM webhook w
WHERE w.campaign_id = :campaign_id AND w.deleted_at IS NULL AND (:after::text IS NULL OR w.id > :after)
ORDER BY w.id LIMIT :limit
""")
async def list_webhooks(driver: Driver, campaign_id: str, after: str | None, limit: int) -> list[Webhook]:
    """In the order they were made, after the id ``after``."""
    ...


@statement(f"""
UPDATE webhook w SET deleted_at = coalesce(deleted_at, now()), secret = '', previous_secret = NULL
WHERE {_OURS} RETURNING true
""")
async def delete_webhook(driver: Driver, campaign_id: str, webhook_id: str) -> bool:
    """Forget its secrets and send nothing more; False where there never was one."""
    ...


@statement(f"""
UPDATE webhook w SET previous_secret = secret, previous_until = now() + :overlap, secret = :secret
WHERE {_OURS} AND w.deleted_at IS NULL RETURNING {columns(Webhook, "w")}
""")
async def rotate_secret(
    driver: Driver, campaign_id: str, webhook_id: str, secret: str, overlap: timedelta
) -> Webhook | None:
    """Sign with ``secret`` from now on, and with the one before too for ``overlap``."""
    ...


async def resume_webhook(driver: Driver, campaign_id: str, webhook_id: str) -> Webhook | None:
    """Begin to send again, without waiting for the next attempt where it has failed."""
    webhook = await _enable(driver, campaign_id, webhook_id)
    await _try_now(driver, campaign_id, webhook_id)
    return webhook


@statement(f"""
UPDATE webhook w SET disabled_at = NULL, disabled_reason = NULL, failures = 0
WHERE {_OURS} AND w.deleted_at IS NULL RETURNING {columns(Webhook, "w")}
""")
async def _enable(driver: Driver, campaign_id: str, webhook_id: str) -> Webhook | None: ...


@statement(f"""
UPDATE job SET run_at = now() WHERE campaign_id = :campaign_id AND kind = '{KIND}' AND key = :webhook_id
""")
async def _try_now(driver: Driver, campaign_id: str, webhook_id: str) -> None: ...


@statement(f"""
SELECT w.url, w.secret, CASE WHEN w.previous_until > now() THEN w.previous_secret END, w.failures,
    t.id, t.role, t.scopes, t.controls, c.disclosure, t.revoked_at IS NOT NULL
FROM webhook w JOIN token t ON t.campaign_id = w.campaign_id AND t.id = w.token_id
    JOIN campaign c ON c.id = w.campaign_id
WHERE {_OURS} AND w.deleted_at IS NULL AND w.disabled_at IS NULL
""")
async def read_sending(driver: Driver, campaign_id: str, webhook_id: str) -> Sending | None:
    """None where nothing is to be sent: it is deleted or disabled."""
    ...


# One after the other of every encounter in turn, so that a busy one does not hold up the others.
@statement("""
SELECT e.id, a.id, a.last_event, a.events, a.created_at, a.seq, a.privacy, a.token_id, a.actor
FROM encounter e
LEFT JOIN webhook_position p
    ON p.campaign_id = e.campaign_id AND p.webhook_id = :webhook_id AND p.encounter_id = e.id
CROSS JOIN LATERAL (
    SELECT l.id, l.last_event, l.events, l.created_at, l.seq, l.privacy, l.token_id, l.actor,
        row_number() OVER (ORDER BY l.last_event) AS nth
    FROM encounter_action l
    WHERE l.campaign_id = e.campaign_id AND l.encounter_id = e.id
        AND l.last_event > coalesce(p.last_event, 0) AND l.last_event >= l.first_event
    ORDER BY l.last_event LIMIT :limit
) a
WHERE e.campaign_id = :campaign_id AND e.last_event > coalesce(p.last_event, 0)
ORDER BY a.nth, e.id LIMIT :limit
""")
async def unsent(driver: Driver, campaign_id: str, webhook_id: str, limit: int) -> Sequence[Unsent]:
    """The first actions to be delivered; those of one encounter are in its order."""
    ...


@statement("""
WITH moved AS (
    INSERT INTO webhook_position AS p (campaign_id, webhook_id, encounter_id, last_event)
    VALUES (:campaign_id, :webhook_id, :sent.encounter_id, :sent.last_event)
    ON CONFLICT (campaign_id, webhook_id, encounter_id) DO UPDATE SET last_event = excluded.last_event
    WHERE p.last_event < excluded.last_event
)
UPDATE webhook SET failures = 0, last_tried_at = now(), last_outcome = :outcome
WHERE campaign_id = :campaign_id AND id = :webhook_id
""")
async def note_sent(driver: Driver, campaign_id: str, webhook_id: str, sent: Unsent, outcome: str) -> None:
    """The receiver has the action's events."""
    ...


@statement("""
UPDATE webhook SET failures = failures + 1, last_tried_at = now(), last_outcome = :outcome,
    disabled_at = CASE WHEN :disabled_reason::text IS NOT NULL THEN now() END,
    disabled_reason = :disabled_reason
WHERE campaign_id = :campaign_id AND id = :webhook_id
""")
async def note_failure(
    driver: Driver, campaign_id: str, webhook_id: str, outcome: str, disabled_reason: str | None
) -> None:
    """The receiver does not have them; with a reason the webhook is given up."""
    ...


async def ask_to_send(driver: Driver, campaign_ids: Collection[str]) -> int:
    """Have what these campaigns' webhooks have not sent be sent; returns how many webhooks that are."""
    return len(await _ask_for(driver, campaign_ids))


@statement(f"{_ASK} AND w.campaign_id = ANY(:campaign_ids) {ASKED_AGAIN} RETURNING true")
async def _ask_for(driver: Driver, campaign_ids: Collection[str]) -> list[bool]: ...


async def ask_to_send_unsent(driver: Driver) -> int:
    """The same for every webhook that nobody asks for though there is something to send."""
    return len(await _ask_where_unsent(driver))


@statement(f"""{_ASK} AND EXISTS (
    SELECT FROM encounter e LEFT JOIN webhook_position p
        ON p.campaign_id = e.campaign_id AND p.webhook_id = w.id AND p.encounter_id = e.id
    WHERE e.campaign_id = w.campaign_id AND e.last_event > coalesce(p.last_event, 0)
)
ON CONFLICT (campaign_id, kind, key) DO NOTHING
RETURNING true""")
async def _ask_where_unsent(driver: Driver) -> list[bool]: ...
