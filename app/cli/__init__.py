"""The `estoc` command: one module a subcommand."""

import sys

import typer

from app.cli import tables
from app.cli.database import DatabaseUnusable
from app.cli.health import health
from app.cli.migrate import migrate
from app.cli.play import play
from app.cli.replay import export, replay
from app.cli.serve import PortUnavailable, serve
from app.cli.simulate import simulate
from app.cli.verify import verify
from app.config import BadSetting
from app.postgres_server.errors import PostgresUnavailable

estoc = typer.Typer(
    help="Resolves tabletop combat over HTTP.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
estoc.command()(serve)
estoc.command()(migrate)
estoc.command()(health)
estoc.command()(play)
estoc.command()(simulate)
estoc.command()(replay)
estoc.command()(export)
estoc.command()(verify)
estoc.add_typer(tables.app, name="tables")


def main() -> None:
    """Run the command line. Ends with 2 for a bad setting, 1 for what cannot be started."""
    try:
        estoc()
    except BadSetting as error:
        typer.echo(str(error), err=True)
        sys.exit(2)
    except (PostgresUnavailable, DatabaseUnusable, PortUnavailable) as error:
        typer.echo(str(error), err=True)
        sys.exit(1)
