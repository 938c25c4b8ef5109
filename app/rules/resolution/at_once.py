"""Several things done as one: every fault in any of them is named, and nothing happens unless all can."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias, TypeVar

from app.rules.common.errors import Invalid, InvalidDocument, Problem, problem_at
from app.rules.resolution.steps import StepResult
from app.values import replace

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")
Item = TypeVar("Item")
Part: TypeAlias = tuple[str, Callable[[S], StepResult[E, P]]]
"""The place in the command that a part stands at (a JSON pointer), and what it does in the state then."""


def of_each(
    pointer: str, items: Iterable[Item], do: Callable[[Item, S], StepResult[E, P]]
) -> Iterator[Part[S, E, P]]:
    """The parts of a list that stands at ``pointer``: ``do`` with each of its items."""
    for index, item in enumerate(items):
        yield f"{pointer}/{index}", partial(do, item)


def at_once(state: S, parts: Iterable[Part[S, E, P]], evolve: Callable[[S, E], S]) -> StepResult[E, P]:
    """The events of all ``parts``, each in the state after those before it, then the steps they call for.

    Raises InvalidDocument with everything that is Invalid in any of them.
    """
    events: list[E] = []
    then: list[P] = []
    problems: list[Problem] = []
    for pointer, part in parts:
        try:
            result = part(state)
        except InvalidDocument as error:
            problems += [replace(problem, pointer=pointer + problem.pointer) for problem in error.problems]
            continue
        except Invalid as error:
            problems.append(problem_at(pointer + error.pointer, error))
            continue
        for event in result.events:
            state = evolve(state, event)
        events += result.events
        then += result.then
    if problems:
        raise InvalidDocument(tuple(problems))
    return StepResult(tuple(events), tuple(then))
