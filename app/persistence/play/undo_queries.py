"""The statements of undo and redo: which rows of the log stand, which are taken back, the states between."""

from collections.abc import Collection

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.values import value

UNDO, REDO, EDIT_ENCOUNTER, REFUSED = "undo", "redo", "edit-encounter", "refused"
SETTING_UP = ("add", "edit", "remove", "sync", EDIT_ENCOUNTER)
"""Kinds of rows by which an encounter is set up."""
NOT_ACTIONS = ("suspend", "answer", "settle", "cancel", REFUSED, UNDO, REDO)
"""Kinds of rows that did nothing which could be taken back."""


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


def _kinds(kinds: Collection[str]) -> str:
    return ", ".join(f"'{kind}'" for kind in kinds)


_OF = "campaign_id = :campaign_id AND encounter_id = :encounter_id"
_IS_ACTION = f"reverted_by IS NULL AND kind NOT IN ({_kinds(NOT_ACTIONS)})"


@statement(f"""
SELECT {columns(LoggedRow)} FROM encounter_action
WHERE {_OF} AND {_IS_ACTION} AND seq > :after ORDER BY seq DESC LIMIT :limit
""")
async def standing_rows(
    driver: Driver, campaign_id: str, encounter_id: str, after: int, limit: int
) -> list[LoggedRow]:
    """Actions that stand, numbered higher than ``after``, the last first."""
    ...


@statement(f"""
SELECT min(seq) FROM encounter_action WHERE {_OF} AND {_IS_ACTION} AND kind NOT IN ({_kinds(SETTING_UP)})
""")
async def first_in_play(driver: Driver, campaign_id: str, encounter_id: str) -> int | None:
    """The number of the first action that stands and does more than set the encounter up."""
    ...


@statement(f"""
SELECT EXISTS (
    SELECT FROM encounter_action WHERE {_OF} AND kind NOT IN ({_kinds(SETTING_UP)})
    AND created_at > coalesce((SELECT max(revealed_at) FROM dice_epoch WHERE {_OF}), '-infinity')
)
""")
async def has_acted(driver: Driver, campaign_id: str, encounter_id: str) -> bool:
    """Whether anything more than setting up has been done since the seeds in use were drawn."""
    ...


@statement(f"""
SELECT {columns(LoggedRow)} FROM encounter_action
WHERE {_OF} AND seq <= :up_to AND reverted_by > (
    SELECT coalesce(max(seq), 0) FROM encounter_action
    WHERE {_OF} AND kind NOT IN ({_kinds((UNDO, REDO))})
)
ORDER BY seq LIMIT :limit
""")
async def rows_taken_back(
    driver: Driver, campaign_id: str, encounter_id: str, up_to: int, limit: int
) -> list[LoggedRow]:
    """Actions taken back since anything new has happened, numbered up to ``up_to``, the first first."""
    ...


@statement(f"SELECT seq, state_after FROM encounter_action WHERE {_OF} AND seq = ANY(:numbers)")
async def states_after(
    driver: Driver, campaign_id: str, encounter_id: str, numbers: Collection[int]
) -> dict[int, str]:
    """The state after each of those rows that exist, JSON, by their numbers."""
    ...


@statement(f"UPDATE encounter_action SET reverted_by = :by WHERE {_OF} AND seq = ANY(:numbers)")
async def mark_reverted(
    driver: Driver, campaign_id: str, encounter_id: str, numbers: Collection[int], by: int | None
) -> None:
    """Note that those rows are taken back by the row ``by``, or (None) stand again."""
    ...


@statement(f"SELECT EXISTS (SELECT FROM encounter_action WHERE {_OF} AND id = :action_id)")
async def has_action(driver: Driver, campaign_id: str, encounter_id: str, action_id: str) -> bool:
    """Whether the log has an action of that id."""
    ...


@statement("SELECT title, dice_policy FROM encounter WHERE campaign_id = :campaign_id AND id = :encounter_id")
async def settings_of(driver: Driver, campaign_id: str, encounter_id: str) -> tuple[str, str]:
    """Title and dice policy (JSON) of an encounter."""
    ...


@statement("""
UPDATE encounter SET title = :title, dice_policy = :dice_policy
WHERE campaign_id = :campaign_id AND id = :encounter_id
""")
async def write_settings(
    driver: Driver, campaign_id: str, encounter_id: str, title: str, dice_policy: str
) -> None:
    """Set title and dice policy (JSON) of an encounter."""
    ...
