"""A player's page of the log costs a small multiple of the GM's, which only reads and writes it."""

import sys
from types import FrameType

import pytest
from pydantic_core import from_json

from benchmarks.player_page import EVENTS, Page, milliseconds, run

TIMES_THE_GMS = 20
"""Of the processor's time of the GM's page; four to seven are measured, and it was sixty."""
CALLS_AN_EVENT = 350
"""Python calls; 116 are measured among 8 and 191 among 24, and it was several thousand."""


@pytest.fixture(scope="module")
def pages() -> tuple[Page, Page]:
    return Page(8), Page(24)


def calls_of(page: Page) -> int:
    """How many Python functions a player's page calls."""
    page.for_player()  # whatever is made once by a process
    count = 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(count_call)
    try:
        page.for_player()
    finally:
        sys.setprofile(None)
    return count


def test_a_players_page_takes_a_small_multiple_of_the_gms(pages: tuple[Page, Page]) -> None:
    for page in pages:
        ratio = milliseconds(page.for_player, 5) / milliseconds(page.for_gm, 5)
        assert ratio < TIMES_THE_GMS


def test_an_event_takes_few_calls_however_many_fight(pages: tuple[Page, Page]) -> None:
    for page in pages:
        assert calls_of(page) / page.events < CALLS_AN_EVENT


def test_both_pages_have_every_event_and_the_players_less_of_them(pages: tuple[Page, Page]) -> None:
    for page in pages:
        gm, player = from_json(page.for_gm()), from_json(page.for_player())
        assert len(gm) >= EVENTS
        assert [event["seq"] for event in player] == [event["seq"] for event in gm]
        hidden = f"c{page.combatants - 1}"
        assert f'"{hidden}"'.encode() in page.for_gm()
        assert f'"{hidden}"'.encode() not in page.for_player()
        assert any(event["type"] == "attack_hit" for event in player)


def test_the_benchmark_runs_and_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    run(1)
    assert "events among 24" in " ".join(capsys.readouterr().out.split())
