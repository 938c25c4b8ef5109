"""A full attack and a charge stay cheap in the rules, told by calls and not by a clock."""

import pytest

from benchmarks.counting import calls_of
from benchmarks.d20_actions import actions, run

CALLS = {"a full attack of four": 4_300, "a charge with an opportunity attack": 4_900}
"""Python calls at most; they only go down."""
EVENTS = {
    "a full attack of four": [
        "action_spent", *("attack_hit", "hit_points_lost") * 3, "attack_missed",
    ],
    "a charge with an opportunity attack": [
        "action_spent", "charge_begun", "effect_gained", "moved", "opportunity_taken", "attack_hit",
        "hit_points_lost", "moved", "attack_hit", "hit_points_lost",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_an_action_takes_few_calls(name: str) -> None:
    action = actions()[name]
    assert [event.type for event in action.played().events] == EVENTS[name]
    assert calls_of(action.played) < CALLS[name]


def test_the_benchmark_runs_and_says_what_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run()
    told = " ".join(capsys.readouterr().out.split())
    for name in CALLS:
        assert f"{name}: " in told
