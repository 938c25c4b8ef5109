"""Simulations: begun, gone on with part by part, looked at, deleted."""

from collections.abc import Sequence
from datetime import datetime

from app.persistence.base.locks import lock_campaign
from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.persistence.packs.pack_files import PackKey
from app.values import value

KIND = "simulation"
"""Of the jobs that compute a simulation's runs; their key is the simulation's id."""
KEPT = "interval '30 days'"
"""How long a simulation is kept once it is over."""


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


_OURS = "s.campaign_id = :campaign_id AND s.id = :simulation_id"
_IS_THERE = "s.status <> 'deleted'"
_TABLES = "ruleset, table_pack, table_pack_version, tables_hash"


async def begin_simulation(driver: Driver, new: NewSimulation, *, at_most: int) -> Simulation | None:
    """Write it, unless ``at_most`` of the campaign are under way already."""
    await lock_campaign(driver, new.campaign_id)
    return await _begin(driver, new, at_most)


@statement(f"""
INSERT INTO simulation AS s ({columns(NewSimulation, tables=_TABLES)})
SELECT {columns(NewSimulation, ":new", tables=columns(PackKey, ":new.tables"))}
WHERE (
    SELECT count(*) FROM simulation WHERE campaign_id = :new.campaign_id AND status = 'running'
) < :at_most
RETURNING {columns(Simulation, "s")}
""")
async def _begin(driver: Driver, new: NewSimulation, at_most: int) -> Simulation | None: ...


@statement(f"SELECT {columns(Simulation, 's')} FROM simulation s WHERE {_OURS} AND {_IS_THERE}")
async def read_simulation(driver: Driver, campaign_id: str, simulation_id: str) -> Simulation | None:
    """One simulation with its result."""
    ...


@statement(f"""
SELECT {columns(Simulation, "s", result="NULL")} FROM simulation s
WHERE s.campaign_id = :campaign_id AND {_IS_THERE} AND (:before::text IS NULL OR s.id < :before)
ORDER BY s.id DESC LIMIT :limit
""")
async def list_simulations(
    driver: Driver, campaign_id: str, before: str | None, limit: int
) -> Sequence[Simulation]:
    """Up to ``limit`` simulations, the newest first, older than the id ``before``; without results."""
    ...


@statement(f"""
UPDATE simulation s SET status = 'deleted', title = '', body = '{{}}', state = '', so_far = '',
    outcomes = '{{}}', result = NULL, expires_at = coalesce(s.expires_at, now() + {KEPT})
WHERE {_OURS} RETURNING true
""")
async def delete_simulation(driver: Driver, campaign_id: str, simulation_id: str) -> bool:
    """Nothing of it is left but that it was there; False where it never was."""
    ...


@statement(f"SELECT {columns(ToCompute, tables=_TABLES)} FROM simulation s WHERE {_OURS} AND {_IS_THERE}")
async def read_to_compute(driver: Driver, campaign_id: str, simulation_id: str) -> ToCompute | None:
    """What there is to be computed, None where it is gone."""
    ...


@statement(f"""
UPDATE simulation s SET done = :done, outcomes = :outcomes, result = :result::text,
    status = CASE WHEN :result::text IS NULL THEN s.status ELSE 'finished' END,
    finished_at = CASE WHEN :result::text IS NOT NULL THEN now() END,
    expires_at = CASE WHEN :result::text IS NOT NULL THEN now() + {KEPT} END
WHERE {_OURS} AND s.status = 'running' AND s.done = :before
RETURNING true
""")
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
    ...


@statement(f"""
UPDATE simulation s SET status = 'failed', finished_at = now(), expires_at = now() + {KEPT}
WHERE {_OURS} AND s.status = 'running'
""")
async def give_up(driver: Driver, campaign_id: str, simulation_id: str) -> None:
    """It cannot be computed."""
    ...


@statement(f"""
SELECT s.status, s.done, s.runs, EXISTS (
    SELECT FROM token t WHERE t.campaign_id = s.campaign_id AND t.id = :token_id AND t.revoked_at IS NULL
)
FROM simulation s WHERE {_OURS}
""")
async def read_progress(
    driver: Driver, campaign_id: str, simulation_id: str, token_id: str
) -> Progress | None:
    """How far it is, for whoever shows that token; of a deleted one too."""
    ...
