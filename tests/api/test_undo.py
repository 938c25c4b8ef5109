"""What was done can be taken back and done again; numbers only grow, and dice stay spent."""

import asyncio
from typing import Any

import pytest
from httpx import Response

from app.persistence.play.undo_queries import LoggedRow
from app.services.access.roles import permit_answer, permit_cancel, permit_override, permit_undo
from app.services.access.tokens import Grant
from app.services.base.refusals import Forbidden
from tests.api.caller import LIGHT_HIT, ORC, Caller


async def undo(gm: Caller, encounter: str, **body: Any) -> Response:
    return await gm.post(f"/encounters/{encounter}/undo", body)


async def redo(gm: Caller, encounter: str, **body: Any) -> Response:
    return await gm.post(f"/encounters/{encounter}/redo", body)


async def standing(gm: Caller, encounter: str) -> dict[str, Any]:
    """Everything that is seen of an encounter but its numbers and moments."""
    seen = (await gm.get(f"/encounters/{encounter}")).json()
    for number in ("version", "last_event", "updated_at"):
        del seen[number]
    return {**seen, "who": (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]}


async def version(gm: Caller, encounter: str) -> int:
    return (await gm.get(f"/encounters/{encounter}")).json()["version"]


async def test_a_blow_is_taken_back_with_all_its_effects_and_done_again_with_its_dice(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    before = await standing(gm, encounter)
    blow = (await gm.act(encounter, dice=[55, 42])).json()
    after = await standing(gm, encounter)
    undone = await undo(gm, encounter)
    assert undone.status_code == 201
    told = undone.json()
    assert (told["status"], told["reverts"], told["seq"]) == ("resolved", [blow["id"]], blow["seq"] + 1)
    assert told["narration"]["text"]["plain"] == "Undone: attack."
    (event,) = told["events"]
    assert (event["type"], event["seq"]) == ("action_undone", blow["events"][-1]["seq"] + 1)
    assert event["changes"] == told["changes"]
    assert {(it["path"], str(it["from"]), str(it["to"])) for it in told["changes"]} == {
        (it["path"], str(it["to"]), str(it["from"])) for it in blow["changes"]
    }
    assert await standing(gm, encounter) == before
    seen = (await gm.get(f"/encounters/{encounter}/actions/{blow['id']}")).json()
    assert seen == {**blow, "reverted_by": told["id"]}
    redone = await redo(gm, encounter)
    assert (redone.status_code, redone.json()["reverts"]) == (201, [blow["id"]])
    assert redone.json()["changes"] == blow["changes"]
    assert [event["type"] for event in redone.json()["events"]] == ["action_redone"]
    assert await standing(gm, encounter) == after
    assert (await gm.get(f"/encounters/{encounter}/actions/{blow['id']}")).json() == blow


async def test_any_number_of_steps_back_and_forth(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    states = [await standing(gm, encounter)]
    first = await version(gm, encounter)
    for face in (10, 20, 12, 15):
        assert (await gm.act(encounter, dice=[face])).status_code == 201
        states.append(await standing(gm, encounter))
    assert (await undo(gm, encounter)).status_code == 201
    assert await standing(gm, encounter) == states[3]
    assert len((await undo(gm, encounter, steps=2)).json()["events"]) == 2
    assert await standing(gm, encounter) == states[1]
    assert (await redo(gm, encounter)).status_code == 201
    assert await standing(gm, encounter) == states[2]
    assert (await redo(gm, encounter, steps=2)).status_code == 201
    assert await standing(gm, encounter) == states[4]
    assert (await undo(gm, encounter, to=first + 1)).status_code == 201
    assert await standing(gm, encounter) == states[1]
    assert (await undo(gm, encounter, to=0)).status_code == 201
    assert (await standing(gm, encounter))["who"] == []
    assert (await redo(gm, encounter, to=first + 3)).status_code == 201
    assert await standing(gm, encounter) == states[3]
    numbers = [
        event["seq"] for event in (await gm.get(f"/encounters/{encounter}/events?limit=200")).json()["items"]
    ]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_redo_ends_where_something_new_happens(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, dice=LIGHT_HIT)
    await gm.act(encounter, dice=LIGHT_HIT)
    assert (await redo(gm, encounter)).json()["code"] == "nothing_to_redo"
    await undo(gm, encounter, steps=2)
    assert (await redo(gm, encounter)).status_code == 201
    new = await gm.act(encounter, {"type": "heal", "target": "orc", "hits": 1})
    assert new.status_code == 201
    refused = await redo(gm, encounter)
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_redo")
    assert (await undo(gm, encounter)).json()["reverts"] == [new.json()["id"]]
    # The heal can be done again; the second blow, taken back before it, cannot.
    assert (await redo(gm, encounter, steps=2)).json()["code"] == "nothing_to_redo"
    assert (await redo(gm, encounter)).json()["reverts"] == [new.json()["id"]]


async def test_there_is_no_more_to_undo_than_was_done(gm: Caller) -> None:
    empty = await gm.begin()
    refused = await undo(gm, empty)
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_undo")
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    refused = await undo(gm, encounter, steps=3)
    assert (refused.status_code, refused.json()["params"]) == (409, {"steps": 2})
    assert (await undo(gm, encounter, to=before[0])).json()["code"] == "nothing_to_undo"
    for body, code in (
        ({"steps": 0}, "wrong_value"),
        ({"steps": 501}, "wrong_value"),
        ({"to": -1}, "wrong_value"),
        ({"steps": 1, "to": 1}, "steps_or_to"),
        ({"step": 1}, "unknown_field"),
    ):
        refused = await gm.post(f"/encounters/{encounter}/undo", body)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert await gm.stored(encounter) == before


async def test_who_entered_is_gone_and_who_left_is_back(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/combatants"
    orc = (await gm.get(path)).json()["items"][1]["id"]
    assert (await gm.remove(f"{path}/{orc}")).status_code == 204
    assert (await gm.delete(f"{path}/{orc}")).status_code == 204
    assert (await undo(gm, encounter)).status_code == 201
    assert (await gm.get(f"{path}/{orc}")).status_code == 200
    assert (await undo(gm, encounter)).status_code == 201
    assert (await gm.get(f"{path}/{orc}")).status_code == 404
    assert (await gm.delete(f"{path}/{orc}")).status_code == 404
    assert (await gm.post(path, ORC)).status_code == 201
    assert len((await gm.get(path)).json()["items"]) == 2


async def test_settings_are_undone_like_anything_else(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    before = await standing(gm, encounter)
    policy = {"rolls": "players"}
    await gm.patch(f"/encounters/{encounter}", {"title": "Later", "dice_policy": policy}, If_Match="*")
    edited = await standing(gm, encounter)
    assert (edited["title"], edited["dice_policy"]["rolls"]) == ("Later", "players")
    undone = (await undo(gm, encounter)).json()
    assert {change["path"] for change in undone["changes"]} == {"/title", "/dice_policy"}
    assert await standing(gm, encounter) == before
    assert (await redo(gm, encounter)).status_code == 201
    assert await standing(gm, encounter) == edited


async def test_an_answered_action_is_undone_whole_and_done_again_with_its_answers(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.patch(f"/encounters/{encounter}", {"dice_policy": {"rolls": "players"}}, If_Match="*")
    before = await standing(gm, encounter)
    begun = (await gm.act(encounter)).json()
    given = {"answers": [{"decision_id": begun["awaiting"][0]["decision_id"], "dice": [10]}]}
    done = await gm.post(f"/encounters/{encounter}/actions/{begun['id']}/answers", given)
    assert done.status_code == 200
    after = await standing(gm, encounter)
    assert (await undo(gm, encounter)).json()["reverts"] == [begun["id"]]
    assert await standing(gm, encounter) == before
    assert (await redo(gm, encounter)).status_code == 201
    assert await standing(gm, encounter) == after


async def test_a_round_is_undone_turn_by_turn(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, {"type": "start"})
    declaring = await standing(gm, encounter)
    assert declaring["status"] == "strict"
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[9, 1])
    await gm.act(encounter, {"type": "end-turn", "actor": "dafur"})
    assert (await undo(gm, encounter, steps=2)).status_code == 201
    assert await standing(gm, encounter) == declaring
    assert (await undo(gm, encounter)).status_code == 201
    assert (await gm.get(f"/encounters/{encounter}")).json()["status"] == "free"


async def test_undo_and_redo_are_carried_out_once_and_on_the_version_they_were_decided_on(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, dice=LIGHT_HIT)
    path = f"/encounters/{encounter}"
    for route in ("undo", "redo"):
        stale = await gm.post(f"{path}/{route}", {}, If_Match='"1"')
        assert stale.status_code == 412
        first = await gm.post(f"{path}/{route}", {}, key=route)
        again = await gm.post(f"{path}/{route}", {}, key=route)
        assert (again.status_code, again.content) == (201, first.content)
        assert again.headers["Idempotency-Replayed"] == "true"
    answers = await asyncio.gather(*(gm.post(f"{path}/undo", {}, key="all") for _ in range(10)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
    minimal = await gm.post(f"{path}/redo", {}, Prefer="return=minimal")
    assert (minimal.status_code, minimal.content) == (201, b"")


async def test_undone_actions_are_seen_in_the_log(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, dice=LIGHT_HIT)
    undone = (await undo(gm, encounter, steps=2)).json()
    log = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert [action["command"]["type"] for action in log] == ["add", "add", "attack", "undo"]
    assert [action["reverted_by"] for action in log] == [None, undone["id"], undone["id"], None]


async def test_another_campaigns_fight_is_not_undone(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    for route in ("undo", "redo"):
        assert (await stranger.post(f"/encounters/{encounter}/{route}", {})).status_code == 404
    assert (await gm.post("/encounters/nonsense/undo", {})).status_code == 404


def logged(token: str, answers: str) -> LoggedRow:
    return LoggedRow(1, "act_1", "attack", None, token, "{}", answers, "{}")


def test_players_withdraw_their_own_while_nothing_is_rolled() -> None:
    player, gm = Grant("cmp_1", "tok_1", "player"), Grant("cmp_1", "tok_2", "gm")
    own, rolled, anothers = logged("tok_1", "[]"), logged("tok_1", '[{"type":"roll"}]'), logged("tok_3", "[]")
    permit_undo(player, (own,))
    for rows in ((rolled,), (anothers,), (own, anothers)):
        with pytest.raises(Forbidden):
            permit_undo(player, rows)
        permit_undo(gm, rows)
    permit_cancel(player, "tok_1", has_answers=False)
    for declared_by, has_answers in (("tok_1", True), ("tok_3", False)):
        with pytest.raises(Forbidden):
            permit_cancel(player, declared_by, has_answers=has_answers)
        permit_cancel(gm, declared_by, has_answers=has_answers)
    permit_answer(gm, "gm", None, "cmb_1")
    with pytest.raises(Forbidden):
        permit_answer(player, "gm", None, "cmb_1")
    with pytest.raises(Forbidden):
        permit_override(player)
    permit_override(gm)
