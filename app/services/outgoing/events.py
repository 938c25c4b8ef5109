"""Events: a page of the log, and following it as it grows."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from app.persistence.base.session import DatabaseUnavailable
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound, Unauthenticated
from app.services.base.service import Estoc
from app.services.outgoing.watch import Reader
from app.services.play.encounters import check_id
from app.services.play.timeouts import settle
from app.services.visibility.log import events_seen
from app.services.visibility.redaction import reset

ACTIONS_A_LOOK = 50
"""Whose events are read and sent together; what a slow reader keeps in memory is never more."""
TRY_AGAIN_AFTER = 1.0
"""Seconds between two looks of a stream while the database does not answer."""


async def read_events(
    service: Estoc, grant: Grant, encounter_id: str, after: int, limit: int, wait: float
) -> list[Json]:
    """Up to ``limit`` events after the one numbered ``after``; a `reset` where that is beyond the newest.

    Where there are none yet, up to ``wait`` seconds pass until there are; no connection is held meanwhile.
    Raises NotFound, Unauthenticated when the token is revoked meanwhile, and DatabaseUnavailable.
    """
    check_id(encounter_id)
    clock = asyncio.get_running_loop().time
    give_up = clock() + wait
    with service.watch.reader(grant, encounter_id) as reader:
        while True:
            page = await reader.read(after, limit)
            if page.is_overdue:
                await settle(service, grant.campaign_id, encounter_id)
                page = await reader.read(after, limit)
            if after > page.last_event:
                return [reset(page.last_event)]
            if page.events or not await reader.is_called(max(0.0, give_up - clock())):
                reader.check()
                return await events_seen(service, reader.grant, encounter_id, page.events[:limit], after)


async def check_readable(service: Estoc, grant: Grant, encounter_id: str) -> None:
    """Raises NotFound where there is no such encounter, and DatabaseUnavailable."""
    check_id(encounter_id)
    with service.watch.reader(grant, encounter_id) as reader:
        await reader.read(0, 0)


async def follow(
    service: Estoc, grant: Grant, encounter_id: str, after: int | None
) -> AsyncGenerator[list[Json], None]:
    """The events after the one numbered ``after`` as they come, some at a time; a `reset` first where
    ``after`` is beyond the newest, or None, which stands for what is no number; another `reset` when the
    campaign's ceiling changes what the viewer sees.

    Ends when the token is revoked, the encounter is gone or the worker stops; what it could not read it reads
    once the database answers again.
    """
    with service.watch.reader(grant, encounter_id) as reader, suppress(NotFound, Unauthenticated):
        ceiling = grant.ceiling
        while reader.ended is None:
            try:
                page = await reader.read(after or 0, ACTIONS_A_LOOK)
                viewer = reader.grant
                seen = await events_seen(
                    service, viewer, encounter_id, page.events, after or 0, is_streamed=True
                )
            except DatabaseUnavailable:
                await _rest(reader)
                continue
            has_changed = viewer.ceiling != ceiling and not is_gm(viewer)
            if after is None or after > page.last_event or has_changed:
                after, ceiling = page.last_event, viewer.ceiling
                yield [reset(after)]
            elif page.events:
                after = page.events[-1]["seq"]
                yield seen
            else:
                await reader.is_called()


async def _rest(reader: Reader) -> None:
    """Wait a moment, or less when all has ended."""
    give_up = asyncio.get_running_loop().time() + TRY_AGAIN_AFTER
    while (left := give_up - asyncio.get_running_loop().time()) > 0 and reader.ended is None:
        reader.awake.clear()
        await reader.is_called(left)
