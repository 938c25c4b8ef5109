"""Fixtures of pytest for whoever tests against Estoc: a server, a campaign for each test, dice with a seed.

Copy this file beside your tests and say in `conftest.py`:

    from estoc_fixtures import *

It wants the packages `estoc-client` and `pytest`. The server is that of `ESTOC_URL` and `ESTOC_ADMIN_TOKEN`;
without them `estoc serve` is started for the run, on a port and with a database of its own.
"""

import os
import random
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from estoc_client import ConnectionFailed, Estoc, EstocError, requests

__all__ = ["estoc", "estoc_dice", "estoc_server"]

STARTS_WITHIN = 120
"""Seconds; the first start makes a database and loads the tables."""


@dataclass(frozen=True)
class Server:
    """Where it is, and the token that opens campaigns."""

    url: str
    admin: str


@pytest.fixture(scope="session")
def estoc_server() -> Iterator[Server]:
    """A server for the whole run."""
    if "ESTOC_URL" in os.environ:
        yield Server(os.environ["ESTOC_URL"], os.environ["ESTOC_ADMIN_TOKEN"])
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="estoc-") as place:
        Path(place).chmod(0o711)  # for root, PostgreSQL runs under another account
        server = Server(f"http://127.0.0.1:{port}", secrets.token_hex(16))
        own = {"ESTOC_PORT": str(port), "ESTOC_DATA": f"{place}/data", "ESTOC_ADMIN_TOKEN": server.admin}
        fewer = {"ESTOC_WORKERS": "1", "ESTOC_RATE_LIMIT": "0"}
        process = subprocess.Popen(
            ["estoc", "serve"], env=os.environ | own | fewer, stdout=subprocess.DEVNULL
        )
        try:
            _wait_for(server, process)
            yield server
        finally:
            process.terminate()
            process.wait()


def _wait_for(server: Server, process: "subprocess.Popen[bytes]") -> None:
    give_up = time.monotonic() + STARTS_WITHIN
    with Estoc(server.url) as anybody:
        while True:
            try:
                anybody.send(requests.is_ready())
                return
            except (ConnectionFailed, EstocError):
                if process.poll() is not None or time.monotonic() > give_up:
                    raise
            time.sleep(0.2)


@pytest.fixture
def estoc(estoc_server: Server) -> Iterator[Estoc]:
    """The owner of a campaign in which nothing has happened yet."""
    with Estoc(estoc_server.url, estoc_server.admin) as operator:
        campaign = operator.campaigns.open("Test")
    with Estoc(estoc_server.url, campaign["token"]) as client:
        yield client


class Dice:
    """Dice that fall the same for the same seed: ``dice=estoc_dice(20, 8)`` throws a d20 and a d8."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def __call__(self, *sides: int) -> list[int]:
        return [self._random.randint(1, one) for one in sides]


@pytest.fixture
def estoc_dice(request: pytest.FixtureRequest) -> Dice:
    """Dice with the test's name as their seed: the same in every run, and others in every test."""
    return Dice(request.node.nodeid.rpartition("::")[2])
