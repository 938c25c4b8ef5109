"""The statements of one action: few round trips, on the driver's connection."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from app.persistence.session import Driver

if TYPE_CHECKING:
    from asyncpg import Record


@dataclass(frozen=True, slots=True)
class KeyScope:
    """An idempotency key where it is unique: per campaign, token and route."""

    campaign_id: str
    token_id: str
    route: str
    key: str

    @property
    def lock(self) -> int:
        """The key of the advisory lock, 64 bits with a sign; two keys may share one, which only delays."""
        text = "\0".join((self.campaign_id, self.token_id, self.route, self.key))
        return int.from_bytes(sha256(text.encode()).digest()[:8], signed=True)


@dataclass(frozen=True, slots=True)
class OpenedEncounter:
    """An encounter whose row is locked until the transaction ends."""

    ruleset: str
    version: int
    last_event: int
    state: str
    table_pack_version: str


@dataclass(frozen=True, slots=True)
class KeptReply:
    """The answer kept under an idempotency key, and the fingerprint of the request it was given to.

    ``headers`` is JSON. A ``body`` of None about to be kept stands for the result of the action.
    """

    fingerprint: bytes
    status: int
    headers: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """A row of the log about to be written; texts are JSON."""

    seq: int
    id: str
    kind: str
    actor: str | None
    command: str
    answers: str
    events: str
    result: str
    state_after: str
    first_event: int
    last_event: int


@dataclass(frozen=True, slots=True)
class Origin:
    """What all rows of one request share: who asked, with which engine and tables, and when."""

    campaign_id: str
    encounter_id: str
    token_id: str
    idempotency_key: str | None
    engine_version: str
    tables_hash: str
    at: datetime


# ruff: noqa: S608 — the statements below are put together from each other's texts, never from a value.
_ENCOUNTER = "e.ruleset, e.version, e.last_event, e.state, e.table_pack_version"

_OPEN = f"SELECT {_ENCOUNTER} FROM encounter e WHERE e.campaign_id = $1 AND e.id = $2 FOR UPDATE"

OPEN_WITH_KEY = f"""
WITH claim AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($3) AS is_ours)
SELECT {_ENCOUNTER}
FROM claim CROSS JOIN encounter e
WHERE claim.is_ours AND e.campaign_id = $1 AND e.id = $2 AND NOT EXISTS (
    SELECT FROM idempotency_key k
    WHERE k.campaign_id = $1 AND k.token_id = $4 AND k.route = $5 AND k.key = $6 AND k.expires_at > now()
)
FOR UPDATE OF e
"""

_CLAIM = "SELECT pg_try_advisory_xact_lock($1)"

_KEPT = """
SELECT fingerprint, status, headers, body, encounter_id, action_seq FROM idempotency_key
WHERE campaign_id = $1 AND token_id = $2 AND route = $3 AND key = $4 AND expires_at > now()
"""

_RESULT = (
    "SELECT result, events FROM encounter_action WHERE campaign_id = $1 AND encounter_id = $2 AND seq = $3"
)


def _keep(values: str) -> str:
    """Keep a reply; no row comes back where another one is being kept under the same key."""
    return f"""
INSERT INTO idempotency_key AS k
    (campaign_id, token_id, route, key, fingerprint, status, headers, body, encounter_id, action_seq,
     expires_at)
VALUES ({values}, now() + interval '7 days')
ON CONFLICT (campaign_id, token_id, route, key) DO UPDATE SET
    fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
    body = excluded.body, encounter_id = excluded.encounter_id, action_seq = excluded.action_seq,
    expires_at = excluded.expires_at
