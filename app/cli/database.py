"""The database of a command: the one of DATABASE_URL, else one that runs as long as the command."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from asyncpg import (
    InterfaceError,
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    PostgresError,
)
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.cli.stopping import CannotStart
from app.config import APART, Settings
from app.postgres_server.cluster import running
from app.shipped import shipped

ARRIVES_WITHIN = 30.0
"""Seconds that a database which starts beside us may take."""
OLDEST_SERVER = 150000
PERMANENT = (InvalidAuthorizationSpecificationError, InvalidCatalogNameError)
"""Waiting helps against a server that is starting, not against a wrong password or name."""
SPARE_CONNECTIONS = 20
"""For migrations, psql and PostgreSQL's own reserve, beside the workers' pools."""


class DatabaseUnusable(CannotStart):
    """The database cannot be reached, is too old, or could lose what it confirmed."""


@contextmanager
def database(settings: Settings) -> Iterator[URL]:
    """Address of a database that answers. Raises DatabaseUnusable or PostgresUnavailable."""
    if settings.database_url is not None:
        asyncio.run(_check(settings.database, settings))
        yield settings.database
        return
    connections = max(100, settings.worker_count * (settings.pool_size + APART) + SPARE_CONNECTIONS)
    with running(settings.data, connections=connections) as cluster:
        yield make_url(cluster.url)


async def migrate(address: URL) -> None:
    """Bring the tables to the newest form. Safe to run from several servers at once.

    Raises DatabaseUnusable where they are of a newer form than is known here.
    """
    engine = create_async_engine(address, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    alembic = Config()
    alembic.set_main_option("script_location", str(shipped("migrations")).replace("%", "%%"))
    alembic.attributes["connection"] = connection
    _refuse_newer(connection, ScriptDirectory.from_config(alembic))
    command.upgrade(alembic, "head")


def _refuse_newer(connection: Connection, known: ScriptDirectory) -> None:
    """Raises DatabaseUnusable for tables that a newer server has made."""
    for revision in MigrationContext.configure(connection).get_current_heads():
        try:
            known.get_revision(revision)
        except CommandError as error:
            raise DatabaseUnusable(
                f"The database is newer than this Estoc: its tables are of form {revision}, and this version"
                f" knows them up to {known.get_current_head()}. Start the version that made them, or a newer"
                " one, or restore the backup from before."
            ) from error


async def _check(address: URL, settings: Settings) -> None:
    version, fsync, commit = await _reach(address)
    if version < OLDEST_SERVER:
        raise DatabaseUnusable(f"PostgreSQL 15 or newer is needed; DATABASE_URL leads to {version // 10000}.")
    if not settings.allow_data_loss and "off" in (fsync, commit):
        raise DatabaseUnusable(
            f"The server of DATABASE_URL may lose what it confirmed"
            f" (fsync={fsync}, synchronous_commit={commit}). "
            "Switch both on there, or set ESTOC_ALLOW_DATA_LOSS=true for a test."
        )


async def _reach(address: URL) -> tuple[int, str, str]:
    """Version number and durability settings of the server, waiting for it to come up."""
    engine = create_async_engine(address, poolclass=NullPool, connect_args={"timeout": 5})
    query = text(
        "SELECT current_setting('server_version_num')::int, current_setting('fsync'),"
        " current_setting('synchronous_commit')"
    )
    give_up = time.monotonic() + ARRIVES_WITHIN
    while True:
        try:
            async with engine.connect() as connection:
                version, fsync, commit = (await connection.execute(query)).one()
        except (OSError, SQLAlchemyError, PostgresError, InterfaceError) as error:
            cause = _as_the_driver_said(error)
            if isinstance(cause, PERMANENT) or time.monotonic() > give_up:
                place = address.render_as_string(hide_password=True)
                raise DatabaseUnusable(f"Cannot use the database {place}: {cause}") from error
            await asyncio.sleep(0.5)
        else:
            return version, fsync, commit


def _as_the_driver_said(error: BaseException) -> BaseException:
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error
