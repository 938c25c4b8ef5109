"""Each refusal has its own code, says where, and leaves nothing behind."""

import copy
from typing import Any

import pytest

from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller

FATE = {"modifiers": [{"label": "Fate", "value": 1_000_000}]}
FALL = {"type": "damage", "target": "orc", "hits": 1, "cause": "a fall"}


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"command": BLOW, "dice": [0]}, 422, "die_out_of_range", "/dice/0"),
        ({"command": BLOW, "dice": [55, 101]}, 422, "die_out_of_range", "/dice/1"),
        ({"command": BLOW, "dice": [97]}, 422, "invalid_answer", "/dice/1"),
        ({"command": BLOW, "dice": [True]}, 422, "wrong_value", "/dice/0"),
        ({"command": BLOW, "dice": ["55"]}, 422, "wrong_value", "/dice/0"),
        ({"command": BLOW, "dice": [55.5]}, 422, "wrong_value", "/dice/0"),
        ({"command": BLOW, "dice": [1] * 101}, 422, "too_many_dice", "/dice"),
        ({"command": BLOW, "dice": [1] * 201}, 422, "document_too_complex", "/dice"),
        ({"command": {**BLOW, "weapon": "spoon"}}, 422, "unknown_weapon", "/command/weapon"),
        ({"command": {**BLOW, "actor": "sam"}}, 422, "unknown_combatant", "/command/actor"),
        ({"command": {**BLOW, "target": "sam"}}, 422, "unknown_combatant", "/command/target"),
        ({"command": {**BLOW, "type": "attck"}}, 422, "unknown_type", "/command"),
        ({"command": {**BLOW, "wepon": "axe"}}, 422, "unknown_field", "/command/wepon"),
        ({"command": {**BLOW, "weapon": "\0"}}, 422, "unusable_text", "/command/weapon"),
        ({"command": BLOW, "colour": "red"}, 422, "unknown_field", "/colour"),
        ({"command": BLOW, "strict": True}, 422, "answer_missing", None),
        ({"command": BLOW, "strict": True, "dice": [55]}, 422, "answer_missing", None),
        ({"command": BLOW, "strict": True, "dice": [*LIGHT_HIT, 9]}, 422, "answer_left_over", "/dice"),
        (
            {"command": {**BLOW, "situation": FATE}},
            422,
            "value_out_of_range",
            "/command/situation/modifiers/0",
        ),
        ({"command": FALL, "dice": [-7]}, 422, "die_out_of_range", "/dice/0"),
        ({"command": BLOW, "dice": [*LIGHT_HIT, 101]}, 422, "die_out_of_range", "/dice/1"),
        ({"command": {"type": "heal", "target": "orc"}}, 422, "amount_unclear", "/command"),
        ({"command": {"type": "reorder", "order": []}}, 409, "initiative_not_rolled", None),
        ({}, 422, "missing", "/command"),
        ([], 422, "wrong_value", ""),
        ({"commands": []}, 422, "wrong_value", "/commands"),
        (
            {"command": {**BLOW, "situation": {"cover": "a-hat"}}},
            422,
            "unknown_modifier",
            None,
        ),
    ],
)
async def test_an_attack_that_cannot_be_is_refused_and_nothing_is_stored(
    gm: Caller, body: Any, status: int, code: str, pointer: str | None
) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    answer = await gm.post(f"/encounters/{encounter}/actions", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["status"] == status
    if pointer is not None:
        assert problem["errors"][0]["pointer"] == pointer
    assert await gm.stored(encounter) == before


async def test_a_refused_request_can_be_corrected_under_the_same_key(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    refused = await gm.post(path, {"command": BLOW, "dice": [101]}, key="one-try")
    assert refused.status_code == 422
    corrected = await gm.post(path, {"command": BLOW, "dice": LIGHT_HIT}, key="one-try")
    assert corrected.status_code == 201
    assert "Idempotency-Replayed" not in corrected.headers


async def test_an_actor_of_another_encounter_is_unknown_here(gm: Caller) -> None:
    here, there = await gm.begin_fight(), await gm.begin_fight()
    stranger = (await gm.get(f"/encounters/{there}/combatants")).json()["items"][0]["id"]
    before = await gm.stored(here)
    answer = await gm.act(here, {**BLOW, "actor": stranger})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_combatant")
    assert answer.json()["errors"][0]["pointer"] == "/command/actor"
    assert await gm.stored(here) == before


async def test_the_dead_do_not_attack(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    killing = {"type": "effect-add", "target": "dafur", "death_in_rounds": 0}
    assert (await gm.act(encounter, killing)).status_code == 201
    before = await gm.stored(encounter)
    answer = await gm.act(encounter)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "actor_dead")
    assert problem["failed_checks"][0]["code"] == "ACTOR_DEAD"
    assert problem["failed_checks"][0]["rule_id"] == "H-EFF-DEATH"
    assert await gm.stored(encounter) == before


@pytest.mark.parametrize(
    ("place", "value", "code"),
    [
        (("sheet", "armour_type"), 11, "unknown_armour_type"),
        (("sheet", "armour_type"), 0, "unknown_armour_type"),
        (("sheet", "hits"), False, "wrong_value"),
        (("sheet", "hits"), 0, "value_out_of_range"),
        (("sheet", "hits"), 10**10, "number_out_of_range"),
        (("sheet", "weapons", 0, "model"), "vorpal-blade", "unknown_weapon"),
        (("sheet", "weapons", 0, "attack_table"), "spoons", "unknown_table"),
        (("sheet", "weapons", 0, "ob"), None, "weapon_bonus_unclear"),
        (("sheet", "ruleset"), "dnd35", "unknown_value"),
        (("name",), "", "wrong_value"),
    ],
)
async def test_a_sheet_that_no_table_knows_does_not_enter(
    gm: Caller, place: tuple[str | int, ...], value: Any, code: str
) -> None:
    encounter = await gm.begin()
    body: Any = copy.deepcopy(DAFUR)
    part = body
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] = value
    answer = await gm.post(f"/encounters/{encounter}/combatants", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
    assert answer.json()["errors"][0]["pointer"].startswith("/" + str(place[0]))
    assert await gm.stored(encounter) == (0, 0, 0)


async def test_hits_may_be_written_with_a_fraction_of_nothing(gm: Caller) -> None:
    encounter = await gm.begin()
    body = {**ORC, "sheet": {**ORC["sheet"], "hits": 4186.0}}
    answer = await gm.post(f"/encounters/{encounter}/combatants", body)
    assert answer.json()["hits"] == 4186


async def test_two_combatants_of_one_ref_cannot_be_told_apart(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    answer = await gm.post(f"/encounters/{encounter}/combatants", ORC)
    assert (answer.status_code, answer.json()["code"]) == (409, "combatant_name_taken")


async def test_callers_do_not_choose_ids(gm: Caller) -> None:
    encounter = await gm.begin()
    command = {"type": "add", "identity": {"id": "me", "name": "Me", "side": ""}, "sheet": ORC["sheet"]}
    answer = await gm.act(encounter, command)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_field")
    assert answer.json()["errors"][0]["pointer"] == "/command/identity/id"


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (b'{"command": {"type": "attack",}', 400, "malformed_json"),
        (b"", 400, "malformed_json"),
        (b'{"dice": [1], "dice": [2]}', 400, "malformed_json"),
        (b'{"dice": [NaN]}', 400, "malformed_json"),
        (b'{"command": "' + b"x" * 262_144 + b'"}', 413, "body_too_large"),
        (b"[" * 30 + b"]" * 30, 422, "document_too_complex"),
        (b"[" * 100_000, 422, "document_too_complex"),
        (b'{"command": {"type": "attack", "actor": "\\ud800"}}', 422, "unusable_text"),
        (b'{"command": {"type": "attack", "actor": "\\u0000"}}', 422, "unusable_text"),
        (b'{"\\udfff": 1}', 422, "unusable_text"),
        ('{"command": {"type": "end"}}'.encode("utf-16"), 400, "malformed_json"),
        ('{"command": {"type": "end"}}'.encode("utf-16-le"), 400, "malformed_json"),
        ('{"command": {"type": "end"}}'.encode("utf-32"), 400, "malformed_json"),
        (b'\xef\xbb\xbf{"command": {"type": "end"}}', 400, "malformed_json"),
        (b'{"command": {"type": "\xff"}}', 400, "malformed_json"),
        (b'{"dice": [' + b"9" * 5_000 + b"]}", 400, "malformed_json"),
        (b'{"dice": [1e400]}', 422, "number_out_of_range"),
        (b'{"choices": {"a": "' + b"x" * 2_001 + b'"}}', 422, "document_too_complex"),
    ],
)
async def test_a_body_that_is_not_json_or_too_much_of_it(
    gm: Caller, text: bytes, status: int, code: str
) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    headers = {"Content_Type": "application/json", "Idempotency_Key": "k"}
    answer = await gm.send(f"/encounters/{encounter}/actions", text, **headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert await gm.stored(encounter) == before


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Content_Type": "text/plain", "Idempotency_Key": "k"}, 415, "unsupported_media_type"),
        (
            {"Content_Type": "application/json", "Content_Encoding": "gzip", "Idempotency_Key": "k"},
            415,
            "unsupported_media_type",
        ),
        (
            {"Content_Type": "application/json; charset=utf-16", "Idempotency_Key": "k"},
            415,
            "unsupported_media_type",
        ),
        (
            {"Content_Type": 'application/json; v=1; charset="latin-1"', "Idempotency_Key": "k"},
            415,
            "unsupported_media_type",
        ),
        ({"Content_Type": "application/jsonlines", "Idempotency_Key": "k"}, 415, "unsupported_media_type"),
        ({"Content_Type": "", "Idempotency_Key": "k"}, 415, "unsupported_media_type"),
        ({"Content_Type": "application/json", "Idempotency_Key": ""}, 400, "idempotency_key_invalid"),
        ({"Content_Type": "application/json", "Idempotency_Key": "k\tk"}, 400, "idempotency_key_invalid"),
        ({"Content_Type": "application/json"}, 400, "idempotency_key_missing"),
        ({"Content_Type": "application/json", "Idempotency_Key": "k" * 201}, 400, "idempotency_key_invalid"),
    ],
)
async def test_headers_that_are_missing_or_wrong(
    gm: Caller, headers: dict[str, str], status: int, code: str
) -> None:
    answer = await gm.send("/encounters", b'{"ruleset": "harp-tdm"}', **headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await gm.get("/encounters")).json()["items"] == []


