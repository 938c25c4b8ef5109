"""What a campaign discloses at most, whatever is disclosed of its combatants."""

import asyncio
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy.engine import URL

from app.main import create_app
from app.services.access.tokens import TRUSTED_FOR
from tests.api.caller import DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.conftest import running, settings_for

OPEN_ORC = {**ORC, "disclosure": {"hp": "exact", "defence": "exact", "initiative": "exact"}}
SHUT = {"hp": "none", "defence": "none", "initiative": "none"}


async def limit(gm: Caller, ceiling: dict[str, str]) -> None:
    answer = await gm.patch(f"/campaigns/{gm.campaign}", {"disclosure": ceiling}, If_Match="*")
    assert answer.status_code == 200, answer.text


async def seen(viewer: Caller, encounter: str) -> dict[str, Any]:
    """The combatants by name."""
    items = (await viewer.get(f"/encounters/{encounter}/combatants")).json()["items"]
    return {one["name"]: one for one in items}


async def test_nothing_is_limited_until_the_gm_says_so(gm: Caller) -> None:
    path = f"/campaigns/{gm.campaign}"
    looked = await gm.get(path)
    assert looked.json()["disclosure"] == {"hp": None, "defence": None, "initiative": None}
    answer = await gm.patch(path, {"disclosure": {"hp": "band"}}, If_Match=looked.headers["ETag"])
    assert answer.json()["disclosure"] == {"hp": "band", "defence": None, "initiative": None}
    again = await gm.get(path)
    assert (again.json(), again.headers["ETag"]) == (answer.json(), answer.headers["ETag"])
    unsaid = await gm.patch(path, {}, If_Match=again.headers["ETag"])
    assert unsaid.json() == again.json()
    lifted = await gm.patch(path, {"disclosure": {}}, If_Match="*", Prefer="return=minimal")
    assert (lifted.status_code, lifted.content) == (204, b"")
    assert (await gm.get(path)).json() == looked.json()


async def test_who_has_not_read_the_newest_limit_is_told(gm: Caller) -> None:
    path, body = f"/campaigns/{gm.campaign}", {"disclosure": SHUT}
    tag = await gm.tag(path)
    missing = await gm.patch(path, body)
    assert (missing.status_code, missing.headers["ETag"]) == (428, tag)
    answers = await asyncio.gather(
        *(gm.patch(path, {"disclosure": {"hp": hp}}, If_Match=tag) for hp in ("band", "none"))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    stale = await gm.patch(path, body, If_Match=tag)
    assert (stale.status_code, stale.headers["ETag"]) == (412, await gm.tag(path))


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"disclosure": {"hp": "some"}}, "/disclosure/hp"),
        ({"disclosure": {"defence": "band"}}, "/disclosure/defence"),
        ({"disclosure": {"visibility": "hidden"}}, "/disclosure/visibility"),
        ({"name": "Another"}, "/name"),
    ],
)
async def test_a_limit_that_cannot_be_read_is_refused(gm: Caller, body: Any, pointer: str) -> None:
    answer = await gm.patch(f"/campaigns/{gm.campaign}", body, If_Match="*")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)


async def test_only_who_runs_the_campaign_limits_it(gm: Caller, stranger: Caller) -> None:
    path = f"/campaigns/{gm.campaign}"
    for role in ("assistant", "player", "spectator"):
        answer = await (await gm.seat(role)).patch(path, {"disclosure": {}}, If_Match="*")
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert (await stranger.patch(path, {"disclosure": {}}, If_Match="*")).status_code == 404


async def test_nobody_is_shown_more_than_the_limit_but_of_their_own(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, OPEN_ORC)
    ada, ben = await gm.seat("player", "dafur"), await gm.seat("spectator")
    before = await seen(ben, encounter)
    assert (before["Dafur"]["hits"], before["Orc"]["hits"]) == (60, 55)
    await limit(gm, SHUT)
    to_ben, to_ada, to_gm = [await seen(viewer, encounter) for viewer in (ben, ada, gm)]
    for one in (to_ben["Dafur"], to_ben["Orc"], to_ada["Orc"]):
        assert set(one["health"].values()) == {"none", None}
        assert (one["defence"], one["initiative"]) == (None, None)
        assert "sheet" not in one
    assert to_ada["Dafur"]["hits"] == 60
    assert to_gm["Orc"]["hits"] == 55
    await limit(gm, {"hp": "band"})
    band = (await seen(ben, encounter))["Orc"]
    assert (band["health"]["fares"], band["health"]["left"]) == ("unhurt", None)
    assert band["defence"] == {"db": 45, "armour_type": 4}


