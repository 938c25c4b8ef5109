"""Tokens for a whole table: who has one, what it opens, and that it can be taken away."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.persistence.base.session import Database
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.listening import PATIENCE
from tests.conftest import PATIENT

TABLE = {
    "tokens": [
        {"role": "assistant", "label": "Who keeps the map"},
        {"role": "player", "label": "Ada", "controls": ["dafur"]},
        {"role": "spectator", "scopes": ["read"]},
    ]
}


async def test_a_whole_table_gets_its_tokens_in_one_call(gm: Caller) -> None:
    path = f"/campaigns/{gm.campaign}/tokens"
    answer = await gm.post(path, TABLE)
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/v1{path}")
    issued = answer.json()["tokens"]
    assert [one["role"] for one in issued] == ["assistant", "player", "spectator"]
    assert issued[1]["controls"] == ["dafur"]
    assert issued[2]["scopes"] == ["read"]
    for one in issued:
        assert (await Caller(gm.http, one["token"]).get("/encounters")).status_code == 200
    listed = (await gm.get(path)).json()["items"]
    assert [one["label"] for one in listed] == ["", "Who keeps the map", "Ada", ""]
    assert all("token" not in one for one in listed)


async def test_the_same_request_gets_the_same_tokens_and_they_are_kept_unreadable(
    gm: Caller, address: URL
) -> None:
    path = f"/campaigns/{gm.campaign}/tokens"
    first, again = await gm.post(path, TABLE, key="table"), await gm.post(path, TABLE, key="table")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
    secrets = [one["token"][-43:] for one in first.json()["tokens"]]
    database = Database(address, **PATIENT)
    async with database.session() as session:
        for table in ("token", "idempotency_key"):
            rows = (await session.execute(text(f"SELECT t::text FROM {table} t"))).scalars().all()
            assert not any(secret in row for secret in secrets for row in rows)
    await database.close()


async def test_a_table_gets_all_of_its_tokens_or_none(gm: Caller) -> None:
    path = f"/campaigns/{gm.campaign}/tokens"
    wrong = {"tokens": [{"role": "player"}, {"role": "spectator", "controls": ["dafur"]}]}
    answer = await gm.post(path, wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, "controls_without_player")
    assert answer.json()["errors"][0]["pointer"] == "/tokens/1/controls"
    many = {"tokens": [{"role": "player"}] * 50}
    codes = [(await gm.post(path, many)).status_code for _ in range(4)]
    assert codes == [201, 201, 201, 409]
    listed = (await gm.get(f"{path}?limit=200")).json()
    assert (len(listed["items"]), listed["next"]) == (151, None)


async def test_a_revoked_token_opens_nothing_and_stays_revoked(gm: Caller, stranger: Caller) -> None:
    path = f"/campaigns/{gm.campaign}/tokens"
    ada = await gm.seat("player", "dafur")
    assert (await ada.get("/encounters")).status_code == 200
    token = (await gm.get(path)).json()["items"][-1]["id"]
    assert (await stranger.delete(f"{path}/{token}")).status_code == 404
    for _ in range(2):
        assert (await gm.delete(f"{path}/{token}")).status_code == 204
    assert (await ada.get("/encounters")).status_code == 401
    assert token not in (await gm.get(path)).text
    assert (await gm.delete(f"{path}/tok_{'0' * 26}")).status_code == 404
    assert (await gm.delete(f"{path}/nonsense")).status_code == 404


async def test_an_open_stream_ends_with_the_revocation_of_its_token(live_gm: Caller) -> None:
    """By the look at tokens, twice a second: nothing else ends it (test_streams holds its pause to that)."""
    encounter = await live_gm.begin_fight()
    ada = await live_gm.seat("player", "dafur")
    listed = (await live_gm.get(f"/campaigns/{live_gm.campaign}/tokens")).json()["items"]
    stream = ada.http.stream(
        "GET", f"/v1/encounters/{encounter}/stream", headers={"Authorization": f"Bearer {ada.token}"}
    )
    async with stream as answer:
        lines = answer.aiter_lines()
        assert await anext(lines) == ": estoc"
        await live_gm.delete(f"/campaigns/{live_gm.campaign}/tokens/{listed[-1]['id']}")
        async with asyncio.timeout(PATIENCE):
            async for _ in lines:
                pass


async def test_players_have_no_tokens_to_give(gm: Caller) -> None:
    for role in ("assistant", "player", "spectator"):
        somebody = await gm.seat(role)
        answer = await somebody.post(f"/campaigns/{gm.campaign}/tokens", TABLE)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_scopes_narrow_what_a_role_may(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    looker = await gm.seat("gm", scopes=["read"])
    fighter = await gm.seat("gm", scopes=["read", "play"])
    assert (await looker.get(f"/encounters/{encounter}")).status_code == 200
    assert (await looker.act(encounter)).status_code == 403
    assert (await fighter.act(encounter, dice=LIGHT_HIT)).status_code == 201
    assert (await fighter.remove(f"/encounters/{encounter}")).status_code == 403
    seats = f"/campaigns/{gm.campaign}/tokens"
    narrow = await gm.seat("gm", scopes=["prepare"])
    assert (await narrow.post(seats, {"tokens": [{"role": "gm"}]})).status_code == 403
    given = {"tokens": [{"role": "gm", "scopes": ["prepare"]}]}
    assert (await narrow.post(seats, given)).status_code == 201


async def the_orc(player: Caller, encounter: str) -> str:
    """The orc by its id: players do not know its `ref`."""
    return (await player.get(f"/encounters/{encounter}/combatants")).json()["items"][1]["id"]


async def test_a_player_acts_with_the_combatants_of_the_token_only(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    ada = await gm.seat("player", "dafur")
    at_the_orc = {**BLOW, "target": await the_orc(ada, encounter)}
    assert (await ada.act(encounter, at_the_orc, dice=LIGHT_HIT)).status_code == 201
    before = await gm.stored(encounter)
    for actor in ("orc", "nobody", ""):
        answer = await ada.act(encounter, {**BLOW, "actor": actor, "target": "dafur"})
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours"), actor
    group = {"commands": [BLOW, {**BLOW, "actor": "orc", "target": "dafur"}]}
    assert (await ada.post(f"/encounters/{encounter}/actions", group)).status_code == 403
    assert await gm.stored(encounter) == before


@pytest.mark.parametrize(
    "command",
    [
        {"type": "start"},
        {"type": "damage", "target": "dafur", "hits": 1},
        {"type": "edit", "target": "dafur", "hits": 60},
        {"type": "remove", "actor": "dafur"},
        {"type": "sing", "actor": "dafur"},
    ],
)
async def test_what_is_the_gms_to_say_no_player_says(gm: Caller, command: dict[str, object]) -> None:
    encounter = await gm.begin_fight()
    ada = await gm.seat("player", "dafur")
    answer = await ada.act(encounter, command)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_players_answer_for_their_own(gm: Caller) -> None:
    encounter = await gm.begin(dice_policy={"rolls": "players"})
    for fighter in (DAFUR, ORC):
        assert (await gm.post(f"/encounters/{encounter}/combatants", fighter)).status_code == 201
    ada, ben = await gm.seat("player", "dafur"), await gm.seat("player", "orc")
    waits = await ada.act(encounter, {**BLOW, "target": await the_orc(ada, encounter)})
    assert waits.status_code == 202
    path = f"/encounters/{encounter}/actions/{waits.json()['id']}/answers"
    given = {"answers": [{"decision_id": waits.json()["awaiting"][0]["decision_id"], "dice": LIGHT_HIT}]}
    refused = await ben.post(path, given)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
    wrong = {"answers": [{**given["answers"][0], "dice": [0]}]}
    unfit = await ada.post(path, wrong)
    assert (unfit.status_code, unfit.json()["errors"][0]["pointer"]) == (422, "/answers/0/dice/0")
    assert (await ada.post(path, given)).status_code == 200
