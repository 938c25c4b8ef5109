"""The life of our own cluster: made once, started, watched, stopped.

What can happen to it while it serves:
- The server ends by itself (`kill -9`, out of memory): it is started again within a few seconds at the same
  address. Connections opened before are dead: whoever holds them must test or drop them.
- The parent process is killed: the server goes on alone. The next parent of the same folder stops it, in
  order, and starts its own.
"""

import fcntl
import logging
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil

from app.postgres_server.account import Account, account_for
from app.postgres_server.binaries import Binaries, find_binaries
from app.postgres_server.errors import PostgresUnavailable

log = logging.getLogger(__name__)

READY_WITHIN = 120.0
"""Seconds; recovering after a crash replays the write-ahead log first."""
RETRY_WITHIN = 15.0
"""Seconds during which the remains of a killed server are waited for."""
STOP_WITHIN = 20.0
"""Seconds for an orderly stop before the server is stopped at once."""
LONGEST_SOCKET_FOLDER = 103 - len("/.s.PGSQL.5432")
LARGEST_LOG = 10_000_000
REMAINS = ("pre-existing shared memory block", "already exists", "already in use")
"""What PostgreSQL says while processes of a killed server are still ending."""


class Cluster:
    """A PostgreSQL that runs until `stop`. `running` makes one, and claims its folder first."""

    def __init__(self, folder: Path, account: Account, binaries: Binaries, options: list[str]) -> None:
        self.folder = folder
        self.binaries = binaries
        self._account = account
        self._log = folder.with_suffix(".log")
        self._sockets = _socket_folder(folder, account)
        self._command = [
            binaries.program("postgres"),
            *("-D", folder, "-p", "5432"),
            *_settings(listen_addresses="", unix_socket_directories=f'"{self._sockets}"'),
            *options,
        ]
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        self._process = self._launch()
        self._watch = threading.Thread(target=self._restart_when_it_ends, name="postgres", daemon=True)
        self._watch.start()

    @property
    def url(self) -> str:
        """Address for SQLAlchemy; without `+asyncpg`, for psql too."""
        return f"postgresql+asyncpg://estoc@/postgres?host={quote(str(self._sockets), safe='')}"

    @property
    def pid(self) -> int:
        """Process id of the server; another one after a restart."""
        return self._process.pid

    def stop(self) -> None:
        """Stop in order: open transactions are rolled back, everything committed is on disk."""
        self._stopping.set()
        with self._turn:
            if self._process.poll() is None:
                _stop(psutil.Process(self._process.pid))
        self._watch.join()
        if self._sockets != self.folder:
            shutil.rmtree(self._sockets, ignore_errors=True)

    def _restart_when_it_ends(self) -> None:
        while True:
            code = self._process.wait()
            with self._turn:
                if self._stopping.is_set():
                    return
                log.warning("PostgreSQL ended by itself (code %s); starting it again", code)
                while True:
                    try:
                        self._process = self._launch()
                    except (PostgresUnavailable, OSError) as error:
                        log.error("%s", error)
                        if self._stopping.wait(1):
                            return
                    else:
                        break

    def _launch(self) -> subprocess.Popen[bytes]:
        """Start the server and wait until it answers. Raises PostgresUnavailable with its last words."""
        retry_until = time.monotonic() + RETRY_WITHIN
        while True:
            _end_leftover(self.folder)
            with _open_log(self._log) as output:
                before = output.tell()
                process = self._account.start(self._command, output)
            ready = False
            try:
                ready = self._becomes_ready(process)
            finally:
                if not ready and process.poll() is None:
                    _stop(psutil.Process(process.pid))
            if ready:
                return process
            said = _said_since(self._log, before)
            if time.monotonic() > retry_until or not any(remains in said for remains in REMAINS):
                raise PostgresUnavailable(f"PostgreSQL did not start: {said} (log: {self._log})")
            self._stopping.wait(0.3)

    def _becomes_ready(self, process: subprocess.Popen[bytes]) -> bool:
        give_up = time.monotonic() + READY_WITHIN
        while process.poll() is None and time.monotonic() < give_up and not self._stopping.is_set():
            lines = _pid_file(self.folder)
            if len(lines) >= 8 and lines[0] == str(process.pid) and lines[7].strip() == "ready":
                return True
            time.sleep(0.02)
        return False


@contextmanager
def running(data: Path, *, durable: bool = True, connections: int = 100) -> Iterator[Cluster]:
    """Run the cluster of the data folder, making it first where there is none.

    `durable` False gives up surviving a crash of the machine for speed: tests only.
    Raises PostgresUnavailable: another process has the folder, no programs, another version, full disk …
    """
    try:
        claim = _claim(data)
    except OSError as error:
        raise PostgresUnavailable(f"Cannot use the data folder {data} (ESTOC_DATA): {error}") from error
    with claim:
        try:
            cluster = _open_cluster(data, durable=durable, connections=connections)
        except OSError as error:
            raise PostgresUnavailable(f"Cannot start PostgreSQL in {data} (ESTOC_DATA): {error}") from error
        try:
            yield cluster
        finally:
            cluster.stop()


