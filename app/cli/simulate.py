"""`estoc simulate`: the fight that a scenario begins with, fought many times by itself."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from app.cli.play import UNPLAYABLE, shelf_of
from app.rules.common.errors import InvalidDocument
from app.rules.resolution.policies import POLICIES
from app.services.base.json_value import Json
from app.services.base.refusals import NothingToSimulate
from app.services.packs.cache import Shelf
from app.services.scenarios.file import UnreadableScenario, read_file, unplayable
from app.services.scenarios.in_process import InProcess
from app.services.simulations.order import (
    MOST_ROUNDS,
    MOST_RUNS,
    ORDER,
    USUAL_ROUNDS,
    USUAL_RUNS,
    SimulationBody,
    check_order,
    policies_in,
)
from app.services.simulations.outcomes import Outcomes
from app.services.simulations.report import report
from app.services.simulations.work import outcome_of

File = Annotated[Path, typer.Argument(help="A scenario, in YAML or JSON.", show_default=False)]
Runs = Annotated[int, typer.Option(min=1, max=MOST_RUNS, help="How often it is fought.")]
Rounds = Annotated[int, typer.Option(min=1, max=MOST_ROUNDS, help="After so many rounds nobody has won.")]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same result; else one is made.")]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="[WHO=]POLICY",
        help=f"How a side or a combatant fights, or everybody: {', '.join(POLICIES)}. The first that fits.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON instead.")]


def simulate(
    file: File,
    *,
    runs: Runs = USUAL_RUNS,
    max_rounds: Rounds = USUAL_ROUNDS,
    seed: Seed = None,
    policy: Policies = None,
    as_json: AsJson = False,
) -> None:
    """Fight the beginning of a scenario many times by itself, and tell how it usually goes.

    Ends with 2 if the file cannot be read or there is nothing to fight out.
    """
    try:
        shelf, state = _beginning(file)
        asked = {
            "encounter_id": "",
            "runs": runs,
            "max_rounds": max_rounds,
            "seed": seed or secrets.token_hex(8),
        }
        body = ORDER.read({**asked, "policies": [_row(one, state) for one in policy or ()]})
        check_order(body, shelf, state)
    except (UnreadableScenario, NothingToSimulate, InvalidDocument) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNPLAYABLE) from error
    outcomes = Outcomes()
    for outcome in _fought(shelf, state, body):
        outcomes += outcome
    result = report(outcomes, state, policies_in(body, state))
    if as_json:
        typer.echo(json.dumps({"seed": body.seed, **result}, ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    for part in _told(body, result):
        console.print(part)


def _beginning(path: Path) -> tuple[Shelf, Any]:
    """The state before the first step, with the shipped tables. Any: the state is the game's own."""
    file = read_file(path)
    try:
        shelf = shelf_of(file.scenario)
        return shelf, InProcess(file.scenario, shelf).state
    except InvalidDocument as invalid:
        raise unplayable(path, file.written, invalid) from None


def _row(text: str, state: Any) -> dict[str, str]:
    """``foes=focus`` as a row of a body: a side if there is one of that name, else a combatant.

    Any: the state is the game's own.
    """
    who, _, policy = text.rpartition("=")
    if not who:
        return {"policy": policy}
    is_side = any(one.identity.side == who for one in state.combatants)
    return {"side" if is_side else "combatant": who, "policy": policy}


def _fought(shelf: Shelf, state: Any, body: SimulationBody) -> Iterator[Outcomes]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    bars.disable = not bars.console.is_terminal
    with bars:
        for number in bars.track(range(body.runs), description="fighting"):
            yield outcome_of(shelf, state, body, number)


def _told(body: SimulationBody, result: Json) -> Iterator[Text | Table]:
    yield Text(f"{body.runs} runs, at most {body.max_rounds} rounds each, seed «{body.seed}»", "bold")
    for side in result["sides"]:
        name = side["side"] or side["combatants"][0]
        yield Text(f"{name} win {_percent(side['wins'])}")
    if result["undecided"]["runs"]:
        why = ", ".join(f"{reason} {count}" for reason, count in result["undecided"]["why"].items())
        yield Text(f"undecided {_percent(result['undecided'])}: {why}")
    rounds = result["rounds"]
    first, median, third = rounds["quartiles"]
    yield Text(f"rounds: mean {rounds['mean']:.1f}, median {median}, half of them {first} to {third}")
    yield _table(result["combatants"])


def _table(combatants: list[Json]) -> Table:
    table = Table("combatant", "policy", "down", "dead", "points left", "dealt", "taken", "hits / attacks")
    for one in combatants:
        means = (f"{one[name]:.1f}" for name in ("points_left", "dealt", "taken"))
        struck = f"{one['hits']:.1f} / {one['attacks']:.1f}"
        down, dead = (f"{one[name]['chance']:.0%}" for name in ("down", "dead"))
        table.add_row(one["name"], one["policy"], down, dead, *means, struck)
    return table


def _percent(chance: Json) -> str:
    return f"{chance['chance']:.0%} ({chance['low']:.0%} to {chance['high']:.0%})"
