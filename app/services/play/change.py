"""The one way in which an encounter changes: one transaction, and only then the answer.

Claim the idempotency key, lock the encounter, compare the version, do the work, write the rows of the log
with the encounter's new state and the reply, commit. A single command of the game is first tried in the state
that this worker holds, to be written together with others (`group_commit`).
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from app.narration.catalogue import FALLBACK
from app.persistence.base.session import Driver
from app.persistence.packs.pack_files import PackKey
from app.persistence.play.action_queries import (
    OpenedEncounter,
    open_encounter,
    open_encounter_with_key,
)
from app.persistence.play.group_queries import GroupedAction, HeldDice, NextRolls
from app.persistence.play.log_queries import Place
from app.rules.common.errors import RulesError
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.action_json import with_events
from app.services.base.idempotency import KeyClaim, KeyOfAnother, Reply, once_kept, replay_or_claim, to_keep
from app.services.base.ids import is_id
from app.services.base.refusals import DecisionPending, Refused, StaleVersion, no_encounter
from app.services.base.service import Estoc
from app.services.dice.draw import Draw
from app.services.packs.cache import Shelf
from app.services.play.external_refs import check_unused
from app.services.play.log_writer import moves_alone, store
from app.services.play.pending import stored_pending
from app.services.play.suspension import Outcome
from app.services.play.timeouts import is_overdue, settle
from app.services.play.transaction import Transaction
from app.services.visibility.log import reply_seen
from app.services.visibility.refusals import saying_nothing_unknown
from app.values import replace, value


@value
class ChangeRequest:
    """Who wants an encounter changed: ``expected_versions`` are what If-Match allows, None any; a
    ``condition`` raises where the encounter does not meet it (its version and state). Without a ``claim`` the
    request is not kept. It is told in the language ``locale``. ``external_refs`` are what other systems call
    it. Of its ``kind``: a single command of the game reads nothing but the encounter, and answers are given
    while somebody is waited for. Any: the state is the game's own.
    """

    grant: Grant
    encounter_id: str
    expected_versions: frozenset[int] | None = None
    claim: KeyClaim | None = None
    locale: str = FALLBACK
    condition: Callable[[int, Any, Shelf], None] | None = None
    external_refs: tuple[str, ...] = ()
    kind: Literal["command", "answer", "other"] = "other"

    @property
    def place(self) -> Place:
        return self.grant.campaign_id, self.encounter_id


Work: TypeAlias = Callable[[Transaction], Awaitable[Outcome | Reply]]
"""What is to be done, with the reply to it; the reply alone where nothing is to be stored."""


class _Overdue(Exception):
    """Somebody has been waited for too long: that is settled first."""


class _TablesAway(Exception):
    """The encounter's tables are not in memory: they are fetched while nothing is locked."""

    def __init__(self, tables: PackKey) -> None:
        super().__init__(tables.id)
        self.tables = tables


async def change(service: Estoc, wanted: ChangeRequest, work: Work) -> Reply:
    """Do ``work`` on the encounter, once, and reply.

    Raises what the work raises, NotFound, StaleVersion, DecisionPending, KeyReused, RequestInFlight,
    SentBefore, EncounterBusy and DatabaseUnavailable; then nothing is stored.
    """
    if not is_id("enc", wanted.encounter_id):
        raise no_encounter()
    async with service.turn(wanted.encounter_id, wanted.claim and wanted.claim.scope) as until:
        if (reply := await _in_group(service, wanted, work, until)) is not None:
            return reply
        return await once_kept(lambda: _in_time(service, wanted, work, until))


async def _in_group(service: Estoc, wanted: ChangeRequest, work: Work, until: float) -> Reply | None:
    """The reply to a command done in the state that is held, and written together with others.

    None where it is to be done the other way, which finds the newest state and says why anything is refused;
    then nothing is stored. Raises DatabaseUnavailable.
    """
    group, claim = service.group, wanted.claim
    if group is None or claim is None or (held := group.held(wanted.place)) is None:
        return None
    if wanted.kind != "command":  # it changes more than a state
        group.drop(wanted.place)
        return None
    encounter = held.encounter
    if held.key == claim.scope or not _is_expected(wanted, encounter):
        return None
    shelf = service.library.at_hand(wanted.grant.campaign_id, encounter.tables)
    if shelf is None:
        return None
    draw, at = Draw(wanted.encounter_id, encounter.dice), datetime.now(UTC)
    transaction = Transaction(*wanted.place, encounter, shelf, held.state, at, None, draw, wanted.locale)
    try:
        outcome = await done(transaction, wanted.grant, work)
    except (RulesError, Refused):
        return None
    if isinstance(outcome, Reply) or outcome.reply is None or not moves_alone(transaction, outcome):
        return None
    dice, (next_open, next_hidden) = encounter.dice, draw.next_rolls
    action = GroupedAction(
        transaction.origin(wanted.grant.token_id, claim.scope.key),
        outcome.actions[0],
        HeldDice(dice.number, dice.salt),
        NextRolls(next_open, next_hidden),
        claim.scope,
        to_keep(claim, outcome.reply),
    )
    if not await group.write(action, until):
        group.drop(wanted.place)
        return None
    group.hold(transaction, outcome, claim.scope)
    service.watch.tell(wanted.place)
    return whole_reply(outcome)


