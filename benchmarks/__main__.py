"""`python -m benchmarks`: measure and print; `--keep` writes the figures into docs/benchmarks.md."""

import asyncio
import os
import platform
from typing import Annotated

import asyncpg
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from app.postgres_server.errors import PostgresUnavailable
from benchmarks import report
from benchmarks.durable_attacks import Measurements, Plan, measure
from benchmarks.http_load import WrongAnswer
from benchmarks.service import Measured, NotMeasurable, measured_service

QUICK = Plan(slices=1, seconds=0.3)
program = typer.Typer(pretty_exceptions_enable=False)


@program.command()
def run(
    encounters: Annotated[int, typer.Option(min=64, help="In how many encounters is fought.")] = 500,
    slices: Annotated[int, typer.Option(min=1, help="Slices a subject.")] = 9,
    seconds: Annotated[int, typer.Option(min=1, max=2, help="Seconds a slice.")] = 2,
    quick: Annotated[
        bool, typer.Option("--quick", help="See that everything runs; keep no figures.")
    ] = False,
    keep: Annotated[bool, typer.Option("--keep", help=f"Write {report.PAGE}.")] = False,
) -> None:
    """Measure durable attacks over HTTP beside pgbench."""
    plan = QUICK if quick else Plan(encounters=encounters, slices=slices, seconds=seconds)
    console = Console(highlight=False)
    try:
        with measured_service() as service:
            measurements = _measure(plan, service)
            postgresql = asyncio.run(_version(service))
    except (NotMeasurable, WrongAnswer, PostgresUnavailable) as error:
        Console(stderr=True, highlight=False).print(str(error), markup=False)
        raise typer.Exit(1) from error
    console.print(report.table(measurements))
    console.print(report.latencies(measurements))
    console.print(report.client_share(measurements))
    if keep and not quick:
        circumstances = report.Circumstances(
            report.processor(), os.cpu_count() or 1, platform.python_version(), postgresql
        )
        report.PAGE.write_text(report.page(plan, measurements, circumstances))
        console.print(f"Written: {report.PAGE}")


def _measure(plan: Plan, service: Measured) -> Measurements:
    """With a bar on a terminal, silently elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("preparing", total=plan.steps)
        return measure(plan, service, lambda what: progress.update(bar, advance=1, description=what))


async def _version(service: Measured) -> str:
    database = await asyncpg.connect(service.dsn)
    version: str = await database.fetchval("SHOW server_version")
    await database.close()
    return version


if __name__ == "__main__":
    program()