async def test_a_limit_allows_nothing_that_a_combatant_keeps_back(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC)
    await limit(gm, {"hp": "exact", "defence": "exact", "initiative": "exact"})
    orc = (await seen(await gm.seat("spectator"), encounter))["Orc"]
    assert (orc["health"]["disclosure"], orc["defence"]) == ("band", None)


async def test_answers_previews_and_the_log_obey_it(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, OPEN_ORC)
    ada = await gm.seat("player", "dafur")
    orc = (await seen(ada, encounter))["Orc"]["id"]
    blow = {"type": "attack", "actor": "dafur", "target": orc, "weapon": "axe"}
    foreseen = (await ada.post(f"/encounters/{encounter}/preview", {"command": blow})).json()
    assert foreseen["undisclosed"] == []
    first = (await ada.act(encounter, blow, dice=LIGHT_HIT)).json()
    assert "hits" in str(first["changes"])
    await limit(gm, SHUT)
    foreseen = (await ada.post(f"/encounters/{encounter}/preview", {"command": blow})).json()
    assert foreseen["undisclosed"]
    second = (await ada.act(encounter, blow, dice=LIGHT_HIT)).json()
    assert second["changes"] == []
    log = (await ada.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert all("hits" not in str(action["changes"]) for action in log[-2:])
    await limit(gm, {})
    log = (await ada.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert all("hits" in str(action["changes"]) for action in log[-2:])


async def test_what_was_read_before_the_limit_is_not_taken_for_the_newest(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, OPEN_ORC)
    ben = await gm.seat("spectator")
    path = f"/encounters/{encounter}"
    orc = (await seen(ben, encounter))["Orc"]["id"]
    for place in (path, f"{path}/combatants", f"{path}/combatants/{orc}"):
        tag = await ben.tag(place)
        assert (await ben.get(place, If_None_Match=tag)).status_code == 304
        await limit(gm, SHUT)
        assert (await ben.get(place, If_None_Match=tag)).status_code == 200, place
        await limit(gm, {})
        assert (await ben.get(place, If_None_Match=tag)).status_code == 304


async def test_another_worker_obeys_within_a_second(http: AsyncClient, gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(DAFUR, OPEN_ORC)
    ben = await gm.seat("spectator")
    async with running(create_app(settings_for(address))) as other:
        there = Caller(other, ben.token)
        assert (await seen(there, encounter))["Orc"]["hits"] == 55
        await limit(gm, SHUT)
        await asyncio.sleep(TRUSTED_FOR)
        assert "hits" not in (await seen(there, encounter))["Orc"]


async def test_an_open_stream_says_reset_and_obeys_from_then_on(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight(DAFUR, OPEN_ORC)
    ben = await live_gm.seat("spectator")
    ticket = (await ben.post("/stream-tickets", {"encounter_id": encounter})).json()["ticket"]
    place = f"/v1/encounters/{encounter}/stream"
    headers = {"Authorization": f"Bearer {ben.token}"}
    for address, more in ((place, headers), (f"{place}?ticket={ticket}", {})):
        await limit(live_gm, {})
        last = (await live_gm.get(f"/encounters/{encounter}")).json()["last_event"]
        mark = f"{address}{'&' if '?' in address else '?'}after={last}"
        async with asyncio.timeout(20), ben.http.stream("GET", mark, headers=more) as answer:
            lines = answer.aiter_lines()
            assert await anext(lines) == ": estoc"
            await live_gm.act(encounter, {"type": "damage", "target": "orc", "hits": 1})
            assert '"hits":1' in await _next_data(lines)
            await limit(live_gm, SHUT)
            assert '"type":"reset"' in await _next_data(lines)
            await live_gm.act(encounter, {"type": "damage", "target": "orc", "hits": 1})
            assert '"hits"' not in await _next_data(lines)


async def _next_data(lines: Any) -> str:
    """What comes next that is no sign of life. Any: the library's lines."""
    async for line in lines:
        if line.startswith("data: "):
            return line
    raise AssertionError("the stream ended")
