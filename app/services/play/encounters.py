"""Encounters: beginning one, and looking at it, its combatants and its log."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from app.persistence.base.key_queries import keep_reply
from app.persistence.base.session import Driver
from app.persistence.play import encounter_queries as queries
from app.persistence.play.action_queries import open_encounter
from app.persistence.play.encounter_queries import NewEncounter
from app.persistence.play.models import ActionRow, EncounterRow
from app.rules.common.errors import RulesError
from app.services.access.etags import Condition
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.action_json import with_events
from app.services.base.idempotency import KeyClaim, Reply, once_kept, replay_or_claim, to_keep
from app.services.base.ids import is_id, new_id
from app.services.base.json_value import Json
from app.services.base.maps import Drawing, grid_of
from app.services.base.refusals import NotFound, Refused, no_encounter
from app.services.base.service import Estoc
from app.services.base.slots import SCENE
from app.services.base.timestamps import written
from app.services.dice.draw import new_seeds
from app.services.dice.policy import BY_THE_SERVER, POLICY, DicePolicy, check_policy, stored_policy
from app.services.packs.cache import Shelf
from app.services.packs.choice import PackChoice, chosen_shelf, hold_shelf
from app.services.play.pending import SaidIn, asked_again, stored_pending
from app.services.play.retelling import retold_rows
from app.services.play.timeouts import is_overdue, settle
from app.services.visibility.log import log_seen
from app.services.visibility.player_state import known_state
from app.services.visibility.redaction import pending_seen, policy_seen
from app.services.visibility.scene import Scene, scene_of
from app.services.visibility.viewer import Sight
from app.services.visibility.views import combatant_view, course_view, status_of
from app.values import replace, value

T = TypeVar("T")


@value
class EncounterBody:
    """What begins an encounter: its ruleset, house rules, what holds for all attacks in it, its map, who
    rolls in it, and with which tables it is played, by default everybody's newest.
    """

    ruleset: str
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    environment: tuple[Mapping[str, Any], ...] = ()
    map: Drawing | None = None
    dice_policy: DicePolicy = BY_THE_SERVER
    table_pack: PackChoice | None = None


async def begin(driver: Driver, shelf: Shelf, campaign_id: str, body: EncounterBody) -> Json:
    """Write a new encounter and return how it looks; raises InvalidDocument for what its game refuses."""
    board = None if body.map is None else grid_of(body.map, "/map")
    state = shelf.beginning({"options": dict(body.options), "environment": body.environment}, board)
    check_policy(body.dice_policy, "/dice_policy")
    policy = POLICY.dump(body.dice_policy).decode()
    row = await begin_with(driver, shelf, campaign_id, state, body.title, policy)
    return encounter_view(row, state, shelf)


async def begin_with(
    driver: Driver, shelf: Shelf, campaign_id: str, state: Any, title: str, policy: str
) -> EncounterRow:
    """Write a new encounter that begins with ``state``; ``policy`` is JSON. Any: the state is the game's.

    Raises NoSuchPack where its tables have been deleted meanwhile.
    """
    await hold_shelf(driver, campaign_id, shelf)
    now = datetime.now(UTC)
    new = NewEncounter(
        campaign_id,
        new_id("enc"),
        shelf.game.id,
        title,
        status_of(state),
        shelf.codecs.state.dump(state).decode(),
        shelf.pack_id,
        shelf.pack_version,
        shelf.tables_hash,
        now,
        now,
        *new_seeds(),
        policy,
    )
    await queries.create_encounter(driver, new)
    return new.row


async def begin_once(
    service: Estoc, grant: Grant, body: EncounterBody, claim: KeyClaim, answer: Callable[[Json], Reply]
) -> Reply:
    """Begin an encounter once, and reply with what ``answer`` makes of it.

    Raises UnknownRuleset, NoSuchPack, PackOfAnotherRuleset, InvalidDocument, RequestInFlight and KeyReused.
    """
    shelf = await chosen_shelf(service, grant.campaign_id, body.ruleset, body.table_pack)
    return await once_kept(lambda: _begin_once(service, shelf, grant, body, claim, answer))


async def _begin_once(
    service: Estoc,
    shelf: Shelf,
    grant: Grant,
    body: EncounterBody,
    claim: KeyClaim,
    answer: Callable[[Json], Reply],
) -> Reply:
    async with service.database.transaction() as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return earlier
        reply = answer(await begin(driver, shelf, grant.campaign_id, body))
        await keep_reply(driver, claim.scope, to_keep(claim, reply))
    return reply


async def delete(service: Estoc, grant: Grant, encounter_id: str, condition: Condition) -> None:
    """Delete an encounter and its log, now or already.

    Raises NotFound, PreconditionMissing, StaleVersion, EncounterBusy and DatabaseUnavailable.
    """
    if not is_id("enc", encounter_id):
        raise no_encounter()
    async with service.turn(encounter_id, None) as until, service.database.transaction(until) as driver:
        opened = await open_encounter(driver, grant.campaign_id, encounter_id)
        if opened is not None:
            condition.check(opened.version)
            await queries.delete_encounter(driver, grant.campaign_id, encounter_id)
        elif not await queries.was_deleted(driver, grant.campaign_id, encounter_id):
            raise no_encounter()
    service.watch.tell((grant.campaign_id, encounter_id))


def encounter_view(row: EncounterRow, state: Any, shelf: Shelf) -> Json:
    """An encounter without its combatants; its options with every default filled in."""
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "title": row.title,
        "status": status_of(state),
        "version": row.version,
        "last_event": row.last_event,
        "options": shelf.codecs.options.complete(state.options),
        "environment": shelf.codecs.state.document(state).get("environment", []),
        "map": shelf.codecs.state.complete(state, {"map"})["map"],
        "combatants": len(state.combatants),
        "dice_policy": POLICY.complete(stored_policy(row.dice_policy)),
        "pending": _pending_view(row),
        **course_view(state, shelf.codecs.state),
        "table_pack": {"id": row.table_pack, "version": row.table_pack_version, "hash": row.tables_hash},
        "created_at": written(row.created_at),
        "updated_at": written(row.updated_at),
    }


def _pending_view(row: EncounterRow) -> Json | None:
    pending = stored_pending(row.pending)
    return None if pending is None else pending.view


@value
class Seen:
    """An encounter as it stands, and who looks at it. Any: the state is the game's own."""

    row: EncounterRow
    shelf: Shelf
    state: Any
    viewer: Grant

    @property
    def view(self) -> Json:
        view = encounter_view(self.row, self.state, self.shelf)
        sight = Sight(self.viewer)
        return view if sight.sees_all else _encounter_seen(view, self._scene, sight)

    def view_in(self, locale: str) -> Json:
        """The same, with what is asked for in the language ``locale``."""
        view = self.view
        if view["pending"] is None:
            return view
        said_in = SaidIn(locale, self.shelf.tables.weapons)
        awaiting = [asked_again(decision, said_in, self.state) for decision in view["pending"]["awaiting"]]
        return {**view, "pending": {**view["pending"], "awaiting": awaiting}}

    @property
    def _scene(self) -> Scene:
        return scene_of(self.state, self.shelf)

    @property
    def known(self) -> "Seen":
        """The same as far as the viewer knows it."""
        return replace(self, state=known_state(self.shelf, self.state, self.viewer))

    @property
    def combatants(self) -> list[Json]:
        """Those that the viewer sees, as it sees them."""
        if is_gm(self.viewer):
            return [combatant_view(one, self.state, self.shelf) for one in self.state.combatants]
        return list(self._scene.seen(Sight(self.viewer))["combatants"].values())

    def combatant(self, name: str) -> Json:
        """One combatant by its id or an external reference; raises NotFound."""
        for combatant in self.state.combatants:
            identity = combatant.identity
            if name != identity.id and all(name != ref.key for ref in identity.external_refs):
                continue
            if is_gm(self.viewer):
                return combatant_view(combatant, self.state, self.shelf)
            for view in self.combatants:
                if view["id"] == identity.id:
                    return view
        raise NotFound("This encounter has no such combatant.", way="combatant")


