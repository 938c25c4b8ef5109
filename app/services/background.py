"""What workers do in the background, by kind."""

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

from app.persistence.base.session import Driver
from app.persistence.outgoing import expiry_queries
from app.persistence.outgoing.job_queries import Job
from app.persistence.outgoing.webhook_queries import KIND as WEBHOOK
from app.persistence.outgoing.webhook_queries import ask_to_send
from app.persistence.play.log_queries import Place
from app.persistence.simulations.queries import KIND as SIMULATION
from app.services.base.service import Estoc
from app.services.outgoing.deliveries import deliver, look_for_unsent
from app.services.outgoing.jobs import Again, Outcome, Perform
from app.services.simulations.job import compute

UNSENT, EXPIRY = "look-for-unsent", "forget-expired"
FORGET_EVERY = timedelta(hours=1)
FORGOTTEN_AT_ONCE = 10_000
REPEATED = (UNSENT, EXPIRY)


def kinds(service: Estoc) -> Mapping[str, Perform]:
    """Who does which kind of job."""
    return {
        WEBHOOK: partial(deliver, service),
        UNSENT: partial(look_for_unsent, service),
        EXPIRY: partial(forget_expired, service),
        SIMULATION: partial(compute, service),
    }


@asynccontextmanager
async def working(service: Estoc) -> AsyncIterator[None]:
    """Call those who wait for events, and do jobs, for as long as the block lasts."""
    if service.egress.is_on:
        service.watch.told_too = partial(_ask_for_deliveries, service)
    try:
        async with service.jobs.open(kinds(service), REPEATED), service.watch.open():
            yield
    finally:
        service.computing.close()
        service.slots.close()


async def _ask_for_deliveries(service: Estoc, driver: Driver, places: Collection[Place]) -> None:
    if await ask_to_send(driver, {campaign for campaign, _ in places}):
        service.jobs.wake()


async def forget_expired(service: Estoc, _job: Job) -> Outcome:
    """Delete what has expired: tickets, keys not fetched, simulations, replies under idempotency keys."""
    async with service.database.reading(is_long=True) as driver:
        is_all = await expiry_queries.forget_expired(driver, FORGOTTEN_AT_ONCE)
    return Again(FORGET_EVERY if is_all else timedelta())
