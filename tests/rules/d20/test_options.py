"""The house rules: what `Options` offers is what the page of decisions says, and each edition fills it in."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from app.rules.d20.table.book import Book
from app.rules.d20.table.options import Options, filled_in

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules" / "d20-decisions.md"
DECISION = re.compile(
    r"^\*\*[DS]-\d+\*\*.*?^- Option: `(?P<key>\w+)`\n- Default: `(?P<default>[^`]+)`(?P<rest>.*?)^- Why",
    re.M | re.S,
)
WRITTEN = {entry["key"]: entry for entry in DECISION.finditer(PAGE.read_text("utf-8"))}
WORDS = {"true": True, "false": False, "null": None}


def test_every_option_is_a_decision_of_the_page_and_the_other_way_round() -> None:
    assert {option.name for option in fields(Options)} == set(WRITTEN)


@pytest.mark.parametrize("key", sorted(WRITTEN))
def test_the_default_is_the_one_that_the_page_tells(key: str) -> None:
    """What is not played yet is settled already, splash weapons: D-6, D-13, D-14."""
    written = WRITTEN[key]["default"]
    assert getattr(Options(), key) == WORDS.get(written, written)


@pytest.mark.parametrize("key", sorted(WRITTEN))
def test_the_values_are_those_that_the_page_tells(key: str) -> None:
    told = {WRITTEN[key]["default"], *re.findall(r"`(\w+)`", WRITTEN[key]["rest"])}
    hint = get_type_hints(Options)[key]
    parts = get_args(hint) if get_origin(hint) is not Literal else (hint,)
    offered = {
        value
        for part in parts or (hint,)
        for value in (get_args(part) if get_origin(part) is Literal else _of_plain(part))
    }
    assert told == offered


def _of_plain(kind: object) -> tuple[str, ...]:
    if kind is bool:
        return ("true", "false")
    return ("null",) if kind is type(None) else ()


def test_what_the_table_leaves_open_the_edition_says(books: dict[str, Book]) -> None:
    """S-1, S-2, S-7, D-9, D-25: a 3.5 table pushes with Strength, one of Pathfinder with a manoeuvre."""
    begun = {edition: filled_in(Options(), book.profile) for edition, book in books.items()}
    assert {edition: chosen.bull_rush for edition, chosen in begun.items()} == {
        "dnd35": "strength",
        "pf1": "cmb",
    }
    assert {edition: chosen.restricted_charge for edition, chosen in begun.items()} == {
        "dnd35": "standard_or_move",
        "pf1": "standard",
    }
    assert {edition: chosen.massive_damage for edition, chosen in begun.items()} == {
        "dnd35": True,
        "pf1": False,
    }


def test_what_the_table_chose_stays(book: Book) -> None:
    """S-2, D-9, D-25."""
    chosen = Options(restricted_charge="standard", bull_rush="cmb", massive_damage=False)
    assert filled_in(chosen, book.profile) == chosen


def test_only_pathfinder_draws_on_a_charge(books: dict[str, Book]) -> None:
    """S-3: the 3.5 text says nothing of it, so that it takes Quick Draw there."""
    assert {edition: book.profile.draws_on_charge for edition, book in books.items()} == {
        "dnd35": False,
        "pf1": True,
    }
