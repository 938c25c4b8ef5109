"""Listening to an encounter: everything, in order, wherever one left off."""

import asyncio
import time
from contextlib import AsyncExitStack

import pytest
from httpx import AsyncClient, Limits
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.session import Database
from app.services.acting import ActionRequest, Asked, act
from app.services.estoc import assemble
from app.services.once import Reply
from app.services.watch import LOOK_AT_LOGS_EVERY
from tests.api.caller import BLOW, LIGHT_HIT, Caller
from tests.api.conftest import new_gm, settings_for
from tests.api.listening import (
    PATIENCE,
    UNKNOWN,
    caller_at,
    eventually,
    listening,
    numbers,
    query,
    revoke,
    stream,
)


async def busy_connections(address: URL) -> int:
    """How many of the database's connections are in a transaction or a statement, this look aside."""
    ((count,),) = await query(
        address,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND state <> 'idle' AND pid <> pg_backend_pid()",
    )
    return count


async def test_a_listener_hears_the_log_and_then_each_blow_as_it_falls(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    async with stream(live_gm, encounter) as listener:
        entered = await listener.entries(2)
        assert [entry["type"] for entry in entered] == ["combatant_added"] * 2
        blow = (await live_gm.act(encounter, dice=LIGHT_HIT)).json()
        assert await listener.entries(len(blow["events"])) == blow["events"]


async def test_streams_pages_and_answers_tell_the_same(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    blow = (await live_gm.act(encounter, dice=LIGHT_HIT)).json()
    paged = (await live_gm.get(f"/encounters/{encounter}/events")).json()["items"]
    async with stream(live_gm, encounter) as listener:
        assert await listener.entries(len(paged)) == paged
    assert paged[2:] == blow["events"]


async def test_a_stream_says_that_it_is_one_and_is_kept_by_nobody(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    async with stream(live_gm, encounter, Origin="https://table.example") as listener:
        headers = listener.response.headers
        first = await listener.next()
    assert listener.response.status_code == 200
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["X-Request-ID"]
    assert 1000 <= (first.retry or 0) <= 3000


@pytest.mark.parametrize("resume", ["after", "Last-Event-ID", "both"])
async def test_who_comes_back_goes_on_where_they_left_off(live_gm: Caller, resume: str) -> None:
    encounter = await live_gm.begin_fight()
    query = {"after": "?after=1", "Last-Event-ID": "", "both": "?after=0"}[resume]
    headers = {} if resume == "after" else {"Last_Event_ID": "1"}
    async with stream(live_gm, encounter, query, **headers) as listener:
        assert numbers(await listener.entries(1)) == [2]


@pytest.mark.parametrize("position", ["77", "a raven told me", "-1", "9" * 30])
async def test_who_comes_with_a_position_that_never_was_is_told_to_begin_anew(
    live_gm: Caller, position: str
) -> None:
    encounter = await live_gm.begin_fight()
    async with stream(live_gm, encounter, Last_Event_ID=position) as listener:
        assert await listener.entries(1) == [{"seq": 2, "type": "reset"}]
        await live_gm.act(encounter, dice=LIGHT_HIT)
        assert numbers(await listener.entries(1)) == [3]


async def test_a_page_after_what_never_was_says_so_too(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    paged = await live_gm.get(f"/encounters/{encounter}/events?after=77&wait=20")
    assert paged.json() == {"items": [{"seq": 2, "type": "reset"}], "next": 2}


async def test_a_log_longer_than_a_look_comes_whole(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    wounds = [{"type": "damage", "target": "orc", "hits": 1}] * 20
    for _ in range(4):
        answer = await live_gm.post(f"/encounters/{encounter}/actions", {"commands": wounds})
        assert answer.status_code == 201, answer.text
    last = (await live_gm.get(f"/encounters/{encounter}")).json()["last_event"]
    assert last >= 82
    async with stream(live_gm, encounter) as listener:
        assert numbers(await listener.entries(last)) == list(range(1, last + 1))


async def test_a_stream_that_nobody_may_open_is_a_problem_and_no_stream(live_gm: Caller, server: str) -> None:
    encounter = await live_gm.begin_fight()
    async with caller_at(server, "") as anybody:
        stranger = await new_gm(anybody.http)
        for caller, wanted, status, code in (
            (anybody, encounter, 401, "unauthenticated"),
            (stranger, encounter, 404, "not_found"),
            (live_gm, UNKNOWN, 404, "not_found"),
            (live_gm, "ford", 404, "not_found"),
        ):
            async with stream(caller, wanted) as refused:
                await refused.response.aread()
            assert (refused.response.status_code, refused.response.json()["code"]) == (status, code)
    answer = await live_gm.get(f"/encounters/{encounter}/stream?after=-1")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")


async def test_a_revoked_token_closes_what_it_has_open_within_a_second(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    waiting = asyncio.create_task(live_gm.get(f"/encounters/{encounter}/events?after=2&wait=20"))
    async with stream(live_gm, encounter, "?after=2") as listener:
        await listener.next()
        await revoke(address, live_gm.token)
        revoked = time.monotonic()
        assert await listener.has_ended()
        answer = await waiting
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert time.monotonic() - revoked < 1


async def test_a_stream_ends_with_its_encounter(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    waiting = asyncio.create_task(live_gm.get(f"/encounters/{encounter}/events?after=2&wait=20"))
    async with stream(live_gm, encounter, "?after=2") as listener:
        await listener.next()
        await query(address, "DELETE FROM encounter WHERE id = :id", id=encounter)
        assert await listener.has_ended()
        assert (await waiting).status_code == 404
    async with stream(live_gm, encounter) as again:
        assert again.response.status_code == 404


async def test_a_quiet_stream_shows_that_it_lives(address: URL) -> None:
    app = create_app(settings_for(address, stream_heartbeat=0.1))
    async with listening(app) as place, caller_at(place, "") as anybody:
        gm = await new_gm(anybody.http)
        encounter = await gm.begin_fight()
        async with stream(gm, encounter, "?after=2") as listener:
            lines = listener.response.aiter_lines()
            async with asyncio.timeout(20):
                told = [await anext(lines) for _ in range(7)]
    assert [line.partition(" ")[0] for line in told] == [":", "retry:", "", ":", "", ":", ""]
    assert told.count(": still here") == 2


async def test_a_call_reaches_the_listeners_of_another_worker(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    async with (
        listening(create_app(settings_for(address))) as elsewhere,
        caller_at(elsewhere, live_gm.token) as player,
        stream(player, encounter) as listener,
    ):
        await listener.entries(2)
        waiting = asyncio.create_task(player.get(f"/encounters/{encounter}/events?after=2&wait=20"))
        await asyncio.sleep(0.1)
        struck = time.monotonic()
        await live_gm.act(encounter, dice=LIGHT_HIT)
        heard = await listener.entries(1)
        assert (await waiting).json()["items"][:1] == heard
    assert time.monotonic() - struck < LOOK_AT_LOGS_EVERY / 2


async def test_an_event_that_nobody_told_of_is_only_late(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    silent = assemble(Database(address))  # as a worker that dies between its commit and its call
    await silent.library.open()
    asked = Asked({**BLOW}, "/command")
    grant = await silent.tokens.grant(live_gm.token)
    async with stream(live_gm, encounter, "?after=2") as listener:
        await act(
            silent, ActionRequest(grant, encounter, (asked,), (10,)), lambda acted: Reply(201, {}, None)
        )
        assert numbers(await listener.entries(1)) == [3]
    await silent.database.close()


async def test_many_who_listen_to_one_encounter_hear_the_same_and_hold_no_connection(
    live_gm: Caller, address: URL
) -> None:
    encounter = await live_gm.begin_fight()
    async with AsyncExitStack() as open_streams:
        limits = Limits(max_connections=None, max_keepalive_connections=None)
        http = await open_streams.enter_async_context(
            AsyncClient(base_url=live_gm.http.base_url, timeout=PATIENCE, trust_env=False, limits=limits)
        )
        crowd = Caller(http, live_gm.token)
        listeners = [
            await open_streams.enter_async_context(stream(crowd, encounter, "?after=2")) for _ in range(200)
        ]
        for listener in listeners:
            await listener.next()
        assert await busy_connections(address) == 0
        blow = (await live_gm.act(encounter, dice=LIGHT_HIT)).json()
        for listener in listeners:
            assert await listener.entries(len(blow["events"])) == blow["events"]


async def test_a_server_opens_no_more_streams_than_it_can_serve(address: URL) -> None:
    app = create_app(settings_for(address, streams=1))
    async with listening(app) as place, caller_at(place, "") as anybody:
        gm = await new_gm(anybody.http)
        encounter = await gm.begin_fight()
        async with stream(gm, encounter) as first:
            await first.entries(1)
            async with stream(gm, encounter) as second:
                await second.response.aread()
            answer = second.response
            assert (answer.status_code, answer.json()["code"]) == (503, "too_many_streams")
            assert answer.headers["Retry-After"]
        await eventually(lambda: is_open_for(gm, encounter))


async def is_open_for(live_gm: Caller, encounter: str) -> bool:
    """Whether a stream can be opened now."""
    async with stream(live_gm, encounter) as opened:
        return opened.response.status_code == 200
