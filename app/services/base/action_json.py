"""The answer of an action as JSON, put together of what its row in the log holds."""

from collections.abc import Iterable


def with_events(result: str, events: str) -> bytes:
    """The whole answer of an action: its result with its events as the last member (all JSON)."""
    return f'{result[:-1]},"events":{events}}}'.encode()


def group_body(actions: Iterable[bytes], refused: bytes | None) -> bytes:
    """The answer to a group: what was carried out, and ``refused`` (JSON) where it was cut short; None where
    a group cannot be.
    """
    end = b"]}" if refused is None else b'],"refused":' + refused + b"}"
    return b'{"actions":[' + b",".join(actions) + end
