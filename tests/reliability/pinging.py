"""Somebody in a process of its own who asks again and again whether a server answers, and how soon."""

import asyncio
import http.client
import multiprocessing
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

EVERY = 0.02


def ping(url: str, told: Connection) -> None:
    """The seconds that each answer took, told once anything is heard."""
    address = urlsplit(url)
    took: list[float] = []
    told.send("ready")
    while not told.poll():
        began = time.monotonic()
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=60)
        connection.request("GET", "/v1/ping")
        assert connection.getresponse().status == 200
        took.append(time.monotonic() - began)
        connection.close()
        time.sleep(EVERY)
    told.send(took)


@asynccontextmanager
async def pinging(url: str) -> AsyncIterator[Callable[[], list[float]]]:
    """Ping for as long as the block lasts; afterwards the seconds that each answer took, the longest last."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=ping, args=(url, theirs), daemon=True)
    process.start()
    took: list[float] = []
    await asyncio.to_thread(ours.recv)
    yield lambda: took
    ours.send("enough")
    took += sorted(await asyncio.to_thread(ours.recv))
    await asyncio.to_thread(process.join)
