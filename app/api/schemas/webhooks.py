"""Webhooks as they are answered, and what they send."""

from typing import Literal

from app.api.schemas.actions import LogEntry
from app.api.schemas.common import Moment, Shape


class Webhook(Shape):
    """Where events are sent. One that fails is tried again and again, and disabled in the end."""

    id: str
    url: str
    description: str
    status: Literal["active", "failing", "disabled"]
    failures: int
    last_tried_at: Moment | None
    last_outcome: str | None
    disabled_at: Moment | None
    disabled_reason: str | None
    created_at: Moment


class WebhookWithSecret(Webhook):
    """The only answer that shows the secret."""

    secret: str


class EventsOfAction(Shape):
    """The events of one action, in order."""

    campaign_id: str
    encounter_id: str
    action_id: str
    events: list[LogEntry]


class WebhookMessage(Shape):
    """What a receiver gets. Its header `webhook-id` stays the same when it is sent again."""

    type: Literal["encounter.events"]
    timestamp: Moment
    data: EventsOfAction
