"""Listening to an encounter: everything, in order, wherever one left off."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from unittest.mock import AsyncMock

import pytest
from fastapi import FastAPI
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.session import Database
from app.services.assembly import assemble
from app.services.base.idempotency import Reply
from app.services.outgoing.watch import LOOK_AT_TOKENS_EVERY
from app.services.play.actions import Action, CommandInput, act
from app.services.play.change import ChangeRequest
from tests.api.caller import BLOW, LIGHT_HIT, Caller
from tests.api.conftest import new_gm, running, settings_for
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
from tests.conftest import PATIENT


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
    """By the look at tokens: nothing else ends a stream or refuses whoever waits for a page."""
    assert LOOK_AT_TOKENS_EVERY <= 0.5
    encounter = await live_gm.begin_fight()
    waiting = asyncio.create_task(live_gm.get(f"/encounters/{encounter}/events?after=2&wait=20"))
    async with stream(live_gm, encounter, "?after=2") as listener:
        await listener.next()
        await revoke(address, live_gm.token)
        assert await listener.has_ended()
        answer = await waiting
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


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
            async with asyncio.timeout(PATIENCE):
                told = [await anext(lines) for _ in range(7)]
    assert [line.partition(" ")[0] for line in told] == [":", "retry:", "", ":", "", ":", ""]
    assert told.count(": still here") == 2


async def test_a_call_reaches_the_listeners_of_another_worker(
    live_gm: Caller, address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other worker looks at no log unless it is called."""
    encounter = await live_gm.begin_fight()
    app = create_app(settings_for(address))
    async with (
        listening(app) as elsewhere,
        caller_at(elsewhere, live_gm.token) as player,
        stream(player, encounter) as listener,
    ):
        monkeypatch.setattr(app.state.estoc.watch, "_look_at_logs", AsyncMock())
        await listener.entries(2)
        waiting = asyncio.create_task(player.get(f"/encounters/{encounter}/events?after=2&wait=20"))
        await eventually(lambda: has_readers(app, 2))
        await live_gm.act(encounter, dice=LIGHT_HIT)
        heard = await listener.entries(1)
        assert (await waiting).json()["items"][:1] == heard


async def has_readers(app: FastAPI, count: int) -> bool:
    """Whether so many wait for events in this worker."""
    return len(app.state.estoc.watch._readers()) == count


async def test_an_event_that_nobody_told_of_is_only_late(live_gm: Caller, address: URL) -> None:
    encounter = await live_gm.begin_fight()
    silent = assemble(Database(address, **PATIENT))  # as a worker that dies between its commit and its call
    await silent.library.open()
    asked = CommandInput({**BLOW}, "/command")
    grant = await silent.tokens.grant(live_gm.token)
    async with stream(live_gm, encounter, "?after=2") as listener:
        await act(
            silent,
            ChangeRequest(grant, encounter),
            Action((asked,), (10,)),
            lambda acted: Reply(201, {}, None),
        )
        assert numbers(await listener.entries(1)) == [3]
    await silent.database.close()


async def test_two_hundred_who_listen_hear_the_same_and_take_no_connection_from_those_who_act(
    address: URL,
) -> None:
    app = create_app(settings_for(address, pool_size=1))
    async with AsyncExitStack() as at_the_table:
        place = await at_the_table.enter_async_context(listening(app))
        gm = await new_gm((await at_the_table.enter_async_context(caller_at(place, ""))).http)
        encounter = await gm.begin_fight()
        listeners = [
            await at_the_table.enter_async_context(stream(gm, encounter, "?after=2")) for _ in range(200)
        ]
        for listener in listeners:
            await listener.next()
        blow = (await gm.act(encounter, dice=LIGHT_HIT)).json()
        for listener in listeners:
            assert await listener.entries(len(blow["events"])) == blow["events"]


async def test_a_listener_who_takes_nothing_is_cut_off_and_holds_up_nobody(address: URL) -> None:
    app = create_app(settings_for(address, stream_write_timeout=0.3, stream_heartbeat=0.1))
    async with listening(app) as place, caller_at(place, "") as anybody:
        gm = await new_gm(anybody.http)
        encounter = await gm.begin_fight()
        names = [{"type": "edit", "target": "orc", "name": letter * 200} for letter in "ab" * 100]
        for _ in range(5):
            answer = await gm.post(
                f"/encounters/{encounter}/actions", {"commands": names}, Prefer="return=minimal"
            )
            assert answer.status_code == 201, answer.text
        with asleep(place, encounter, gm.token):
            async with stream(gm, encounter) as listener:
                assert numbers(await listener.entries(1002)) == list(range(1, 1003))
                await eventually(lambda: is_alone(app))


@contextmanager
def asleep(place: str, encounter: str, token: str) -> Iterator[None]:
    """Somebody who opens a stream and takes nothing of it."""
    host, _, port = place.removeprefix("http://").partition(":")
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((host, int(port)))
        lines = (
            f"GET /v1/encounters/{encounter}/stream HTTP/1.1",
            "Host: x",
            f"Authorization: Bearer {token}",
        )
        client.sendall("\r\n".join((*lines, "", "")).encode())
        yield


async def is_alone(app: FastAPI) -> bool:
    """Whether one stream is left."""
    return app.state.streams.open == 1


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


async def test_a_page_asked_for_while_the_worker_stops_is_answered_at_once(
    address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.api.outgoing.events.MAX_WAIT", 3600)
    app = create_app(settings_for(address))
    async with running(app) as http:
        gm = await new_gm(http)
        encounter = await gm.begin_fight()
        app.state.estoc.watch.stop()
        async with asyncio.timeout(PATIENCE):
            answer = await gm.get(f"/encounters/{encounter}/events?after=2&wait=3600")
    assert (answer.status_code, answer.json()) == (200, {"items": [], "next": 2})
