"""A simulation comes to the same result, whoever is killed while it is computed, and leaves nobody behind."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.api.caller import Caller
from tests.api.listening import caller_at
from tests.infra.served import ENDS_WITHIN, Served, free_port, serving, wait_until

RUNS = 120
"""Enough for twelve parts: more than the test waits for before it has killed everybody it wants to."""
PATIENCE = 400
"""Seconds: on a busy machine a new worker needs a minute, and its process for simulations half of one."""


async def test_another_worker_goes_on_where_a_killed_one_stopped(furnished_folder: Path) -> None:
    with serving(furnished_folder, free_port(), ESTOC_WORKERS="2") as served:
        async with caller_at(served.url, served.token) as gm:
            encounter = await gm.begin_fight()
            simulation = await begun(gm, encounter)
            await further(gm, simulation, 0)
            kill(served.workers())  # the workers, and the process of the one that computes
            # Counted by those who came after them: what was counted before may have grown until the kill.
            await further(gm, simulation, (await seen(gm, simulation))["done"])
            kill(computing(served))
            assert (await seen(gm, simulation))["status"] == "running"
            survived = await finished(gm, simulation)
            undisturbed = await finished(gm, await begun(gm, encounter))
            assert survived == undisturbed
            left = served.family()
    assert psutil.wait_procs(left, timeout=ENDS_WITHIN)[1] == []


async def begun(gm: Caller, encounter: str) -> str:
    body = {"encounter_id": encounter, "runs": RUNS, "seed": "kill me"}
    answer = await gm.post("/simulations", body)
    assert answer.status_code == 201, answer.text
    return f"/simulations/{answer.json()['id']}"


async def seen(gm: Caller, simulation: str) -> Any:
    """How it stands, from whoever lives. Any: JSON."""
    while True:
        with suppress(httpx.TransportError):  # whoever answered was killed
            answer = await gm.get(simulation)
            if answer.status_code != 503:  # the database is not there yet for a new worker
                assert answer.status_code == 200, answer.text
                return answer.json()
        await asyncio.sleep(0.1)


async def further(gm: Caller, simulation: str, than: int) -> int:
    """How many runs are over, once there are more; not all of them yet, or nobody could be killed in time."""
    async with asyncio.timeout(PATIENCE):
        while True:
            now = await seen(gm, simulation)
            if now["done"] > than:
                assert now["status"] == "running"
                return now["done"]
            await asyncio.sleep(0.1)


async def finished(gm: Caller, simulation: str) -> Any:
    """Its result. Any: JSON."""
    async with asyncio.timeout(PATIENCE):
        while True:
            now = await seen(gm, simulation)
            if now["status"] != "running":
                assert (now["status"], now["done"]) == ("finished", RUNS)
                return now["result"]
            await asyncio.sleep(0.1)


def kill(processes: Sequence[psutil.Process]) -> None:
    """At once, until they are gone; who has gone with its parent meanwhile is killed already."""
    assert processes
    for victim in processes:
        with suppress(psutil.NoSuchProcess):
            victim.kill()
    wait_until(lambda: all(map(has_ended, processes)))


def has_ended(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def computing(served: Served) -> list[psutil.Process]:
    """The processes that workers have started, one or two: whichever worker is first takes the next part."""
    workers = psutil.Process(served.process.pid).children()
    return [one for one in served.workers() if one not in workers]
