"""R15: one caller does not take a worker from the others, whatever it sends or has computed."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import typer

from tests.api.caller import Caller
from tests.api.listening import caller_at
from tests.infra.served import Served
from tests.reliability.pinging import pinging

ANSWERS_WITHIN = 0.25
"""Seconds in which others are answered meanwhile; of three tries the best counts, on a shared machine."""
TRIES = 3
AT_ONCE = 8
COMPUTED_FOR = 4.0
"""Seconds that each operation is asked for."""
CROWD = 200
SIDE = 60
MB = 1_000_000
RUNS = 20
SHEET = {
    "hp": 40,
    "ac": {"total": 18, "touch": 12, "flat_footed": 16},
    "bab": 6,
    "abilities": {"strength": 18},
    "weapons": [
        {"id": "sword", "model": "longsword"},
        {"id": "bow", "model": "shortbow", "attack": 6, "damage": "1d6", "critical": "20/x3"},
    ],
}
CHARGE = {"type": "charge", "actor": "one-0", "target": "one-199", "weapon": "sword"}
BLOW = {"type": "attack", "actor": "one-0", "target": "one-1", "weapon": "sword"}
Ask = Callable[[], Awaitable[httpx.Response]]


async def try_one_caller(served: Served) -> str:
    """What was found; AssertionError where the promise is not kept."""
    lines = ["R15, the slowest ping while one caller …"]
    for name, attack in (
        ("sends an address without end (80 MB)", _endless_address),
        ("sends headers without end (400 MB)", _endless_headers),
        ("leaves 400 requests half sent", _half_sent),
    ):
        lines.append(await _beside(served, name, lambda attack=attack: attack(served)))
    async with caller_at(served.url, served.token) as gm:
        for name, ask in (await _computing(gm)).items():
            lines.append(
                await _beside(served, f"asks {AT_ONCE} at once for {name}", lambda ask=ask: _ask(ask))
            )
        assert (await gm.get("/encounters?limit=1")).status_code == 200
    return "\n".join(lines)


async def _beside(served: Served, name: str, trouble: Callable[[], Awaitable[str]]) -> str:
    slowest: list[float] = []
    told = ""
    for _ in range(TRIES):
        before = _memory(served)
        async with pinging(served.url) as took:
            told = await trouble()
        slowest.append(took()[-1])
        grown = _memory(served) - before
        line = f"  {name}: {slowest[-1] * 1000:.0f} ms of {len(took())}, {told}, {grown / MB:+.0f} MB"
        typer.echo(line)
        if slowest[-1] <= ANSWERS_WITHIN:
            return line
    raise AssertionError(f"{name}: others waited {slowest}")


def _memory(served: Served) -> int:
    return sum(worker.memory_info().rss for worker in served.workers())


async def _connect(served: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = urlsplit(served.url)
    return await asyncio.open_connection(address.hostname, address.port)


async def _flood(served: Served, begin: bytes, more: bytes, megabytes: int) -> str:
    reader, writer = await _connect(served)
    sent = 0
    with suppress(ConnectionError):
        writer.write(begin)
        while sent < megabytes * MB:
            writer.write(more)
            await writer.drain()
            sent += len(more)
    answered = b""
    with suppress(ConnectionError):
        answered = await reader.read(64)
    writer.transport.abort()
    assert sent < 16 * MB, f"{sent} bytes were taken"
    return f"{sent / MB:.1f} MB were taken, {answered[9:12].decode() or 'closed'}"


async def _endless_address(served: Served) -> str:
    return await _flood(served, b"GET /", b"a" * 65_536, 80)


async def _endless_headers(served: Served) -> str:
    return await _flood(served, b"GET / HTTP/1.1\r\n", (b"x: " + b"y" * 1_000 + b"\r\n") * 60, 400)


async def _half_sent(served: Served) -> str:
    """All are gone within the time that a head has, and most at once."""
    writers: list[asyncio.StreamWriter] = []
    for _ in range(400):
        _, writer = await _connect(served)
        writer.write(b"POST /v1/encounters HTTP/1.1\r\nhost: estoc\r\n")
        writers.append(writer)
    await asyncio.sleep(1)
    after_one = _connections(served)
    await asyncio.sleep(12)
    after_all = _connections(served)
    for writer in writers:
        writer.transport.abort()
    assert after_one <= 200 + 10, after_one
    assert after_all <= 10, after_all
    return f"{after_one} open after a second, {after_all} after 13"


def _connections(served: Served) -> int:
    port = urlsplit(served.url).port
    return sum(
        one.status == "ESTABLISHED" and one.laddr.port == port
        for worker in served.workers()
        for one in worker.net_connections("tcp")
    )


async def _computing(gm: Caller) -> dict[str, Ask]:
    """What has to be computed, of a large fight on a map and a long log."""
    row = "." * SIDE
    encounter = await gm.begin(
        ruleset="dnd35", map={"rows": [row] * SIDE, "cell": {"value": 5, "unit": "ft"}}, title="A crowd"
    )
    for number in range(CROWD):
        at = [number % 20 * 3, number // 20 * 3]
        one = {"name": f"One {number}", "side": "heroes" if number % 2 else "foes", "ref": f"one-{number}"}
        entered = await gm.post(f"/encounters/{encounter}/combatants", {**one, "at": at, "sheet": SHEET})
        assert entered.status_code == 201, entered.text
    for number in range(100):
        answer = await gm.act(encounter, {"type": "damage", "target": f"one-{number}", "points": 1})
        assert answer.status_code == 201, answer.text
    player = await gm.seat("player", "one-0")
    simulation = (await gm.post("/simulations", {"encounter_id": encounter, "runs": 1})).json()["id"]
    place = f"/encounters/{encounter}"
    scenario: Any = (await gm.get(f"{place}/scenario")).json()
    return {
        "legal actions": lambda: gm.get(f"{place}/legal-actions?combatant=one-0&limit=100"),
        "legal actions of a player": lambda: player.get(f"{place}/legal-actions?combatant=one-0"),
        "previews": lambda: gm.post(f"{place}/preview", {"command": CHARGE}),
        "odds": lambda: gm.post(f"{place}/odds", {"command": BLOW}),
        "odds, drawn": lambda: gm.post(f"{place}/odds.svg", {"command": CHARGE}),
        "maps": lambda: gm.get(f"{place}/map.svg"),
        "previews, drawn": lambda: gm.post(f"{place}/map.svg", {"command": CHARGE}),
        "a player's events": lambda: player.get(f"{place}/events?limit=200"),
        "a player's log": lambda: player.get(f"{place}/actions?limit=200"),
        "a log in French": lambda: gm.get(f"{place}/actions?limit=200", Accept_Language="fr"),
        "all encounters": lambda: gm.get("/encounters?limit=200"),
        "the encounter": lambda: player.get(place),
        "its combatants": lambda: player.get(f"{place}/combatants"),
        "reports": lambda: gm.get(f"{place}/report"),
        "its scenario": lambda: gm.get(f"{place}/scenario"),
        "scenario runs": lambda: gm.post("/scenarios:run", scenario),
        "proofs": lambda: player.get(f"{place}/dice-proof"),
        "statistics": lambda: gm.get(f"/campaigns/{gm.campaign}/dice-statistics"),
        "simulated runs": lambda: gm.get(f"/simulations/{simulation}/runs/0"),
        "simulations": lambda: gm.post("/simulations", {"encounter_id": encounter, "runs": RUNS}),
        "the description of the API": lambda: gm.http.get("/openapi.json"),
    }


async def _ask(ask: Ask) -> str:
    """How it was answered, by many at once for a while; one of them hangs up now and then."""
    statuses: Counter[str] = Counter()
    loop = asyncio.get_running_loop()
    end = loop.time() + COMPUTED_FOR

    async def ask_on(number: int) -> None:
        while loop.time() < end:
            asked = asyncio.ensure_future(ask())
            done, _ = await asyncio.wait({asked}, timeout=1 if number == 0 else 60)
            if not done:
                asked.cancel()
                statuses["left"] += 1
                continue
            answer = asked.result()
            statuses[str(answer.status_code)] += 1
            assert answer.status_code in (200, 201, 409, 503), answer.text
            if answer.status_code in (409, 503):
                await asyncio.sleep(0.2)

    await asyncio.gather(*(ask_on(number) for number in range(AT_ONCE)))
    return ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
