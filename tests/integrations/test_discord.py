"""A fight in a channel: the bot against a stub of Discord that is strict, and a real server."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.clients.python.installed import run
from tests.integrations.conftest import INTEGRATIONS, Ford, at_the_ford, environment_of

BOT = Path(__file__).with_name("bot.py")
NO_SEAT = "You have no seat at this table: ask your game master."
EPHEMERAL = 64


@pytest.fixture(scope="module")
def python(distribution: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment_of("discord", distribution[1], tmp_path_factory.mktemp("discord"))


@pytest.fixture(scope="module")
def ford(server: str, token: str) -> Ford:
    return at_the_ford(server, token)


@pytest.fixture(scope="module")
def fought(python: Path, ford: Ford) -> Any:
    """What was seen; the stub lets the bot ask the service only after Discord has its first answer."""
    return json.loads(run(python, BOT, ford.url, ford.gm, ford.player, ford.table, ford.encounter))


def text(message: Any) -> str:
    return message["embeds"][0]["description"]


def labels(message: Any) -> list[str]:
    return [it["label"] for row in message["components"] for it in row["components"]]


def test_discord_finds_nothing_to_refuse(fought: Any) -> None:
    assert fought["faults"] == []
    assert [command["name"] for command in fought["commands"]] == [
        "fight",
        "act",
        "rounds",
        "undo",
        "pending",
    ]


def test_a_whole_fight_is_played(fought: Any) -> None:
    assert fought["round"] == ["Round 1.", "Initiative is rolled.\nOrc's turn."]
    assert fought["before"] == "**1** · Orc\nKhardak: 80 / 80\nOrc: hurt\nDafur: 80 / 80"
    assert fought["again"].endswith("Dafur loses 8 hits.")
    assert fought["orc's end"] == "Orc's turn ends.\nDafur's turn."
    assert "Orc suffers an E critical (slash)." in text(fought["crit"])
    assert fought["end"] == "The fight is over."


def test_a_reaction_is_answered_by_whom_it_is_asked_of_and_by_nobody_else(fought: Any) -> None:
    assert labels(fought["asked"]) == ["Answer"]
    assert fought["theirs"] == fought["nobody else"] == NO_SEAT
    own = fought["own"]
    assert own["flags"] == EPHEMERAL
    assert own["embeds"][0]["fields"][0]["name"] == "Dafur: instinctive dodge"
    assert labels(own) == ["yes", "no"]
    assert text(fought["hit"]).endswith("Dafur loses 8 hits.")
    assert fought["late"] == "That cannot be done now; choose again."
    assert fought["no more"] == "Nothing is asked of you."


def test_what_was_done_is_taken_back_once_and_by_whoever_may(fought: Any) -> None:
    assert labels(fought["hit"]) == ["Take back"]
    assert fought["not hers"].startswith("Only the GM undoes")
    assert fought["undone"] == "An action is taken back."
    assert fought["undone once"] == "Something has happened since: take that back first."
    assert fought["back"] == "An action is taken back."


def test_dice_fall_on_the_table_or_on_the_server(fought: Any) -> None:
    assert fought["roll"]["embeds"][0]["fields"][0]["value"] == "1d100 open-ended (96+) +80"
    assert labels(fought["roll"]) == ["Let the server roll", "The dice have fallen"]
    assert fought["words"] == fought["no dice"] == "These are no dice: write numbers with spaces between."
    assert fought["critical asked"]["embeds"][0]["fields"][1]["name"] == "Dafur: critical"


def test_the_channel_and_the_players_never_learn_of_whom_they_do_not_see(fought: Any, ford: Ford) -> None:
    assert list(fought["gm sees"]) == ["Khardak", "Orc", "Dafur", "Shade"]
    assert list(fought["player sees"]) == ["Khardak", "Orc", "Dafur"]
    assert fought["stranger sees"] == {}
    assert len(fought["public"]) > 10
    for secret in ("Shade", "dagger", ford.ids["shade"]):
        assert secret not in json.dumps(fought["public"])
    alone, flags, seen = fought["alone"]
    assert "Shade's dagger hits Khardak" in alone
    assert (flags, seen) == (EPHEMERAL, "You see nothing of it.")
    is_gone, told, flags = fought["hidden"]
    assert is_gone
    assert "Shade's manoeuvre (stealth)" in told
    assert flags == EPHEMERAL


def test_what_is_refused_is_told_to_one_person(fought: Any) -> None:
    assert fought["stranger"] == NO_SEAT
    assert fought["players may not"] == "This command is the GM's."


def test_the_bots_own_words_are_there_in_every_language() -> None:
    file = INTEGRATIONS / "discord" / "src" / "estoc_discord" / "words.toml"
    words = tomllib.loads(file.read_text("utf-8"))
    assert set(words) == {"en", "fr", "it"}
    assert words["en"].keys() == words["fr"].keys() == words["it"].keys()


@pytest.mark.parametrize("name", ["mcp", "discord"])
def test_an_integration_is_short(name: str) -> None:
    lines = [len(path.read_text().splitlines()) for path in (INTEGRATIONS / name / "src").rglob("*.py")]
    assert 0 < sum(lines) <= 500
