"""How often each face fell in a campaign."""

from app.persistence.base.session import Driver
from app.persistence.base.statements import statement
from app.values import value


@value
class FaceCount:
    """How often ``value`` fell on the dice with so many ``sides`` of one combatant and one source."""

    encounter_id: str
    who: str
    source: str
    sides: int
    value: int
    times: int


@value
class Entrant:
    """A combatant as it entered."""

    encounter_id: str
    id: str
    ref: str | None
    name: str


# The log may tell of an action several times as it goes on. A roll of the server counts once, by its place,
# even where the GM ruled something else; of what was given by hand the last word counts. Left out are what is
# not public as long as its epoch is secret, and rolls of which only the sum was given.
@statement("""
WITH rolls AS (
    SELECT roll.*, a.encounter_id, a.seq, a.seq = max(a.seq) OVER (
        PARTITION BY a.encounter_id, told.id
    ) AS is_last
    FROM encounter_action a
    JOIN encounter e ON e.campaign_id = a.campaign_id AND e.id = a.encounter_id
    CROSS JOIN LATERAL json_to_record(a.result::json) AS told (id text, privacy text, rolls json)
    CROSS JOIN LATERAL json_to_recordset(told.rolls) AS roll (
        who text, source text, epoch int, stream text, index bigint, as_sum boolean, dice json
    )
    WHERE a.campaign_id = :campaign_id AND a.answers <> '[]'
        AND (
            coalesce(told.privacy, 'public') = 'public' AND roll.stream IS DISTINCT FROM 'hidden'
            OR roll.epoch < e.dice_epoch
        )
), counted AS (
    (SELECT DISTINCT ON (encounter_id, epoch, stream, index) * FROM rolls
        WHERE stream IS NOT NULL ORDER BY encounter_id, epoch, stream, index, seq)
    UNION ALL
    SELECT * FROM rolls WHERE stream IS NULL AND is_last AND as_sum IS NOT TRUE
)
SELECT c.encounter_id, c.who, c.source, die.sides, die.value, count(*)
FROM counted c CROSS JOIN LATERAL json_to_recordset(c.dice) AS die (sides int, value int)
GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
""")
async def count_faces(driver: Driver, campaign_id: str) -> list[FaceCount]:
    """The faces of all dice of the campaign that everybody may know."""
    ...


@statement("""
SELECT a.encounter_id, who.entry -> 'identity' ->> 'id', who.entry -> 'identity' ->> 'ref',
    who.entry -> 'identity' ->> 'name'
FROM encounter_action a
CROSS JOIN LATERAL json_array_elements(CASE a.kind
    WHEN 'add' THEN json_build_array(a.command::json)
    ELSE coalesce(a.command::json -> 'entering', '[]')
END) WITH ORDINALITY AS who (entry, position)
WHERE a.campaign_id = :campaign_id AND a.kind IN ('add', 'sync') ORDER BY a.encounter_id, a.seq, who.position
""")
async def entrants(driver: Driver, campaign_id: str) -> list[Entrant]:
    """Everybody who ever entered an encounter of the campaign, in order."""
    ...
