"""What a connection may cost that never becomes a request, through a real socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from pydantic_core import from_json

from app.api.http.problem_pages import PAGES
from app.cli.connections import Bounds, Connection
from tests.api.listening import listening

MOST = 60.0
"""Seconds that a test waits for what should come at once, on a machine however busy."""
GOOD = b"GET / HTTP/1.1\r\nhost: estoc\r\n\r\n"
BEGUN = b"POST / HTTP/1.1\r\nhost: estoc\r\n"


@dataclass
class Echo:
    """An application that answers with the length of the body, once it is ``wanted``; it counts requests."""

    requests: int = 0
    headers: list[int] = field(default_factory=list[int])
    reads: bool = True
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Any: ASGI's own types."""
        if scope["type"] == "lifespan":
            for event in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{event}.complete"})
            return
        self.requests += 1
        self.headers.append(len(scope["headers"]))
        size, has_more = 0, self.reads
        while has_more:
            message = await receive()
            size, has_more = size + len(message.get("body", b"")), message.get("more_body", False)
        await self.may_answer.wait()
        said = str(size).encode()
        length = (b"content-length", str(len(said)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": said})


class Client:
    """Somebody who sends bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, *parts: bytes) -> None:
        """Send them one after another, as long as anybody takes them."""
        try:
            for part in parts:
                self.writer.write(part)
                await self.writer.drain()
                await asyncio.sleep(0)
        except ConnectionError:
            pass

    async def answers(self) -> list[int]:
        """The statuses of all that is answered until the connection ends."""
        return [status for status, _ in await self.told()]

    async def told(self) -> list[tuple[int, bytes]]:
        """Status and body of all that is answered until the connection ends."""
        found: list[tuple[int, bytes]] = []
        try:
            async with asyncio.timeout(MOST):
                while line := await self.reader.readline():
                    size = 0
                    while (header := await self.reader.readline()).strip():
                        name, _, value = header.partition(b":")
                        size = int(value) if name.lower() == b"content-length" else size
                    found.append((int(line.split()[1]), await self.reader.readexactly(size)))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        return found


Connect = Callable[[], Any]


@asynccontextmanager
async def served(app: Echo, **bounds: Any) -> AsyncIterator[Connect]:
    """What connects to ``app``, served within ``bounds``: other sizes are the real ones, times endless."""

    class Bounded(Connection):
        pass

    Bounded.bounds = Bounds(**{"head_within": MOST, "drain_within": MOST, "linger": 0.2, **bounds})
    clients: list[Client] = []
    async with listening(app, connection=Bounded) as place:

        async def connect() -> Client:
            address = urlsplit(place)
            clients.append(Client(*await asyncio.open_connection(address.hostname, address.port)))
            return clients[-1]

        try:
            yield connect
        finally:
            for client in clients:
                client.writer.transport.abort()
            await asyncio.sleep(0.01)


@pytest.fixture
def app() -> Echo:
    echo = Echo()
    echo.may_answer.set()
    return echo


async def told(app: Echo, *parts: bytes, **bounds: Any) -> list[tuple[int, bytes]]:
    async with served(app, **bounds) as connect:
        client = await connect()
        sending = asyncio.create_task(client.send(*parts))
        answers = await client.told()
        sending.cancel()
        return answers


HEADER = b"x: " + b"y" * 1_000 + b"\r\n"


@pytest.mark.parametrize(
    ("parts", "status", "code"),
    [
        ([b"GET /", *[b"a" * 65_536] * 1_000], 414, "address_too_long"),
        ([b"GET /" + b"a" * 17_000 + b" HTTP/1.1\r\n\r\n"], 414, "address_too_long"),
        ([BEGUN, *[HEADER * 60] * 1_000], 431, "head_too_large"),
        ([BEGUN, HEADER * 66, b"\r\n"], 431, "head_too_large"),
        ([BEGUN, b"x: ", *[b"y" * 65_536] * 1_000], 431, "head_too_large"),
        ([BEGUN, *[b"y" * 65_536] * 1_000], 431, "head_too_large"),
        ([BEGUN, b"x: y\r\n" * 201, b"\r\n"], 431, "head_too_large"),
        ([b"\r\n" * 30_000] * 1_000, 431, "head_too_large"),
    ],
    ids=["endless address", "long address", "endless headers", "many headers", "endless value",
         "endless name", "countless headers", "empty lines"],
)  # fmt: skip
async def test_a_head_is_bounded_however_it_grows(
    app: Echo, parts: list[bytes], status: int, code: str
) -> None:
    ((answered, body),) = await told(app, *parts)
    assert answered == status
    problem = from_json(body)
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, f"/problems/{code}")
    assert code in PAGES
    assert app.requests == 0


async def test_a_head_that_is_just_small_enough_is_read(app: Echo) -> None:
    path = b"GET /" + b"a" * 16_000 + b" HTTP/1.1\r\nconnection: close\r\n"
    answers = await told(app, path, *[HEADER] * 40, b"x: y\r\n" * 100, b"\r\n")
    assert answers == [(200, b"0")]
    assert app.headers == [141]


async def test_what_comes_between_and_after_the_parts_of_a_body_is_bounded_too(app: Echo) -> None:
    chunked = BEGUN + b"transfer-encoding: chunked\r\n\r\n"
    endless = [b"y" * 65_536] * 1_000
    assert await told(app, chunked, b"5;", *endless) == []
    assert await told(app, chunked, b"5\r\nhello\r\n0\r\n", b"x: ", *endless) == []
    trailers = b"x: y\r\n" * 100
    many = [b"1\r\nz\r\n"] * 30_000
    sent = [chunked.replace(b"host", b"connection: close\r\nhost"), *many, b"0\r\n", trailers, b"\r\n"]
    assert await told(app, *sent) == [(200, b"30000")]
    assert max(app.headers) <= 3


async def test_half_a_request_is_not_waited_for(app: Echo) -> None:
    for sent in (BEGUN, b"\r\n", b"G"):
        assert [status for status, _ in await told(app, sent, head_within=0.2)] == [408]
    assert await told(app, head_within=0.2) == []  # of silence there is nothing to say
    async with served(app, head_within=0.4) as connect:
        client = await connect()

        async def drip() -> None:
            for letter in BEGUN + HEADER * 60:
                await client.send(bytes([letter]))
                await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())  # a byte now and then does not make it live longer
        assert await client.answers() == [408]
        dripping.cancel()
    assert app.requests == 0


async def test_half_of_a_second_request_is_not_waited_for_either(app: Echo) -> None:
    assert [status for status, _ in await told(app, GOOD, BEGUN, head_within=0.3)] == [200, 408]
    assert [status for status, _ in await told(app, GOOD + BEGUN, head_within=0.3)] == [200, 408]


async def test_an_answer_under_way_outlives_half_a_request_behind_it(app: Echo) -> None:
    app.may_answer.clear()
    async with served(app, head_within=0.1) as connect:
        client = await connect()
        await client.send(GOOD + BEGUN)
        await asyncio.sleep(0.5)
        app.may_answer.set()
        assert await client.answers() == [200, 408]


async def test_the_oldest_half_requests_give_way_and_whoever_sends_a_whole_one_is_served(app: Echo) -> None:
    async with served(app, half=3, silent=5) as connect:
        halves: list[Client] = []
        for _ in range(5):
            halves.append(await connect())
            await halves[-1].send(BEGUN)
            await asyncio.sleep(0.05)
        client = await connect()
        await client.send(GOOD.replace(b"host", b"connection: close\r\nhost"))
        assert await client.answers() == [200]
        for oldest in halves[:2]:
            assert await oldest.answers() == []
        for newer in halves[2:]:
            await newer.send(b"connection: close\r\ncontent-length: 0\r\n\r\n")
            assert await newer.answers() == [200]


async def test_silent_connections_give_way_as_well(app: Echo) -> None:
    async with served(app, silent=3) as connect:
        silent = [await connect() for _ in range(5)]
        for oldest in silent[:2]:
            assert await oldest.answers() == []
        await silent[-1].send(GOOD.replace(b"host", b"connection: close\r\nhost"))
        assert await silent[-1].answers() == [200]


async def test_a_body_that_nobody_wants_does_not_keep_a_connection(app: Echo) -> None:
    app.reads = False
    endless = [b"y" * 65_536] * 1_000
    post = BEGUN + b"content-length: 99999999999\r\n\r\n"
    assert await told(app, post, drain_within=0.2) == [(200, b"0")]
    assert await told(app, post, *endless, drain_within=0.2) == [(200, b"0")]


async def test_requests_follow_one_another_on_one_connection(app: Echo) -> None:
    body = BEGUN + b"content-length: 5\r\n\r\nhello"
    last = GOOD.replace(b"host", b"connection: close\r\nhost")
    assert await told(app, body, body + GOOD + body, last) == [
        (200, b"5"), (200, b"5"), (200, b"0"), (200, b"5"), (200, b"0")
    ]  # fmt: skip
