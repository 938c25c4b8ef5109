"""Both d20 games with the packs that the project ships, and a fight under their rules."""

import pytest

from app.persistence.packs.pack_files import read_folder
from app.rules.d20.table.book import Book
from app.rules.d20.table.tables_build import building
from app.rules.dnd35.profile import PROFILE as DND35_PROFILE
from app.rules.pathfinder1.profile import PROFILE as PF1_PROFILE
from app.shipped import shipped
from tests.rules.d20.fight import Fight


def _book(edition: str) -> Book:
    profile = DND35_PROFILE if edition == "dnd35" else PF1_PROFILE
    tables = building(profile.edition)(read_folder(shipped("seed_data") / edition))
    return Book(tables, profile)


@pytest.fixture(scope="session")
def books() -> dict[str, Book]:
    return {edition: _book(edition) for edition in ("dnd35", "pf1")}


@pytest.fixture(params=["dnd35", "pf1"])
def book(books: dict[str, Book], request: pytest.FixtureRequest) -> Book:
    return books[request.param]


@pytest.fixture
def fight(book: Book) -> Fight:
    """A fight of either game."""
    return Fight(book)


@pytest.fixture
def dnd35(books: dict[str, Book]) -> Fight:
    return Fight(books["dnd35"])


@pytest.fixture
def pf1(books: dict[str, Book]) -> Fight:
    return Fight(books["pf1"])
