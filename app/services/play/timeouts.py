"""What nobody answers in time is settled as the policy says: when somebody looks, or by a worker's clock."""

import asyncio
import logging
from datetime import UTC, datetime

from pydantic_core import from_json

from app.persistence.base.session import DatabaseUnavailable, Driver
from app.persistence.play.action_queries import (
    OpenedEncounter,
    open_at_once,
    open_encounter,
    open_overdue,
    result_of,
)
from app.rules.common.errors import RulesError
from app.services.base.refusals import Refused
from app.services.base.service import Estoc
from app.services.dice.draw import Draw
from app.services.play.log_writer import store
from app.services.play.pending import Pending, stored_pending
from app.services.play.suspension import Outcome, carry_on, give_up, wake
from app.services.play.transaction import Transaction

SETTLES_EVERY = 2.0
"""Seconds between two looks of a worker for decisions that ran out of time."""

LOG = logging.getLogger(__name__)


def is_overdue(expires_at: datetime | None, now: datetime) -> bool:
    """Whether something that is waited for until ``expires_at`` has run out of time."""
    return expires_at is not None and expires_at <= now


async def settle(service: Estoc, campaign_id: str, encounter_id: str, *, waits: bool = True) -> None:
    """Settle what has run out of time in the encounter, if anything has; raises DatabaseUnavailable.

    Without ``waits`` it is left to whoever is at it already.
    """
    async with service.database.transaction() as driver:
        find = open_encounter if waits else open_at_once
        opened = await find(driver, campaign_id, encounter_id)
        if opened is not None:
            await _settle(service, driver, campaign_id, encounter_id, opened)
    service.watch.tell((campaign_id, encounter_id))


async def settle_all(service: Estoc) -> int:
    """Settle all that has run out of time and that no other worker is settling; how many encounters.

    Raises DatabaseUnavailable. One that cannot be settled does not keep the others waiting.
    """
    count, defective = 0, list[str]()
    while True:
        encounter_id = ""
        try:
            async with service.database.transaction() as driver:
                found = await open_overdue(driver, datetime.now(UTC), defective)
                if found is None:
                    return count
                encounter_id = found.id
                await _settle(service, driver, found.campaign_id, found.id, found.encounter)
                count += 1
            service.watch.tell((found.campaign_id, found.id))
        except DatabaseUnavailable:
            raise
        except Exception:
            if not encounter_id:
                raise
            LOG.exception("What ran out of time in %s cannot be settled", encounter_id)
            defective.append(encounter_id)


async def keep_settling(service: Estoc) -> None:
    """What each worker does for as long as it lives."""
    while True:
        await asyncio.sleep(SETTLES_EVERY)
        try:
            await settle_all(service)
        except DatabaseUnavailable as error:
            LOG.warning("Decisions that ran out of time wait for the database: %s", error)


async def _settle(
    service: Estoc, driver: Driver, campaign_id: str, encounter_id: str, encounter: OpenedEncounter
) -> None:
    pending, at = stored_pending(encounter.pending), datetime.now(UTC)
    if pending is None or not is_overdue(encounter.pending_expires_at, at):
        return
    shelf = await service.library.shelf_of(campaign_id, encounter.tables)
    opened = Transaction(
        campaign_id,
        encounter_id,
        encounter,
        shelf,
        shelf.codecs.state.load(encounter.state),
        at,
        driver,
        Draw(encounter_id, encounter.dice),
    )
    try:
        outcome = _settled(opened, pending)
    except (RulesError, Refused) as refusal:
        # It cannot be finished: its rules have changed, or a later command of its group is not allowed.
        awaiting = from_json(await result_of(driver, campaign_id, encounter_id, encounter.version))
        outcome = give_up(opened, pending, awaiting, "timeout", str(refusal))
    await store(opened, outcome, pending.token_id)


def _settled(opened: Transaction, pending: Pending) -> Outcome:
    """The server's answers to what has run out of time, and what comes of them."""
    woken = wake(opened, pending)
    server = opened.server(pending.privacy, woken.run.state)
    late = [(decision, request) for decision, request in woken.asked if decision.is_overdue(opened.at)]
    answers = tuple(answer for _, request in late if (answer := server(request)) is not None)
    asked = {"type": "settle", "decisions": [decision.id for decision, _ in late]}
    still_open = tuple(one for one in pending.decisions if not one.is_overdue(opened.at))
    return carry_on(opened, woken, (*woken.suspended.answers, *answers), "settle", asked, still_open)
