"""A data folder as the first start leaves it: made once a test run, and copied for every server."""

import asyncio
import fcntl
import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from app.cli.database import migrate
from app.cli.opening import prepare
from app.config import Settings
from app.postgres_server.cluster import running
from tests.conftest import SHARED_FOLDER
from tests.infra.served import place_for_data


@contextmanager
def furnished_place() -> Iterator[Path]:
    """A data folder in which `estoc serve` has nothing left to make: tables, packs and demo are there."""
    with place_for_data() as data:
        # The files keep their owner, which may be PostgreSQL's account.
        subprocess.run(["cp", "-a", _template(), data], check=True)
        yield data


def _template() -> Path:
    """The folder to copy, made by whichever process needs it first."""
    shared = Path(os.environ[SHARED_FOLDER])
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        data = shared / "estoc"
        if not data.exists():
            unfinished = shared / "unfinished"
            with ThreadPoolExecutor(1) as apart:  # from the event loop of the tests
                apart.submit(_furnish, unfinished).result()
            unfinished.rename(data)
    return data


def _furnish(data: Path) -> None:
    settings = Settings(data=data, statement_timeout=60, connect_timeout=60)
    with running(data, durable=False) as cluster:
        address = make_url(cluster.url)
        asyncio.run(migrate(address))
        asyncio.run(prepare(settings, address, demo=True))
