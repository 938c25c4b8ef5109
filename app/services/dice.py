"""The server's dice: the only chance in the project."""

from secrets import randbelow

from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer
from app.rules.resolution.requests import Choose, Roll, Single


def server_answers(request: Single) -> Answer:
    """Throws the dice of a roll, each face equally likely, and decides a choice by its default."""
    match request:
        case Roll():
            faces: tuple[int, ...] = ()
            while (sides := request.dice.next_die(faces)) is not None:
                faces = (*faces, randbelow(sides) + 1)
            return RollAnswer(request.purpose, request.roller, faces, "server")
        case Choose():
            return ChoiceAnswer(request.purpose, request.chooser, request.default, "server")
