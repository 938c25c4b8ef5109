"""Tickets: what a browser's EventSource comes with in the place of a token."""

import asyncio

from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.caller import Caller
from tests.api.conftest import settings_for
from tests.api.listening import UNKNOWN, caller_at, listening, numbers, query, revoke, stream


async def ticket_for(gm: Caller, encounter: str) -> str:
    answer = await gm.post("/stream-tickets", {"encounter_id": encounter})
    assert answer.status_code == 201, answer.text
    return answer.json()["ticket"]


async def status(anybody: Caller, encounter: str, ticket: str) -> tuple[int, str]:
    """What a stream asked for with a ticket is answered, without listening to it."""
    async with stream(anybody, encounter, f"?ticket={ticket}&after=1") as opened:
        if opened.response.status_code == 200:
            return 200, str(numbers(await opened.entries(1)))
        await opened.response.aread()
        return opened.response.status_code, opened.response.json()["code"]


async def test_a_ticket_opens_one_stream_on_any_worker_once(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    answer = await live_gm.post("/stream-tickets", {"encounter_id": encounter}, key="ticket-1")
    ticket = answer.json()["ticket"]
    assert answer.json()["stream"] == f"/v1/encounters/{encounter}/stream?ticket={ticket}"
    assert live_gm.token.rpartition("_")[2] not in answer.text
    async with listening(create_app(settings_for(address))) as place, caller_at(place, "") as anybody:
        assert await status(anybody, encounter, ticket) == (200, "[2]")
        assert await status(anybody, encounter, ticket) == (401, "ticket_invalid")
        assert await status(Caller(live_gm.http, ""), encounter, ticket) == (401, "ticket_invalid")
    again = await live_gm.post("/stream-tickets", {"encounter_id": encounter}, key="ticket-1")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (answer.content, "true")


async def test_of_many_who_come_with_one_ticket_one_gets_in(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    ticket = await ticket_for(live_gm, encounter)
    answers = await asyncio.gather(*(status(Caller(live_gm.http, ""), encounter, ticket) for _ in range(20)))
    assert sorted(answers)[0] == (200, "[2]")
    assert sorted(answers)[1:] == [(401, "ticket_invalid")] * 19


async def test_a_ticket_is_for_its_encounter_its_minute_and_its_token(live_gm: Caller, address: URL) -> None:
    encounter, other = await live_gm.begin_fight(), await live_gm.begin_fight()
    anybody = Caller(live_gm.http, "")
    wrong = (401, "ticket_invalid")
    assert await status(anybody, other, await ticket_for(live_gm, encounter)) == wrong
    assert await status(anybody, encounter, "estoc_ticket_forged") == wrong
    late = await ticket_for(live_gm, encounter)
    await query(address, "UPDATE stream_ticket SET expires_at = now() WHERE encounter_id = :e", e=encounter)
    assert await status(anybody, encounter, late) == wrong
    revoked = await ticket_for(live_gm, encounter)
    await revoke(address, live_gm.token)
    assert await status(anybody, encounter, revoked) == wrong


async def test_no_ticket_and_no_token_is_kept_readable(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    ticket = await ticket_for(live_gm, encounter)
    rows = [
        *await query(address, "SELECT * FROM stream_ticket"),
        *await query(address, "SELECT * FROM idempotency_key"),
    ]
    assert rows
    assert ticket.rpartition("_")[2] not in repr(rows)


async def test_a_ticket_for_what_is_not_there_is_refused(live_gm: Caller) -> None:
    for wanted in (UNKNOWN, "ford"):
        answer = await live_gm.post("/stream-tickets", {"encounter_id": wanted})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert (await live_gm.post("/stream-tickets", {})).status_code == 422
