"""Whatever computes takes its turn, keeps nobody else waiting, and stops when its caller has gone."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from httpx import AsyncClient, Response
from sqlalchemy.engine import URL

from app.main import create_app
from app.services.ahead import legal_actions
from app.services.base import slots
from app.services.base.service import Estoc
from tests.api.caller import BLOW, DAFUR, LOOK, ORC, SCOUT, Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.listening import caller_at, listening
from tests.api.test_previews import CHARGE, on_the_meadow
from tests.api.test_scenario_runs import REPORTED
from tests.services.test_slots import MOST, Endless, ended, until


@dataclass(frozen=True)
class Table:
    """A campaign with a fight on a map, one without that has been struck in, and a simulation of it."""

    gm: Caller
    player: Caller
    meadow: str
    fight: str
    dafur: str
    simulation: str


Ask = Callable[[Table], Awaitable[Response]]
RESOLVED = {
    "ruleset": "harp-tdm",
    "combatants": [
        {"ref": name, "name": name, "side": side, "sheet": REPORTED["combatants"][number]["sheet"]}
        for number, (name, side) in enumerate((("dafur", "heroes"), ("orc", "foes")))
    ],
    "command": BLOW,
}
COMPUTING: dict[str, Ask] = {
    "legal actions": lambda at: at.gm.get(f"/encounters/{at.meadow}/legal-actions?combatant=ada"),
    "preview": lambda at: at.gm.post(f"/encounters/{at.meadow}/preview", {"command": CHARGE}),
    "odds": lambda at: at.gm.post(f"/encounters/{at.meadow}/odds", {"command": CHARGE}),
    "odds, drawn": lambda at: at.gm.post(f"/encounters/{at.meadow}/odds.svg", {"command": CHARGE}),
    "map": lambda at: at.gm.get(f"/encounters/{at.meadow}/map.svg?reach=ada"),
    "preview, drawn": lambda at: at.gm.post(f"/encounters/{at.meadow}/map.svg", {"command": CHARGE}),
    "events of a player": lambda at: at.player.get(f"/encounters/{at.fight}/events"),
    "log of a player": lambda at: at.player.get(f"/encounters/{at.fight}/actions"),
    "log in another language": lambda at: at.gm.get(f"/encounters/{at.fight}/actions", Accept_Language="fr"),
    "encounters": lambda at: at.gm.get("/encounters"),
    "encounter": lambda at: at.player.get(f"/encounters/{at.fight}"),
    "combatants": lambda at: at.player.get(f"/encounters/{at.fight}/combatants"),
    "combatant": lambda at: at.player.get(f"/encounters/{at.fight}/combatants/{at.dafur}"),
    "report": lambda at: at.gm.get(f"/encounters/{at.fight}/report"),
    "scenario": lambda at: at.gm.get(f"/encounters/{at.fight}/scenario"),
    "scenario run": lambda at: at.gm.post("/scenarios:run", REPORTED),
    "resolve": lambda at: at.gm.post("/resolve", RESOLVED),
    "proof": lambda at: at.gm.get(f"/encounters/{at.fight}/dice-proof"),
    "statistics": lambda at: at.gm.get(f"/campaigns/{at.gm.campaign}/dice-statistics"),
    "simulation": lambda at: at.gm.post("/simulations", {"encounter_id": at.fight, "runs": 1}),
    "run of a simulation": lambda at: at.gm.get(f"/simulations/{at.simulation}/runs/0"),
}


async def table_of(http: AsyncClient) -> Table:
    gm = await new_gm(http)
    meadow, fight = await on_the_meadow(gm), await gm.begin_fight(DAFUR, ORC, SCOUT)
    assert (await gm.act(fight, LOOK)).status_code == 201
    begun = await gm.post("/simulations", {"encounter_id": fight, "runs": 1, "seed": "a"})
    dafur = (await gm.get(f"/encounters/{fight}/combatants")).json()["items"][0]["id"]
    return Table(gm, await gm.seat("player", "dafur"), meadow, fight, dafur, begun.json()["id"])


@pytest.fixture(scope="module")
def app(address: URL) -> FastAPI:
    return create_app(settings_for(address))


@pytest.fixture(scope="module")
async def table(app: FastAPI) -> AsyncIterator[Table]:
    async with running(app) as http:
        yield await table_of(http)


@pytest.fixture
async def others_compute(app: FastAPI) -> AsyncIterator[None]:
    """Others have all slots for as long as the test lasts."""
    service: Estoc = app.state.estoc
    go = threading.Event()
    held = [
        asyncio.create_task(service.slots.compute(f"other {number}", lambda: go.wait(MOST)))
        for number in range(slots.AT_ONCE)
    ]
    await until(lambda: service.slots.running == slots.AT_ONCE)
    waits, service.slots.waits = service.slots.waits, 0.01
    yield
    service.slots.waits = waits
    go.set()
    await asyncio.gather(*held)


@pytest.fixture
def nothing_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "SMALL", 0)


@pytest.mark.usefixtures("nothing_is_small", "others_compute")
@pytest.mark.parametrize("what", COMPUTING)
async def test_whatever_computes_waits_for_a_slot_and_nothing_else_does(table: Table, what: str) -> None:
    answer = await COMPUTING[what](table)
    assert (answer.status_code, answer.json()["code"]) == (503, "odds_busy"), answer.text
    assert answer.headers["Retry-After"] == "1"
    assert (await table.gm.http.get("/v1/ping")).status_code == 200
    assert (await table.gm.act(table.fight, LOOK)).status_code == 201


@pytest.mark.usefixtures("nothing_is_small")
@pytest.mark.parametrize("what", COMPUTING)
async def test_in_its_slot_it_is_answered(table: Table, what: str) -> None:
    answer = await COMPUTING[what](table)
    assert answer.is_success or answer.json()["code"] == "too_many_simulations", answer.text


async def test_a_body_that_does_not_come_is_not_waited_for(address: URL) -> None:
    app = create_app(settings_for(address))
    app.state.body_within = 0.1
    async with listening(app) as place, caller_at(place, "") as anybody:
        gm = await new_gm(anybody.http)
        at = urlsplit(place)
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
        head = f"host: estoc\r\nauthorization: Bearer {gm.token}\r\ncontent-type: application/json\r\n"
        writer.write(f"POST /v1/resolve HTTP/1.1\r\n{head}content-length: 9\r\n\r\n{{".encode())
        async with asyncio.timeout(MOST):
            answered = (await reader.read()).decode()  # until the connection is closed
        writer.close()
        assert answered.startswith("HTTP/1.1 408 ")
        assert '"code":"request_too_slow"' in answered


async def test_what_is_computed_for_a_caller_who_has_gone_is_given_up(
    address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = [Endless() for _ in range(slots.AT_ONCE)]
    unused = iter(works)

    def endless(*_: Any) -> None:
        next(unused)()

    app = create_app(settings_for(address))
    async with listening(app) as place, caller_at(place, "") as anybody:
        table = await table_of(anybody.http)
        monkeypatch.setattr(legal_actions, "considered", endless)
        second = await table.gm.seat("gm")
        path = f"/encounters/{table.meadow}/legal-actions?combatant=ada"
        asked = [asyncio.create_task(caller.get(path)) for caller in (table.gm, second)]
        await until(lambda: all(work.began.is_set() for work in works))
        for one in asked:
            one.cancel()  # which closes the connection
        await ended(app.state.estoc.slots, *works)
        monkeypatch.undo()
        assert (await table.gm.get(path)).status_code == 200
