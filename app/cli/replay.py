"""`estoc replay` and `estoc export`: an encounter of the database, played again or written down."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text
from sqlalchemy.engine import URL

from app.cli.database import database, migrate
from app.config import Settings, load_settings
from app.main import open_database
from app.services.assembly import assemble
from app.services.base.refusals import NotFound
from app.services.base.service import Estoc
from app.services.reports.replay import Difference, Replayed, find_encounter
from app.services.reports.replay import replay as replay_encounter
from app.services.scenarios.export import export_encounter
from app.services.scenarios.text import as_yaml

T = TypeVar("T")
DIFFERS, UNKNOWN = 1, 2

Id = Annotated[str, typer.Argument(metavar="ENCOUNTER", help="Its id, enc_…", show_default=False)]
Output = Annotated[Path | None, typer.Option(help="Where to write it; JSON where the name says so.")]


def replay(encounter: Id) -> None:
    """Play every action of an encounter again with its recorded dice, and compare states and events.

    Ends with 0 if all is the same, 1 at the first difference, 2 if there is no such encounter.
    """
    console = Console(highlight=False, soft_wrap=True)

    async def work(service: Estoc) -> Replayed:
        row = await find_encounter(service, encounter)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bars = Progress(*columns, console=Console(stderr=True), transient=True)
        bars.disable = not bars.console.is_terminal
        with bars:
            bar = bars.add_task("replaying", total=row.version)
            return await replay_encounter(service, row, lambda seq: bars.update(bar, completed=seq))

    replayed = _with_service(work)
    if replayed.difference is None:
        console.print(f"{encounter}: {replayed.rows} rows of the log replay to the same events and states.")
        return
    console.print(_told(encounter, replayed.difference))
    raise typer.Exit(DIFFERS)


def export(encounter: Id, *, output: Output = None) -> None:
    """Write an encounter down as a scenario, which `estoc play` plays to the same end without undone actions.

    Ends with 2 if there is no such encounter.
    """

    async def work(service: Estoc) -> dict[str, object]:
        return await export_encounter(service, await find_encounter(service, encounter))

    scenario = _with_service(work)
    is_json = output is not None and output.suffix == ".json"
    text = json.dumps(scenario, ensure_ascii=False, indent=2) + "\n" if is_json else as_yaml(scenario)
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


def _told(encounter: str, difference: Difference) -> Text:
    return Text.assemble(
        (f"{encounter}: ", "bold"),
        f"row {difference.seq} ({difference.action_id}) differs in its {difference.what}",
        f" at {difference.place}" if difference.place else "",
        "\n  logged:   ",
        (_short(difference.logged), "red"),
        "\n  replayed: ",
        (_short(difference.replayed), "green"),
    )


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:2_000]


def _with_service(work: Callable[[Estoc], Awaitable[T]]) -> T:
    """The result of ``work``; ends the command with 2 where it raises NotFound."""
    settings = load_settings()
    with database(settings) as address:
        try:
            return asyncio.run(_at_work(settings, address, work))
        except NotFound as missing:
            typer.echo(missing.message, err=True)
            raise typer.Exit(UNKNOWN) from missing


async def _at_work(settings: Settings, address: URL, work: Callable[[Estoc], Awaitable[T]]) -> T:
    await migrate(address)
    opened = open_database(settings, address)
    try:
        return await work(assemble(opened))
    finally:
        await opened.close()
