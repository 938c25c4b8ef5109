"""An answer that was given holds, whatever is killed right after it."""

import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.infra.served import Served, free_port, serving

BLOW = {"command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}, "dice": [55, 42]}
ORC_BEFORE, ORC_AFTER = 55, 39


def strike(served: Served, encounter: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {served.token}", "Idempotency-Key": "the blow before the crash"}
    return httpx.post(
        f"{served.url}/v1/encounters/{encounter}/actions", json=BLOW, headers=headers, timeout=20
    )


def look(served: Served, path: str) -> Any:
    headers = {"Authorization": f"Bearer {served.token}"}
    return httpx.get(f"{served.url}/v1{path}", headers=headers, timeout=20).raise_for_status().json()


def orc_hits(served: Served, encounter: str) -> int:
    combatants = look(served, f"/encounters/{encounter}/combatants")["items"]
    return next(one["hits"] for one in combatants if one["ref"] == "orc")


@pytest.mark.parametrize("killed", ["server", "database", "both"])
def test_an_answered_blow_is_there_once_after_a_kill(data_folder: Path, killed: str) -> None:
    port = free_port()
    with serving(data_folder, port) as served:
        encounter = served.fight.split("/encounters/")[1].split("/")[0]
        assert orc_hits(served, encounter) == ORC_BEFORE
        answered = strike(served, encounter)
        assert answered.status_code == 201
        database = served.postgres()
        assert database is not None
        doomed = {"server": served.workers(), "database": [database], "both": [*served.workers(), database]}
        for process in doomed[killed]:
            process.send_signal(signal.SIGKILL)
        served.process.kill()
        served.process.wait()
        with serving(data_folder, port) as again:
            assert orc_hits(again, encounter) == ORC_AFTER
            repeated = strike(again, encounter)
            assert (repeated.status_code, repeated.content) == (201, answered.content)
            assert repeated.headers["Idempotency-Replayed"] == "true"
            assert orc_hits(again, encounter) == ORC_AFTER
            attacks = [
                action
                for action in look(again, f"/encounters/{encounter}/actions")["items"]
                if action["command"]["type"] == "attack"
            ]
            assert len(attacks) == 1
