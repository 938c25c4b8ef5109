"""Whether the database can write: with a full disk it reads on, and who only reads sees nothing of it."""

import logging
import os
from dataclasses import dataclass
from typing import ClassVar

from app.persistence.base.key_queries import try_to_write
from app.persistence.base.session import Database, DatabaseUnavailable

log = logging.getLogger("estoc")


@dataclass(slots=True)
class Disk:
    """What this worker has seen of the database's disk; ``is_failing`` from the first failed write on."""

    is_failing: bool = False
    STATES: ClassVar[tuple[str, ...]] = ("53100", "58030")
    """SQLSTATEs of a full disk and of one that does not obey."""

    def note(self, error: DatabaseUnavailable) -> None:
        """Keep in mind, and say once, that writing failed, if that is what failed."""
        cause = error.__cause__
        state = getattr(getattr(cause, "orig", cause), "sqlstate", None)
        if state in self.STATES and not self.is_failing:
            self.is_failing = True
            log.error("The database cannot write (%s): %s", state, str(error).partition("\n")[0])

    async def check(self, database: Database) -> None:
        """Once writing has failed, try it; raises DatabaseUnavailable where it still fails."""
        if self.is_failing:
            await try_to_write(database, os.urandom(64 * 1024))
            self.is_failing = False
            log.warning("The database writes again")
