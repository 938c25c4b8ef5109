"""Legal actions among many stay cheap, told by calls and not by a clock."""

import pytest

from benchmarks.counting import calls_of
from benchmarks.legal_actions import Armed, run, scene

CALLS: dict[tuple[int, Armed], int] = {
    (3, "sword"): 30_000,
    (50, "sword"): 205_000,
    (50, "bow"): 290_000,
    (200, "sword"): 450_000,
    (200, "bow"): 645_000,
}
"""Python calls at most; they only go down."""


@pytest.mark.parametrize(("fighters", "armed"), CALLS)
def test_legal_actions_take_few_calls(fighters: int, armed: Armed) -> None:
    one = scene(fighters, armed)
    _ = one.answered()  # tables are read and commands looked at once a process
    assert calls_of(one.answered) < CALLS[fighters, armed]


def test_four_times_as_many_cost_no_more_than_four_times_as_much() -> None:
    few, many = scene(50, "sword"), scene(200, "sword")
    _ = few.answered()
    assert calls_of(many.answered) < 4 * calls_of(few.answered)


def test_the_benchmark_runs_and_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run((3,))
    told = " ".join(capsys.readouterr().out.split())
    assert "3 combatants on 60 × 60 cells, with a sword:" in told
    assert "3 combatants on 60 × 60 cells, with a bow:" in told
