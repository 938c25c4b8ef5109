"""What a newcomer is told to run is there, and does what is said."""

import re
from pathlib import Path

from tests.docs.samples import ROOT, blocks, shell

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_make_has_what_is_asked_of_it() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    asked = re.findall(r"^make ([a-z-]+)$|`make ([a-z-]+)`", CONTRIBUTING, re.MULTILINE)
    for target in {one or other for one, other in asked}:
        assert f"\n{target}:" in makefile, target


def test_the_fight_of_a_report_plays_as_shown(tmp_path: Path) -> None:
    (tmp_path / "my-fight.yaml").write_text(blocks(CONTRIBUTING, "yaml")[0], "utf-8")
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    _, _, play = blocks(CONTRIBUTING, "sh")
    assert "12B" in shell(f"cd {tmp_path}\n{play}")


def test_the_tests_that_are_near_can_be_chosen_as_shown() -> None:
    _, near, _ = blocks(CONTRIBUTING, "sh")
    assert "passed" in shell(f"{near.rstrip()} --verbose", 120)


def test_the_folders_of_tests_are_the_real_ones() -> None:
    for folder in re.findall(r"`(tests/[a-z]+)`", CONTRIBUTING):
        assert (ROOT / folder).is_dir(), folder
