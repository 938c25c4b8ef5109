"""The page on waiting and undoing: its commands run in order, its answers are the real ones."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from app.api.http.problem_pages import PAGES
from tests.docs.conftest import Demo
from tests.docs.test_readme import contains
from tests.infra.served import environment

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "pending-and-undo.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_evening_goes_as_told(served: Demo, tmp_path: Path) -> None:
    variables = environment(served.data) | {
        "URL": served.url,
        "TOKEN": served.token,
        "ENCOUNTER": served.encounter,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command],
            env=variables,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def answered(command: str) -> Any:
        return json.loads(run(command))

    policy, blow, answer, undo, redo, again = blocks("sh")
    waiting, done, undone, redone = (json.loads(block) for block in blocks("json"))
    assert answered(policy)["dice_policy"]["timeout"]["seconds"] == 300
    action = answered(blow)
    assert contains(action, waiting)
    variables |= {"ACTION": action["id"], "DECISION": action["awaiting"][0]["decision_id"]}
    assert contains(answered(answer), done)
    assert contains(answered(undo), undone)
    assert contains(answered(redo), redone)
    (line,) = (line for line in served.banner.splitlines() if line.startswith("Database: "))
    variables["DATABASE"] = line.removeprefix("Database: ")
    told = run(again)
    for line in "".join(blocks("text")).splitlines():
        pattern = re.escape(line).replace("…", ".*")
        assert re.search(f"^{pattern}$", told, re.MULTILINE), (line, told)


def test_every_code_on_the_page_has_a_page_of_its_own() -> None:
    codes = {
        "decision_pending",
        "decision_outdated",
        "per_die_values_needed",
        "nothing_to_redo",
        "resolution_outdated",
    }
    assert {code for code in codes if f"`{code}`" in PAGE} == codes
    assert codes <= set(PAGES)
