"""`estoc simulate`: the beginning of a scenario, fought many times."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from app.cli import estoc
from tests.scenarios.test_scenarios import AXE


def simulated(*arguments: str) -> Result:
    return CliRunner().invoke(estoc, ["simulate", str(AXE), "--runs", "6", *arguments])


def result(*arguments: str) -> dict[str, Any]:
    """What is printed as JSON."""
    ended = simulated("--json", *arguments)
    assert ended.exit_code == 0, ended.output
    return json.loads(ended.stdout)


def test_the_same_seed_tells_the_same() -> None:
    assert result("--seed", "ford") == result("--seed", "ford")
    assert result()["seed"] != result()["seed"]


def test_a_side_a_combatant_or_everybody_has_a_policy() -> None:
    told = result("--policy", "dafur=defensive", "--policy", "foes=focus", "--policy", "weakest")
    assert {one["name"]: one["policy"] for one in told["combatants"]} == {
        "Dafur": "defensive",
        "Orc": "focus",
    }


def test_it_tells_who_wins_and_how_everybody_fares() -> None:
    output = simulated("--seed", "ford").output
    assert "6 runs, at most 20 rounds each, seed «ford»" in output
    assert "heroes win" in output
    assert "Dafur" in output


def test_a_policy_or_somebody_unknown_ends_it_with_2() -> None:
    assert simulated("--policy", "heroic").exit_code == 2
    assert simulated("--policy", "elves=focus").exit_code == 2
    assert CliRunner().invoke(estoc, ["simulate", "missing.yaml"]).exit_code == 2


def test_tables_of_a_campaign_are_not_replaced_by_everybodys(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(AXE.read_text() + "table_pack: {id: my-house-tables}\n")
    ended = CliRunner().invoke(estoc, ["simulate", str(file), "--runs", "1"])
    assert ended.exit_code == 2
    assert "my-house-tables" in ended.output
