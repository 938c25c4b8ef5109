"""Clients that attack over HTTP/1.1 as fast as they are answered, cheap enough to leave the service the time.

Each keeps one connection and one request under way. Runs in a process of its own.
"""

import asyncio
import random
import secrets
import time
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import uvloop

from benchmarks.slices import Slice

KEY_DIGITS = 32
END_OF_HEAD = b"\r\n\r\n"


class WrongAnswer(Exception):
    """The service answered something else than the attack's result."""


@dataclass(frozen=True, slots=True)
class Load:
    """What is sent, and ``proof``: a text that every right answer has in its body."""

    port: int
    token: str
    encounters: tuple[str, ...]
    body: bytes
    proof: bytes
    clients: int
    seconds: float


def run_load(load: Load) -> Slice:
    """Raises WrongAnswer and OSError."""
    return uvloop.run(_run(load))


@dataclass(slots=True)
class _Clock:
    """When the slice ends, and what was answered until then."""

    until: float
    times: list[float] = field(default_factory=list[float])


class _Client(asyncio.Protocol):
    def __init__(self, load: Load, requests: "_Requests", done: asyncio.Future[None]) -> None:
        self._load = load
        self._requests = requests
        self._done = done
        self._received = b""

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._done.done():
            self._done.set_exception(exc or ConnectionError("the service closed a connection"))

    def begin(self, transport: asyncio.WriteTransport, clock: _Clock) -> None:
        self._transport = transport
        self._clock = clock
        self._attack()

    def _attack(self) -> None:
        self._sent = time.perf_counter()
        self._transport.write(self._requests.next())

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(END_OF_HEAD)
        if not end or len(body) < _length(head):
            return
        self._received = b""
        if head[9:12] != b"201" or self._load.proof not in body:
            self._done.set_exception(WrongAnswer((head + end + body).decode(errors="replace")))
            return
        now = time.perf_counter()
        if now >= self._clock.until:
            self._done.set_result(None)
            return
        self._clock.times.append(now - self._sent)
        self._attack()


class _Requests:
    """One client's endless row of attacks: each with its own key, on one of its own encounters, at random."""

    def __init__(self, load: Load, client: int) -> None:
        self._encounters = load.encounters[client :: load.clients]
        self._draw = random.Random(client)  # the same row in every run
        self._run = secrets.token_hex(KEY_DIGITS // 4)
        self._number = count()
        self._rest = (
            f"Host: 127.0.0.1:{load.port}\r\nAuthorization: Bearer {load.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(load.body)}\r\n\r\n"
        ).encode() + load.body

    def next(self) -> bytes:
        key = f"{self._run}{next(self._number):0{KEY_DIGITS // 2}x}"
        line = f"POST /v1/encounters/{self._draw.choice(self._encounters)}/actions HTTP/1.1\r\n"
        return f"{line}Idempotency-Key: {key}\r\n".encode() + self._rest


def _length(head: bytes) -> int:
    _, _, rest = head.lower().partition(b"\r\ncontent-length:")
    return int(rest.partition(b"\r\n")[0])


async def _run(load: Load) -> Slice:
    loop = asyncio.get_running_loop()
    ends = [loop.create_future() for _ in range(load.clients)]
    clients = [
        await loop.create_connection(
            partial(_Client, load, _Requests(load, number), end), "127.0.0.1", load.port
        )
        for number, end in enumerate(ends)
    ]
    used = time.process_time()
    clock = _Clock(time.perf_counter() + load.seconds)
    for transport, client in clients:
        client.begin(transport, clock)
    await asyncio.gather(*ends)
    used = time.process_time() - used
    return Slice(len(clock.times) / load.seconds, tuple(clock.times), used / load.seconds)
