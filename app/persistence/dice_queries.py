"""The seeds of fair dice: secret in the encounter's row while in use, afterwards public in one of their own.

They stand in the encounter's row because that is the one row that an action locks, reads and writes anyway:
an index is taken by the very statement that stores the action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

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


async def write_salt(driver: Driver, campaign_id: str, encounter_id: str, salt: str) -> None:
    await driver.execute(_SALT, campaign_id, encounter_id, salt)


async def reveal_epoch(
    driver: Driver, campaign_id: str, encounter_id: str, seeds: Sequence[bytes], at: datetime
) -> None:
    """Make the seeds in use public and go on with new ``seeds`` (open, hidden)."""
    await driver.execute(_REVEAL, campaign_id, encounter_id, *seeds, at)
