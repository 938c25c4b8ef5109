"""The scenarios of the set cover, through the installed client."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli.play import open_stage
from app.services.scenarios.run import play_scenario
from tests.clients.typescript.installed import NODE
from tests.scenarios.answering import Answering
from tests.scenarios.cover import listed
from tests.scenarios.files import SCENARIOS, Case

BRIDGE = Path(__file__).with_name("bridge.mjs")


class Bridged(httpx.BaseTransport):
    """Has the installed client make each call."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content) if request.content else None
        told, heard = self._process.stdin, self._process.stdout
        assert told is not None
        assert heard is not None
        told.write(json.dumps({"method": request.method, "path": request.url.path, "body": body}) + "\n")
        told.flush()
        line = heard.readline()
        assert line, "the client's process has ended"
        status, answer = json.loads(line)
        return httpx.Response(status, json=answer)


@pytest.fixture(scope="module")
def bridged(folder: Path, server: str, token: str) -> Iterator[httpx.Client]:
    script = shutil.copy(BRIDGE, folder)
    pipe = subprocess.PIPE
    with (
        subprocess.Popen([NODE, script, server, token], stdin=pipe, stdout=pipe, text=True) as process,
        httpx.Client(transport=Bridged(process), base_url="http://bridge") as client,
    ):
        yield client
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def commands_of(case: Case) -> frozenset[str]:
    kinds = (step.do.get("type") for step in case.read().scenario.play)
    return frozenset(kind for kind in kinds if isinstance(kind, str))


def shortest() -> tuple[frozenset[str], frozenset[str]]:
    """The names of few scenarios of the cover with every command among them, and these commands."""
    cases = {case.name: commands_of(case) for case in SCENARIOS if case.name in listed("shows")}
    every = missing = frozenset[str]().union(*cases.values())
    chosen: set[str] = set()
    while missing:
        best = max(sorted(cases), key=lambda name: len(cases[name] & missing))
        chosen.add(best)
        missing -= cases[best]
    return frozenset(chosen), every


SHORT, COMMANDS = shortest()


def chosen(kind: str, short: frozenset[str]) -> list[Any]:
    """The scenarios of a cover; those outside ``short`` are for `make reliability`."""
    return [
        pytest.param(case, id=case.name, marks=() if case.name in short else pytest.mark.reliability)
        for case in SCENARIOS
        if case.name in listed(kind)
    ]


@pytest.mark.parametrize("case", chosen("shows", SHORT))
def test_a_scenario_comes_out_the_same(case: Case, bridged: httpx.Client) -> None:
    file = case.read()
    report = play_scenario(file.scenario, open_stage(file, bridged))
    assert report.holds, [step.differences for step in report.steps] + [report.at_the_end]


def test_every_command_was_sent_by_its_own_method(bridged: httpx.Client) -> None:
    for case in SCENARIOS:
        if case.name in SHORT:
            play_scenario(case.read().scenario, open_stage(case.read(), bridged))
    assert COMMANDS - set(bridged.get("/helped").json()) == set()


@pytest.mark.parametrize("case", chosen("asks", frozenset(sorted(listed("asks"))[::6])))
def test_people_roll_and_decide(case: Case, bridged: httpx.Client) -> None:
    """And take back and do again each step."""
    scenario = case.read().scenario
    report = play_scenario(scenario, Answering(scenario, bridged))
    assert report.holds, [step.differences for step in report.steps] + [report.at_the_end]
