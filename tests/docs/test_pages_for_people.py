"""The pages for players, for operators and for table writers: their samples are run in their order."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import httpx
import pytest

from app.cli.play import open_stage
from app.config import Settings
from app.services.scenarios.file import read_file, read_files
from app.services.scenarios.run import play_scenario
from tests.api.test_previews import ADA, MEADOW, OGRE
from tests.docs.conftest import Demo
from tests.docs.samples import ROOT, blocks, page, shell


def begin(served: Demo) -> str:
    """An encounter on a meadow, with Ada and the ogre."""
    with httpx.Client(base_url=f"{served.url}/v1", trust_env=False, timeout=60) as http:
        bearer = {"Authorization": f"Bearer {served.token}"}

        def post(path: str, body: Any) -> Any:
            key = {"Idempotency-Key": f"playing-{len(json.dumps(body))}"}
            return http.post(path, json=body, headers=bearer | key).raise_for_status().json()

        encounter = post("/encounters", {"ruleset": "pf1", "title": "The meadow", "map": MEADOW})["id"]
        for one in (ADA, OGRE):
            post(f"/encounters/{encounter}/combatants", one)
    return encounter


@pytest.mark.parametrize("sample", blocks(page("playing.md"), "yaml"))
def test_each_fight_of_the_players_page_comes_out_as_written(sample: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(sample, encoding="utf-8")
    for file in read_files(path):
        report = play_scenario(file.scenario, open_stage(file))
        assert report.holds, report


def test_the_figures_of_the_players_page_are_those_of_the_fight(tmp_path: Path) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(blocks(page("playing.md"), "yaml")[0], encoding="utf-8")
    file = read_file(path)
    blow = play_scenario(file.scenario, open_stage(file)).steps[3].outcome
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", page("playing.md"), re.M)
    figures: dict[str, Any] = dict(getattr(blow, "facts", {}))
    shown = {name: said.rpartition("= ")[2].strip() for name, said in rows if name in figures}
    assert shown.keys() >= {"first_die", "attack_total", "table_result", "cell", "critical_roll"}
    assert shown == {name: str(figures[name]) for name in shown}


def test_the_pictures_are_drawn_as_shown(served: Demo, tmp_path: Path) -> None:
    given = {"URL": served.url, "TOKEN": served.token, "ENCOUNTER": begin(served)}
    (command,) = blocks(page("playing.md"), "sh")
    shell(f"cd {tmp_path} && {command}", **given)
    for name in ("map.svg", "charge.svg", "odds.svg"):
        assert fromstring((tmp_path / name).read_text("utf-8")).tag.endswith("svg"), name


def test_a_server_is_looked_at_backed_up_and_restored_as_shown(served: Demo, tmp_path: Path) -> None:
    operating = page("operating.md")
    well, dump, restore, whole = blocks(operating, "sh")
    (database,) = re.findall(r"^Database: (\S+)$", served.banner, re.MULTILINE)
    given = {"URL": served.url, "DATABASE": database, "ENCOUNTER": served.encounter}
    answers = shell(well, **given)
    (shown,) = blocks(operating, "text")
    assert answers.startswith(shown.replace("\n", ""))
    assert answers.rstrip().endswith("/readyz: 200")
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    assert "same" in shell("\n".join((f"cd {tmp_path}", dump, restore, whole)), **given)


def test_the_settings_of_the_operators_page_are_the_real_ones() -> None:
    named = set(re.findall(r"`(ESTOC_[A-Z_]+)`", page("operating.md")))
    assert named <= {f"ESTOC_{name.upper()}" for name in Settings.model_fields}


def test_a_pack_is_written_checked_and_compared_as_shown(tmp_path: Path) -> None:
    writing = page("writing-tables.md")
    copy, check, compare = blocks(writing, "sh")
    about, weapon = map(json.loads, blocks(writing, "json"))
    (tmp_path / "seed_data").symlink_to(ROOT / "seed_data")
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    shell(f"cd {tmp_path}\n{copy}")
    house = tmp_path / "house"
    (house / "pack.json").write_text(json.dumps(about), "utf-8")
    weapons = json.loads((house / "weapons.json").read_text("utf-8"))
    (house / "weapons.json").write_text(json.dumps([*weapons, weapon]), "utf-8")
    checked = shell(f"cd {tmp_path}\n{check}")
    assert "house" in checked
    assert "hooked-sword" in shell(f"cd {tmp_path}\n{compare.rstrip()} || true")
