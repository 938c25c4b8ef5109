"""The scenarios of the set cover, through the installed client."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli.play import open_stage
from app.services.scenarios.run import play_scenario
from tests.clients.python.installed import CLIENT, plain_environment
from tests.scenarios.answering import Answering
from tests.scenarios.cover import listed
from tests.scenarios.files import SCENARIOS, Case

BRIDGE = Path(__file__).with_name("bridge.py")


class Bridged(httpx.BaseTransport):
    """Has the installed client make each call."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content) if request.content else None
        call = {"method": request.method, "path": request.url.path, "body": body}
        told, heard = self._process.stdin, self._process.stdout
        assert told is not None
        assert heard is not None
        told.write(json.dumps(call) + "\n")
        told.flush()
        line = heard.readline()
        assert line, "the client's process has ended"
        answer = json.loads(line)
        return httpx.Response(answer["status"], json=answer["body"])


@contextmanager
def bridged(python: Path, server: str, token: str, kind: str) -> Iterator[httpx.Client]:
    process = subprocess.Popen(
        [python, BRIDGE, server, token, kind],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=plain_environment(),
    )
    with process, httpx.Client(transport=Bridged(process), base_url="http://bridge") as client:
        yield client
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.fixture(scope="module")
def by_sync(python: Path, server: str, token: str) -> Iterator[httpx.Client]:
    with bridged(python, server, token, "sync") as client:
        yield client


@pytest.fixture(scope="module")
def by_async(python: Path, server: str, token: str) -> Iterator[httpx.Client]:
    with bridged(python, server, token, "async") as client:
        yield client


def commands_of(case: Case) -> frozenset[str]:
    steps = case.read().scenario.play
    kinds = (step.do.get("type") for step in steps)
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
def test_a_scenario_comes_out_the_same(case: Case, by_sync: httpx.Client) -> None:
    file = case.read()
    report = play_scenario(file.scenario, open_stage(file, by_sync))
    assert report.holds, [step.differences for step in report.steps] + [report.at_the_end]


def test_every_command_was_sent_by_its_own_method(by_sync: httpx.Client, python: Path) -> None:
    for case in SCENARIOS:
        if case.name in SHORT:
            play_scenario(case.read().scenario, open_stage(case.read(), by_sync))
    told = by_sync.get("/helped").json()
    assert COMMANDS - set(told["helped"]) == set()
    assert told["from"].startswith(str(CLIENT / ".venv"))


@pytest.mark.parametrize("case", chosen("asks", frozenset(sorted(listed("asks"))[::6])))
def test_people_roll_and_decide_with_the_asynchronous_client(case: Case, by_async: httpx.Client) -> None:
    """And take back and do again each step."""
    scenario = case.read().scenario
    report = play_scenario(scenario, Answering(scenario, by_async))
    assert report.holds, [step.differences for step in report.steps] + [report.at_the_end]
