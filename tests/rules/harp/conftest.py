"""The tables that the project ships, read once for all tests of the ruleset."""

import pytest

from app.persistence.packs import Document, read_folder
from app.rules.harp.tables import HarpTables
from app.rules.harp.tables_build import build_tables
from app.shipped import shipped


@pytest.fixture(scope="session")
def harp_document() -> Document:
    """The shipped pack as a document. Tests that change it take a deep copy."""
    return read_folder(shipped("seed_data") / "harp-tdm")


@pytest.fixture(scope="session")
def harp_tables(harp_document: Document) -> HarpTables:
    return build_tables(harp_document)
