"""The installed client where connections are cut after the server has done what was asked."""

import json
from pathlib import Path

import pytest

from tests.clients.python.cutting import cutting
from tests.clients.python.installed import run

FIGHT = Path(__file__).with_name("fight.py")


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_what_was_cut_is_done_once_and_a_stream_goes_on(
    kind: str, python: Path, server: str, token: str
) -> None:
    with (
        cutting(server, "/actions", 2) as actions,
        cutting(server, "/v1/encounters/", 2) as edits,
        cutting(server, "/none", streams=True) as streams,
    ):
        told = json.loads(run(python, FIGHT, server, token, actions.url, edits.url, streams.url, kind))
    assert len(actions.seen) == 3
    assert told["log"].count("attack") == 1
    assert told["blow"][1] is True, "the third attempt is answered with what the first has done"
    assert told["undo"] == [[told["blow"][0]], True]
    assert "edit" in told, "an edit has no key, so it is not sent again"
    assert [line.split()[0] for line in edits.seen] == ["POST", "PATCH"]
    assert told["stream"] == told["known"] == list(range(1, len(told["known"]) + 1))
    assert len(streams.seen) >= len(told["known"]) - 1, "each connection told one event and a half"
