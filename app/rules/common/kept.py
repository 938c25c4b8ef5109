"""Answers of pure functions kept for as long as the very same objects are asked about."""

from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar, TypeVarTuple

Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def kept(most: int) -> Callable[[Callable[[*Ts], R]], Callable[[*Ts], R]]:
    """A decorator: the function answers once for the same objects, and forgets ``most`` answers at a time.

    Arguments are told apart by which objects they are, as hashing a whole combatant or map takes longer than
    most answers; the last one is the one that changes most.
    """

    def keeping(function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
        answers: dict[int, tuple[tuple[*Ts], R]] = {}

        def looked_up(*given: *Ts) -> R:
            last: Any = given[-1]
            found = answers.get(id(last))
            # What is kept holds what it was asked about, so that no other object comes to have its id.
            if found is not None and all(map(is_, found[0], given)):
                return found[1]
            answer = function(*given)
            if len(answers) >= most:
                answers.clear()
            answers[id(last)] = given, answer
            return answer

        return looked_up

    return keeping
