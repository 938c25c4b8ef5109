"""What is told of the odds of an action. Chances are exact fractions; nothing here is rounded."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from app.rules.common.errors import FailedCheck
from app.values import value

DOWN, DEAD = "down", "dead"
"""The states that every game has."""


@value
class Standing:
    """How somebody fares. ``amounts`` are what it suffers by, the more the worse.

    ``states`` are those that it is in.
    """

    amounts: tuple[tuple[str, int], ...]
    states: frozenset[str]


@value
class Outlook:
    """How a game is asked what is told of its odds. Any: combatants and events are the game's own.

    ``detail`` tells events of one type apart, where it matters at the table: a critical, a condition.
    """

    standing: Callable[[Any], Standing]
    detail: Callable[[Any], str | None] = lambda _event: None


@value
class Happening:
    """A sort of event: who does what to whom, by id. Without a ``detail`` every one of that type."""

    type: str
    actor: str | None
    target: str | None
    detail: str | None


@value
class Likelihood:
    """The ``chance`` that something happens at all, and how many ``times`` it does on average."""

    happening: Happening
    chance: Fraction
    times: Fraction


@value
class RollOdds:
    """How many ``times`` a roll is made on average, and how likely each of these succeeds.

    ``success`` is None for rolls that do not succeed or fail.
    """

    purpose: str
    roller: str
    times: Fraction
    success: Fraction | None


@value
class Spread:
    """How likely each value is, the least first. Together less than 1 where something has been cut."""

    chances: tuple[tuple[int, Fraction], ...]

    @property
    def whole(self) -> Fraction:
        """All chances together."""
        return sum((chance for _, chance in self.chances), Fraction())

    @property
    def mean(self) -> Fraction:
        """The average of what is not cut."""
        return sum((value * chance for value, chance in self.chances), Fraction()) / self.whole

    def quantile(self, share: Fraction) -> int:
        """The least value that is not exceeded in ``share`` of all cases."""
        wanted, reached = share * self.whole, Fraction()
        for result, chance in self.chances:
            reached += chance
            if reached >= wanted:
                return result
        return self.chances[-1][0]


@value
class Fate:
    """What becomes of a combatant: by how much each amount changes, and how likely it is in each state at the
    end; with each state, whether it is in it already.
    """

    combatant: str
    changes: tuple[tuple[str, Spread], ...]
    states: tuple[tuple[str, bool, Fraction], ...]

    def change(self, name: str) -> Spread:
        return dict(self.changes)[name]

    def chance(self, state: str) -> Fraction:
        """How likely it is in that state at the end."""
        return next((chance for name, _, chance in self.states if name == state), Fraction())


@value
class Assumed:
    """A choice that nobody made beforehand, and what was taken for it: its default."""

    purpose: str
    chooser: str
    options: tuple[str, ...]
    choice: str


@value
class NotAllowed:
    """That one of the commands, counted from 0, cannot be carried out as things have gone until then.

    ``checks`` are the likeliest reasons.
    """

    command: int
    chance: Fraction
    checks: tuple[FailedCheck, ...]


@value
class Odds:
    """What may come of an action.

    ``samples`` is None where every case was counted; otherwise it was played so often, and each chance is the
    share of these. ``cut`` is the chance of cases that were not followed to their end: what becomes of
    everybody then is not counted, and neither is what may have happened at last.
    """

    likelihoods: tuple[Likelihood, ...]
    rolls: tuple[RollOdds, ...]
    fates: tuple[Fate, ...]
    assumed: tuple[Assumed, ...]
    not_allowed: tuple[NotAllowed, ...]
    cut: Fraction
    samples: int | None

    @property
    def checks(self) -> tuple[FailedCheck, ...]:
        """Everything that forbids it, where it is not allowed however the dice fall."""
        return next((one.checks for one in self.not_allowed if one.chance == 1), ())

    def chance(self, type_: str, detail: str | None = None) -> Fraction:
        """How likely such an event is; of several combatants, that of the likeliest."""
        those = (one for one in self.likelihoods if one.happening.type == type_)
        return max((one.chance for one in those if one.happening.detail == detail), default=Fraction())

    def fate(self, combatant: str) -> Fate:
        return next(fate for fate in self.fates if fate.combatant == combatant)
