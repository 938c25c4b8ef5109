"""Fair dice that fall the same way again: for smoke tests and simulations, never for play."""

import random

from app.rules.resolution.answers import Answer, RollAnswer
from app.rules.resolution.play import Ask
from app.rules.resolution.requests import Roll, Single


def fair_dice(seed: int | str) -> Ask:
    """Answers every roll, each face equally likely, in an order that ``seed`` fixes."""
    chance = random.Random(seed)  # noqa: S311 — repeatable on purpose

    def throw(request: Single) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        faces: tuple[int, ...] = ()
        while (sides := request.dice.next_die(faces)) is not None:
            faces = (*faces, chance.randint(1, sides))
        return RollAnswer(request.purpose, request.roller, faces, "server")

    return throw
