"""The statements of one action: few round trips, on the driver's connection."""

from collections.abc import Collection, Sequence
from datetime import datetime

from app.persistence.base.key_queries import KEY_IS, KeptReply, KeyScope, KeyTaken, keeping
from app.persistence.base.session import Driver
from app.persistence.base.statements import arrays, columns, insertion, statement, unnested
from app.persistence.dice.seed_queries import EPOCH, Epoch
from app.persistence.packs.pack_files import PackKey
from app.persistence.play.models import ActionRow
from app.values import value


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
class OverdueEncounter:
    """One in which somebody ran out of time, and its place."""

    campaign_id: str
    id: str
    encounter: OpenedEncounter


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
    created_at: datetime


_ENCOUNTER = columns(OpenedEncounter, "e", dice=EPOCH)
_OPEN = f"SELECT {_ENCOUNTER} FROM encounter e WHERE e.campaign_id = :campaign_id AND e.id = :encounter_id"

OPEN_WITH_KEY = f"""
WITH claim AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(:scope.lock) AS is_ours)
SELECT {_ENCOUNTER}
FROM claim CROSS JOIN encounter e
WHERE claim.is_ours AND e.campaign_id = :scope.campaign_id AND e.id = :encounter_id
    AND NOT EXISTS (SELECT FROM idempotency_key k WHERE {KEY_IS} AND k.expires_at > now())
FOR UPDATE OF e
"""

_MOVE_ON = """
UPDATE encounter SET version = :action.seq, state = :action.state_after, last_event = :action.last_event,
    updated_at = :origin.created_at, status = :standing.status, pending = :standing.pending,
    pending_expires_at = :standing.pending_expires_at, dice_open = :dice_open, dice_hidden = :dice_hidden
WHERE campaign_id = :origin.campaign_id AND id = :origin.encounter_id
"""
_LOG = insertion(ActionRow, origin=Origin, action=LoggedAction)
LOG_AND_KEEP = f"WITH moved AS ({_MOVE_ON}), logged AS ({_LOG}) " + keeping(
    ":origin.encounter_id", ":action.seq"
)


@statement(f"{_OPEN} FOR UPDATE")
async def open_encounter(driver: Driver, campaign_id: str, encounter_id: str) -> OpenedEncounter | None:
    """Lock the encounter's row; None where the campaign has no such encounter."""
    ...


@statement(f"{_OPEN} FOR UPDATE SKIP LOCKED")
async def open_at_once(driver: Driver, campaign_id: str, encounter_id: str) -> OpenedEncounter | None:
    """The same, and None where another transaction has it locked."""
    ...


@statement(OPEN_WITH_KEY)
async def open_encounter_with_key(
    driver: Driver, scope: KeyScope, encounter_id: str
) -> OpenedEncounter | None:
    """Claim the key and lock the encounter's row in one round trip.

    None where the key is in flight, was used before, or there is no such encounter: `claim_key` and
    `find_reply` tell which. The key is never waited for.
    """
    ...


@statement(f"""
SELECT e.campaign_id, e.id, {_ENCOUNTER} FROM encounter e
WHERE e.pending_expires_at <= :now AND e.id <> ALL(:without)
ORDER BY e.pending_expires_at LIMIT 1 FOR UPDATE SKIP LOCKED
""")
async def open_overdue(driver: Driver, now: datetime, without: Collection[str]) -> OverdueEncounter | None:
    """Lock an encounter in which somebody ran out of time, if there is one that nobody has locked.

    ``without`` are encounters not to be looked at.
    """
    ...


@statement("""
SELECT result FROM encounter_action
WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id AND seq = :seq
""")
async def result_of(driver: Driver, campaign_id: str, encounter_id: str, seq: int) -> str:
    """The result of a row of the log, without its events."""
    ...


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
    *earlier, last = actions
    if earlier:  # in one round trip, however many
        await _log_earlier(driver, origin, earlier)
    if scope is None or reply is None:
        await _log(driver, origin, last, standing, *next_rolls)
    elif not await _log_and_keep(driver, origin, last, standing, *next_rolls, scope, reply):
        raise KeyTaken


@statement(f"""
INSERT INTO encounter_action ({columns(Origin)}, {columns(LoggedAction, "", "reverts")})
SELECT {columns(Origin, ":origin")}, {columns(LoggedAction, "", "reverts")}
FROM {unnested("actions", arrays("actions", ActionRow, LoggedAction, "reverts"))}
""")
async def _log_earlier(driver: Driver, origin: Origin, actions: Sequence[LoggedAction]) -> None: ...


@statement(f"WITH moved AS ({_MOVE_ON}) {_LOG}")
async def _log(
    driver: Driver,
    origin: Origin,
    action: LoggedAction,
    standing: Standing,
    dice_open: int,
    dice_hidden: int,
) -> None: ...


@statement(LOG_AND_KEEP)
async def _log_and_keep(
    driver: Driver,
    origin: Origin,
    action: LoggedAction,
    standing: Standing,
    dice_open: int,
    dice_hidden: int,
    scope: KeyScope,
    reply: KeptReply,
) -> bool: ...