def _is_expected(wanted: ChangeRequest, encounter: OpenedEncounter) -> bool:
    return wanted.expected_versions is None or encounter.version in wanted.expected_versions


async def _in_time(service: Estoc, wanted: ChangeRequest, work: Work, until: float) -> Reply:
    """The reply, once the tables are at hand and what ran out of time is settled."""
    fetched: Shelf | None = None
    while True:
        try:
            return await _transact(service, wanted, work, fetched, until)
        except _TablesAway as away:
            fetched = await service.library.fetch(wanted.grant.campaign_id, away.tables)
            until = service.database.from_now  # it answers, and what was made of the tables took our time
        except KeyOfAnother:
            assert wanted.claim is not None
            assert wanted.claim.own is not None
            own = replace(wanted.claim, scope=wanted.claim.own, own=None)
            wanted = replace(wanted, claim=own)
        except _Overdue:
            await settle(service, *wanted.place)
            until = service.database.from_now


async def _transact(
    service: Estoc, wanted: ChangeRequest, work: Work, fetched: Shelf | None, until: float
) -> Reply:
    async with service.database.transaction(until) as driver:
        encounter = await _open(driver, wanted)
        if isinstance(encounter, Reply):
            return encounter
        at = datetime.now(UTC)
        if encounter.pending is not None and is_overdue(encounter.pending_expires_at, at):
            raise _Overdue
        # Whoever sends it after somebody else knows neither the version nor what is waited for by then.
        await check_unused(driver, *wanted.place, wanted.external_refs)
        if not _is_expected(wanted, encounter):
            raise StaleVersion(encounter.version)
        if encounter.pending is not None and wanted.kind != "answer":
            raise decision_pending(encounter.pending, wanted.grant)
        shelf = fetched or service.library.at_hand(wanted.grant.campaign_id, encounter.tables)
        if shelf is None:
            raise _TablesAway(encounter.tables)
        draw, state = Draw(wanted.encounter_id, encounter.dice), shelf.codecs.state.load(encounter.state)
        transaction = Transaction(*wanted.place, encounter, shelf, state, at, driver, draw, wanted.locale)
        outcome = await done(transaction, wanted.grant, work)
        if isinstance(outcome, Reply):
            return outcome
        await _write(transaction, wanted, outcome)
    if service.group is not None and wanted.kind == "command":
        service.group.hold(transaction, outcome, wanted.claim and wanted.claim.scope)
    service.watch.tell(wanted.place)
    return whole_reply(outcome)


async def done(transaction: Transaction, viewer: Grant, work: Work) -> Outcome | Reply:
    """What ``work`` comes to, and the reply as the viewer may see it: the GM's is the log's own. Others are
    refused in words that give nothing away.
    """
    if is_gm(viewer):
        return await work(transaction)
    with saying_nothing_unknown():
        outcome = await work(transaction)
    if isinstance(outcome, Reply) or outcome.reply is None or not outcome.done:
        return outcome
    shelf, state = transaction.shelf, transaction.state
    is_group = outcome.is_group and outcome.pending is None
    reply = reply_seen(shelf, state, viewer, outcome.done, outcome.reply, is_group=is_group)
    return replace(outcome, reply=reply)


def whole_reply(outcome: Outcome) -> Reply:
    """The reply to what is stored now; a body that is left open is the result of its last action."""
    reply, last = outcome.reply, outcome.actions[-1]
    assert reply is not None
    return reply if reply.body is not None else replace(reply, body=with_events(last.result, last.events))


async def _write(transaction: Transaction, wanted: ChangeRequest, outcome: Outcome) -> None:
    claim, token_id = wanted.claim, outcome.token_id or wanted.grant.token_id
    if claim is None or outcome.reply is None:
        await store(transaction, outcome, token_id)
    else:
        kept = to_keep(claim, outcome.reply)
        await store(transaction, outcome, token_id, claim.scope.key, claim.scope, kept)


async def _open(driver: Driver, wanted: ChangeRequest) -> OpenedEncounter | Reply:
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
