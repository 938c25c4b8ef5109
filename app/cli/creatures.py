"""`estoc creatures`: files of creatures read into sheets, without a server."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from app.cli.play import shipped_shelf
from app.rules.registry import RULESETS
from app.services.sheets.files import FileNotRead
from app.services.sheets.reading import creatures_in

Files = Annotated[list[Path], typer.Argument(help="Stat blocks, Foundry actors, tables.", show_default=False)]
Of = Annotated[str | None, typer.Option("--ruleset", help="The game, where the file does not tell it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the bodies of combatants as JSON instead.")]
Language = Annotated[str, typer.Option(help="The language of the remarks: en, fr or it.")]


def creatures(
    files: Files, *, ruleset: Of = None, as_json: AsJson = False, language: Language = "en"
) -> None:
    """Read creatures from a file: stat blocks, Foundry actors, tables.

    Prints what was read, guessed and not read of each; nothing is stored. Ends with 0 if every file was read,
    else with 1.
    """
    console = Console(highlight=False, soft_wrap=True)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    shelves = {name: shipped_shelf(name) for name in RULESETS}
    status, bodies = 0, list[Any]()
    for path in files:
        try:
            found = creatures_in(path.read_bytes(), ruleset, shelves, language)
        except (FileNotRead, OSError) as error:
            errors.print(Text(f"{path}: {error}"))
            status = 1
            continue
        for creature in found["creatures"]:
            if as_json:
                bodies.append(
                    {"name": creature["name"], "sheet": creature["sheet"], **(creature["left"] or {})}
                )
            else:
                for line in _told(creature):
                    console.print(line)
    if as_json:
        json.dump(bodies, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    raise typer.Exit(status)


def _told(creature: Any) -> list[Text]:
    """Any: JSON."""
    several = f" × {creature['count']}" if creature["count"] > 1 else ""
    lines = [Text.assemble((creature["name"], "bold"), f"{several}  {creature['ruleset']}")]
    lines += [Text(f"  {name}: {_short(figure)}") for name, figure in creature["sheet"].items()]
    lines += [Text(f"  ? {note['about']}: {note['message']}", "yellow") for note in creature["guessed"]]
    lines += [Text(f"  ! {note['message']}", "red") for note in creature["warnings"]]
    if creature["not_read"]:
        lines.append(Text(f"  – {'; '.join(note['printed'] for note in creature['not_read'])}", "dim"))
    return lines


def _short(figure: object) -> str:
    return figure if isinstance(figure, str) else json.dumps(figure, ensure_ascii=False)
