"""Which scenarios and tests cite each rule of docs/rules: ``python -m tests.coverage_rules [--missing]``.

A scenario is named after rules in its file's name and cites those in its ``rules``; a test cites rules in
its docstring or its module's. Ends with 1 when a statement (H-…, D20-…, D35-…, PF1-…) has no scenario named
after it, or a decision (DH-…, D-…, S-…) is cited by nothing at all.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from app.services.scenarios.file import read_file

ROOT = Path(__file__).resolve().parents[1]
RULE_ID = r"H-EFF-[A-Z]+|H-[A-Z]+-\d+|DH-\d+|(?:D20|D35|PF1)-[A-Z]+-\d+|[DS]-\d+"
DEFINED = re.compile(rf"^\*\*({RULE_ID})\*\*", re.M)
CITED = re.compile(rf"(?<![\w-])(?:{RULE_ID})\b")
DECISION = re.compile(r"(?:DH|D|S)-\d+")


def defined_rules() -> list[str]:
    """Every rule id, in the order of the pages."""
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return [rule for page in pages for rule in DEFINED.findall(page.read_text("utf-8"))]


@dataclass
class Citations:
    """What cites one rule: scenarios named after it, other scenarios, and modules of tests."""

    named: set[str] = field(default_factory=set[str])
    scenarios: set[str] = field(default_factory=set[str])
    tests: set[str] = field(default_factory=set[str])

    def suffices_for(self, rule: str) -> bool:
        """A statement needs a scenario of its name, a decision anything that plays it."""
        is_decision = DECISION.fullmatch(rule) is not None
        return bool(self.named or (is_decision and (self.scenarios or self.tests)))


def citations() -> dict[str, Citations]:
    """Every rule of the pages, and any other that is cited, with what cites it."""
    found = {rule: Citations() for rule in defined_rules()}
    for path in sorted((ROOT / "tests" / "scenarios").glob("*/*.yaml")):
        names = set(CITED.findall(path.stem))
        expected = {rule for step in read_file(path).scenario.play for rule in step.expect.rules}
        for rule in names | expected:
            cited = found.setdefault(rule, Citations())
            (cited.named if rule in names else cited.scenarios).add(path.stem)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for rule in CITED.findall("\n".join(_docstrings(path))):
            found.setdefault(rule, Citations()).tests.add(path.stem)
    return found


def _docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def coverage(*, missing: Annotated[bool, typer.Option("--missing", help="List only these.")] = False) -> None:
    """List each rule with the scenarios and tests that cite it."""
    found = citations()
    bare = [rule for rule, cited in found.items() if not cited.suffices_for(rule)]
    title = f"{len(found) - len(bare)} of {len(found)} rules are covered"
    table = Table("Rule", "Scenarios of its name", "Other scenarios", "Tests", title=title)
    for rule, cited in found.items():
        if rule in bare or not missing:
            named = _listed(cited.named) or ("[red]none[/]" if rule in bare else "")
            table.add_row(rule, named, _listed(cited.scenarios), _listed(cited.tests))
    Console().print(table)
    raise typer.Exit(1 if bare else 0)


def _listed(names: set[str]) -> str:
    return "\n".join(sorted(names))


if __name__ == "__main__":
    typer.run(coverage)
