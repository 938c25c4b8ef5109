"""The one way in which an encounter changes: one transaction, and only then the answer.

Claim the idempotency key, lock the encounter, compare the version, do the work, write the rows of the log
with the encounter's new state and the reply, commit.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeAlias

from app.narration.catalogue import FALLBACK
from app.persistence.base.session import Driver
from app.persistence.packs.pack_files import PackKey
from app.persistence.play.action_queries import (
    OpenedEncounter,
    open_encounter,
    open_encounter_with_key,
)
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.action_json import with_events
from app.services.base.idempotency import KeyClaim, KeyOfAnother, Reply, once_kept, replay_or_claim, to_keep
from app.services.base.ids import is_id
from app.services.base.refusals import DecisionPending, StaleVersion, no_encounter
from app.services.base.service import Estoc
from app.services.dice.draw import Draw
from app.services.packs.cache import Shelf
from app.services.play.external_refs import check_unused
from app.services.play.log_writer import store
from app.services.play.opened import Opened
from app.services.play.pending import stored_pending
from app.services.play.suspension import Acted
from app.services.play.timeouts import is_overdue, settle
from app.services.visibility.log import reply_seen
from app.services.visibility.refusals import saying_nothing_unknown
from app.values import replace, value


@value
class Wanted:
    """Who wants an encounter changed: ``expected_versions`` are what If-Match allows, None any; without a
    ``claim`` the request is not kept. It is told in the language ``locale``. ``external_refs`` are what other
    systems call it.
    """

    grant: Grant
    encounter_id: str
    expected_versions: frozenset[int] | None = None
    claim: KeyClaim | None = None
    locale: str = FALLBACK
    external_refs: tuple[str, ...] = ()


@value
class Changed:
    """What the work came to, None where nothing is to be stored, and the reply to it; ``token_id`` is whose
    actions they are, the caller's where None.
    """

    acted: Acted | None
    reply: Reply
    token_id: str | None = None


Work: TypeAlias = Callable[[Opened], Awaitable[Changed]]


class _Overdue(Exception):
    """Somebody has been waited for too long: that is settled first."""


class _TablesAway(Exception):
    """The encounter's tables are not in memory: they are fetched while nothing is locked."""

    def __init__(self, tables: PackKey) -> None:
        super().__init__(tables.id)
        self.tables = tables


async def change(service: Estoc, wanted: Wanted, work: Work, *, is_answer: bool = False) -> Reply:
    """Do ``work`` on the encounter, once, and reply; ``is_answer`` work is done while somebody is waited for.

    Raises what the work raises, NotFound, StaleVersion, DecisionPending, KeyReused, RequestInFlight,
    SentBefore, EncounterBusy and DatabaseUnavailable; then nothing is stored.
    """
    if not is_id("enc", wanted.encounter_id):
        raise no_encounter()
    async with service.turn(wanted.encounter_id, wanted.claim and wanted.claim.scope) as until:
        return await once_kept(lambda: _in_time(service, wanted, work, until, is_answer=is_answer))


async def _in_time(service: Estoc, wanted: Wanted, work: Work, until: float, *, is_answer: bool) -> Reply:
    """The same, once the tables are at hand and what ran out of time is settled."""
    fetched: Shelf | None = None
    while True:
        try:
            return await _transact(service, wanted, work, fetched, until, is_answer=is_answer)
        except _TablesAway as away:
            fetched = await service.library.fetch(wanted.grant.campaign_id, away.tables)
            until = service.database.from_now  # it answers, and what was made of the tables took our time
        except KeyOfAnother:
            assert wanted.claim is not None
            assert wanted.claim.own is not None
            own = replace(wanted.claim, scope=wanted.claim.own, own=None)
            wanted = replace(wanted, claim=own)
        except _Overdue:
            await settle(service, wanted.grant.campaign_id, wanted.encounter_id)
            until = service.database.from_now


