"""One service for all the pages, served as `make run` serves it; each page has a demo of its own."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.api.caller import DAFUR, ORC
from tests.infra.furnished import furnished_place
from tests.infra.served import ENDS_WITHIN, Served, free_port, serving

ADMIN = "an admin token for tests"


@dataclass(frozen=True, slots=True)
class Demo:
    """What a newcomer is told at the start, but for a campaign in which nothing has happened yet.

    ``fight`` is the command line that fights, in ``encounter``; ``data`` is the service's data folder.
    """

    url: str
    token: str
    encounter: str
    fight: str
    banner: str
    data: Path


@pytest.fixture(scope="session")
def service() -> Iterator[tuple[Served, Path]]:
    """The service and its data folder."""
    outside = {"ESTOC_WEBHOOKS": "true", "ESTOC_WEBHOOKS_TO_PRIVATE": "true", "ESTOC_ADMIN_TOKEN": ADMIN}
    with furnished_place() as folder, serving(folder, free_port(), **outside) as running:
        yield running, folder


@pytest.fixture(scope="module")
def served(service: tuple[Served, Path]) -> Demo:
    """The demo of one page."""
    running, data = service
    with httpx.Client(base_url=running.url, timeout=ENDS_WITHIN, trust_env=False) as http:

        def post(path: str, token: str, body: object) -> dict[str, str]:
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(8)}
            return http.post(f"/v1{path}", json=body, headers=headers).raise_for_status().json()

        token = post("/campaigns", ADMIN, {"name": "Demo"})["token"]
        encounter = post("/encounters", token, {"ruleset": "harp-tdm", "title": "Dafur and the orc"})["id"]
        for fighter in (DAFUR, ORC):
            post(f"/encounters/{encounter}/combatants", token, fighter)
    first = running.fight.split("/encounters/")[1].split("/")[0]
    fight = running.fight.replace(running.token, token).replace(first, encounter)
    return Demo(running.url, token, encounter, fight, running.banner, data)
