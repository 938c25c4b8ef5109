"""An answer that was given holds, whatever is killed right after it."""

import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.infra.served import ENDS_WITHIN, Served, free_port, serving, wait_until

BLOW = {"command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}, "dice": [55, 42]}
LONG = pytest.mark.reliability
ORC_BEFORE, ORC_AFTER = 55, 39


KEYS = ("the first blow", "the second, from a held state", "the blow before the crash")


def strike(served: Served, encounter: str, key: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {served.token}", "Idempotency-Key": key}
    return httpx.post(
        f"{served.url}/v1/encounters/{encounter}/actions", json=BLOW, headers=headers, timeout=ENDS_WITHIN
    )


def look(served: Served, path: str) -> Any:
    headers = {"Authorization": f"Bearer {served.token}"}
    return httpx.get(f"{served.url}/v1{path}", headers=headers, timeout=ENDS_WITHIN).raise_for_status().json()


def orc_hits(served: Served, encounter: str) -> int:
    combatants = look(served, f"/encounters/{encounter}/combatants")["items"]
    return next(one["hits"] for one in combatants if one["ref"] == "orc")


@pytest.mark.parametrize(
    "killed", [pytest.param("server", marks=LONG), pytest.param("database", marks=LONG), "both"]
)
def test_an_answered_blow_is_there_once_after_a_kill(furnished_folder: Path, killed: str) -> None:
    port = free_port()
    with serving(furnished_folder, port) as served:
        encounter = served.fight.split("/encounters/")[1].split("/")[0]
        assert orc_hits(served, encounter) == ORC_BEFORE
        answered = [strike(served, encounter, KEYS[0])]
        assert orc_hits(served, encounter) == ORC_AFTER
        answered += [strike(served, encounter, key) for key in KEYS[1:]]
        assert [answer.status_code for answer in answered] == [201] * 3
        left = orc_hits(served, encounter)
        database = served.postgres()
        assert database is not None
        doomed = {"server": served.workers(), "database": [database], "both": [*served.workers(), database]}
        for process in doomed[killed]:
            process.send_signal(signal.SIGKILL)
        served.process.kill()
        served.process.wait()
        with serving(furnished_folder, port) as again:
            assert orc_hits(again, encounter) == left
            repeated = [strike(again, encounter, key) for key in KEYS]
            assert [answer.content for answer in repeated] == [answer.content for answer in answered]
            assert all(answer.headers["Idempotency-Replayed"] == "true" for answer in repeated)
            assert orc_hits(again, encounter) == left
            attacks = [
                action
                for action in look(again, f"/encounters/{encounter}/actions")["items"]
                if action["command"]["type"] == "attack"
            ]
            assert [action["id"] for action in attacks] == [answer.json()["id"] for answer in answered]


def send(served: Served, path: str, body: Any, key: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {served.token}", "Idempotency-Key": key}
    return httpx.post(f"{served.url}/v1{path}", json=body, headers=headers, timeout=ENDS_WITHIN)


@pytest.mark.parametrize("killed", ["workers", pytest.param("everything", marks=LONG)])
def test_what_is_waited_for_is_still_waited_for_after_a_kill(furnished_folder: Path, killed: str) -> None:
    """Between the action and its answer nothing is in anybody's memory."""
    port = free_port()
    with serving(furnished_folder, port) as served:
        encounter = served.fight.split("/encounters/")[1].split("/")[0]
        headers = {"Authorization": f"Bearer {served.token}", "If-Match": "*"}
        policy = {"dice_policy": {"rolls": "players", "choices": "players"}}
        path = f"/encounters/{encounter}"
        edited = httpx.patch(f"{served.url}/v1{path}", json=policy, headers=headers, timeout=ENDS_WITHIN)
        assert edited.status_code == 200
        begun = send(served, f"{path}/actions", {"command": BLOW["command"]}, "the blow that waits")
        assert begun.status_code == 202
        action = begun.json()
        answers = f"{path}/actions/{action['id']}/answers"
        first = {"answers": [{"decision_id": action["awaiting"][0]["decision_id"], "dice": [55]}]}
        if killed == "workers":
            for worker in served.workers():
                worker.send_signal(signal.SIGKILL)
            wait_until(served.lives)
            finish(served, encounter, answers, first)
            return
        database = served.postgres()
        assert database is not None
        for process in [*served.workers(), database]:
            process.send_signal(signal.SIGKILL)
        served.process.kill()
        served.process.wait()
        with serving(furnished_folder, port) as again:
            finish(again, encounter, answers, first)


def finish(served: Served, encounter: str, answers: str, first: Any) -> None:
    """The attack die that fell on the table, then the critical, and no more than that."""
    waiting = look(served, f"/encounters/{encounter}")["pending"]
    assert [asked["purpose"] for asked in waiting["awaiting"]] == ["attack"]
    critical = send(served, answers, first, "the attack die")
    assert critical.status_code == 202
    assert send(served, answers, first, "the attack die").content == critical.content
    (asked,) = critical.json()["awaiting"]
    assert asked["purpose"] == "critical"
    second = {"answers": [{"decision_id": asked["decision_id"], "dice": [42]}]}
    done = send(served, answers, second, "the critical")
    assert done.status_code == 200
    assert orc_hits(served, encounter) == ORC_AFTER
    assert look(served, f"/encounters/{encounter}")["pending"] is None
