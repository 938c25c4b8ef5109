"""Who waits for events in this worker, and how they are called when there are some.

After a commit `Watch.tell` calls the readers of this worker at once and notes the place for the other
workers: one task sends what has gathered as one NOTIFY, on a connection of its own. Inside an action's
transaction it would make commits wait for each other. Another connection listens. A call carries nothing:
readers look at the log, so that a lost call costs time and never an event.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pydantic_core import from_json

from app.persistence.base.session import Database, DatabaseUnavailable, Driver
from app.persistence.play.encounter_queries import disclosures_of
from app.persistence.play.log_queries import (
    Place,
    StoredRow,
    closed_tokens,
    last_events,
    listen,
    notify,
    page_of_log,
)
from app.services.access.disclosure import CEILING, Ceiling
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound, Unauthenticated
from app.values import replace

GATHER_FOR = 0.025
"""Seconds from the first thing to tell until all that has gathered is told, as one NOTIFY."""
LOOK_AT_TOKENS_EVERY = 0.5
"""Seconds after which what a revoked token has open is closed, and what is open obeys another ceiling."""
LOOK_AT_LOGS_EVERY = 5.0
"""Seconds after which an event is noticed that nobody told of."""
RECONNECT_AFTER = 0.5
PROBE_EVERY = 10.0
"""Seconds between two signs of life on the listening connection, which could be dead without saying so."""

Ended: TypeAlias = Literal["revoked", "gone", "stopping"]
"""Why a reader gets no more: its token was revoked, its encounter is gone, or the worker stops."""

log = logging.getLogger("estoc")


def _be_heard(done: asyncio.Task[Any]) -> None:
    """Its failure is for those who wait for it, of whom nobody may be left. Any: whatever it returns."""
    if not done.cancelled():
        done.exception()


@dataclass(slots=True, eq=False)
class LogPage:
    """Rows of the log, each with its events, and the number of the encounter's newest event; ``is_overdue``
    where somebody ran out of time and that is not settled yet.

    ``shared`` is what was made of it for those who are shown the same.
    """

    last_event: int
    is_overdue: bool
    rows: tuple[StoredRow, ...]
    events: tuple[list[Json], ...]
    shared: dict[Hashable, "asyncio.Task[bytes]"] = field(
        default_factory=dict[Hashable, "asyncio.Task[bytes]"]
    )

    @property
    def newest(self) -> int:
        """The number of its last event."""
        return self.events[-1][-1]["seq"]

    async def shared_by(self, alike: Hashable, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What ``make`` makes of it, once for all who are ``alike``."""
        task = self.shared.get(alike)
        if task is None:
            task = self.shared[alike] = asyncio.create_task(make())
            task.add_done_callback(_be_heard)
        return await asyncio.shield(task)


_Work: TypeAlias = Callable[[Driver], Awaitable[None]]
_Wanted: TypeAlias = tuple[int, int, int]
_Look: TypeAlias = asyncio.Task[LogPage | None]


@dataclass(slots=True, eq=False)
class _Post:
    """An encounter that is watched; ``looks`` are under way, by what is wanted and the number of calls."""

    place: Place
    calls: int = 0
    seen: int = 0
    readers: set["Reader"] = field(default_factory=set["Reader"])
    looks: dict[_Wanted, _Look] = field(default_factory=dict[_Wanted, _Look])

    def call(self) -> None:
        self.calls += 1
        for reader in self.readers:
            reader.awake.set()


