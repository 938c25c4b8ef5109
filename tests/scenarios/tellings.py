"""A fight of the d20 games as it is told in every language; no change may alter it unnoticed.

``python -m tests.scenarios.tellings --write`` writes the tellings anew, for a change that is meant. Read the
difference before committing it.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.play import shipped_shelf
from app.narration.catalogue import CATALOGUES
from app.rules.resolution.given import Given, by_default, nobody
from app.rules.resolution.play import Completed, play
from app.services.base.maps import read_map
from app.services.play.results import render
from app.services.scenarios.document import Scenario
from app.services.scenarios.file import read_file
from app.services.scenarios.in_process import NOWHERE

SCENARIO = Path(__file__).parent / "pf1" / "golden-at-the-bridge.yaml"
LANGUAGES = tuple(CATALOGUES)


def telling_of(language: str) -> Path:
    return SCENARIO.with_name(f"{SCENARIO.stem}.{language}.txt")


def results(scenario: Scenario, language: str) -> Iterator[str]:
    """The result of every step, as it is stored where it is done in that language."""
    shelf = shipped_shelf(scenario.ruleset)
    board = None if scenario.map is None else read_map(scenario.map, "/map")
    beginning = {"options": scenario.options, "environment": list(scenario.environment)}
    state: Any = shelf.beginning(beginning, board)
    entering = [(entrant.command(), nobody) for entrant in scenario.combatants]
    steps = [
        (step.command, Given(step.dice, step.choices, otherwise=by_default))
        for step in scenario.play
        if step.expect.refused is None
    ]
    for document, given in [*entering, *steps]:
        command = shelf.codecs.command.read(document)
        played = play(shelf.rules, state, command, given)
        assert isinstance(played, Completed), document
        yield render(shelf, replace(NOWHERE, locale=language), command, state, played, {}).result
        state = played.state


def telling(language: str) -> str:
    """What is told of each step, and the parts of its totals."""
    told = (json.loads(result) for result in results(read_file(SCENARIO).scenario, language))
    return "\n".join("".join(_lines(step)) for step in told)


def _lines(step: dict[str, Any]) -> Iterator[str]:
    yield step["narration"]["text"]["plain"] + "\n"
    for part in step["breakdown"]:
        yield f"    {part['text']} {part['value']:+d}\n"


def tellings(*, write: Annotated[bool, typer.Option("--write", help="Write them anew.")] = False) -> None:
    """Compare the fight with how it was told; ends with 1 if it is told otherwise."""
    for language in LANGUAGES:
        now = telling(language)
        if write:
            telling_of(language).write_text(now, "utf-8")
        elif telling_of(language).read_text("utf-8") != now:
            typer.echo(f"{telling_of(language).name} is told otherwise now.", err=True)
            raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(tellings)