@pytest.mark.parametrize("media", ["application/json;charset=UTF-8", 'application/json; charset="utf8"'])
async def test_json_may_be_announced_at_length(gm: Caller, media: str) -> None:
    headers = {"Content_Type": media, "Idempotency_Key": "k"}
    assert (await gm.send("/encounters", b'{"ruleset": "harp-tdm"}', **headers)).status_code == 201


async def test_two_keys_are_one_too_many(gm: Caller) -> None:
    headers = [
        ("Authorization", f"Bearer {gm.token}"),
        ("Content-Type", "application/json"),
        ("Idempotency-Key", "one"),
        ("Idempotency-Key", "other"),
    ]
    answer = await gm.http.post("/v1/encounters", content=b'{"ruleset": "harp-tdm"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_invalid")
    assert (await gm.get("/encounters")).json()["items"] == []


async def test_two_tokens_are_nobodys(gm: Caller, stranger: Caller) -> None:
    headers = [("Authorization", f"Bearer {caller.token}") for caller in (gm, stranger)]
    answer = await gm.http.get("/v1/encounters", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset", "/ruleset"),
        ({"ruleset": "harp-tdm", "options": {"magic": True}}, "unknown_field", "/options/magic"),
        ({"ruleset": "harp-tdm", "options": {"point_blank": 1}}, "unknown_value", "/options/point_blank"),
        ({"ruleset": "harp-tdm", "environment": [{"label": "Fog"}]}, "missing", "/environment/0/value"),
        ({"ruleset": "harp-tdm", "environment": [{"id": "fog"}]}, "unknown_modifier", "/environment/0/id"),
        ({}, "missing", "/ruleset"),
    ],
)
async def test_an_encounter_that_no_game_knows_does_not_begin(
    gm: Caller, body: dict[str, Any], code: str, pointer: str
) -> None:
    answer = await gm.post("/encounters", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nowhere", 404, "unknown_route"),
        ("/encounters/", 404, "unknown_route"),
        ("/encounters/enc_%00", 404, "not_found"),
        ("/encounters/enc_x/actions/act_%00", 404, "not_found"),
        ("/encounters?limit=0", 422, "invalid_query"),
        ("/encounters?limit=many", 422, "invalid_query"),
        ("/encounters?cursor=%00", 422, "invalid_cursor"),
        ("/rulesets/chess", 404, "unknown_ruleset"),
        ("/table-packs/chess", 404, "unknown_pack"),
        ("/table-packs/harp-tdm/tables/spoons", 404, "unknown_table"),
        ("/table-packs/harp-tdm/tables/spoons/lookup?roll=1&column=1", 404, "unknown_table"),
        ("/table-packs/harp-tdm/tables/bows/lookup?roll=1&column=11", 422, "unknown_armour_type"),
        ("/table-packs/harp-tdm/tables/bows/lookup?roll=1&column=x", 422, "unknown_armour_type"),
        ("/table-packs/harp-tdm/tables/bows/lookup?roll=0&column=1", 422, "off_table"),
        ("/table-packs/harp-tdm/tables/critical.slash/lookup?roll=1&column=F", 422, "unknown_severity"),
        ("/table-packs/harp-tdm/tables/weapons/lookup?roll=1&column=1", 422, "invalid_query"),
        ("/table-packs/harp-tdm/tables/armours/lookup?roll=11", 422, "unknown_armour_type"),
    ],
)
async def test_addresses_that_lead_nowhere(gm: Caller, path: str, status: int, code: str) -> None:
    answer = await gm.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


async def test_a_method_that_a_route_does_not_take(gm: Caller) -> None:
    answer = await gm.delete("/encounters")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"]


async def test_a_refusal_carries_the_callers_request_id(gm: Caller) -> None:
    answer = await gm.get("/nowhere", X_Request_ID="from-the-caller")
    assert answer.headers["X-Request-ID"] == answer.json()["request_id"] == "from-the-caller"
    assert answer.json()["instance"] == "/v1/nowhere"


async def test_browsers_of_any_origin_can_read_refusals(gm: Caller) -> None:
    answer = await gm.get("/nowhere", Origin="https://a.table")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
