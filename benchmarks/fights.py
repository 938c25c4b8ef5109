"""The encounters that are fought in while measuring, and the rows that one attack leaves behind."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx

from benchmarks.service import Measured, NotMeasurable

DAFUR = {
    "name": "Dafur",
    "side": "heroes",
    "ref": "dafur",
    "sheet": {"hits": 60, "db": 35, "armour_type": 5, "weapons": [{"id": "axe", "model": "axe", "ob": 80}]},
}
ORC = {
    "name": "Orc",
    "side": "foes",
    "ref": "orc",
    # So many that it stands until the slice is over.
    "sheet": {
        "hits": 9_999,
        "db": 45,
        "armour_type": 4,
        "weapons": [{"id": "scimitar", "model": "orc-scimitar", "ob": 50}],
    },
}
ATTACK = json.dumps(
    {
        "command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"},
        "dice": [55, 42],
    }
).encode()
PROOF = b'"attack_total":135,"defence_score":45,"table_result":90'
"""In every answer to it: 55 + 80 − 45 = 90."""

_COPY = """
INSERT INTO encounter
SELECT (json_populate_record(e, json_build_object(
    'campaign_id', $2::text, 'id', 'enc_' || lpad(n::text, 26, '0')))).*
FROM encounter e, generate_series(1, $3::int) n WHERE e.id = $1
"""
_BEGIN_AGAIN = """
UPDATE encounter e SET state = t.state, status = t.status, version = t.version, last_event = t.last_event
FROM encounter t WHERE t.id = $1 AND e.id <> $1
"""
WRITTEN = {"encounter": "id = $2", "encounter_action": "kind = 'attack'", "idempotency_key": "route = $3"}
"""The tables that an attack writes to, and which of their rows is the attack's."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign that owns one copy of every encounter."""

    id: str
    token: str
    token_id: str


@dataclass(frozen=True, slots=True)
class Fights:
    """The same encounters twice: in the campaign of the service, and in that of its peer."""

    service: Measured
    ours: Campaign
    peers: Campaign
    template: str
    encounters: tuple[str, ...]


async def prepare(service: Measured, encounters: int) -> Fights:
    """Begin one fight through the API, and copy it ``encounters`` times into both campaigns."""
    database = await asyncpg.connect(service.dsn)
    async with httpx.AsyncClient(base_url=f"{service.url}/v1", trust_env=False) as http:
        ours = await _campaign(http, database, service.admin_token)
        peers = await _campaign(http, database, service.admin_token)
        template = (await _post(http, ours.token, "/encounters", {"ruleset": "harp-tdm"}))["id"]
        for fighter in (DAFUR, ORC):
            await _post(http, ours.token, f"/encounters/{template}/combatants", fighter)
    for campaign in (ours, peers):
        await database.execute(_COPY, template, campaign.id, encounters)
    await database.close()
    ids = tuple(encounter_id(number) for number in range(1, encounters + 1))
    return Fights(service, ours, peers, template, ids)


def encounter_id(number: int) -> str:
    return f"enc_{number:026}"


async def begin_again(fights: Fights) -> None:
    """Put every encounter back to its beginning and empty the log, so that all slices find the same rows."""
    database = await asyncpg.connect(fights.service.dsn)
    await database.execute("TRUNCATE encounter_action, idempotency_key")
    await database.execute(_BEGIN_AGAIN, fights.template)
    await database.execute("VACUUM ANALYZE encounter")
    await database.close()


async def one_attack(fights: Fights) -> dict[str, Any]:
    """Attack in the first encounter; every value that was written, by table and column. Any: SQL values."""
    await begin_again(fights)
    encounter = fights.encounters[0]
    async with httpx.AsyncClient(base_url=f"{fights.service.url}/v1", trust_env=False) as http:
        key = secrets.token_hex(16)
        answer = await _post(http, fights.ours.token, _route(encounter), json.loads(ATTACK), key)
    if answer["result"]["attack_total"] != 135 or answer["result"]["cell"] != "12B":
        raise NotMeasurable(f"The attack came out wrong: {answer['result']}")
    database = await asyncpg.connect(fights.service.dsn)
    written: dict[str, Any] = {}
    for table, condition in WRITTEN.items():
        row = await database.fetchrow(*_written(table, "*", condition, fights.ours))
        assert row is not None
        written |= {f"{table}.{column}": value for column, value in row.items()}
    await database.close()
    return written


async def sizes(fights: Fights, campaign: Campaign) -> dict[str, int | None]:
    """Bytes as stored of everything that the only attack in ``campaign`` wrote, by table and column."""
    database = await asyncpg.connect(fights.service.dsn)
    found: dict[str, int | None] = {}
    for table, condition in WRITTEN.items():
        columns = [
            row[0]
            for row in await database.fetch(
                "SELECT column_name FROM information_schema.columns WHERE table_name = $1", table
            )
        ]
        wanted = ", ".join(f'pg_column_size("{column}") AS "{column}"' for column in columns)
        rows = await database.fetch(*_written(table, wanted, condition, campaign))
        if len(rows) != 1:
            raise NotMeasurable(f"One attack left {len(rows)} rows in {table}.")
        found |= {f"{table}.{column}": size for column, size in rows[0].items()}
    await database.close()
    return found


def _written(table: str, wanted: str, condition: str, campaign: Campaign) -> tuple[str, ...]:
    # Every condition gets both texts, since the driver counts them.
    query = f"SELECT {wanted} FROM {table} WHERE campaign_id = $1 AND {condition} AND ($2 || $3) <> ''"
    return query, campaign.id, encounter_id(1), f"/v1{_route(encounter_id(1))}"


def _route(encounter: str) -> str:
    return f"/encounters/{encounter}/actions"


async def _campaign(http: httpx.AsyncClient, database: asyncpg.Connection, admin_token: str) -> Campaign:
    opened = await _post(http, admin_token, "/campaigns", {"name": "Measured"})
    token = await database.fetchrow("SELECT id FROM token WHERE campaign_id = $1", opened["id"])
    assert token is not None
    return Campaign(opened["id"], opened["token"], token["id"])


async def _post(
    http: httpx.AsyncClient, token: str, path: str, body: object, key: str | None = None
) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key or secrets.token_hex(16)}
    answer = await http.post(path, json=body, headers=headers)
    if answer.status_code != 201:
        raise NotMeasurable(f"{path} answered {answer.status_code}: {answer.text}")
    return answer.json()
