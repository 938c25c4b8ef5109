"""Answers to what is waited for, the GM's override of a roll, and giving a pending action up."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import from_json

from app.persistence.base.json_text import pointer_to
from app.persistence.play.action_queries import result_of
from app.persistence.play.undo_queries import has_action
from app.rules.common.errors import (
    Invalid,
    InvalidAnswer,
    InvalidDocument,
    ReplayMismatch,
    problem_at,
)
from app.rules.resolution.answers import (
    Answer,
    ChoiceAnswer,
    RollAnswer,
    Source,
    check_answer,
    check_faces,
)
from app.rules.resolution.given import nobody
from app.rules.resolution.play import RollEntry, play
from app.rules.resolution.requests import Choose, Roll, Single
from app.rules.resolution.sums import faces_of_sum
from app.services.access.roles import is_gm, permit_answer, permit_cancel, permit_override
from app.services.access.tokens import Grant
from app.services.base.idempotency import Reply
from app.services.base.ids import is_id
from app.services.base.refusals import DecisionOutdated, DecisionRepeated, NoSuchRoll, NotFound
from app.services.base.service import Estoc
from app.services.dice.sources import check_source
from app.services.play.change import ChangeRequest, change
from app.services.play.pending import Pending, stored_pending
from app.services.play.suspension import Outcome, Woken, carry_on, give_up, wake
from app.services.play.transaction import Transaction
from app.services.visibility.refusals import as_said
from app.values import replace, value


@value
class GivenAnswer:
    """An answer to one decision: every die of a roll in order, or their ``total``; or the option chosen.

    With none of them the server rolls, or the choice takes its default.
    """

    decision_id: Annotated[str, Field(min_length=1, max_length=200)]
    dice: Annotated[tuple[int, ...], Field(max_length=100)] | None = None
    total: int | None = None
    choice: Annotated[str, Field(max_length=200)] | None = None


@value
class Override:
    """The GM's ``dice`` in the place of those of a ``roll`` made already, by its index in ``rolls``."""

    roll: Annotated[int, Field(ge=0)]
    dice: Annotated[tuple[int, ...], Field(min_length=1, max_length=100)]


async def answer(
    service: Estoc,
    wanted: ChangeRequest,
    action_id: str,
    given: Sequence[GivenAnswer],
    reply: Callable[[Outcome], Reply],
) -> Reply:
    """Answer decisions of the action that waits, and play on.

    Raises DecisionOutdated, DecisionRepeated, InvalidDocument, Forbidden, NotFound, what the rules raise and
    what `change` raises.
    """

    async def work(transaction: Transaction) -> Outcome:
        pending, woken = await _woken(transaction, wanted.grant, action_id)
        answers = _answers(transaction, wanted.grant, woken, given)
        answered = {one.decision_id for one in given}
        still_open = tuple(one for one in pending.decisions if one.id not in answered)
        request = {"type": "answer", "answers": [_as_asked(one) for one in given]}
        outcome = carry_on(
            transaction, woken, (*woken.suspended.answers, *answers), "answer", request, still_open
        )
        return _changed(outcome if is_gm(wanted.grant) else outcome.refused_as(as_said), pending, reply)

    return await change(service, replace(wanted, kind="answer"), work)


async def override(
    service: Estoc,
    wanted: ChangeRequest,
    action_id: str,
    instead: Override,
    reply: Callable[[Outcome], Reply],
) -> Reply:
    """Put the GM's dice in the place of a roll of the action that waits, and play on from there.

    Later answers stay as long as the rules still ask for them. Raises NoSuchRoll and what `answer` raises.
    """

    async def work(transaction: Transaction) -> Outcome:
        pending, woken = await _woken(transaction, wanted.grant, action_id)
        permit_override(wanted.grant)
        answers = _overridden(transaction, woken, instead)
        request = {"type": "override", "roll": instead.roll, "dice": list(instead.dice)}
        outcome = carry_on(transaction, woken, answers, "answer", request, ())
        return _changed(outcome, pending, reply)

    return await change(service, replace(wanted, kind="answer"), work)


async def cancel(
    service: Estoc, wanted: ChangeRequest, action_id: str, reason: str, reply: Callable[[Outcome], Reply]
) -> Reply:
    """Give the action that waits up: nothing has happened, its dice are spent.

    Raises DecisionOutdated, Forbidden, NotFound and what `change` raises.
    """

    async def work(transaction: Transaction) -> Outcome:
        pending = await _pending(transaction, wanted.grant, action_id)
        has_answers = any(begun.answers for begun in pending.commands)
        permit_cancel(wanted.grant, pending.token_id, has_answers=has_answers)
        latest = transaction.encounter.version
        awaiting = from_json(
            await result_of(transaction.driver, transaction.campaign_id, transaction.encounter_id, latest)
        )
        outcome = give_up(transaction, pending, awaiting, "cancel", reason)
        return replace(outcome, reply=reply(outcome))

    return await change(service, replace(wanted, kind="answer"), work)


def _changed(outcome: Outcome, pending: Pending, reply: Callable[[Outcome], Reply]) -> Outcome:
    """The actions that are over belong to whoever declared them, a row of answers to whoever gave them."""
    token_id = pending.token_id if outcome.pending is None else None
    return replace(outcome, reply=reply(outcome), token_id=token_id)


