"""Sending events to webhooks: signed, in order, again and again until they are taken.

The log is what is to be sent, and a webhook's place in each encounter how far it has come, so nothing is
written for it when an action is: an action that was committed is sent whoever is killed then.
"""

from datetime import UTC, datetime, timedelta

from pydantic_core import from_json, to_json
from standardwebhooks import Webhook as Signer

from app.persistence.outgoing import webhook_queries as queries
from app.persistence.outgoing.job_queries import Job
from app.persistence.outgoing.webhook_queries import Sending, Unsent
from app.persistence.play.log_queries import StoredRow
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.service import ENGINE_VERSION, Estoc
from app.services.base.timestamps import written
from app.services.outgoing.egress import Undeliverable
from app.services.outgoing.jobs import Again, Done, Failed, Outcome
from app.services.visibility.log import events_seen

TYPE = "encounter.events"
ACTIONS_A_TURN = 20
LOOK_FOR_UNSENT_EVERY = timedelta(seconds=10)
"""How late the events of a worker are sent that was killed after its commit."""
NOTED_WITHIN = timedelta(seconds=5)
"""After the answer, until it is written down; then another worker takes this one for dead."""
GONE = 410


async def deliver(service: Estoc, job: Job) -> Outcome:
    """Send what a webhook has not sent yet, one action at a time; the next one once this one is taken.

    After some it is the turn of other jobs, so that a slow receiver does not keep them waiting.
    """
    async with service.database.reading() as driver:
        sending = await queries.read_sending(driver, job.campaign_id, job.key)
        if sending is None or not service.egress.is_on:
            return Done()
        if sending.is_revoked:
            reason = "the token that made it was revoked"
            await queries.note_failure(driver, job.campaign_id, job.key, reason, reason)
            return Done()
        actions = await queries.unsent(driver, job.campaign_id, job.key, ACTIONS_A_TURN)
    for action in actions:
        if not await service.jobs.hold_on(job, service.egress.within + NOTED_WITHIN):
            return Done()  # another worker has it
        if (failed := await _send(service, job, sending, action)) is not None:
            return failed
    return Again(timedelta()) if len(actions) == ACTIONS_A_TURN else Done()


async def _send(service: Estoc, job: Job, sending: Sending, action: Unsent) -> Outcome | None:
    """Send one action's events; None when they were taken."""
    body = await _message(service, job.campaign_id, sending, action)
    headers = _headers(sending, f"msg_{action.action_id.removeprefix('act_')}", body)
    try:
        status = await service.egress.post(sending.url, headers, body)
    except Undeliverable as error:
        return await _note_failure(service, job, sending, str(error))
    if not 200 <= status < 300:
        return await _note_failure(service, job, sending, f"HTTP {status}", is_gone=status == GONE)
    async with service.database.reading() as driver:
        await queries.note_sent(driver, job.campaign_id, job.key, action, f"HTTP {status}")
    return None


async def _message(service: Estoc, campaign_id: str, sending: Sending, action: Unsent) -> bytes:
    """The body: the events as the webhook's maker sees them."""
    whose = (sending.token_id, sending.role, sending.scopes, sending.controls, sending.disclosure)
    viewer = Grant.stored(campaign_id, *whose)
    told: list[Json] = from_json(action.events)
    row = StoredRow(action.seq, action.events, action.privacy, action.token_id, action.actor)
    events = await events_seen(service, viewer, action.encounter_id, [row], [told])
    at = written(action.at)
    about = {"campaign_id": campaign_id, "encounter_id": action.encounter_id, "action_id": action.action_id}
    return to_json({"type": TYPE, "timestamp": at, "data": {**about, "events": events}})


def _headers(sending: Sending, message_id: str, body: bytes) -> dict[str, str]:
    """The headers of Standard Webhooks; during a rotation both secrets sign."""
    now = datetime.now(UTC)
    signatures = [
        Signer(secret).sign(message_id, now, body.decode())
        for secret in (sending.secret, sending.previous_secret)
        if secret is not None
    ]
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Estoc/{ENGINE_VERSION}",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


async def _note_failure(
    service: Estoc, job: Job, sending: Sending, outcome: str, *, is_gone: bool = False
) -> Outcome:
    """Try again later, or give the webhook up after the last pause of `Egress.pauses`."""
    pauses = service.egress.pauses
    reason = None
    if is_gone:
        reason = "the receiver says that it is gone (HTTP 410)"
    elif sending.failures >= len(pauses):
        reason = f"{sending.failures + 1} failures in a row, the last one: {outcome}"
    async with service.database.reading() as driver:
        await queries.note_failure(driver, job.campaign_id, job.key, outcome, reason)
    return Done() if reason else Failed(outcome, pauses[sending.failures])


async def look_for_unsent(service: Estoc, _job: Job) -> Outcome:
    """Have sent what was committed by a worker that was killed before it could ask for that."""
    if service.egress.is_on:
        async with service.database.reading() as driver:
            if await queries.ask_to_send_unsent(driver):
                service.jobs.wake()
    return Again(LOOK_FOR_UNSENT_EVERY)
