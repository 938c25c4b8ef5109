"""The log, and what is answered to an action, with the eyes of somebody who is not the GM."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

from pydantic_core import from_json

from app.persistence.play.action_queries import LoggedAction
from app.persistence.play.log_queries import StoredRow
from app.persistence.play.models import ActionRow
from app.persistence.visibility.log_queries import StateBefore, state_before
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.action_json import group_body
from app.services.base.idempotency import Reply
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.base.slots import SCENE
from app.services.packs.cache import Shelf
from app.services.visibility.answers import Row, rows_seen
from app.services.visibility.redaction import Told, as_seen
from app.services.visibility.scene import Scene, scene_of
from app.services.visibility.viewer import Sight
from app.services.visibility.views import beginning_of
from app.values import replace


async def events_seen(
    service: Estoc,
    viewer: Grant,
    encounter_id: str,
    rows: Sequence[StoredRow],
    events: Sequence[list[Json]],
    *,
    is_streamed: bool = False,
) -> list[Json]:
    """The ``events`` of ``rows``, which follow one another in the log, as the viewer may see them.

    Raises ComputingBusy, except for a stream, which waits for its turn, and CallerLeft.
    """
    if is_gm(viewer):
        return [*chain.from_iterable(events)]
    if not rows:
        return []
    async with service.watch.reading() as driver:
        before = await state_before(driver, (viewer.campaign_id, encounter_id), rows[0].seq)
    if before is None:
        return []
    shelf = await service.library.shelf_of(viewer.campaign_id, before.tables)
    # A stream of a large fight is not to wait behind what others have computed.
    size = len(before.state) * (1 if is_streamed else SCENE) + sum(len(row.events) for row in rows)

    def work() -> list[Json]:
        told = [
            Told(some, row.privacy, row.token_id, row.actor) for row, some in zip(rows, events, strict=True)
        ]
        return as_seen(told, _scene(shelf, before), Sight(viewer))

    compute = service.slots.compute_for_stream if is_streamed else service.slots.compute
    return await compute(viewer.token_id, work, size=size)


def sees_alike(viewer: Grant, rows: Iterable[StoredRow]) -> Hashable:
    """What is equal for viewers who are shown the same of the events of ``rows``."""
    if is_gm(viewer):
        return "gm"
    own = viewer.token_id if any(row.privacy == "self" for row in rows) else None
    return viewer.controls, viewer.ceiling, own


async def log_seen(
    service: Estoc, viewer: Grant, encounter_id: str, rows: Sequence[tuple[ActionRow, str]]
) -> list[bytes]:
    """Rows of the log, each with its result, as the viewer may see them."""
    if not rows:
        return []
    place = (viewer.campaign_id, encounter_id)
    async with service.watch.reading() as driver:
        before = await state_before(driver, place, rows[0][0].seq)
    if before is None:
        return []
    shelf = await service.library.shelf_of(viewer.campaign_id, before.tables)
    size = SCENE * len(before.state) + sum(len(row.events) + len(result) for row, result in rows)

    def work() -> list[bytes]:
        told = [
            Row(from_json(result), Told(from_json(row.events), row.privacy, row.token_id, row.actor))
            for row, result in rows
        ]
        return rows_seen(told, _scene(shelf, before), Sight(viewer))

    return await service.slots.compute(viewer.token_id, work, size=size)


def reply_seen(
    shelf: Shelf, state: Any, viewer: Grant, actions: Sequence[LoggedAction], reply: Reply, *, is_group: bool
) -> Reply:
    """``reply`` with the ``actions`` as the viewer may see them, who began in ``state``.

    Any: the state is the game's own.
    """
    if reply.body == b"":
        return reply
    rows = [Row.of(action, viewer.token_id) for action in actions]
    seen = rows_seen(rows, scene_of(state, shelf), Sight(viewer))
    return replace(reply, body=group_body(seen, reply.refused) if is_group else seen[-1])


def _scene(shelf: Shelf, stored: StateBefore) -> Scene:
    state = shelf.codecs.state.load(stored.state)
    return scene_of(beginning_of(state, shelf) if stored.is_first else state, shelf)
