"""What it takes to show the log to somebody who is not the GM: who may see each row, and the state before."""

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
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


@value
class SeenRow:
    """A row with its events (JSON), and what says who may see them."""

    seq: int
    events: str
    privacy: str
    token_id: str
    actor: str | None


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


async def rows_with_events(driver: Driver, place: Place, after: int, up_to: int) -> list[SeenRow]:
    """The rows with events after the event ``after``, whose last event is numbered ``up_to`` or less."""
    return await _rows(driver, *place, after, up_to)


@statement(f"""
SELECT {columns(SeenRow)} FROM encounter_action
WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id
    AND last_event > :after AND last_event <= :up_to AND last_event >= first_event
ORDER BY last_event
""")
async def _rows(
    driver: Driver, campaign_id: str, encounter_id: str, after: int, up_to: int
) -> list[SeenRow]: ...
