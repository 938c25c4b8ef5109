"""What a rule can ask while it is being resolved.

A rule is a generator. It says ``outcome = yield from Roll(...)`` and learns only the outcome; who threw
the dice, which faces fell and how the total was made is the driver's business. That is what lets the
same rule be played, averaged exactly or sampled.
"""

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

from app.rules.common.dice import Dice, Throw
from app.rules.common.errors import Scalar
from app.rules.common.modifiers import Tally
from app.values import value

T = TypeVar("T")
Facts: TypeAlias = tuple[tuple[str, Scalar], ...]

UNMODIFIED = Tally("modifiers")


def _no_facts(_throw: Throw) -> Facts:
    return ()


def _no_rules(_throw: Throw) -> tuple[str, ...]:
    return ()


@value
class Roll(Generic[T]):
    """Dice to throw, and what the rule makes of them.

    ``purpose`` is what a player would call the roll; ``modifiers`` are added to the throw, ``against`` is
    what the total is held against (a defence score, a difficulty). ``outcome`` maps a complete throw to
    the few results the rule tells apart; ``explain`` is called only in live play and names the figures on
    the way (row, column, cell); ``rules`` are the statements this roll applies, ``decided_by`` those that
    came into it only because the dice fell as they did; ``beside`` are those who roll something off together.

    For its odds: ``succeeds`` says which outcomes are what the roller hopes for, where they are not simply
    yes and no; ``alike`` are lengths of runs of dice of which the outcome takes the sum alone, where it does.
    ``in_ranges``: from the lowest total up no outcome comes again once another has taken its place, and the
    last one holds however high the total; an open-ended die is read so before and after it opened.
    Then a few looks tell what every throw means (proven by `tests/rules/resolution/test_ranges.py`).
    """

    purpose: str
    roller: str
    dice: Dice
    outcome: Callable[[Throw], T]
    modifiers: Tally = UNMODIFIED
    against: Tally | None = None
    explain: Callable[[Throw], Facts] = _no_facts
    rules: tuple[str, ...] = ()
    decided_by: Callable[[Throw], tuple[str, ...]] = _no_rules
    succeeds: Callable[[T], bool] | None = None
    alike: tuple[int, ...] = ()
    in_ranges: bool = False
    beside: tuple[str, ...] = ()

    def __iter__(self) -> Generator["Request", Any, T]:
        # Any: a generator's send type is the same for every yield; the driver sends this roll's outcome.
        outcome: T = yield self
        return outcome


@value
class Choose:
    """A decision for ``chooser``: one of ``options``, ``default`` when nobody answers.

    ``is_ruling``: by the rules it is the GM's word on the chooser's action, not the chooser's wish.
    """

    purpose: str
    chooser: str
    options: tuple[str, ...]
    default: str
    facts: Facts = ()
    rules: tuple[str, ...] = ()
    is_ruling: bool = False

    def __iter__(self) -> Generator["Request", Any, str]:
        choice: str = yield self
        return choice


@value
class Together:
    """Requests asked at once and answered in any order (everyone's initiative)."""

    requests: tuple["Roll[Any] | Choose", ...]

    def __iter__(self) -> Generator["Request", Any, tuple[Any, ...]]:
        outcomes: tuple[Any, ...] = yield self
        return outcomes


Single: TypeAlias = Roll[Any] | Choose  # Any: rolls of every outcome type go through one driver
Request: TypeAlias = Single | Together
Resolution: TypeAlias = Generator[Request, Any, T]


def asked_of(request: Single) -> str:
    """The combatant whose owner answers ``request``."""
    return request.roller if isinstance(request, Roll) else request.chooser
