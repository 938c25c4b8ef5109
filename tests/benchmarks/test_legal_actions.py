"""What somebody can do is told in few calls on a crowded map, and is what the rules say of each candidate."""

import pytest

from app.cli.play import shipped_shelf
from app.rules.common.errors import Invalid
from app.rules.resolution.candidates import consider
from app.rules.resolution.given import nobody
from app.rules.resolution.preview import preview
from benchmarks.legal_actions import Armed, Scene, calls_of, run, scene

CALLS = {(3, "sword"): 70_000, (50, "sword"): 380_000, (200, "sword"): 1_400_000, (50, "bow"): 740_000}
"""Python calls at most, half as many again as were counted; tried one by one 200 took 32 million."""


@pytest.mark.parametrize(("fighters", "armed"), CALLS)
def test_legal_actions_on_a_crowded_map_take_few_calls(fighters: int, armed: Armed) -> None:
    crowd = scene(fighters, armed)
    _ = crowd.answered()
    assert calls_of(crowd) < CALLS[fighters, armed]


@pytest.mark.parametrize("armed", ["sword", "bow"])
def test_what_is_offered_is_what_a_preview_of_each_candidate_allows(armed: Armed) -> None:
    """The plain way: every candidate previewed with all its reasons."""
    crowd: Scene = scene(12, armed)
    shelf, state = shipped_shelf("pf1"), crowd.encounter
    actor = state.combatants[0]
    plainly = dict(shelf.game.offers(shelf.tables, state, actor))
    for kind, candidates in shelf.game.offers(shelf.tables, state, actor):
        found = consider(shelf.rules, state, kind, candidates, 100)
        allowed, reasons = [], ()
        for forms in plainly[kind]:
            for command in forms:
                try:
                    foreseen = preview(shelf.rules, state, command, nobody)
                except Invalid:
                    continue
                if foreseen.is_legal:
                    allowed.append((command, foreseen))
                    break
                reasons = reasons or foreseen.checks
        assert [command for command, _ in found.possible] == [command for command, _ in allowed], kind
        assert [one.events for _, one in found.possible] == [one.events for _, one in allowed], kind
        assert found.checks == (() if allowed else reasons), kind


def test_the_benchmark_runs_and_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run((3,))
    assert "3 combatants on 60 × 60 cells, with a bow" in " ".join(capsys.readouterr().out.split())
