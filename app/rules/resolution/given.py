"""Answers from a flat list of dice and named choices: scenarios, tests and callers with dice on the table."""

from collections.abc import Mapping, Sequence

from app.rules.common.errors import InvalidAnswer
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, Source, check_face
from app.rules.resolution.play import Ask
from app.rules.resolution.requests import Choose, Roll, Single


def nobody(_request: Single) -> Answer | None:
    """Leaves every request to people."""
    return None


def by_default(request: Single) -> Answer | None:
    """Decides a choice by its default and leaves dice to people."""
    return default_of(request) if isinstance(request, Choose) else None


def default_of(request: Choose) -> ChoiceAnswer:
    """The answer to a choice that nobody makes."""
    return ChoiceAnswer(request.purpose, request.chooser, request.default, "server")


class Given:
    """Answers requests in order from ``dice`` (faces) and ``choices`` (option by purpose).

    What they do not answer goes to ``otherwise``. A roll is given whole or not at all: dice that run out
    in the middle of an open-ended chain are refused, so that no roll has two sources.
    """

    def __init__(
        self,
        dice: Sequence[int] = (),
        choices: Mapping[str, str] | None = None,
        *,
        source: Source = "manual",
        otherwise: Ask = nobody,
    ) -> None:
        self._dice = tuple(dice)
        self._choices = dict(choices or {})
        self._source: Source = source
        self._otherwise = otherwise
        self._used = 0

    def __call__(self, request: Single) -> Answer | None:
        if isinstance(request, Roll):
            return self._roll(request) if self._used < len(self._dice) else self._otherwise(request)
        if request.purpose in self._choices:
            choice = self._choices.pop(request.purpose)
            return ChoiceAnswer(request.purpose, request.chooser, choice, self._source)
        return self._otherwise(request)

    def _roll(self, request: Roll[object]) -> RollAnswer:
        faces: tuple[int, ...] = ()
        while (sides := request.dice.next_die(faces)) is not None:
            if self._used == len(self._dice):
                raise InvalidAnswer(
                    f"{request.purpose}: {request.dice.notation} needs another die after "
                    f"{', '.join(map(str, faces))}; give every die of a roll, or none of it.",
                    self._used,
                    purpose=request.purpose,
                )
            face = self._dice[self._used]
            check_face(face, sides, request.purpose, self._used)
            faces = (*faces, face)
            self._used += 1
        return RollAnswer(request.purpose, request.roller, faces, self._source)

    @property
    def left_over(self) -> tuple[int, ...]:
        """The given dice that no request asked for."""
        return self._dice[self._used :]

    @property
    def unused_choices(self) -> tuple[str, ...]:
        """The purposes of given choices that were never asked."""
        return tuple(self._choices)
