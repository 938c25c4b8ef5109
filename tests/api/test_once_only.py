"""A request is carried out once, however often it is sent."""

import asyncio

from httpx import AsyncClient
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.key_queries import KeyScope
from app.persistence.base.session import Database
from app.services.base.idempotency import SHARED_BY_GMS
from tests.api.caller import ADMIN_TOKEN, BLOW, LIGHT_HIT, ORC, Caller
from tests.api.conftest import running, settings_for
from tests.api.listening import query
from tests.conftest import PATIENT


async def test_the_repeated_blow_strikes_once_and_is_answered_with_the_same_bytes(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW}
    first = await gm.post(path, body, key="blow")
    again = await gm.post(path, body, key="blow")
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Idempotency-Replayed" not in first.headers
    assert (await gm.stored(encounter))[0] == 3


async def test_combatants_encounters_and_campaigns_are_made_once_too(gm: Caller) -> None:
    first = await gm.post("/encounters", {"ruleset": "harp-tdm"}, key="k")
    again = await gm.post("/encounters", {"ruleset": "harp-tdm"}, key="k")
    assert again.content == first.content
    path = f"/encounters/{first.json()['id']}/combatants"
    entered, and_again = await gm.post(path, ORC, key="k"), await gm.post(path, ORC, key="k")
    assert and_again.content == entered.content
    admin = Caller(gm.http, ADMIN_TOKEN)
    opened = await admin.post("/campaigns", {"name": "Twice"}, key="twice")
    and_again = await admin.post("/campaigns", {"name": "Twice"}, key="twice")
    assert and_again.content == opened.content
    assert and_again.headers["Idempotency-Replayed"] == "true"


async def test_a_group_and_a_minimal_answer_are_repeated_as_they_were(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    group = {"commands": [BLOW, BLOW], "dice": LIGHT_HIT * 2}
    first, again = await gm.post(path, group, key="g"), await gm.post(path, group, key="g")
    assert again.content == first.content
    body = {"command": BLOW, "dice": LIGHT_HIT}
    first = await gm.post(path, body, key="m", Prefer="return=minimal")
    again = await gm.post(path, body, key="m", Prefer="return=minimal")
    assert (again.status_code, again.content) == (201, b"")
    assert again.headers["Location"] == first.headers["Location"]


async def test_a_key_belongs_to_one_request(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    await gm.post(path, {"command": BLOW, "dice": LIGHT_HIT}, key="k")
    answer = await gm.post(path, {"command": BLOW, "dice": [11]}, key="k")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert (await gm.stored(encounter))[0] == 3


async def test_a_key_is_the_tokens_and_the_routes_own(gm: Caller, stranger: Caller) -> None:
    mine, theirs = await gm.begin_fight(), await stranger.begin_fight()
    other = await gm.begin_fight()
    body = {"command": BLOW, "dice": LIGHT_HIT}
    for caller, encounter in ((gm, mine), (stranger, theirs), (gm, other)):
        answer = await caller.post(f"/encounters/{encounter}/actions", body, key="the-same")
        assert answer.status_code == 201
        assert "Idempotency-Replayed" not in answer.headers


async def test_fifty_at_once_with_one_key_strike_once(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW}
    answers = await asyncio.gather(*(gm.post(path, body, key="all") for _ in range(50)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    bodies = {answer.content for answer in answers if answer.status_code == 201}
    assert len(bodies) == 1
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["code"] == "request_in_flight"
            assert answer.headers["Retry-After"] == "1"
    assert (await gm.post(path, body, key="all")).content in bodies
    assert (await gm.stored(encounter))[0] == 3


async def test_fifty_at_once_at_two_workers_strike_once(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW}
    async with running(create_app(settings_for(address))) as other:
        workers = [gm, Caller(other, gm.token)]
        answers = await asyncio.gather(
            *(workers[number % 2].post(path, body, key="all") for number in range(50))
        )
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert (await gm.stored(encounter))[0] == 3


async def test_a_key_that_another_worker_is_using_is_in_flight(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    worker = Database(address, **PATIENT)
    scope = KeyScope(gm.campaign, SHARED_BY_GMS, f"/v1{path}", "busy")
    async with worker.transaction() as driver:
        await driver.execute("SELECT pg_advisory_xact_lock($1)", scope.lock)
        answer = await gm.post(path, {"command": BLOW}, key="busy")
        assert (answer.status_code, answer.json()["code"]) == (409, "request_in_flight")
        assert answer.headers["Retry-After"] == "1"
    await worker.close()
    assert (await gm.post(path, {"command": BLOW}, key="busy")).status_code == 201


async def test_an_expired_key_can_be_used_again(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW, "dice": LIGHT_HIT}
    await gm.post(path, body, key="old")
    database = Database(address, **PATIENT)
    async with database.session() as session:
        await session.execute(
            text("UPDATE idempotency_key SET expires_at = now() - interval '1 second' WHERE key = 'old'")
        )
    await database.close()
    answer = await gm.post(path, body, key="old")
    assert "Idempotency-Replayed" not in answer.headers
    assert (await gm.post(path, body, key="old")).content == answer.content
    assert (await gm.stored(encounter))[0] == 4


async def test_the_kept_reply_does_not_tell_the_gms_token(http: AsyncClient, address: URL) -> None:
    opened = await Caller(http, ADMIN_TOKEN).post("/campaigns", {"name": "Secret"}, key="secret")
    token = opened.json()["token"]
    database = Database(address, **PATIENT)
    async with database.session() as session:
        kept = await session.scalar(text("SELECT body FROM idempotency_key WHERE key = 'secret'"))
    await database.close()
    assert token.encode() not in kept
    assert b"Secret" not in kept


async def test_a_key_holds_for_seven_days_and_no_longer(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": BLOW, "dice": LIGHT_HIT}

    async def is_repeated_after(passed: str) -> bool:
        """Whether the key is still known when so much more time has passed since it was kept."""
        later = f"UPDATE idempotency_key SET expires_at = expires_at - interval '{passed}' WHERE key = 'old'"
        await query(address, later)
        answer = await gm.post(path, body, key="old")
        assert answer.status_code == 201, answer.text
        return "Idempotency-Replayed" in answer.headers

    assert not await is_repeated_after("0 days")
    assert await is_repeated_after("6 days 23 hours")
    assert not await is_repeated_after("1 hour")
