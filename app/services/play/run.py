"""The commands of one request, played in order, and the rows of the log that come of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from app.persistence.base.codec import ANSWERS
from app.persistence.play.action_queries import LoggedAction
from app.persistence.play.undo_queries import REFUSED
from app.rules.common.errors import (
    Invalid,
    InvalidAnswer,
    InvalidDocument,
    ReplayMismatch,
    RulesError,
)
from app.rules.common.identity import ExternalRef
from app.rules.resolution.answers import Answer
from app.rules.resolution.play import Ask, Completed, Suspended, entry_of, play
from app.services.base.refusals import EncounterFull, Refused, code_of
from app.services.dice.policy import Privacy
from app.services.packs.cache import Shelf
from app.services.play.results import ACTION_REFUSED, NOTHING_UNUSED, Notice, Place, Rendered, render
from app.services.play.transaction import Transaction
from app.values import replace, value

MAX_COMBATANTS = 200


@value
class PlannedCommand:
    """A command as it was read, the id of its action, its place in the body, and the answers it has.

    Any: the command is the game's own.
    """

    action_id: str
    command: Any
    pointer: str = ""
    answers: tuple[Answer, ...] = ()


@value
class PlayedCommand:
    """A command played to its end, and the state before it. Any: the state is the game's own."""

    planned: PlannedCommand
    before: Any
    completed: Completed[Any, Any]


@value
class Refusal:
    """A command that was refused after a die of the server had fallen, by its number in the request.

    Neither it nor those after it are carried out.
    """

    number: int
    planned: PlannedCommand
    error: RulesError | Refused


@value
class Run:
    """How the commands went: those that are over, then the one that waits or was refused, if one does;
    ``state`` is before that one, or after the last. Any: the state is the game's own.
    """

    finished: tuple[PlayedCommand, ...]
    waiting: Suspended | None
    state: Any
    refused: Refusal | None = None


def never_bound(_number: int) -> bool:
    """Where a refusal takes the whole request back, whatever has fallen."""
    return False


def play_through(
    shelf: Shelf,
    state: Any,
    plan: Sequence[PlannedCommand],
    ask_in: Callable[[Any], Ask],
    is_bound: Callable[[int], bool] = never_bound,
) -> Run:
    """Play until the end, until somebody is waited for, or until a command is refused that ``is_bound``, by
    its number: then what came before it counts. ``ask_in`` gives who answers in a state.

    Otherwise raises what the rules raise, and EncounterFull. Any: the state is the game's own.
    """
    finished: list[PlayedCommand] = []
    for number, planned in enumerate(plan):
        try:
            with pointing_into(planned.pointer):
                played = play(shelf.rules, state, planned.command, ask_in(state), planned.answers)
            if isinstance(played, Suspended):
                return Run(tuple(finished), played, state)
            _check_room(played.state)
        except (RulesError, Refused) as error:
            # Recorded answers that fit no more are the request's as it was, not what its dice came to.
            if isinstance(error, ReplayMismatch) or not is_bound(number):
                raise
            return Run(tuple(finished), None, state, Refusal(number, planned, error))
        finished.append(PlayedCommand(planned, state, played))
        state = played.state
    return Run(tuple(finished), None, state)


def _check_room(state: Any) -> None:
    """Raises EncounterFull. Any: the state is the game's own."""
    if len(state.combatants) > MAX_COMBATANTS:
        raise EncounterFull("An encounter holds {max_combatants} combatants.", max_combatants=MAX_COMBATANTS)


@contextmanager
def pointing_into(pointer: str) -> Iterator[None]:
    """Makes the pointers of the rules, which begin at the command, begin at the body."""
    try:
        yield
    except InvalidDocument as error:
        problems = (replace(problem, pointer=pointer + problem.pointer) for problem in error.problems)
        raise InvalidDocument(tuple(problems)) from None
    except InvalidAnswer:
        raise
    except Invalid as error:
        error.pointer = pointer + error.pointer
        raise


