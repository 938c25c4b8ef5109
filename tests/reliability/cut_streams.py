"""R5: listeners who are cut off again and again hear every event once, in order."""

import asyncio
import json
import random
import secrets
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

import httpx
from httpx_sse import EventSource, SSEError

from tests.api.caller import Caller
from tests.infra.served import Served

ROUND = [
    {"type": "damage", "target": "orc", "hits": 3},
    {"type": "heal", "target": "orc", "hits": 3},
    {"type": "damage", "target": "dafur", "hits": 2},
    {"type": "heal", "target": "dafur", "hits": 2},
]
"""What happens again and again; it leaves everybody as they were."""
GIVE_UP_AFTER = 600


@dataclass(frozen=True, slots=True)
class Trial:
    """How hard it is tried; ``kills`` are of workers."""

    events: int
    cuts: int
    kills: int = 0
    encounters: int = 4
    listeners: int = 2
    """To each encounter."""
    seed: int = field(default_factory=lambda: secrets.randbelow(2**32))


@dataclass(slots=True)
class Fight:
    """An encounter, the number of the newest event that a caller knows of, and whether it goes on."""

    id: str
    known: int = 0
    goes_on: bool = True


@dataclass(slots=True)
class Found:
    """What the listeners met: cuts, and the seconds of each return until the first event that waited."""

    trial: Trial
    events: int = 0
    cuts: int = 0
    kills: int = 0
    returns: list[float] = field(default_factory=list[float])

    def __str__(self) -> str:
        half, most = quantiles(self.returns, n=100, method="inclusive")[49::45]
        return (
            f"R5: {self.events} events, {self.trial.encounters * self.trial.listeners} listeners, "
            f"{self.cuts} cuts, {self.kills} workers killed: no gap, no double, all in order; back after "
            f"{half:.3f} s (half) and {most:.3f} s (95 %) of {len(self.returns)} returns; "
            f"seed {self.trial.seed}"
        )


async def try_streams(served: Served, trial: Trial) -> Found:
    """Fight, listen, cut; raises AssertionError for a gap, a double or disorder."""
    draw, found = random.Random(trial.seed), Found(trial)
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=served.url, timeout=60, trust_env=False, limits=limits) as http:
        gm = Caller(http, served.token)
        fights = [Fight(await gm.begin_fight()) for _ in range(trial.encounters)]
        async with asyncio.timeout(GIVE_UP_AFTER), asyncio.TaskGroup() as tasks:
            heard = [
                (fight, tasks.create_task(_listen(gm, fight, found, random.Random(draw.random()))))
                for fight in fights
                for _ in range(trial.listeners)
            ]
            for fight in fights:
                tasks.create_task(_fight(gm, fight, found))
            tasks.create_task(_kill(served, found, draw))
        logs = {fight.id: await _log(gm, fight) for fight in fights}
    for fight, listener in heard:
        assert listener.result() == logs[fight.id]
        assert [event["seq"] for event in logs[fight.id]] == list(range(1, fight.known + 1))
    found.events = sum(map(len, logs.values()))
    return found


async def _fight(gm: Caller, fight: Fight, found: Found) -> None:
    """Rounds until there are events and cuts enough."""
    trial = found.trial
    while fight.known < trial.events / trial.encounters or found.cuts < trial.cuts:
        key = secrets.token_hex(8)
        while True:
            with suppress(httpx.TransportError):
                path = f"/encounters/{fight.id}/actions"
                answer = await gm.post(path, {"commands": ROUND}, key=key)
                if answer.status_code == 201:
                    break
                assert answer.status_code in (409, 503), answer.text
            await asyncio.sleep(0.05)
        fight.known = answer.json()["actions"][-1]["events"][-1]["seq"]
    fight.goes_on = False


async def _kill(served: Served, found: Found, draw: random.Random) -> None:
    """Kill a worker each time the listeners have been cut off so often, and have it replaced."""
    trial = found.trial
    while found.kills < trial.kills:
        await asyncio.sleep(0.1)
        if found.cuts * (trial.kills + 1) > trial.cuts * (found.kills + 1):
            with suppress(IndexError):
                draw.choice(served.workers()).send_signal(signal.SIGKILL)
                found.kills += 1


async def _listen(gm: Caller, fight: Fight, found: Found, draw: random.Random) -> list[Any]:
    """Everything there was to hear, over as many streams as it took."""
    heard: list[Any] = []
    while fight.goes_on or len(heard) < fight.known:
        with suppress(httpx.TransportError, SSEError):
            await _listen_once(gm, fight, found, draw, heard)
    return heard


async def _listen_once(gm: Caller, fight: Fight, found: Found, draw: random.Random, heard: list[Any]) -> None:
    """One stream, until it is cut after some events or, wherever it is then, after some time."""
    last = heard[-1]["seq"] if heard else 0
    events_wait, began = fight.known > last, asyncio.get_running_loop().time()
    # Once there were cuts enough, a stream is left alone while there is something to hear.
    is_cut = found.cuts < found.trial.cuts
    enough = draw.randrange(1, 40) if is_cut and draw.random() < 0.5 else None
    headers, query = {"Authorization": f"Bearer {gm.token}"}, ""
    if draw.random() < 0.5:
        headers["Last-Event-ID"] = str(last)
    else:
        query = f"?after={last}"
    path = f"/v1/encounters/{fight.id}/stream{query}"
    with suppress(TimeoutError):
        async with (
            asyncio.timeout(draw.uniform(0.05, 0.6) if is_cut and enough is None else 5),
            gm.http.stream("GET", path, headers=headers) as response,
        ):
            if response.status_code == 503:
                return
            async for event in EventSource(response).aiter_sse():
                if not event.data:
                    continue
                if events_wait:
                    found.returns.append(asyncio.get_running_loop().time() - began)
                    events_wait = False
                entry = json.loads(event.data)
                assert event.id == str(entry["seq"])
                heard.append(entry)
                if enough is not None and len(heard) % enough == 0:
                    break
                if not fight.goes_on and entry["seq"] >= fight.known:
                    return
    if is_cut:
        found.cuts += 1


async def _log(gm: Caller, fight: Fight) -> Sequence[Any]:
    """The whole log, page by page."""
    log: list[Any] = []
    while len(log) < fight.known:
        page = (await gm.get(f"/encounters/{fight.id}/events?after={len(log)}&limit=200")).json()
        log += page["items"]
    return log
