"""The log of events, tickets for its stream."""

from app.api.schemas.actions import LogEntry
from app.api.schemas.common import Moment, Shape


class EventPage(Shape):
    """Events in order; `next` is what to ask with then."""

    items: list[LogEntry]
    next: int


class StreamTicket(Shape):
    """Opens one stream, once; `stream` is the address to open, with the ticket in it."""

    ticket: str
    encounter_id: str
    stream: str
    expires_at: Moment
