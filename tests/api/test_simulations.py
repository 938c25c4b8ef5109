"""Simulations: a fight as it stands, fought many times by itself."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.cli.play import shipped_shelf
from app.services.scenarios.document import read_scenario
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import play_scenario
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.conftest import new_gm
from tests.api.test_legal_actions import ADA, FIELD

Json = dict[str, Any]
BOR = {**ADA, "name": "Bor", "side": "foes", "ref": "bor"}


async def begun(gm: Caller, encounter: str, **more: Any) -> Json:
    answer = await gm.post("/simulations", {"encounter_id": encounter, "seed": "a seed", "runs": 12, **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/v1/simulations/{answer.json()['id']}"
    return answer.json()


async def over(gm: Caller, simulation: Json, within: float = 90) -> Json:
    """The simulation once it is no longer under way."""
    async with asyncio.timeout(within):
        while True:
            seen = (await gm.get(f"/simulations/{simulation['id']}")).json()
            if seen["status"] != "running":
                return seen
            await asyncio.sleep(0.1)


async def finished(gm: Caller, encounter: str, **more: Any) -> Json:
    """The result of a simulation."""
    seen = await over(gm, await begun(gm, encounter, **more))
    assert seen["status"] == "finished", seen
    assert seen["done"] == seen["runs"]
    return seen["result"]


async def test_a_fight_is_fought_many_times(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    before = await gm.stored(encounter)
    simulation = await begun(gm, encounter, policies=[{"policy": "weakest", "side": "foes"}])
    assert simulation["status"] == "running"
    assert simulation["result"] is None
    seen = await over(gm, simulation)
    result = seen["result"]
    wins = {side["side"]: side["wins"]["runs"] for side in result["sides"]}
    assert sum(wins.values()) + result["undecided"]["runs"] == 12
    assert wins["heroes"] > wins["foes"]
    assert [one["policy"] for one in result["combatants"]] == ["nearest", "weakest"]
    assert sum(bar["runs"] for bar in result["rounds"]["histogram"]) == 12
    assert await gm.stored(encounter) == before
    (listed,) = (await gm.get("/simulations")).json()["items"]
    assert listed == {name: part for name, part in seen.items() if name != "result"}
    assert seen["expires_at"] is not None


async def test_the_same_seed_gives_the_same_result_to_the_last_digit(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    first, again = [await finished(gm, encounter) for _ in range(2)]
    assert first == again
    assert await finished(gm, encounter, seed="another") != first


async def test_what_happens_in_the_encounter_later_does_not_matter(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    first = await finished(gm, encounter)
    simulation = await begun(gm, encounter)
    await gm.act(encounter, {"type": "damage", "target": "dafur", "hits": 59})
    await gm.remove(f"/encounters/{encounter}")
    assert (await over(gm, simulation))["result"] == first


async def test_a_fight_goes_on_from_where_it_stands(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, {"type": "damage", "target": "dafur", "hits": 59})
    result = await finished(gm, encounter)
    dafur = result["combatants"][0]
    assert dafur["down"]["runs"] > 6


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_every_game_is_simulated_on_its_map(gm: Caller, ruleset: str) -> None:
    encounter = await gm.begin(ruleset=ruleset, map=FIELD)
    for fighter, at in ((ADA, [2, 2]), (BOR, [4, 2])):
        await gm.post(f"/encounters/{encounter}/combatants", {**fighter, "at": at})
    result = await finished(gm, encounter, runs=6)
    assert sum(side["wins"]["runs"] for side in result["sides"]) == 6


async def test_a_run_is_a_scenario_that_plays_to_the_same_end(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, BLOW, dice=LIGHT_HIT)
    simulation = await begun(gm, encounter)
    result = (await over(gm, simulation))["result"]
    number = result["worth_reading"]["longest"]
    answer = await gm.get(f"/simulations/{simulation['id']}/runs/{number}")
    assert answer.status_code == 200, answer.text
    document = answer.json()
    assert document["play"][0] == {"do": BLOW, "dice": LIGHT_HIT}
    assert document["title"].endswith(f"(run {number})")
    scenario = read_scenario(document)
    report = play_scenario(scenario, InProcess(scenario, shipped_shelf("harp-tdm")))
    assert report.holds, [step.differences for step in report.steps if step.differences]
    rounds = [
        event["number"]
        for step in report.steps
        for event in step.outcome.events  # pyright: ignore[reportAttributeAccessIssue]
        if event["type"] == "round_started"
    ]
    assert rounds[-1] == result["rounds"]["most"]


async def test_there_is_no_run_beyond_the_last(gm: Caller) -> None:
    simulation = await begun(gm, await gm.begin_fight(), runs=3)
    path = f"/simulations/{simulation['id']}/runs"
    assert (await gm.get(f"{path}/3")).status_code == 404
    assert (await gm.get(f"{path}/1000")).status_code == 422
    assert (await gm.get(f"{path}/two")).status_code == 422
    await over(gm, simulation)


async def test_a_request_is_carried_out_once(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    body = {"encounter_id": encounter, "runs": 2}
    first = await gm.post("/simulations", body, key="once")
    await gm.remove(f"/encounters/{encounter}")
    again = await gm.post("/simulations", body, key="once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.status_code, again.content) == (201, first.content)
    assert len((await gm.get("/simulations")).json()["items"]) == 1
    other = await gm.post("/simulations", {**body, "runs": 3}, key="once")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    await over(gm, first.json())


async def test_only_so_many_are_under_way(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    under_way = [await begun(gm, encounter, runs=1000) for _ in range(3)]
    refused = await gm.post("/simulations", {"encounter_id": encounter})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_simulations")
    for simulation in under_way:
        assert (await gm.delete(f"/simulations/{simulation['id']}")).status_code == 204
    await finished(gm, encounter, runs=1)


async def test_one_that_is_given_up_is_gone_and_stops(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    simulation = await begun(gm, encounter, runs=1000)
    path = f"/simulations/{simulation['id']}"
    for _ in range(2):
        assert (await gm.delete(path)).status_code == 204
    assert (await gm.get(path)).status_code == 404
    assert (await gm.get(f"{path}/runs/0")).status_code == 404
    assert (await gm.get(f"{path}/stream")).status_code == 404
    assert (await gm.get("/simulations")).json()["items"] == []
    await finished(gm, encounter, runs=1)  # the process has time for it


async def test_pages_have_neither_gaps_nor_doubles(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    made = []
    for _ in range(3):
        simulation = await begun(gm, encounter, runs=1)
        await over(gm, simulation)
        made.append(simulation["id"])
    seen: list[str] = []
    cursor = ""
    while True:
        page = (await gm.get(f"/simulations?limit=2{cursor}")).json()
        seen += [one["id"] for one in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == made[::-1]


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"runs": 0}, "/runs", "wrong_value"),
        ({"runs": 1001}, "/runs", "wrong_value"),
        ({"max_rounds": 101}, "/max_rounds", "wrong_value"),
        ({"seed": ""}, "/seed", "wrong_value"),
        ({"policies": [{"policy": "heroic"}]}, "/policies/0/policy", "unknown_value"),
        ({"policies": [{"policy": "focus", "side": "elves"}]}, "/policies/0", "policy_row_fits_nobody"),
        ({"dice": "fair"}, "/dice", "unknown_field"),
    ],
)
async def test_what_is_wrong_is_named(gm: Caller, change: Json, pointer: str, code: str) -> None:
    refused = await gm.post("/simulations", {"encounter_id": await gm.begin_fight(), **change})
    assert refused.status_code == 422, refused.text
    (fault,) = refused.json()["errors"]
    assert (fault["pointer"], fault["code"]) == (pointer, code)


async def test_a_fight_that_is_over_is_not_simulated(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR)
    refused = await gm.post("/simulations", {"encounter_id": encounter})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_simulate")
    fought = await gm.begin_fight()
    await gm.act(fought, {"type": "end"})
    refused = await gm.post("/simulations", {"encounter_id": fought})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_simulate")


async def test_nothing_is_simulated_while_somebody_is_waited_for(gm: Caller) -> None:
    encounter = await gm.begin(dice_policy={"rolls": "players"})
    for fighter in (DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    await gm.act(encounter)
    refused = await gm.post("/simulations", {"encounter_id": encounter})
    assert (refused.status_code, refused.json()["code"]) == (409, "decision_pending")


async def test_only_the_gms_side_simulates(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    simulation = await begun(gm, encounter, runs=1)
    path = f"/simulations/{simulation['id']}"
    player, assistant = await gm.seat("player", "dafur"), await gm.seat("assistant")
    for place in ("/simulations", path, f"{path}/stream", f"{path}/runs/0"):
        assert (await player.get(place)).status_code == 403
    assert (await player.post("/simulations", {"encounter_id": encounter})).status_code == 403
    assert (await player.delete(path)).status_code == 403
    assert (await assistant.get(path)).status_code == 200
    for place in (path, f"{path}/stream", f"{path}/runs/0"):
        assert (await stranger.get(place)).status_code == 404
    assert (await stranger.delete(path)).status_code == 404
    assert (await stranger.post("/simulations", {"encounter_id": encounter})).status_code == 404
    await over(gm, simulation)


async def heard(gm: Caller, simulation: Json) -> AsyncIterator[tuple[str, Json]]:
    """The events of a simulation's stream."""
    place = f"/v1/simulations/{simulation['id']}/stream"
    headers = {"Authorization": f"Bearer {gm.token}"}
    event = ""
    async with gm.http.stream("GET", place, headers=headers) as stream:
        assert stream.status_code == 200
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            if line.startswith("data: "):
                yield event, json.loads(line.removeprefix("data: "))


