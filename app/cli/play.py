"""`estoc play`: scenarios, in process or through a running server's API."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from app.cli.stopping import ServerUnusable
from app.persistence.packs.pack_files import document_hash, read_folder
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.registry import RULESETS
from app.services.packs.loaded_pack import Shelf, shelf_with
from app.services.scenarios.document import Scenario
from app.services.scenarios.file import ScenarioFile, UnreadableScenario, read_files, unplayable
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import ScenarioReport, StepReport, play_scenario
from app.services.scenarios.stage import DiceAmiss, Refused, Resolved, Stage
from app.services.scenarios.transcript import transcript
from app.shipped import shipped

if TYPE_CHECKING:
    import httpx

DIFFERS, UNPLAYABLE = 1, 2
ANSWERS_WITHIN = 30
"""Seconds for one answer of the server."""

Files = Annotated[list[Path], typer.Argument(help="Scenarios, in YAML or JSON.", show_default=False)]
Url = Annotated[str | None, typer.Option(help="Play on the server at this address instead of in process.")]
Token = Annotated[str | None, typer.Option(help="A GM's token of that server.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the transcripts as JSON instead.")]


def play(files: Files, *, as_json: AsJson = False, url: Url = None, token: Token = None) -> None:
    """Play scenarios and compare what comes out with what they expect.

    Ends with 0 if everything holds, 1 if something differs, 2 if a file cannot be read or not be played.
    """
    console = Console(highlight=False, soft_wrap=True)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    status, transcripts = 0, []
    with nullcontext() if url is None else connect(url, token) as client:
        for path in files:
            try:
                reports = [
                    (file, play_scenario(file.scenario, open_stage(file, client)))
                    for file in read_files(path)
                ]
            except (UnreadableScenario, ServerUnusable) as error:
                errors.print(Text(str(error)))
                status = UNPLAYABLE
                continue
            for file, report in reports:
                if not report.holds:
                    status = max(status, DIFFERS)
                if as_json:
                    transcripts.append({"file": str(path), **transcript(report)})
                else:
                    for line in report_lines(file, report):
                        console.print(line)
    if as_json:
        json.dump(transcripts, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    raise typer.Exit(status)


def connect(url: str, token: str | None) -> "httpx.Client":
    """A client of the server at ``url`` that shows ``token``."""
    import httpx

    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=url, headers=headers, timeout=ANSWERS_WITHIN, trust_env=False)


def open_stage(file: ScenarioFile, client: "httpx.Client | None" = None) -> Stage:
    """The scenario's encounter: on the server of ``client``, else in memory with the shipped tables.

    Raises UnreadableScenario for what the ruleset does not take, and ServerUnusable.
    """
    try:
        if client is not None:
            from app.cli.over_http import OverHttp

            return OverHttp(file.scenario, client)
        return InProcess(file.scenario, shelf_of(file.scenario))
    except InvalidDocument as invalid:
        raise unplayable(file.path, file.written, invalid) from None


def shelf_of(scenario: Scenario) -> Shelf:
    """The shipped tables; raises InvalidDocument for a scenario that names others."""
    shelf, named = shipped_shelf(scenario.ruleset), scenario.table_pack
    if named is not None and (named.id, named.version or shelf.pack_version) != (
        shelf.pack_id,
        shelf.pack_version,
    ):
        message = f"Only a server that has the table pack «{named.id}» can play this: --url."
        raise InvalidDocument((Problem("/table_pack", "unknown_pack", message),))
    return shelf


@cache
def shipped_shelf(ruleset: str) -> Shelf:
    """A ruleset with its shipped tables."""
    game = RULESETS[ruleset]
    document = read_folder(shipped("seed_data") / game.table_pack)
    return shelf_with(game, document, document_hash(document))


def report_lines(file: ScenarioFile, report: ScenarioReport) -> Iterator[Text]:
    """One line a step, and one for each difference beneath it with its place in the file."""
    yield Text.assemble((str(file.path), "bold"), f"  {file.scenario.ruleset}  ", report.title)
    for number, step in enumerate(report.steps, 1):
        mark = ("✗", "red") if step.differences else ("✓", "green")
        yield Text.assemble("  ", mark, f" {number}  {step.did}{_thrown(step)} → {_result(step)}")
        for difference in step.differences:
            yield _difference(file.place(difference.pointer), difference.pointer, difference.message)
    if report.unplayed:
        yield Text(f"    {report.unplayed} more steps were not played.", "yellow")
    for difference in report.at_the_end:
        yield _difference(file.place(difference.pointer), difference.pointer, difference.message)


def _difference(place: str, pointer: str, message: str) -> Text:
    words = [part for part in pointer.split("/") if part and part != "expect"]
    name = ".".join(words[2:] if words[0] == "play" else words)
    return Text.assemble("      ", (f"{name}: ", "red"), message, (f"  ({place})", "dim"))


def _thrown(step: StepReport) -> str:
    dice = " ".join(map(str, step.step.dice))
    chosen = ", ".join(
        f"{purpose}: {', then '.join(options)}" for purpose, options in step.step.choices.items()
    )
    return "".join(f"  [{part}]" for part in (dice, chosen) if part)


def _result(step: StepReport) -> str:
    match step.outcome:
        case Resolved(facts=facts, narration=narration):
            asked = [name for name in step.step.expect.result or {} if name in facts]
            told = [f"{name} {facts[name]}" for name in asked]
            return ", ".join(told) or narration.replace("\n", " ")
        case Refused(codes):
            return f"refused: {', '.join(codes)}"
        case DiceAmiss(message):
            return message
