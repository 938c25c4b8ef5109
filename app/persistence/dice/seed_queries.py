"""The seeds of fair dice: secret in the encounter's row while in use, afterwards public in one of their own.

They stand in the encounter's row because that is the one row that an action locks, reads and writes anyway:
an index is taken by the very statement that stores the action.
"""

from dataclasses import field
from datetime import datetime

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.rules.resolution.answers import Source, Stream
from app.values import value

EPOCH = "e.dice_epoch, e.dice_open_seed, e.dice_hidden_seed, e.dice_salt, e.dice_open, e.dice_hidden"
"""The columns of an `Epoch`, of the alias ``e``."""


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


_EPOCH = f"SELECT {EPOCH} FROM encounter e WHERE e.campaign_id = :campaign_id AND e.id = :encounter_id"


@statement(f"{_EPOCH} FOR UPDATE")
async def lock_epoch(driver: Driver, campaign_id: str, encounter_id: str) -> Epoch | None:
    """Lock the encounter's row and read its seeds; None where the campaign has no such encounter."""
    ...


async def read_dice(driver: Driver, campaign_id: str, encounter_id: str) -> StoredDice | None:
    """Seeds and rolls of an encounter; None where the campaign has no such encounter.

    Must be the first in its transaction: seeds and rolls are read as of the same moment.
    """
    await driver.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    epoch = await _read_epoch(driver, campaign_id, encounter_id)
    if epoch is None:
        return None
    revealed = await _read_revealed(driver, campaign_id, encounter_id)
    return StoredDice(epoch, revealed, await _read_rolls(driver, campaign_id, encounter_id))


@statement(_EPOCH)
async def _read_epoch(driver: Driver, campaign_id: str, encounter_id: str) -> Epoch | None: ...


@statement(f"""
SELECT {columns(RevealedEpoch, number="epoch")}
FROM dice_epoch WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id ORDER BY epoch
""")
async def _read_revealed(driver: Driver, campaign_id: str, encounter_id: str) -> list[RevealedEpoch]: ...


@statement("""
SELECT a.seq, told.id, coalesce(told.privacy, 'public'), roll.purpose, roll.who, roll.source, roll.notation,
    roll.epoch, roll.stream, roll.index, roll.dice::text
FROM encounter_action a
CROSS JOIN LATERAL json_to_record(a.result::json) AS told (id text, privacy text, rolls json)
CROSS JOIN LATERAL ROWS FROM (json_to_recordset(told.rolls) AS (
    purpose text, who text, source text, notation text, epoch int, stream text, index bigint, dice json
)) WITH ORDINALITY AS roll (purpose, who, source, notation, epoch, stream, index, dice, position)
WHERE a.campaign_id = :campaign_id AND a.encounter_id = :encounter_id AND a.answers <> '[]'
ORDER BY a.seq, roll.position
""")
async def _read_rolls(driver: Driver, campaign_id: str, encounter_id: str) -> list[StoredRoll]: ...


@statement("UPDATE encounter SET dice_salt = :salt WHERE campaign_id = :campaign_id AND id = :encounter_id")
async def write_salt(driver: Driver, campaign_id: str, encounter_id: str, salt: str) -> None: ...


async def reveal_epoch(
    driver: Driver, campaign_id: str, encounter_id: str, seeds: tuple[bytes, bytes], at: datetime
) -> None:
    """Make the seeds in use public and go on with new ``seeds`` (open, hidden)."""
    await _reveal(driver, campaign_id, encounter_id, *seeds, at)


@statement("""
WITH revealed AS (
    INSERT INTO dice_epoch
        (campaign_id, encounter_id, epoch, open_seed, hidden_seed, salt, open_rolls, hidden_rolls,
         revealed_at)
    SELECT campaign_id, id, dice_epoch, dice_open_seed, dice_hidden_seed, dice_salt, dice_open, dice_hidden,
        :at
    FROM encounter WHERE campaign_id = :campaign_id AND id = :encounter_id
)
UPDATE encounter SET dice_epoch = dice_epoch + 1, dice_open_seed = :open_seed,
    dice_hidden_seed = :hidden_seed, dice_salt = '', dice_open = 0, dice_hidden = 0
WHERE campaign_id = :campaign_id AND id = :encounter_id
""")
async def _reveal(
    driver: Driver, campaign_id: str, encounter_id: str, open_seed: bytes, hidden_seed: bytes, at: datetime
) -> None: ...
