"""The seeds of fair dice: secret in the encounter's row while in use, afterwards public in one of their own.

They stand in the encounter's row because that is the one row that an action locks, reads and writes anyway:
an index is taken by the very statement that stores the action.
"""

from collections.abc import Sequence
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING

from app.persistence.base.session import Driver
from app.rules.resolution.answers import Source, Stream
from app.values import value

if TYPE_CHECKING:
    from asyncpg import Record

EPOCH = "e.dice_epoch, e.dice_open_seed, e.dice_hidden_seed, e.dice_salt, e.dice_open, e.dice_hidden"
EPOCH_COLUMNS = 6


@value
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


@value
class RevealedEpoch:
    """Seeds that are used no more and known to all, and how many rolls each of them made."""

    number: int
    open_seed: bytes
    hidden_seed: bytes
    salt: str
    open_rolls: int
    hidden_rolls: int
    revealed_at: datetime


@value
class StoredRoll:
    """A roll as the result of an action tells of it; ``seq`` is the row's number in the log.

    ``action_id`` is the action's, of which the log may have several rows. A roll from before the encounter
    had seeds has no ``epoch``. ``dice`` is JSON.
    """

    seq: int
    action_id: str
    privacy: str
    purpose: str
    who: str
    source: Source
    notation: str
    epoch: int | None
    stream: Stream | None
    index: int | None
    dice: str

    @property
    def place(self) -> tuple[int, Stream, int] | None:
        """Where it stands in the server's dice; None of a roll that they did not make."""
        if self.epoch is None or self.stream is None or self.index is None:
            return None
        return self.epoch, self.stream, self.index


@value
class StoredDice:
    """All that is known of an encounter's dice, as of one moment."""

    epoch: Epoch
    revealed: list[RevealedEpoch]
    rolls: list[StoredRoll]


_READ = f"SELECT {EPOCH} FROM encounter e WHERE e.campaign_id = $1 AND e.id = $2"  # noqa: S608

_READ_REVEALED = """
SELECT epoch, open_seed, hidden_seed, salt, open_rolls, hidden_rolls, revealed_at
FROM dice_epoch WHERE campaign_id = $1 AND encounter_id = $2 ORDER BY epoch
"""

_READ_ROLLS = """
SELECT a.seq, told.id, coalesce(told.privacy, 'public'), roll.purpose, roll.who, roll.source, roll.notation,
    roll.epoch, roll.stream, roll.index, roll.dice::text
FROM encounter_action a
CROSS JOIN LATERAL json_to_record(a.result::json) AS told (id text, privacy text, rolls json)
CROSS JOIN LATERAL ROWS FROM (json_to_recordset(told.rolls) AS (
    purpose text, who text, source text, notation text, epoch int, stream text, index bigint, dice json
)) WITH ORDINALITY AS roll (purpose, who, source, notation, epoch, stream, index, dice, position)
WHERE a.campaign_id = $1 AND a.encounter_id = $2 AND a.answers <> '[]'
ORDER BY a.seq, roll.position
"""

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
    """Seeds and rolls of an encounter; None where the campaign has no such encounter.

    Must be the first in its transaction: seeds and rolls are read as of the same moment.
    """
    await driver.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    row: Record | None = await driver.fetchrow(_READ, campaign_id, encounter_id)
    if row is None:
        return None
    revealed = await driver.fetch(_READ_REVEALED, campaign_id, encounter_id)
    rolls = await driver.fetch(_READ_ROLLS, campaign_id, encounter_id)
    return StoredDice(
        Epoch(*row), [RevealedEpoch(*each) for each in revealed], [StoredRoll(*each) for each in rolls]
    )


async def write_salt(driver: Driver, campaign_id: str, encounter_id: str, salt: str) -> None:
    await driver.execute(_SALT, campaign_id, encounter_id, salt)


async def reveal_epoch(
    driver: Driver, campaign_id: str, encounter_id: str, seeds: Sequence[bytes], at: datetime
) -> None:
    """Make the seeds in use public and go on with new ``seeds`` (open, hidden)."""
    await driver.execute(_REVEAL, campaign_id, encounter_id, *seeds, at)
