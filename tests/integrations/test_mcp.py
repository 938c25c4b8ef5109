"""An assistant that runs a fight: the official client in memory and over pipes, and a real server."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.python.installed import ROOT, run
from tests.integrations.conftest import Ford, at_the_ford, environment_of

ASSISTANT = Path(__file__).with_name("assistant.py")
LONGEST = 2_000
MOST_OF_TOOLS = 60_000
"""Signs of the schemas of a game's tools, which an assistant reads before its first call."""
OFFERED = (
    "- Attack · axe · Orc: attack(target=orc, weapon=axe)\n"
    "- Attack · axe · Shade: attack(target=shade, weapon=axe)"
)


@pytest.fixture(scope="module")
def python(distribution: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment_of("mcp", distribution[1], tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module")
def ford(server: str, token: str) -> Ford:
    return at_the_ford(server, token)


@pytest.fixture(scope="module")
def fought(python: Path, ford: Ford) -> Any:
    return json.loads(run(python, ASSISTANT, ford.url, ford.gm, ford.player, ford.encounter))


def texts(fought: Any, tool: str, *, errors: bool = False) -> list[str]:
    return [it["text"] for it in fought["gm"] if it["tool"] == tool and it["is_error"] is errors]


def test_a_whole_fight_is_played(fought: Any) -> None:
    before, waiting, after = texts(fought, "fight")
    assert "- Shade [shade]; foes; 80 of 80 hits; weapons: dagger" in before
    assert "Waiting: interception (Khardak, asked of the players)" in waiting
    assert "dying" in after.partition("- Orc [orc]")[2].partition("\n")[0]
    assert texts(fought, "options") == [OFFERED]
    assert texts(fought, "end") == ["The fight is over."]


def test_a_reaction_is_asked_for_and_answered(fought: Any) -> None:
    begun, _ = texts(fought, "attack")
    assert "interception (Khardak, asked of the players), one of: yes (yes), no (no); default yes" in begun
    answers = texts(fought, "answer")
    assert "who is first (Orc, asked of the gm)" in answers[0]
    assert any("Khardak cuts into Orc's action." in it and "Waiting" not in it for it in answers)


def test_what_was_done_is_taken_back_and_done_again(fought: Any) -> None:
    assert texts(fought, "undo") == ["Undone: attack."]
    assert texts(fought, "redo") == ["Done again: attack."]
    (log,) = texts(fought, "log")
    assert "Undone: attack." in log


def test_a_refusal_is_an_error_that_says_what_to_do(fought: Any) -> None:
    assert "(decision_pending)" in texts(fought, "undo", errors=True)[0]
    perhaps, nobody = texts(fought, "answer", errors=True)
    assert "choose one of yes, no" in perhaps
    assert "look at `fight`" in nobody
    spoon, nothing = texts(fought, "attack", errors=True)
    assert "- /command/weapon: The sheet has no weapon «spoon»; it has axe." in spoon
    assert "target\n  Field required" in nothing


def test_a_players_assistant_never_hears_of_whom_the_player_does_not_see(fought: Any, ford: Ford) -> None:
    told = [it["text"] for it in fought["player"]]
    assert any("Khardak cuts into Orc's action." in text for text in told)
    for secret in ("Shade", "dagger", ford.ids["shade"], "foes; 80 of 80"):
        assert not [text for text in told if secret in text]
    assert "Dafur loses 5 hits." in told[-2]


def test_it_serves_over_pipes_what_the_environment_names(fought: Any) -> None:
    assert fought["piped"] == {"tool": "fight", "text": texts(fought, "fight")[-1], "is_error": False}


def test_answers_are_short(fought: Any) -> None:
    assert max(len(it["text"]) for it in fought["gm"] + fought["player"]) <= LONGEST + len(
        "Error executing tool …"
    )


def test_every_command_of_the_game_is_a_tool_and_what_looks_is_marked(fought: Any) -> None:
    ours = {"fight", "options", "odds", "answer", "cancel", "undo", "redo", "log"}
    schemas = json.loads((ROOT / "docs" / "openapi.json").read_text())["components"]["schemas"]
    commands = set(schemas["HarpTdmCommand"]["discriminator"]["mapping"])
    assert set(fought["tools"]) - ours == commands - {"sync"}
    assert fought["few"][:1] == ["attack"]
    assert set(fought["few"]) == {"attack"} | ours
    assert {name for name, looks in fought["hints"].items() if looks} == {"fight", "options", "odds", "log"}
    attack = fought["tools"]["attack"]
    assert set(attack["required"]) == {"actor", "target", "weapon"}
    assert attack["properties"]["situation"]["properties"]
    assert "$ref" not in json.dumps(fought["tools"])
    assert len(json.dumps(fought["tools"])) < MOST_OF_TOOLS