async def _transact(
    service: Estoc, wanted: Wanted, work: Work, fetched: Shelf | None, until: float, *, is_answer: bool
) -> Reply:
    async with service.database.transaction(until) as driver:
        encounter = await _open(driver, wanted)
        if isinstance(encounter, Reply):
            return encounter
        at = datetime.now(UTC)
        if encounter.pending is not None and is_overdue(encounter.pending_expires_at, at):
            raise _Overdue
        # Whoever sends it after somebody else knows neither the version nor what is waited for by then.
        await check_unused(driver, wanted.grant.campaign_id, wanted.encounter_id, wanted.external_refs)
        if wanted.expected_versions is not None and encounter.version not in wanted.expected_versions:
            raise StaleVersion(encounter.version)
        if encounter.pending is not None and not is_answer:
            raise decision_pending(encounter.pending, wanted.grant)
        shelf = fetched or service.library.at_hand(wanted.grant.campaign_id, encounter.tables)
        if shelf is None:
            raise _TablesAway(encounter.tables)
        draw = Draw(wanted.encounter_id, encounter.dice)
        opened = Opened(
            wanted.grant.campaign_id, wanted.encounter_id, encounter, shelf, at, driver, draw, wanted.locale
        )
        changed = _told_to(wanted.grant, opened, await _done(wanted.grant, work, opened))
        if changed.acted is None:
            return changed.reply
        await _write(opened, wanted, changed, changed.acted)
    service.watch.tell((wanted.grant.campaign_id, wanted.encounter_id))
    reply, last = changed.reply, changed.acted.actions[-1]
    return reply if reply.body is not None else replace(reply, body=with_events(last.result, last.events))


async def _done(viewer: Grant, work: Work, opened: Opened) -> Changed:
    """What ``work`` comes to; whoever is not the GM is refused in words that give nothing away."""
    if is_gm(viewer):
        return await work(opened)
    with saying_nothing_unknown():
        return await work(opened)


def _told_to(viewer: Grant, opened: Opened, changed: Changed) -> Changed:
    """The reply as the caller may see it; the GM's is the log's own."""
    acted = changed.acted
    if acted is None or not acted.done or is_gm(viewer):
        return changed
    state = opened.shelf.codecs.state.load(opened.encounter.state)
    is_group = acted.is_group and acted.pending is None
    reply = reply_seen(opened.shelf, state, viewer, acted.done, changed.reply, is_group=is_group)
    return replace(changed, reply=reply)


async def _write(opened: Opened, wanted: Wanted, changed: Changed, acted: Acted) -> None:
    claim = wanted.claim
    token_id = changed.token_id or wanted.grant.token_id
    key, kept = claim and claim.scope.key, claim and to_keep(claim, changed.reply)
    await store(opened, acted, token_id, key, claim and claim.scope, kept)


async def _open(driver: Driver, wanted: Wanted) -> OpenedEncounter | Reply:
    """The encounter, locked; or the reply that the same request had before."""
    claim = wanted.claim
    if claim is None:
        opened = await open_encounter(driver, wanted.grant.campaign_id, wanted.encounter_id)
    else:
        opened = await open_encounter_with_key(driver, claim.scope, wanted.encounter_id)
        if opened is None:
            if (reply := await replay_or_claim(driver, claim)) is not None:
                return reply
            # Whoever had the key has been refused meanwhile and let go of it; it is ours now.
            opened = await open_encounter(driver, wanted.grant.campaign_id, wanted.encounter_id)
    if opened is None:
        raise no_encounter()
    return opened


def decision_pending(text: str, viewer: Grant) -> DecisionPending:
    """The refusal of everything but answers to what is waited for, which ``text`` (JSON) says."""
    pending = stored_pending(text)
    assert pending is not None
    if not is_gm(viewer):
        return DecisionPending("Somebody is waited for; nothing else happens meanwhile.")
    asked = ", ".join(decision.purpose for decision in pending.decisions)
    return DecisionPending(
        "Answer what is waited for first ({asked}), or cancel the action.",
        way="asked",
        asked=asked,
        action_id=pending.action_id,
    )
