"""What the rows say: the events folded give the state, and every action can be played again."""

import json
from typing import Any

import asyncpg
import pytest
from httpx import ASGITransport, AsyncClient
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.codec import ANSWERS, codecs_of
from app.persistence.base.session import Database
from app.rules.registry import HARP_TDM
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Completed, play
from app.services.assembly import assemble
from app.services.demo import curl_line, ensure_demo
from tests.api.caller import ADMIN_TOKEN, BLOW, LIGHT_HIT, Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.listening import query
from tests.conftest import PATIENT

CODECS = codecs_of(HARP_TDM)


async def test_folded_events_are_the_state_and_answers_replay_to_the_same_events(
    gm: Caller, address: URL
) -> None:
    encounter = await gm.begin_fight()
    for _ in range(12):
        await gm.act(encounter)
        await gm.act(encounter, {**BLOW, "actor": "orc", "target": "dafur", "weapon": "scimitar"})
    service = assemble(Database(address, **PATIENT))
    await service.library.open()
    rules = service.library.newest["harp-tdm"].rules
    async with service.database.session() as session:
        query = text("SELECT * FROM encounter_action WHERE encounter_id = :id ORDER BY seq")
        rows = (await session.execute(query, {"id": encounter})).all()
        query = text("SELECT state FROM encounter WHERE id = :id")
        snapshot = await session.scalar(query, {"id": encounter})
    await service.database.close()
    state = HARP_TDM.state()
    assert len(rows) >= 4
    for row in rows:
        command, answers = CODECS.command.load(row.command), ANSWERS.load(row.answers)
        replayed = play(rules, state, command, nobody, answers)
        assert isinstance(replayed, Completed)
        logged = json.loads(row.events)
        assert [CODECS.event.document(event) for event in replayed.events] == [
            event["payload"] for event in logged
        ]
        for event in logged:
            state = rules.evolve(state, CODECS.event.read(event["payload"]))
        assert state == CODECS.state.load(row.state_after)
    assert state == CODECS.state.load(snapshot)


async def end_all_connections(address: URL) -> None:
    """What a restart of PostgreSQL does to its clients."""
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    await own.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await own.close()


async def test_after_a_restart_of_postgresql_the_service_goes_on(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    first = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, key="before")
    await end_all_connections(address)
    again = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, key="before")
    if again.status_code == 503:  # the driver had not yet heard of it
        again = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, key="before")
    assert (again.status_code, again.content) == (201, first.content)
    assert (await gm.act(encounter, {"type": "heal", "target": "orc", "hits": 1})).status_code == 201


async def test_without_a_database_the_service_lives_and_says_so(address: URL) -> None:
    app = create_app(settings_for(address.set(port=1)))
    async with AsyncClient(transport=ASGITransport(app), base_url="http://estoc.test") as http:
        assert (await http.get("/livez")).status_code == 200
        ready = await http.get("/readyz")
        campaign = await Caller(http, ADMIN_TOKEN).post("/campaigns", {"name": "Nowhere"})
    for answer in (ready, campaign):
        assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
        assert answer.headers["Retry-After"] == "1"
        assert "Connect" not in answer.text


async def test_an_encounter_locked_elsewhere_is_not_waited_for_long(address: URL) -> None:
    settings = settings_for(address, lock_timeout=0.2, pool_size=2, pool_timeout=0.5)
    async with running(create_app(settings)) as http:
        gm = await new_gm(http)
        encounter = await gm.begin_fight()
        before = await gm.stored(encounter)
        elsewhere = Database(address, **PATIENT)
        async with elsewhere.transaction() as driver:
            await driver.execute("SELECT 1 FROM encounter WHERE id = $1 FOR UPDATE", encounter)
            answer = await gm.act(encounter)
            assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
        await elsewhere.close()
        assert await gm.stored(encounter) == before
        assert (await gm.act(encounter)).status_code == 201


