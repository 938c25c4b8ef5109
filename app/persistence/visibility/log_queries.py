"""The state before a row of the log, with which the log is shown to somebody who is not the GM."""

from app.persistence.base.session import Driver
from app.persistence.base.statements import statement
from app.persistence.packs.pack_files import PackKey
from app.persistence.play.log_queries import Place
from app.values import value


@value
class StateBefore:
    """The state before a row of the log, JSON; ``is_first``: nothing came before it, and the state given is
    any later one.
    """

    tables: PackKey
    state: str
    is_first: bool


async def state_before(driver: Driver, place: Place, seq: int) -> StateBefore | None:
    """The state before the row numbered ``seq``; None without encounter."""
    return await _state_before(driver, *place, seq)


@statement("""
SELECT e.ruleset, e.table_pack, e.table_pack_version, e.tables_hash,
    coalesce(a.state_after, e.state), a.seq IS NULL
FROM encounter e LEFT JOIN encounter_action a
    ON a.campaign_id = e.campaign_id AND a.encounter_id = e.id AND a.seq = :seq - 1
WHERE e.campaign_id = :campaign_id AND e.id = :encounter_id
""")
async def _state_before(
    driver: Driver, campaign_id: str, encounter_id: str, seq: int
) -> StateBefore | None: ...
