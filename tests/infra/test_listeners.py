"""Those who listen, when what they listen to is stopped or killed."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli.serve import DRAIN_WITHIN
from tests.api.caller import LIGHT_HIT, Caller
from tests.api.listening import caller_at, stream
from tests.infra.served import ENDS_WITHIN, Served, free_port, serving


@pytest.fixture
async def served(furnished_folder: Path) -> AsyncIterator[Served]:
    with serving(furnished_folder, free_port(), ESTOC_WORKERS="2") as running:
        yield running


async def test_a_stop_signal_ends_what_waits_for_events_at_once_and_in_order(served: Served) -> None:
    """They wait for longer than the workers go on after a stop signal, and would be cut off then."""
    assert DRAIN_WITHIN < 20
    async with caller_at(served.url, served.token) as gm:
        encounter = await gm.begin_fight()
        waiting = [
            asyncio.create_task(gm.get(f"/encounters/{encounter}/events?after=2&wait=20")) for _ in range(4)
        ]
        async with stream(gm, encounter) as one, stream(gm, encounter) as other:
            for listener in (one, other):
                await listener.entries(2)
            served.process.send_signal(signal.SIGTERM)
            assert await one.has_ended()
            assert await other.has_ended()
            for answer in await asyncio.gather(*waiting):
                assert (answer.status_code, answer.json()) == (200, {"items": [], "next": 2})
    assert await asyncio.to_thread(served.process.wait, ENDS_WITHIN) == 0


async def test_a_listener_outlives_the_database_and_misses_nothing(served: Served) -> None:
    async with caller_at(served.url, served.token) as gm:
        encounter = await gm.begin_fight()
        async with stream(gm, encounter, "?after=2") as listener:
            await listener.next()
            database = served.postgres()
            assert database is not None
            database.send_signal(signal.SIGKILL)
            blow = await strike_until_answered(gm, encounter)
            assert await listener.entries(len(blow["events"])) == blow["events"]


async def strike_until_answered(gm: Caller, encounter: str) -> Any:
    """What comes of one blow, sent with the same key until it is answered."""
    while True:
        body = {"command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}}
        with suppress(httpx.TransportError):  # the worker has closed the connection just now
            path = f"/encounters/{encounter}/actions"
            answer = await gm.post(path, body | {"dice": LIGHT_HIT}, key="one blow")
            if answer.status_code == 201:
                return answer.json()
            assert answer.status_code == 503, answer.text
        await asyncio.sleep(0.2)
