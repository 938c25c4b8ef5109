"""Requests, answers, retries and streams as values and functions: nothing here sends or waits."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

import httpx

from estoc_client.errors import ConnectionFailed, EstocError, GapInEvents, Refusal, refusal
from estoc_client.models import CONTRACT_VERSION, Event, Reset, Skip

T = TypeVar("T")
Repeat = Literal["reads", "keyed", "changes"]
"""What may be sent again by itself: what only reads, what carries a key, or only what never arrived."""

SILENCE_SECONDS = 30
"""A stream that says nothing for so long is cut off: a sign of life comes every 15 seconds."""


def part(name: str) -> str:
    """A part of a path."""
    return quote(name, safe="")


def new_key() -> str:
    """An idempotency key for a new wish."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """An operation of the contract with its parameters; T is what it answers."""

    method: str
    path: str
    repeat: Repeat
    query: Mapping[str, Any] = field(default_factory=dict)
    body: object = None
    if_match: str | None = None

    def as_arguments(self, headers: Mapping[str, str], key: str | None) -> dict[str, Any]:
        """The arguments of ``httpx.Client.build_request``. Any: they differ in type."""
        sent = dict(headers)
        if self.repeat == "keyed":
            sent["Idempotency-Key"] = key or new_key()
        if self.if_match is not None:
            sent["If-Match"] = self.if_match
        arguments: dict[str, Any] = {"method": self.method, "url": self.path, "headers": sent}
        arguments["params"] = {name: _text(said) for name, said in self.query.items() if said is not None}
        if isinstance(self.body, bytes):
            arguments["content"] = self.body
            sent["Content-Type"] = "application/octet-stream"
        elif self.body is not None:
            arguments["content"] = json.dumps(self.body).encode()
            sent["Content-Type"] = "application/json"
        return arguments


def _text(said: object) -> str:
    return str(said).lower() if isinstance(said, bool) else str(said)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came back; ``etag`` is for the next edit, ``is_replayed`` says that it had been done already."""

    data: T
    status: int
    etag: str | None
    is_replayed: bool


def read_answer(response: httpx.Response) -> Answer[Any]:
    """The answer of a whole response; raises Refusal, and for half an answer what a cut connection raises.

    Any: the request's own type.
    """
    if response.is_error:
        raise refusal(response.status_code, _document(response))
    kind = response.headers.get("Content-Type", "")
    try:
        data = (response.json() if "json" in kind else response.text) if response.content else None
    except ValueError as error:
        raise httpx.RemoteProtocolError(f"the answer is no JSON: {error}") from error
    replayed = response.headers.get("Idempotency-Replayed") == "true"
    return Answer(data, response.status_code, response.headers.get("ETag"), replayed)


def _document(response: httpx.Response) -> dict[str, Any]:
    try:
        document = response.json()
    except ValueError:  # a proxy's page, perhaps
        document = None
    if isinstance(document, dict):
        return document
    return {"code": "unknown", "detail": f"{response.status_code} {response.reason_phrase}"}


@dataclass(frozen=True, slots=True)
class Retry:
    """How often something is tried, and the pauses in between; ``Retry(attempts=1)`` never tries again.

    Pauses double from ``pause_seconds`` to ``longest_seconds`` and vary by half, so that a table full of
    clients does not come back at once. A server that asks for more than ``patience_seconds`` is not waited
    for.
    """

    attempts: int = 6
    pause_seconds: float = 0.25
    longest_seconds: float = 8
    patience_seconds: float = 60

    def seconds(self, failures: int, asked: float = 0) -> float:
        """The pause after so many failures, no shorter than the server ``asked`` for."""
        pause = min(self.pause_seconds * 2 ** min(failures - 1, 30), self.longest_seconds)
        return max(asked, pause * random.uniform(0.5, 1.5))  # noqa: S311 — no secret

    def pause_after(self, repeat: Repeat, failures: int, error: Exception, asked: float) -> float | None:
        """Seconds until the next attempt, or None where there is none."""
        if (
            failures >= self.attempts
            or asked > self.patience_seconds
            or not _is_safe(repeat, failures, error)
        ):
            return None
        return self.seconds(failures, asked)


def _is_safe(repeat: Repeat, failures: int, error: Exception) -> bool:
    """Whether the same may be sent again: it did nothing, or its key keeps it from being done twice."""
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout):
        return True  # it never arrived
    if isinstance(error, httpx.TransportError):
        return repeat != "changes"
    if not isinstance(error, Refusal):
        return False
    match error.status:
        case 429 | 503:
            return repeat != "changes" or error.code != "unknown"  # a proxy does not know what was done
        case 409:
            return error.code == "request_in_flight"
        case 500:
            return repeat != "changes" and failures == 1
        case 502 | 504:
            return repeat != "changes"
    return False


def asked_seconds(response: httpx.Response | None) -> float:
    """What the server asked for in ``Retry-After``, in seconds."""
    said = response.headers.get("Retry-After", "") if response is not None else ""
    return float(said) if said.isdecimal() else 0


def raised(error: Exception, key: str | None) -> Exception:
    """What the caller is told of an error that is not tried again."""
    if isinstance(error, httpx.TransportError):
        return ConnectionFailed(f"{type(error).__name__}: {error}", key)
    return error


def default_headers(token: str | None, language: str | None) -> dict[str, str]:
    headers = {"User-Agent": f"estoc-client/{CONTRACT_VERSION}"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if language is not None:
        headers["Accept-Language"] = language
    return headers


class EventParser:
    """Server-sent events out of text that comes in pieces."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, text: str) -> Iterator[Event | Skip | Reset]:
        """The events that are whole by now."""
        *messages, self._rest = (self._rest + text).replace("\r\n", "\n").split("\n\n")
        for message in messages:
            lines = [line[5:].removeprefix(" ") for line in message.split("\n") if line.startswith("data:")]
            if lines:  # else a sign of life
                yield json.loads("\n".join(lines))


class Position:
    """How far an encounter's events are known; ``failures`` since the last that was news."""

    def __init__(self, after: int) -> None:
        self.last = after
        self.failures = 0

    def takes(self, event: Event | Skip | Reset) -> bool:
        """Whether the caller is told of the event. Raises GapInEvents where one before it is missing."""
        seq = event["seq"]
        if event["type"] != "reset":
            if seq <= self.last:
                return False
            if seq > self.last + 1:
                raise GapInEvents(f"event {seq} came after {self.last}")
        self.last, self.failures = seq, 0
        return event["type"] != "skip"

    def pause_after(self, error: Exception | None, retry: Retry) -> float:
        """Seconds until it goes on from here; raises what ends it. None: the server closed the stream."""
        self.failures += 1
        fatal = isinstance(error, EstocError) and not isinstance(error, GapInEvents)
        if isinstance(error, Refusal):
            fatal = error.status not in (429, 500, 502, 503, 504)
        if error is not None and (fatal or self.failures >= retry.attempts):
            raise raised(error, None) from error
        return retry.seconds(self.failures)
