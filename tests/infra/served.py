"""`estoc` as another process: started, spoken to, killed."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil

from tests.conftest import PATIENT

ESTOC = Path(sys.executable).with_name("estoc")
ENDS_WITHIN = 300
"""Seconds after which what was started or stopped is taken to hang; a busy machine needs a tenth of it."""


_TAKEN: list[socket.socket] = []
"""Ports that this process has given out: bound for as long as it lives, and never listened on."""


def free_port() -> int:
    """A port for a server that the caller starts, which no other process is given meanwhile.

    On Linux a server (it sets SO_REUSEADDR) may listen on a port that is bound and not listened on, while the
    kernel gives it to nobody who asks for any port. Elsewhere it is only free at this moment.
    """
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.bind(("127.0.0.1", 0))
    port: int = taken.getsockname()[1]
    if sys.platform == "linux":
        _TAKEN.append(taken)
    else:
        taken.close()
    return port


def environment(data: Path, **more: str) -> dict[str, str]:
    """The variables of `estoc` with this data folder; it writes the bytecode that its next start reads."""
    left_out = {"DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    patient = {f"ESTOC_{name.upper()}": str(seconds) for name, seconds in PATIENT.items()}
    own = {"ESTOC_DATA": str(data), "ESTOC_HOST": "127.0.0.1", "ESTOC_WORKERS": "1"}
    return kept | patient | own | more


def run_estoc(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ESTOC, *arguments], env=env, capture_output=True, text=True, timeout=ENDS_WITHIN, check=False
    )


def command_of(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return ""


class Served:
    """A running `estoc serve`."""

    def __init__(self, process: subprocess.Popen[str], port: int, last_line: str) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self.banner = ""
        assert process.stdout is not None
        for line in process.stdout:
            self.banner += line
            if line.startswith(last_line):
                break
        assert self.url in self.banner, self.banner

    @property
    def token(self) -> str:
        """The GM's token of the demo."""
        return self._told("GM's token: ")

    @property
    def fight(self) -> str:
        """The command line that fights."""
        return "curl " + self._told("curl ")

    def _told(self, beginning: str) -> str:
        lines = [line for line in self.banner.splitlines() if line.startswith(beginning)]
        return lines[0].removeprefix(beginning)

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def workers(self) -> list[psutil.Process]:
        return [child for child in self.family() if "spawn_main" in command_of(child)]

    def postgres(self) -> psutil.Process | None:
        for child in psutil.Process(self.process.pid).children():
            if "listen_addresses=" in command_of(child):
                return child
        return None

    def lives(self) -> bool:
        try:
            return httpx.get(f"{self.url}/livez", timeout=20).is_success
        except httpx.TransportError:
            return False


@contextmanager
def place_for_data() -> Iterator[Path]:
    """A data folder that does not exist yet, in a place where PostgreSQL's account can go."""
    place = Path(tempfile.mkdtemp(prefix="estoc-tests-"))
    place.chmod(0o711)
    yield place / "estoc"
    shutil.rmtree(place)


@contextmanager
def serving(data: Path, port: int, **more: str) -> Iterator[Served]:
    process = subprocess.Popen(
        [ESTOC, "serve"],
        env=environment(data, ESTOC_PORT=str(port), **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    family: list[psutil.Process] = []
    try:
        served = Served(process, port, "Database:" if "DATABASE_URL" in more else "curl ")
        family = served.family()
        yield served
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=ENDS_WITHIN)  # a worker that is just starting hears of it late
        for left in psutil.wait_procs(family, timeout=60)[1]:
            with suppress(psutil.NoSuchProcess):
                left.kill()


def wait_until(condition: Callable[[], bool], seconds: float = ENDS_WITHIN) -> None:
    give_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up, "it did not happen in time"
        time.sleep(0.05)
