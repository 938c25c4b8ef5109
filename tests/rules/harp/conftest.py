"""The HARP | TdM ruleset with the project's own tables."""

from pathlib import Path

import pytest

from app.persistence.packs import read_folder
from app.rules.harp.ruleset import Harp
from app.rules.harp.tables import HarpTables
from app.rules.harp.tables_build import build_tables
from tests.rules.harp.fight import Fight

SEED = Path(__file__).parents[3] / "seed_data" / "harp-tdm"


@pytest.fixture(scope="session")
def tables() -> HarpTables:
    return build_tables(read_folder(SEED))


@pytest.fixture
def fight(tables: HarpTables) -> Fight:
    return Fight(Harp(tables))
