"""Dafur's axe against the orc: 55 + 80 − 45 = 90, which reads 12B; then the critical."""

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller


async def test_dafur_strikes_the_orc_and_every_number_is_explained(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    answer = await gm.act(encounter, dice=[55, 42])
    assert answer.status_code == 201
    action = answer.json()
    assert action["result"]["attack_total"] == 135
    assert action["result"]["table_result"] == 90
    assert action["result"]["cell"] == "12B"
    attack, critical = action["rolls"]
    assert (attack["rolled"], attack["modifier"], attack["total"], attack["against"]) == (55, 80, 135, 45)
    assert attack["source"] == critical["source"] == "manual"
    assert critical["dice"] == [{"sides": 100, "value": 42}]
    assert critical["facts"]["severity"] == "B"
    assert [(part["of"], part["text"], part["value"], part["rule_id"]) for part in action["breakdown"]] == [
        ("offensive_bonus", "Offensive bonus on the sheet", 80, "H-OB-1"),
        ("defence_score", "Defensive bonus on the sheet", 45, "H-DB-1"),
    ]
    assert "H-ATK-1" in action["rules"]
    assert action["narration"]["message_id"] == "attack_hit.critical"
    lines = action["narration"]["text"]["plain"].splitlines()
    assert lines[0] == "Dafur's axe hits Orc: 12 hits and a B critical."
    (described,) = (line for line in lines if line.startswith("Orc suffers a B critical (slash). "))
    assert len(described) > len("Orc suffers a B critical (slash). ")


async def test_the_orc_bears_what_the_answer_says(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    action = (await gm.act(encounter, dice=[55, 42])).json()
    combatants = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    orc = next(combatant for combatant in combatants if combatant["ref"] == "orc")
    changes = {change["path"]: change["to"] for change in action["changes"]}
    assert orc["hits"] == changes[f"/combatants/{orc['id']}/hits"] == 55 - 12 - 4
    assert orc["bleeding"] == changes[f"/combatants/{orc['id']}/bleeding"] == 2
    assert orc["conditions"]["shaken"] is True
    assert orc["is_unconscious"] is False
    assert (orc["wound_level"], orc["casting_penalty"]) == ("light", -15)


async def test_flank_and_the_gms_own_modifiers_are_named_in_the_breakdown(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    situation = {
        "flank": True,
        "rear": True,
        "modifiers": [{"label": "Song of the bard", "value": 5}],
    }
    action = (await gm.act(encounter, {**BLOW, "situation": situation}, dice=[2])).json()
    parts = {part["label"]: part for part in action["breakdown"]}
    assert parts["Song of the bard"]["text"] == "Song of the bard"
    assert parts["position.rear"]["applied"] is True
    assert parts["position.flank"]["applied"] is False
    assert parts["position.flank"]["suppressed_by"] == "position.rear"


async def test_the_server_rolls_what_nobody_has_rolled(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    action = (await gm.act(encounter)).json()
    for roll in action["rolls"]:
        assert roll["source"] == "server"
        assert all(1 <= die["value"] <= die["sides"] for die in roll["dice"])


async def test_dice_nobody_asked_for_are_reported(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    action = (await gm.act(encounter, dice=[*LIGHT_HIT, 7, 8], choices={"dance": "yes"})).json()
    assert action["unused_dice"] == [7, 8]
    assert action["unused_choices"] == ["dance"]


async def test_a_group_acts_in_order_with_one_hand_of_dice(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    body = {"commands": [BLOW, BLOW], "dice": [*LIGHT_HIT, *LIGHT_HIT, 3]}
    answer = await gm.post(f"/encounters/{encounter}/actions", body)
    first, second = answer.json()["actions"]
    assert (first["seq"], second["seq"]) == (3, 4)
    assert second["events"][0]["seq"] == first["events"][-1]["seq"] + 1
    assert second["unused_dice"] == [3]
    assert answer.headers["ETag"] == '"4.gm.en"'


async def test_a_group_is_all_or_nothing(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    body = {"commands": [BLOW, {**BLOW, "weapon": "spoon"}], "dice": LIGHT_HIT}
    answer = await gm.post(f"/encounters/{encounter}/actions", body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/commands/1/weapon"
    assert await gm.stored(encounter) == before


async def test_an_action_is_read_again_as_it_was_answered(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    answer = await gm.act(encounter, dice=[55, 42])
    again = await gm.get(answer.headers["Location"].removeprefix("/v1"))
    assert again.content == answer.content
    log = (await gm.get(f"/encounters/{encounter}/actions")).json()
    assert [action["command"]["type"] for action in log["items"]] == ["add", "add", "attack"]
    assert log["items"][-1] == answer.json()


async def test_events_follow_each_other_without_gaps_across_actions(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    for _ in range(3):
        await gm.act(encounter, dice=LIGHT_HIT)
    first = (await gm.get(f"/encounters/{encounter}/events?limit=4")).json()
    rest = (await gm.get(f"/encounters/{encounter}/events?after={first['next']}")).json()
    events = first["items"] + rest["items"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["id"] for event in events}) == len(events)
    assert {event["type"] for event in events} == {"combatant_added", "attack_hit", "hits_taken"}
    taken = next(event for event in events if event["type"] == "hits_taken")
    assert taken["caused_by"] == events[2]["id"]
    assert taken["changes"][0]["from"] - taken["changes"][0]["to"] == taken["payload"]["hits"]


async def test_waiting_for_events_ends_when_there_is_one_and_when_there_is_none(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    nothing = (await gm.get(f"/encounters/{encounter}/events?after=2&wait=0.3")).json()
    assert nothing == {"items": [], "next": 2}
    there = (await gm.get(f"/encounters/{encounter}/events?after=1&wait=20")).json()
    assert there["next"] == 2


async def test_minimal_answers_have_no_body(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    answer = await gm.post(path, {"command": BLOW, "dice": LIGHT_HIT}, Prefer="return=minimal")
    assert (answer.status_code, answer.content) == (201, b"")
    assert answer.headers["Preference-Applied"] == "return=minimal"
    action = await gm.get(answer.headers["Location"].removeprefix("/v1"))
    assert action.json()["result"]["table_result"] == 45


async def test_a_combatant_leaves_once_and_stays_gone(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    orc = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]
    path = f"/encounters/{encounter}/combatants/{orc['id']}"
    assert (await gm.remove(path)).status_code == 204
    assert (await gm.get(path)).status_code == 404
    assert (await gm.delete(path)).status_code == 204
    assert (await gm.delete(f"/encounters/{encounter}/combatants/cmb_{'0' * 26}")).status_code == 404
    assert await gm.stored(encounter) == (3, 3, 3)


async def test_combatants_can_enter_by_an_action_of_a_group(gm: Caller) -> None:
    encounter = await gm.begin()
    adding = [
        {
            "type": "add",
            "identity": {key: fighter[key] for key in ("name", "side", "ref")},
            "sheet": fighter["sheet"],
        }
        for fighter in (DAFUR, ORC)
    ]
    answer = await gm.post(
        f"/encounters/{encounter}/actions", {"commands": [*adding, BLOW], "dice": [55, 42]}
    )
    assert answer.status_code == 201, answer.text
    assert answer.json()["actions"][2]["result"]["cell"] == "12B"


async def test_pages_of_combatants_and_encounters_join_without_gaps(gm: Caller) -> None:
    encounters = [await gm.begin(title=f"Fight {number}") for number in range(5)]
    first = (await gm.get("/encounters?limit=3")).json()
    await gm.begin(title="Meanwhile")
    second = (await gm.get(f"/encounters?limit=3&cursor={first['next']}")).json()
    assert [item["id"] for item in first["items"] + second["items"]] == encounters[::-1]
    assert second["next"] is None
    fight = await gm.begin_fight()
    one = (await gm.get(f"/encounters/{fight}/combatants?limit=1")).json()
    other = (await gm.get(f"/encounters/{fight}/combatants?limit=1&cursor={one['next']}")).json()
    assert [item["ref"] for item in one["items"] + other["items"]] == ["dafur", "orc"]
    foreign = await gm.get(f"/encounters?cursor={one['next']}")
    assert (foreign.status_code, foreign.json()["code"]) == (422, "invalid_cursor")


async def test_an_encounter_shows_its_options_with_every_default(gm: Caller) -> None:
    surroundings = [{"label": "Fog", "value": -10}, {"id": "ice"}]
    encounter = await gm.begin(options={"point_blank": "adds"}, environment=surroundings)
    seen = (await gm.get(f"/encounters/{encounter}")).json()
    assert seen["options"]["point_blank"] == "adds"
    assert seen["options"]["range_increment"] == "ceil"
    assert seen["environment"] == surroundings
    assert seen["status"] == "free"