async def _pending(transaction: Transaction, grant: Grant, action_id: str) -> Pending:
    """The request that waits, if it is that action's; raises DecisionOutdated and NotFound."""
    pending = stored_pending(transaction.encounter.pending)
    if pending is not None and pending.action_id == action_id:
        return pending
    if not is_id("act", action_id) or not await has_action(
        transaction.driver, grant.campaign_id, transaction.encounter_id, action_id
    ):
        raise NotFound("This encounter has no such action.", way="action")
    raise DecisionOutdated("This action waits for nobody any more.", way="action", action_id=action_id)


async def _woken(transaction: Transaction, grant: Grant, action_id: str) -> tuple[Pending, Woken]:
    pending = await _pending(transaction, grant, action_id)
    return pending, wake(transaction, pending)


def _answers(
    transaction: Transaction, grant: Grant, woken: Woken, given: Sequence[GivenAnswer]
) -> tuple[Answer, ...]:
    """The answers as they are recorded, in the order given; the server gives those left blank.

    It throws only when all others are known to fit.
    """
    state = woken.run.state
    server = transaction.server(woken.pending.privacy, state)
    asked = {decision.id: (decision, request) for decision, request in woken.asked}
    answered: set[str] = set()
    answers: list[Answer | Single] = []
    for index, one in enumerate(given):
        at = pointer_to("answers", index)
        if one.decision_id in answered:
            raise DecisionRepeated("Answer a decision once.", f"{at}/decision_id")
        if one.decision_id not in asked:
            raise DecisionOutdated("This is not waited for any more.", f"{at}/decision_id")
        decision, request = asked[one.decision_id]
        permit_answer(grant, decision.asked, state, decision.who)
        answered.add(one.decision_id)
        with _pointing_at(at):
            answer = _answer_to(request, one, "gm" if is_gm(grant) else "manual")
        check_source(transaction.policy.sources, state, answer)
        answers.append(answer or request)
    thrown = (server(one) if isinstance(one, Roll | Choose) else one for one in answers)
    return tuple(answer for answer in thrown if answer is not None)


def _answer_to(request: Single, given: GivenAnswer, source: Source) -> Answer | None:
    """``given`` as an answer to ``request``, None where it is blank; raises InvalidAnswer and DiceNeeded."""
    said = [name for name in ("dice", "total", "choice") if getattr(given, name) is not None]
    fitting = ("choice",) if isinstance(request, Choose) else ("dice", "total")
    if len(said) > 1 or not {*said} <= {*fitting}:
        ways = " or ".join(f"`{name}`" for name in fitting)
        raise InvalidAnswer(
            "{purpose}: answer by {ways}, or by nothing.", way="ways", purpose=request.purpose, ways=ways
        )
    if not said:
        return None
    answer = _recorded(request, given, source)
    check_answer(request, answer)
    return answer


def _recorded(request: Single, given: GivenAnswer, source: Source) -> Answer:
    if isinstance(request, Choose):
        return ChoiceAnswer(request.purpose, request.chooser, given.choice or "", source)
    if given.total is None:
        return RollAnswer(request.purpose, request.roller, given.dice or (), source)
    faces = faces_of_sum(request, given.total)
    return RollAnswer(request.purpose, request.roller, faces, source, as_sum=len(faces) > 1)


@contextmanager
def _pointing_at(at: str) -> Iterator[None]:
    """Makes what is wrong with an answer point to its place in the body."""
    try:
        yield
    except InvalidAnswer as error:
        place = at if error.index is None else f"{at}{pointer_to('dice', error.index)}"
        raise InvalidDocument((problem_at(place, error),)) from None
    except Invalid as error:
        raise InvalidDocument((problem_at(at, error),)) from None


def _overridden(transaction: Transaction, woken: Woken, instead: Override) -> tuple[Answer, ...]:
    """The answers so far with the GM's dice in them, as far as the rules still ask for the later ones."""
    rolls = [
        (index, entry)
        for index, entry in enumerate(woken.suspended.transcript)
        if isinstance(entry, RollEntry)
    ]
    if instead.roll >= len(rolls):
        raise NoSuchRoll("This action has {count} rolls so far.", "/override/roll", count=len(rolls))
    place, entry = rolls[instead.roll]
    with _pointing_at("/override"):
        check_faces(entry.dice, instead.dice, entry.answer.purpose)
    answers = woken.suspended.answers
    changed = RollAnswer(entry.answer.purpose, entry.answer.who, instead.dice, "gm")
    check_source(transaction.policy.sources, woken.run.state, changed)
    later = answers[place + 1 :]
    for kept in range(len(later), 0, -1):
        wanted = (*answers[:place], changed, *later[:kept])
        if _fits(transaction, woken, wanted):
            return wanted
    return (*answers[:place], changed)


def _fits(transaction: Transaction, woken: Woken, answers: tuple[Answer, ...]) -> bool:
    """Whether the rules ask for all ``answers`` in this order."""
    command: Any = woken.plan[woken.pending.at].command
    try:
        play(transaction.shelf.rules, woken.run.state, command, nobody, answers)
    except (ReplayMismatch, InvalidAnswer):
        return False
    return True


def _as_asked(given: GivenAnswer) -> dict[str, Any]:
    """An answer as the log keeps it. Any: JSON."""
    said = {"dice": given.dice, "total": given.total, "choice": given.choice}
    return {"decision_id": given.decision_id} | {name: it for name, it in said.items() if it is not None}
