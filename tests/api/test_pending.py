"""People roll and decide: an action waits for them, and nothing else happens in the encounter meanwhile."""

from typing import Any

import pytest
from httpx import Response

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller

PLAYERS_ROLL = {"rows": [{"side": "heroes", "purpose": "attack", "rolls": "players"}]}
ALL_ASKED = {"rolls": "players", "choices": "players"}
SPEARMAN: dict[str, Any] = {
    **ORC,
    "name": "Spearman",
    "ref": "spearman",
    "sheet": {**ORC["sheet"], "weapons": [{"id": "spear", "model": "spear", "ob": 50}]},
}


async def fight(gm: Caller, policy: dict[str, Any], *fighters: dict[str, Any]) -> str:
    encounter = await gm.begin(dice_policy=policy)
    for fighter in fighters or (DAFUR, ORC):
        assert (await gm.post(f"/encounters/{encounter}/combatants", fighter)).status_code == 201
    return encounter


async def answer(gm: Caller, encounter: str, action: dict[str, Any], *answers: Any, **more: Any) -> Response:
    """Each of ``answers`` goes to the decision of the same place; None is a blank."""
    given = [
        {"decision_id": asked["decision_id"], **(said or {})}
        for asked, said in zip(action["awaiting"], answers, strict=False)
    ]
    return await gm.post(
        f"/encounters/{encounter}/actions/{action['id']}/answers", {"answers": given}, **more
    )


async def seen(gm: Caller, encounter: str) -> dict[str, Any]:
    return (await gm.get(f"/encounters/{encounter}")).json()


async def hits_of(gm: Caller, encounter: str, ref: str) -> int:
    combatants = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    return next(one["hits"] for one in combatants if one["ref"] == ref)


