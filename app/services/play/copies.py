"""A copy of an encounter with everybody fresh: the same fight before its first blow."""

from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from typing import Annotated, Any, get_args

from pydantic import Field

from app.persistence.base.key_queries import keep_reply
from app.persistence.base.session import Driver
from app.persistence.play.action_queries import open_encounter
from app.rules.resolution.candidates import type_of
from app.services.access.tokens import Grant
from app.services.base.idempotency import KeyClaim, Reply, once_kept, replay_or_claim, to_keep
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.dice.draw import Draw
from app.services.packs.cache import Shelf
from app.services.play.actions import Action, carry_out
from app.services.play.encounters import Seen, begin_with, encounter_view, look
from app.services.play.log_writer import store
from app.services.play.run import PlannedCommand
from app.services.play.transaction import Transaction
from app.services.visibility.views import beginning_of
from app.values import value

_LEFT_OUT = frozenset({"identity", "sheet", "type", "hits", "hp"})
"""Members of the command that lets somebody enter, which a copy does not take from where it stands."""


@value
class CloneBody:
    """The title of the copy, that of the original where none is given."""

    title: Annotated[str, Field(max_length=2_000)] | None = None


async def clone(
    service: Estoc,
    grant: Grant,
    encounter_id: str,
    body: CloneBody,
    claim: KeyClaim,
    answer: Callable[[Json], Reply],
) -> Reply:
    """Begin a copy once: options, map, tables and dice policy, and everybody as the sheets have them, where
    they stand. External references stay with the original. Reply with what ``answer`` makes of it.

    Raises NotFound, RequestInFlight and KeyReused.
    """
    seen = await look(service, grant, encounter_id)
    return await once_kept(lambda: _clone(service, grant, seen, body, claim, answer))


async def _clone(
    service: Estoc,
    grant: Grant,
    seen: Seen,
    body: CloneBody,
    claim: KeyClaim,
    answer: Callable[[Json], Reply],
) -> Reply:
    async with service.database.transaction(is_long=True) as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return earlier
        reply = answer(await _copied(driver, grant, seen, body))
        await keep_reply(driver, claim.scope, to_keep(claim, reply))
    return reply


async def _copied(driver: Driver, grant: Grant, seen: Seen, body: CloneBody) -> Json:
    """The copy as it looks, written with one action by which everybody enters."""
    shelf, original = seen.shelf, seen.row
    title = original.title if body.title is None else body.title
    empty = beginning_of(seen.state, shelf)
    row = await begin_with(driver, shelf, grant.campaign_id, empty, title, original.dice_policy)
    state = empty
    if seen.state.combatants:
        encounter = await open_encounter(driver, grant.campaign_id, row.id)
        assert encounter is not None
        draw = Draw(row.id, encounter.dice)
        row.updated_at = datetime.now(UTC)
        opened = Transaction(grant.campaign_id, row.id, encounter, shelf, empty, row.updated_at, driver, draw)
        command = shelf.codecs.command.read({"type": "sync", "entering": _entering(shelf, seen.state)})
        outcome = carry_out(grant, Action(), opened, empty, (PlannedCommand(new_id("act"), command),))
        await store(opened, outcome, grant.token_id)
        state, row.version, row.last_event = outcome.state, outcome.version, outcome.actions[-1].last_event
    return encounter_view(row, state, shelf)


def _entering(shelf: Shelf, state: Any) -> list[Json]:
    """The commands by which everybody enters anew, mounts before riders. Any: the state is the game's own."""
    ids = {one.id: new_id("cmb") for one in state.combatants}
    add = next(kind for kind in get_args(shelf.game.command) if type_of(kind) == "add")
    members = {part.name for part in fields(add)} - _LEFT_OUT
    mounts_first = sorted(state.combatants, key=lambda one: getattr(one, "mount", None) is not None)
    return [_as_new(shelf, one, members, ids) for one in mounts_first]


def _as_new(shelf: Shelf, combatant: Any, members: set[str], ids: dict[str, str]) -> Json:
    """Any: combatants are the game's own."""
    document: Json = shelf.codecs.combatant.document(combatant)
    identity = {key: part for key, part in document["identity"].items() if key != "external_refs"}
    placed = {name: part for name, part in document.items() if name in members}
    if "mount" in placed:
        placed["mount"] = ids[placed["mount"]]
    own = {**identity, "id": ids[combatant.id]}
    return {"type": "add", "identity": own, "sheet": document["sheet"], **placed}
