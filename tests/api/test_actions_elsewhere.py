"""Actions that another system has a name for: done once in their encounter, whoever sends them."""

import asyncio
from typing import Any

from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, LOOK, ORC, SCOUT, Caller
from tests.api.conftest import running, settings_for

MESSAGE = {"system": "foundry", "kind": "message", "id": "m1"}
OTHER = {**MESSAGE, "id": "m2"}
CALLED = "foundry:message:m1"
BY_HAND = {"dice_policy": {"rolls": "players"}}


def sent(*refs: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"command": BLOW, "dice": LIGHT_HIT, "external_refs": list(refs or (MESSAGE,)), **more}


async def test_two_gms_who_send_the_same_message_strike_one_blow(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    second = await gm.seat("assistant")
    path = f"/encounters/{encounter}/actions"
    first = await gm.post(path, sent())
    again = await second.post(path, sent())
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["external_refs"] == [MESSAGE]
    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert "Idempotency-Replayed" not in first.headers
    assert (await gm.stored(encounter))[0] == 3


async def test_whoever_comes_second_need_not_know_the_version_nor_send_the_same(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    tag, path = await gm.tag(f"/encounters/{encounter}"), f"/encounters/{encounter}/actions"
    first = await gm.post(path, sent(), If_Match=tag)
    again = await gm.post(path, sent(OTHER, MESSAGE, command={**BLOW, "actor": "orc"}), If_Match=tag)
    assert (again.status_code, again.json()) == (201, first.json())
    minimal = await gm.post(path, sent(), Prefer="return=minimal")
    assert (minimal.status_code, minimal.content) == (201, b"")
    assert minimal.headers["Idempotency-Replayed"] == "true"
    assert (await gm.stored(encounter))[0] == 3


async def test_a_player_gets_the_first_answer_as_it_may_see_it(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, {**ORC, "disclosure": {"visibility": "hidden"}})
    dafur = await gm.seat("player", "dafur")
    path = f"/encounters/{encounter}/actions"
    await gm.post(path, sent(command={"type": "edit", "target": "orc", "name": "Snaga"}))
    answer = await dafur.post(path, sent())
    assert answer.status_code == 201
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert "Snaga" not in answer.text
    assert answer.json()["command"] == {"type": "unseen"}
    assert "external_refs" not in answer.json()
    assert (await gm.stored(encounter))[0] == 3


async def test_one_that_waits_is_answered_as_it_stands(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.patch(f"/encounters/{encounter}", BY_HAND, If_Match=await gm.tag(f"/encounters/{encounter}"))
    path = f"/encounters/{encounter}/actions"
    second = await gm.seat("assistant")
    begun = await gm.post(path, {"command": BLOW, "external_refs": [MESSAGE]})
    assert begun.status_code == 202
    waiting = await second.post(path, {"command": BLOW, "external_refs": [MESSAGE]})
    assert (waiting.status_code, waiting.json()) == (202, begun.json())
    (called,) = (await gm.get(f"{path}?external_ref={CALLED}")).json()["items"]
    assert called == begun.json()
    (decision,) = begun.json()["awaiting"]
    answers = {"answers": [{"decision_id": decision["decision_id"], "dice": LIGHT_HIT}]}
    done = await gm.post(f"{path}/{begun.json()['id']}/answers", answers)
    assert done.json()["external_refs"] == [MESSAGE]
    again = await second.post(path, sent())
    assert (again.status_code, again.json()) == (201, done.json())
    assert (await gm.stored(encounter))[2] == 4


async def test_a_reference_stays_used_when_its_action_is_given_up_or_undone(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    await gm.post(path, sent())
    undo = await gm.post(f"/encounters/{encounter}/undo", {})
    again = await gm.post(path, sent())
    assert (again.status_code, again.json()["reverted_by"]) == (201, undo.json()["id"])
    await gm.patch(f"/encounters/{encounter}", BY_HAND, If_Match=await gm.tag(f"/encounters/{encounter}"))
    begun = await gm.post(path, {"commands": [BLOW, BLOW], "external_refs": [OTHER]})
    await gm.post(f"{path}/{begun.json()['actions'][0]['id']}/cancel", {})
    again = await gm.post(path, sent(OTHER))
    assert (again.status_code, [one["status"] for one in again.json()["actions"]]) == (201, ["cancelled"])
    assert (await gm.get(f"/encounters/{encounter}")).json()["pending"] is None


async def test_a_group_is_done_once_too_and_each_of_its_actions_bears_the_reference(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    group = {"commands": [BLOW, BLOW], "dice": LIGHT_HIT * 2, "external_refs": [MESSAGE, MESSAGE]}
    first, again = await gm.post(path, group), await gm.post(path, group)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["Location"] == first.headers["Location"]
    called = (await gm.get(f"{path}?external_ref={CALLED}")).json()["items"]
    assert called == first.json()["actions"]
    assert (await gm.get(f"{path}?external_ref=foundry:message:m9")).json()["items"] == []
    assert (await gm.stored(encounter))[0] == 4


async def test_a_group_that_was_cut_short_is_answered_so_again(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC, SCOUT)
    path = f"/encounters/{encounter}/actions"
    group = {"commands": [LOOK, {"type": "stand", "actor": "scout"}], "external_refs": [MESSAGE]}
    first, again = await gm.post(path, group), await gm.post(path, group)
    refused = first.json()["refused"]
    assert (again.status_code, again.json()["actions"]) == (201, first.json()["actions"])
    assert again.json()["refused"] == {"command": 1, "action_id": refused["action_id"]}
    called = (await gm.get(f"{path}?external_ref={CALLED}")).json()["items"]
    assert called == first.json()["actions"]


async def test_a_refused_request_uses_no_reference_and_each_encounter_has_its_own(gm: Caller) -> None:
    one, other = await gm.begin_fight(), await gm.begin_fight()
    refused = await gm.post(f"/encounters/{one}/actions", sent(command={**BLOW, "target": "nobody"}))
    assert refused.status_code == 422
    for encounter in (one, other):
        answer = await gm.post(f"/encounters/{encounter}/actions", sent())
        assert answer.status_code == 201
        assert "Idempotency-Replayed" not in answer.headers


async def test_many_at_once_at_two_workers_strike_once(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    second = await gm.seat("assistant")
    async with running(create_app(settings_for(address))) as other:
        senders = [gm, Caller(other, second.token)]
        answers = await asyncio.gather(
            *(senders[number % 2].post(f"/encounters/{encounter}/actions", sent()) for number in range(20))
        )
    assert {answer.status_code for answer in answers} <= {201, 503}
    assert len({answer.json()["id"] for answer in answers if answer.status_code == 201}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers if answer.is_success) == 1
    assert (await gm.stored(encounter))[0] == 3


async def test_gms_share_the_keys_of_the_same_action(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    second = await gm.seat("assistant")
    path = f"/encounters/{encounter}/actions"
    first = await gm.post(path, {"command": BLOW}, key="message-1")
    again = await second.post(path, {"command": BLOW}, key="message-1")
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (await gm.stored(encounter))[0] == 3


async def test_another_action_under_a_colleagues_key_is_ones_own(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    second = await gm.seat("assistant")
    path = f"/encounters/{encounter}/actions"
    mine, theirs = {"command": BLOW, "dice": LIGHT_HIT}, {"command": BLOW, "dice": [11]}
    await gm.post(path, mine, key="1")
    first, again = await second.post(path, theirs, key="1"), await second.post(path, theirs, key="1")
    assert (first.status_code, again.content) == (201, first.content)
    for sender, body in ((gm, theirs), (second, {"command": BLOW, "dice": [12]})):
        answer = await sender.post(path, body, key="1")
        assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert (await gm.stored(encounter))[0] == 4


async def test_no_player_gets_a_gms_answer_by_its_key(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    scout = await gm.seat("player", "scout")
    path, body = f"/encounters/{encounter}/actions", {"command": LOOK}
    await gm.post(path, {**body, "privacy": "gm"}, key="guessed")
    await gm.post(path, body, key="guessed too")
    for key in ("guessed", "guessed too"):
        answer = await scout.post(path, body, key=key)
        assert answer.status_code == 201
        assert "Idempotency-Replayed" not in answer.headers
    assert (await gm.stored(encounter))[0] == 5
