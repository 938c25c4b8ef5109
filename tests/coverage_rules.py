"""Which scenarios and tests show each rule of docs/rules: ``python -m tests.coverage_rules [--missing]``.

A scenario shows a rule that it expects in some ``rules:``, and is the rule's own where its file is named
after it too. A test shows the rules that its docstring or its module's cites. What is left are statements of
which no trace speaks, since they decide without a die or modifier of their own: rules_not_traced.txt lists
each with what its own scenarios expect in its place. ``--list`` writes that list again, for a reviewer.

Ends with 1 when a statement (H-…, D20-…, D35-…, PF1-…) has no scenario of its own, or a decision (DH-…, D-…,
S-…) is shown by nothing at all.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from app.cli.play import open_stage
from app.services.scenarios.document import Scenario
from app.services.scenarios.file import read_files
from app.services.scenarios.run import play_scenario
from app.services.scenarios.stage import DiceAmiss

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = ROOT / "tests" / "scenarios"
NOT_TRACED = ROOT / "tests" / "rules_not_traced.txt"
RULE_ID = r"H-EFF-[A-Z]+|H-[A-Z]+-\d+|DH-\d+|(?:D20|D35|PF1)-[A-Z]+-\d+|[DS]-\d+"
DEFINED = re.compile(rf"^\*\*({RULE_ID})\*\*", re.M)
CITED = re.compile(rf"(?<![\w-])(?:{RULE_ID})\b")
DECISION = re.compile(r"(?:DH|D|S)-\d+")
REASONS = {
    "refusal": "it says what may not be: the refusal's code shows it",
    "squares": "it is geometry: the squares that a refusal names show it",
    "events": "it says what happens: the events show it",
    "figures": "it changes or leaves out a figure of another rule: the result or the rolls show it",
    "state": "it says how somebody is afterwards: the combatants show it",
}
"""What the scenarios of an untraced rule expect in the place of its id; the first that is so is written."""


def defined_rules() -> list[str]:
    """Every rule id, in the order of the pages."""
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return [rule for page in pages for rule in DEFINED.findall(page.read_text("utf-8"))]


@dataclass
class Citations:
    """What shows one rule: its own scenarios, other scenarios, and modules of tests.

    ``only_named`` are scenarios named after it that do not expect it; ``instead`` says what shows a rule that
    is not traced.
    """

    own: set[str] = field(default_factory=set[str])
    scenarios: set[str] = field(default_factory=set[str])
    tests: set[str] = field(default_factory=set[str])
    only_named: set[str] = field(default_factory=set[str])
    instead: str | None = None

    def suffices_for(self, rule: str) -> bool:
        """A statement needs a scenario of its own, a decision anything that plays it."""
        is_decision = DECISION.fullmatch(rule) is not None
        is_listed = self.instead is not None and bool(self.only_named)
        return bool(self.own or is_listed or (is_decision and (self.scenarios or self.tests)))


@cache
def scenario(path: Path) -> Scenario:
    """The scenario for the first of its games: what it expects is the same in each."""
    return read_files(path)[0].scenario


def expected_rules(path: Path) -> set[str]:
    """The rules that a scenario expects in its traces and refusals."""
    return {rule for step in scenario(path).play for rule in step.expect.rules}


def not_traced() -> dict[str, str]:
    """The listed rules, each with what shows it instead."""
    lines = (line.split() for line in NOT_TRACED.read_text("utf-8").splitlines() if line[:1] != "#")
    return dict(lines)


def citations() -> dict[str, Citations]:
    """Every rule of the pages, and any other that is cited, with what cites it."""
    found = {rule: Citations() for rule in defined_rules()}
    for path in sorted(SCENARIOS.glob("*/*.yaml")):
        names, expected = set(CITED.findall(path.stem)), expected_rules(path)
        for rule in names | expected:
            cited = found.setdefault(rule, Citations())
            place = (
                cited.only_named if rule not in expected else cited.own if rule in names else cited.scenarios
            )
            place.add(path.stem)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for rule in CITED.findall("\n".join(_docstrings(path))):
            found.setdefault(rule, Citations()).tests.add(path.stem)
    for rule, reason in not_traced().items():
        found.setdefault(rule, Citations()).instead = reason
    return found


def _docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


@cache
def _by_name() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in sorted(SCENARIOS.glob("*/*.yaml")):
        for rule in set(CITED.findall(path.stem)):
            found.setdefault(rule, []).append(path)
    return found


def named_after(rule: str) -> list[Path]:
    """The scenarios whose file is named after a rule."""
    return _by_name().get(rule, [])


def traced_in(path: Path) -> set[str]:
    """The rules that the traces and refusals of a scenario name when it is played."""
    outcomes = (
        step.outcome
        for file in read_files(path)
        for step in play_scenario(file.scenario, open_stage(file)).steps
    )
    return {rule for outcome in outcomes if not isinstance(outcome, DiceAmiss) for rule in outcome.rules}


def expects(path: Path, reason: str) -> bool:
    """Whether a scenario expects what shows an untraced rule for that reason."""
    steps = [step.expect for step in scenario(path).play]
    match reason:
        case "refusal":
            return any(step.refused is not None for step in steps)
        case "squares":
            return any(step.squares for step in steps)
        case "events":
            return any(step.events is not None for step in steps)
        case "figures":
            return any(step.result is not None or step.rolls is not None for step in steps)
        case _:
            at_the_end = scenario(path).expect.combatants
            return bool(at_the_end) or any(step.combatants is not None for step in steps)


def _write_list() -> None:
    lines = [f"# {reason}: {meaning}." for reason, meaning in REASONS.items()]
    for rule, cited in citations().items():
        cited.instead = None
        paths = named_after(rule)
        if not cited.suffices_for(rule) and paths and not any(rule in traced_in(path) for path in paths):
            reason = next(reason for reason in REASONS if any(expects(path, reason) for path in paths))
            lines.append(f"{rule} {reason}")
    NOT_TRACED.write_text("\n".join(lines) + "\n", "utf-8")


def coverage(
    *,
    missing: Annotated[bool, typer.Option("--missing", help="List only these.")] = False,
    write: Annotated[bool, typer.Option("--list", help="Write the list of untraced rules again.")] = False,
) -> None:
    """List each rule with the scenarios and tests that show it."""
    if write:
        _write_list()
    found = citations()
    bare = [rule for rule, cited in found.items() if not cited.suffices_for(rule)]
    listed = sum(cited.instead is not None for cited in found.values())
    title = f"{len(found) - len(bare)} of {len(found)} rules are covered, {listed} of them without a trace"
    table = Table("Rule", title=title)
    for heading in ("Its own scenarios", "Named after it, and shown by", "Other scenarios", "Tests"):
        table.add_column(heading, overflow="fold")
    for rule, cited in found.items():
        if rule in bare or not missing:
            own = _listed(cited.own) or ("[red]none[/]" if rule in bare else "")
            named = f"{cited.instead}: {_listed(cited.only_named)}" if cited.instead else ""
            table.add_row(rule, own, named, _listed(cited.scenarios), _listed(cited.tests))
    console = Console()
    if not console.is_terminal:  # nothing is cut off where nobody looks at a screen
        console = Console(width=Measurement.get(console, console.options.update(width=10**4), table).maximum)
    console.print(table)
    raise typer.Exit(1 if bare else 0)


def _listed(names: set[str]) -> str:
    return "\n".join(sorted(names))


if __name__ == "__main__":
    typer.run(coverage)