async def test_a_hero_rolls_on_the_table_and_the_orc_by_the_server(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    begun = await gm.act(encounter)
    assert begun.status_code == 202
    action = begun.json()
    assert (action["status"], action["events"][0]["type"]) == ("awaiting", "action_suspended")
    (asked,) = action["awaiting"]
    assert (asked["kind"], asked["purpose"], asked["asked"]) == ("roll", "attack", "players")
    assert asked["dice"] == {"notation": "1d100 open-ended (96+)", "sides": [100], "open_from": 96}
    assert [(part["text"], part["value"]) for part in asked["modifiers"]] == [
        ("Offensive bonus on the sheet", 80)
    ]
    assert (await seen(gm, encounter))["pending"] == {"action_id": action["id"], "awaiting": [asked]}
    assert action["narration"]["text"]["plain"] == "Waiting for: attack (Dafur)."
    done = await answer(gm, encounter, action, {"dice": [10]})
    assert done.status_code == 200
    result = done.json()
    assert (result["status"], result["id"], result["awaiting"]) == ("resolved", action["id"], [])
    assert result["result"]["attack_total"] == 90
    assert (result["rolls"][0]["source"], result["rolls"][0]["dice"]) == ("gm", [{"sides": 100, "value": 10}])
    assert result["events"][0]["type"] == "action_resumed"
    assert (await seen(gm, encounter))["pending"] is None
    counter = await gm.act(encounter, {**BLOW, "actor": "orc", "target": "dafur", "weapon": "scimitar"})
    assert counter.status_code == 201
    assert {roll["source"] for roll in counter.json()["rolls"]} == {"server"}


async def test_versions_and_events_go_on_without_gaps(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    before = await seen(gm, encounter)
    action = (await gm.act(encounter)).json()
    assert action["seq"] == before["version"] + 1
    assert (await seen(gm, encounter))["version"] == before["version"] + 1
    done = (await answer(gm, encounter, action, {"dice": [10]})).json()
    assert done["seq"] == before["version"] + 2
    events = (await gm.get(f"/encounters/{encounter}/events?limit=200")).json()["items"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["id"] for event in events}) == len(events)
    log = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert [one["id"] for one in log].count(action["id"]) == 1
    assert log[-1] == done


async def test_while_an_action_waits_nothing_else_happens(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    orc = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]["id"]
    action = (await gm.act(encounter)).json()
    before = await gm.stored(encounter)
    path = f"/encounters/{encounter}"
    answers = [
        await gm.act(encounter),
        await gm.act(encounter, {"type": "damage", "target": "orc", "hits": 1}),
        await gm.post(f"{path}/combatants", {**ORC, "ref": "uruk"}),
        await gm.delete(f"{path}/combatants/{orc}"),
        await gm.post(f"{path}/undo", {}),
        await gm.post(f"{path}/redo", {}),
        await gm.patch(path, {"title": "Later"}, If_Match="*"),
    ]
    for refused in answers:
        assert (refused.status_code, refused.json()["code"]) == (409, "decision_pending"), refused.text
        assert refused.json()["params"]["action_id"] == action["id"]
    assert await gm.stored(encounter) == before


async def test_a_blank_answer_lets_the_server_roll(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    action = (await gm.act(encounter)).json()
    done = (await answer(gm, encounter, action, None)).json()
    assert done["rolls"][0]["source"] == "server"


async def test_the_sum_is_enough_where_it_means_one_thing(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    action = (await gm.act(encounter)).json()
    done = (await answer(gm, encounter, action, {"total": 107})).json()
    # 96 and 11, 97 and 10 … 106 is no way: they all open, and all read the same cell.
    assert done["rolls"][0]["as_sum"] is True
    assert (done["rolls"][0]["rolled"], done["result"]["attack_total"]) == (107, 187)
    again = (await gm.act(encounter)).json()
    if again["status"] == "awaiting":
        refused = await answer(gm, encounter, again, {"total": 96})
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_answer")


async def test_the_sum_is_not_enough_where_the_dice_tell_apart(gm: Caller) -> None:
    wild = {
        **DAFUR,
        "sheet": {**DAFUR["sheet"], "weapons": [{"id": "axe", "model": "axe", "ob": 80, "fumble": 97}]},
    }
    encounter = await fight(gm, PLAYERS_ROLL, wild, ORC)
    action = (await gm.act(encounter)).json()
    before = await gm.stored(encounter)
    refused = await answer(gm, encounter, action, {"total": 110})
    assert (refused.status_code, refused.json()["code"]) == (422, "per_die_values_needed")
    assert refused.json()["errors"][0]["pointer"] == "/answers/0"
    assert await gm.stored(encounter) == before
    assert (await answer(gm, encounter, action, {"dice": [98, 12]})).status_code == 200


@pytest.mark.parametrize(
    ("said", "code", "pointer"),
    [
        ({"dice": [0]}, "die_out_of_range", "/answers/0/dice/0"),
        ({"dice": [101]}, "die_out_of_range", "/answers/0/dice/0"),
        ({"dice": [97]}, "invalid_answer", "/answers/0/dice/1"),
        ({"dice": [97, 0]}, "die_out_of_range", "/answers/0/dice/1"),
        ({"dice": [50, 50]}, "invalid_answer", "/answers/0/dice/1"),
        ({"dice": []}, "invalid_answer", "/answers/0/dice/0"),
        ({"total": 0}, "invalid_answer", "/answers/0"),
        ({"choice": "yes"}, "invalid_answer", "/answers/0"),
        ({"dice": [5], "total": 5}, "invalid_answer", "/answers/0"),
        ({"dice": ["5"]}, "wrong_value", "/answers/0/dice/0"),
        ({"die": 5}, "unknown_field", "/answers/0/die"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused_at_its_place(
    gm: Caller, said: Any, code: str, pointer: str
) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    action = (await gm.act(encounter)).json()
    before = await gm.stored(encounter)
    refused = await answer(gm, encounter, action, said)
    assert (refused.status_code, refused.json()["code"]) == (422, code), refused.text
    assert refused.json()["errors"][0]["pointer"] == pointer
    assert await gm.stored(encounter) == before
    assert (await seen(gm, encounter))["pending"]["action_id"] == action["id"]


async def test_a_stale_decision_is_told_apart_from_one_that_never_was(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    action = (await gm.act(encounter)).json()
    path = f"/encounters/{encounter}/actions"
    unknown = {"answers": [{"decision_id": "dec_0", "dice": [5]}]}
    refused = await gm.post(f"{path}/{action['id']}/answers", unknown)
    assert (refused.status_code, refused.json()["code"]) == (409, "decision_outdated")
    twice = {"answers": [{"decision_id": action["awaiting"][0]["decision_id"]}] * 2}
    refused = await gm.post(f"{path}/{action['id']}/answers", twice)
    assert (refused.status_code, refused.json()["code"]) == (422, "decision_repeated")
    assert (await answer(gm, encounter, action, {"dice": [10]})).status_code == 200
    refused = await answer(gm, encounter, action, {"dice": [10]})
    assert (refused.status_code, refused.json()["code"]) == (409, "decision_outdated")
    for nowhere in ("act_00000000000000000000000000", "nonsense"):
        for route in ("answers", "cancel"):
            body = unknown if route == "answers" else {}
            assert (await gm.post(f"{path}/{nowhere}/{route}", body)).status_code == 404


async def test_answers_and_cancels_are_carried_out_once(gm: Caller) -> None:
    encounter = await fight(gm, PLAYERS_ROLL)
    action = (await gm.act(encounter)).json()
    first = await answer(gm, encounter, action, {"dice": [10]}, key="a")
    again = await answer(gm, encounter, action, {"dice": [10]}, key="a")
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"
    begun = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, key="b")
    repeated = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, key="b")
    assert (repeated.status_code, repeated.content) == (202, begun.content)
    path = f"/encounters/{encounter}/actions/{begun.json()['id']}/cancel"
    cancelled, twice = await gm.post(path, {}, key="c"), await gm.post(path, {}, key="c")
    assert (twice.status_code, twice.content) == (200, cancelled.content)
    stale = await answer(gm, encounter, begun.json(), {"dice": [10]}, If_Match='"1"')
    assert stale.status_code == 412


async def test_an_action_that_is_cancelled_has_done_nothing_but_spend_its_dice(gm: Caller) -> None:
    encounter = await fight(gm, {"rows": [{"purpose": "critical", "rolls": "players"}]})
    action = (await gm.act(encounter, dice=[55])).json()
    assert action["status"] == "awaiting"
    assert action["result"]["cell"] == "12B"
    cancelled = await gm.post(
        f"/encounters/{encounter}/actions/{action['id']}/cancel", {"reason": "Out of reach"}
    )
    assert cancelled.status_code == 200
    told = cancelled.json()
    assert (told["status"], told["awaiting"], told["id"]) == ("cancelled", [], action["id"])
    assert [roll["dice"][0]["value"] for roll in told["rolls"]] == [55]
    assert [event["type"] for event in told["events"]] == ["action_cancelled"]
    assert await hits_of(gm, encounter, "orc") == 55
    assert (await gm.get(f"/encounters/{encounter}/actions/{action['id']}")).json() == told
    refused = await gm.post(f"/encounters/{encounter}/actions/{action['id']}/cancel", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "decision_outdated")
    assert (await gm.act(encounter, dice=[55, 42])).status_code == 201


async def test_the_gm_puts_another_die_in_the_place_of_one_that_fell(gm: Caller) -> None:
    encounter = await fight(gm, {"rows": [{"purpose": "critical", "rolls": "players"}]})
    action = (await gm.act(encounter, dice=[55])).json()
    path = f"/encounters/{encounter}/actions/{action['id']}/answers"
    for wrong, code in (
        ({"roll": 1, "dice": [5]}, "no_such_roll"),
        ({"roll": 0, "dice": [101]}, "die_out_of_range"),
    ):
        refused = await gm.post(path, {"override": wrong})
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    both = {"override": {"roll": 0, "dice": [5]}, "answers": [{"decision_id": "dec_0"}]}
    assert (await gm.post(path, both)).json()["code"] == "answers_or_override"
    assert (await gm.post(path, {})).json()["code"] == "answers_or_override"
    worse = (await gm.post(path, {"override": {"roll": 0, "dice": [60]}})).json()
    assert (worse["status"], worse["rolls"][0]["source"]) == ("awaiting", "gm")
    assert worse["awaiting"][0]["decision_id"] != action["awaiting"][0]["decision_id"]
    stale = await answer(gm, encounter, action, {"dice": [42]})
    assert stale.json()["code"] == "decision_outdated"
    light = (await gm.post(path, {"override": {"roll": 0, "dice": LIGHT_HIT}})).json()
    assert (light["status"], light["rolls"][0]["dice"][0]["value"]) == ("resolved", 10)


async def test_everyones_initiative_is_asked_for_at_once_and_answered_in_any_order(gm: Caller) -> None:
    encounter = await fight(gm, {"rolls": "players"}, DAFUR, ORC, SPEARMAN)
    await gm.act(encounter, {"type": "start"})
    action = (await gm.act(encounter, {"type": "roll-initiative"})).json()
    assert [asked["purpose"] for asked in action["awaiting"]] == ["initiative"] * 3
    dafur, orc, spearman = action["awaiting"]
    path = f"/encounters/{encounter}/actions/{action['id']}/answers"
    part = await gm.post(path, {"answers": [{"decision_id": spearman["decision_id"], "dice": [9]}]})
    assert part.status_code == 202
    left = part.json()["awaiting"]
    assert [one["decision_id"] for one in left] == [dafur["decision_id"], orc["decision_id"]]
    rest = [{"decision_id": one["decision_id"], "total": face} for one, face in ((orc, 4), (dafur, 2))]
    done = (await gm.post(path, {"answers": rest})).json()
    assert done["status"] == "resolved"
    order = next(event for event in done["events"] if event["type"] == "initiative_rolled")["payload"][
        "order"
    ]
    assert [place["initiative"] for place in order] == [9, 4, 2]
    # Told in the order in which they were asked for.
    assert [roll["dice"][0]["value"] for roll in done["rolls"]] == [2, 4, 9]


async def test_blind_actions_ask_nobody_and_those_of_the_gm_ask_the_gm(gm: Caller) -> None:
    encounter = await fight(gm, ALL_ASKED)
    blind = await gm.act(encounter, privacy="blind")
    assert blind.status_code == 201
    assert {roll["source"] for roll in blind.json()["rolls"]} == {"server"}
    own = (
        await gm.act(
            encounter,
            {"type": "save-or-resist", "target": "dafur", "resistance": "body", "difficulty": 50},
            privacy="gm",
        )
    ).json()
    assert own["status"] == "awaiting", own
    assert own["awaiting"][0]["asked"] == "gm"


async def test_dice_given_with_the_action_answer_before_anybody_is_asked(gm: Caller) -> None:
    encounter = await fight(gm, ALL_ASKED)
    done = await gm.act(encounter, dice=[55, 42], choices={"resist the stun": "no"})
    assert done.status_code == 201, done.text
    strict = await gm.act(encounter, strict=True)
    assert (strict.status_code, strict.json()["code"]) == (422, "answer_missing")


async def test_dice_left_over_when_an_action_waits_go_on_answering(gm: Caller) -> None:
    encounter = await fight(gm, {"rows": [{"purpose": "instinctive dodge", "choices": "players"}]})
    for command in ({"type": "start"}, {"type": "roll-initiative"}):
        assert (
            await gm.act(encounter, command, dice=[9, 1][: 2 * (command["type"] != "start")])
        ).status_code == 201
    action = (await gm.act(encounter, dice=[55, 42, 7], choices={"resist the stun": "no"})).json()
    assert [asked["purpose"] for asked in action["awaiting"]] == ["instinctive dodge"]
    assert action["awaiting"][0]["options"] == ["yes", "no"]
    done = (await answer(gm, encounter, action, {"choice": "no"})).json()
    assert done["status"] == "resolved"
    assert [roll["dice"][0]["value"] for roll in done["rolls"]][:2] == [55, 42]
    assert done["unused_dice"] == [7]
    assert done["choices"][0] == {
        "purpose": "instinctive dodge",
        "text": "instinctive dodge",
        "who": action["awaiting"][0]["who"],
        "choice": "no",
        "options": ["yes", "no"],
        "source": "gm",
        "rules": ["H-DOD-2", "DH-38"],
    }


async def test_dice_that_fit_nothing_any_more_do_not_stand_in_the_way(gm: Caller) -> None:
    encounter = await fight(gm, {"rows": [{"purpose": "instinctive dodge", "choices": "players"}]})
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[9, 1])
    action = (await gm.act(encounter, dice=[97])).json()
    done = (await answer(gm, encounter, action, {"choice": "no"})).json()
    assert done["status"] == "resolved"
    assert done["rolls"][0]["source"] == "server"
    assert done["unused_dice"] == [97]


async def test_a_group_waits_as_a_whole(gm: Caller) -> None:
    encounter = await fight(gm, {"rows": [{"side": "foes", "purpose": "attack", "rolls": "players"}]})
    back = {**BLOW, "actor": "orc", "target": "dafur", "weapon": "scimitar"}
    before = (await hits_of(gm, encounter, "orc"), await hits_of(gm, encounter, "dafur"))
    body = {"commands": [BLOW, back, BLOW], "dice": LIGHT_HIT}
    begun = await gm.post(f"/encounters/{encounter}/actions", body)
    assert begun.status_code == 202
    (waiting,) = begun.json()["actions"]
    assert (waiting["command"]["actor"], waiting["status"]) == ("orc", "awaiting")
    assert (await hits_of(gm, encounter, "orc"), await hits_of(gm, encounter, "dafur")) == before
    done = await answer(gm, encounter, waiting, {"dice": LIGHT_HIT})
    assert done.status_code == 200
    actions = done.json()["actions"]
    assert [action["command"]["actor"] for action in actions] == ["dafur", "orc", "dafur"]
    assert [action["status"] for action in actions] == ["resolved"] * 3
    assert actions[1]["id"] == waiting["id"]
    assert [actions[0]["seq"] + n for n in range(3)] == [action["seq"] for action in actions]
    assert (await gm.act(encounter, {"type": "heal", "target": "orc", "hits": 1})).status_code == 201


async def test_who_rolls_can_be_changed_and_that_is_in_the_log(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201
    missing = await gm.patch(path, {"dice_policy": PLAYERS_ROLL})
    assert (missing.status_code, missing.json()["code"]) == (428, "if_match_missing")
    tag = missing.headers["ETag"]
    stale = await gm.patch(path, {"dice_policy": PLAYERS_ROLL}, If_Match='"1"')
    assert (stale.status_code, stale.headers["ETag"]) == (412, tag)
    edited = await gm.patch(path, {"dice_policy": PLAYERS_ROLL, "title": "With dice"}, If_Match=tag)
    assert edited.status_code == 200
    assert edited.json()["title"] == "With dice"
    assert edited.json()["dice_policy"]["rows"][0]["side"] == "heroes"
    assert edited.headers["ETag"] != tag
    assert (await gm.act(encounter)).status_code == 202
    log = (await gm.get(f"{path}/actions")).json()["items"]
    assert log[-1]["command"]["type"] == "edit-encounter"
    assert {change["path"] for change in log[-1]["changes"]} == {"/title", "/dice_policy"}


@pytest.mark.parametrize(
    ("policy", "pointer", "code"),
    [
        ({"rolls": "anybody"}, "/dice_policy/rolls", "unknown_value"),
        ({"rows": [{"rolls": "gm"}]}, "/dice_policy/rows/0", "policy_row_fits_all"),
        ({"rows": [{"side": "heroes"}]}, "/dice_policy/rows/0", "policy_row_decides_nothing"),
        ({"timeout": {"seconds": 0}}, "/dice_policy/timeout/seconds", "wrong_value"),
    ],
)
async def test_a_policy_that_says_nothing_is_refused(
    gm: Caller, policy: Any, pointer: str, code: str
) -> None:
    answers = [
        await gm.post("/encounters", {"ruleset": "harp-tdm", "dice_policy": policy}),
        await gm.patch(f"/encounters/{await gm.begin()}", {"dice_policy": policy}, If_Match="*"),
    ]
    for refused in answers:
        assert (refused.status_code, refused.json()["code"]) == (422, code), refused.text
        assert refused.json()["errors"][0]["pointer"] == pointer


async def test_the_combatant_and_the_purpose_decide_before_the_rest(gm: Caller) -> None:
    policy = {
        "rolls": "gm",
        "rows": [
            {"purpose": "attack", "combatant": "dafur", "rolls": "players"},
            {"purpose": "attack", "rolls": "server"},
        ],
    }
    encounter = await fight(gm, policy)
    action = (await gm.act(encounter)).json()
    assert action["awaiting"][0]["asked"] == "players"
    action = (await answer(gm, encounter, action, {"dice": [55]})).json()
    assert [(asked["purpose"], asked["asked"]) for asked in action["awaiting"]] == [("critical", "gm")]
    assert (await answer(gm, encounter, action, {"dice": [1]})).status_code in (200, 202)


async def test_who_leaves_may_leave_others_to_roll_first(gm: Caller) -> None:
    encounter = await fight(
        gm,
        {
            "rows": [
                {"purpose": "resist the stun", "choices": "players"},
            ]
        },
    )
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"}, dice=[9, 1])
    held = {"resist the stun": "no"}
    stun = {"type": "effect-add", "target": "orc", "stunned": 2}
    assert (await gm.act(encounter, stun, choices=held)).status_code == 201
    dafur = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][0]["id"]
    gone = await gm.remove(f"/encounters/{encounter}/combatants/{dafur}")
    assert gone.status_code == 202, gone.text
    assert gone.json()["awaiting"][0]["purpose"] == "resist the stun"
    assert (await gm.get(f"/encounters/{encounter}/combatants/{dafur}")).status_code == 200
    assert (await answer(gm, encounter, gone.json(), {"choice": "no"})).status_code == 200
    assert (await gm.get(f"/encounters/{encounter}/combatants/{dafur}")).status_code == 404
