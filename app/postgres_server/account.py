"""The system account that PostgreSQL runs under."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from app.postgres_server.errors import PostgresUnavailable
from app.values import value

UNPRIVILEGED = ("postgres", "nobody")

# PostgreSQL needs nothing of our environment, and what is not handed over cannot leak or change its messages.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


@value
class Account:
    """Whom to become. `user` None: stay who we are."""

    user: int | None = None
    group: int | None = None

    def own(self, folder: Path) -> None:
        if self.user is not None and self.group is not None:
            os.chown(folder, self.user, self.group)

    def run(self, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
        """Run to the end. Raises OSError where the account cannot reach the program."""
        return subprocess.run(  # noqa: S603 — the commands are our own
            command,
            user=self.user,
            group=self.group,
            extra_groups=None if self.user is None else (),
            cwd="/",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            umask=0o077,
        )

    def start(self, command: Sequence[str | Path], output: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start and leave running, out of reach of the terminal's Ctrl-C: we decide when it stops."""
        return subprocess.Popen(  # noqa: S603 — as above
            command,
            user=self.user,
            group=self.group,
            extra_groups=None if self.user is None else (),
            cwd="/",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            umask=0o077,
        )


def account_for(cluster: Path) -> Account:
    """Root becomes the cluster's owner or, for a new one, an account that exists; others stay themselves."""
    if os.geteuid() != 0:
        return Account()
    if cluster.exists() and (owner := cluster.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise PostgresUnavailable(
        "PostgreSQL refuses to run as root and this machine has neither an account 'postgres' nor 'nobody'. "
        "Run as an ordinary user or set DATABASE_URL."
    )
