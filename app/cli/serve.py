"""`estoc serve`: database, tables, demo, then the workers, until a signal asks to stop."""

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType
from typing import Annotated

import httpx
import typer
from rich.console import Console
from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from app.cli.connections import Connection
from app.cli.database import database, migrate
from app.cli.opening import Opening, prepare
from app.cli.stopping import CannotStart
from app.config import Settings, load_settings
from app.place import HOST

EVERYWHERE = "0.0.0.0"  # noqa: S104 — what `--lan` asks for
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): by which of its own this machine would go there, phones find it."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DRAIN_WITHIN = 10
"""Seconds that requests in progress have to end after a stop signal."""
TAKES_WITHIN = 30
"""Seconds after which the kernel drops a connection whose other end takes nothing of what is sent."""
ANSWERS_WITHIN = 30
"""Seconds after which a worker that gives no sign of life is replaced. A starting one gives none until all is
imported; replaced sooner, it would never come up on a machine busy with something else."""


class PortUnavailable(CannotStart):
    """Nobody can listen on ESTOC_HOST and ESTOC_PORT."""


def serve(
    demo: Annotated[
        bool | None,
        typer.Option(help="Keep a fight ready for newcomers; by default only without DATABASE_URL."),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let everybody on the local network in, such as the players' phones."),
    ] = False,
) -> None:
    """Serve until Ctrl-C or a stop signal; without DATABASE_URL, with a PostgreSQL of its own."""
    if lan:
        os.environ["ESTOC_HOST"] = EVERYWHERE
    settings = load_settings()
    wants_demo = settings.database_url is None if demo is None else demo
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s: %(message)s")
    for stop in STOP_SIGNALS:
        signal.signal(stop, _stop_while_starting)
    with _listen(settings) as listener, database(settings) as database_address:
        asyncio.run(migrate(database_address))
        opening = asyncio.run(prepare(settings, database_address, demo=wants_demo))
        # The workers are told by the environment, as they would be by a container's.
        os.environ["DATABASE_URL"] = database_address.render_as_string(hide_password=False)
        _supervise(settings, listener, opening)


def _stop_while_starting(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else is started, so that the likeliest failure is also the quickest."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        reason = str(error.strerror).partition(" (")[0]
        raise PortUnavailable(
            f"Cannot listen on {settings.host} port {settings.port}: {reason}. "
            "ESTOC_HOST and ESTOC_PORT choose another place."
        ) from error
    listener.set_inheritable(True)
    if sys.platform == "linux":  # what is set here holds for every connection
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKES_WITHIN * 1000)
    return listener


def _supervise(settings: Settings, listener: socket.socket, opening: Opening) -> None:
    """Run the workers, replacing any that dies, until a signal."""
    config = Config(
        "app.worker:create_worker_app",
        factory=True,
        workers=settings.worker_count,
        loop="uvloop",
        http=Connection,
        ws="none",
        lifespan="on",
        access_log=False,
        log_level=settings.log_level,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=DRAIN_WITHIN,
        timeout_worker_healthcheck=ANSWERS_WITHIN,
    )
    supervisor = Workers(config, [listener])
    # A closed terminal stops the server; uvicorn would take it as a wish to restart the workers.
    signal.signal(signal.SIGHUP, lambda *_: supervisor.should_exit.set())
    threading.Thread(target=_announce, args=(settings, opening, supervisor.should_exit), daemon=True).start()
    supervisor.run()
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise typer.Exit(1)


class Workers(Multiprocess):
    """Worker processes that a terminal's Ctrl-C does not reach: the parent stops them, in its time.

    A worker inherits the signals that are blocked while it is started; for the parent they only wait.
    """

    def init_processes(self) -> None:
        # Starting Python's tracker process unblocks the signals, so it starts before they are blocked.
        resource_tracker.ensure_running()
        with _ctrl_c_blocked():
            super().init_processes()

    def keep_subprocess_alive(self) -> None:
        with _ctrl_c_blocked():
            super().keep_subprocess_alive()


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _own_address() -> str:
    """The address of this machine in its network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return HOST
        return str(probe.getsockname()[0])


def _lives(client: httpx.Client, place: str) -> bool:
    try:
        return client.get(f"{place}/livez").is_success
    except httpx.TransportError:
        return False


def _announce(settings: Settings, opening: Opening, should_exit: threading.Event) -> None:
    """Print the banner once the server answers."""
    place = settings.place.address
    # One client for all attempts: making one takes a tenth of a second of the time that the workers start in.
    with httpx.Client(timeout=5, trust_env=False) as client:
        while not _lives(client, place):
            if should_exit.wait(0.1):
                return
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"[bold]Estoc[/] serves on [bold cyan]{place}[/]")
    if settings.host == EVERYWHERE:
        place = f"http://{_own_address()}:{settings.port}"
        console.print(f"On the local network: [bold cyan]{place}[/] (the API wants tokens there too)")
    if opening.gm_token is not None:
        console.print(f"The table, as its GM: {place}/#t={opening.gm_token}", markup=False)
    console.print(f"Documentation: {place}/docs")
    console.print(f"Database: {opening.database}", markup=False)
    if opening.gm_token is not None:
        console.print(f"GM's token: [bold]{opening.gm_token}[/]")
    if opening.first_fight is not None:
        console.print("Fight:")
        console.print(opening.first_fight, markup=False)
