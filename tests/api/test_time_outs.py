"""Nobody is waited for longer than the policy says: what is not answered in time settles itself."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.persistence.base.session import Database
from app.services.assembly import assemble
from app.services.base.service import Estoc
from app.services.play.timeouts import settle_all
from tests.api.caller import BLOW, DAFUR, ORC, Caller
from tests.api.listening import PATIENCE
from tests.conftest import PATIENT

ASKED = {"rolls": "players", "choices": "players"}
ATTACKS = {"rows": [{"purpose": "attack", "rolls": "players"}]}


@pytest.fixture
async def service(address: URL) -> AsyncIterator[Estoc]:
    """Another worker on the same database, without a clock of its own."""
    service = assemble(Database(address, **PATIENT))
    await service.library.open()
    yield service
    await service.database.close()


async def begun(
    gm: Caller, policy: dict[str, Any], seconds: int, **timeout: Any
) -> tuple[str, dict[str, Any]]:
    """An encounter in which Dafur's blow waits for its dice."""
    encounter = await gm.begin(dice_policy={**policy, "timeout": {"seconds": seconds, **timeout}})
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    action = await gm.act(encounter)
    assert action.status_code == 202
    return encounter, action.json()


TIME_RUNS_OUT = """
UPDATE encounter SET pending_expires_at = pending_expires_at - interval '1 hour',
    pending = regexp_replace(pending, '"expires_at":"[^"]*"', '"expires_at":"2020-01-01T00:00:00Z"', 'g')
WHERE id = $1
"""


async def let_time_run_out(service: Estoc, encounter: str) -> None:
    """What waits has waited for an hour more, in the row and in what is written there."""
    async with service.database.transaction() as driver:
        await driver.execute(TIME_RUNS_OUT, encounter)


async def waits(service: Estoc, encounter: str) -> bool:
    """What the row says, without anybody looking at the encounter."""
    async with service.database.session() as session:
        query = text("SELECT pending FROM encounter WHERE id = :id")
        return await session.scalar(query, {"id": encounter}) is not None


async def test_what_is_asked_for_says_until_when(gm: Caller) -> None:
    _, action = await begun(gm, ATTACKS, 3600)
    assert action["awaiting"][0]["expires_at"].endswith("Z")
    assert action["at"] < action["awaiting"][0]["expires_at"]


async def test_whoever_looks_next_finds_it_settled(gm: Caller, service: Estoc) -> None:
    encounter, action = await begun(gm, ATTACKS, 3600)
    await let_time_run_out(service, encounter)
    seen = (await gm.get(f"/encounters/{encounter}/actions/{action['id']}")).json()
    assert (seen["status"], seen["rolls"][0]["source"]) == ("resolved", "server")
    assert seen["events"][0]["payload"] == {
        "type": "action_resumed",
        "action_id": action["id"],
        "by": "settle",
    }
    assert (await gm.get(f"/encounters/{encounter}")).json()["pending"] is None


@pytest.mark.parametrize("path", ["", "/combatants", "/actions"])
async def test_any_look_settles_it(gm: Caller, service: Estoc, path: str) -> None:
    encounter, _ = await begun(gm, ATTACKS, 3600)
    await let_time_run_out(service, encounter)
    assert (await gm.get(f"/encounters/{encounter}{path}")).status_code == 200
    assert not await waits(service, encounter)


async def test_the_list_of_encounters_settles_it_too(gm: Caller, service: Estoc) -> None:
    encounter, _ = await begun(gm, ATTACKS, 3600)
    await let_time_run_out(service, encounter)
    listed = (await gm.get("/encounters")).json()["items"]
    assert [(it["id"], it["pending"]) for it in listed] == [(encounter, None)]


async def test_the_next_action_is_carried_out_after_it(gm: Caller, service: Estoc) -> None:
    encounter, _ = await begun(gm, ATTACKS, 3600)
    await let_time_run_out(service, encounter)
    healed = await gm.act(encounter, {"type": "heal", "target": "dafur", "hits": 1})
    assert healed.status_code == 201
    log = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert [action["command"]["type"] for action in log[-2:]] == ["attack", "heal"]


async def test_an_answer_that_comes_too_late_is_outdated(gm: Caller, service: Estoc) -> None:
    encounter, action = await begun(gm, ATTACKS, 3600)
    await let_time_run_out(service, encounter)
    late = {"answers": [{"decision_id": action["awaiting"][0]["decision_id"], "dice": [99, 99]}]}
    refused = await gm.post(f"/encounters/{encounter}/actions/{action['id']}/answers", late)
    assert (refused.status_code, refused.json()["code"]) == (409, "decision_outdated")


