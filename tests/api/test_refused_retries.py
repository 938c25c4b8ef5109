"""A request that is sent again gets its own refusal, "in flight" or its result (R14)."""

import asyncio

import pytest
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.key_queries import KeyScope, KeyTaken
from app.persistence.base.session import Database, Driver
from app.services.base.idempotency import SHARED_BY_GMS, KeyClaim, Reply, once_kept, replay_or_claim
from app.services.base.refusals import RequestInFlight
from app.services.play import change as changing
from tests.api.caller import BLOW, LIGHT_HIT, Caller
from tests.api.conftest import running, settings_for
from tests.conftest import PATIENT
from tests.reliability.refused_retries import SENDERS, UNARMED, try_retries


@pytest.mark.parametrize(("command", "status"), [(UNARMED, 422), (BLOW, 201)])
async def test_a_key_let_go_of_between_the_claim_and_the_look_is_the_next_ones(
    gm: Caller, address: URL, monkeypatch: pytest.MonkeyPatch, command: dict[str, str], status: int
) -> None:
    """Another worker holds the key, is refused, and rolls back just before we look what became of it."""
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    other = Database(address, **PATIENT)
    scope = KeyScope(gm.campaign, SHARED_BY_GMS, f"/v1{path}", "let go")
    taken, refused = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with other.transaction() as driver:
            await driver.execute("SELECT pg_advisory_xact_lock($1)", scope.lock)
            taken.set()
            await refused.wait()

    holder = asyncio.create_task(hold())
    await taken.wait()

    async def look(driver: Driver, claim: KeyClaim) -> Reply | None:
        refused.set()
        await holder
        return await replay_or_claim(driver, claim)

    monkeypatch.setattr(changing, "replay_or_claim", look)
    answer = await gm.post(path, {"command": command, "dice": LIGHT_HIT}, key="let go")
    assert refused.is_set(), "nobody looked"
    await other.close()
    assert (answer.status_code, answer.json().get("code")) == (
        status,
        None if status == 201 else "unknown_weapon",
    )


async def test_an_encounter_that_is_not_there_is_still_not_found(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    strange = f"/encounters/enc_{encounter[4:][::-1]}/actions"
    answers = [await gm.post(strange, {"command": BLOW}, key="k") for _ in range(2)]
    assert [answer.json()["code"] for answer in answers] == ["not_found", "not_found"]


async def test_twelve_at_two_workers_get_the_refusal_itself_or_are_told_to_wait(
    gm: Caller, address: URL
) -> None:
    async with running(create_app(settings_for(address))) as other:
        found = await try_retries([gm, Caller(other, gm.token)], rounds=10)
    assert found.answers == 10 * SENDERS
    assert found.refusals >= 10


async def test_a_key_that_stays_taken_and_cannot_be_read_is_in_flight() -> None:
    attempts: list[None] = []

    async def taken() -> None:
        attempts.append(None)
        raise KeyTaken

    with pytest.raises(RequestInFlight):
        await once_kept(taken)
    assert len(attempts) == 3
