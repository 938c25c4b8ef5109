"""Where the odds of an action add up: each thing that happens, with the weight of the case it happens in."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from app.rules.common.errors import FailedCheck
from app.rules.resolution.chances import (
    DEAD,
    DOWN,
    Assumed,
    Fate,
    Happening,
    Likelihood,
    NotAllowed,
    Odds,
    Outlook,
    RollOdds,
    Spread,
    Standing,
)
from app.rules.resolution.requests import Choose, Roll
from app.rules.resolution.shares import NONE, Share

ZERO = Fraction()


class OddsAccumulator:
    """Adds up the weight of everything in the answer; the weights of all cases sum to 1 minus the cut.

    Any: states, combatants, events and outcomes are the game's own.
    """

    def __init__(self, state: Any, outlook: Outlook) -> None:
        self._state = state
        self._outlook = outlook
        self._seen: dict[frozenset[Happening], Share] = {}
        self._times: dict[Happening, Share] = {}
        self._rolls: dict[tuple[str, str], Share] = {}
        self._successes: dict[tuple[str, str], Share] = {}
        self._ends: dict[Any, Share] = {}
        self._assumed: dict[Assumed, None] = {}
        self._not_allowed: dict[int, dict[tuple[FailedCheck, ...], Share]] = {}

    def add_events(self, events: Iterable[Any], weight: Share) -> frozenset[Happening]:
        """The sorts of ``events``, which happen with that weight."""
        counted = Counter(sort for event in events for sort in sorts_of(event, self._outlook))
        for happening, count in counted.items():
            self._times[happening] = self._times.get(happening, NONE) + weight.times(count)
        return frozenset(counted)

    def rolled(self, roll: Roll[Any], outcome: Any, weight: Share) -> None:
        key = roll.purpose, roll.roller
        self._rolls[key] = self._rolls.get(key, NONE) + weight
        success = succeeded(roll, outcome)
        if success is not None:
            self._successes[key] = self._successes.get(key, NONE) + (weight if success else NONE)

    def assumed(self, choice: Choose) -> None:
        self._assumed[Assumed(choice.purpose, choice.chooser, choice.options, choice.default)] = None

    def not_allowed(self, command: int, weight: Share, checks: tuple[FailedCheck, ...]) -> None:
        """That the command is refused for these reasons."""
        reasons = self._not_allowed.setdefault(command, {})
        reasons[checks] = reasons.get(checks, NONE) + weight

    def ends(self, state: Any, weights: Mapping[frozenset[Happening], Share]) -> None:
        """That everything is over in that state, after one or the other has happened."""
        self._ends[state] = self._ends.get(state, NONE) + sum(weights.values(), NONE)
        self.unfollowed(weights)

    def unfollowed(self, weights: Mapping[frozenset[Happening], Share]) -> None:
        """That one or the other has happened, and no more is known."""
        for seen, weight in weights.items():
            self._seen[seen] = self._seen.get(seen, NONE) + weight

    def odds(self, out_of: int = 1) -> Odds:
        """What it all comes to, with weights that are ``out_of`` so many in all."""
        chances: dict[Happening, Share] = {}
        for seen, weight in self._seen.items():
            for happening in seen:
                chances[happening] = chances.get(happening, NONE) + weight
        likelihoods = (
            Likelihood(happening, chance.fraction / out_of, self._times[happening].fraction / out_of)
            for happening, chance in chances.items()
        )
        return Odds(
            tuple(sorted(likelihoods, key=_in_order)),
            tuple(self._roll_odds(out_of)),
            tuple(self._fates(out_of)),
            tuple(self._assumed),
            tuple(
                NotAllowed(
                    at,
                    sum(reasons.values(), NONE).fraction / out_of,
                    max(reasons, key=lambda it: reasons[it].fraction),
                )
                for at, reasons in sorted(self._not_allowed.items())
            ),
            1 - sum(self._ends.values(), NONE).fraction / out_of,
            None,
        )

    def _roll_odds(self, out_of: int) -> Iterator[RollOdds]:
        for key, times in sorted(self._rolls.items()):
            successes = self._successes.get(key)
            share = None if successes is None else successes.fraction / times.fraction
            yield RollOdds(*key, times.fraction / out_of, share)

    def _fates(self, out_of: int) -> Iterator[Fate]:
        """What becomes of everybody who is there from the beginning; whoever leaves stays as it was."""
        standings = {one.id: self._outlook.standing(one) for one in self._state.combatants}
        after: dict[str, dict[Standing, Share]] = {name: {} for name in standings}
        for state, weight in self._ends.items():
            here = {one.id: one for one in state.combatants}
            for was in self._state.combatants:
                now = here.get(was.id, was)
                standing = standings[was.id] if now is was else self._outlook.standing(now)
                found = after[was.id]
                found[standing] = found.get(standing, NONE) + weight
        if self._ends:
            for name, standing in standings.items():
                shares = {one: weight.fraction / out_of for one, weight in after[name].items()}
                yield _fate(name, standing, shares)


def _fate(combatant: str, before: Standing, after: Mapping[Standing, Fraction]) -> Fate:
    changes = tuple(
        (name, _spread((dict(one.amounts)[name] - amount, weight) for one, weight in after.items()))
        for name, amount in before.amounts
    )
    names = sorted({DOWN, DEAD, *before.states, *(state for one in after for state in one.states)})
    states = tuple(
        (
            name,
            name in before.states,
            sum((weight for one, weight in after.items() if name in one.states), ZERO),
        )
        for name in names
    )
    return Fate(combatant, changes, states)


def _spread(weighed: Iterable[tuple[int, Fraction]]) -> Spread:
    chances: dict[int, Fraction] = {}
    for value, weight in weighed:
        chances[value] = chances.get(value, ZERO) + weight
    return Spread(tuple(sorted(chances.items())))


def _in_order(one: Likelihood) -> tuple[str, str, str, str]:
    it = one.happening
    return it.actor or "", it.target or "", it.type, it.detail or ""


def sorts_of(event: Any, outlook: Outlook) -> Iterator[Happening]:
    """What sort of event it is, and of which closer sort where there is more to tell. Any: the game's own."""
    actor, target = getattr(event, "actor", None), getattr(event, "target", None)
    yield Happening(event.type, actor, target, None)
    if (detail := outlook.detail(event)) is not None:
        yield Happening(event.type, actor, target, detail)


def succeeded(roll: Roll[Any], outcome: Any) -> bool | None:
    """Whether that outcome is what the roller hopes for; None where the roll is held against nothing, or its
    rule does not say. Any: the outcome is the rule's own.
    """
    if roll.against is None:
        return None
    if roll.succeeds is not None:
        return roll.succeeds(outcome)
    return outcome if isinstance(outcome, bool) else None
