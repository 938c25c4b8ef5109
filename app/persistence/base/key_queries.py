"""Idempotency keys: the claim of one, and the reply that is kept under it."""

from contextlib import suppress
from hashlib import sha256

from app.persistence.base.session import Database, Driver
from app.persistence.base.statements import columns, statement
from app.values import value


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
class KeptReply:
    """The answer kept under an idempotency key, and the fingerprint of the request it was given to.

    ``headers`` is JSON. A ``body`` of None about to be kept stands for the result of the action.
    """

    fingerprint: bytes
    status: int
    headers: str
    body: bytes | None


@value
class FoundReply:
    """A reply as it was kept, with the row of the log that it answered (absent where it was no action's, or
    is deleted): its ``result`` and ``events``, JSON, and whose action it was.
    """

    reply: KeptReply
    result: str | None
    events: str | None
    token_id: str | None


class KeyTaken(Exception):
    """The same key was used by a request that has just been committed; its reply can be read now."""


KEY_IS = " AND ".join(f"k.{name} = :scope.{name}" for name in ("campaign_id", "token_id", "route", "key"))
"""Of the alias ``k`` of the table."""


KEPT_FOR = "interval '7 days'"
"""How long the answer to a key is kept (SQL)."""


def keeping(encounter_id: str, action_seq: str) -> str:
    """The statement that keeps ``:reply`` under ``:scope``, and of which action it is the answer (SQL).

    No row comes back where another one is being kept under the same key.
    """
    told = f"{columns(KeptReply)}, encounter_id, action_seq, expires_at"
    anew = ", ".join(f"{name} = excluded.{name}" for name in told.split(", "))
    return f"""
INSERT INTO idempotency_key AS k ({columns(KeyScope)}, {told})
VALUES ({columns(KeyScope, ":scope")}, {columns(KeptReply, ":reply")}, {encounter_id}, {action_seq},
    now() + {KEPT_FOR})
ON CONFLICT ({columns(KeyScope)}) DO UPDATE SET {anew} WHERE k.expires_at <= now()
RETURNING true
"""


@statement("SELECT pg_try_advisory_xact_lock(:scope.lock)")
async def claim_key(driver: Driver, scope: KeyScope) -> bool:
    """Claim the key until the transaction ends; False where another transaction has it."""
    ...


@statement(f"""
SELECT {columns(KeptReply, "k")}, a.result, a.events, a.token_id
FROM idempotency_key k LEFT JOIN encounter_action a
    ON a.campaign_id = k.campaign_id AND a.encounter_id = k.encounter_id AND a.seq = k.action_seq
WHERE {KEY_IS} AND k.expires_at > now()
""")
async def find_reply(driver: Driver, scope: KeyScope) -> FoundReply | None:
    """What is kept under the key."""
    ...


@statement(keeping("NULL", "NULL"))
async def _keep(driver: Driver, scope: KeyScope, reply: KeptReply) -> bool: ...


async def keep_reply(driver: Driver, scope: KeyScope, reply: KeptReply) -> None:
    """Keep a reply that is not an action's. Raises KeyTaken."""
    if not await _keep(driver, scope, reply):
        raise KeyTaken


class _TakenBack(Exception):
    """Ends a transaction of which nothing is to stay."""


async def try_to_write(database: Database, filler: bytes) -> None:
    """Write ``filler`` where answers are kept, and take it back; raises DatabaseUnavailable.

    It has to be too much for the pages that are there, and not to be compressed.
    """
    with suppress(_TakenBack):
        async with database.transaction() as driver:
            await keep_reply(driver, KeyScope("", "", "", ""), KeptReply(b"", 0, "{}", filler))
            raise _TakenBack
