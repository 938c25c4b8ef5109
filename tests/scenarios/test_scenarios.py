"""Every scenario under this folder holds, and one that is wrong in any way does not."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import estoc
from app.cli.play import open_stage, report_lines
from app.services.scenarios.file import UnreadableScenario, read_file, read_files
from app.services.scenarios.run import ScenarioReport, play_scenario
from tests.scenarios.files import NAMES, SCENARIOS, Case, games_of

HERE = Path(__file__).parent
AXE = HERE / "harp-tdm" / "worked-example-axe.yaml"
DOCUMENTED = HERE.parents[1] / "docs" / "scenarios.md"


def played(path: Path, ruleset: str | None = None) -> ScenarioReport:
    file = read_file(path, ruleset)
    return play_scenario(file.scenario, open_stage(file))


def told(path: Path, ruleset: str | None = None) -> str:
    file = read_file(path, ruleset)
    return "\n".join(
        line.plain for line in report_lines(file, play_scenario(file.scenario, open_stage(file)))
    )


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The worked example with some of its words changed."""
    text = AXE.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"«{old}» stands {text.count(old)} times in {AXE.name}"
        text = text.replace(old, new)
    path = tmp_path / "changed.yaml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("case", SCENARIOS, ids=NAMES)
def test_scenario(case: Case) -> None:
    assert played(*case).holds, told(*case)


def test_no_two_files_of_a_game_have_the_same_name() -> None:
    assert sorted(set(NAMES)) == NAMES


def test_a_file_of_one_game_stands_in_its_folder() -> None:
    shared = {"d20": {"dnd35", "pf1"}}
    for path in HERE.glob("*/*.yaml"):
        assert set(games_of(path)) == shared.get(path.parent.name, {path.parent.name}), path


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("cell: 12B", "cell: 14C", "result.cell: expected 14C, got 12B"),
        ("cell: 12B", "cel: 12B", "result.cel: expected 12B, but there is no «cel»"),
        ("H-CRT-1]", "H-CRT-2]", "H-CRT-2 is not in the trace"),
        ("hits: 44 ", "hits: 45 ", "combatants.orc.hits: expected 45, got 44"),
        ("shaken: true", "shaken: false", "shaken: expected false, got true"),
        ("wounds: []", "wounds: [{}]", "wounds: expected 1 items, got 0"),
        ("hits: 12}", "hits: 13}", "events.1: expected {type: hits_taken, hits: 13} here"),
        ("orc:\n", "troll:\n", "combatants.troll: expected"),
        ("target: orc", "target: nobody", "do: refused with unknown_combatant"),
        ("[55, 42] ", "[55] ", "no die is given for «critical» (1d100)"),
        ("[55, 42] ", "[55, 42, 7] ", "nothing asks for the dice 7"),
        ("[55, 42] ", "[96] ", "needs another die after 96"),
        ("[55, 42] ", "[55, 142] ", "refused with die_out_of_range"),
        ("    expect:\n", "    choose: {dodge: no}\n    expect:\n", "nobody is asked «dodge»"),
    ],
)
def test_what_does_not_come_out_as_written_fails(tmp_path: Path, old: str, new: str, difference: str) -> None:
    path = changed(tmp_path, (old, new))
    assert not played(path).holds
    assert difference in told(path)


def test_events_must_come_in_the_order_written(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        ("[attack_hit, {type: hits_taken, hits: 12}", "[{type: hits_taken, hits: 12}, attack_hit"),
    )
    assert "events.1: expected {type: attack_hit} here" in told(path)


def test_an_empty_list_of_rolls_says_that_none_was_made(tmp_path: Path) -> None:
    path = changed(tmp_path, ("      rules: [H-ROLL-1", "      rolls: []\n      rules: [H-ROLL-1"))
    assert "rolls: expected none; there came attack, critical" in told(path)


def test_a_refusal_that_does_not_come_fails_and_so_does_another_one(tmp_path: Path) -> None:
    text = AXE.read_text("utf-8")
    head = text[: text.index("    dice:")]
    path = tmp_path / "refused.yaml"
    path.write_text(f"{head}    dice: [55, 42]\n    expect: {{refused: ACTOR_DEAD}}\n", "utf-8")
    assert "refused: expected ACTOR_DEAD, but it was carried out" in told(path)
    path.write_text(
        f"{head.replace('target: orc', 'target: dafur')}    expect: {{refused: ACTOR_DEAD}}\n", "utf-8"
    )
    assert "refused: expected ACTOR_DEAD, but the reasons are TARGET_IS_ACTOR" in told(path)


