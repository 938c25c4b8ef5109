"""Actions of many encounters committed together: one statement and one wait for the disk for all of them.

A worker holds the encounters that it has changed last, as they stood then. An action is played in the held
state, without asking the database, and written only where nothing has changed since
(`docs/decisions/0022-group-commit.md`). Whatever is not written so is done the other way, from the start.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from typing import Any

from asyncpg import PostgresError

from app.persistence.base.key_queries import KeyScope
from app.persistence.base.session import Database, DatabaseUnavailable
from app.persistence.play.action_queries import OpenedEncounter
from app.persistence.play.group_queries import GroupedAction, write_group
from app.persistence.play.log_queries import Place
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction
from app.values import replace, value

AT_ONCE = 64
"""Actions that are written together at most; those that come meanwhile are the next group."""
HELD_CHARACTERS = 32_000_000
"""Of the states that a worker holds, as they are stored."""

LOG = logging.getLogger(__name__)


@value
class HeldEncounter:
    """An encounter as an action of this worker left it, asked for under ``key``; ``state`` is that of
    ``encounter``, read. Any: the state is the game's own.
    """

    encounter: OpenedEncounter
    state: Any
    key: KeyScope | None


class GroupCommit:
    """What one worker holds, and its writer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: OrderedDict[Place, HeldEncounter] = OrderedDict()
        self._characters = 0
        self._waiting: deque[_Waiting] = deque()
        self._writer: asyncio.Task[None] | None = None

    def held(self, place: Place) -> HeldEncounter | None:
        """The encounter as it was last, if it is held."""
        return self._held.get(place)

    def hold(self, transaction: Transaction, outcome: Outcome, key: KeyScope | None) -> None:
        """Hold the encounter as the ``outcome`` of a command of the game leaves it, unless anything but that
        has changed of it.
        """
        place = (transaction.campaign_id, transaction.encounter_id)
        self.drop(place)
        was, status = transaction.encounter, outcome.standing.status
        if outcome.pending is not None or outcome.refused is not None or status == "ended":
            return
        last = outcome.actions[-1]
        next_open, next_hidden = transaction.draw.next_rolls
        encounter = replace(
            was,
            version=last.seq,
            last_event=last.last_event,
            state=last.state_after,
            status=status,
            pending=None,
            pending_expires_at=None,
            dice=replace(was.dice, next_open=next_open, next_hidden=next_hidden),
        )
        self._held[place] = HeldEncounter(encounter, outcome.state, key)
        self._characters += len(encounter.state)
        while self._characters > HELD_CHARACTERS:
            self.drop(next(iter(self._held)))

    def drop(self, place: Place) -> None:
        """Hold the encounter no longer."""
        if (held := self._held.pop(place, None)) is not None:
            self._characters -= len(held.encounter.state)

    async def write(self, wanted: GroupedAction, until: float) -> bool:
        """Write the action with those that wait beside it; False where it was not to be written.

        Raises DatabaseUnavailable, about when the loop's time is ``until``: then nobody knows, and its key
        tells.
        """
        waiting = _Waiting(wanted, until, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all(), name="group commit")
        return await waiting.is_written

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                group = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                group = [one for one in group if not one.is_written.done()]  # whoever left wants nothing
                if group:
                    await self._write(group)
        finally:
            self._writer = None

    async def _write(self, group: list["_Waiting"]) -> None:
        unavailable: DatabaseUnavailable | None = None
        ids: set[str] = set()
        try:
            # The first of them has waited longest: nobody waits longer than alone.
            async with self._database.reading(group[0].until) as driver:
                ids.update(await write_group(driver, [one.wanted for one in group]))
        except DatabaseUnavailable as error:
            unavailable = error
        except PostgresError:
            LOG.exception("A group of %s actions was not written; each goes on alone", len(group))
        for one in group:
            if one.is_written.done():
                continue
            if unavailable is None:
                one.is_written.set_result(one.wanted.action.id in ids)
            else:
                one.is_written.set_exception(unavailable)


@value(eq=False)
class _Waiting:
    """An action that waits to be written, until when, and who waits to hear whether it was."""

    wanted: GroupedAction
    until: float
    is_written: asyncio.Future[bool]
