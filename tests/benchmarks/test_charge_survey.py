"""The survey of a charge stays far below the 5 ms of a preview, told by calls and not by a clock."""

import sys
from statistics import median
from types import FrameType

import pytest

from benchmarks.charge_survey import Charge, run, scene

CALLS = 2_000
"""Python calls of half of the surveys at most; a millisecond has room for several thousand."""


def calls_of(charge: Charge, *, edges: int) -> int:
    """How many Python functions the survey of a charge calls on the benchmark's map."""
    grid, _ = scene(0, edges)
    count = 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(count_call)
    try:
        _ = charge.surveyed(grid)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("edges", [0, 60, 400])
def test_half_of_the_surveys_on_a_full_map_take_few_calls(edges: int) -> None:
    _, charges = scene(60, edges)
    assert median(calls_of(charge, edges=edges) for charge in charges) < CALLS


def test_the_scene_has_charges_that_are_allowed_and_charges_that_are_refused() -> None:
    grid, charges = scene(200)
    surveys = [charge.surveyed(grid) for charge in charges]
    assert any(not way.checks for way in surveys)
    assert any(len(way.checks) > 2 for way in surveys)


def test_the_benchmark_runs_and_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run(20)
    assert "20 charges on 60 × 60 cells among 40 combatants" in " ".join(capsys.readouterr().out.split())
