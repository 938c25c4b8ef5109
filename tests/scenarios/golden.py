"""The transcript of the golden fight, which no change may alter unnoticed.

``python -m tests.scenarios.golden`` tells whether it still comes out; with ``--write`` it is written anew,
for a change of rules, tables or words that is meant. Read the difference before committing it.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from app.cli.play import open_stage
from app.services.scenarios.file import ScenarioFile, read_file
from app.services.scenarios.run import play_scenario
from app.services.scenarios.stage import Stage
from app.services.scenarios.transcript import transcript

SCENARIO = Path(__file__).parent / "harp-tdm" / "golden-six-at-the-ford.yaml"
TRANSCRIPT = SCENARIO.with_name("golden-six-at-the-ford.transcript.json")


def golden_transcript(file: ScenarioFile, stage: Stage) -> str:
    """What comes of the fight on ``stage``, one step a line, and every combatant at the end."""
    told = transcript(play_scenario(file.scenario, stage))
    steps = told.pop("steps")
    assert isinstance(steps, list)
    combatants = stage.combatants()
    lines = ",\n".join(_written(step) for step in steps)
    ends = ",\n".join(f"{_written(name)}: {_written(combatants[name])}" for name in sorted(combatants))
    return f'{{"played": {_written(told)},\n"steps": [\n{lines}\n],\n"combatants": {{\n{ends}\n}}}}\n'


def _written(part: object) -> str:
    return json.dumps(part, ensure_ascii=False, sort_keys=True)


def golden(
    *, write: Annotated[bool, typer.Option("--write", help="Write the transcript anew.")] = False
) -> None:
    """Compare the golden fight with its transcript; ends with 1 if it comes out otherwise."""
    file = read_file(SCENARIO)
    now = golden_transcript(file, open_stage(file))
    if write:
        TRANSCRIPT.write_text(now, "utf-8")
    elif TRANSCRIPT.read_text("utf-8") != now:
        typer.echo(f"{SCENARIO.name} comes out otherwise than {TRANSCRIPT.name} says.", err=True)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(golden)
