"""What a viewer may see of an event: the one place where that is decided.

Whatever hands out events (a page of the log, a stream, a webhook) gets them from here, and the log's numbers
stay whole: an event that the viewer may not see becomes a skip with its number.
"""

from collections.abc import Iterable

from app.services.tokens import Grant
from app.services.views import Json

SKIP, RESET = "skip", "reset"
"""Types of what stands in the place of events; no event of a game has one of these."""


def as_seen(events: Iterable[Json], viewer: Grant) -> list[Json]:
    """``events`` as ``viewer`` may see them, one for one: the event, a redacted copy, or a `skip`.

    Events are shared between viewers and are not changed. Every token sees everything as yet.
    """
    return [redact(event, viewer) for event in events]


def redact(event: Json, viewer: Grant) -> Json:
    """One event as ``viewer`` may see it."""
    del viewer
    return event


def skip(event: Json) -> Json:
    """What stands in the place of an event that is not for the viewer's eyes."""
    return {"seq": event["seq"], "type": SKIP}


def reset(last_event: int) -> Json:
    """What a reader gets who asks for what comes after an event that there never was.

    It says: what you know is not this log; read the encounter anew and go on after ``last_event``.
    """
    return {"seq": last_event, "type": RESET}
