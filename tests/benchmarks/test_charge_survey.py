"""The survey of a charge stays far below the 5 ms of a preview, told by calls and not by a clock."""

from functools import partial
from statistics import median

import pytest

from benchmarks.charge_survey import run, scene
from benchmarks.counting import calls_of

CALLS = 2_000
"""Python calls of half of the surveys at most; a millisecond has room for several thousand."""


@pytest.mark.parametrize("edges", [0, 60, 400])
def test_half_of_the_surveys_on_a_full_map_take_few_calls(edges: int) -> None:
    """Each on a map that nothing is known of yet."""
    _, charges = scene(60, edges)
    calls = (calls_of(partial(charge.surveyed, scene(0, edges)[0])) for charge in charges)
    assert median(calls) < CALLS


def test_the_scene_has_charges_that_are_allowed_and_charges_that_are_refused() -> None:
    grid, charges = scene(200)
    surveys = [charge.surveyed(grid) for charge in charges]
    assert any(not way.checks for way in surveys)
    assert any(len(way.checks) > 2 for way in surveys)


def test_the_benchmark_runs_and_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run(20)
    assert "20 charges on 60 × 60 cells among 40 combatants" in " ".join(capsys.readouterr().out.split())
