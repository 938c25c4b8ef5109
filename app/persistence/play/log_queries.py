"""Statements of those who follow the log: a page of it, what has moved on, and telling other workers."""

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeAlias

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.values import value

CHANNEL = "estoc_events"
"""On which workers tell each other in which encounters something has happened."""
_PLACES_A_NOTICE = 100
"""PostgreSQL takes 8,000 bytes at once; a place has 61."""

Place: TypeAlias = tuple[str, str]
"""The ids of a campaign and of an encounter in it."""


@value
class StoredRow:
    """A row of the log with its events (a JSON array), and what says who may see them."""

    seq: int
    events: str
    privacy: str
    token_id: str
    actor: str | None


@value
class StoredEvents:
    """A page of the log as it was at one moment, and the number of the encounter's newest event.
    ``is_overdue``: somebody ran out of time in it and that is not settled."""

    last_event: int
    is_overdue: bool
    rows: tuple[StoredRow, ...]


async def page_of_log(driver: Driver, place: Place, after: int, limit: int) -> StoredEvents | None:
    """The first ``limit`` actions with events after the event numbered ``after``; None without encounter."""
    rows = await _page(driver, *place, after, limit)
    if not rows:
        return None
    return StoredEvents(
        rows[0][0], rows[0][1], tuple(StoredRow(*row[2:]) for row in rows if row[2] is not None)
    )


@statement(f"""
SELECT e.last_event, COALESCE(e.pending_expires_at <= now(), false), {columns(StoredRow, "a")}
FROM encounter e LEFT JOIN LATERAL (
    SELECT {columns(StoredRow)}, last_event FROM encounter_action
    WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id
        AND last_event > :after AND last_event >= first_event
    ORDER BY last_event LIMIT :limit
) a ON true
WHERE e.campaign_id = :campaign_id AND e.id = :encounter_id
ORDER BY a.last_event
""")
async def _page(
    driver: Driver, campaign_id: str, encounter_id: str, after: int, limit: int
) -> list[tuple[Any, ...]]:
    """Any: columns; those of the row are null where there is none."""
    ...


async def last_events(driver: Driver, places: Collection[Place]) -> dict[Place, int | None]:
    """The number of the newest event of each encounter; None where the encounter is gone."""
    rows = await _last_events(driver, *_columns(places))
    return {(campaign, encounter): last_event for campaign, encounter, last_event in rows}


@statement("""
SELECT wanted.campaign_id, wanted.id, e.last_event
FROM unnest(:campaigns::text[], :encounters::text[]) AS wanted (campaign_id, id)
LEFT JOIN encounter e ON e.campaign_id = wanted.campaign_id AND e.id = wanted.id
""")
async def _last_events(
    driver: Driver, campaigns: list[str], encounters: list[str]
) -> list[tuple[str, str, int | None]]: ...


async def closed_tokens(driver: Driver, tokens: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """Which of these tokens, given as campaign and id, open nothing any more."""
    return set(await _closed_tokens(driver, *_columns(tokens)))


@statement("""
SELECT wanted.campaign_id, wanted.id
FROM unnest(:campaigns::text[], :tokens::text[]) AS wanted (campaign_id, id)
LEFT JOIN token t ON t.campaign_id = wanted.campaign_id AND t.id = wanted.id
WHERE t.id IS NULL OR t.revoked_at IS NOT NULL
""")
async def _closed_tokens(
    driver: Driver, campaigns: list[str], tokens: list[str]
) -> list[tuple[str, str]]: ...


def _columns(pairs: Collection[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [campaign for campaign, _ in pairs], [own for _, own in pairs]


async def notify(driver: Driver, places: Collection[Place]) -> None:
    """Tell every worker, in one statement, in which encounters something has happened."""
    await _notify(driver, list(_notices(list(places))))


@statement(f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(:notices::text[]) AS notice")
async def _notify(driver: Driver, notices: list[str]) -> None: ...


def _notices(places: list[Place]) -> Iterator[str]:
    for first in range(0, len(places), _PLACES_A_NOTICE):
        yield " ".join("/".join(place) for place in places[first : first + _PLACES_A_NOTICE])


async def listen(driver: Driver, hear: Callable[[int, Place], None]) -> None:
    """Call ``hear`` for every place of every notice from now on, with the number of who tells."""

    def read(_driver: object, teller: int, _channel: str, notice: object) -> None:
        for place in str(notice).split():
            campaign, _, encounter = place.partition("/")
            hear(teller, (campaign, encounter))

    await driver.add_listener(CHANNEL, read)
