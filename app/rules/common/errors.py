"""What a rule can answer instead of a result. Each type has a stable code; none knows an HTTP status."""

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

Scalar: TypeAlias = str | int


class RulesError(Exception):
    """A refusal with a stable ``code``, an English message and the values the message is made of."""

    code: ClassVar[str] = "rules_error"

    def __init__(self, message: str, **params: Scalar) -> None:
        super().__init__(message)
        self.message = message
        self.params: dict[str, Scalar] = params


class Invalid(RulesError):
    """Unreadable, unknown or contradictory: no state of play would make this right.

    ``pointer`` is the place in the command that is to blame, the whole command where it is no single one.
    """

    code = "invalid"
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a document; ``pointer`` is a JSON pointer into it."""

    pointer: str
    code: str
    message: str


class InvalidDocument(Invalid):
    """A document with one or more problems, all of them named; the first one gives the code."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = problems


class UnknownId(Invalid):
    """An id that no catalogue of the ruleset has; ``pointer`` names the field where known."""

    code = "unknown_id"

    def __init__(self, message: str, pointer: str = "", **params: Scalar) -> None:
        super().__init__(message, **params)
        self.pointer = pointer


class UnknownCombatant(UnknownId):
    """No combatant of this encounter has that id, ``ref`` or external reference."""

    code = "unknown_combatant"


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """One reason why an action is not allowed now: an UPPER_SNAKE ``code`` and the rule that forbids it.

    ``squares`` are the cells of the map to blame, where some are. ``decided_by`` are the decisions and the
    finer statements by which the rule was read: with another option there might be no such check.
    """

    code: str
    message: str
    rule_id: str
    params: tuple[tuple[str, Scalar], ...] = field(default=())
    squares: tuple[tuple[int, int], ...] = ()
    decided_by: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule that forbids it and all by which that was read."""
        return (self.rule_id, *self.decided_by)


class Illegal(RulesError):
    """Readable, but not allowed now; every failed check is named, and the first one gives the code."""

    def __init__(self, checks: tuple[FailedCheck, ...]) -> None:
        super().__init__(" ".join(check.message for check in checks))
        self.checks = checks


class InvalidAnswer(Invalid):
    """An answer that does not fit the request it answers; ``index`` counts the given dice from 0."""

    code = "invalid_answer"

    def __init__(self, message: str, index: int | None = None, **params: Scalar) -> None:
        super().__init__(message, **params)
        self.index = index


class DieOutOfRange(InvalidAnswer):
    """A face that the die does not have (H-ROLL-4)."""

    code = "die_out_of_range"


class ReplayMismatch(RulesError):
    """Recorded answers that no longer fit the requests of the rule: the action must be declared again."""

    code = "resolution_outdated"
