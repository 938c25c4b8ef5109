"""The seeds of fair dice: secret in the encounter's row while in use, afterwards public in one of their own.

They stand in the encounter's row because that is the one row that an action locks, reads and writes anyway:
an index is taken by the very statement that stores the action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from app.persistence.session import Driver

if TYPE_CHECKING:
    from asyncpg import Record

EPOCH = "e.dice_epoch, e.dice_open_seed, e.dice_hidden_seed, e.dice_salt, e.dice_open, e.dice_hidden"
EPOCH_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Epoch:
    """The seeds in use. ``next_open`` and ``next_hidden`` are the indices of the rolls to come, from 0."""

    number: int
    open_seed: bytes = field(repr=False)
    hidden_seed: bytes = field(repr=False)
    salt: str
    next_open: int
    next_hidden: int

    @classmethod
    def begun(cls, number: int, seeds: tuple[bytes, bytes]) -> "Epoch":
        """An epoch in which nothing was rolled yet."""
        return cls(number, *seeds, "", 0, 0)

    def revealed(self, at: datetime) -> "RevealedEpoch":
        """What is left of it when its seeds are revealed."""
        return RevealedEpoch(
            self.number, self.open_seed, self.hidden_seed, self.salt, self.next_open, self.next_hidden, at
        )


@dataclass(frozen=True, slots=True)
class RevealedEpoch:
    """Seeds that are used no more and known to all, and how many rolls each of them made."""

    number: int
    open_seed: bytes
    hidden_seed: bytes
    salt: str
    open_rolls: int
    hidden_rolls: int
    revealed_at: datetime


@dataclass(frozen=True, slots=True)
class StoredDice:
    """All that is known of an encounter's dice, as of one moment.

    ``actions`` are the rows of the log in which dice fell: their ``seq``, and ``id``, ``privacy`` and
    ``rolls`` of their results. Any: JSON.
    """

    epoch: Epoch
    revealed: tuple[RevealedEpoch, ...]
    actions: list[Any]


# One statement, so that seeds and rolls are seen as of the same moment.
_READ = f"""
SELECT {EPOCH}, (
    SELECT json_agg(revealed ORDER BY revealed.epoch)::text FROM (
        SELECT d.epoch, encode(d.open_seed, 'hex') AS open_seed, encode(d.hidden_seed, 'hex') AS hidden_seed,
            d.salt, d.open_rolls, d.hidden_rolls, d.revealed_at
        FROM dice_epoch d WHERE d.campaign_id = e.campaign_id AND d.encounter_id = e.id
    ) revealed
), (
    SELECT json_agg(json_build_object(
        'seq', a.seq, 'id', r.result -> 'id', 'privacy', r.result -> 'privacy', 'rolls', r.result -> 'rolls'
    ) ORDER BY a.seq)::text
    FROM encounter_action a CROSS JOIN LATERAL (SELECT a.result::json AS result) r
    WHERE a.campaign_id = e.campaign_id AND a.encounter_id = e.id AND a.answers <> '[]'
)
FROM encounter e WHERE e.campaign_id = $1 AND e.id = $2
"""  # noqa: S608 — put together from this module's own texts

_LOCK = f"SELECT {EPOCH} FROM encounter e WHERE e.campaign_id = $1 AND e.id = $2 FOR UPDATE"  # noqa: S608

_SALT = "UPDATE encounter SET dice_salt = $3 WHERE campaign_id = $1 AND id = $2"

_REVEAL = """
WITH revealed AS (
    INSERT INTO dice_epoch
        (campaign_id, encounter_id, epoch, open_seed, hidden_seed, salt, open_rolls, hidden_rolls,
         revealed_at)
    SELECT campaign_id, id, dice_epoch, dice_open_seed, dice_hidden_seed, dice_salt, dice_open, dice_hidden,
        $5
    FROM encounter WHERE campaign_id = $1 AND id = $2
)
UPDATE encounter SET dice_epoch = dice_epoch + 1, dice_open_seed = $3, dice_hidden_seed = $4, dice_salt = '',
    dice_open = 0, dice_hidden = 0
WHERE campaign_id = $1 AND id = $2
"""


async def lock_epoch(driver: Driver, campaign_id: str, encounter_id: str) -> Epoch | None:
    """Lock the encounter's row and read its seeds; None where the campaign has no such encounter."""
    row: Record | None = await driver.fetchrow(_LOCK, campaign_id, encounter_id)
    return None if row is None else Epoch(*row)


async def read_dice(driver: Driver, campaign_id: str, encounter_id: str) -> StoredDice | None:
    """Seeds and rolls of an encounter; None where the campaign has no such encounter."""
    row: Record | None = await driver.fetchrow(_READ, campaign_id, encounter_id)
    if row is None:
        return None
    *epoch, revealed, actions = row
    earlier = map(_revealed, from_json(revealed or "[]"))
    return StoredDice(Epoch(*epoch), tuple(earlier), from_json(actions or "[]"))


def _revealed(row: Any) -> RevealedEpoch:
    return RevealedEpoch(
        row["epoch"],
        bytes.fromhex(row["open_seed"]),
        bytes.fromhex(row["hidden_seed"]),
        row["salt"],
        row["open_rolls"],
        row["hidden_rolls"],
        datetime.fromisoformat(row["revealed_at"]),
    )


async def write_salt(driver: Driver, campaign_id: str, encounter_id: str, salt: str) -> None:
    await driver.execute(_SALT, campaign_id, encounter_id, salt)


async def reveal_epoch(
    driver: Driver, campaign_id: str, encounter_id: str, seeds: Sequence[bytes], at: datetime
) -> None:
    """Make the seeds in use public and go on with new ``seeds`` (open, hidden)."""
    await driver.execute(_REVEAL, campaign_id, encounter_id, *seeds, at)