async def test_the_demo_is_kept_until_its_orc_falls(http: AsyncClient, address: URL) -> None:
    service = assemble(Database(address, **PATIENT))
    await service.library.open()
    demo = await ensure_demo(service, None)
    assert await ensure_demo(service, demo.token) == demo
    gm = Caller(http, demo.token)
    action = (await gm.act(demo.encounter_id, dice=[55])).json()
    assert action["result"]["cell"] == "12B"
    felling = {"type": "damage", "target": "orc", "hits": 500}
    assert (await gm.act(demo.encounter_id, felling)).status_code == 201
    another = await ensure_demo(service, demo.token)
    assert another.token == demo.token
    assert another.encounter_id != demo.encounter_id
    assert (await ensure_demo(service, "estoc_of_another_database")).token != demo.token
    await service.database.close()
    line = curl_line(another, "http://127.0.0.1:8000")
    assert another.encounter_id in line
    assert '"Idempotency-Key: $(' in line


@pytest.mark.parametrize("dice", [LIGHT_HIT, [55, 42]])
async def test_an_answered_action_is_in_the_log_with_its_dice(
    gm: Caller, address: URL, dice: list[int]
) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, dice=dice)
    database = Database(address, **PATIENT)
    async with database.session() as session:
        query = text(
            "SELECT answers, tables_hash, engine_version FROM encounter_action"
            " WHERE encounter_id = :id AND kind = 'attack'"
        )
        answers, tables_hash, engine = (await session.execute(query, {"id": encounter})).one()
    await database.close()
    assert [face for answer in ANSWERS.load(answers) for face in answer.faces] == dice  # type: ignore[union-attr]
    assert len(tables_hash) == 64
    assert engine


async def test_what_was_stored_before_purposes_had_words_is_read_and_answered(
    gm: Caller, address: URL
) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    done = (await gm.act(encounter, dice=[55, 42])).json()["id"]
    policy = {"dice_policy": {"rolls": "players", "choices": "players"}}
    assert (await gm.patch(path, policy, If_Match="*")).status_code == 200
    ada = await gm.seat("player", "dafur")
    foes = (await ada.get(f"{path}/combatants")).json()["items"]
    (orc,) = (one["id"] for one in foes if one["name"] == "Orc")
    waits = (await ada.act(encounter, {**BLOW, "target": orc})).json()["id"]
    for row, column in (("encounter_action", "result"), ("encounter", "pending")):
        rows = await query(address, f"SELECT id, {column} FROM {row} WHERE {column} IS NOT NULL")
        for one, stored in rows:
            older = json.dumps(wordless(json.loads(stored)))
            await query(address, f"UPDATE {row} SET {column} = :older WHERE id = :one", older=older, one=one)
    for viewer in (gm, ada):
        for place in (path, f"{path}/actions", f"{path}/actions/{done}", f"{path}/actions/{waits}"):
            for headers in ({}, {"Accept_Language": "fr"}):
                answer = await viewer.get(place, **headers)
                assert answer.status_code == 200, (place, answer.text)
    (asked,) = (await ada.get(path, Accept_Language="fr")).json()["pending"]["awaiting"]
    assert asked["text"] == "attaque"
    answers = {"answers": [{"decision_id": asked["decision_id"], "dice": LIGHT_HIT}]}
    answered = await ada.post(f"{path}/actions/{waits}/answers", answers)
    assert answered.status_code == 200, answered.text
    assert (await gm.post(f"{path}/undo", {"steps": 2})).status_code == 201


def wordless(part: Any) -> Any:
    """A stored document as it was before purposes, options and parts had words. Any: JSON."""
    match part:
        case dict():
            return {
                name: wordless(value)
                for name, value in part.items()
                if name != "option_texts" and not (name == "text" and {"purpose", "label"} & part.keys())
            }
        case list():
            return [wordless(one) for one in part]
        case _:
            return part
