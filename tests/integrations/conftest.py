"""A server, and a fight at the ford for whatever integration plays it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.clients.python.conftest import distribution
from tests.clients.python.installed import ROOT, built, environment
from tests.scenarios.test_over_http import server, token

__all__ = ["distribution", "server", "token"]

Json = dict[str, Any]
"""Any: JSON."""
INTEGRATIONS = ROOT / "integrations"


def fighter(ref: str, side: str, weapon: str, model: str, **more: Any) -> Json:
    sheet = {"hits": 80, "db": 40, "armour_type": 4, "bmr": 12, "body": 15, "stealth": 40}
    weapons = [{"id": weapon, "model": model, "ob": 80}]
    entrant = {"name": ref.capitalize(), "ref": ref, "side": side, "sheet": {**sheet, "weapons": weapons}}
    return entrant | more


@dataclass(frozen=True, slots=True)
class Ford:
    """Khardak and Dafur against an orc, with the Shade hidden; choices are the people's."""

    url: str
    gm: str
    player: str
    table: str
    encounter: str
    ids: dict[str, str]


def at_the_ford(server: str, token: str) -> Ford:
    with httpx.Client(base_url=f"{server}/v1", trust_env=False, timeout=60) as http:
        keys = iter(range(100))

        def post(path: str, body: Json) -> Json:
            headers = {
                "Authorization": f"Bearer {token}",
                "Idempotency-Key": f"{path}-{next(keys)}-{id(body)}",
            }
            return http.post(path, json=body, headers=headers).raise_for_status().json()

        policy = {"choices": "players"}
        begun = post("/encounters", {"ruleset": "harp-tdm", "title": "At the ford", "dice_policy": policy})[
            "id"
        ]
        entrants = [
            fighter("khardak", "heroes", "axe", "axe"),
            fighter("orc", "foes", "sabre", "orc-scimitar", hits=60),
            fighter("dafur", "heroes", "axe", "axe"),
            fighter("shade", "foes", "dagger", "dagger", disclosure={"visibility": "hidden"}),
        ]
        ids = {it["ref"]: post(f"/encounters/{begun}/combatants", it)["id"] for it in entrants}
        campaign = token.removeprefix("estoc_")[: len("cmp_") + 26]
        ada = {"role": "player", "label": "Ada", "controls": ["dafur", "khardak"]}
        wanted = {"tokens": [ada, {"role": "spectator", "label": "The channel"}]}
        player, table = (it["token"] for it in post(f"/campaigns/{campaign}/tokens", wanted)["tokens"])
    return Ford(server, token, player, table, begun, ids)


@pytest.fixture
def ford(server: str, token: str) -> Ford:
    return at_the_ford(server, token)


def environment_of(name: str, client: Path, place: Path) -> Path:
    """The Python of an environment with an integration and the client, each from its wheel."""
    project = INTEGRATIONS / name
    _, wheel = built(place, project)
    return environment(project / ".venv", project / "requirements.lock", [client, wheel])