def test_steps_after_one_that_fell_through_are_not_played(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        ("[55, 42] ", "[55] "),
        ("expect:\n  combatants:", "  - do: {type: start}\nexpect:\n  combatants:"),
    )
    assert "1 more steps were not played" in told(path)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("title:", "titel:", 2, "Unknown field «titel»; known here: scenario, title, ruleset"),
        ("armour_type: 6", "armor_type: 6", 8, "Unknown field «armor_type»; known here: hits, weapons"),
        ("model: axe,", "modle: axe,", 8, "Unknown field «modle»; known here: id, model, ob"),
        ("type: attack,", "type: attak,", 13, "does not match any of the expected tags: 'add'"),
        (
            "type: attack, target",
            "type: attack, targte",
            13,
            "Unknown field «targte»; known here: actor, target",
        ),
        ("scenario: 1", "scenario: 2", 2, "Input should be 1"),
        ("dice: [55, 42]", "dice: [55, true]", 14, "Input should be a valid integer"),
        ("dice: [55, 42]", "dices: [55, 42]", 14, "known here: do, dice, choose, expect"),
        ("armour_type: 4", "armour_type: 11", 11, "no armour type"),
        ("model: orc-scimitar", "model: orc-sabre", 11, "no weapon"),
        ("id: orc\n", "id: dafur\n", 9, "Another combatant is «dafur» already."),
        ("ruleset: harp-tdm", "ruleset: gurps", 4, "Input should be 'harp-tdm'"),
        ("ruleset: harp-tdm", "ruleset: harp-tdm\nmap: {}", 5, "Field required"),
        ("ruleset: harp-tdm", "ruleset: harp-tdm\nmap: {size: [2]}", 5, "the width and the height in cells"),
        (
            "ruleset: harp-tdm",
            "ruleset: harp-tdm\nmap: {size: [2, 2], rows: .}",
            5,
            "A map has either `rows` or a `size`",
        ),
        ("ruleset: harp-tdm", "ruleset: harp-tdm\nmap: {size: [900, 900]}", 5, "cells at most"),
        ("side: foes", "side: foes\n    like: troll", 11, "Nobody before it in the list is «troll»."),
        ("ruleset: harp-tdm", "rulesets: []", 4, "a list of all games that it holds for"),
        ("ruleset: harp-tdm", "rulesets: [gurps]", 4, "Input should be 'harp-tdm'"),
        ("ruleset: harp-tdm", "ruleset: harp-tdm\nrulesets: [pf1]", 5, "A scenario has one `ruleset`"),
        (
            "ruleset: harp-tdm",
            "ruleset: harp-tdm\nmap: {rows: ., grid: hex}",
            5,
            "Maps of hexes are not played",
        ),
        ("ruleset: harp-tdm", "ruleset: harp-tdm\nmap:\n  rows: .x", 6, "Row 1 has «x»"),
        (
            "ruleset: harp-tdm",
            "ruleset: harp-tdm\nmap:\n  rows: .\n  tiles: 3",
            7,
            "known here: rows, origin",
        ),
        (
            "expect:\n      result:",
            "expect:\n      probability: 1/2\n      result:",
            16,
            "`probability` is not supp",
        ),
        ("side: foes", "side: foes\n    at: [1, 1]", 11, "This encounter has no map to stand on."),
        ("      result:", "      squares: [[1, 1]]\n      result:", 15, "`squares` belong to `refused`"),
        ("side: foes", "side: foes\n    side: heroes", 11, "«side» is given twice, first in line 10"),
        ("title:", "title: [", 4, "expected ',' or ']'"),
        ("ruleset: harp-tdm", "ruleset: harp-tdm\ndice: fair", 2, "`dice: fair` and `seed` belong together"),
        (
            "ruleset: harp-tdm",
            "ruleset: harp-tdm\noptions: {fog: true}",
            5,
            "Unknown field «fog»; known here:",
        ),
        ("      rules:", "      refused: ACTOR_DEAD\n      rules:", 15, "a refused command has neither"),
    ],
)
def test_a_faulty_file_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    path = changed(tmp_path, (old, new))
    with pytest.raises(UnreadableScenario) as refused:
        played(path)
    assert f"{path}:{line}: " in str(refused.value)
    assert message in str(refused.value)


TWO_GUARDS = """
scenario: 1
title: One guard strikes another that is hardier
rulesets: [dnd35, pf1]
map: {size: [3, 2]}
combatants:
  - id: guard
    side: guards
    at: [0, 0]
    sheet:
      hp: 11
      bab: 1
      ac: {total: 15, touch: 10, flat_footed: 15}
      weapons: [{id: sword, model: longsword, attack: 3}]
  - {id: captain, like: guard, side: rebels, at: [1, 0], sheet: {hp: 30}}
play:
  - do: {actor: captain, type: attack, target: guard, weapon: sword}
    dice: [12, 4]
    expect: {combatants: {guard: {hp: 7}, captain: {hp: 30}}}
"""


def test_one_file_holds_for_several_games_with_one_sheet_for_several_combatants(tmp_path: Path) -> None:
    path = tmp_path / "guards.yaml"
    path.write_text(TWO_GUARDS, "utf-8")
    older, newer = read_files(path)
    assert (older.scenario.ruleset, newer.scenario.ruleset) == ("dnd35", "pf1")
    assert read_file(path, "pf1") == newer
    guard, captain = newer.scenario.combatants
    assert captain.sheet == {**guard.sheet, "hp": 30}
    assert captain.side == "rebels"
    result = CliRunner().invoke(estoc, ["play", str(path)])
    assert result.exit_code == 0
    assert [line.split()[1] for line in result.output.splitlines() if "guards.yaml" in line] == [
        "dnd35",
        "pf1",
    ]


