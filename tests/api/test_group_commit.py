"""Actions of several encounters written together: nothing is told or stored but what one by one would be."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import pairwise
from random import Random
from typing import Any

import asyncpg
import pytest
from asyncpg import UniqueViolationError
from fastapi import FastAPI
from httpx import Response
from pydantic_core import from_json
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.session import DatabaseUnavailable, Driver
from app.persistence.play.action_queries import open_encounter
from app.persistence.play.group_queries import GroupedAction, write_group
from app.services.base.service import Estoc
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, LOOK, ORC, SCOUT, Caller
from tests.api.conftest import new_gm, running, settings_for

KEYS = 12
BUSY = ("request_in_flight", "encounter_busy")
LATER = "app.services.play.group_commit.write_group"


class Workers:
    """Two workers on one database, and the same GM at both."""

    def __init__(self, apps: list[FastAPI], gms: list[Caller]) -> None:
        self.gms = gms
        self.services: list[Estoc] = [app.state.estoc for app in apps]


@pytest.fixture
async def workers(address: URL) -> AsyncIterator[Workers]:
    async with AsyncExitStack() as stack:
        apps = [create_app(settings_for(address, rate_limit=0)) for _ in range(2)]
        clients = [await stack.enter_async_context(running(app)) for app in apps]
        gm = await new_gm(clients[0])
        yield Workers(apps, [Caller(client, gm.token) for client in clients])


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of all actions that are written in groups."""
    ids: list[str] = []

    async def noting(driver: Driver, wanted: list[GroupedAction]) -> list[str]:
        found = await write_group(driver, wanted)
        ids.extend(found)
        return found

    monkeypatch.setattr(LATER, noting)
    return ids


async def rows(address: URL, query: str, *given: object) -> list[Any]:
    connection = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(False))
    try:
        return await connection.fetch(query, *given)
    finally:
        await connection.close()


async def insist(gm: Caller, encounter: str, key: str) -> Response:
    """Send the same request until it is answered."""
    while True:
        answer = await gm.post(f"/encounters/{encounter}/actions", {"command": LOOK}, key=key)
        if answer.status_code == 201:
            return answer
        assert answer.json()["code"] in BUSY, answer.text
        await asyncio.sleep(0.01)


async def test_keys_sent_three_times_to_two_workers_leave_no_gap_and_one_answer_each(
    workers: Workers, address: URL, written: list[str]
) -> None:
    encounters = [await workers.gms[0].begin_fight(SCOUT) for _ in range(4)]
    before = {encounter: await workers.gms[0].stored(encounter) for encounter in encounters}
    chance = Random(7)
    sendings = [(encounter, secrets.token_hex(8)) for encounter in encounters for _ in range(KEYS)] * 3
    chance.shuffle(sendings)
    answers: dict[tuple[str, str], list[Response]] = {}

    async def send(turn: list[tuple[str, str]]) -> None:
        for encounter, key in turn:
            answer = await insist(chance.choice(workers.gms), encounter, key)
            answers.setdefault((encounter, key), []).append(answer)

    await asyncio.gather(*(send(sendings[first::8]) for first in range(8)))
    assert written, "nothing was written in a group"
    for same in answers.values():
        assert len({answer.content for answer in same}) == 1
        assert len({answer.headers["ETag"] for answer in same}) == 1
        assert sum("Idempotency-Replayed" not in answer.headers for answer in same) == 1
    for encounter in encounters:
        log = await rows(
            address, "SELECT * FROM encounter_action WHERE encounter_id = $1 ORDER BY seq", encounter
        )
        version, first = before[encounter][0], len(log) - KEYS
        assert [row["seq"] for row in log[first:]] == [*range(version + 1, version + 1 + KEYS)]
        for row, following in pairwise(log):
            assert following["first_event"] == row["last_event"] + 1
        rolls = [roll["index"] for row in log[first:] for roll in from_json(row["result"])["rolls"]]
        assert rolls == [*range(KEYS)]
        told = {
            from_json(answer.content)["id"]
            for (one, _), all_of_it in answers.items()
            if one == encounter
            for answer in all_of_it
        }
        assert told == {row["id"] for row in log[first:]}
        (now,) = await rows(address, "SELECT * FROM encounter WHERE id = $1", encounter)
        assert (now["version"], now["last_event"], now["state"], now["dice_open"]) == (
            log[-1]["seq"], log[-1]["last_event"], log[-1]["state_after"], KEYS,
        )  # fmt: skip


async def test_what_is_held_is_what_is_stored(workers: Workers, written: list[str]) -> None:
    gm, service = workers.gms[0], workers.services[0]
    encounter = await gm.begin_fight(DAFUR, ORC)
    for count in range(4):
        assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201
        assert len(written) == count + 1
        async with service.database.transaction() as driver:
            stored = await open_encounter(driver, gm.campaign, encounter)
        assert stored is not None
        assert service.group is not None
        held = service.group.held((gm.campaign, encounter))
        assert held is not None
        assert held.encounter == stored
        shelf = service.library.at_hand(gm.campaign, stored.tables)
        assert shelf is not None
        assert held.state == shelf.codecs.state.load(stored.state)


