"""The same scenarios through the public API of a server with a real PostgreSQL."""

import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from pydantic import SecretStr
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from typer.testing import CliRunner

from app.cli import estoc
from app.cli.over_http import ServerUnusable
from app.cli.play import connect, open_stage, shipped_shelf
from app.config import Settings
from app.main import create_app
from app.persistence.base.session import Database
from app.services.assembly import assemble
from app.services.base.service import Estoc
from app.services.packs.packs import load_pack
from app.services.reports.replay import find_encounter, replay
from app.services.scenarios.document import read_scenario
from app.services.scenarios.file import UnreadableScenario, read_file
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import ScenarioReport, play_scenario
from app.services.scenarios.text import as_yaml, read_text
from app.shipped import shipped_packs
from tests.conftest import PATIENT
from tests.scenarios.answering import Answering
from tests.scenarios.cover import listed
from tests.scenarios.files import SCENARIOS, Case
from tests.scenarios.golden import FIGHTS, golden_transcript, transcript_of
from tests.scenarios.test_scenarios import AXE, changed

ADMIN = "admin-of-the-test"
STARTED_WITHIN = 60
"""Seconds until the server answers its first request."""


def chosen(kind: str) -> list[Any]:
    """Every scenario as a parameter; those that are not in that list are for `make reliability`."""
    names = listed(kind)
    return [
        pytest.param(case, id=case.name, marks=() if case.name in names else pytest.mark.reliability)
        for case in SCENARIOS
    ]


@pytest.fixture(scope="module")
async def server(module_database: URL) -> AsyncIterator[str]:
    """Address of a server on a free port, with the project's own tables."""
    engine = create_async_engine(module_database)
    async with AsyncSession(engine) as session, session.begin():
        for folder in shipped_packs():
            await load_pack(session, folder)
    await engine.dispose()
    address = SecretStr(module_database.render_as_string(hide_password=False))
    settings = Settings(admin_token=SecretStr(ADMIN), rate_limit=0).model_copy(
        update={"database_url": address, **PATIENT}
    )
    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(create_app(settings), lifespan="on", log_level="warning"))
    thread = threading.Thread(target=running.run, args=([listener],))
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    running.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
async def service(module_database: URL) -> AsyncIterator[Estoc]:
    """What looks at the server's database from outside."""
    service = assemble(Database(module_database, **PATIENT))
    yield service
    await service.database.close()


@pytest.fixture(scope="module")
def token(server: str) -> str:
    """The GM's token of a campaign of its own."""
    headers = {"Authorization": f"Bearer {ADMIN}", "Idempotency-Key": "campaign"}
    with httpx.Client(base_url=server, headers=headers, timeout=STARTED_WITHIN, trust_env=False) as admin:
        opened = admin.post("/v1/campaigns", json={"name": "Scenarios"})
    assert opened.status_code == 201, opened.text
    return opened.json()["token"]


@pytest.fixture(scope="module")
def client(server: str, token: str) -> Iterator[httpx.Client]:
    with connect(server, token) as connected:
        yield connected


def played(path: Path, client: httpx.Client, ruleset: str | None = None) -> ScenarioReport:
    file = read_file(path, ruleset)
    return play_scenario(file.scenario, open_stage(file, client))


@pytest.mark.parametrize("case", chosen("shows"))
def test_a_scenario_comes_out_the_same_through_the_api(case: Case, client: httpx.Client) -> None:
    over_http = played(case.path, client, case.ruleset)
    assert over_http.holds, [step.differences for step in over_http.steps] + [over_http.at_the_end]
    file = case.read()
    assert over_http == play_scenario(file.scenario, open_stage(file))


@pytest.mark.parametrize("case", chosen("asks"))
async def test_a_scenario_comes_out_the_same_when_people_roll_and_decide(
    case: Case, client: httpx.Client, service: Estoc
) -> None:
    """And its log replays, and what is written down of it plays elsewhere to the same end."""
    scenario = case.read().scenario
    stage = Answering(scenario, client)
    report = play_scenario(scenario, stage)
    assert report.holds, [step.differences for step in report.steps] + [report.at_the_end]
    replayed = await replay(service, await find_encounter(service, stage.encounter))
    assert replayed.difference is None
    exported = client.get(f"/v1/encounters/{stage.encounter}/scenario").json()  # noqa: ASYNC212 — another thread serves
    written = read_scenario(read_text(as_yaml(exported)).document)
    assert written == read_scenario(exported)
    again = play_scenario(written, InProcess(written, shipped_shelf(written.ruleset)))
    assert again.holds, [step.differences for step in again.steps] + [again.at_the_end]
    assert len(written.expect.combatants) >= len(stage.combatants())


def test_every_reaction_is_asked_of_people(client: httpx.Client) -> None:
    asked: set[str] = set()
    for case in SCENARIOS:
        if case.path.stem.startswith(("H-INT", "DH-11", "DH-20", "DH-38", "DH-39", "DH-9", "H-EFF-STUN")):
            scenario = case.read().scenario
            stage = Answering(scenario, client, undoes=False)
            play_scenario(scenario, stage)
            asked |= set(stage.asked)
    assert asked >= {
        "ambush",
        "free attack on the charge",
        "free attack on the one who leaves",
        "instinctive dodge",
        "interception",
        "nearest ally",
        "resist the stun",
        "the interrupted action",
        "use the shield",
        "who is first",
    }


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: f"{fight.parent.name}-{fight.stem}")
def test_the_golden_fights_have_the_same_transcripts_through_the_api(
    fight: Path, client: httpx.Client
) -> None:
    file = read_file(fight)
    assert golden_transcript(file, open_stage(file, client)) == transcript_of(fight).read_text("utf-8")


def test_dice_that_are_missing_or_left_over_fail_through_the_api_too(
    tmp_path: Path, client: httpx.Client
) -> None:
    for dice, message in (
        ("[55] ", "no die is given for «critical»"),
        ("[55, 42, 7] ", "asks for the dice 7"),
    ):
        report = played(changed(tmp_path, ("[55, 42] ", dice)), client)
        assert message in report.steps[0].differences[0].message


def test_a_file_that_the_server_refuses_is_told_by_its_line(tmp_path: Path, client: httpx.Client) -> None:
    with pytest.raises(
        UnreadableScenario, match=r"changed\.yaml:11: /combatants/1/sheet/armour_type: .*armour type"
    ):
        played(changed(tmp_path, ("armour_type: 4", "armour_type: 11")), client)


def test_without_a_good_token_nothing_is_played(server: str) -> None:
    with connect(server, "estoc_of_nobody") as stranger, pytest.raises(ServerUnusable, match="401"):
        played(AXE, stranger)


def test_estoc_play_by_url(server: str, token: str) -> None:
    def status(*arguments: str) -> int:
        return CliRunner().invoke(estoc, ["play", str(AXE), *arguments]).exit_code

    assert status("--url", server, "--token", token) == 0
    assert status("--url", server, "--token", "estoc_of_nobody") == 2
    assert status("--url", "http://127.0.0.1:1", "--token", token) == 2