def test_a_file_for_several_games_is_never_taken_for_one_of_them(tmp_path: Path) -> None:
    path = tmp_path / "guards.yaml"
    path.write_text(TWO_GUARDS, "utf-8")
    with pytest.raises(UnreadableScenario, match="say for which game: dnd35, pf1"):
        read_file(path)


def test_each_game_has_its_own_faces_where_it_asks_for_other_rolls(tmp_path: Path) -> None:
    path = tmp_path / "guards.yaml"
    path.write_text(TWO_GUARDS.replace("dice: [12, 4]", "dice: {dnd35: [12, 4], pf1: [12, 5]}"), "utf-8")
    older, newer = read_files(path)
    assert (older.scenario.play[0].dice, newer.scenario.play[0].dice) == ((12, 4), (12, 5))
    path.write_text(TWO_GUARDS.replace("dice: [12, 4]", "dice: {dnd35: [12, 4]}"), "utf-8")
    with pytest.raises(UnreadableScenario, match="/play/0/dice: Input should be a valid array"):
        read_files(path)


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    path = changed(tmp_path, ("armour_type: 4", "armour_type: 11"), ("model: axe,", "model: light-sabre,"))
    with pytest.raises(UnreadableScenario) as refused:
        played(path)
    assert len(str(refused.value).splitlines()) == 2


def test_a_word_is_a_word_without_quotes(tmp_path: Path) -> None:
    """`no`, `off` and `yes` are choices, not booleans; `12E5` in quotes and `26-27` are cells and rows."""
    path = changed(
        tmp_path,
        ("[55, 42] ", "[55, 53] "),
        ("    expect:\n", "    choose: {resist the stun: no}\n    expect:\n"),
    )
    assert read_file(path).scenario.play[0].choices == {"resist the stun": ("no",)}
    assert "nobody is asked" not in told(path)


def test_the_same_scenario_in_json_indented_with_tabs(tmp_path: Path) -> None:
    document = read_file(AXE).written.document
    path = tmp_path / "axe.json"
    path.write_text(json.dumps(document, indent="\t"), "utf-8")
    assert played(path).holds
    path.write_text(path.read_text("utf-8").replace('"title"', '"titel"'), "utf-8")
    with pytest.raises(UnreadableScenario, match=r"axe\.json:3: /titel: Unknown field"):
        read_file(path)


def test_fair_dice_fall_the_same_way_for_the_same_seed(tmp_path: Path) -> None:
    text = AXE.read_text("utf-8")
    text = text[: text.index("    dice:")].replace("combatants:", "dice: fair\nseed: 7\ncombatants:", 1)
    path = tmp_path / "smoke.yaml"
    path.write_text(text, "utf-8")
    first, second = played(path), played(path)
    assert first.holds
    assert first == second


def test_a_document_that_grows_out_of_hand_is_refused(tmp_path: Path) -> None:
    """Eight lists of ten, each made of the one before, would be a hundred million values."""
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8)]
    path = tmp_path / "laughs.yaml"
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(UnreadableScenario, match="more than 20000 values"):
        read_file(path)


def test_estoc_play_ends_with_0_1_or_2(tmp_path: Path) -> None:
    def status(*arguments: object) -> int:
        return CliRunner().invoke(estoc, ["play", *map(str, arguments)]).exit_code

    wrong = changed(tmp_path, ("cell: 12B", "cell: 14C"))
    assert status(AXE) == 0
    assert status(AXE, wrong) == 1
    assert status(AXE, tmp_path / "missing.yaml", wrong) == 2


def test_estoc_play_prints_one_line_a_step_and_the_place_of_each_difference(tmp_path: Path) -> None:
    wrong = changed(tmp_path, ("cell: 12B", "cell: 14C"))
    output = CliRunner().invoke(estoc, ["play", str(wrong)]).output
    assert "✗ 1  dafur: attack orc axe  [55 42] → attack_total 135" in output
    assert f"result.cell: expected 14C, got 12B  ({wrong}:20)" in output


def test_estoc_play_prints_the_transcript_as_json() -> None:
    (transcript,) = json.loads(CliRunner().invoke(estoc, ["play", "--json", str(AXE)]).output)
    (step,) = transcript["steps"]
    assert transcript["holds"] is True
    assert step["result"]["cell"] == "12B"
    assert step["rolls"][0]["offensive_bonus"] == {"ob.stated": 80}
    assert [event["type"] for event in step["events"]][:2] == ["attack_hit", "hits_taken"]


def test_the_scenario_of_the_documentation_holds(tmp_path: Path) -> None:
    sample = DOCUMENTED.read_text("utf-8").split("```yaml\n", 1)[1].split("```", 1)[0]
    path = tmp_path / "documented.yaml"
    path.write_text(sample, "utf-8")
    assert played(path).holds, told(path)
