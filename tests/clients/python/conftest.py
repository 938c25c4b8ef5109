"""The installed client, and a server for it."""

from pathlib import Path

import pytest

from tests.clients.python.installed import CLIENT, built, environment
from tests.scenarios.test_over_http import server, token

__all__ = ["server", "token"]


@pytest.fixture(scope="session")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution and the wheel."""
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def python(distribution: tuple[Path, Path]) -> Path:
    """The Python of an environment with the client from its wheel."""
    return environment(CLIENT / ".venv", CLIENT / "requirements.lock", [distribution[1]])
