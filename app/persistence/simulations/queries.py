"""Simulations: begun, gone on with part by part, looked at, deleted."""

from collections.abc import Sequence
from datetime import datetime

from app.persistence.base.session import Driver
from app.persistence.packs.pack_files import PackKey
from app.values import value

KIND = "simulation"
"""Of the jobs that compute a simulation's runs; their key is the simulation's id."""
KEPT = "interval '30 days'"
"""How long a simulation is kept once it is over."""

# ruff: noqa: S608 — the statements below are put together from each other's texts, never from a value.
_OURS = "s.campaign_id = $1 AND s.id = $2"
_IS_THERE = "s.status <> 'deleted'"
_COLUMNS = """s.id, s.encounter_id, s.title, s.ruleset, s.status, s.body, s.runs, s.done, s.created_at,
    s.finished_at, s.expires_at"""

_LOCK_CAMPAIGN = "SELECT FROM campaign WHERE id = $1 FOR NO KEY UPDATE"

_BEGIN = f"""
INSERT INTO simulation AS s (campaign_id, id, encounter_id, title, ruleset, table_pack, table_pack_version,
    tables_hash, body, state, so_far, runs)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
WHERE (SELECT count(*) FROM simulation WHERE campaign_id = $1 AND status = 'running') < $13
RETURNING {_COLUMNS}, s.result
"""

_READ = f"SELECT {_COLUMNS}, s.result FROM simulation s WHERE {_OURS} AND {_IS_THERE}"

_LIST = f"""
SELECT {_COLUMNS}, NULL FROM simulation s
WHERE s.campaign_id = $1 AND {_IS_THERE} AND ($2::text IS NULL OR s.id < $2)
ORDER BY s.id DESC LIMIT $3
"""

_DELETE = f"""
UPDATE simulation s SET status = 'deleted', title = '', body = '{{}}', state = '', so_far = '',
    outcomes = '{{}}', result = NULL, expires_at = coalesce(s.expires_at, now() + {KEPT})
WHERE {_OURS} RETURNING true
"""

_TO_COMPUTE = """s.ruleset, s.table_pack, s.table_pack_version, s.tables_hash, s.body, s.state, s.so_far,
    s.title, s.status, s.runs, s.done, s.outcomes"""

_READ_TO_COMPUTE = f"SELECT {_TO_COMPUTE} FROM simulation s WHERE {_OURS} AND {_IS_THERE}"

_GO_ON = f"""
UPDATE simulation s SET done = $4, outcomes = $5, result = $6::text,
    status = CASE WHEN $6::text IS NULL THEN s.status ELSE 'finished' END,
    finished_at = CASE WHEN $6::text IS NOT NULL THEN now() END,
    expires_at = CASE WHEN $6::text IS NOT NULL THEN now() + {KEPT} END
WHERE {_OURS} AND s.status = 'running' AND s.done = $3
RETURNING true
"""

_GIVE_UP = f"""
UPDATE simulation s SET status = 'failed', finished_at = now(), expires_at = now() + {KEPT}
WHERE {_OURS} AND s.status = 'running'
"""

_PROGRESS = f"""
SELECT s.status, s.done, s.runs, EXISTS (
    SELECT FROM token t WHERE t.campaign_id = s.campaign_id AND t.id = $3 AND t.revoked_at IS NULL
)
FROM simulation s WHERE {_OURS}
"""


@value
class NewSimulation:
    """A simulation to be begun; ``body``, ``state`` and ``so_far`` are JSON."""

    campaign_id: str
    id: str
    encounter_id: str
    title: str
    tables: PackKey
    body: str
    state: str
    so_far: str
    runs: int


@value
class Simulation:
    """A simulation as it stands; ``result`` (JSON) is there once it is finished, and not in lists."""

    id: str
    encounter_id: str
    title: str
    ruleset: str
    status: str
    body: str
    runs: int
    done: int
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime | None
    result: str | None


@value
class ToCompute:
    """What the runs of a simulation are computed from."""

    tables: PackKey
    body: str
    state: str
    so_far: str
    title: str
    status: str
    runs: int
    done: int
    outcomes: str


@value
class Progress:
    """How far a simulation is; ``is_permitted`` while the token that looks is good."""

    status: str
    done: int
    runs: int
    is_permitted: bool


async def begin_simulation(driver: Driver, new: NewSimulation, *, at_most: int) -> Simulation | None:
    """Write it, unless ``at_most`` of the campaign are under way already."""
    await driver.execute(_LOCK_CAMPAIGN, new.campaign_id)
    row = await driver.fetchrow(
        _BEGIN,
        new.campaign_id,
        new.id,
        new.encounter_id,
        new.title,
        new.tables.ruleset,
        new.tables.id,
        new.tables.version,
        new.tables.hash,
        new.body,
        new.state,
        new.so_far,
        new.runs,
        at_most,
    )
    return None if row is None else Simulation(*row)


async def read_simulation(driver: Driver, campaign_id: str, simulation_id: str) -> Simulation | None:
    """One simulation with its result."""
    row = await driver.fetchrow(_READ, campaign_id, simulation_id)
    return None if row is None else Simulation(*row)


async def list_simulations(
    driver: Driver, campaign_id: str, before: str | None, limit: int
) -> Sequence[Simulation]:
    """Up to ``limit`` simulations, the newest first, older than the id ``before``; without results."""
    return [Simulation(*row) for row in await driver.fetch(_LIST, campaign_id, before, limit)]


async def delete_simulation(driver: Driver, campaign_id: str, simulation_id: str) -> bool:
    """Nothing of it is left but that it was there; False where it never was."""
    return bool(await driver.fetchval(_DELETE, campaign_id, simulation_id))


async def read_to_compute(driver: Driver, campaign_id: str, simulation_id: str) -> ToCompute | None:
    """What there is to be computed, None where it is gone."""
    row = await driver.fetchrow(_READ_TO_COMPUTE, campaign_id, simulation_id)
    return None if row is None else ToCompute(PackKey(*row[:4]), *row[4:])


async def go_on(
    driver: Driver,
    campaign_id: str,
    simulation_id: str,
    before: int,
    done: int,
    outcomes: str,
    result: str | None,
) -> bool:
    """The runs from ``before`` to ``done`` are computed, and with a ``result`` all of them.

    False where somebody else has computed them, or nobody wants them any more.
    """
    return bool(await driver.fetchval(_GO_ON, campaign_id, simulation_id, before, done, outcomes, result))


async def give_up(driver: Driver, campaign_id: str, simulation_id: str) -> None:
    """It cannot be computed."""
    await driver.execute(_GIVE_UP, campaign_id, simulation_id)


async def read_progress(
    driver: Driver, campaign_id: str, simulation_id: str, token_id: str
) -> Progress | None:
    """How far it is, for whoever shows that token; of a deleted one too."""
    row = await driver.fetchrow(_PROGRESS, campaign_id, simulation_id, token_id)
    return None if row is None else Progress(*row)