class Reader:
    """Somebody who follows the log of one encounter, with the right of ``grant``."""

    def __init__(self, watch: "Watch", post: _Post, grant: Grant) -> None:
        self.grant = grant
        self.ended: Ended | None = None
        self.awake = asyncio.Event()
        self._watch = watch
        self._post = post

    async def read(self, after: int, limit: int) -> LogPage:
        """The rows with the first ``limit`` events after ``after``; the first and the last are whole.

        Readers of one worker that want the same share one look. Raises NotFound, Unauthenticated and
        DatabaseUnavailable.
        """
        self.awake.clear()
        # A look that began before the last call may have missed what the call was about.
        wanted = (after, limit, self._post.calls)
        look = self._post.looks.get(wanted)
        if look is None:
            look = asyncio.create_task(self._watch.look(self._post, after, limit))
            self._post.looks[wanted] = look
            look.add_done_callback(lambda done: self._put_away(wanted, done))
        page = await asyncio.shield(look)
        if page is None:
            self.end("gone")
        self.check()
        assert page is not None
        return page

    def check(self) -> None:
        """Raises Unauthenticated once the token is revoked and NotFound once the encounter is gone."""
        if self.ended == "revoked":
            raise Unauthenticated("This token opens nothing.")
        if self.ended == "gone":
            raise NotFound("This campaign has no such encounter.", way="encounter")

    def _put_away(self, wanted: _Wanted, done: _Look) -> None:
        del self._post.looks[wanted]
        _be_heard(done)

    async def is_called(self, within: float | None = None) -> bool:
        """Wait until there may be something new; False once ``within`` seconds are over or all has ended."""
        # What ended before the last look has called already, and never calls again.
        if self.ended is not None:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self.awake.wait()
        return self.awake.is_set() and self.ended is None

    def obey(self, ceiling: Ceiling) -> None:
        """From now on the campaign discloses no more than that."""
        if ceiling != self.grant.ceiling:
            self.grant = replace(self.grant, ceiling=ceiling)
            self.awake.set()

    def end(self, reason: Ended) -> None:
        self.ended = self.ended or reason
        self.awake.set()


