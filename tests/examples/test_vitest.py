"""The example for vitest: its tests pass with the published client, each in a campaign of its own."""

import fcntl
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.clients.typescript.conftest import package
from tests.clients.typescript.installed import NODE, NPM, ROOT, run
from tests.scenarios.test_over_http import ADMIN, server

__all__ = ["package", "server"]
EXAMPLE = ROOT / "examples" / "vitest"


@pytest.fixture(scope="module")
def example(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's folder with what it needs; what is locked is kept from one run to the next."""
    with (EXAMPLE / ".turn.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (EXAMPLE / "node_modules" / ".package-lock.json").exists():
            run(*NPM, "ci", "--loglevel=error", cwd=EXAMPLE)
    place = tmp_path_factory.mktemp("vitest") / "example"
    shutil.copytree(EXAMPLE, place, symlinks=True)
    run(*NPM, "install", "--no-save", "--offline", "--loglevel=error", package, cwd=place)
    return place


def test_the_examples_tests_pass(example: Path, server: str) -> None:
    vitest = example / "node_modules" / "vitest" / "vitest.mjs"
    given = {"URL": server, "ESTOC_ADMIN_TOKEN": ADMIN, "CI": "true", "NO_COLOR": "1"}
    done = subprocess.run(
        [NODE, vitest, "run"], cwd=example, env=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Tests  2 passed" in done.stdout
