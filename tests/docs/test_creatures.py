"""The page on creatures: its stat block is read as its samples say."""

import json
from pathlib import Path

from tests.docs.conftest import Demo
from tests.docs.samples import ROOT, blocks, page, shell


def test_the_stat_block_of_the_page_is_read_as_shown(served: Demo, tmp_path: Path) -> None:
    (block,) = blocks(page("creatures.md"), "text")
    (tmp_path / "lurker.txt").write_text(block, encoding="utf-8")
    by_command, by_server = blocks(page("creatures.md"), "sh")
    estoc = ROOT / ".venv" / "bin" / "estoc"
    told = shell(f"cd {tmp_path} && {by_command.replace('estoc ', f'{estoc} ')}")
    assert "25 vs. trip" in told
    (body,) = json.loads((tmp_path / "lurker.json").read_text("utf-8"))
    assert (body["name"], body["sheet"]["hp"], len(body["sheet"]["weapons"])) == ("Bog Lurker", 42, 3)
    answers = shell(f"cd {tmp_path} && {by_server}", URL=served.url, TOKEN=served.token)
    preview, _, template = answers.partition("\ufeff")
    assert json.loads(preview)["creatures"][0]["sheet"] == body["sheet"]
    assert template.startswith("Nom;Nombre;Camp")
