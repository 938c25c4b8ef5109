"""A module without a key asks for one, the GM says yes or no, the module fetches it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import AsyncClient, Response
from sqlalchemy.engine import URL

from app.api.http.limits import USER_CODES
from app.main import create_app
from app.persistence.base.session import Database
from app.persistence.outgoing.expiry_queries import forget_expired
from app.services.access.devices import AT_MOST, LETTERS
from tests.api.caller import Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.listening import query
from tests.conftest import PATIENT

WISH = {"client_name": "Foundry: The road to Bree", "role": "player", "controls": ["dafur"]}
AS_ADA = {"role": "player", "label": "Ada", "controls": ["dafur"]}


@pytest.fixture(autouse=True)
async def nobody_waits(address: URL) -> None:
    """All tests call from one address, and so few wishes of it may wait."""
    await query(address, "DELETE FROM device_authorization")


async def ask(http: AsyncClient, **more: Any) -> dict[str, Any]:
    answer = await http.post("/v1/device-authorizations", json={**WISH, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def poll(http: AsyncClient, device_code: str) -> Response:
    return await http.post("/v1/device-tokens", json={"device_code": device_code})


def place(asked: dict[str, Any], verb: str = "") -> str:
    return f"/device-authorizations/{asked['user_code']}{verb}"


async def is_told(http: AsyncClient, asked: dict[str, Any], code: str) -> dict[str, Any]:
    """The device polls and is told ``code``."""
    answer = await poll(http, asked["device_code"])
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    return answer.json()


async def let_pass(address: URL, seconds: int) -> None:
    """What a device has asked for is so much older than it was."""
    moments = ("created_at", "expires_at", "polled_at")
    older = ", ".join(f"{each} = {each} - interval '{seconds} s'" for each in moments)
    await query(address, f"UPDATE device_authorization SET {older}")


async def test_a_module_gets_the_key_that_the_gm_gives_it(http: AsyncClient, gm: Caller) -> None:
    answer = await http.post("/v1/device-authorizations", json=WISH)
    asked = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert answer.headers["Location"] == f"/v1{place(asked)}"
    assert (asked["expires_in"], asked["interval"]) == (600, 5)
    assert asked["verification_uri_complete"] == f"http://estoc.test/link#{asked['user_code']}"
    await is_told(http, asked, "authorization_pending")
    seen = (await gm.get(place(asked))).json()
    assert {name: seen[name] for name in WISH} == WISH
    assert seen["address"] == "127.0.0.1"
    approved = await gm.post(place(asked, ":approve"), AS_ADA)
    assert approved.status_code == 201
    assert "token" not in approved.json()
    fetched = await poll(http, asked["device_code"])
    assert (fetched.status_code, fetched.headers["Cache-Control"]) == (200, "no-store")
    key = fetched.json()
    assert key.pop("campaign_id") == gm.campaign
    ada = Caller(http, key.pop("token"))
    assert key == approved.json()
    listed = (await gm.get(f"/campaigns/{gm.campaign}/tokens")).json()["items"]
    assert listed[-1] == key
    assert (key["label"], key["role"], key["controls"]) == ("Ada", "player", ["dafur"])
    assert (await ada.get("/encounters")).status_code == 200
    await gm.delete(f"/campaigns/{gm.campaign}/tokens/{key['id']}")
    assert (await ada.get("/encounters")).status_code == 401


async def test_user_codes_are_easy_to_tell_and_to_type(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http)
    letters = asked["user_code"].replace("-", "")
    assert (len(letters), asked["user_code"][4]) == (8, "-")
    assert set(letters) <= set(LETTERS)
    for typed in (letters, letters.lower(), f"{letters[:4]} {letters[4:]}"):
        assert (await gm.get(f"/device-authorizations/{typed}")).json()["user_code"] == asked["user_code"]


async def test_the_gms_word_counts_and_not_the_wish(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http, role="owner", controls=[], client_name="A map")
    given = {"role": "spectator", "scopes": ["read"]}
    token = (await gm.post(place(asked, ":approve"), given)).json()
    assert (token["role"], token["scopes"], token["label"]) == ("spectator", ["read"], "A map")


async def test_a_lost_answer_can_be_had_again_for_a_minute(
    http: AsyncClient, gm: Caller, address: URL
) -> None:
    asked = await ask(http)
    await gm.post(place(asked, ":approve"), AS_ADA)
    first, *again = [await poll(http, asked["device_code"]) for _ in range(3)]
    assert [one.content for one in again] == [first.content] * 2
    ((row,),) = await query(address, "SELECT d::text FROM device_authorization d")
    assert first.json()["token"][-43:] not in row
    assert asked["device_code"][-43:] not in row
    await let_pass(address, 61)
    await is_told(http, asked, "invalid_grant")
    assert (await Caller(http, first.json()["token"]).get("/encounters")).status_code == 200


async def test_many_fetches_at_once_deliver_one_key(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http)
    await gm.post(place(asked, ":approve"), AS_ADA)
    answers = await asyncio.gather(*(poll(http, asked["device_code"]) for _ in range(8)))
    assert len({answer.content for answer in answers}) == 1
    assert len((await gm.get(f"/campaigns/{gm.campaign}/tokens")).json()["items"]) == 2


async def test_who_polls_too_often_is_told_to_wait_longer(http: AsyncClient, address: URL) -> None:
    asked = await ask(http)
    assert (await is_told(http, asked, "authorization_pending"))["params"] == {"interval": 5}
    assert (await is_told(http, asked, "slow_down"))["params"] == {"interval": 10}
    await let_pass(address, 6)
    assert (await is_told(http, asked, "slow_down"))["params"] == {"interval": 15}
    await let_pass(address, 15)
    assert (await is_told(http, asked, "authorization_pending"))["params"] == {"interval": 15}


async def test_what_is_denied_stays_denied(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http)
    assert (await gm.post(place(asked, ":deny"), {})).status_code == 204
    await is_told(http, asked, "access_denied")
    assert (await gm.post(place(asked, ":approve"), AS_ADA)).status_code == 404
    await is_told(http, asked, "access_denied")


async def test_nobody_answers_in_time(http: AsyncClient, gm: Caller, address: URL) -> None:
    asked = await ask(http)
    await let_pass(address, 601)
    await is_told(http, asked, "expired_token")
    for answer in (await gm.get(place(asked)), await gm.post(place(asked, ":approve"), AS_ADA)):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_a_late_approval_leaves_time_to_fetch(http: AsyncClient, gm: Caller, address: URL) -> None:
    asked = await ask(http)
    await let_pass(address, 598)
    await gm.post(place(asked, ":approve"), AS_ADA)
    await let_pass(address, 100)
    assert (await poll(http, asked["device_code"])).status_code == 200


async def test_the_first_of_two_answers_counts(http: AsyncClient, gm: Caller, stranger: Caller) -> None:
    for _ in range(3):
        asked = await ask(http)
        answers = await asyncio.gather(
            gm.post(place(asked, ":approve"), AS_ADA),
            stranger.post(place(asked, ":approve"), AS_ADA),
            gm.post(place(asked, ":deny"), {}),
        )
        (won,) = (answer for answer in answers if answer.is_success)
        assert {answer.status_code for answer in answers if answer is not won} == {404}
        fetched = await poll(http, asked["device_code"])
        if won is answers[2]:
            assert fetched.json()["code"] == "access_denied"
        else:
            assert fetched.json()["campaign_id"] == (gm if won is answers[0] else stranger).campaign


async def test_a_repeated_approval_is_the_same_one(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http)
    first, again = [await gm.post(place(asked, ":approve"), AS_ADA, key="yes") for _ in range(2)]
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"


async def test_another_campaigns_gm_gives_keys_to_that_campaign_only(
    http: AsyncClient, gm: Caller, stranger: Caller
) -> None:
    asked = await ask(http)
    await stranger.post(place(asked, ":approve"), AS_ADA)
    assert (await gm.get(place(asked))).status_code == 404
    key = (await poll(http, asked["device_code"])).json()
    assert key["campaign_id"] == stranger.campaign
    assert len((await gm.get(f"/campaigns/{gm.campaign}/tokens")).json()["items"]) == 1


async def test_what_is_not_known_is_refused_alike(http: AsyncClient, gm: Caller, address: URL) -> None:
    asked = await ask(http)
    await let_pass(address, 601)
    codes = (asked["user_code"], "BCDF-GHJK", "AAAA-EEEE", "WDJB", "%00", "…" * 60)
    answers = [await gm.get(f"/device-authorizations/{code}") for code in codes]
    assert {(answer.status_code, answer.json()["detail"]) for answer in answers} == {
        (404, answers[0].json()["detail"])
    }
    for code in ("", "estoc_device_", asked["device_code"][:-1] + "!", "estoc_device_" + "A" * 43, "\0"):
        answer = await poll(http, code)
        assert answer.status_code in (400, 422)
        assert answer.status_code == 422 or answer.json()["code"] == "invalid_grant"


async def test_only_who_runs_the_campaign_answers(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http)
    for role in ("assistant", "player", "spectator"):
        somebody = await gm.seat(role)
        for verb in (":approve", ":deny"):
            answer = await somebody.post(place(asked, verb), AS_ADA)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert (await somebody.get(place(asked))).status_code == 403
    narrow = await gm.seat("gm", scopes=["prepare"])
    answer = await narrow.post(place(asked, ":approve"), {"role": "gm"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    wrong = await gm.post(place(asked, ":approve"), {"role": "spectator", "controls": ["dafur"]})
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/controls")
    await is_told(http, asked, "authorization_pending")


async def test_a_key_revoked_before_it_was_fetched_opens_nothing(http: AsyncClient, gm: Caller) -> None:
    asked = await ask(http)
    token = (await gm.post(place(asked, ":approve"), AS_ADA)).json()["id"]
    await gm.delete(f"/campaigns/{gm.campaign}/tokens/{token}")
    await is_told(http, asked, "access_denied")


async def test_a_full_campaign_gives_no_key_and_the_wish_waits(http: AsyncClient, gm: Caller) -> None:
    many = {"tokens": [{"role": "player"}] * 50}
    seats = f"/campaigns/{gm.campaign}/tokens"
    issued = [await gm.post(seats, many) for _ in range(3)] + [
        await gm.post(seats, {"tokens": [{"role": "player"}] * 49})
    ]
    asked = await ask(http)
    full = await gm.post(place(asked, ":approve"), AS_ADA)
    assert (full.status_code, full.json()["code"]) == (409, "too_many_tokens")
    await gm.delete(f"{seats}/{issued[0].json()['tokens'][0]['id']}")
    assert (await gm.post(place(asked, ":approve"), AS_ADA)).status_code == 201


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"client_name": ""}, "/client_name"),
        ({"client_name": "x" * 101}, "/client_name"),
        ({"client_name": "Foundry\u202eevil"}, "/client_name"),
        ({"client_name": "Foundry\nApproved by the service"}, "/client_name"),
        ({"client_name": " Foundry"}, "/client_name"),
        ({"client_name": "\u3164\u3164"}, "/client_name"),
        ({"role": "admin"}, "/role"),
        ({"role": "gm", "controls": ["dafur"]}, "/controls"),
        ({"scopes": []}, "/scopes"),
        ({"label": "me"}, "/label"),
        ({"controls": ["x"] * 51}, "/controls"),
    ],
)
async def test_a_wish_that_cannot_be_read_is_refused(
    http: AsyncClient, wish: dict[str, Any], pointer: str
) -> None:
    answer = await http.post("/v1/device-authorizations", json={**WISH, **wish})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer), answer.text


async def test_few_wishes_of_one_address_wait(http: AsyncClient) -> None:
    for _ in range(AT_MOST):
        await ask(http)
    refused = await http.post("/v1/device-authorizations", json=WISH)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert refused.headers["Retry-After"] == "600"


@pytest.fixture
async def strict(address: URL, limits_regain_nothing: None) -> AsyncIterator[AsyncClient]:
    async with running(create_app(settings_for(address, rate_limit_strangers=4))) as http:
        yield http


async def test_guessing_codes_ends_soon(strict: AsyncClient) -> None:
    gm = await new_gm(strict)
    asked = await ask(strict)
    for number in range(USER_CODES):
        guess = f"BCDF-GHJ{LETTERS[number]}"
        assert (await gm.get(f"/device-authorizations/{guess}")).status_code == 404
    for answer in (await gm.get(place(asked)), await gm.post(place(asked, ":approve"), AS_ADA)):
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    other = await gm.seat("gm")
    assert (await other.get(place(asked))).status_code == 200
    refused = [await poll(strict, "a guess") for _ in range(4)][-1]
    assert refused.status_code == 429


async def test_what_has_expired_is_deleted_with_the_key_that_nobody_fetched(
    http: AsyncClient, gm: Caller, address: URL
) -> None:
    fetched, left, late = [await ask(http) for _ in range(3)]
    for one in (fetched, left):
        await gm.post(place(one, ":approve"), {**AS_ADA, "label": one["user_code"]})
    await poll(http, fetched["device_code"])
    await let_pass(address, 1_201)
    fresh = await ask(http)
    pool = Database(address, **PATIENT)
    async with pool.reading() as driver:
        await forget_expired(driver, 10)
    await pool.close()
    waiting = [code for (code,) in await query(address, "SELECT user_code FROM device_authorization")]
    assert waiting == [fresh["user_code"]]
    labels = {one["label"] for one in (await gm.get(f"/campaigns/{gm.campaign}/tokens")).json()["items"]}
    assert labels == {"", fetched["user_code"]}
    await is_told(http, late, "invalid_grant")


async def test_a_verb_is_no_part_of_a_code(gm: Caller, http: AsyncClient) -> None:
    answer = await gm.get(place(await ask(http), ":approve"))
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


async def test_the_page_for_the_gm_is_shown_in_no_frame_and_asks_its_own_server_only(
    http: AsyncClient,
) -> None:
    page = await http.get("/link")
    assert (page.status_code, page.headers["Referrer-Policy"]) == (200, "no-referrer")
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert {"connect-src 'self'", "form-action 'none'", "frame-ancestors 'none'"} <= set(policy)
