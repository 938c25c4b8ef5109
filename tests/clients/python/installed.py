"""The client as it would be published: built, and installed from the file into an environment of its own."""

import fcntl
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[3]
CLIENT = ROOT / "clients" / "python"
LOCKED, INSTALLED = ".locked", ".installed"
"""Files in an environment: the lock, and the hashes of the wheels, that it was made from."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a command says; that of one that fails is in the failure."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def built(place: Path, project: Path = CLIENT) -> tuple[Path, Path]:
    """The source distribution of a project, and the wheel that is built out of it."""
    uv = Path(sys.executable).with_name("uv")
    here = ("--no-build-isolation", "--offline", "--no-config", "--python", sys.executable)
    run(uv, "build", "--quiet", *here, "--out-dir", place, project)
    (source,) = place.glob("*.tar.gz")
    (wheel,) = place.glob("*.whl")
    return source, wheel


def environment(place: Path, lock: Path, wheels: Sequence[Path]) -> Path:
    """The Python of an environment with what the lock names, and these wheels and nothing else.

    It is kept in ``place`` from one run to the next and changed only where lock or wheels have: other
    processes of the same run, whose wheels are the same to the byte, may be at work in it.
    """
    place.mkdir(parents=True, exist_ok=True)
    python = place / "bin" / "python"
    hashes = "\n".join(sha256(wheel.read_bytes()).hexdigest() for wheel in wheels)
    with (place.parent / ".environment.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not _says(place / LOCKED, lock.read_text()):
            venv.create(place, clear=True, with_pip=False, symlinks=True)
            pip(python, "--require-hashes", "-r", lock)
            (place / LOCKED).write_text(lock.read_text())
        if not _says(place / INSTALLED, hashes):
            pip(python, "--no-deps", "--no-index", "--force-reinstall", *wheels)
            (place / INSTALLED).write_text(hashes)
    return python


def _says(file: Path, text: str) -> bool:
    return file.exists() and file.read_text() == text


def pip(python: Path, *arguments: str | Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    run(sys.executable, "-m", "pip", "--python", python, "install", *quiet, *arguments)


def plain_environment() -> dict[str, str]:
    """The variables of this process without those that would show it other packages."""
    return {name: said for name, said in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
