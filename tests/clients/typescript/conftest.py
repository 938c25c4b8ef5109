"""The installed client, and a server for it."""

from pathlib import Path

import pytest

from tests.clients.typescript.installed import install, packed
from tests.scenarios.test_over_http import server, token

__all__ = ["server", "token"]


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that would be published."""
    return packed(tmp_path_factory.mktemp("packed"))


@pytest.fixture(scope="session")
def folder(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client installed from its file."""
    return install(package, tmp_path_factory.mktemp("npm") / "fresh")
