"""A command resolved without an encounter: the same answer as an action, and nothing stored."""

from typing import Any

import pytest

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller

Json = dict[str, Any]
FIGHT: Json = {"ruleset": "harp-tdm", "combatants": [DAFUR, ORC]}


async def resolve(gm: Caller, **more: Any) -> Any:
    return await gm.http.post(
        "/v1/resolve", json={**FIGHT, **more}, headers={"Authorization": f"Bearer {gm.token}"}
    )


async def test_the_same_as_an_action_and_nothing_is_stored(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    stored = (await gm.act(encounter, dice=[55, 42])).json()
    answer = await resolve(gm, command=BLOW, dice=[55, 42])
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told.keys() == stored.keys()
    for name in ("result", "breakdown", "rules", "status", "unused_dice"):
        assert told[name] == stored[name], name
    assert [event["type"] for event in told["events"]] == [event["type"] for event in stored["events"]]
    assert {change["path"].split("/")[2] for change in told["changes"]} == {"dafur", "orc"}
    assert len((await gm.get("/encounters")).json()["items"]) == 1


async def test_the_server_rolls_anew_each_time(gm: Caller) -> None:
    faces = {
        tuple(roll["dice"][0]["value"] for roll in (await resolve(gm, command=BLOW)).json()["rolls"][:1])
        for _ in range(12)
    }
    assert len(faces) > 1


async def test_what_people_roll_is_asked_and_then_given(gm: Caller) -> None:
    policy = {"rolls": "players"}
    waits = (await resolve(gm, command=BLOW, dice_policy=policy)).json()
    assert waits["status"] == "awaiting"
    assert [asked["purpose"] for asked in waits["awaiting"]] == ["attack"]
    assert waits["awaiting"][0]["modifiers"]
    done = (await resolve(gm, command=BLOW, dice_policy=policy, dice=LIGHT_HIT)).json()
    assert done["status"] == "resolved"
    assert done["awaiting"] == []


async def test_strict_takes_all_dice_and_no_more(gm: Caller) -> None:
    missing = await resolve(gm, command=BLOW, strict=True)
    assert (missing.status_code, missing.json()["code"]) == (422, "answer_missing")
    left = await resolve(gm, command=BLOW, strict=True, dice=[*LIGHT_HIT, 7])
    assert (left.status_code, left.json()["code"]) == (422, "answer_left_over")
    assert (await resolve(gm, command=BLOW, strict=True, dice=LIGHT_HIT)).status_code == 200


async def test_several_commands_bring_in_what_combatants_are_under(gm: Caller) -> None:
    stunned = {"type": "effect-add", "target": "dafur", "must_parry": 2}
    answer = await resolve(gm, commands=[stunned, BLOW])
    assert (answer.status_code, answer.json()["code"]) == (409, "actor_must_parry")
    lying = {"type": "effect-add", "target": "orc", "prone": True}
    told = (await resolve(gm, commands=[lying, BLOW], dice=LIGHT_HIT)).json()["actions"]
    assert [action["seq"] for action in told] == [1, 2]
    numbers = [event["seq"] for action in told for event in action["events"]]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_a_map_and_the_other_games(gm: Caller) -> None:
    sheet = {
        "hp": 30,
        "ac": {"total": 15, "touch": 12, "flat_footed": 13},
        "weapons": [
            {"id": "sword", "model": "longsword", "attack": 8, "damage": "1d8+3", "critical": "19-20/x2"}
        ],
    }
    foes = [
        {"name": name, "side": name, "ref": name, "sheet": sheet, "at": at}
        for name, at in (("ada", [0, 0]), ("bor", [6, 0]))
    ]
    field = {"rows": "." * 12, "cell": {"value": 5, "unit": "ft"}}
    charge = {"type": "charge", "actor": "ada", "target": "bor", "weapon": "sword"}
    for ruleset in ("dnd35", "pf1"):
        told = await resolve(gm, ruleset=ruleset, combatants=foes, map=field, command=charge, dice=[15, 4])
        assert told.status_code == 200, told.text
        assert "/combatants/ada/at" in {change["path"] for change in told.json()["changes"]}


@pytest.mark.parametrize(
    ("more", "status", "pointer", "code"),
    [
        ({}, 422, "", "command_or_commands"),
        ({"command": BLOW, "commands": [BLOW]}, 422, "", "command_or_commands"),
        ({"command": {**BLOW, "weapon": "spoon"}}, 422, "/command/weapon", "unknown_weapon"),
        ({"command": {**BLOW, "target": "elf"}}, 422, "/command/target", "unknown_combatant"),
        ({"command": BLOW, "ruleset": "chess"}, 422, "/ruleset", "unknown_ruleset"),
        ({"command": BLOW, "table_pack_version": "0"}, 422, "/table_pack_version", "unknown_pack"),
        ({"command": BLOW, "combatants": [{**ORC, "hp": 3}]}, 422, "/combatants/0/hp", "unknown_field"),
        ({"command": BLOW, "combatants": [{**DAFUR, "name": " "}]}, 422, "/combatants/0/name", "blank_name"),
        ({"command": BLOW, "combatants": [DAFUR] * 101}, 422, "/combatants", "wrong_value"),
        ({"command": BLOW, "options": {"cheese": True}}, 422, "/options/cheese", "unknown_field"),
        ({"command": BLOW, "dice": [1] * 101}, 422, "/dice", "too_many_dice"),
        ({"command": BLOW, "sheets": []}, 422, "/sheets", "unknown_field"),
    ],
)  # fmt: skip
async def test_what_is_wrong_is_pointed_at(
    gm: Caller, more: Json, status: int, pointer: str, code: str
) -> None:
    answer = await resolve(gm, **more)
    assert answer.status_code == status, answer.text
    assert (answer.json()["errors"][0]["pointer"], answer.json()["errors"][0]["code"]) == (pointer, code)


async def test_who_is_there_twice_is_refused(gm: Caller) -> None:
    answer = await resolve(gm, command=BLOW, combatants=[DAFUR, DAFUR])
    assert answer.json()["errors"] == [
        {
            "pointer": "/combatants/1",
            "code": "combatant_name_taken",
            "message": "«dafur» is already a combatant of this encounter.",
        }
    ]


async def test_a_chosen_table_pack(gm: Caller) -> None:
    version = (await gm.get("/table-packs/harp-tdm")).json()["version"]
    answer = await resolve(gm, command=BLOW, dice=LIGHT_HIT, table_pack_version=version)
    assert answer.status_code == 200, answer.text


async def test_in_words_of_the_caller(gm: Caller) -> None:
    headers = {"Authorization": f"Bearer {gm.token}", "Accept-Language": "fr"}
    answer = await gm.http.post("/v1/resolve", json={**FIGHT, "command": BLOW}, headers=headers)
    assert answer.headers["Content-Language"] == "fr"
    assert answer.json()["narration"]["text"]["locale"] == "fr"


async def test_only_with_a_token(gm: Caller) -> None:
    answer = await gm.http.post("/v1/resolve", json=FIGHT)
    assert answer.status_code == 401
