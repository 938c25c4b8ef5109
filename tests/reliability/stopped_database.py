"""R16: writers behind a locked row or a PostgreSQL that is stopped are told so soon."""

import asyncio
import signal
import time
from contextlib import suppress

import psutil
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.api.caller import Caller
from tests.api.listening import caller_at
from tests.infra.served import Served

WITHIN = 2.0
ROUNDS = 5
WRITERS = 16


async def try_stopped_database(served: Served) -> str:
    """The longest that a writer waited; AssertionError where that is more than the promise."""
    async with caller_at(served.url, served.token) as gm:
        encounters = [await gm.begin_fight() for _ in range(3)]
        await asyncio.gather(*(_write(gm, one) for one in encounters for _ in range(8)))
        locked = [await _behind_a_lock(served, gm, encounters[0]) for _ in range(ROUNDS)]
        stopped = [await _behind_a_stop(served, gm, encounters) for _ in range(ROUNDS)]
    told = f"R16: 503 after {max(locked):.2f} s behind a locked row, after {max(stopped):.2f} s behind a stop"
    assert max(*locked, *stopped) <= WITHIN, told
    return told


async def _write(gm: Caller, encounter: str) -> float:
    """The seconds until a 503; 0 for another answer."""
    began = time.monotonic()
    answer = await gm.act(encounter, {"type": "heal", "target": "orc", "hits": 1})
    took = time.monotonic() - began
    assert answer.status_code in (201, 503), answer.text
    if answer.status_code == 201:
        return 0
    assert "Retry-After" in answer.headers
    return took


async def _writers(gm: Caller, encounters: list[str]) -> float:
    """The longest wait of many who come one after another."""
    writing: list[asyncio.Task[float]] = []
    for number in range(WRITERS):
        writing.append(asyncio.create_task(_write(gm, encounters[number % len(encounters)])))
        await asyncio.sleep(0.2)
    waited = await asyncio.gather(*writing)
    assert all(waited), "somebody wrote behind a lock"
    return max(waited)


async def _behind_a_lock(served: Served, gm: Caller, encounter: str) -> float:
    database = served.postgres()
    assert database is not None
    engine = create_async_engine(_address(served))
    async with engine.begin() as holding:
        await holding.execute(text("SELECT FROM encounter WHERE id = :id FOR UPDATE"), {"id": encounter})
        waited = await _writers(gm, [encounter])
    await engine.dispose()
    assert await _write(gm, encounter) == 0
    return waited


def _address(served: Served) -> str:
    shown = next(line for line in served.banner.splitlines() if line.startswith("Database: "))
    url = make_url(shown.removeprefix("Database: ").strip())
    return url.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


async def _behind_a_stop(served: Served, gm: Caller, encounters: list[str]) -> float:
    database = served.postgres()
    assert database is not None
    processes = [database, *database.children(recursive=True)]
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        waited = await _writers(gm, encounters)
    finally:
        for process in reversed(processes):
            _go_on(process)
    async with asyncio.timeout(10):
        for encounter in encounters:
            while await _write(gm, encounter):  # noqa: ASYNC110 — it is asked until it answers
                await asyncio.sleep(0.1)
    return waited


def _go_on(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGCONT)
