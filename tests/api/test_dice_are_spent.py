"""R13 as attacks with a player's token: no die is learned before it counts, none can be taken back."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from httpx import Response
from sqlalchemy.engine import URL

from app.persistence.base.session import Database
from app.services.assembly import assemble
from app.services.play import run as playing
from app.services.proof.check import check
from app.services.proof.document import Proof
from app.services.reports.replay import find_encounter, replay
from tests.api.caller import BLOW, DAFUR, LOOK, ORC, SCOUT, Caller
from tests.conftest import PATIENT

_HERO = {
    "hp": 40,
    "ac": {"total": 18, "touch": 12, "flat_footed": 16},
    "bab": 6,
    "abilities": {"strength": 18, "dexterity": 10},
    "weapons": [{"id": "flail", "model": "flail"}],
}
ADA = {"name": "Ada", "side": "heroes", "ref": "ada", "sheet": _HERO}
GIANT = {"name": "Giant", "side": "foes", "ref": "giant", "sheet": {**_HERO, "weapons": []}}
STAND, DISMOUNT = {"type": "stand", "actor": "ada"}, {"type": "dismount", "actor": "ada"}
UP = {"type": "stand", "actor": "scout"}
"""Cannot be done: the scout is on its feet."""
PROBE = {"commands": [LOOK, UP]}
"""A roll, and something that is refused: whole, as long as no die of the server has fallen."""
HEAVY = {**DAFUR, "sheet": {**DAFUR["sheet"], "weapons": [{"id": "axe", "model": "axe", "ob": 150}]}}
STOUT = {**ORC, "sheet": {**ORC["sheet"], "hits": 500, "db": 0}}
STUN = "resist the stun"


def trip(circumstance: int, target: str = "giant") -> dict[str, Any]:
    stated = {"others": [{"label": "a guess", "value": circumstance}]}
    return {"type": "trip", "actor": "ada", "target": target, "weapon": "flail", "situation": stated}


async def id_of(gm: Caller, encounter: str, ref: str) -> str:
    """What players call somebody who is not theirs."""
    listed = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    return next(one["id"] for one in listed if one["ref"] == ref)


async def until_somebody_is_waited_for(
    gm: Caller, begin: Callable[[], Awaitable[str]], command: Any, **more: Any
) -> tuple[str, Response]:
    """The encounter and the answer of the first of many that waits; the dice are the server's.

    Each is in a fight of its own, since what has happened in one may keep it from happening again.
    """
    for _ in range(60):
        encounter = await begin()
        answer = await gm.act(encounter, command, **more)
        if answer.status_code == 202:
            return encounter, answer
        assert answer.status_code == 201, answer.text
    raise AssertionError("Nobody was asked for anything.")


async def indices(address: URL, encounter: str) -> tuple[int, int]:
    """The open and the hidden roll to come."""
    driver = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(False))
    row = await driver.fetchrow("SELECT dice_open, dice_hidden FROM encounter WHERE id = $1", encounter)
    await driver.close()
    assert row is not None
    return row[0], row[1]


async def log(caller: Caller, encounter: str) -> list[dict[str, Any]]:
    return (await caller.get(f"/encounters/{encounter}/actions?limit=200")).json()["items"]


async def is_in_order(gm: Caller, encounter: str, address: URL) -> None:
    """The proof is whole and right once the seeds are revealed, and the log plays again."""
    await gm.post(f"/encounters/{encounter}/dice-proof/rotate", {})
    proof = (await gm.get(f"/encounters/{encounter}/dice-proof")).text
    checked = check(Proof.model_validate_json(proof))
    assert checked.faults == ()
    assert checked.count("right") > 0
    service = assemble(Database(address, **PATIENT))
    await service.library.open()
    assert (await replay(service, await find_encounter(service, encounter))).difference is None
    await service.database.close()


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_a_group_that_cannot_succeed_tells_no_die_to_come(
    gm: Caller, address: URL, ruleset: str
) -> None:
    """Ada trips with a bonus of her own making, stands up and gets off a horse that she has not."""
    encounter = await gm.begin(ruleset=ruleset)
    for fighter in (ADA, GIANT):
        assert (await gm.post(f"/encounters/{encounter}/combatants", fighter)).status_code == 201
    player = await gm.seat("player", "ada")
    giant = await id_of(gm, encounter, "giant")
    before = await indices(address, encounter)
    for circumstance in (-20, -10, 0, 10):
        body = {"commands": [trip(circumstance, giant), STAND, DISMOUNT]}
        answer = await player.post(f"/encounters/{encounter}/actions", body)
        if answer.status_code == 409:
            # What the trip before has come to forbids this one: the giant lies there, or the flail does.
            assert "action_id" not in answer.json()
            assert await indices(address, encounter) == before
            continue
        assert answer.status_code == 201, answer.text
        done, refused = answer.json()["actions"], answer.json()["refused"]
        assert [action["command"]["type"] for action in done] == ["trip", "stand"][: len(done)]
        assert refused["command"] == len(done)
        assert refused["problem"]["status"] == 409
        assert refused["problem"]["failed_checks"]
        assert (await log(gm, encounter))[-1]["id"] == refused["action_id"]
        now = await indices(address, encounter)
        assert now > before
        before = now
    assert before > (0, 0)
    await is_in_order(gm, encounter, address)


@pytest.mark.parametrize("privacy", ["self", "gm", "blind"])
async def test_a_hidden_die_cannot_be_tried_either(gm: Caller, address: URL, privacy: str) -> None:
    encounter = await gm.begin_fight(SCOUT)
    player = await gm.seat("player", "scout")
    answer = await player.post(f"/encounters/{encounter}/actions", {**PROBE, "privacy": privacy})
    assert answer.status_code == 201
    assert answer.json()["refused"]["command"] == 1
    assert (await indices(address, encounter)) == (0, 1)
    (row,) = [action for action in await log(gm, encounter) if action["status"] == "refused"]
    assert (row["privacy"], row["rolls"]) == (privacy, [])
    await is_in_order(gm, encounter, address)


async def test_no_salt_after_a_probe(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    player = await gm.seat("player", "scout")
    await player.post(f"/encounters/{encounter}/actions", PROBE)
    late = await player.post(f"/encounters/{encounter}/dice-proof/salt", {"salt": "another die, please"})
    assert (late.status_code, late.json()["code"]) == (409, "salt_too_late")


@pytest.mark.parametrize("more", [{}, {"dice": [42]}])
async def test_a_players_salt_does_not_tell_whether_a_hidden_die_fell(
    gm: Caller, more: dict[str, Any]
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    player = await gm.seat("player", "scout")
    path = f"/encounters/{encounter}/dice-proof/salt"
    assert (await player.post(path, {"salt": "in time"})).status_code == 201
    await gm.act(encounter, LOOK, privacy="gm", **more)
    late = await player.post(path, {"salt": "too late"})
    assert (late.status_code, late.json()["code"]) == (409, "salt_too_late")
    assert late.json()["detail"] == "A player's salt goes in before the first action of an epoch."
    await gm.post(f"/encounters/{encounter}/dice-proof/rotate", {})
    assert (await player.post(path, {"salt": "in time again"})).status_code == 201


async def test_a_choice_that_is_not_offered_does_not_call_the_blow_off(gm: Caller, address: URL) -> None:
    player = await gm.seat("player", "dafur")
    came_up: list[dict[str, Any]] = []
    encounter = ""
    for _ in range(40):  # until a blow stuns; each in a fight of its own, since a fumble leaves its mark
        encounter = await gm.begin_fight(HEAVY, STOUT)
        blow = {**BLOW, "target": await id_of(gm, encounter, "orc")}
        answer = await player.post(
            f"/encounters/{encounter}/actions", {"command": blow, "choices": {STUN: "bogus"}}
        )
        assert answer.status_code == 201, answer.text
        assert answer.json()["unused_choices"] == [STUN]
        action = (await log(gm, encounter))[-1]
        assert len(await log(gm, encounter)) == 3
        came_up += [choice for choice in action["choices"] if choice["purpose"] == STUN]
        if came_up:
            break
    assert [(choice["choice"], choice["source"]) for choice in came_up[:1]] == [("yes", "server")]
    await is_in_order(gm, encounter, address)


async def test_a_choice_that_is_not_offered_is_asked_where_people_choose(gm: Caller) -> None:
    async def begin() -> str:
        encounter = await gm.begin(dice_policy={"choices": "gm"})
        for fighter in (HEAVY, STOUT):
            await gm.post(f"/encounters/{encounter}/combatants", fighter)
        return encounter

    _, answer = await until_somebody_is_waited_for(gm, begin, BLOW, choices={STUN: "bogus"})
    assert [asked["purpose"] for asked in answer.json()["awaiting"]] == [STUN]


async def test_dice_of_the_table_are_waited_for_once_the_server_has_thrown(gm: Caller) -> None:
    sources = [{"combatant": "giant", "allowed": ["manual"]}, {"allowed": ["server"]}]

    async def begin() -> str:
        encounter = await gm.begin(ruleset="dnd35", dice_policy={"sources": sources})
        for fighter in (ADA, GIANT):
            await gm.post(f"/encounters/{encounter}/combatants", fighter)
        return encounter

    encounter, answer = await until_somebody_is_waited_for(gm, begin, trip(20))
    (asked,) = answer.json()["awaiting"]
    assert (asked["purpose"], asked["asked"], asked["expires_at"]) == ("resist the trip", "players", None)
    path = f"/encounters/{encounter}/actions/{answer.json()['id']}/answers"
    given = {"decision_id": asked["decision_id"]}
    blank = await gm.post(path, {"answers": [given]})
    assert (blank.status_code, blank.json()["code"]) == (409, "dice_source_not_allowed")
    player = await gm.seat("player", "giant")
    assert (await player.post(path, {"answers": [{**given, "dice": [3]}]})).status_code == 200


async def test_ones_own_hidden_rolls_do_not_count_those_of_others(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    player = await gm.seat("player", "scout")
    own: list[dict[str, Any]] = []
    for _ in range(3):
        await gm.act(encounter, LOOK, privacy="gm")
        own += (await player.act(encounter, LOOK, privacy="self")).json()["rolls"]
    shown = own + [roll for action in await log(player, encounter) for roll in action["rolls"]]
    assert len(shown) == 6
    assert {(roll["stream"], roll["index"]) for roll in shown} == {("hidden", None)}
    told = [roll["index"] for action in await log(gm, encounter) for roll in action["rolls"]]
    assert told == [0, 1, 2, 3, 4, 5]
    await is_in_order(gm, encounter, address)
    proof = (await player.get(f"/encounters/{encounter}/dice-proof")).json()
    assert [roll["index"] for roll in proof["rolls"]] == [0, 1, 2, 3, 4, 5]


async def test_what_is_waited_for_counts_up_to_what_is_refused(gm: Caller, address: URL) -> None:
    """The scout looks, Dafur's dice are waited for, and what comes last cannot be done."""
    encounter = await gm.begin(dice_policy={"rows": [{"purpose": "attack", "rolls": "players"}]})
    for fighter in (SCOUT, DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    player = await gm.seat("player", "scout", "dafur")
    body = {"commands": [LOOK, BLOW, UP, LOOK]}
    waiting = await gm.post(f"/encounters/{encounter}/actions", body)
    assert waiting.status_code == 202
    (action,) = waiting.json()["actions"]
    answers = {"answers": [{"decision_id": action["awaiting"][0]["decision_id"], "dice": [10]}]}
    path = f"/encounters/{encounter}/actions/{action['id']}/answers"
    answer = await player.post(path, answers, key="mine")
    assert answer.status_code == 200, answer.text
    assert [done["command"]["type"] for done in answer.json()["actions"]] == ["manoeuvre", "attack"]
    assert answer.json()["refused"]["command"] == 2
    again = await player.post(path, answers, key="mine")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (answer.content, "true")
    assert (await gm.get(f"/encounters/{encounter}")).json()["pending"] is None
    await is_in_order(gm, encounter, address)


async def test_a_refusal_after_the_dice_is_kept_and_they_are_spent(
    gm: Caller, address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No rule refuses what it has rolled for; here the encounter turns out to be full."""
    encounter = await gm.begin_fight(SCOUT, ORC)
    player = await gm.seat("player", "scout")
    monkeypatch.setattr(playing, "MAX_COMBATANTS", 1)
    path, body = f"/encounters/{encounter}/actions", {"command": LOOK}
    before = (await gm.get(f"/encounters/{encounter}")).json()
    refused = await player.post(path, body, key="once")
    again = await player.post(path, body, key="once")
    monkeypatch.undo()
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (409, "encounter_full")
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert (again.status_code, again.content) == (409, refused.content)
    assert again.headers["Content-Type"] == "application/problem+json"
    assert again.headers["Idempotency-Replayed"] == "true"
    after = (await gm.get(f"/encounters/{encounter}")).json()
    assert after["version"] == before["version"] + 1
    assert {**after, "version": 0, "last_event": 0, "updated_at": 0} == {
        **before,
        "version": 0,
        "last_event": 0,
        "updated_at": 0,
    }
    row = (await gm.get(f"{path}/{problem['action_id']}")).json()
    assert (row["status"], row["changes"], [roll["index"] for roll in row["rolls"]]) == ("refused", [], [0])
    assert [(event["type"], event["payload"]["code"]) for event in row["events"]] == [
        ("action_refused", "encounter_full")
    ]
    assert (await player.get(f"{path}/{problem['action_id']}")).json()["status"] == "refused"
    assert (await player.act(encounter, LOOK)).json()["rolls"][0]["index"] == 1
    undone = await gm.post(f"/encounters/{encounter}/undo", {})
    assert undone.json()["reverts"] == [(await log(gm, encounter))[-2]["id"]]
    counted = (await gm.get(f"/campaigns/{gm.campaign}/dice-statistics")).json()["dice"]
    assert sum(die["thrown"] for die in counted) >= 2
    await is_in_order(gm, encounter, address)


async def test_a_group_of_which_nothing_was_thrown_is_refused_whole(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    before = await gm.stored(encounter)
    player = await gm.seat("player", "scout")
    for more in ({"dice": [50]}, {"dice": [50, 50], "strict": True}):
        answer = await player.post(f"/encounters/{encounter}/actions", {**PROBE, **more})
        assert answer.status_code in (409, 422), answer.text
        assert "action_id" not in json.loads(answer.content)
    assert (await gm.stored(encounter), await indices(address, encounter)) == (before, (0, 0))


async def test_what_was_thrown_for_a_group_that_is_given_up_stays_in_the_proof(
    gm: Caller, address: URL
) -> None:
    encounter = await gm.begin(dice_policy={"rows": [{"purpose": "attack", "rolls": "players"}]})
    for fighter in (SCOUT, DAFUR, ORC):
        await gm.post(f"/encounters/{encounter}/combatants", fighter)
    waiting = await gm.post(f"/encounters/{encounter}/actions", {"commands": [LOOK, LOOK, BLOW]})
    (action,) = waiting.json()["actions"]
    given_up = await gm.post(f"/encounters/{encounter}/actions/{action['id']}/cancel", {})
    assert given_up.json()["status"] == "cancelled"
    assert await indices(address, encounter) == (2, 0)
    await is_in_order(gm, encounter, address)


async def test_a_name_that_is_taken_is_refused_before_the_dice(gm: Caller, address: URL) -> None:
    """A group whose end is refused only where its middle is not would tell of the dice."""
    token = {"system": "foundry", "kind": "token", "id": "t1"}
    elsewhere, here = await gm.begin(), await gm.begin_fight(SCOUT)
    await gm.post(f"/encounters/{elsewhere}/combatants", {**ORC, "external_refs": [token]})
    identity = {"name": "Orc", "side": "foes", "external_refs": [token]}
    add = {"type": "add", "identity": identity, "sheet": ORC["sheet"]}
    for commands in ([LOOK, UP, add], [LOOK, add]):
        answer = await gm.post(f"/encounters/{here}/actions", {"commands": commands})
        assert (answer.status_code, answer.json()["code"]) == (409, "external_ref_taken")
    assert await indices(address, here) == (0, 0)
