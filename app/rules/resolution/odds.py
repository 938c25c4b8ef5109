"""The odds of an action: every way it can go is played by the very rules that play it live, and weighed.

Where that would take too many plays it is played often instead, with dice that the caller throws.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import reduce
from heapq import heappop, heappush
from itertools import count, product
from math import prod
from operator import mul
from typing import Any, Generic, TypeAlias, TypeVar

from app.rules.common.errors import Illegal
from app.rules.resolution.accumulator import OddsAccumulator
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, check_answer
from app.rules.resolution.chances import Happening, Odds, Outlook
from app.rules.resolution.given import Given, Option, default_of
from app.rules.resolution.play import Ask, Completed, play
from app.rules.resolution.requests import Choose, Request, Resolution, Roll, Single, Together
from app.rules.resolution.shares import NONE, WHOLE, Share
from app.rules.resolution.steps import Ruleset, StepResult
from app.rules.resolution.throws import MOST_THROWS, TooManyThrows, grouped
from app.values import replace, value

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")

Seen: TypeAlias = frozenset[Happening]
NOTHING: Seen = frozenset()


class TooManyPlays(Exception):
    """The action can go in more ways than are played one by one."""


@value
class Effort:
    """How far the odds are pursued: ``plays`` are the runs of a rule in which every case must be counted.

    Where they do not do, the action is played ``samples`` times, or until that took so many ``steps``.
    """

    plays: int
    samples: int
    steps: int = 10_000


@value
class Said:
    """What is settled beforehand: dice, in order, and choices by purpose."""

    dice: tuple[int, ...] = ()
    choices: tuple[tuple[str, Option], ...] = ()

    def answer(self, request: Single) -> "tuple[Answer | None, Said]":
        """What was said to that request, if anything, and what is left; raises InvalidAnswer."""
        if not (self.dice or self.choices):
            return None, self
        given = Given(self.dice, dict(self.choices))
        answer = given(request)
        if answer is None:
            return None, self
        check_answer(request, answer)
        return answer, Said(given.left_over, tuple(given.choices_left.items()))


@value
class Question(Generic[S, P]):
    """The odds of which ``commands``, in order, from which ``state``; ``said`` answers what it can of them.

    ``within`` is entered with a command's number while it is played.
    """

    state: S
    commands: tuple[P, ...]
    said: Said
    outlook: Outlook
    within: Callable[[int], AbstractContextManager[None]] = lambda _: nullcontext()


def odds_of(
    rules: Ruleset[S, E, P], question: Question[S, P], effort: Effort, dice_of: Callable[[int], Ask]
) -> Odds:
    """The odds, exact where the effort allows it; ``dice_of`` throws the dice of each play of the others.

    Raises what is Invalid in the commands. What is not allowed is part of the answer.
    """
    try:
        return _Tree(rules, question, effort.plays).grown()
    except (TooManyPlays, TooManyThrows):
        return _sampled(rules, question, effort, dice_of)


@value
class _Node(Generic[S, P]):
    """Between two steps: what is left of the command under way, its number, and of what was said."""

    state: S
    queue: tuple[P, ...]
    at: int
    said: Said


@value
class _Path:
    """A way through one step: the outcomes so far, how likely they are, and what is left of the answers."""

    outcomes: tuple[Any, ...]  # Any: an outcome's type belongs to its request
    share: Share
    said: Said

    def on(self, outcome: Any, share: Share, said: Said) -> "_Path":
        return _Path((*self.outcomes, outcome), self.share * share, said)


class _Tree(Generic[S, E, P]):
    """Every way the commands can go. What is reached in several ways is played on once, with their weight."""

    def __init__(self, rules: Ruleset[S, E, P], question: Question[S, P], most_plays: int) -> None:
        self._rules = rules
        self._question = question
        self._plays_left = most_plays
        self._accumulator = OddsAccumulator(question.state, question.outlook)
        self._weights: dict[_Node[S, P], dict[Seen, Share]] = {}
        self._next: list[tuple[int, int, int, _Node[S, P], dict[Seen, Share]]] = []
        self._turn = count()

    def grown(self) -> Odds:
        self._reach(self._begun(self._question.state, 0, self._question.said), {NOTHING: WHOLE})
        while self._next:
            *_, node, weights = heappop(self._next)
            weighed = weights.copy()
            weights.clear()
            with self._question.within(node.at):
                self._play_on(node, weighed)
        return self._accumulator.odds()

    def _begun(self, state: S, at: int, said: Said) -> _Node[S, P]:
        return _Node(state, self._question.commands[at : at + 1], at, said)

    def _reach(self, node: _Node[S, P], weights: dict[Seen, Share]) -> None:
        if not node.queue and node.at < len(self._question.commands):
            node = self._begun(node.state, node.at + 1, node.said)
        if not node.queue:
            self._accumulator.ends(node.state, weights)
            return
        here = self._weights.setdefault(node, {})
        if not here:
            # The longest queue first: whatever comes of one blow comes together again before the next.
            heappush(self._next, (node.at, -len(node.queue), next(self._turn), node, here))
        for seen, weight in weights.items():
            here[seen] = here.get(seen, NONE) + weight

    def _play_on(self, node: _Node[S, P], weights: dict[Seen, Share]) -> None:
        step, *rest = node.queue
        whole = sum(weights.values(), NONE)
        try:
            for path, result in self._ways(node, step, weights, whole):
                state = reduce(self._rules.evolve, result.events, node.state)
                happenings = self._accumulator.add_events(result.events, whole * path.share)
                queue = (*result.then, *rest)
                self._reach(_Node(state, queue, node.at, path.said), _moved(weights, path.share, happenings))
        except Illegal as illegal:
            self._accumulator.not_allowed(node.at, whole, illegal.checks)
            self._accumulator.ends(node.state, weights)

    def _ways(
        self, node: _Node[S, P], step: P, weights: dict[Seen, Share], whole: Share
    ) -> Iterator[tuple[_Path, StepResult[E, P]]]:
        """Every way through one step. A rule cannot be copied: it is run again for each way but the last."""
        paths = [_Path((), WHOLE, node.said)]
        while paths:
            path = paths.pop()
            resolution, reached = self._run(node.state, step, path.outcomes)
            while not isinstance(reached, StepResult):
                onward = list(self._answered(reached, path, whole))
                if is_open_ended(reached):
                    followed = sum((way.share for way in onward), NONE)
                    left = path.share + Share(-followed.cases, followed.out_of)
                    if left:
                        self._accumulator.unfollowed(_moved(weights, left, NOTHING))
                paths += onward[:-1]
                path = onward[-1]
                reached = _on(resolution, path.outcomes[-1])
            yield path, reached

    def _run(
        self, state: S, step: P, outcomes: Sequence[Any]
    ) -> tuple[Resolution[StepResult[E, P]], Request | StepResult[E, P]]:
        """The rule after those outcomes. Raises TooManyPlays. Any: as in `_Path`."""
        if not self._plays_left:
            raise TooManyPlays
        self._plays_left -= 1
        resolution = self._rules.resolve(state, step)
        reached = _on(resolution, None)
        for outcome in outcomes:
            reached = _on(resolution, outcome)
        return resolution, reached

    def _answered(self, request: Request, path: _Path, whole: Share) -> Iterator[_Path]:
        """The path on by each outcome that the request can have."""
        if not isinstance(request, Together):
            yield from self._outcomes(request, path, whole)
            return
        each: list[list[_Path]] = []
        said = path.said
        for single in request.requests:
            # Alone, each of them goes on from nothing; together they are asked for at once.
            ways = list(self._outcomes(single, _Path((), WHOLE, said), whole * path.share))
            said = ways[-1].said
            each.append(ways)
        if prod(map(len, each)) > MOST_THROWS:
            raise TooManyPlays
        for ways in product(*each):
            outcome = tuple(way.outcomes[0] for way in ways)
            share = reduce(mul, (way.share for way in ways), WHOLE)
            yield path.on(outcome, share, said)

    def _outcomes(self, request: Single, path: _Path, whole: Share) -> Iterator[_Path]:
        answer, said = path.said.answer(request)
        if isinstance(request, Choose):
            chosen = answer or default_of(request)
            if answer is None:
                self._accumulator.assumed(request)
            assert isinstance(chosen, ChoiceAnswer)
            yield path.on(chosen.choice, WHOLE, said)
        elif isinstance(answer, RollAnswer):
            outcome = request.outcome(answer.throw)
            self._accumulator.rolled(request, outcome, whole * path.share)
            yield path.on(outcome, WHOLE, said)
        else:
            for outcome, share in self._grouped(request):
                self._accumulator.rolled(request, outcome, whole * path.share * share)
                yield path.on(outcome, share, said)

    @staticmethod
    def _grouped(request: Roll[Any]) -> Iterator[tuple[Any, Share]]:
        """The few results that the rule tells apart, and how likely each is. Any: as in `_Path`."""
        counted, out_of, _ = grouped(
            request.dice, request.alike, request.outcome, in_ranges=request.in_ranges
        )
        for outcome, ways in counted.items():
            yield outcome, Share(ways, out_of)


def _on(resolution: Resolution[StepResult[E, P]], outcome: Any) -> Request | StepResult[E, P]:
    """What the rule asks next, or comes to. Any: as in `_Path`."""
    try:
        return resolution.send(outcome)
    except StopIteration as end:
        result: StepResult[E, P] = end.value
        return result


def is_open_ended(request: Request) -> bool:
    """Whether there are dice in it that may open without end."""
    asked = request.requests if isinstance(request, Together) else (request,)
    return any(isinstance(one, Roll) and one.dice.open_from is not None for one in asked)


def _moved(weights: dict[Seen, Share], share: Share, happenings: Seen) -> dict[Seen, Share]:
    moved: dict[Seen, Share] = {}
    for seen, weight in weights.items():
        seen_now = seen | happenings
        moved[seen_now] = moved.get(seen_now, NONE) + weight * share
    return moved


def _sampled(
    rules: Ruleset[S, E, P], question: Question[S, P], effort: Effort, dice_of: Callable[[int], Ask]
) -> Odds:
    """The shares of so many plays. Choices that nobody made take their defaults, as in the tree."""
    accumulator = OddsAccumulator(question.state, question.outlook)
    samples = steps = 0
    while samples < effort.samples and (steps < effort.steps or not samples):
        steps += _play_once(rules, question, accumulator, dice_of(samples))
        samples += 1
    return replace(accumulator.odds(out_of=samples), samples=samples)


def _play_once(
    rules: Ruleset[S, E, P], question: Question[S, P], accumulator: OddsAccumulator, dice: Ask
) -> int:
    """Play the commands with those dice, and weigh what comes of it; how many steps that took."""
    said = question.said

    def ask(request: Single) -> Answer | None:
        nonlocal said
        answer, said = said.answer(request)
        if answer is None and isinstance(request, Choose):
            accumulator.assumed(request)
        answer = answer or (default_of(request) if isinstance(request, Choose) else dice(request))
        if isinstance(request, Roll) and isinstance(answer, RollAnswer):
            accumulator.rolled(request, request.outcome(answer.throw), WHOLE)
        return answer

    state, seen, steps = question.state, NOTHING, 0
    for at, command in enumerate(question.commands):
        try:
            with question.within(at):
                played = play(rules, state, command, ask)
        except Illegal as illegal:
            accumulator.not_allowed(at, WHOLE, illegal.checks)
            break
        assert isinstance(played, Completed)
        state, seen = played.state, seen | accumulator.add_events(played.events, WHOLE)
        steps += len(played.steps)
    accumulator.ends(state, {seen: WHOLE})
    return steps
