"""Outcomes as chances and means: what a GM reads of a simulation."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from app.rules.resolution.policies import Policy, party_of
from app.services.base.json_value import Json
from app.services.simulations.outcomes import Fared, Length, Outcomes

Z = 1.959964
"""Standard deviations on either side that 95 % of a normal distribution lie within."""
DIGITS = 4
"""Decimals of chances and means."""


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a chance that showed ``count`` times ``of`` as many (Wilson's score interval)."""
    share, square = count / of, Z * Z / of
    middle = (share + square / 2) / (1 + square)
    width = Z * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return max(0.0, middle - width), min(1.0, middle + width)


def chance(count: int, of: int) -> Json:
    """How often something came of the runs, and between what its chance lies with 95 % confidence."""
    low, high = wilson(count, of)
    return {
        "runs": count,
        "chance": round(count / of, DIGITS),
        "low": round(low, DIGITS),
        "high": round(high, DIGITS),
    }


def report(outcomes: Outcomes, state: Any, policies: Mapping[str, Policy]) -> Json:
    """The result of all runs. Any: the state is the game's own."""
    runs, undecided, median = outcomes.runs, outcomes.undecided, quantile(outcomes.lengths, 2)
    return {
        "sides": list(_sides(outcomes, state)),
        "undecided": {**chance(sum(undecided.values()), runs), "why": dict(undecided)},
        "rounds": _rounds(outcomes.lengths, runs),
        "combatants": [
            {
                "id": one.id,
                "name": one.identity.name,
                "side": one.identity.side,
                "policy": policies[one.id],
                **_fared(outcomes.fighters[one.id], runs),
            }
            for one in state.combatants
        ],
        "worth_reading": {
            "typical": next(length.first for length in outcomes.lengths if length.rounds == median),
            "shortest": outcomes.lengths[0].first,
            "longest": outcomes.lengths[-1].first,
        },
    }


def _sides(outcomes: Outcomes, state: Any) -> Iterator[Json]:
    for party in dict.fromkeys(map(party_of, state.combatants)):
        own = [one for one in state.combatants if party_of(one) == party]
        yield {
            "side": own[0].identity.side,
            "combatants": [one.id for one in own],
            "wins": chance(outcomes.wins.get(party, 0), outcomes.runs),
        }


def _rounds(lengths: tuple[Length, ...], runs: int) -> Json:
    whole = sum(length.rounds * length.runs for length in lengths)
    return {
        "mean": round(whole / runs, DIGITS),
        "least": lengths[0].rounds,
        "quartiles": [quantile(lengths, quarter) for quarter in (1, 2, 3)],
        "most": lengths[-1].rounds,
        "histogram": [{"rounds": length.rounds, "runs": length.runs} for length in lengths],
    }


def quantile(lengths: tuple[Length, ...], quarter: int) -> int:
    """The fewest rounds in which as many quarters of the runs were over."""
    runs, over = sum(length.runs for length in lengths), 0
    for length in lengths:
        over += length.runs
        if 4 * over >= quarter * runs:
            return length.rounds
    return lengths[-1].rounds


def _fared(fared: Fared, runs: int) -> Json:
    means = {
        name: round(getattr(fared, name) / runs, DIGITS)
        for name in ("points_left", "dealt", "taken", "attacks", "hits")
    }
    return {"down": chance(fared.down, runs), "dead": chance(fared.dead, runs), **means}
