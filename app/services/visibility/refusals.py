"""Refusals for somebody who is not the GM: what they say must not tell what the viewer cannot know."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

from app.rules.common.errors import (
    FailedCheck,
    Illegal,
    Invalid,
    InvalidAnswer,
    InvalidDocument,
    Problem,
    ReplayMismatch,
    RulesError,
)
from app.rules.resolution.given import Given
from app.services.base.refusals import AnswerMissing, DiceSourceNotAllowed, Refused
from app.values import replace

UNSEEN = FailedCheck(
    "SOMETHING_UNSEEN",
    "This cannot be done now, for a reason that you cannot see. Ask the GM.",
    "visibility",
)


NO_MASKS: Mapping[str, str] = MappingProxyType({})
_OWN_ANSWERS = "/answers/"


class KnownRefusal(Exception):
    """A refusal that rests on what the viewer knows alone, to be said as it is."""

    def __init__(self, refusal: RulesError) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@contextmanager
def resting_on_what_is_known() -> Iterator[None]:
    """Has refusals said as they are: whoever raises them has seen to it that they tell nothing."""
    try:
        yield
    except RulesError as refusal:
        raise KnownRefusal(refusal) from None


@contextmanager
def saying_nothing_of_rolls(given: Given) -> Iterator[None]:
    """Refuses in the same words whatever is amiss once ``given`` dice have answered a roll.

    In which words, or at which die, would tell what the roll met: a defence that is not disclosed could be
    read off requests that are always refused.
    """
    try:
        yield
    except (RulesError, Refused):
        if not given.has_answered_a_roll:
            raise
        raise KnownRefusal(
            InvalidAnswer(
                "After the first roll something does not fit: a die, an option, or a later command. "
                "Nothing was done.",
                way="later",
            )
        ) from None


@contextmanager
def saying_nothing_unknown(
    known: Sequence[FailedCheck] = (), masks: Mapping[str, str] = NO_MASKS
) -> Iterator[None]:
    """Refuses for the ``known`` reasons as they are; of all others it says only that there are some.

    In the known ones whoever is masked has the name of the ``masks``.

    Raises Illegal, and what names nobody.
    """
    try:
        yield
    except KnownRefusal as told:
        raise told.refusal from None
    except Illegal as illegal:
        shown = (_masked(check, masks) for check in illegal.checks)
        checks = tuple(check for check in shown if check in known)
        raise Illegal(checks if len(checks) == len(illegal.checks) else (*checks, UNSEEN)) from None
    except InvalidAnswer as error:
        raise InvalidAnswer(
            "A die or an option does not fit what is asked for.", error.index, way="unsaid"
        ) from None
    except InvalidDocument as error:
        if not all(problem.pointer.startswith(_OWN_ANSWERS) for problem in error.problems):
            raise Illegal((UNSEEN,)) from None
        unfit = "This does not fit what is asked for."
        raise InvalidDocument(
            tuple(
                Problem(problem.pointer, problem.code, unfit, (("way", "unsaid"),))
                for problem in error.problems
            )
        ) from None
    except (Invalid, ReplayMismatch):
        raise Illegal((UNSEEN,)) from None
    except AnswerMissing:
        raise AnswerMissing("A strict action gives all its dice itself; more were asked for.") from None
    except DiceSourceNotAllowed:
        raise DiceSourceNotAllowed("Dice of another source are wanted for this roll.") from None


def as_said(
    refusal: RulesError | Refused,
    known: Sequence[FailedCheck] = (),
    masks: Mapping[str, str] = NO_MASKS,
) -> RulesError | Refused:
    """``refusal`` as `saying_nothing_unknown` says it."""
    try:
        with saying_nothing_unknown(known, masks):
            raise refusal
    except (RulesError, Refused) as said:
        return said


def _masked(check: FailedCheck, masks: Mapping[str, str]) -> FailedCheck:
    """The reason with the names by which the viewer knows everybody."""
    params = tuple(
        (
            name,
            ", ".join(masks.get(one, one) for one in value.split(", ")) if isinstance(value, str) else value,
        )
        for name, value in check.params
    )
    return replace(check, params=params)
