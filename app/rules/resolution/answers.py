"""Answers to requests as they are recorded, and the check that an answer fits its request."""

from typing import Literal, TypeAlias

from app.rules.common.dice import Dice, Throw
from app.rules.common.errors import DieOutOfRange, InvalidAnswer, ReplayMismatch
from app.rules.resolution.requests import Choose, Roll, Single, asked_of
from app.values import value

Source: TypeAlias = Literal["server", "manual", "gm"]
"""Who answered: the server, the player (dice on a real table), or the GM in somebody's place."""


Stream: TypeAlias = Literal["open", "hidden"]
"""Which of an encounter's two rows of server dice a roll was drawn from."""


@value
class RollAnswer:
    """The faces that answered a roll, in the order they fell, and who threw them.

    ``epoch``, ``stream`` and ``index`` say where a roll of the server stands, so that its faces can be
    checked; a roll given by hand has none of them.
    ``as_sum``: only their sum was told; the faces are one of the throws that make it.
    """

    purpose: str
    who: str
    faces: tuple[int, ...]
    source: Source
    as_sum: bool = False
    type: Literal["roll"] = "roll"
    epoch: int | None = None
    stream: Stream | None = None
    index: int | None = None

    @property
    def throw(self) -> Throw:
        return Throw(self.faces)


@value
class ChoiceAnswer:
    """The option that answered a choice."""

    purpose: str
    who: str
    choice: str
    source: Source
    type: Literal["choice"] = "choice"


Answer: TypeAlias = RollAnswer | ChoiceAnswer


def fits(request: Single, answer: Answer) -> bool:
    """Whether ``answer`` was given to ``request`` (same kind, purpose and combatant)."""
    return (
        isinstance(request, Roll) == isinstance(answer, RollAnswer)
        and request.purpose == answer.purpose
        and asked_of(request) == answer.who
    )


def check_answer(request: Single, answer: Answer) -> None:
    """Refuse an answer with a wrong face, too few or too many dice, or an option that was not offered.

    Raises DieOutOfRange, InvalidAnswer, or ReplayMismatch when it answers another request.
    """
    match request, answer:
        case Roll(), RollAnswer():
            check_faces(request.dice, answer.faces, request.purpose)
        case Choose(), ChoiceAnswer():
            if answer.choice not in request.options:
                options = ", ".join(request.options)
                raise InvalidAnswer(
                    "{purpose}: choose one of {options}.",
                    way="options",
                    purpose=request.purpose,
                    options=options,
                )
        case _:
            raise ReplayMismatch(
                f"An answer to «{answer.purpose}» was recorded where «{request.purpose}» is asked."
            )


def check_faces(dice: Dice, thrown: tuple[int, ...], purpose: str) -> None:
    """Refuse faces that are not one whole throw of ``dice``; the error counts them from 0."""
    faces: tuple[int, ...] = ()
    for index, face in enumerate(thrown):
        sides = dice.next_die(faces)
        if sides is None:
            raise InvalidAnswer(
                "{purpose}: more dice than {notation}.",
                index,
                way="more",
                purpose=purpose,
                notation=dice.notation,
            )
        check_face(face, sides, purpose, index)
        faces = (*faces, face)
    if dice.next_die(faces) is not None:
        raise InvalidAnswer(
            "{purpose}: fewer dice than {notation}.",
            len(faces),
            way="fewer",
            purpose=purpose,
            notation=dice.notation,
        )


def check_face(value: int, sides: int, purpose: str, index: int | None = None) -> None:
    """Refuse a face that a die of ``sides`` sides does not have (H-ROLL-4)."""
    if not 1 <= value <= sides:
        raise DieOutOfRange(
            "{purpose}: {value} is not a face of a d{sides}; give 1 to {sides}.",
            index,
            purpose=purpose,
            value=value,
            sides=sides,
        )
