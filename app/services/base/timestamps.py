"""Moments as they are written."""

from datetime import UTC, datetime


def written(moment: datetime) -> str:
    """As in RFC 3339, in UTC, to the millisecond."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