def _claim(data: Path) -> IO[str]:
    """Hold the folder until the file is closed, or this process ends in whatever way."""
    if not data.exists():
        data.mkdir(parents=True)
        data.chmod(0o711 if os.geteuid() == 0 else 0o700)
    claim = (data / "lock").open("a+")
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        claim.seek(0)
        holder = claim.read().strip()
        claim.close()
        raise PostgresUnavailable(
            f"Process {holder} already serves from {data}; stop it or choose another folder with ESTOC_DATA."
        ) from None
    claim.truncate(0)
    claim.write(f"{os.getpid()}\n")
    claim.flush()
    return claim


def _open_cluster(data: Path, *, durable: bool, connections: int) -> Cluster:
    folder = data / "postgres"
    account = account_for(folder)
    if account.run(["test", "-x", data]).returncode != 0:
        raise PostgresUnavailable(
            f"PostgreSQL does not run as root, and account {account.user} that it runs under"
            f" cannot enter {data}. "
            "Set ESTOC_DATA to a folder that everyone may pass through, such as /var/lib/estoc."
        )
    version = folder / "PG_VERSION"
    binaries = find_binaries(account, data, major=version.read_text().strip() if version.exists() else None)
    if not version.exists():
        _make_cluster(folder, account, binaries, durable=durable)
    switch = "on" if durable else "off"
    options = _settings(
        max_connections=str(connections),
        unix_socket_permissions="0700",
        fsync=switch,
        synchronous_commit=switch,
        full_page_writes=switch,
        log_checkpoints="off",
    )
    return Cluster(folder, account, binaries, options)


def _make_cluster(folder: Path, account: Account, binaries: Binaries, *, durable: bool) -> None:
    # Under another name first, so that one left half made is never taken for a whole one.
    unfinished = folder.with_suffix(".new")
    if unfinished.exists():
        shutil.rmtree(unfinished)
    unfinished.mkdir(mode=0o700)
    account.own(unfinished)
    # Whoever can open the socket may connect, and the socket is in a folder that only its owner can enter.
    options = ["--auth=trust", "--encoding=UTF8", "--no-locale", *([] if durable else ["--no-sync"])]
    made = account.run([binaries.program("initdb"), "-D", unfinished, "-U", "estoc", *options])
    if made.returncode != 0:
        raise PostgresUnavailable(f"PostgreSQL could not make its folder: {made.stderr.strip()[-500:]}")
    unfinished.rename(folder)


def _settings(**values: str) -> list[str]:
    return [word for name, value in values.items() for word in ("-c", f"{name}={value}")]


def _socket_folder(folder: Path, account: Account) -> Path:
    if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER:
        return folder
    short = Path(tempfile.mkdtemp(prefix="estoc-"))
    account.own(short)
    return short


def _pid_file(folder: Path) -> list[str]:
    try:
        return (folder / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def _end_leftover(folder: Path) -> None:
    """Stop the server that a killed parent left behind, and discard a pid file that names no server of ours.

    The folder is claimed, so no living parent minds.
    """
    lines = _pid_file(folder)
    if not lines or not lines[0].isdecimal():
        return
    try:
        leftover = psutil.Process(int(lines[0]))
    except psutil.NoSuchProcess:
        return
    if not _serves_from(leftover, folder):
        # The number of another process by now, or of a dead one that nobody reaped: PostgreSQL would yield.
        (folder / "postmaster.pid").unlink()
        return
    log.warning("Stopping the PostgreSQL (process %s) that an earlier run left behind", leftover.pid)
    _stop(leftover)


def _serves_from(process: psutil.Process, folder: Path) -> bool:
    try:
        return not _has_ended(process) and process.cwd() == str(folder.resolve())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def _stop(server: psutil.Process) -> None:
    """In order, else at once (its next start recovers), else by force."""
    for stop, seconds in ((signal.SIGINT, STOP_WITHIN), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
        try:
            server.send_signal(stop)
        except psutil.NoSuchProcess:
            return
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up:
            if _has_ended(server):
                return
            time.sleep(0.02)


def _has_ended(server: psutil.Process) -> bool:
    try:
        return not server.is_running() or server.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def _open_log(log_file: Path) -> IO[bytes]:
    too_large = log_file.exists() and log_file.stat().st_size > LARGEST_LOG
    return log_file.open("wb" if too_large else "ab")


def _said_since(log_file: Path, position: int) -> str:
    with log_file.open("rb") as log_lines:
        log_lines.seek(position)
        return " ".join(log_lines.read().decode(errors="replace").split("\n")[-6:]).strip()
