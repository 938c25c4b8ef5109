"""The pack that the project ships, as a document and as look-ups, and a fight under its rules."""

import pytest

from app.persistence.packs.pack_files import Document, read_folder
from app.rules.harp.ruleset import Harp
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.table.tables_build import build_tables
from app.shipped import shipped
from tests.rules.harp.fight import Fight


@pytest.fixture(scope="session")
def harp_document() -> Document:
    return read_folder(shipped("seed_data") / "harp-tdm")


@pytest.fixture(scope="session")
def harp_tables(harp_document: Document) -> HarpTables:
    return build_tables(harp_document)


@pytest.fixture
def fight(harp_tables: HarpTables) -> Fight:
    return Fight(Harp(harp_tables))
