"""The page about keys that a module asks for: samples are run, figures and codes are the real ones."""

import json
import re
from pathlib import Path

from app.api.http.limits import USER_CODES
from app.services.access.devices import AGAIN_WITHIN, AT_MOST, INTERVAL, LASTS
from app.services.base.refusals import NoKeyYet
from tests.docs.conftest import Demo
from tests.docs.samples import blocks, node, page, shell

KEYS = page("integrate/keys.md")


async def test_a_module_gets_its_key_as_shown(served: Demo, tmp_path: Path) -> None:
    (sample,) = blocks(KEYS, "js")
    look, approve = blocks(KEYS, "sh")
    script = tmp_path / "module.mjs"
    script.write_text(sample)
    async with node(script, URL=served.url) as module:
        (line,) = await module.until(lambda lines: len(lines) == 1)
        code, where = re.findall(r"Tell your GM (\S+), for (\S+)", line)[0]
        assert where == f"{served.url}/link"
        given = {"URL": served.url, "TOKEN": served.token, "CODE": code}
        asked = json.loads(shell(look, **given))
        assert (asked["client_name"], asked["controls"]) == ("A module for a tabletop", ["dafur"])
        assert json.loads(shell(approve, **given))["label"] == "Ada at the table"
        assert (await module.until(lambda lines: len(lines) == 2))[1] == "true"


def test_every_code_that_a_module_hears_is_explained() -> None:
    explained = set(re.findall(r"^\| `([a-z_]+)` \|", KEYS, re.MULTILINE))
    assert explained == {form.code for form in NoKeyYet.__subclasses__()}


def test_the_figures_are_the_real_ones() -> None:
    assert (LASTS.total_seconds(), AGAIN_WITHIN.total_seconds(), INTERVAL) == (600, 60, 5)
    assert (AT_MOST, USER_CODES) == (20, 10)
    for said in ("within ten minutes", "again for a minute", "five seconds longer", "try ten codes a minute"):
        assert said in KEYS, said
    assert "twenty wishes" in KEYS
