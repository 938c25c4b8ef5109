"""The `estoc` command: one module a subcommand, imported when it is called.

A health check every few seconds and a scenario played by hand do not pay for the whole application.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from app.cli.stopping import CannotStart
from app.place import BadSetting
from app.postgres_server.errors import PostgresUnavailable

COMMANDS: Mapping[str, str] = {
    "serve": "Serve until Ctrl-C or a stop signal; without DATABASE_URL, with a PostgreSQL of its own.",
    "migrate": "Bring the database's tables to the newest form and end. `estoc serve` does it too.",
    "health": "End with 0 when the server of this machine is ready to serve, else with 1.",
    "play": "Play scenarios and compare what comes out with what they expect.",
    "simulate": "Fight the beginning of a scenario many times by itself, and tell how it usually goes.",
    "replay": "Play every action of an encounter again with its recorded dice, and compare states and"
    " events.",
    "export": "Write an encounter down as a scenario, which `estoc play` plays to the same end without"
    " undone actions.",
    "verify": "Check a proof of dice: the seeds against their commitments, and every roll against its seed.",
    "creatures": "Read creatures from a file: stat blocks, Foundry actors, tables.",
    "tables": "The rule tables: check, load and look at them.",
}
"""The line of each command in `estoc --help`: the first paragraph of its own help."""
MODULES = {"export": "replay"}
"""The module of a command whose module has another name."""


class Commands(TyperGroup):
    """Imports a command when it is called; to list all takes none of them. Any: Typer's own."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self._listed = {name: TyperCommand(name=name, help=said) for name, said in COMMANDS.items()}
        self.commands = dict(self._listed)
        self._is_listing = False

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help of `estoc` itself, by what is written above."""
        self._is_listing = True
        super().format_help(ctx, formatter)
        self._is_listing = False

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 — Typer asks with both
        """The command; None where there is no such."""
        if self._is_listing or cmd_name not in COMMANDS:
            return self._listed.get(cmd_name)
        return imported(cmd_name)


def imported(name: str) -> Any:
    """A command with its parameters. Any: Typer's own."""
    found: Any = import_module(f"app.cli.{MODULES.get(name, name)}")
    if name == "tables":
        alone = found.app
    else:
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command()(getattr(found, name))
    whole = get_command(alone)
    whole.name = name
    return whole


estoc = typer.Typer(
    cls=Commands,
    help="Resolves tabletop combat over HTTP.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@estoc.callback()
def _estoc() -> None:
    """With a callback Typer takes it for a group, though it has no command of its own."""


def main() -> None:
    """Run the command line. Ends with 2 for a bad setting, 1 for what cannot be started."""
    try:
        estoc()
    except BadSetting as error:
        typer.echo(str(error), err=True)
        sys.exit(2)
    except (PostgresUnavailable, CannotStart) as error:
        typer.echo(str(error), err=True)
        sys.exit(1)
