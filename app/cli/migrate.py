"""`estoc migrate`."""

import asyncio

import typer

from app.cli.database import database
from app.cli.database import migrate as migrate_database
from app.config import load_settings


def migrate() -> None:
    """Bring the database's tables to the newest form and end. `estoc serve` does it too."""
    with database(load_settings()) as address:
        asyncio.run(migrate_database(address))
    typer.echo("The tables are up to date.")
