"""The statements of one action: few round trips, on the driver's connection."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from app.persistence.base.session import Database, Driver
from app.persistence.dice.seed_queries import EPOCH, EPOCH_COLUMNS, Epoch
from app.persistence.packs.pack_files import PackKey
from app.values import value

if TYPE_CHECKING:
    from asyncpg import Record


@value
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


@value
class OpenedEncounter:
    """An encounter whose row is locked until the transaction ends.

    ``dice_policy`` and ``pending`` (None: nobody is waited for) are JSON; ``pending_expires_at`` is when the
    first of the decisions that are waited for runs out of time.
    """

    ruleset: str
    version: int
    last_event: int
    state: str
    table_pack: str
    table_pack_version: str
    tables_hash: str
    status: str
    dice_policy: str
    pending: str | None
    pending_expires_at: datetime | None
    dice: Epoch

    @property
    def tables(self) -> PackKey:
        """What it is played with."""
        return PackKey(self.ruleset, self.table_pack, self.table_pack_version, self.tables_hash)


@value
class KeptReply:
    """The answer kept under an idempotency key, and the fingerprint of the request it was given to.

    ``headers`` is JSON. A ``body`` of None about to be kept stands for the result of the action.
    ``token_id`` is whose action it answered, where it did.
    """

    fingerprint: bytes
    status: int
    headers: str
    body: bytes | None
    token_id: str | None = None


@value
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
    reverts: list[int] | None = None
    privacy: str = "public"


@value
class Standing:
    """How an encounter stands after an action, beside its state; ``pending`` is JSON."""

    status: str
    pending: str | None = None
    pending_expires_at: datetime | None = None


@value
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
_ENCOUNTER = (
    "e.ruleset, e.version, e.last_event, e.state, e.table_pack, e.table_pack_version, e.tables_hash,"
    f" e.status, e.dice_policy, e.pending, e.pending_expires_at, {EPOCH}"
)

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

_OPEN_OVERDUE = f"""
SELECT e.campaign_id, e.id, {_ENCOUNTER} FROM encounter e
WHERE e.pending_expires_at <= $1 AND e.id <> ALL($2)
ORDER BY e.pending_expires_at LIMIT 1 FOR UPDATE SKIP LOCKED
"""

_CLAIM = "SELECT pg_try_advisory_xact_lock($1)"

_KEPT = """
SELECT k.fingerprint, k.status, k.headers, k.body, a.result, a.events, a.token_id
FROM idempotency_key k LEFT JOIN encounter_action a
    ON a.campaign_id = k.campaign_id AND a.encounter_id = k.encounter_id AND a.seq = k.action_seq
WHERE k.campaign_id = $1 AND k.token_id = $2 AND k.route = $3 AND k.key = $4 AND k.expires_at > now()
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
UPDATE encounter SET version = $3, state = $11, last_event = $13, updated_at = $18, status = $21,
    pending = $22, pending_expires_at = $23, dice_open = $24, dice_hidden = $25
WHERE campaign_id = $1 AND id = $2
"""

_LOG = """
INSERT INTO encounter_action
    (campaign_id, encounter_id, seq, id, kind, actor, command, answers, events, result, state_after,
     first_event, last_event, engine_version, tables_hash, token_id, idempotency_key, created_at, reverts,
     privacy)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
"""

_LOG_LAST = f"WITH moved AS ({_MOVE_ON}) {_LOG}"

LOG_LAST_AND_KEEP = f"WITH moved AS ({_MOVE_ON}), logged AS ({_LOG}) " + _keep(
    "$1, $26, $27, $17, $28, $29, $30, $31, $2, $3"
)


class KeyTaken(Exception):
    """The same key was used by a request that has just been committed; its reply can be read now."""


async def open_encounter(
    driver: Driver, campaign_id: str, encounter_id: str, *, waits: bool = True
) -> OpenedEncounter | None:
    """Lock the encounter's row; None where the campaign has no such encounter.

    Without ``waits`` also None where another transaction has it locked.
    """
    statement = _OPEN if waits else f"{_OPEN} SKIP LOCKED"
    return _opened(await driver.fetchrow(statement, campaign_id, encounter_id))


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


def _encounter(row: tuple[Any, ...]) -> OpenedEncounter:
    """Any: column values. The last ones are those of `EPOCH`."""
    return OpenedEncounter(*row[:-EPOCH_COLUMNS], dice=Epoch(*row[-EPOCH_COLUMNS:]))


def _opened(row: "Record | None") -> OpenedEncounter | None:
    return None if row is None else _encounter(tuple(row))


async def open_overdue(
    driver: Driver, now: datetime, without: Collection[str]
) -> tuple[str, str, OpenedEncounter] | None:
    """Lock an encounter in which somebody ran out of time, if there is one that nobody has locked.

    With the ids of its campaign and of the encounter; ``without`` are encounters not to be looked at.
    """
    row = await driver.fetchrow(_OPEN_OVERDUE, now, without)
    return None if row is None else (row[0], row[1], _encounter(tuple(row)[2:]))


async def result_of(driver: Driver, campaign_id: str, encounter_id: str, seq: int) -> str:
    """The result of a row of the log, without its events."""
    rows = await driver.fetch(_RESULT, campaign_id, encounter_id, seq)
    return rows[0][0]


async def claim(driver: Driver, scope: KeyScope) -> bool:
    """Claim the key until the transaction ends; False where another transaction has it."""
    return bool(await driver.fetchval(_CLAIM, scope.lock))


async def kept(driver: Driver, scope: KeyScope) -> KeptReply | None:
    """What is kept under the key, its body filled in from the action it answered, as long as that exists."""
    row = await driver.fetchrow(_KEPT, scope.campaign_id, scope.token_id, scope.route, scope.key)
    if row is None:
        return None
    fingerprint, status, headers, body, result, events, token_id = row
    if body is None:
        if result is None:  # deleted with its encounter since
            return None
        body = with_events(result, events)
    return KeptReply(fingerprint, status, headers, body, token_id)


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
    standing: Standing,
    next_rolls: tuple[int, int],
    scope: KeyScope | None,
    reply: KeptReply | None,
) -> None:
    """Log the actions, move the encounter on to the state after the last, keep the reply. Raises KeyTaken.

    ``next_rolls`` are the indices of the open and of the hidden roll to come.
    """
    *earlier, last = (_row(origin, action) for action in actions)
    if earlier:  # in one round trip, however many
        await driver.executemany(_LOG, earlier)
    stands = (standing.status, standing.pending, standing.pending_expires_at)
    if scope is None or reply is None:
        await driver.execute(_LOG_LAST, *last, *stands, *next_rolls)
        return
    is_kept = await driver.fetchval(
        LOG_LAST_AND_KEEP,
        *last,
        *stands,
        *next_rolls,
        scope.token_id,
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
        action.reverts,
        action.privacy,
    )


class _TakenBack(Exception):
    """Ends a transaction of which nothing is to stay."""


async def try_to_write(database: Database, filler: bytes) -> None:
    """Write ``filler`` where answers are kept, and take it back; raises DatabaseUnavailable.

    It has to be too much for the pages that are there, and not to be compressed.
    """
    nothing = KeyScope("", "", "", "")
    with suppress(_TakenBack):
        async with database.transaction() as driver:
            await keep(driver, nothing, KeptReply(b"", 0, "{}", filler))
            raise _TakenBack
