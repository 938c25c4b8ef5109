"""The pages of the clients and integrations: every sample is run, with the client as it is published."""

from pathlib import Path

import pytest

from tests.clients.python.conftest import distribution, python
from tests.docs.conftest import Demo
from tests.docs.samples import ROOT, blocks, program

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
