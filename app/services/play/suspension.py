"""An action that waits: begun, taken up again with more answers, given up."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from app.persistence.play.action_queries import LoggedAction, Standing
from app.rules.common.errors import ReplayMismatch, RulesError
from app.rules.resolution.answers import Answer, RollAnswer
from app.rules.resolution.given import Given, nobody
from app.rules.resolution.play import Ask, Suspended
from app.rules.resolution.requests import Single
from app.services.base.idempotency import Reply
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.refusals import Refused
from app.services.dice.policy import Privacy, asked_as, asking, giving, keeping_to_own
from app.services.packs.cache import Shelf
from app.services.play.pending import PENDING, BegunCommand, Decision, Pending, SaidIn, decisions_for
from app.services.play.results import NOTHING_UNUSED, Notice, Place, render, render_cancelled
from app.services.play.run import (
    PlannedCommand,
    Refusal,
    Run,
    actor_of,
    known_by,
    place_of,
    play_through,
    row,
    rows_of,
)
from app.services.play.transaction import Transaction
from app.services.visibility.views import status_of
from app.values import replace, value


@value
class Outcome:
    """What was done: the rows in order, and the encounter after them; ``pending`` where it waits.

    Where a command was ``refused`` after a die of the server had fallen, that is the last row. ``token_id``
    is whose actions they are, the caller's where None; ``reply`` is what the caller is answered. Any: the
    state is the game's own.
    """

    shelf: Shelf
    state: Any
    actions: tuple[LoggedAction, ...]
    pending: Pending | None
    is_group: bool = False
    refused: Refusal | None = None
    token_id: str | None = None
    reply: Reply | None = None

    @property
    def done(self) -> tuple[LoggedAction, ...]:
        """The rows of what was carried out, or the one of what waits."""
        if self.pending is not None:
            return self.actions[-1:]
        return self.actions if self.refused is None else self.actions[:-1]

    def refused_as(self, say: Callable[[RulesError | Refused], RulesError | Refused]) -> "Outcome":
        """The same, its refusal as ``say`` has it."""
        if self.refused is None:
            return self
        return replace(self, refused=replace(self.refused, error=say(self.refused.error)))

    @property
    def version(self) -> int:
        return self.actions[-1].seq

    @property
    def action_id(self) -> str:
        """The action that waits, or else the first one that was done or refused."""
        return self.actions[0].id if self.pending is None else self.pending.action_id

    @property
    def standing(self) -> Standing:
        pending = self.pending
        if pending is None:
            return Standing(status_of(self.state))
        return Standing(status_of(self.state), PENDING.dump(pending).decode(), pending.expires_at)


@value
class Woken:
    """A pending request, played again to where it waits; ``state`` is the one before it.

    Any: the state is the game's own.
    """

    pending: Pending
    state: Any
    plan: tuple[PlannedCommand, ...]
    run: Run
    suspended: Suspended

    @property
    def asked(self) -> tuple[tuple[Decision, Single], ...]:
        """Each decision with what the rules ask."""
        return tuple(zip(self.pending.decisions, self.suspended.awaiting, strict=True))


def wake(transaction: Transaction, pending: Pending) -> Woken:
    """Play ``pending`` again with its recorded answers; raises ReplayMismatch where they no longer fit."""
    shelf = transaction.shelf
    state = transaction.state
    plan = tuple(
        PlannedCommand(begun.action_id, shelf.codecs.command.load(to_json(begun.command)), "", begun.answers)
        for begun in pending.commands
    )
    run = play_through(shelf, state, plan, lambda _: nobody)
    decided = tuple(decision.purpose for decision in pending.decisions)
    if run.waiting is None or decided != tuple(request.purpose for request in run.waiting.awaiting):
        raise ReplayMismatch("What was asked for is no longer what the rules ask; declare the action again.")
    return Woken(pending, state, plan, run, run.waiting)


def suspend(
    transaction: Transaction,
    plan: Sequence[PlannedCommand],
    run: Run,
    given: Given,
    waits: Pending,
    kind: str,
    request: Json | None = None,
    still_open: tuple[Decision, ...] = (),
) -> Outcome:
    """The row that says what is waited for, and the encounter that waits; before it the rows of commands of
    the group that are over as far as it goes, where the server has thrown for them now.

    ``waits`` has all of the request but its commands, what is left of its dice, and the new decisions; its
    decisions are the ones asked for before, of which those ``still_open`` stay as they are. ``request`` is
    what led here, the command itself where None.
    """
    suspended = run.waiting
    assert suspended is not None
    number, shelf = len(run.finished), transaction.shelf
    decisions = decisions_for(
        suspended.awaiting,
        run.state,
        transaction.policy,
        asked_as(waits.privacy, (one.command for one in plan), run.state),
        still_open,
        transaction.at,
        SaidIn(transaction.locale, shelf.tables.weapons),
    )
    pending = replace(
        waits,
        commands=tuple(_begun(shelf, plan, run)),
        at=number,
        decisions=decisions,
        dice=given.left_over,
        choices=given.choices_left,
    )
    planned = plan[number]
    begun = tuple(_played_so_far(transaction, run, suspended, waits.privacy))
    place = _place(transaction, pending.action_id, len(begun))
    was = waits.view if waits.decisions else None
    notice = Notice("action_suspended", pending.view, _turns("/pending", was, pending.view))
    rendered = render(
        shelf,
        place,
        planned.command,
        run.state,
        suspended,
        {
            "privacy": pending.privacy,
            **NOTHING_UNUSED,
            "awaiting": pending.awaiting,
            **known_by(pending.external_refs),
        },
        (notice,),
    )
    spoken = shelf.codecs.command.document(planned.command) if request is None else request
    answers = suspended.answers
    stored = transaction.encounter.state
    actor = actor_of(run.state, planned.command)
    spoken_text = to_json(spoken).decode()
    logged = row(place, kind, actor, spoken_text, answers, rendered, stored, privacy=pending.privacy)
    return Outcome(shelf, transaction.state, (*begun, logged), pending, pending.is_group)


def _played_so_far(
    transaction: Transaction, run: Run, suspended: Suspended, privacy: Privacy
) -> Iterator[LoggedAction]:
    """A row for each command that is over and counts when the group does: its dice are in the proof now."""
    shelf, stored, rows = transaction.shelf, transaction.encounter.state, 0
    thrown = {answer for _, answer in transaction.draw.thrown}
    for finished in run.finished:
        answers, entries = finished.completed.answers, finished.completed.transcript
        if thrown.isdisjoint(answers):
            continue
        command = finished.planned.command
        place = _place(transaction, finished.planned.action_id, rows)
        so_far = Suspended(suspended.awaiting, answers, entries=entries)
        extras = {"privacy": privacy, **NOTHING_UNUSED}
        rendered = render(shelf, place, command, finished.before, so_far, extras)
        actor, spoken = actor_of(finished.before, command), shelf.codecs.command.dump(command).decode()
        yield row(place, "suspend", actor, spoken, answers, rendered, stored, privacy=privacy)
        rows += 1


def _begun(shelf: Shelf, plan: Sequence[PlannedCommand], run: Run) -> list[BegunCommand]:
    """Every command of the request with the answers it has."""
    assert run.waiting is not None
    answers = [*(one.completed.answers for one in run.finished), run.waiting.answers]
    answers += [()] * (len(plan) - len(answers))
    return [
        BegunCommand(one.action_id, shelf.codecs.command.document(one.command), recorded)
        for one, recorded in zip(plan, answers, strict=True)
    ]


def carry_on(
    transaction: Transaction,
    woken: Woken,
    answers: tuple[Answer, ...],
    kind: str,
    request: Json,
    still_open: tuple[Decision, ...],
) -> Outcome:
    """Play a pending request on, with ``answers`` for the command that waits, to its end or the next wait.

    Raises what the rules raise, unless a die of the server has fallen for it: now, or earlier where a command
    is refused that had not begun yet. ``request`` is what led here, and ``kind`` the row's where it waits
    again; decisions ``still_open`` then keep their id and their time.
    """
    pending = woken.pending
    plan = tuple(
        replace(one, answers=answers) if number == pending.at else one
        for number, one in enumerate(woken.plan)
    )
    given = Given(pending.dice, pending.choices)
    has_thrown = transaction.draw.has_thrown
    had_thrown = any(answer.source == "server" for one in plan for answer in _rolls(one.answers))

    def ask_in(state: Any) -> Ask:
        server = transaction.server(pending.privacy, state)
        privacy = asked_as(pending.privacy, (one.command for one in plan), state)
        ask = asking(transaction.policy, state, privacy, server, lambda: had_thrown or has_thrown())
        # Whoever gave the dice and choices is no longer there to be told that they do not fit.
        own = giving(given, transaction.policy, state, ask, lambda: True)
        return keeping_to_own(own, ask, state, pending.controls)

    def is_bound(number: int) -> bool:
        return has_thrown() or (had_thrown and number > pending.at)

    run = play_through(transaction.shelf, woken.state, plan, ask_in, is_bound)
    if run.waiting is not None:
        return suspend(transaction, plan, run, given, pending, kind, request, still_open)
    unused = {"unused_dice": given.left_over, "unused_choices": given.unused_choices}
    notice = Notice(
        "action_resumed",
        {"action_id": pending.action_id, "by": kind},
        _turns("/pending", pending.view, None),
    )
    rows = rows_of(transaction, run, pending.privacy, unused, (notice,), pending.external_refs)
    return Outcome(transaction.shelf, run.state, rows, None, pending.is_group, run.refused)


def _rolls(answers: Sequence[Answer]) -> Iterator[RollAnswer]:
    return (answer for answer in answers if isinstance(answer, RollAnswer))


def give_up(
    transaction: Transaction,
    pending: Pending,
    awaiting: Json,
    by: str,
    reason: str,
) -> Outcome:
    """The row of an action that is cancelled: nothing has happened, and its dice are spent.

    ``awaiting`` is what was answered when it began to wait last.
    """
    place = _place(transaction, pending.action_id)
    payload: Mapping[str, Any] = {"action_id": pending.action_id, "by": by, "reason": reason}
    notice = Notice("action_cancelled", payload, _turns("/pending", pending.view, None))
    rendered = render_cancelled(place, awaiting, notice)
    answers = tuple(answer for begun in pending.commands for answer in begun.answers)
    spoken = to_json({"type": "cancel", "by": by, "reason": reason}).decode()
    stored = transaction.encounter.state
    state = transaction.state
    command = transaction.shelf.codecs.command.load(to_json(pending.commands[pending.at].command))
    actor = actor_of(state, command) if pending.at == 0 else None
    logged = row(place, "cancel", actor, spoken, answers, rendered, stored, privacy=pending.privacy)
    return Outcome(transaction.shelf, state, (replace(logged, id=pending.action_id),), None)


def _place(transaction: Transaction, action_id: str, rows: int = 0) -> Place:
    """A row of the log on the way to the end of an action."""
    return place_of(transaction, action_id, rows, transaction.first_event, new_id("act"))


def _turns(path: str, was: Json | None, now: Json | None) -> list[Json]:
    return [{"path": path, "from": was, "to": now}]
