"""The README's commands and answers are the real ones."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from app.config import Settings
from tests.docs.conftest import Demo

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def shell(command: str, **variables: str) -> Any:
    done = subprocess.run(
        ["bash", "-c", command],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return json.loads(done.stdout) if done.stdout.startswith("{") else done.stdout


def contains(answer: Any, sample: Any) -> bool:
    """Whether everything in ``sample`` is in ``answer``, lists in their order."""
    if isinstance(sample, dict):
        return all(key in answer and contains(answer[key], value) for key, value in sample.items())
    if isinstance(sample, list):
        rest = iter(answer)
        return all(any(contains(item, wanted) for item in rest) for wanted in sample)
    return answer == sample


def test_make_has_what_the_readme_asks_of_it() -> None:
    targets = re.findall(r"^make ([a-z-]+)$", "".join(blocks("sh")), re.MULTILINE)
    assert targets == ["run", "test"]
    makefile = (ROOT / "Makefile").read_text()
    assert all(f"\n{target}:" in makefile for target in targets)


def test_the_first_fight_is_answered_as_shown(served: Demo) -> None:
    answer = shell(served.fight)
    sample, _ = (json.loads(block) for block in blocks("json"))
    assert contains(answer, sample)


def test_the_charge_is_resolved_as_shown(served: Demo) -> None:
    (command,) = (block for block in blocks("sh") if "/v1/resolve" in block)
    answer = shell(command, URL=served.url, TOKEN=served.token)
    _, sample = (json.loads(block) for block in blocks("json"))
    assert contains(answer, sample)
    (told,) = re.findall(r"has it in words: “(.*?) …”", README)
    assert told in answer["narration"]["text"]["plain"].replace("\n", " ")


def test_the_banner_looks_as_shown(served: Demo) -> None:
    (shown,) = blocks("text")
    for line in shown.splitlines():
        pattern = re.escape(line).replace("…", ".*").replace("8000", r"\d+")
        assert re.search(f"^{pattern}$", served.banner, re.MULTILINE), line


def test_ones_own_encounter_is_set_up_as_shown(served: Demo) -> None:
    begin, enter = (block for block in blocks("sh") if "/v1/encounters" in block)
    encounter = shell(begin, URL=served.url, TOKEN=served.token)
    assert encounter["title"] == "At the ford"
    entered = shell(enter, URL=served.url, TOKEN=served.token, ENCOUNTER=encounter["id"])
    assert "Aldric" in json.dumps(entered)


def test_the_scenario_plays_as_shown() -> None:
    (command,) = (block for block in blocks("sh") if "estoc play" in block)
    path = os.environ["PATH"]
    assert "12B" in shell(command, PATH=path)


def test_the_settings_are_the_real_ones() -> None:
    named = set(re.findall(r"`(ESTOC_[A-Z_]+|DATABASE_URL)`", README))
    real = {f"ESTOC_{name.upper()}" for name in Settings.model_fields} | {"DATABASE_URL"}
    assert named <= real
    assert Settings.model_fields["port"].default == 8000


def test_every_link_leads_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "docs/decisions/README.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
