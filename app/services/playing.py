"""The commands of one request, played in order, and the rows of the log that come of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from app.persistence.codec import ANSWERS
from app.persistence.play_queries import LoggedAction
from app.rules.common.errors import Invalid, InvalidAnswer, InvalidDocument
from app.rules.common.identity import ExternalRef
from app.rules.resolution.answers import Answer
from app.rules.resolution.play import Ask, Completed, Suspended, play
from app.services.dice_policy import Privacy
from app.services.dice_sources import check_sources
from app.services.library import Shelf
from app.services.opened import Opened
from app.services.refusals import EncounterFull
from app.services.results import NOTHING_UNUSED, Notice, Place, Rendered, render

MAX_COMBATANTS = 200


@dataclass(frozen=True, slots=True)
class Undertaking:
    """A command as it was read, the id of its action, its place in the body, and the answers it has.

    Any: the command is the game's own.
    """

    action_id: str
    command: Any
    pointer: str = ""
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """A command played to its end, and the state before it. Any: the state is the game's own."""

    undertaking: Undertaking
    before: Any
    completed: Completed[Any, Any]

    @property
    def combatants(self) -> tuple[Any, ...]:
        """Everybody who was there before or after it."""
        return (*self.before.combatants, *self.completed.state.combatants)


@dataclass(frozen=True, slots=True)
class Course:
    """How the commands went: those that are over, then the one that waits, if one does; ``state`` is before
    that one, or after the last. Any: the state is the game's own.
    """

    finished: tuple[Finished, ...]
    waiting: Suspended | None
    state: Any


def play_through(
    shelf: Shelf, state: Any, undertakings: Sequence[Undertaking], ask_in: Callable[[Any], Ask]
) -> Course:
    """Play until the end or until somebody is waited for; ``ask_in`` gives who answers in a state.

    Raises what the rules raise, and EncounterFull. Any: the state is the game's own.
    """
    finished: list[Finished] = []
    for undertaking in undertakings:
        with pointing_into(undertaking.pointer):
            played = play(shelf.rules, state, undertaking.command, ask_in(state), undertaking.answers)
        if isinstance(played, Suspended):
            return Course(tuple(finished), played, state)
        if len(played.state.combatants) > MAX_COMBATANTS:
            raise EncounterFull(
                "An encounter holds {max_combatants} combatants.", max_combatants=MAX_COMBATANTS
            )
        finished.append(Finished(undertaking, state, played))
        state = played.state
    return Course(tuple(finished), None, state)


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
    opened: Opened,
    course: Course,
    privacy: Privacy,
    unused: Mapping[str, object],
    notices: Sequence[Notice] = (),
    external_refs: Sequence[ExternalRef] = (),
) -> tuple[LoggedAction, ...]:
    """A row for each command of a course that is over; ``notices`` come before the first one's events, and
    every row says by which ``external_refs`` the request is known.

    Raises DiceSourceNotAllowed.
    """
    shelf = opened.shelf
    rows: list[LoggedAction] = []
    first_event = opened.first_event
    for finished in course.finished:
        check_sources(opened.policy.sources, finished.combatants, finished.completed.answers)
        action_id = finished.undertaking.action_id
        place = Place(
            opened.encounter_id,
            action_id,
            opened.seq + len(rows),
            first_event,
            opened.at,
            epoch=opened.encounter.dice.number,
            locale=opened.locale,
        )
        is_last = len(rows) == len(course.finished) - 1
        command = finished.undertaking.command
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
    return tuple(rows)


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


def actor_of(state: Any, command: Any) -> str | None:
    """The id of the combatant that acts, or that enters."""
    if (identity := getattr(command, "identity", None)) is not None:
        return identity.id
    if (name := getattr(command, "actor", None)) is None:
        return None
    return state.combatant(name).id
