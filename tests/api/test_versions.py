"""Encounters move on one version an action; who decided on an older one is told."""

import asyncio

from tests.api.caller import BLOW, LIGHT_HIT, ORC, Caller


async def test_an_action_decided_on_the_newest_version_is_carried_out(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    tag = (await gm.get(f"/encounters/{encounter}")).headers["ETag"]
    answer = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, If_Match=tag)
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"3.gm.en"'


async def test_an_action_decided_on_an_older_version_is_not(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    for tag in ('"1"', 'W/"2"', "2", '"two"'):
        answer = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, If_Match=tag)
        assert (answer.status_code, answer.json()["code"]) == (412, "stale_version"), tag
        assert answer.headers["ETag"] == '"2.gm.en"'
    assert await gm.stored(encounter) == before
    stale = await gm.post(f"/encounters/{encounter}/combatants", {**ORC, "ref": "uruk"}, If_Match='"1"')
    assert stale.status_code == 412


async def test_any_version_and_one_of_several_can_be_asked_for(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW, "dice": LIGHT_HIT}
    assert (await gm.post(path, body, If_Match="*")).headers["ETag"] == '"3.gm.en"'
    assert (await gm.post(path, body, If_Match='"1", "3"')).headers["ETag"] == '"4.gm.en"'


async def test_a_repeated_request_is_answered_though_its_version_is_old(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW}
    first = await gm.post(path, body, key="k", If_Match='"2"')
    again = await gm.post(path, body, key="k", If_Match='"2"')
    assert (again.status_code, again.content) == (201, first.content)


async def test_many_writers_on_one_version_one_gets_through(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW, "dice": LIGHT_HIT}
    answers = await asyncio.gather(*(gm.post(path, body, If_Match='"2"') for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 19


async def test_actions_sent_together_are_put_in_order_without_gaps(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    blow = {"command": BLOW, "dice": LIGHT_HIT}
    answers = await asyncio.gather(*(gm.post(f"/encounters/{encounter}/actions", blow) for _ in range(20)))
    assert sorted(answer.json()["seq"] for answer in answers) == list(range(3, 23))
    events = (await gm.get(f"/encounters/{encounter}/events?limit=200")).json()["items"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    orc = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]
    taken = sum(event["payload"]["hits"] for event in events if event["type"] == "hits_taken")
    assert orc["hits"] == 55 - taken
