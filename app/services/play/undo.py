"""Undo and redo: the log keeps both, numbers only grow, and dice are never given back."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import from_json, to_json

from app.narration.catalogue import Message
from app.narration.tell import spoken_action
from app.persistence.base.codec import ANSWERS
from app.persistence.play.action_queries import LoggedAction
from app.persistence.play.undo_queries import (
    EDIT_ENCOUNTER,
    REDO,
    UNDO,
    LoggedRow,
    first_in_play,
    mark_reverted,
    rows_taken_back,
    standing_rows,
    states_after,
    write_settings,
)
from app.rules.common.errors import ReplayMismatch
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Completed, play
from app.services.access.roles import permit_undo
from app.services.access.tokens import Grant
from app.services.base.idempotency import Reply
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.refusals import NothingToRedo, NothingToUndo, TooManySteps
from app.services.base.service import Estoc
from app.services.packs.cache import Shelf
from app.services.play.change import ChangeRequest, change
from app.services.play.results import Notice, Place, render_notices
from app.services.play.run import row
from app.services.play.settings import Settings, read_settings, settings_changes, settings_from
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction
from app.services.visibility.views import beginning_of, changes_between
from app.values import replace, value

MOST_STEPS = 500
NEWEST = 2**62
_TOLD = {UNDO: "action_undone", REDO: "action_redone"}
"""The event and the message that tell each."""


@value
class Steps:
    """How many actions are taken back or done again, or the version ``to`` which they lead; one by itself."""

    steps: Annotated[int, Field(ge=1, le=MOST_STEPS)] | None = None
    to: Annotated[int, Field(ge=0)] | None = None

    @property
    def count(self) -> int | None:
        """How many, None where the version says it."""
        return (self.steps or 1) if self.to is None else None


@value
class _Stood:
    """The encounter before or after a step: its state, that state as it is stored, and its settings.

    Any: the state is the game's own.
    """

    state: Any
    stored: str
    settings: Settings


async def undo(
    service: Estoc, wanted: ChangeRequest, steps: Steps, reply: Callable[[Outcome], Reply]
) -> Reply:
    """Restore what was before the last actions that stand; raises NothingToUndo and what `change` raises."""

    async def work(transaction: Transaction) -> Outcome:
        campaign_id, driver = wanted.grant.campaign_id, transaction.driver
        rows = await _to_undo(transaction, wanted.grant, steps)
        permit_undo(wanted.grant, rows)
        before = await states_after(
            driver, campaign_id, transaction.encounter_id, [it.seq - 1 for it in rows]
        )
        stood = now = await _now(transaction, campaign_id)
        notices: list[Notice] = []
        for undone in rows:
            stored = before.get(undone.seq - 1) or _beginning(transaction.shelf, stood.state)
            earlier = _settled_as(undone, "was", stood.settings)
            then = _Stood(transaction.shelf.codecs.state.load(stored), stored, earlier)
            notices.append(_notice(UNDO, undone, _changes(transaction.shelf, stood, then)))
            stood = then
        outcome = await _write(transaction, UNDO, rows, now, stood, notices)
        return replace(outcome, reply=reply(outcome))

    return await change(service, wanted, work)


async def reset(service: Estoc, wanted: ChangeRequest, reply: Callable[[Outcome], Reply]) -> Reply:
    """Restore what was before the first thing that was done in it, beyond setting it up.

    Raises NothingToUndo, TooManySteps and what `change` raises.
    """
    async with service.database.reading() as driver:
        first = await first_in_play(driver, wanted.grant.campaign_id, wanted.encounter_id)
    # Where nothing was done there is nothing to be found either; that is refused where all of it is locked.
    return await undo(service, wanted, Steps(to=NEWEST if first is None else first - 1), reply)


async def redo(
    service: Estoc, wanted: ChangeRequest, steps: Steps, reply: Callable[[Outcome], Reply]
) -> Reply:
    """Do again, with their recorded answers, what was taken back since anything new has happened.

    Raises NothingToRedo, ReplayMismatch where that would come to another end, and what `change` raises.
    """

    async def work(transaction: Transaction) -> Outcome:
        campaign_id = wanted.grant.campaign_id
        rows = await _to_redo(transaction, wanted.grant, steps)
        permit_undo(wanted.grant, rows)
        stood = now = await _now(transaction, campaign_id)
        notices: list[Notice] = []
        for redone in rows:
            then = _done_again(transaction.shelf, stood, redone)
            notices.append(_notice(REDO, redone, _changes(transaction.shelf, stood, then)))
            stood = then
        outcome = await _write(transaction, REDO, rows, now, stood, notices)
        return replace(outcome, reply=reply(outcome))

    return await change(service, wanted, work)


async def _to_undo(transaction: Transaction, grant: Grant, steps: Steps) -> Sequence[LoggedRow]:
    after = steps.to or 0
    limit = steps.count or MOST_STEPS + 1
    rows = await standing_rows(transaction.driver, grant.campaign_id, transaction.encounter_id, after, limit)
    if not rows or len(rows) < (steps.count or 1):
        raise NothingToUndo("{steps} actions can be undone, so not as many as that.", steps=len(rows))
    return _bounded(rows)


async def _to_redo(transaction: Transaction, grant: Grant, steps: Steps) -> Sequence[LoggedRow]:
    up_to = NEWEST if steps.to is None else steps.to
    limit = steps.count or MOST_STEPS + 1
    rows = await rows_taken_back(
        transaction.driver, grant.campaign_id, transaction.encounter_id, up_to, limit
    )
    if not rows or len(rows) < (steps.count or 1):
        raise NothingToRedo("{steps} actions can be redone, so not as many as that.", steps=len(rows))
    return _bounded(rows)


def _bounded(rows: Sequence[LoggedRow]) -> Sequence[LoggedRow]:
    if len(rows) > MOST_STEPS:
        raise TooManySteps(
            "At most {most_steps} actions at once; go there in several steps.", "/to", most_steps=MOST_STEPS
        )
    return rows


async def _now(transaction: Transaction, campaign_id: str) -> _Stood:
    settings = await read_settings(transaction.driver, campaign_id, transaction.encounter_id)
    return _Stood(transaction.state, transaction.encounter.state, settings)


def _beginning(shelf: Shelf, state: Any) -> str:
    return shelf.codecs.state.dump(beginning_of(state, shelf)).decode()


def _done_again(shelf: Shelf, stood: _Stood, redone: LoggedRow) -> _Stood:
    if redone.kind == EDIT_ENCOUNTER:
        return _Stood(stood.state, stood.stored, _settled_as(redone, "now", stood.settings))
    command, answers = shelf.codecs.command.load(redone.command), ANSWERS.load(redone.answers)
    played = play(shelf.rules, stood.state, command, nobody, answers)
    if not isinstance(played, Completed) or played.state != shelf.codecs.state.load(redone.state_after):
        raise ReplayMismatch("Done again, the action comes to another end; declare it again instead.")
    return _Stood(played.state, redone.state_after, stood.settings)


def _settled_as(logged: LoggedRow, when: str, otherwise: Settings) -> Settings:
    """The settings before (``was``) or after (``now``) a row that changed them."""
    return settings_from(from_json(logged.command)[when]) if logged.kind == EDIT_ENCOUNTER else otherwise


def _changes(shelf: Shelf, was: _Stood, now: _Stood) -> list[Json]:
    return [*changes_between(was.state, now.state, shelf), *settings_changes(was.settings, now.settings)]


def _notice(kind: str, logged: LoggedRow, changes: Sequence[Json]) -> Notice:
    return Notice(
        _TOLD[kind],
        {"action_id": logged.id, "seq": logged.seq, "kind": logged.kind, "actor": logged.actor},
        changes,
    )


async def _write(
    transaction: Transaction,
    kind: str,
    rows: Sequence[LoggedRow],
    before: _Stood,
    stood: _Stood,
    notices: Sequence[Notice],
) -> Outcome:
    """The row of the undo or redo, and the marks on the rows that it is about."""
    shelf, campaign_id = transaction.shelf, transaction.campaign_id
    place = Place(
        transaction.encounter_id,
        new_id("act"),
        transaction.seq,
        transaction.first_event,
        transaction.at,
        locale=transaction.locale,
    )
    command = {"type": kind, "actions": [logged.id for logged in rows]}
    spoken = (spoken_action(shelf.game.id, logged.kind) for logged in rows)
    messages = [Message(_TOLD[kind], {"action": action}) for action in spoken]
    rendered = render_notices(
        place, command, messages, notices, _changes(shelf, before, stood), [logged.id for logged in rows]
    )
    numbers = [logged.seq for logged in rows]
    by = place.seq if kind == UNDO else None
    await mark_reverted(transaction.driver, campaign_id, transaction.encounter_id, numbers, by)
    now = stood.settings
    if now != before.settings:
        await write_settings(
            transaction.driver, campaign_id, transaction.encounter_id, now.title, now.dice_policy
        )
    spoken = to_json(command).decode()
    logged: LoggedAction = row(place, kind, None, spoken, (), rendered, stood.stored, numbers)
    return Outcome(shelf, stood.state, (logged,), None)
