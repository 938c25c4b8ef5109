"""Tokens open one campaign; nothing of another one is there."""

import pytest

from tests.api.caller import ADMIN_TOKEN, BLOW, Caller


async def test_another_campaigns_encounter_is_not_there(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    action = (await gm.act(encounter)).json()["id"]
    orc = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]["id"]
    paths = ("", "/combatants", f"/combatants/{orc}", "/actions", f"/actions/{action}", "/events")
    for path in paths:
        answer = await stranger.get(f"/encounters/{encounter}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    before = await gm.stored(encounter)
    answers = [
        await stranger.act(encounter),
        await stranger.post(f"/encounters/{encounter}/combatants", {}),
        await stranger.delete(f"/encounters/{encounter}/combatants/{orc}"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert await gm.stored(encounter) == before
    assert (await stranger.get("/encounters")).json()["items"] == []


async def test_a_combatant_of_another_encounter_is_not_in_this_one(gm: Caller) -> None:
    here, there = await gm.begin_fight(), await gm.begin_fight()
    orc = (await gm.get(f"/encounters/{there}/combatants")).json()["items"][1]["id"]
    assert (await gm.get(f"/encounters/{here}/combatants/{orc}")).status_code == 404
    assert (await gm.delete(f"/encounters/{here}/combatants/{orc}")).status_code == 404


async def test_a_campaign_is_shown_to_its_own_token(gm: Caller, stranger: Caller) -> None:
    campaign = gm.token.removeprefix("estoc_")[: len("cmp_") + 26]
    answer = await gm.get(f"/campaigns/{campaign}")
    assert answer.json()["name"] == "The road to Bree"
    assert "token" not in answer.json()
    assert (await stranger.get(f"/campaigns/{campaign}")).status_code == 404


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer estoc_cmp_0_x", f"Bearer {ADMIN_TOKEN}"],
)
async def test_nobody_in_particular_sees_nothing(gm: Caller, authorization: str) -> None:
    headers = {"Authorization": authorization, "Idempotency-Key": "k"}
    for answer in (
        await gm.http.get("/v1/encounters", headers=headers),
        await gm.http.post("/v1/encounters", content=b"{", headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


async def test_a_token_with_one_letter_changed_opens_nothing(gm: Caller) -> None:
    last = "A" if gm.token[-1] != "A" else "B"
    forged = Caller(gm.http, gm.token[:-1] + last)
    assert (await forged.get("/encounters")).status_code == 401


async def test_only_the_admin_opens_campaigns(gm: Caller) -> None:
    answer = await gm.post("/campaigns", {"name": "Mine"})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_health_and_problem_pages_are_for_everybody(gm: Caller) -> None:
    for path in ("/v1/ping", "/livez", "/readyz", "/problems", "/docs", "/openapi.json"):
        assert (await gm.http.get(path)).status_code == 200, path


async def test_acting_asks_who_before_it_reads_what(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    anybody = Caller(gm.http, "nothing")
    answer = await anybody.act(encounter, {**BLOW, "weapon": 7})
    assert answer.status_code == 401
