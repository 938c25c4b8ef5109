"""Answers of pure functions kept for as long as the very same objects are asked about."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def kept(most: int) -> Callable[[Callable[[*Ts], R]], Callable[[*Ts], R]]:
    """A decorator: the function answers once for the same objects, and forgets ``most`` answers at a time.

    Arguments are told apart by which objects they are, as hashing a whole combatant or map takes longer than
    most answers.
    """

    def keeping(function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
        answers: dict[tuple[int, ...], tuple[tuple[*Ts], R]] = {}

        def looked_up(*given: *Ts) -> R:
            key = tuple(map(id, given))
            found = answers.get(key)
            if found is not None:
                return found[1]
            answer = function(*given)
            if len(answers) >= most:
                answers.clear()
            # What it was asked about is kept with it, so that no other object comes to have one of the ids.
            answers[key] = given, answer
            return answer

        return looked_up

    return keeping