def _encounter_seen(view: Json, scene: Scene, sight: Sight) -> Json:
    """The encounter without what its viewer may not know; what is not named here is not shown."""
    seen: Json = {name: view[name] for name in _FOR_ALL}
    return {
        **seen,
        **scene.course_seen(sight),
        "combatants": sum(not sight.is_hidden(one) for one in scene.combatants.values()),
        "dice_policy": policy_seen(view["dice_policy"], scene, sight),
        "pending": pending_seen(view["pending"], scene, sight),
    }


_FOR_ALL = (
    "id", "ruleset", "title", "status", "version", "last_event", "options", "environment", "map",
    "table_pack", "created_at", "updated_at",
)  # fmt: skip


async def look(service: Estoc, grant: Grant, encounter_id: str) -> Seen:
    """The encounter; raises NotFound. What ran out of time in it is settled first."""
    return await _seen(service, grant, await _row(service, grant, encounter_id))


async def _row(service: Estoc, grant: Grant, encounter_id: str) -> EncounterRow:
    check_id(encounter_id)
    row = await _read_row(service, grant, encounter_id)
    if is_overdue(row.pending_expires_at, datetime.now(UTC)):
        await settle(service, grant.campaign_id, encounter_id, waits=False)
        row = await _read_row(service, grant, encounter_id)
    return row