class Watch:
    """All readers of one worker."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._posts: dict[Place, _Post] = {}
        self._untold: dict[Place, None] = {}
        self._has_untold = asyncio.Event()
        # Half of the pool is for those who act, however many readers come at once.
        self._places_to_read = asyncio.Semaphore(max(1, database.pool_size // 2))
        self._told_by = 0
        self.told_too: Callable[[Driver, Collection[Place]], Awaitable[None]] | None = None
        """What else is to be done for places where something has happened."""
        self._is_stopping = False

    def tell(self, place: Place) -> None:
        """Something has happened in an encounter; to be called after the commit."""
        self._call(place)
        self._untold[place] = None
        self._has_untold.set()

    @contextmanager
    def reader(self, grant: Grant, encounter_id: str) -> Iterator[Reader]:
        """A reader for as long as the block lasts."""
        place = (grant.campaign_id, encounter_id)
        post = self._posts.setdefault(place, _Post(place))
        reader = Reader(self, post, grant)
        post.readers.add(reader)
        if self._is_stopping:
            reader.end("stopping")
        try:
            yield reader
        finally:
            post.readers.remove(reader)
            if not post.readers:
                del self._posts[place]

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Driver]:
        """A connection to read the log with, as soon as readers may have one."""
        async with self._places_to_read, self._database.reading() as driver:
            yield driver

    async def look(self, post: _Post, after: int, limit: int) -> LogPage | None:
        """One look at the log; None where there is no such encounter."""
        async with self.reading() as driver:
            stored = await page_of_log(driver, post.place, after, limit)
        if stored is None:
            return None
        post.seen = max(post.seen, stored.last_event)
        events: list[list[Json]] = []
        for row in stored.rows:
            if events and events[-1][-1]["seq"] >= after + limit:
                break
            events.append(from_json(row.events))
        return LogPage(stored.last_event, stored.is_overdue, stored.rows[: len(events)], tuple(events))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Tell and hear other workers for as long as the block lasts."""
        self._is_stopping = False
        async with asyncio.TaskGroup() as tasks:
            both = [tasks.create_task(self._tell_others()), tasks.create_task(self._hear_others())]
            try:
                yield
            finally:
                self.stop()
                for task in both:
                    task.cancel()

    def stop(self) -> None:
        """Let every reader end, those to come too: the worker is about to stop."""
        self._is_stopping = True
        for reader in self._readers():
            reader.end("stopping")

    @property
    def is_stopping(self) -> bool:
        """Whether the worker is about to stop."""
        return self._is_stopping

    def disclose(self, campaign_id: str, ceiling: Ceiling) -> None:
        """The campaign discloses no more than that: to be called after the commit."""
        for reader in self._readers():
            if reader.grant.campaign_id == campaign_id:
                reader.obey(ceiling)

    def _readers(self) -> list[Reader]:
        return [reader for post in self._posts.values() for reader in post.readers]

    def _call(self, place: Place) -> None:
        if (post := self._posts.get(place)) is not None:
            post.call()

    async def _hear_others(self) -> None:
        while True:
            await self._while_connected(self._hear)

    async def _tell_others(self) -> None:
        while True:
            await self._while_connected(self._tell_and_look)

    async def _while_connected(self, work: _Work) -> None:
        """Do ``work`` on a connection of its own until that is lost, and rest a moment."""
        try:
            async with self._database.connection_apart() as driver:
                await work(driver)
        except DatabaseUnavailable as error:
            log.info("Events are told and heard late until the database answers again: %s", error)
        except Exception:
            log.exception("Events are told and heard late: this worker's %s failed", work)
        await asyncio.sleep(RECONNECT_AFTER)

    async def _hear(self, driver: Driver) -> None:
        await listen(driver, self._heard)
        for post in list(self._posts.values()):
            post.call()  # what was told while nobody listened
        while True:
            await asyncio.sleep(PROBE_EVERY)
            await driver.execute("SELECT 1")

    def _heard(self, teller: int, place: Place) -> None:
        if teller != self._told_by:  # our own readers were called before the others were told
            self._call(place)

    async def _tell_and_look(self, driver: Driver) -> None:
        self._told_by = driver.get_server_pid()
        # A notice that a crash of PostgreSQL loses finds nobody connected anyway.
        await driver.execute("SET synchronous_commit = off")
        clock = asyncio.get_running_loop().time
        next_look = next_look_at_logs = clock()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_look):
                    await self._has_untold.wait()
            if self._untold:
                await asyncio.sleep(GATHER_FOR)
                await self._tell(driver)
            if clock() < next_look:
                continue
            next_look = clock() + LOOK_AT_TOKENS_EVERY
            await self._look_at_tokens(driver)
            if clock() >= next_look_at_logs:
                next_look_at_logs = clock() + LOOK_AT_LOGS_EVERY
                await self._look_at_logs(driver)

    async def _tell(self, driver: Driver) -> None:
        places, self._untold = self._untold, {}
        self._has_untold.clear()
        try:
            await notify(driver, places)
            if self.told_too is not None:
                await self.told_too(driver, places)
        except BaseException:
            self._untold |= places
            self._has_untold.set()
            raise

    async def _look_at_tokens(self, driver: Driver) -> None:
        """End what tokens that were revoked have open; the others obey the ceilings of their campaigns."""
        readers = self._readers()
        tokens = {(reader.grant.campaign_id, reader.grant.token_id) for reader in readers}
        closed = await closed_tokens(driver, tokens) if tokens else ()
        for reader in readers:
            if (reader.grant.campaign_id, reader.grant.token_id) in closed:
                reader.end("revoked")
        campaigns = {campaign for campaign, _ in tokens}
        for campaign, stored in (await disclosures_of(driver, campaigns) if campaigns else {}).items():
            self.disclose(campaign, CEILING.load(stored))

    async def _look_at_logs(self, driver: Driver) -> None:
        """Call those of whose encounter nobody told, end those whose encounter is gone."""
        if not self._posts:
            return
        for place, last_event in (await last_events(driver, list(self._posts))).items():
            post = self._posts.get(place)
            if post is None:
                continue
            if last_event is None:
                for reader in post.readers:
                    reader.end("gone")
            elif last_event > post.seen:
                post.call()
