"""R6 in its small form: no answer to those who may not know tells what is hidden."""

import asyncio
import os

from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.caller import Caller
from tests.api.conftest import new_gm, settings_for
from tests.api.test_roles import described
from tests.reliability.canaries import FIGURES, WORDS, Table, lay, secrets_of, try_to_learn

CALLS = int(os.environ.get("ESTOC_TEST_CALLS", "260"))
UNSEARCHED = frozenset({"streamEvents", "openCampaign"})
"""The one goes on for ever and is listened to below; the other makes what there is to hide from."""


def operations(app: FastAPI) -> dict[str, tuple[str, str]]:
    return {
        name: (path, method) for name, (path, method, _) in described(app).items() if name not in UNSEARCHED
    }


async def test_players_spectators_and_strangers_hear_nothing_of_the_hidden(
    http: AsyncClient, gm: Caller, stranger: Caller, address: URL
) -> None:
    table = await lay(gm, stranger)
    known = operations(create_app(settings_for(address)))
    searched = await try_to_learn(table, known, CALLS, seed=int(os.environ.get("ESTOC_TEST_SEED", "6")))
    assert searched.keys() == known.keys()
    await _the_gm_hears_it_all(table)
    told = [one for encounter in table.encounters for one in secrets_of(await _log(table.gm, encounter))]
    assert set(told) >= set(WORDS)
    assert "4177" in told


async def test_nobody_hears_more_than_the_campaigns_ceiling_allows(
    http: AsyncClient, gm: Caller, stranger: Caller, address: URL
) -> None:
    table = await lay(gm, stranger, is_under_ceiling=True)
    known = operations(create_app(settings_for(address)))
    await try_to_learn(table, known, CALLS, seed=int(os.environ.get("ESTOC_TEST_SEED", "7")))
    free = await gm.patch(f"/campaigns/{gm.campaign}", {"disclosure": {}}, If_Match="*")
    assert free.status_code == 200
    for encounter in table.encounters:
        unlimited = (await table.player.get(f"/encounters/{encounter}/combatants")).text
        assert set(secrets_of(unlimited)) >= {"3917", "953"}, "there was something to keep back"


async def _the_gm_hears_it_all(table: Table) -> None:
    """The search finds what there is to find."""
    for encounter in table.encounters:
        whole = (await table.gm.get(f"/encounters/{encounter}/combatants")).text
        assert set(secrets_of(whole)) == {*WORDS, *(str(one) for one in FIGURES if str(one) in whole)}


async def _log(caller: Caller, encounter: str) -> str:
    return (await caller.get(f"/encounters/{encounter}/actions?limit=200")).text


async def test_no_stream_tells_of_the_hidden(live_gm: Caller) -> None:
    stranger = await new_gm(live_gm.http)
    table = await lay(live_gm, stranger)
    for encounter, ids in table.encounters.items():
        harp = encounter == next(iter(table.encounters))
        hurt = {"hits": 1} if harp else {"points": 1}
        for target in ids:
            await live_gm.act(encounter, {"type": "damage", "target": target, **hurt})
        last = (await live_gm.get(f"/encounters/{encounter}")).json()["last_event"]
        for viewer in (table.player, table.spectator):
            headers = {"Authorization": f"Bearer {viewer.token}"}
            place = f"/v1/encounters/{encounter}/stream?after=0"
            lines: list[str] = []
            async with asyncio.timeout(20), viewer.http.stream("GET", place, headers=headers) as stream:
                async for line in stream.aiter_lines():
                    lines.append(line)
                    if line == f"id: {last}":
                        break
            heard = "\n".join(lines)
            assert heard.count("\nid: ") == last
            assert not list(secrets_of(heard)), heard
