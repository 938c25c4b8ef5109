"""Events: a page of the log, and following it as it grows."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from functools import partial

from app.persistence.base.session import DatabaseUnavailable
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound, Unauthenticated
from app.services.base.service import Estoc
from app.services.outgoing.watch import LogPage, Reader
from app.services.play.encounters import check_id
from app.services.play.timeouts import settle
from app.services.visibility.log import events_seen, sees_alike
from app.services.visibility.redaction import reset

EVENTS_A_LOOK = 100
"""Whose rows are read and sent together; what a slow reader keeps in memory is never more."""
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
            if page.rows or not await reader.is_called(max(0.0, give_up - clock())):
                reader.check()
                seen = await events_seen(service, reader.grant, encounter_id, page.rows, page.events)
                return [event for event in seen if event["seq"] > after][:limit]


async def check_readable(service: Estoc, grant: Grant, encounter_id: str) -> None:
    """Raises NotFound where there is no such encounter, and DatabaseUnavailable."""
    check_id(encounter_id)
    with service.watch.reader(grant, encounter_id) as reader:
        await reader.read(0, 0)


async def follow(
    service: Estoc,
    grant: Grant,
    encounter_id: str,
    after: int | None,
    written: Callable[[Sequence[Json]], bytes],
) -> AsyncGenerator[bytes, None]:
    """The events after the one numbered ``after`` as they come, some at a time, as they are ``written``, once
    for all who are shown the same.

    A `reset` comes first where ``after`` is beyond the newest, or None, which stands for what is no number;
    another one when the campaign's ceiling changes what the viewer sees.
    Ends when the token is revoked, the encounter is gone or the worker stops; what it could not read it reads
    once the database answers again.
    """

    async def write(page: LogPage, viewer: Grant, after: int) -> bytes:
        seen = await events_seen(service, viewer, encounter_id, page.rows, page.events, is_streamed=True)
        return written([event for event in seen if event["seq"] > after])

    with service.watch.reader(grant, encounter_id) as reader, suppress(NotFound, Unauthenticated):
        ceiling = grant.ceiling
        while reader.ended is None:
            try:
                page = await reader.read(after or 0, EVENTS_A_LOOK)
                viewer, seen = reader.grant, b""
                if page.rows:
                    alike = sees_alike(viewer, page.rows)
                    seen = await page.shared_by(alike, partial(write, page, viewer, after or 0))
            except DatabaseUnavailable:
                await _rest(reader)
                continue
            has_changed = viewer.ceiling != ceiling and not is_gm(viewer)
            if after is None or after > page.last_event or has_changed:
                after, ceiling = page.last_event, viewer.ceiling
                yield written([reset(after)])
            elif page.rows:
                after = page.newest
                yield seen
            if not page.rows or after >= page.last_event:  # whatever has come since the look has called
                await reader.is_called()


async def _rest(reader: Reader) -> None:
    """Wait a moment, or less when all has ended."""
    give_up = asyncio.get_running_loop().time() + TRY_AGAIN_AFTER
    while (left := give_up - asyncio.get_running_loop().time()) > 0 and reader.ended is None:
        reader.awake.clear()
        await reader.is_called(left)
