"""Which scenarios and tests cite each rule of docs/rules: ``python -m tests.coverage_rules [--missing]``.

A scenario cites a rule in its file's name or in its ``rules``, a test in its docstring or its module's.
Ends with 1 when a rule is cited by none.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from app.services.scenarios.file import read_file

ROOT = Path(__file__).resolve().parents[1]
DEFINED = re.compile(r"^\*\*(D?H-[A-Z]+-\d+|H-EFF-[A-Z]+|DH-\d+)\*\*", re.M)
CITED = re.compile(r"\b(?:D?H-[A-Z]+-\d+|H-EFF-[A-Z]+|DH-\d+)\b")


def defined_rules() -> list[str]:
    """Every rule id, in the order of the pages."""
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return [rule for page in pages for rule in DEFINED.findall(page.read_text("utf-8"))]


def cited_rules() -> Iterator[tuple[str, Path]]:
    """Each rule id that a scenario or a test cites, with the file."""
    for path in sorted((ROOT / "tests" / "scenarios").glob("*/*.yaml")):
        names = CITED.findall(path.stem)
        expected = (rule for step in read_file(path).scenario.play for rule in step.expect.rules)
        yield from ((rule, path) for rule in {*names, *expected})
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        yield from ((rule, path) for rule in set(CITED.findall("\n".join(_docstrings(path)))))


def _docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def coverage(*, missing: Annotated[bool, typer.Option("--missing", help="List only these.")] = False) -> None:
    """List each rule with the scenarios and tests that cite it."""
    citing: dict[str, list[str]] = {rule: [] for rule in defined_rules()}
    for rule, path in cited_rules():
        citing.setdefault(rule, []).append(path.stem)
    bare = [rule for rule, files in citing.items() if not files]
    table = Table("Rule", "Cited by", title=f"{len(citing) - len(bare)} of {len(citing)} rules are cited")
    for rule, files in citing.items():
        if not (missing and files):
            table.add_row(rule, ", ".join(sorted(files)) or "[red]nothing[/]")
    Console().print(table)
    raise typer.Exit(1 if bare else 0)


if __name__ == "__main__":
    typer.run(coverage)
