"""Moments as they are written."""

from datetime import UTC, datetime


def written(moment: datetime) -> str:
    """As in RFC 3339, in UTC, to the millisecond."""
    moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"
