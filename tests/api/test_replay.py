"""The log of an encounter replays to the same events and states, and whatever was altered in it shows."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL
from typer.testing import CliRunner, Result

from app.cli import estoc
from app.persistence.base.session import Database
from app.services.assembly import assemble
from app.services.base.service import Estoc
from app.services.reports.replay import Difference, find_encounter, replay
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.conftest import PATIENT


@pytest.fixture
async def service(address: URL) -> AsyncIterator[Estoc]:
    service = assemble(Database(address, **PATIENT))
    yield service
    await service.database.close()


async def fought(gm: Caller) -> str:
    """An encounter with a bit of everything: an answer, a cancel, other settings, undo and redo."""
    token = {"system": "vtt", "kind": "token", "id": "7"}
    encounter = await gm.begin_fight(DAFUR, {**ORC, "external_refs": [token]})
    path = f"/encounters/{encounter}"
    await gm.act(encounter, dice=[55, 53], choices={"resist the stun": "no"})
    await gm.act(encounter, {**BLOW, "target": "vtt:token:7"}, dice=LIGHT_HIT)
    await gm.patch(path, {"dice_policy": {"rolls": "players"}}, If_Match="*")
    for last in ("answers", "cancel"):
        action = (await gm.act(encounter)).json()
        given = [{"decision_id": action["awaiting"][0]["decision_id"], "total": 11}]
        body = {"answers": given} if last == "answers" else {}
        assert (await gm.post(f"{path}/actions/{action['id']}/{last}", body)).status_code == 200
    await gm.post(f"{path}/combatants", {**ORC, "name": "Uruk-hai the Tall", "ref": "Uruk the Tall"})
    await gm.act(encounter, {"type": "damage", "target": "Uruk the Tall", "hits": 3})
    for route, steps in (("undo", 3), ("redo", 3), ("undo", 1)):
        assert (await gm.post(f"{path}/{route}", {"steps": steps})).status_code == 201
    await gm.act(encounter, {"type": "heal", "target": "Uruk the Tall", "hits": 1})
    return encounter


async def difference(service: Estoc, encounter: str) -> Difference | None:
    return (await replay(service, await find_encounter(service, encounter))).difference


async def altered(service: Estoc, statement: str, encounter: str) -> None:
    async with service.database.transaction() as driver:
        assert await driver.execute(statement, encounter) == "UPDATE 1"


async def test_what_was_fought_replays(gm: Caller, service: Estoc) -> None:
    encounter = await fought(gm)
    row = await find_encounter(service, encounter)
    told: list[int] = []
    replayed = await replay(service, row, told.append)
    assert replayed.difference is None
    assert told == list(range(1, row.version + 1))
    assert replayed.rows == row.version


LOG = "UPDATE encounter_action SET {} WHERE encounter_id = $1 AND kind = {}"
FIRST_BLOW = "'attack' AND seq = 3"
SECOND_BLOW = "'attack' AND seq = 4"


def swapped(column: str, old: str, new: str, rows: str = FIRST_BLOW) -> str:
    """The statement that puts one text in the place of another."""
    return LOG.format(f"{column} = replace({column}, '{old}', '{new}')", rows)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (swapped("command", '"hits":3', '"hits":4', "'damage'"), "events"),
        (swapped("answers", "[55]", "[56]"), "result"),
        (swapped("result", '"value":55', '"value":56'), "rolls"),
        (swapped("result", '"choice":"no"', '"choice":"yes"'), "choices"),
        (swapped("answers", "[55]", "[97]"), "answers"),
        (LOG.format("answers = '[]'", FIRST_BLOW), "answers"),
        (swapped("command", "axe", "axe2"), "answers"),
        (swapped("events", '"hits":12', '"hits":13'), "events"),
        (swapped("state_after", '"axe"', '"pick"'), "state"),
        (swapped("state_after", '"axe"', '"pick"', "'cancel'"), "state"),
        (LOG.format("reverts = reverts[2:]", "'undo' AND cardinality(reverts) = 3"), "reverts"),
        (LOG.format("reverts = reverts[2:]", "'redo'"), "reverts"),
        (LOG.format("tables_hash = 'other'", SECOND_BLOW), "numbers"),
        (LOG.format("last_event = last_event + 1", SECOND_BLOW), "numbers"),
        (LOG.format("reverted_by = 1", SECOND_BLOW), "reverted_by"),
        (
            "UPDATE encounter SET state = replace(state, '\"axe\"', '\"pick\"') WHERE id = $1",
            "state of the encounter",
        ),
        ("UPDATE encounter SET version = version + 1 WHERE id = $1", "version"),
        ("UPDATE encounter SET last_event = last_event + 1 WHERE id = $1", "last_event"),
    ],
)
async def test_whatever_is_altered_shows(gm: Caller, service: Estoc, statement: str, what: str) -> None:
    encounter = await fought(gm)
    await altered(service, statement, encounter)
    found = await difference(service, encounter)
    assert found is not None
    assert found.what == what, found


def run(address: URL, *arguments: str) -> Result:
    """`estoc` on the database of the tests, which may lose what it confirmed."""
    env = {"DATABASE_URL": address.render_as_string(hide_password=False), "ESTOC_ALLOW_DATA_LOSS": "true"}
    return CliRunner().invoke(estoc, [*arguments], env=env)


@pytest.fixture
async def encounter(gm: Caller) -> str:
    return await fought(gm)


async def in_thread(address: URL, *arguments: str) -> Result:
    """The command line has an event loop of its own."""
    return await asyncio.to_thread(run, address, *arguments)


async def test_estoc_replay_ends_as_it_found(encounter: str, address: URL, service: Estoc) -> None:
    same = await in_thread(address, "replay", encounter)
    assert (same.exit_code, "replay to the same events and states" in same.output) == (0, True), same.output
    await altered(service, swapped("command", '"hits":3', '"hits":4', "'damage'"), encounter)
    other = await in_thread(address, "replay", encounter)
    assert other.exit_code == 1
    assert "differs in its events" in other.output
    nowhere = await in_thread(address, "replay", "enc_nowhere")
    assert (nowhere.exit_code, "There is no encounter enc_nowhere." in nowhere.output) == (2, True)


async def test_estoc_export_is_played_elsewhere_to_the_same_end(
    gm: Caller, encounter: str, address: URL, tmp_path: Path
) -> None:
    exported: dict[str, Any] = (await gm.get(f"/encounters/{encounter}/scenario")).json()
    assert [one["id"] for one in exported["combatants"]] == ["dafur", "orc"]
    assert [step["do"]["type"] for step in exported["play"]] == ["attack", "attack", "attack", "add", "heal"]
    assert exported["play"][1]["do"]["target"] == "orc"
    assert exported["play"][3]["do"]["identity"]["ref"] == "uruk-hai-the-tall"
    assert exported["play"][4]["do"]["target"] == "uruk-hai-the-tall"
    assert exported["play"][0]["dice"] == [55, 53]
    for name in ("fight.yaml", "fight.json"):
        path = tmp_path / name
        written = await in_thread(address, "export", encounter, "--output", str(path))
        assert written.exit_code == 0, written.output
        played = CliRunner().invoke(estoc, ["play", str(path)])
        assert played.exit_code == 0, played.output
    shown = await in_thread(address, "export", encounter)
    assert shown.output == (tmp_path / "fight.yaml").read_text("utf-8")
    altered = (tmp_path / "fight.yaml").read_text("utf-8").replace("55, 53", "50, 53")
    (tmp_path / "altered.yaml").write_text(altered, "utf-8")
    assert CliRunner().invoke(estoc, ["play", str(tmp_path / "altered.yaml")]).exit_code == 1
    assert (await in_thread(address, "export", "enc_nowhere")).exit_code == 2


async def test_what_waits_is_not_exported_and_strangers_export_nothing(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.patch(f"/encounters/{encounter}", {"dice_policy": {"rolls": "players"}}, If_Match="*")
    assert (await gm.act(encounter)).status_code == 202
    assert (await gm.get(f"/encounters/{encounter}/scenario")).json()["play"] == []
    assert (await stranger.get(f"/encounters/{encounter}/scenario")).status_code == 404
