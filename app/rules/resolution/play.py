"""The loop that plays one action: run the steps, answer what they ask, fold the events into the state."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any, Generic, TypeAlias, TypeVar

from app.rules.common.dice import Dice
from app.rules.common.errors import Illegal, ReplayMismatch
from app.rules.common.modifiers import Tally
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, check_answer, fits
from app.rules.resolution.requests import Choose, Facts, Request, Resolution, Roll, Single, Together
from app.rules.resolution.steps import Ruleset, StepResult
from app.values import replace, value

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")
T = TypeVar("T")

Ask: TypeAlias = Callable[[Single], Answer | None]


@value
class RollEntry:
    """A roll as it was played: faces, total, every part of it, and the figures read from tables."""

    answer: RollAnswer
    dice: Dice
    modifiers: Tally
    against: Tally | None
    total: int
    facts: Facts
    rules: tuple[str, ...]


@value
class ChoiceEntry:
    """A decision as it was made."""

    answer: ChoiceAnswer
    options: tuple[str, ...]
    rules: tuple[str, ...]


Entry: TypeAlias = RollEntry | ChoiceEntry


@value
class Played(Generic[S, E]):
    """The events of one step, the states after each of them, and what was rolled and chosen for it."""

    events: tuple[E, ...]
    states: tuple[S, ...]
    entries: tuple[Entry, ...]


@value
class Completed(Generic[S, E]):
    """An action played to its end."""

    state: S
    steps: tuple[Played[S, E], ...]

    @property
    def events(self) -> tuple[E, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def states(self) -> tuple[S, ...]:
        """The state after each of the events."""
        return tuple(state for step in self.steps for state in step.states)

    @property
    def transcript(self) -> tuple[Entry, ...]:
        return tuple(entry for step in self.steps for entry in step.entries)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What to record so that the action replays to the same end."""
        return tuple(entry.answer for entry in self.transcript)


@value
class Suspended:
    """An action that waits for somebody: what is asked, and every answer it has so far.

    ``steps`` are those that are over, ``entries`` what was rolled and chosen in the step that waits; nothing
    of it is final. Any: the steps are the game's own.
    """

    awaiting: tuple[Single, ...]
    answers: tuple[Answer, ...]
    steps: tuple[Played[Any, Any], ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def transcript(self) -> tuple[Entry, ...]:
        return (*(entry for step in self.steps for entry in step.entries), *self.entries)


def entry_of(request: Roll[Any], answer: RollAnswer) -> RollEntry:
    """How the transcript tells of a roll. Any: outcomes are the game's own."""
    throw = answer.throw
    return RollEntry(
        answer,
        request.dice,
        request.modifiers,
        request.against,
        throw.total + request.modifiers.total,
        request.explain(throw),
        (*request.rules, *request.decided_by(throw)),
    )


class _Answers:
    """Feeds recorded answers first, then asks; keeps the transcript of all that was answered."""

    def __init__(self, given: Sequence[Answer], ask: Ask) -> None:
        self._given = deque(given)
        self._ask = ask
        self.entries: list[Entry] = []
        self.answered: list[Answer] = []

    def outcome(self, request: Request) -> Any | Suspended:
        # Any: the outcome's type belongs to the request, which the driver does not look into.
        if isinstance(request, Together):
            return self._together(request)
        answer = self._take(request) or self._ask(request)
        if answer is None:
            return Suspended((request,), tuple(self.answered))
        return self._record(request, answer)

    def _together(self, request: Together) -> tuple[Any, ...] | Suspended:
        waiting = dict(enumerate(request.requests))
        outcomes: dict[int, Any] = {}
        first_entry, first_answer = len(self.entries), len(self.answered)
        while self._given and (place := self._place(waiting)) is not None:
            outcomes[place] = self._record(waiting.pop(place), self._given.popleft())
        for place, single in tuple(waiting.items()):
            answer = self._ask(single)
            if answer is not None:
                outcomes[place] = self._record(waiting.pop(place), answer)
        # In whatever order they were answered, they are told and recorded in the order they were asked.
        self.entries[first_entry:] = _in_order(self.entries[first_entry:], outcomes)
        self.answered[first_answer:] = _in_order(self.answered[first_answer:], outcomes)
        if waiting:
            return Suspended(tuple(waiting.values()), tuple(self.answered))
        return tuple(outcomes[place] for place in range(len(request.requests)))

    def _place(self, waiting: dict[int, Single]) -> int | None:
        return next((place for place, single in waiting.items() if fits(single, self._given[0])), None)

    def _take(self, request: Single) -> Answer | None:
        if not self._given:
            return None
        if not fits(request, self._given[0]):
            raise ReplayMismatch(
                f"An answer to «{self._given[0].purpose}» was recorded where «{request.purpose}» is asked."
            )
        return self._given.popleft()

    def _record(self, request: Single, answer: Answer) -> Any:
        check_answer(request, answer)
        self.answered.append(answer)
        match request, answer:
            case Roll(), RollAnswer():
                self.entries.append(entry_of(request, answer))
                return request.outcome(answer.throw)
            case Choose(), ChoiceAnswer():
                self.entries.append(ChoiceEntry(answer, request.options, request.rules))
                return answer.choice
            case _:  # check_answer has refused it
                raise ReplayMismatch("An answer of the wrong kind was recorded.")

    def finish(self) -> None:
        if self._given:
            raise ReplayMismatch(f"{len(self._given)} recorded answers are left over.")


def _in_order(items: Sequence[T], places: Iterable[int]) -> list[T]:
    """``items`` by their ``places``, which are told in the same order."""
    return [item for _, item in sorted(zip(places, items, strict=True), key=itemgetter(0))]


def play(
    rules: Ruleset[S, E, P], state: S, command: P, ask: Ask, given: Sequence[Answer] = ()
) -> Completed[S, E] | Suspended:
    """Play ``command`` from ``state``: first the ``given`` (recorded) answers, then whatever ``ask`` gives.

    The first request that nobody answers suspends the action; calling again with the answers of the
    `Suspended` plus new ones goes on from there. Raises what the rules raise, and ReplayMismatch when a
    recorded answer fits no request.
    """
    try:
        return play_unexplained(rules, state, command, ask, given)
    except Illegal as illegal:
        _ = illegal.checks  # all reasons are worked out here, and what is Invalid in them is raised
        raise


def play_unexplained(
    rules: Ruleset[S, E, P], state: S, command: P, ask: Ask, given: Sequence[Answer] = ()
) -> Completed[S, E] | Suspended:
    """The same; of what is Illegal only the first reason is worked out until the others are asked for."""
    answers = _Answers(given, ask)
    queue: deque[P] = deque((command,))
    played: list[Played[S, E]] = []
    while queue:
        result = _run(rules.resolve(state, queue.popleft()), answers)
        if isinstance(result, Suspended):
            return replace(result, steps=tuple(played), entries=tuple(answers.entries))
        states = tuple(accumulate(result.events, rules.evolve, initial=state))
        state = states[-1]
        played.append(Played(result.events, states[1:], tuple(answers.entries)))
        answers.entries.clear()
        queue.extendleft(reversed(result.then))
    answers.finish()
    return Completed(state, tuple(played))


def _run(resolution: Resolution[StepResult[E, P]], answers: _Answers) -> StepResult[E, P] | Suspended:
    try:
        request = next(resolution)
        while True:
            outcome = answers.outcome(request)
            if isinstance(outcome, Suspended):
                return outcome
            request = resolution.send(outcome)
    except StopIteration as end:
        return end.value
