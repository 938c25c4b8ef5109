"""Answers from a flat list of dice and named choices: scenarios, tests and callers with dice on the table."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from app.rules.common.errors import InvalidAnswer
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, Source, check_answer, check_face
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


def deciding_by_default(dice: Ask) -> Ask:
    """Decides every choice by its default and leaves rolls to ``dice``."""

    def ask(request: Single) -> Answer | None:
        return default_of(request) if isinstance(request, Choose) else dice(request)

    return ask


Option: TypeAlias = str | tuple[str, ...]
"""The answer to a choice; several where it is asked more than once, in that order."""


class Given:
    """Answers requests in order from ``dice`` (faces) and ``choices`` (option by purpose).

    What they do not answer goes to ``otherwise``. A roll is given whole or not at all: dice that run out
    in the middle of an open-ended chain are refused, so that no roll has two sources.
    """

    def __init__(
        self,
        dice: Sequence[int] = (),
        choices: Mapping[str, Option] | None = None,
        *,
        source: Source = "manual",
        otherwise: Ask = nobody,
    ) -> None:
        self._dice = tuple(dice)
        self._choices = {
            purpose: (option,) if isinstance(option, str) else option
            for purpose, option in (choices or {}).items()
        }
        self._source: Source = source
        self._otherwise = otherwise
        self._passed_over: list[str] = []
        self._used = 0
        self._is_spent = False

    def __call__(self, request: Single) -> Answer | None:
        return self._answer(request) or self._otherwise(request)

    def leniently(self, request: Single) -> Answer | None:
        """The same; but what does not fit counts as not given instead of being refused."""
        try:
            answer = self._answer(request)
            if answer is not None:
                check_answer(request, answer)
        except InvalidAnswer:
            if isinstance(request, Choose):
                self._passed_over.append(request.purpose)
            answer = None
        return answer or self._otherwise(request)

    def _answer(self, request: Single) -> Answer | None:
        if isinstance(request, Roll):
            return self._roll(request) if self._used < len(self._dice) and not self._is_spent else None
        options = self._choices.pop(request.purpose, ())
        if not options:
            return None
        if later := options[1:]:
            self._choices[request.purpose] = later
        return ChoiceAnswer(request.purpose, request.chooser, options[0], self._source)

    def _roll(self, request: Roll[object]) -> RollAnswer:
        faces: tuple[int, ...] = ()
        self._is_spent = True  # unless the whole roll is there
        while (sides := request.dice.next_die(faces)) is not None:
            place = self._used + len(faces)
            if place == len(self._dice):
                raise InvalidAnswer(
                    "{purpose}: {notation} needs another die after {faces}; "
                    "give every die of a roll, or none of it.",
                    place,
                    way="another",
                    purpose=request.purpose,
                    notation=request.dice.notation,
                    faces=", ".join(map(str, faces)),
                )
            face = self._dice[place]
            check_face(face, sides, request.purpose, place)
            faces = (*faces, face)
        self._used += len(faces)
        self._is_spent = False
        return RollAnswer(request.purpose, request.roller, faces, self._source)

    @property
    def has_answered_a_roll(self) -> bool:
        """Whether a whole roll was answered by the given dice."""
        return self._used > 0

    @property
    def left_over(self) -> tuple[int, ...]:
        """The given dice that no request asked for."""
        return self._dice[self._used :]

    @property
    def choices_left(self) -> Mapping[str, Option]:
        """The given choices that were not asked for."""
        return self._choices

    @property
    def unused_choices(self) -> tuple[str, ...]:
        """The purposes of given choices that were never asked, or did not fit and were passed over."""
        return tuple(dict.fromkeys((*self._passed_over, *self._choices)))
