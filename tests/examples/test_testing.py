"""The fixtures for testers: against a server that is named, and against one of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.python.installed import ROOT
from tests.scenarios.test_over_http import ADMIN, server

__all__ = ["server"]

FOLDER = ROOT / "examples" / "testing"


def outcome(**variables: str) -> str:
    """What pytest says of the sample's tests; they find `estoc` and the client on their paths."""
    own = {"PYTHONPATH": str(ROOT / "clients" / "python" / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    kept = {
        name: said for name, said in os.environ.items() if not name.startswith(("PYTEST", "DATABASE_URL"))
    }
    alone = ("-p", "no:cacheprovider", "-p", "no:asyncio", "-c", os.devnull, "--rootdir", FOLDER)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *alone, FOLDER],
        env=kept | own | path | variables,
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_campaign_of_their_own_on_a_server_that_is_named(server: str) -> None:
    first = outcome(ESTOC_URL=server, ESTOC_ADMIN_TOKEN=ADMIN)
    assert "3 passed" in first
    assert "3 passed" in outcome(ESTOC_URL=server, ESTOC_ADMIN_TOKEN=ADMIN)


@pytest.mark.reliability
def test_a_server_of_their_own() -> None:
    assert "3 passed" in outcome()
