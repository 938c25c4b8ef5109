"""The page on fair dice: its commands run in order, its answers are the real ones, its code falls right."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.docs.conftest import Demo
from tests.docs.test_readme import contains
from tests.services.test_fair_dice import ROLLS, VECTORS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fair-dice.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_evening_goes_as_told(served: Demo, tmp_path: Path) -> None:
    variables = {
        "URL": served.url,
        "TOKEN": served.token,
        "ENCOUNTER": served.encounter,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }

    def run(command: str) -> str:
        return subprocess.run(
            ["bash", "-c", command],
            env=os.environ | variables,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    committed, salted, struck, revealed, verified = blocks("sh")
    before, rolled = (json.loads(block) for block in blocks("json"))
    proof = json.loads(run(committed))
    assert contains(proof, before)
    variables["NOTED"] = proof["epochs"][0]["commitments"]["open"]
    assert json.loads(run(salted))["salt"] == "seven bees in a hat"
    assert contains(json.loads(run(struck)), rolled)
    assert json.loads(run(revealed))["begun"]["epoch"] == 2
    (said,) = blocks("text")
    told = run(verified)
    for line in said.splitlines():
        assert re.search(f"^{re.escape(line).replace('…', '.+')}$", told, re.MULTILINE), line


def test_the_code_commits_and_throws_as_the_vectors_say() -> None:
    (code,) = blocks("python")
    names: dict[str, Any] = {}
    exec(code, names)
    for vector in VECTORS["commitments"]:
        assert names["commitment"](bytes.fromhex(vector["seed"])) == vector["commitment"]
    for vector in ROLLS:
        place = (vector["encounter"], vector["epoch"], vector["index"], vector["salt"])
        fallen = names["faces"](bytes.fromhex(vector["seed"]), *place, vector["sides"])
        assert fallen == vector["faces"], vector["note"]


def test_what_the_page_names_is_there() -> None:
    for path in re.findall(r"`((?:app|tests|docs)/[^`]+)`", PAGE):
        assert (ROOT / path).exists(), path
