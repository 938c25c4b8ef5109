"""The sample for Roll20 in a sandbox without network and page, its text carried to a real server and back."""

import html
import json
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.docs.samples import NODE, ROOT
from tests.scenarios.test_over_http import server, token

__all__ = ["server", "token"]
Json = Any
"""Any: JSON."""
SCRIPT = ROOT / "integrations" / "roll20" / "estoc.js"
SANDBOX = Path(__file__).with_name("roll20_sandbox.mjs")
SHEET = {
    "hp": 30, "bab": 3, "ac": {"total": 16, "touch": 12, "flat_footed": 14}, "abilities": {"strength": 16},
    "weapons": [{"id": "sword", "model": "longsword"}],
}  # fmt: skip


class Sandbox:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def types(self, content: str, *, by: str = "gm", type: str = "api") -> Json:
        """What is said, and the tokens, after a line in the chat."""
        told, heard = self._process.stdin, self._process.stdout
        assert told is not None
        assert heard is not None
        told.write(json.dumps({"type": type, "content": content, "playerid": by}) + "\n")
        told.flush()
        return json.loads(heard.readline())


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    pipe = subprocess.PIPE
    with subprocess.Popen([NODE, SANDBOX, SCRIPT], stdin=pipe, stdout=pipe, text=True) as process:
        yield Sandbox(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def copied(said: str) -> Json:
    """The document that a whisper shows."""
    assert said.startswith("/w gm <code>")
    return json.loads(html.unescape(said.removeprefix("/w gm <code>").removesuffix("</code>")))


def test_a_fight_is_carried_by_hand(sandbox: Sandbox, server: str, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}", "If-Match": "*"}
    with httpx.Client(base_url=f"{server}/v1", headers=headers, trust_env=False, timeout=60) as http:

        def post(path: str, body: Json) -> Json:
            keyed = {"Idempotency-Key": secrets.token_hex(8)}
            return http.post(path, json=body, headers=keyed).raise_for_status().json()

        ground = {"rows": ["." * 20] * 12, "cell": {"value": 5, "unit": "ft"}}
        fight = f"/encounters/{post('/encounters', {'ruleset': 'pf1', 'map': ground})['id']}"
        (said,) = sandbox.types("!estoc tokens")["said"]
        body = copied(said)
        assert {it["name"]: it["at"] for it in body["combatants"]} == {
            "Ada": [2, 8],
            "Ogre": [3, 7],
            "Imp": [1, 8],
        }
        for entry in body["combatants"]:
            size = "large" if entry["name"] == "Ogre" else "medium"
            entry |= {
                "sheet": {**SHEET, "size": size},
                "side": "heroes" if entry["name"] == "Ada" else "foes",
            }
        synced = http.put(f"{fight}/combatants:sync", json=body).raise_for_status().json()
        assert sandbox.types(f"!estoc take {json.dumps(synced)}")["said"] == []
        there = {it["name"]: it for it in http.get(f"{fight}/combatants").json()["items"]}
        assert there["Imp"]["disclosure"]["visibility"] == "hidden"
        command = {
            "type": "attack",
            "actor": "roll20:token:-Mada",
            "target": "roll20:token:-Mogre",
            "weapon": "sword",
        }
        blow = post(f"{fight}/actions", {"command": command, "dice": [15, 6]})
        told = sandbox.types(f"!estoc tell {json.dumps(blow)}")
        assert told["said"][0].startswith("Ada")
        assert told["tokens"]["-Mogre"]["bar1_value"] == 21
        moved = http.patch(
            f"{fight}/combatants/{there['Ogre']['id']}", json={"at": [5, 3]}
        ).raise_for_status()
        (action, *_) = [
            it
            for it in http.get(f"{fight}/actions?limit=200").json()["items"]
            if it["command"]["type"] == "edit"
        ]
        ogre = sandbox.types(f"!estoc take {json.dumps(action)}")["tokens"]["-Mogre"]
        assert moved.json()["at"] == [5, 3]
        assert (ogre["left"], ogre["top"]) == (420, 560)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("!estoc take {", "/w gm that is no JSON"),
        ("!estoc take 7", "/w gm that is no document"),
        ("!estoc take", "/w gm !estoc tokens"),
        ("!estoc", "/w gm !estoc tokens"),
        ("!estoc dance {}", "/w gm !estoc tokens"),
    ],
)
def test_a_line_that_is_wrong_is_answered_to_the_gm(sandbox: Sandbox, content: str, said: str) -> None:
    (answer,) = sandbox.types(content)["said"]
    assert answer.startswith(said)


def test_nobody_but_the_gm_is_heard_and_nothing_is_run(sandbox: Sandbox) -> None:
    assert sandbox.types("!estoc tokens", by="ada")["said"] == []
    assert sandbox.types("!estoc tokens", type="general")["said"] == []
    assert sandbox.types("!estocade tokens")["said"] == []
    document = {"narration": {"text": {"plain": "[[1d20]] @{Ada|hp} <b>"}}}
    (answer,) = sandbox.types(f"!estoc tell {json.dumps(document)}")["said"]
    assert html.unescape(answer) == "[[1d20]] @{Ada|hp} <b>"
    assert not set(answer) & set("[]{}@<>")
