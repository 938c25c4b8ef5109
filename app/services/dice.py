"""The server's dice: the only chance in live play (`scenarios/fair.py` seeds those of smoke tests)."""

from secrets import randbelow

from app.rules.resolution.answers import Answer, RollAnswer
from app.rules.resolution.given import default_of
from app.rules.resolution.requests import Choose, Single


def server_answers(request: Single) -> Answer:
    """Throws the dice of a roll, each face equally likely, and decides a choice by its default."""
    if isinstance(request, Choose):
        return default_of(request)
    faces: tuple[int, ...] = ()
    while (sides := request.dice.next_die(faces)) is not None:
        faces = (*faces, randbelow(sides) + 1)
    return RollAnswer(request.purpose, request.roller, faces, "server")
