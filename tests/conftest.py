"""A real PostgreSQL for every test that stores something.

DATABASE_URL_TEST names a server to use (any database on it, with the right to create others); without it one
is started for the run, through the same code as `estoc serve` starts its own.
"""

import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app import values

values.ARE_FROZEN = True  # before anything else of the app is imported

from app.cli.database import migrate  # noqa: E402
from app.postgres_server.cluster import running  # noqa: E402

PATIENT = {
    "pool_timeout": 60,
    "connect_timeout": 60,
    "statement_timeout": 60,
    "lock_timeout": 60,
    "idle_in_transaction_timeout": 60,
}
"""Seconds: the service's own limits would refuse on a busy machine what a test is not about."""
SHARED_FOLDER = "ESTOC_TEST_SHARED_FOLDER"
"""The variable that names the folder which the processes of one test run share."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the first process, not one that xdist has started
        os.environ[SHARED_FOLDER] = tempfile.mkdtemp(prefix="estoc-tests-shared-")
        # For root PostgreSQL runs under another account, which has to pass through.
        Path(os.environ[SHARED_FOLDER]).chmod(0o711)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(SHARED_FOLDER), ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[URL]:
    """Address of the server's maintenance database."""
    given = os.environ.get("DATABASE_URL_TEST")
    if given:
        yield make_url(given).set(drivername="postgresql+asyncpg")
        return
    folder = Path(tempfile.mkdtemp(prefix="estoc-tests-"))
    # For root the server runs under another account, which has to pass through.
    folder.chmod(0o711)
    with running(folder, durable=False) as cluster:
        yield make_url(cluster.url)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
async def migrated_database(postgres_server: URL) -> AsyncIterator[str]:
    """Name of a database with all tables and nothing in them, to be copied and never connected to."""
    async with new_database(postgres_server) as address:
        await migrate(address)
        assert address.database is not None
        yield address.database


@pytest.fixture
async def database(postgres_server: URL, migrated_database: str) -> AsyncIterator[URL]:
    """Address of a database of the test's own, with all tables."""
    async with new_database(postgres_server, template=migrated_database) as address:
        yield address


@pytest.fixture(scope="module")
async def module_database(postgres_server: URL, migrated_database: str) -> AsyncIterator[URL]:
    """Address of a database, with all tables, that the tests of one module share."""
    async with new_database(postgres_server, template=migrated_database) as address:
        yield address


@asynccontextmanager
async def new_database(server: URL, template: str = "template1") -> AsyncIterator[URL]:
    """A database that is dropped at the end, whoever is still connected."""
    name = f"test_{secrets.token_hex(8)}"
    await _run_outside_transactions(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield server.set(database=name)
    finally:
        await _run_outside_transactions(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _run_outside_transactions(server: URL, statement: str) -> None:
    engine = create_async_engine(server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()