async def _read_row(service: Estoc, grant: Grant, encounter_id: str) -> EncounterRow:
    async with service.database.session() as session:
        row = await queries.encounter(session, grant.campaign_id, encounter_id)
    if row is None:
        raise no_encounter()
    return row


async def _seen(service: Estoc, grant: Grant, row: EncounterRow) -> Seen:
    shelf = await service.library.shelf_of(grant.campaign_id, row.tables)
    return _stood(row, shelf, grant)


def _stood(row: EncounterRow, shelf: Shelf, grant: Grant) -> Seen:
    return Seen(row, shelf, shelf.codecs.state.load(row.state), grant)


async def look_at_all(service: Estoc, grant: Grant, before: str | None, limit: int) -> list[Json]:
    """Up to ``limit`` encounters, the newest first, older than the id ``before``."""
    async with service.database.session() as session:
        rows = await queries.encounters(session, grant.campaign_id, before, limit)
    now = datetime.now(UTC)
    settled = [
        await _row(service, grant, row.id) if is_overdue(row.pending_expires_at, now) else row for row in rows
    ]
    shelves = [await service.library.shelf_of(grant.campaign_id, row.tables) for row in settled]

    def views() -> list[Json]:
        return [_stood(row, shelf, grant).view for row, shelf in zip(settled, shelves, strict=True)]

    size = sum(len(row.state) for row in settled) * (1 if is_gm(grant) else SCENE)
    return await service.slots.compute(grant.token_id, views, size=size)


@asynccontextmanager
async def of_campaign(service: Estoc, grant: Grant, encounter_id: str) -> AsyncIterator[None]:
    """Whatever is wrong with a request inside: where the campaign has no such encounter, that is said first.

    Nobody learns from a fault's place what another campaign has, and a good request pays nothing.
    """
    try:
        yield
    except (RulesError, Refused):
        if not is_id("enc", encounter_id):
            raise no_encounter() from None
        key = (grant.campaign_id, encounter_id)
        if not await service.existing.share(key, lambda: _exists(service, *key)):
            raise no_encounter() from None
        raise


async def _exists(service: Estoc, campaign_id: str, encounter_id: str) -> bool:
    async with service.database.session() as session:
        return await queries.encounter(session, campaign_id, encounter_id) is not None