def rows_of(
    transaction: Transaction,
    run: Run,
    privacy: Privacy,
    unused: Mapping[str, object],
    notices: Sequence[Notice] = (),
    external_refs: Sequence[ExternalRef] = (),
) -> tuple[LoggedAction, ...]:
    """A row for each command of a run that is over, and for the one that was refused; ``notices`` come
    before the first one's events, and every row says by which ``external_refs`` the request is known.
    """
    shelf = transaction.shelf
    rows: list[LoggedAction] = []
    first_event = transaction.first_event
    for finished in run.finished:
        place = place_of(transaction, finished.planned.action_id, len(rows), first_event)
        is_last = len(rows) == len(run.finished) - 1
        command = finished.planned.command
        rendered = render(
            shelf,
            place,
            command,
            finished.before,
            finished.completed,
            {"privacy": privacy, **(unused if is_last else NOTHING_UNUSED), **known_by(external_refs)},
            () if rows else notices,
        )
        state = shelf.codecs.state.dump(finished.completed.state).decode()
        kind, actor = command.type, actor_of(finished.before, command)
        spoken = shelf.codecs.command.dump(command).decode()
        answers = finished.completed.answers
        rows.append(row(place, kind, actor, spoken, answers, rendered, state, privacy=privacy))
        first_event = rendered.last_event + 1
    if run.refused is not None:
        place = place_of(transaction, run.refused.planned.action_id, len(rows), first_event)
        rows.append(_refused(transaction, run, run.refused, place, privacy, () if rows else notices))
    return tuple(rows)


def place_of(
    transaction: Transaction, action_id: str, rows: int, first_event: int, row_id: str | None = None
) -> Place:
    """Where a row stands after so many ``rows`` of its request; it has an id of its own, ``row_id``, where
    the action is not over by it.
    """
    return Place(
        transaction.encounter_id,
        action_id,
        transaction.seq + rows,
        first_event,
        transaction.at,
        row_id,
        transaction.encounter.dice.number,
        transaction.locale,
    )


def _refused(
    transaction: Transaction,
    run: Run,
    refusal: Refusal,
    place: Place,
    privacy: Privacy,
    notices: Sequence[Notice],
) -> LoggedAction:
    """The row of a command that was refused: nothing has happened, and its dice are spent."""
    shelf, command = transaction.shelf, refusal.planned.command
    counted = {answer for one in run.finished for answer in one.completed.answers}
    spent = [(request, answer) for request, answer in transaction.draw.thrown if answer not in counted]
    entries = tuple(entry_of(request, answer) for request, answer in spent)
    payload = {
        "action_id": place.action_id,
        "code": code_of(refusal.error),
        "reason": refusal.error.message,
    }
    rendered = render(
        shelf,
        place,
        command,
        run.state,
        Suspended((), (), entries=entries),
        {"privacy": privacy, **NOTHING_UNUSED},
        (*notices, Notice(ACTION_REFUSED, payload)),
    )
    spoken = shelf.codecs.command.dump(command).decode()
    answers = tuple(answer for _, answer in spent)
    state = shelf.codecs.state.dump(run.state).decode()
    actor = _known_actor_of(run.state, command)
    return row(place, REFUSED, actor, spoken, answers, rendered, state, privacy=privacy)


def known_by(external_refs: Sequence[ExternalRef]) -> Mapping[str, object]:
    """The member of an answer that says what the request is called elsewhere; none where it is not."""
    if not external_refs:
        return {}
    return {
        "external_refs": [{"system": ref.system, "kind": ref.kind, "id": ref.id} for ref in external_refs]
    }


def row(
    place: Place,
    kind: str,
    actor: str | None,
    command: str,
    answers: tuple[Answer, ...],
    rendered: Rendered,
    state: str,
    reverts: list[int] | None = None,
    privacy: Privacy = "public",
) -> LoggedAction:
    """A row of the log; ``command`` and ``state`` are JSON."""
    return LoggedAction(
        place.seq,
        place.row_id or place.action_id,
        kind,
        actor,
        command,
        ANSWERS.dump(answers).decode(),
        rendered.events,
        rendered.result,
        state,
        place.first_event,
        rendered.last_event,
        reverts,
        privacy,
    )


def _known_actor_of(state: Any, command: Any) -> str | None:
    """The same; None too where nobody is called so, which may be why the command is refused."""
    try:
        return actor_of(state, command)
    except Invalid:
        return None


def actor_of(state: Any, command: Any) -> str | None:
    """The id of the combatant that acts, or that enters."""
    if (identity := getattr(command, "identity", None)) is not None:
        return identity.id
    if (name := getattr(command, "actor", None)) is None:
        return None
    return state.combatant(name).id
