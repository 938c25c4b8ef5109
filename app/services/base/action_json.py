"""The answer of an action as JSON, put together of what its row in the log holds."""


def with_events(result: str, events: str) -> bytes:
    """The whole answer of an action: its result with its events as the last member (all JSON)."""
    return f'{result[:-1]},"events":{events}}}'.encode()