async def test_dice_are_waited_for_where_only_choices_run_out(gm: Caller, service: Estoc) -> None:
    encounter, action = await begun(gm, ATTACKS, 3600, settles="choices")
    assert action["awaiting"][0]["expires_at"] is None
    await let_time_run_out(service, encounter)
    assert await settle_all(service) == 0
    assert (await gm.get(f"/encounters/{encounter}")).json()["pending"]["action_id"] == action["id"]


async def test_each_decision_has_its_own_time(gm: Caller, service: Estoc) -> None:
    encounter = await gm.begin(dice_policy={**ASKED, "timeout": {"seconds": 3600, "settles": "choices"}})
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    stun = {"type": "effect-add", "target": "orc", "stunned": 2}
    action = (await gm.act(encounter, stun)).json()
    assert action["awaiting"][0]["kind"] == "choice"
    await let_time_run_out(service, encounter)
    assert await settle_all(service) == 1
    # By default the orc resists; its roll is waited for.
    now = (await gm.get(f"/encounters/{encounter}/actions/{action['id']}")).json()
    assert (now["status"], now["choices"][0]["source"]) == ("awaiting", "server")
    assert [(it["kind"], it["expires_at"]) for it in now["awaiting"]] == [("roll", None)]


async def test_a_workers_clock_settles_it_when_nobody_looks(gm: Caller, service: Estoc) -> None:
    encounter, _ = await begun(gm, ATTACKS, 1)
    async with asyncio.timeout(PATIENCE):
        while await waits(service, encounter):  # noqa: ASYNC110 — another task settles it and tells nobody here
            await asyncio.sleep(0.1)


async def test_two_workers_settle_it_once(gm: Caller, service: Estoc, address: URL) -> None:
    encounter, _ = await begun(gm, ATTACKS, 3600)
    elsewhere = Database(address, **PATIENT)
    async with elsewhere.transaction() as driver:
        await driver.execute("SELECT FROM encounter WHERE id = $1 FOR UPDATE", encounter)
        await driver.execute(
            "UPDATE encounter SET pending_expires_at = now() - interval '1 hour' WHERE id = $1", encounter
        )
        assert await settle_all(service) == 0
    await let_time_run_out(service, encounter)
    assert sorted(await asyncio.gather(settle_all(service), settle_all(service))) in ([0, 1], [0, 0])
    await elsewhere.close()
    assert not await waits(service, encounter)
    log = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert [action["command"]["type"] for action in log].count("attack") == 1


async def test_a_group_that_cannot_go_on_counts_once_the_server_has_thrown(
    gm: Caller, service: Estoc
) -> None:
    """Nobody can have a blow count or not by letting its time run out."""
    encounter = await gm.begin(dice_policy={**ATTACKS, "timeout": {"seconds": 3600}})
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    commands = [BLOW, {"type": "end"}, BLOW]
    begun = await gm.post(f"/encounters/{encounter}/actions", {"commands": commands})
    (action,) = begun.json()["actions"]
    answers = {"answers": [{"decision_id": action["awaiting"][0]["decision_id"], "dice": [10]}]}
    refused = await gm.post(f"/encounters/{encounter}/actions/{action['id']}/answers", answers)
    assert (refused.status_code, refused.json()["code"]) == (409, "encounter_ended")
    await let_time_run_out(service, encounter)
    seen = (await gm.get(f"/encounters/{encounter}/actions/{action['id']}")).json()
    assert (seen["status"], seen["rolls"][0]["source"]) == ("resolved", "server")
    last = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"][-1]
    assert (last["status"], last["events"][-1]["payload"]["code"]) == ("refused", "encounter_ended")
    assert (await gm.get(f"/encounters/{encounter}")).json()["status"] == "ended"


async def test_a_group_of_the_tables_dice_that_cannot_go_on_is_given_up(gm: Caller, service: Estoc) -> None:
    encounter = await gm.begin(dice_policy={"choices": "players", "timeout": {"seconds": 3600}})
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    stun = {"type": "effect-add", "target": "orc", "stunned": 2}
    body = {"commands": [stun, {"type": "end"}, BLOW], "dice": [50]}
    (action,) = (await gm.post(f"/encounters/{encounter}/actions", body)).json()["actions"]
    await let_time_run_out(service, encounter)
    seen = (await gm.get(f"/encounters/{encounter}/actions/{action['id']}")).json()
    assert seen["status"] == "cancelled"
    payload = seen["events"][0]["payload"]
    assert (payload["type"], payload["by"]) == ("action_cancelled", "timeout")
    assert payload["reason"]
    assert (await gm.get(f"/encounters/{encounter}")).json()["status"] == "free"