@pytest.mark.parametrize("role", ["gm", "player"])
async def test_answers_are_those_of_actions_one_by_one(
    workers: Workers, address: URL, written: list[str], role: str
) -> None:
    """But for ids and moments."""
    told: list[list[Any]] = []
    async with running(create_app(settings_for(address, group_commit=False))) as client:
        for gm in (workers.gms[0], Caller(client, workers.gms[0].token)):
            encounter = await gm.begin_fight(DAFUR, {**ORC, "disclosure": {"hp": "band"}})
            listed = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
            names = {one["id"]: one["ref"] for one in listed}
            actor = gm if role == "gm" else await gm.seat("player", "dafur")
            blow = {**BLOW, "target": next(own for own, ref in names.items() if ref == "orc")}
            answers = [await actor.act(encounter, blow, dice=LIGHT_HIT) for _ in range(3)]
            answers.append(await actor.act(encounter, {**blow, "weapon": "spoon"}))
            answers.append(await actor.act(encounter, blow, dice=LIGHT_HIT))
            assert [answer.status_code for answer in answers] == [201, 201, 201, 422, 201]
            told.append([alike(answer.json(), encounter, names) for answer in answers])
    assert len(written) == 4
    assert told[0] == told[1]


def alike(document: Any, encounter: str, names: dict[str, str]) -> Any:
    """``document`` without what is another one each time."""
    match document:
        case dict():
            left_out = {"at", "id", "action_id", "caused_by", "instance", "request_id"}
            return {
                alike(key, encounter, names): alike(part, encounter, names)
                for key, part in document.items()
                if key not in left_out
            }
        case list():
            return [alike(part, encounter, names) for part in document]
        case str():
            for own, name in {**names, encounter: "here"}.items():
                document = document.replace(own, name)
            return document
        case _:
            return document


async def test_a_policy_that_another_worker_has_changed_counts_at_once(workers: Workers) -> None:
    here, there = workers.gms
    encounter = await here.begin_fight(SCOUT)
    for gm in (here, there, here):
        path, policy = f"/encounters/{encounter}", {"dice_policy": {"rolls": "players"}}
        assert (await here.act(encounter, LOOK)).status_code == 201
        assert (await gm.patch(path, policy, If_Match=await gm.tag(path))).status_code == 200
        waiting = await here.act(encounter, LOOK)
        assert waiting.status_code == 202
        cancelled = await here.post(f"{path}/actions/{waiting.json()['id']}/cancel", {})
        assert cancelled.status_code == 200
        policy = {"dice_policy": {"rolls": "server"}}
        assert (await gm.patch(path, policy, If_Match=await gm.tag(path))).status_code == 200


@pytest.mark.parametrize("salted", [False, True])
async def test_new_seeds_of_another_worker_count_at_once(
    workers: Workers, written: list[str], *, salted: bool
) -> None:
    here, there = workers.gms
    encounter = await here.begin_fight(SCOUT)
    proof = f"/encounters/{encounter}/dice-proof"
    if salted:
        assert (await there.post(f"{proof}/salt", {"salt": "pepper"})).status_code == 201
    for index in range(2):
        (roll,) = (await here.act(encounter, LOOK)).json()["rolls"]
        assert (roll["epoch"], roll["index"]) == (1, index)
    assert len(written) == (1 if salted else 2)
    assert (await there.post(f"{proof}/rotate", {})).is_success
    (roll,) = (await here.act(encounter, LOOK)).json()["rolls"]
    assert (roll["epoch"], roll["index"]) == (2, 0)
    assert len(written) == (1 if salted else 2)


async def test_who_waits_for_a_group_hears_that_the_database_is_away(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = workers.gms[0]
    encounters = [await gm.begin_fight(SCOUT) for _ in range(3)]

    async def away(driver: Driver, wanted: list[GroupedAction]) -> list[str]:
        raise DatabaseUnavailable

    with monkeypatch.context() as patched:
        patched.setattr(LATER, away)
        answers = await asyncio.gather(*(gm.act(encounter, LOOK) for encounter in encounters))
        assert [answer.status_code for answer in answers] == [503] * 3
    answers = await asyncio.gather(*(gm.act(encounter, LOOK) for encounter in encounters))
    assert [answer.json()["rolls"][0]["index"] for answer in answers] == [0] * 3


async def test_a_group_that_cannot_be_written_is_done_one_by_one(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gm = workers.gms[0]
    encounters = [await gm.begin_fight(SCOUT) for _ in range(3)]

    async def broken(driver: Driver, wanted: list[GroupedAction]) -> list[str]:
        raise UniqueViolationError

    monkeypatch.setattr(LATER, broken)
    answers = await asyncio.gather(*(gm.act(encounter, LOOK) for encounter in encounters))
    assert [answer.status_code for answer in answers] == [201] * 3
    assert [answer.json()["rolls"][0]["index"] for answer in answers] == [0] * 3
    assert "was not written" in caplog.text


async def test_what_is_too_much_to_be_held_is_written_alone(
    workers: Workers, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.play.group_commit.HELD_CHARACTERS", 1_000)
    gm, group = workers.gms[0], workers.services[0].group
    assert group is not None
    encounters = [await gm.begin_fight(SCOUT) for _ in range(12)]
    held = [encounter for encounter in encounters if group.held((gm.campaign, encounter))]
    assert 0 < len(held) < len(encounters)
    assert held == encounters[-len(held) :]
    for count, encounter in enumerate((encounters[0], encounters[0])):
        assert (await gm.act(encounter, LOOK)).status_code == 201
        assert len(written) == count
