"""The pages of the TypeScript client and of what is built on it: every sample is run."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.clients.typescript.conftest import folder, package
from tests.clients.typescript.installed import NODE
from tests.docs.conftest import ADMIN, Demo
from tests.docs.samples import ROOT, blocks, page, program, shell

__all__ = ["folder", "package"]

README = (ROOT / "clients" / "typescript" / "README.md").read_text("utf-8")
SAMPLES = blocks(README, "js")
PRINTS = {
    "A blow": "21 ",
    "Looking ahead": "true\ntrue\ntrue\n",
    "Dice on the table": "",
    "What went wrong": "unknown_weapon",
    "What happens": "1 combatant_added\n2 combatant_added",
    "Everything else": "dnd35 harp-tdm pf1",
}
"""What the sample of each part begins to print."""
BUILT = ("clients/typescript", "integrations", "examples/vitest", "docs/openapi.json")


@pytest.mark.parametrize(("part", "sample"), list(zip(PRINTS, SAMPLES, strict=True)), ids=list(PRINTS))
async def test_a_sample_does_what_its_page_says(part: str, sample: str, served: Demo, folder: Path) -> None:
    script = folder / f"sample-{SAMPLES.index(sample)}.mjs"
    script.write_text(sample)
    given = {"URL": served.url, "TOKEN": served.token, "ENCOUNTER": served.encounter}
    async with program(NODE, script, **given) as runs:
        output, _ = await runs.process.communicate()
    assert runs.process.returncode == 0, output.decode()
    assert output.decode().startswith(PRINTS[part])


@pytest.mark.reliability  # everything comes from npm anew
def test_everything_is_built_and_installed_as_the_pages_say(served: Demo, tmp_path: Path) -> None:
    for name in BUILT:
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, place)
        else:
            left_out = shutil.ignore_patterns("node_modules", "dist", "generated", ".venv")
            shutil.copytree(ROOT / name, place, ignore=left_out)
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(f'#!/bin/sh\nexec node {NODE.parents[1]}/lib/node_modules/npm/bin/npm-cli.js "$@"\n')
    npm.chmod(0o755)
    path = f"{npm.parent}:{NODE.parent}:{os.environ['PATH']}"

    def run(command: str, inside: str = ".") -> str:
        return shell(f"set -e\ncd {tmp_path / inside}\n{command}", 300, PATH=path)

    (pack,) = blocks(README, "sh")
    assert "estoc-client-" in run(pack, "clients/typescript")
    (foundry,) = blocks(page("integrate/on-foundry.md"), "sh")
    assert "integrations/foundry/dist/estoc" in run(foundry)
    assert (tmp_path / "integrations/foundry/dist/estoc/scripts/estoc-client/index.js").exists()
    (owlbear,) = blocks(page("integrate/on-owlbear.md"), "sh")
    run(owlbear)
    assert (tmp_path / "integrations/owlbear/dist/extension.js").stat().st_size > 50_000
    (vitest,) = blocks((ROOT / "examples/vitest/README.md").read_text("utf-8"), "sh")
    given = vitest.replace("http://127.0.0.1:8000", served.url).replace(
        "ESTOC_ADMIN_TOKEN=…", f"ESTOC_ADMIN_TOKEN='{ADMIN}'"
    )
    assert "2 passed" in run(given, "examples/vitest")


@pytest.mark.parametrize("name", ["foundry", "owlbear", "roll20"])
def test_each_integration_is_short(name: str) -> None:
    place = ROOT / "integrations" / name
    parts = [path for path in place.rglob("*.js") if not {"node_modules", "dist"} & set(path.parts)]
    assert 0 < sum(len(path.read_text("utf-8").splitlines()) for path in parts) <= 500


def test_every_word_is_there_in_each_language() -> None:
    def keys(language: str) -> set[str]:
        text = (ROOT / f"integrations/foundry/lang/{language}.json").read_text("utf-8")
        return set(json.loads(text)["ESTOC"])

    assert keys("en") == keys("fr") == keys("it")
    words = json.loads((ROOT / "integrations/owlbear/src/words.json").read_text("utf-8"))
    assert set(words["en"]) == set(words["fr"]) == set(words["it"])