async def shown_of(
    service: Estoc, grant: Grant, encounter_id: str, view: Callable[[Seen], T]
) -> tuple[Seen, T]:
    """The encounter and the ``view`` of it; raises NotFound, ComputingBusy and CallerLeft."""
    seen = await look(service, grant, encounter_id)
    size = SCENE * len(seen.row.state)
    return seen, await service.slots.compute(grant.token_id, lambda: view(seen), size=size)


async def has_left(service: Estoc, grant: Grant, encounter_id: str, combatant_id: str) -> bool:
    """Whether the combatant was removed from the encounter earlier."""
    if not (is_id("enc", encounter_id) and is_id("cmb", combatant_id)):
        return False
    async with service.database.session() as session:
        return await queries.has_left(session, grant.campaign_id, encounter_id, combatant_id)


async def read_action(
    service: Estoc, grant: Grant, encounter_id: str, action_id: str, locale: str | None = None
) -> bytes:
    """One action as it was answered last, its words in ``locale`` if one is given; raises NotFound."""
    encounter = await _row(service, grant, encounter_id)
    if not is_id("act", action_id):
        raise _no_action()
    async with service.database.session() as session:
        row = await queries.action(session, grant.campaign_id, encounter_id, action_id)
        pending = stored_pending(encounter.pending)
        if row is None and pending is not None and pending.action_id == action_id:
            # While it waits, the newest row of the log is the one that says for what.
            rows = await queries.actions(session, grant.campaign_id, encounter_id, encounter.version - 1, 1)
            row = next(iter(rows), None)
        if row is None:
            raise _no_action()
        undos = await queries.ids_of(session, grant.campaign_id, encounter_id, [row.reverted_by])
    shelf = await service.library.shelf_of(grant.campaign_id, encounter.tables)
    (told,) = await _told(service, grant, encounter_id, [row], undos, shelf, locale)
    return told


async def _told(
    service: Estoc,
    grant: Grant,
    encounter_id: str,
    rows: Sequence[ActionRow],
    undos: Mapping[int, str],
    shelf: Shelf,
    locale: str | None,
) -> list[bytes]:
    """What was answered to the GM then, or the same in ``locale``, as the viewer may see it; of an action
    taken back, with the undo.
    """
    size = 0 if locale is None else sum(len(row.result) for row in rows)
    work = partial(retold_rows, rows, undos, locale, shelf)
    results = await service.slots.compute(grant.token_id, work, size=size)
    told = list(zip(rows, results, strict=True))
    if is_gm(grant):
        return [with_events(result, row.events) for row, result in told]
    return await log_seen(service, grant, encounter_id, told)


async def read_log(
    service: Estoc, grant: Grant, encounter_id: str, after: int, limit: int, locale: str | None = None
) -> list[tuple[int, bytes]]:
    """Up to ``limit`` actions after the one numbered ``after``, each with its number; raises NotFound.

    Their words are in ``locale`` if one is given. What was asked and answered on the way to an action's end
    has rows of its own, which are not listed.
    """
    encounter = await _row(service, grant, encounter_id)
    shelf = await service.library.shelf_of(grant.campaign_id, encounter.tables)
    async with service.database.session() as session:
        rows = await queries.actions_done(session, grant.campaign_id, encounter_id, after, limit)
        undos = await queries.ids_of(
            session, grant.campaign_id, encounter_id, [row.reverted_by for row in rows]
        )
    told = await _told(service, grant, encounter_id, rows, undos, shelf, locale)
    return [(row.seq, action) for row, action in zip(rows, told, strict=True)]


def _no_action() -> NotFound:
    return NotFound("This encounter has no such action.", way="action")


def check_id(encounter_id: str) -> None:
    """Raises NotFound for what cannot be an encounter's id."""
    if not is_id("enc", encounter_id):
        raise no_encounter()
