"""Odds as callers see them: each chance as a fraction and rounded, with its margin where it is sampled.

Where two guesses of figures that the asker does not know come to different ends, the value is left open.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from app.narration.catalogue import FALLBACK, say_purpose
from app.rules.common.errors import FailedCheck
from app.rules.resolution.chances import DEAD, DOWN, Fate, Happening, Odds, RollOdds, Spread
from app.services.ahead.odds import Reckoned
from app.services.ahead.previews import checks_view
from app.services.base.json_value import Json
from app.services.visibility.event_fields import BOOKKEEPING
from app.services.visibility.player_state import agreed

PLACES = 6
NINETY_FIVE = 1.959964
"""Standard deviations within which 95 of 100 samples fall."""
QUARTERS = tuple(Fraction(part, 4) for part in (1, 2, 3))
ZERO = Fraction()


class _Unknown:
    """Stands where something depends on a figure that the asker does not know."""


UNKNOWN = _Unknown()


def odds_view(reckoned: Reckoned, locale: str = FALLBACK) -> Json:
    """The whole answer, its words in the language ``locale``; `undisclosed` are the places of what cannot be
    said.
    """
    both = _Both(reckoned, locale)
    view = both.view()
    pointers = list(_places_of_unknown(view))
    return {**_said(view), "undisclosed": pointers}


class _Both:
    """Two odds side by side: those of the one guess, and those of the other. Any: JSON."""

    def __init__(self, reckoned: Reckoned, locale: str) -> None:
        self._reckoned, self._locale = reckoned, locale
        self._one, self._other = reckoned.odds, reckoned.otherwise
        self._samples = self._one.samples or self._other.samples

    def view(self) -> Json:
        reckoned, seen = self._reckoned, self._reckoned.seen
        codec = seen.shelf.codecs.command
        failed = [self._checks(odds.checks) for odds in (self._one, self._other)]
        return {
            "encounter_id": seen.row.id,
            "version": seen.row.version,
            "commands": [codec.document(command) for command in reckoned.commands],
            "legal": _same(not self._one.checks, not self._other.checks),
            "failed_checks": agreed(*failed),
            "exact": self._samples is None,
            "samples": self._samples,
            "cut": self._chance(self._one.cut, self._other.cut),
            "events": list(self._events()),
            "rolls": list(self._rolls()),
            "combatants": list(self._combatants()),
            "assumed": [
                {
                    "who": assumed.chooser,
                    "purpose": assumed.purpose,
                    "text": say_purpose(assumed.purpose, self._locale),
                    "options": list(assumed.options),
                    "choice": assumed.choice,
                }
                for assumed in dict.fromkeys((*self._one.assumed, *self._other.assumed))
            ],
            "not_allowed": list(self._not_allowed()),
        }

    def _events(self) -> Iterator[Json]:
        ones, others = (_likelihoods(odds) for odds in (self._one, self._other))
        for happening in dict.fromkeys((*ones, *others)):
            if happening.type in BOOKKEEPING:
                continue
            (chance, times), (as_likely, as_often) = (
                those.get(happening, (ZERO, ZERO)) for those in (ones, others)
            )
            yield {
                "type": happening.type,
                "actor": happening.actor,
                "target": happening.target,
                "detail": happening.detail,
                "chance": self._chance(chance, as_likely),
                "times": _same(_rounded(times), _rounded(as_often)),
            }

    def _rolls(self) -> Iterator[Json]:
        ones, others = ({(roll.roller, roll.purpose): roll for roll in odds.rolls} for odds in self._each)
        for who, purpose in sorted({*ones, *others}):
            one, other = (
                those.get((who, purpose), RollOdds(purpose, who, ZERO, None)) for those in (ones, others)
            )
            yield {
                "who": who,
                "purpose": purpose,
                "text": say_purpose(purpose, self._locale),
                "times": _same(_rounded(one.times), _rounded(other.times)),
                "success": self._chance(one.success, other.success, of=one.times),
            }

    def _combatants(self) -> Iterator[Json]:
        for one, other in zip(self._one.fates, self._other.fates, strict=False):
            if _may_change(one) or _may_change(other):
                yield self._combatant(one, other)

    def _combatant(self, one: Fate, other: Fate) -> Json:
        if one.combatant in self._reckoned.unknown:
            unknown = dict.fromkeys(("down", "dead", "changes", "states"), UNKNOWN)
            return {"combatant": one.combatant, **unknown}
        amounts = [name for name, spread in one.changes if _changes(spread) or _changes(other.change(name))]
        states = dict.fromkeys(state for fate in (one, other) for state, _, _ in fate.states)
        before = {state for fate in (one, other) for state, was_so, _ in fate.states if was_so}
        return {
            "combatant": one.combatant,
            DOWN: self._chance(one.chance(DOWN), other.chance(DOWN)),
            DEAD: self._chance(one.chance(DEAD), other.chance(DEAD)),
            "changes": [self._change(name, one.change(name), other.change(name)) for name in amounts],
            "states": [
                {
                    "state": state,
                    "already": state in before,
                    "chance": self._chance(one.chance(state), other.chance(state)),
                }
                for state in states
                if state not in (DOWN, DEAD)
            ],
        }

    def _change(self, name: str, one: Spread, other: Spread) -> Json:
        if one != other:
            return {"amount": name, **dict.fromkeys(("mean", "quartiles", "values"), UNKNOWN)}
        return {
            "amount": name,
            "mean": _rounded(one.mean),
            "quartiles": [one.quantile(quarter) for quarter in QUARTERS],
            "values": [
                {"value": value, "chance": self._chance(chance, chance)} for value, chance in one.chances
            ],
        }

    def _not_allowed(self) -> Iterator[Json]:
        """Commands that may have become impossible; what forbids the very thing is in `failed_checks`."""
        ones, others = ({one.command: one for one in odds.not_allowed} for odds in self._each)
        for command in sorted({*ones, *others}):
            found = [those.get(command) for those in (ones, others)]
            chances = [ZERO if one is None else one.chance for one in found]
            checks = [[] if one is None else self._checks(one.checks) for one in found]
            yield {
                "command": self._reckoned.pointers[command],
                "chance": self._chance(*chances),
                "failed_checks": agreed(*checks),
            }

    def _checks(self, checks: Sequence[FailedCheck]) -> list[Json]:
        return list(checks_view(checks, self._locale, self._reckoned.seen.shelf.tables.weapons))

    @property
    def _each(self) -> tuple[Odds, Odds]:
        return self._one, self._other

    def _chance(self, one: Fraction | None, other: Fraction | None, of: Fraction = Fraction(1)) -> Any:
        """The chance where both agree on it; ``of`` is the share of samples that it is a chance among."""
        if one != other:
            return UNKNOWN
        return None if one is None else chance_view(one, self._samples and round(self._samples * of))


def chance_view(chance: Fraction, samples: int | None) -> Json:
    """A chance; `between` are the bounds of its 95 % interval where it is the share of so many samples."""
    between = None if samples is None else [round(bound, PLACES) for bound in wilson(float(chance), samples)]
    return {"fraction": str(chance), "value": _rounded(chance), "between": between}


def wilson(share: float, samples: int) -> tuple[float, float]:
    """Wilson's interval: where the chance lies, 95 times of 100, when ``share`` of the samples show it."""
    z = NINETY_FIVE
    whole = 1 + z * z / samples
    middle = (share + z * z / (2 * samples)) / whole
    reach = z * sqrt(share * (1 - share) / samples + z * z / (4 * samples * samples)) / whole
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _likelihoods(odds: Odds) -> dict[Happening, tuple[Fraction, Fraction]]:
    return {one.happening: (one.chance, one.times) for one in odds.likelihoods}


def _may_change(fate: Fate) -> bool:
    """Whether there is anything to tell of a combatant."""
    return any(_changes(spread) for _, spread in fate.changes) or any(
        (chance > 0) != was_so or 0 < chance < 1 for _, was_so, chance in fate.states
    )


def _changes(spread: Spread) -> bool:
    return any(value for value, _ in spread.chances)


def _same(one: Any, other: Any) -> Any:
    """What both say, if they agree. Any: JSON."""
    return one if one == other else UNKNOWN


def _rounded(figure: Fraction) -> float:
    return round(float(figure), PLACES)


def _said(part: Any) -> Any:
    """With `None` where nothing can be said. Any: JSON."""
    match part:
        case _Unknown():
            return None
        case dict():
            return {key: _said(value) for key, value in part.items()}
        case list():
            return [_said(value) for value in part]
        case _:
            return part


def _places_of_unknown(part: Any, at: str = "") -> Iterator[str]:
    """JSON pointers. Any: JSON."""
    match part:
        case _Unknown():
            yield at
        case dict():
            for key, value in part.items():
                yield from _places_of_unknown(value, f"{at}/{key}")
        case list():
            for index, value in enumerate(part):
                yield from _places_of_unknown(value, f"{at}/{index}")
        case _:
            return
