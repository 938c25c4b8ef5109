"""The odds that tables ask for oftenest are counted, in a number of plays that cannot grow unnoticed."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.resolution.requests import Resolution
from benchmarks.odds import Case, cases

MOST_PLAYS = {
    "a blow": 60,
    "a full attack of two": 1_300,
    "a full attack of four": 7_500,
    "a HARP attack": 900,
}


class Counting:
    """Rules that count how often they are run. Any: the rules are the game's own."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self.plays = 0

    def resolve(self, state: Any, step: Any) -> Resolution[Any]:
        self.plays += 1
        return self._rules.resolve(state, step)

    def evolve(self, state: Any, event: Any) -> Any:
        return self._rules.evolve(state, event)


@pytest.mark.parametrize("case", cases(), ids=[case.name for case in cases()])
def test_they_are_counted_in_few_plays(case: Case) -> None:
    rules = Counting(case.shelf.rules)
    told = replace(case, shelf=replace(case.shelf, rules=rules)).counted()
    assert told.chance("attack_hit") > 0
    assert rules.plays <= MOST_PLAYS.get(case.name, 4_000)
