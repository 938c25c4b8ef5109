"""The pages of the clients and integrations: every sample is run, with the client as it is published."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.clients.python.conftest import distribution, python
from tests.docs.conftest import Demo
from tests.docs.samples import ROOT, blocks, page, program, shell

__all__ = ["distribution", "python"]

SAMPLES = blocks((ROOT / "clients/python/README.md").read_text("utf-8"), "python")
PRINTS = {
    "A blow": "21 ",
    "Looking ahead": "True\nTrue\n",
    "Dice on the table": "",
    "What went wrong": "unknown_weapon",
    "What happens": "1 combatant_added\n2 combatant_added",
    "Everything else": "['dnd35', 'harp-tdm', 'pf1']",
}
"""What the sample of each part begins to print."""


@pytest.mark.parametrize(("part", "sample"), list(zip(PRINTS, SAMPLES, strict=True)), ids=list(PRINTS))
async def test_a_sample_does_what_its_page_says(
    part: str, sample: str, served: Demo, python: Path, tmp_path: Path
) -> None:
    script = tmp_path / "sample.py"
    script.write_text(sample)
    given = {"URL": served.url, "TOKEN": served.token, "ENCOUNTER": served.encounter}
    async with program(python, script, **given) as runs:
        output, _ = await runs.process.communicate()
    assert runs.process.returncode == 0, output.decode()
    assert output.decode().startswith(PRINTS[part])


WRONG = """
from estoc_client import Estoc

fight = Estoc("http://estoc").encounters.of("enc")
fight.attack("ada")
fight.attack("ada", "orc", "sword", dice=["15"])
fight.add_combatant(ref="ada")
print(fight.attack("ada", "orc", "sword").data["narrated"])
"""


def test_the_samples_are_right_for_a_strict_type_checker_and_faults_are_found(
    python: Path, tmp_path: Path
) -> None:
    for number, sample in enumerate([*SAMPLES, WRONG]):
        (tmp_path / f"sample{number}.py").write_text(sample)
    settings = {"include": ["."], "typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", python, "--project", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    found = [it for it in json.loads(done.stdout)["generalDiagnostics"] if it["severity"] == "error"]
    assert {Path(it["file"]).name for it in found} == {f"sample{len(SAMPLES)}.py"}
    assert {it["range"]["start"]["line"] for it in found} == {4, 5, 6, 7}


def test_a_seeded_scenario_comes_out_the_same_twice(served: Demo) -> None:
    (command,) = blocks(page("integrate/clients.md"), "sh")
    one, other = (json.loads(shell(command, URL=served.url, TOKEN=served.token)) for _ in range(2))
    assert one.get("steps"), one
    assert one["steps"][0]["rolls"]
    assert one == other


PAGES = sorted([*(ROOT / "clients").glob("*.md"), *(ROOT / "integrations").glob("*.md")]) + [
    ROOT / place / "README.md" for place in ("clients/python", "integrations/mcp", "integrations/discord")
]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8"))
    assert links
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_settings_of_the_integrations_are_those_that_they_read() -> None:
    text = (ROOT / "integrations/mcp/README.md").read_text("utf-8")
    (host,) = blocks(text, "json")
    given = set(json.loads(host)["mcpServers"]["estoc"]["env"])
    source = (ROOT / "integrations/mcp/src/estoc_mcp/__main__.py").read_text("utf-8")
    assert given | {"ESTOC_LANGUAGE", "ESTOC_COMMANDS"} == set(re.findall(r"ESTOC_[A-Z]+", source))
    (settings,) = blocks((ROOT / "integrations/discord/README.md").read_text("utf-8"), "toml")
    source = (ROOT / "integrations/discord/src/estoc_discord/seats.py").read_text("utf-8")
    fields = re.findall(
        r"^    (\w+): (?:str|Mapping)", source.partition("def read_settings")[0], re.MULTILINE
    )
    assert list(tomllib.loads(settings)) == ["url", "encounter", "table", "language", "seats"]
    assert set(tomllib.loads(settings)) == set(fields)
