"""The service itself: what its use cases share."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import field
from importlib.metadata import version
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from app.persistence.base.key_queries import KeyScope
from app.persistence.base.session import Database
from app.services.base.refusals import EncounterBusy, in_flight
from app.services.base.single_flight import Looks
from app.services.base.slots import Slots
from app.values import value

if TYPE_CHECKING:  # `assembly` puts the parts in; nothing down here needs them when it runs
    from app.services.access.tokens import Tokens
    from app.services.outgoing.egress import Egress
    from app.services.outgoing.jobs import Jobs
    from app.services.outgoing.watch import Watch
    from app.services.packs.cache import Library
    from app.services.play.group_commit import GroupCommit
    from app.services.simulations.computing import Computing

ENGINE_VERSION = version("estoc")
TURN_WITHIN = 0.8
"""Seconds that an action waits for those before it on the same encounter: what it may wait for the database
is counted from the same moment."""


@value
class Estoc:
    """One worker's database, rule tables, tokens, those who wait for events, its jobs, its way out, and its
    process for simulations.

    ``turns`` are the encounters in which an action is being carried out here: the next one waits for its
    turn without holding a connection. ``in_flight`` are the idempotency keys of those requests. ``slots``
    are the turns of what computes in this worker itself. ``existing`` are looks whether a campaign has an
    encounter. ``group`` writes actions of several encounters together, unless it is switched off.
    """

    database: Database
    library: "Library"
    tokens: "Tokens"
    watch: "Watch"
    jobs: "Jobs"
    egress: "Egress"
    computing: "Computing"
    turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    in_flight: set[KeyScope] = field(default_factory=set)
    existing: Looks[tuple[str, str], bool] = field(default_factory=lambda: Looks[tuple[str, str], bool]())
    slots: Slots = field(default_factory=Slots)
    group: "GroupCommit | None" = None

    @asynccontextmanager
    async def turn(self, encounter_id: str, key: KeyScope | None) -> AsyncIterator[float]:
        """Puts this worker's actions on one encounter in order; until when the database has to have answered.

        Raises RequestInFlight at once when the same key is being carried out here, and EncounterBusy when
        the turn does not come.
        """
        if key in self.in_flight:
            raise in_flight()
        if key is not None:
            self.in_flight.add(key)
        try:
            until = self.database.from_now
            lock = self.turns.setdefault(encounter_id, asyncio.Lock())
            await _take(lock)
            try:
                yield until
            finally:
                lock.release()
        finally:
            if key is not None:
                self.in_flight.remove(key)


async def _take(lock: asyncio.Lock) -> None:
    if not lock.locked():
        await lock.acquire()  # without a timer where nobody is before us
        return
    try:
        async with asyncio.timeout(TURN_WITHIN):
            await lock.acquire()
    except TimeoutError:
        raise EncounterBusy("Too many actions at once on this encounter.") from None
