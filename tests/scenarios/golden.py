"""The transcripts of the golden fights, one of each game, which no change may alter unnoticed.

``python -m tests.scenarios.golden`` tells whether they still come out; with ``--write`` they are written
anew, for a change of rules, tables or words that is meant. Read the difference before committing it.
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

HERE = Path(__file__).parent
FORD = HERE / "harp-tdm" / "golden-six-at-the-ford.yaml"
RIDGE = tuple(HERE / game / "golden-riders-at-the-ridge.yaml" for game in ("dnd35", "pf1"))
FIGHTS = (FORD, *RIDGE)


def transcript_of(fight: Path) -> Path:
    """Where its transcript stands: beside it."""
    return fight.with_name(f"{fight.stem}.transcript.json")


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
    *, write: Annotated[bool, typer.Option("--write", help="Write the transcripts anew.")] = False
) -> None:
    """Compare the golden fights with their transcripts; ends with 1 if one comes out otherwise."""
    differing = False
    for fight in FIGHTS:
        file, written = read_file(fight), transcript_of(fight)
        now = golden_transcript(file, open_stage(file))
        if write:
            written.write_text(now, "utf-8")
        elif written.read_text("utf-8") != now:
            typer.echo(
                f"{fight.parent.name}: {fight.name} comes out otherwise than {written.name} says.", err=True
            )
            differing = True
    if differing:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(golden)