WHERE k.expires_at <= now()
RETURNING true
"""


_KEEP = _keep("$1, $2, $3, $4, $5, $6, $7, $8, $9, $10")

_MOVE_ON = """
UPDATE encounter SET version = $3, state = $11, last_event = $13, updated_at = $18, status = $19
WHERE campaign_id = $1 AND id = $2
"""

_LOG = """
INSERT INTO encounter_action
    (campaign_id, encounter_id, seq, id, kind, actor, command, answers, events, result, state_after,
     first_event, last_event, engine_version, tables_hash, token_id, idempotency_key, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
"""

_LOG_LAST = f"WITH moved AS ({_MOVE_ON}) {_LOG}"

LOG_LAST_AND_KEEP = f"WITH moved AS ({_MOVE_ON}), logged AS ({_LOG}) " + _keep(
    "$1, $16, $20, $17, $21, $22, $23, $24, $2, $3"
)


class KeyTaken(Exception):
    """The same key was used by a request that has just been committed; its reply can be read now."""


async def open_encounter(driver: Driver, campaign_id: str, encounter_id: str) -> OpenedEncounter | None:
    """Lock the encounter's row, waiting for it; None where the campaign has no such encounter."""
    return _opened(await driver.fetchrow(_OPEN, campaign_id, encounter_id))


async def open_encounter_with_key(
    driver: Driver, scope: KeyScope, encounter_id: str
) -> OpenedEncounter | None:
    """Claim the key and lock the encounter's row in one round trip.

    None where the key is in flight, was used before, or there is no such encounter: `claim` and `kept`
    tell which. The key is never waited for.
    """
    return _opened(
        await driver.fetchrow(
            OPEN_WITH_KEY,
            scope.campaign_id,
            encounter_id,
            scope.lock,
            scope.token_id,
            scope.route,
            scope.key,
        )
    )


def _opened(row: "Record | None") -> OpenedEncounter | None:
    return None if row is None else OpenedEncounter(*row)


async def claim(driver: Driver, scope: KeyScope) -> bool:
    """Claim the key until the transaction ends; False where another transaction has it."""
    return bool(await driver.fetchval(_CLAIM, scope.lock))


async def kept(driver: Driver, scope: KeyScope) -> KeptReply | None:
    """What is kept under the key, its body filled in from the action it answered, as long as that exists."""
    row = await driver.fetchrow(_KEPT, scope.campaign_id, scope.token_id, scope.route, scope.key)
    if row is None:
        return None
    fingerprint, status, headers, body, encounter_id, action_seq = row
    if body is None:
        action = await driver.fetchrow(_RESULT, scope.campaign_id, encounter_id, action_seq)
        if action is None:  # deleted with its encounter since
            return None
        body = with_events(*action)
    return KeptReply(fingerprint, status, headers, body)


def with_events(result: str, events: str) -> bytes:
    """The whole answer of an action: its result with its events as the last member."""
    return f'{result[:-1]},"events":{events}}}'.encode()


async def keep(driver: Driver, scope: KeyScope, reply: KeptReply) -> None:
    """Keep a reply that is not an action's. Raises KeyTaken."""
    is_kept = await driver.fetchval(
        _KEEP,
        scope.campaign_id,
        scope.token_id,
        scope.route,
        scope.key,
        reply.fingerprint,
        reply.status,
        reply.headers,
        reply.body,
        None,
        None,
    )
    if not is_kept:
        raise KeyTaken


async def write_actions(
    driver: Driver,
    origin: Origin,
    actions: Sequence[LoggedAction],
    status: str,
    scope: KeyScope | None,
    reply: KeptReply | None,
) -> None:
    """Log the actions, move the encounter on to the state after the last, keep the reply. Raises KeyTaken."""
    *earlier, last = (_row(origin, action) for action in actions)
    for row in earlier:
        await driver.execute(_LOG, *row)
    if scope is None or reply is None:
        await driver.execute(_LOG_LAST, *last, status)
        return
    is_kept = await driver.fetchval(
        LOG_LAST_AND_KEEP,
        *last,
        status,
        scope.route,
        reply.fingerprint,
        reply.status,
        reply.headers,
        reply.body,
    )
    if not is_kept:
        raise KeyTaken


def _row(origin: Origin, action: LoggedAction) -> tuple[object, ...]:
    return (
        origin.campaign_id,
        origin.encounter_id,
        action.seq,
        action.id,
        action.kind,
        action.actor,
        action.command,
        action.answers,
        action.events,
        action.result,
        action.state_after,
        action.first_event,
        action.last_event,
        origin.engine_version,
        origin.tables_hash,
        origin.token_id,
        origin.idempotency_key,
        origin.at,
    )
