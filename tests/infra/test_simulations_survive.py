"""A simulation comes to the same result, whoever is killed while it is computed, and leaves nobody behind."""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.api.caller import Caller
from tests.api.listening import caller_at
from tests.infra.served import Served, free_port, serving, wait_until


async def test_another_worker_goes_on_where_a_killed_one_stopped(data_folder: Path) -> None:
    with serving(data_folder, free_port(), ESTOC_WORKERS="2") as served:
        async with caller_at(served.url, served.token) as gm:
            encounter = await gm.begin_fight()
            simulation = await begun(gm, encounter)
            done = await further(gm, simulation, 0)
            for victim in served.workers():  # the workers, and the process of the one that computes
                victim.send_signal(signal.SIGKILL)
            await asyncio.to_thread(wait_until, served.lives)
            done = await further(gm, simulation, done)
            (computes,) = computing(served)
            computes.send_signal(signal.SIGKILL)
            await further(gm, simulation, done)
            survived = await finished(gm, simulation)
            undisturbed = await finished(gm, await begun(gm, encounter))
            assert survived == undisturbed
            left = served.family()
    assert psutil.wait_procs(left, timeout=15)[1] == []


async def begun(gm: Caller, encounter: str) -> str:
    body = {"encounter_id": encounter, "runs": 150, "seed": "kill me"}
    answer = await gm.post("/simulations", body)
    assert answer.status_code == 201, answer.text
    return f"/simulations/{answer.json()['id']}"


async def further(gm: Caller, simulation: str, than: int) -> int:
    """How many runs are over, once there are more."""
    async with asyncio.timeout(240):
        while True:
            with suppress(httpx.TransportError):  # whoever answered was killed
                done: int = (await gm.get(simulation)).json()["done"]
                if done > than:
                    return done
            await asyncio.sleep(0.1)


async def finished(gm: Caller, simulation: str) -> Any:
    """Its result. Any: JSON."""
    await further(gm, simulation, 149)
    seen = (await gm.get(simulation)).json()
    assert seen["status"] == "finished"
    return seen["result"]


def computing(served: Served) -> list[psutil.Process]:
    """The processes that workers have started: children of children."""
    workers = psutil.Process(served.process.pid).children()
    return [one for one in served.workers() if one not in workers]
