"""How often each face fell in a campaign."""

from dataclasses import dataclass

from app.persistence.session import Driver


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How often ``value`` fell on the dice with so many ``sides`` of one combatant and one source."""

    encounter_id: str
    who: str
    source: str
    sides: int
    value: int
    times: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A combatant as it entered."""

    encounter_id: str
    id: str
    ref: str | None
    name: str


# The log may tell of an action several times as it goes on. A roll of the server counts once, by its place,
# even where the GM ruled something else; of what was given by hand the last word counts. Left out are what is
# not public as long as its epoch is secret, and rolls of which only the sum was given.
_COUNT = """
WITH told AS (
    SELECT a.encounter_id, a.seq, e.dice_epoch, r.result ->> 'id' AS id, r.result ->> 'privacy' AS privacy,
        r.result -> 'rolls' AS rolls
    FROM encounter_action a
    JOIN encounter e ON e.campaign_id = a.campaign_id AND e.id = a.encounter_id
    CROSS JOIN LATERAL (SELECT a.result::json AS result OFFSET 0) r
    WHERE a.campaign_id = $1 AND a.answers <> '[]'
), rolls AS (
    SELECT t.encounter_id, t.seq, t.seq = max(t.seq) OVER (PARTITION BY t.encounter_id, t.id) AS is_last,
        e.roll, e.roll ->> 'epoch' AS epoch, e.roll ->> 'stream' AS stream, e.roll ->> 'index' AS index
    FROM told t CROSS JOIN LATERAL json_array_elements(t.rolls) e (roll)
    WHERE (coalesce(t.privacy, 'public') = 'public' OR (e.roll ->> 'epoch')::int < t.dice_epoch)
        AND (e.roll ->> 'as_sum') IS DISTINCT FROM 'true'
), counted AS (
    (SELECT DISTINCT ON (encounter_id, epoch, stream, index) encounter_id, roll FROM rolls
        WHERE stream IS NOT NULL ORDER BY encounter_id, epoch, stream, index, seq)
    UNION ALL
    SELECT encounter_id, roll FROM rolls WHERE stream IS NULL AND is_last
)
SELECT c.encounter_id, c.roll ->> 'who', c.roll ->> 'source', (d.die ->> 'sides')::int,
    (d.die ->> 'value')::int, count(*)
FROM counted c CROSS JOIN LATERAL json_array_elements(c.roll -> 'dice') d (die)
GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
"""

_ENTRANTS = """
SELECT encounter_id, actor, command::json #>> '{identity,ref}', command::json #>> '{identity,name}'
FROM encounter_action WHERE campaign_id = $1 AND kind = 'add' ORDER BY encounter_id, seq
"""


async def count_faces(driver: Driver, campaign_id: str) -> list[FaceCount]:
    """The faces of all dice of the campaign that everybody may know."""
    return [FaceCount(*row) for row in await driver.fetch(_COUNT, campaign_id)]


async def entrants(driver: Driver, campaign_id: str) -> list[Entrant]:
    """Everybody who ever entered an encounter of the campaign, in order."""
    return [Entrant(*row) for row in await driver.fetch(_ENTRANTS, campaign_id)]
