"""A whole preview of a charge stays below 5 ms, told by calls and not by a clock; and it is right."""

from functools import partial
from statistics import median

import pytest

from app.rules.d20.table.book import Book
from benchmarks.charge_preview import WrongAnswer, book, check, run, scenes
from benchmarks.counting import calls_of

CALLS = 9_000
"""Python calls of half of the previews at most; 5 ms have room for several times as many."""


@pytest.fixture(scope="module")
def pathfinder() -> Book:
    return book()


def test_half_of_the_previews_on_a_full_map_take_few_calls(pathfinder: Book) -> None:
    assert median(calls_of(partial(one.previewed, pathfinder)) for one in scenes(60)) < CALLS


def test_a_preview_says_what_a_look_at_every_square_says(pathfinder: Book) -> None:
    for one in scenes(80):
        check(pathfinder, one, one.previewed(pathfinder))


def test_the_scenes_are_of_all_sorts(pathfinder: Book) -> None:
    previews = [one.previewed(pathfinder) for one in scenes(120)]
    assert any(foreseen.is_legal for foreseen, _ in previews)
    assert any(len(foreseen.checks) > 2 for foreseen, _ in previews)
    assert any(surveyed is not None and surveyed.geometry.opportunities for _, surveyed in previews)


def test_the_preview_of_another_charge_is_found_out(pathfinder: Book) -> None:
    one, other = scenes(2)
    with pytest.raises(WrongAnswer):
        check(pathfinder, one, other.previewed(pathfinder))


def test_the_benchmark_runs_and_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run(20)
    assert "20 charges on 60 × 60 cells among 40 combatants" in " ".join(capsys.readouterr().out.split())
