"""The statements of undo and redo: which rows of the log stand, which are taken back, the states between."""

from collections.abc import Sequence

from app.persistence.base.session import Driver
from app.values import value

UNDO, REDO, EDIT_ENCOUNTER, REFUSED = "undo", "redo", "edit-encounter", "refused"
SETTING_UP = ("add", "edit", "remove", "sync", EDIT_ENCOUNTER)
"""Kinds of rows by which an encounter is set up."""
NOT_ACTIONS = ("suspend", "answer", "settle", "cancel", REFUSED, UNDO, REDO)
"""Kinds of rows that did nothing which could be taken back."""
_ACTED = """
SELECT EXISTS (
    SELECT FROM encounter_action WHERE campaign_id = $1 AND encounter_id = $2 AND kind <> ALL($3)
    AND created_at > coalesce(
        (SELECT max(revealed_at) FROM dice_epoch WHERE campaign_id = $1 AND encounter_id = $2), '-infinity'
    )
)
"""


@value
class LoggedRow:
    """A row of the log as undo and redo need it; ``command``, ``answers`` and ``state_after`` are JSON."""

    seq: int
    id: str
    kind: str
    actor: str | None
    token_id: str
    command: str
    answers: str
    state_after: str

    @property
    def has_answers(self) -> bool:
        """Whether anything was rolled or chosen for it."""
        return self.answers != "[]"


_ROW = "seq, id, kind, actor, token_id, command, answers, state_after"
_OF = "campaign_id = $1 AND encounter_id = $2"

# ruff: noqa: S608 — the statements below are put together from each other's texts, never from a value.
_STANDING = f"""
SELECT {_ROW} FROM encounter_action
WHERE {_OF} AND reverted_by IS NULL AND kind <> ALL($3) AND seq > $4
ORDER BY seq DESC LIMIT $5
"""
_FIRST_IN_PLAY = f"""
SELECT min(seq) FROM encounter_action WHERE {_OF} AND reverted_by IS NULL AND kind <> ALL($3)
"""
_TAKEN_BACK = f"""
SELECT {_ROW} FROM encounter_action
WHERE {_OF} AND seq <= $4 AND reverted_by > (
    SELECT coalesce(max(seq), 0) FROM encounter_action WHERE {_OF} AND kind <> ALL($3)
)
ORDER BY seq LIMIT $5
"""
_STATES = f"SELECT seq, state_after FROM encounter_action WHERE {_OF} AND seq = ANY($3)"
_MARK = f"UPDATE encounter_action SET reverted_by = $4 WHERE {_OF} AND seq = ANY($3)"
_SETTINGS = "SELECT title, dice_policy FROM encounter WHERE campaign_id = $1 AND id = $2"
_SET = "UPDATE encounter SET title = $3, dice_policy = $4 WHERE campaign_id = $1 AND id = $2"
_HAS = f"SELECT EXISTS (SELECT FROM encounter_action WHERE {_OF} AND id = $3)"


async def standing_rows(
    driver: Driver, campaign_id: str, encounter_id: str, after: int, limit: int
) -> tuple[LoggedRow, ...]:
    """Actions that stand, numbered higher than ``after``, the last first."""
    rows = await driver.fetch(_STANDING, campaign_id, encounter_id, NOT_ACTIONS, after, limit)
    return tuple(LoggedRow(*row) for row in rows)


async def first_in_play(driver: Driver, campaign_id: str, encounter_id: str) -> int | None:
    """The number of the first action that stands and does more than set the encounter up."""
    return await driver.fetchval(_FIRST_IN_PLAY, campaign_id, encounter_id, (*SETTING_UP, *NOT_ACTIONS))


async def has_acted(driver: Driver, campaign_id: str, encounter_id: str) -> bool:
    """Whether anything more than setting up has been done since the seeds in use were drawn."""
    return bool(await driver.fetchval(_ACTED, campaign_id, encounter_id, SETTING_UP))


async def rows_taken_back(
    driver: Driver, campaign_id: str, encounter_id: str, up_to: int, limit: int
) -> tuple[LoggedRow, ...]:
    """Actions taken back since anything new has happened, numbered up to ``up_to``, the first first."""
    rows = await driver.fetch(_TAKEN_BACK, campaign_id, encounter_id, (UNDO, REDO), up_to, limit)
    return tuple(LoggedRow(*row) for row in rows)


async def states_after(
    driver: Driver, campaign_id: str, encounter_id: str, numbers: Sequence[int]
) -> dict[int, str]:
    """The state after each of those rows that exist, JSON, by their numbers."""
    rows = await driver.fetch(_STATES, campaign_id, encounter_id, numbers)
    return {row["seq"]: row["state_after"] for row in rows}


async def mark_reverted(
    driver: Driver, campaign_id: str, encounter_id: str, numbers: Sequence[int], by: int | None
) -> None:
    """Note that those rows are taken back by the row ``by``, or (None) stand again."""
    await driver.execute(_MARK, campaign_id, encounter_id, numbers, by)


async def has_action(driver: Driver, campaign_id: str, encounter_id: str, action_id: str) -> bool:
    """Whether the log has an action of that id."""
    return bool(await driver.fetchval(_HAS, campaign_id, encounter_id, action_id))


async def settings_of(driver: Driver, campaign_id: str, encounter_id: str) -> tuple[str, str]:
    """Title and dice policy (JSON) of an encounter."""
    ((title, policy),) = await driver.fetch(_SETTINGS, campaign_id, encounter_id)
    return title, policy


async def write_settings(
    driver: Driver, campaign_id: str, encounter_id: str, title: str, dice_policy: str
) -> None:
    """Set title and dice policy (JSON) of an encounter."""
    await driver.execute(_SET, campaign_id, encounter_id, title, dice_policy)
