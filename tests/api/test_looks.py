"""A rush of requests shares its looks at the database, so that the connections stay free for others."""

import asyncio

import pytest
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.session import Database
from app.services.access.tokens import Tokens
from app.services.base.refusals import Unauthenticated
from app.services.base.single_flight import Looks
from tests.api.caller import Caller
from tests.api.conftest import running, settings_for
from tests.api.listening import query
from tests.conftest import PATIENT

RUSH = 40


async def test_who_comes_while_one_looks_gets_what_it_finds() -> None:
    looks: Looks[str, int] = Looks()
    begun: list[str] = []

    async def look() -> int:
        begun.append("look")
        await asyncio.sleep(0)
        return len(begun)

    assert await asyncio.gather(*(looks.share("a", look) for _ in range(3))) == [1, 1, 1]
    assert await looks.share("a", look) == 2
    early = asyncio.create_task(looks.share("a", look))
    await asyncio.sleep(0)
    looks.forget()
    assert await looks.share("a", look) == 4
    await early


async def test_who_goes_away_does_not_end_the_look_for_the_others() -> None:
    looks: Looks[str, str] = Looks()
    is_found = asyncio.Event()

    async def look() -> str:
        await is_found.wait()
        return "here"

    gone, stays = [asyncio.create_task(looks.share("a", look)) for _ in range(2)]
    await asyncio.sleep(0)
    gone.cancel()
    is_found.set()
    assert await stays == "here"


async def test_what_goes_wrong_goes_wrong_for_all_and_is_tried_again() -> None:
    looks: Looks[str, str] = Looks()

    async def look() -> str:
        raise ConnectionError

    tries = await asyncio.gather(*(looks.share("a", look) for _ in range(2)), return_exceptions=True)
    assert [type(one) for one in tries] == [ConnectionError, ConnectionError]
    with pytest.raises(ConnectionError):
        await looks.share("a", look)


async def test_a_rush_of_refusals_needs_one_connection(address: URL, gm: Caller) -> None:
    """None of them waits for the pool, which has but two connections and no patience here."""
    encounter = await gm.begin_fight()
    app = create_app(settings_for(address))
    async with running(app) as http:
        pool = Database(address, pool_size=2, pool_timeout=0.001)
        app.state.estoc.tokens._database = pool
        object.__setattr__(app.state.estoc, "database", pool)
        caller = Caller(http, gm.token)
        rush = [caller.post(f"/encounters/{encounter}/actions", {"command": {}}) for _ in range(RUSH)]
        assert {answer.status_code for answer in await asyncio.gather(*rush)} == {422}
        await pool.close()


async def test_a_token_revoked_while_it_is_looked_up_is_not_trusted(gm: Caller, address: URL) -> None:
    ada = await gm.seat("player", "dafur")
    database = Database(address, **PATIENT)
    tokens = Tokens(database)
    look = asyncio.create_task(tokens.grant(ada.token))
    for _ in range(2):  # until the look itself has begun
        await asyncio.sleep(0)
    tokens.forget("tok_of_somebody")
    await look
    assert not tokens.has_seen(ada.token)
    await query(address, "UPDATE token SET revoked_at = now() WHERE role = 'player'")
    with pytest.raises(Unauthenticated):
        await tokens.grant(ada.token)
    await database.close()
