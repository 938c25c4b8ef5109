"""What a rule can answer instead of a result. Each type has a stable code; none knows an HTTP status."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import chain
from typing import ClassVar, TypeAlias

from app.values import value

Scalar: TypeAlias = str | int
Params: TypeAlias = tuple[tuple[str, Scalar], ...]
"""What a sentence is made of, by name. ``way`` tells apart the sentences that one code has."""

_PLACE = re.compile(r"\{(\w+)(?::(?:([^{}|]*)\|([^{}|]*)|\w+))?\}")


def worded(text: str, params: Mapping[str, Scalar]) -> str:
    """``text`` with the parameters in their places; braces that name none of them stay.

    ``{most:# attack|# attacks}`` says the one for 1 and the other for every other number; any other form
    says the value.
    """
    if "{" not in text:
        return text

    def put(place: re.Match[str]) -> str:
        value = params.get(place[1])
        if value is None:
            return place[0]
        return str(value) if place[2] is None else place[2 if value == 1 else 3].replace("#", str(value))

    return _PLACE.sub(put, text)


class RulesError(Exception):
    """A refusal with a stable ``code``, an English ``text`` and the values that are put in its places."""

    code: ClassVar[str] = "rules_error"

    def __init__(self, text: str, **params: Scalar) -> None:
        self.text = text
        self.params: dict[str, Scalar] = params
        super().__init__(text)

    @property
    def message(self) -> str:
        """The text with the parameters in it."""
        return worded(self.text, self.params)

    def __str__(self) -> str:
        return self.message


class Invalid(RulesError):
    """Unreadable, unknown or contradictory: no state of play would make this right.

    ``pointer`` is the place in the command that is to blame, the whole command where it is no single one.
    """

    code = "invalid"
    pointer: str = ""


@value
class Problem:
    """One thing wrong in a document; ``pointer`` is a JSON pointer into it, ``text`` English with places for
    ``params``.
    """

    pointer: str
    code: str
    text: str
    params: Params = ()

    @property
    def message(self) -> str:
        """The text with the parameters in it."""
        return worded(self.text, dict(self.params))


def problem_at(pointer: str, error: RulesError) -> Problem:
    """What ``error`` says, of the place ``pointer`` in a document."""
    return Problem(pointer, error.code, error.text, tuple(error.params.items()))


class InvalidDocument(Invalid):
    """A document with one or more problems, all of them named; the first one gives the code."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = problems


class UnknownId(Invalid):
    """An id that no catalogue of the ruleset has; ``pointer`` names the field where known."""

    code = "unknown_id"

    def __init__(self, text: str, pointer: str = "", **params: Scalar) -> None:
        super().__init__(text, **params)
        self.pointer = pointer


class UnknownCombatant(UnknownId):
    """No combatant of this encounter has that id, ``ref`` or external reference."""

    code = "unknown_combatant"


@value
class FailedCheck:
    """One reason why an action is not allowed now: an UPPER_SNAKE ``code`` and the rule that forbids it.

    ``text`` is English with places for ``params``; other languages have theirs by the code and its ``way``.
    ``squares`` are the cells of the map to blame, where some are. ``decided_by`` are the decisions and the
    finer statements by which the rule was read: with another option there might be no such check.
    """

    code: str
    text: str
    rule_id: str
    params: Params = field(default=())
    squares: tuple[tuple[int, int], ...] = ()
    decided_by: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The text with the parameters in it."""
        return worded(self.text, dict(self.params))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule that forbids it and all by which that was read."""
        return (self.rule_id, *self.decided_by)


class Illegal(RulesError):
    """Readable, but not allowed now; every failed check is named, and the first one gives the code.

    The checks behind the first are worked out when they are asked for: whoever only wants to know whether
    something is allowed pays for no more. That may raise what is Invalid; `play` asks for all of them.
    """

    def __init__(self, checks: Iterable[FailedCheck]) -> None:
        super().__init__("")
        self._checks: tuple[FailedCheck, ...] | None = None
        self._unasked = checks

    @property
    def checks(self) -> tuple[FailedCheck, ...]:
        """Every failed check once, in the order of the rules."""
        if self._checks is None:
            self._checks = tuple(dict.fromkeys(self._unasked))
        return self._checks

    @property
    def message(self) -> str:
        """What all of them say."""
        return " ".join(check.message for check in self.checks)


def permit(*checks: Iterable[FailedCheck]) -> None:
    """Let an action pass; raises Illegal with each check that failed, in the order of the rules."""
    failed = chain.from_iterable(checks)
    first = next(iter(failed), None)
    if first is not None:
        raise Illegal(chain((first,), failed))


class InvalidAnswer(Invalid):
    """An answer that does not fit the request it answers; ``index`` counts the given dice from 0."""

    code = "invalid_answer"

    def __init__(self, text: str, index: int | None = None, **params: Scalar) -> None:
        super().__init__(text, **params)
        self.index = index


class DieOutOfRange(InvalidAnswer):
    """A face that the die does not have (H-ROLL-4)."""

    code = "die_out_of_range"


class ReplayMismatch(RulesError):
    """Recorded answers that no longer fit the requests of the rule: the action must be declared again."""

    code = "resolution_outdated"
