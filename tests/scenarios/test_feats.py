"""Every feat that a sheet can list is read by some rule: without it the scenario of its row does not hold."""

import re
from pathlib import Path
from typing import get_args

import pytest

from app.cli.play import open_stage
from app.rules.d20.table.sheet import Feat
from app.services.scenarios.file import read_file
from app.services.scenarios.run import play_scenario
from tests.scenarios.files import SCENARIOS

SHOWN_BY = {
    "blind-fight": "pf1/D20-ATK-18-blind-fight",
    "combat-reflexes": "pf1/D20-AOO-03-two-moves-in-a-round",
    "diehard": "pf1/D20-HP-10-diehard",
    "double-slice": "pf1/PF1-TWF-21-double-slice",
    "far-shot": "pf1/D20-ATK-18-far-shot",
    "greater-bull-rush": "pf1/D20-BR-4-with-greater-bull-rush",
    "greater-disarm": "pf1/PF1-DIS-5-far-away",
    "greater-feint": "pf1/PF1-FNT-17-off-guard-for-all",
    "greater-grapple": "pf1/PF1-GRP-12-with-a-move-action",
    "greater-overrun": "pf1/PF1-CM-12-struck-as-they-fall",
    "greater-sunder": "pf1/PF1-SUN-5-and-its-wielder",
    "greater-trip": "pf1/PF1-CM-09-trained-in-it",
    "greater-two-weapon-fighting": "pf1/PF1-TWF-05-three-with-the-off-hand",
    "improved-bull-rush": "pf1/PF1-AOO-12-the-target-strikes-first",
    "improved-critical": "pf1/D20-ATK-18-feats",
    "improved-disarm": "pf1/D20-MAN-1-in-a-full-attack",
    "improved-feint": "pf1/PF1-FNT-09-improved-feint",
    "improved-grapple": "pf1/D20-GRP-1-one-of-two",
    "improved-initiative": "dnd35/D20-INI-1-one-roll-an-encounter",
    "improved-overrun": "pf1/PF1-OVR-4-stepping-aside",
    "improved-precise-shot": "pf1/D20-ATK-25-past-the-one-in-front",
    "improved-sunder": "pf1/D20-MAN-2-the-target-strikes-first",
    "improved-trip": "pf1/D20-MAN-1-as-an-opportunity",
    "improved-two-weapon-fighting": "pf1/PF1-TWF-05-no-more-than-there-are",
    "improved-unarmed-strike": "pf1/D20-ATK-20-to-stun",
    "mounted-archery": "pf1/PF1-MNT-18-mounted-archery",
    "mounted-combat": "pf1/PF1-MNT-36-in-the-horses-place",
    "point-blank-shot": "pf1/D20-ATK-13-precise-shot",
    "power-attack": "pf1/D20-PWR-1-a-choice",
    "precise-shot": "pf1/D20-ATK-13-precise-shot",
    "quick-draw": "pf1/D20-MOV-8-quick-draw",
    "rapid-shot": "pf1/D20-ATK-23-with-a-bow",
    "run": "pf1/D20-MOV-10-running",
    "spirited-charge": "pf1/D20-DMG-04-doublings-add-up",
    "throw-anything": "pf1/PF1-SPL-25-throw-anything",
    "two-weapon-fighting": "pf1/D20-ATK-24-for-archers",
    "weapon-finesse": "pf1/D20-ATK-09-finesse",
    "weapon-focus": "pf1/D20-ATK-18-feats",
    "weapon-specialization": "pf1/D20-ATK-18-feats",
}
"""For each feat a scenario that holds with it: its figures and choices are written there by hand."""


def without(text: str, feat: str) -> str:
    """The scenario with that feat on no sheet."""
    text = re.sub(rf"\{{feat: {feat}, model: [^}}]*\}}(, )?", "", text)
    return re.sub(rf"(feats: \[[^\]]*?)(?<![\w-]){feat}(?![\w-])(, )?", r"\1", text).replace(", ]", "]")


def test_every_feat_has_its_row() -> None:
    assert sorted(SHOWN_BY) == sorted(get_args(Feat))


@pytest.mark.parametrize("feat", SHOWN_BY)
def test_a_feat_changes_some_figure_or_choice(feat: str, tmp_path: Path) -> None:
    case = next(one for one in SCENARIOS if one.name == SHOWN_BY[feat])
    told = case.path.read_text("utf-8")
    untrained = tmp_path / "untrained.yaml"
    untrained.write_text(without(told, feat), "utf-8")
    assert without(told, feat) != told
    file = read_file(untrained, case.ruleset)
    assert not play_scenario(file.scenario, open_stage(file)).holds