async def test_a_stream_tells_how_far_it_is_and_ends_with_the_result(live_gm: Caller) -> None:
    simulation = await begun(live_gm, await live_gm.begin_fight(), runs=25)
    async with asyncio.timeout(90):
        told = [one async for one in heard(live_gm, simulation)]
    assert {event for event, _ in told[:-1]} == {"progress"}
    steps = [progress["done"] for _, progress in told[:-1]]
    assert steps == sorted(set(steps))
    last, whole = told[-1]
    assert last == "finished"
    assert whole == (await live_gm.get(f"/simulations/{simulation['id']}")).json()
    async with asyncio.timeout(30):
        assert [one async for one in heard(live_gm, simulation)] == [("finished", whole)]


async def test_a_stream_tells_that_it_was_given_up(live_gm: Caller) -> None:
    simulation = await begun(live_gm, await live_gm.begin_fight(), runs=1000)
    async with asyncio.timeout(90):
        async for event, _ in heard(live_gm, simulation):
            if event == "deleted":
                break
            await live_gm.delete(f"/simulations/{simulation['id']}")


async def test_a_stream_ends_when_its_token_is_revoked(live_gm: Caller) -> None:
    gm = await new_gm(live_gm.http)
    assistant = await gm.seat("assistant")
    simulation = await begun(gm, await gm.begin_fight(), runs=1000)
    (token,) = [
        one["id"]
        for one in (await gm.get(f"/campaigns/{gm.campaign}/tokens")).json()["items"]
        if one["role"] == "assistant"
    ]
    async with asyncio.timeout(60):
        async for event, _ in heard(assistant, simulation):
            assert event == "progress"
            await gm.delete(f"/campaigns/{gm.campaign}/tokens/{token}")
    await gm.delete(f"/simulations/{simulation['id']}")
