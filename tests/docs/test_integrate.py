"""The pages for integrators: every sample is run against the service as it is served."""

import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import pytest

from app.config import PAUSES, Settings
from app.rules.common.disclosure import HpDisclosure, Visibility
from app.rules.resolution.policies import POLICIES
from app.services.access.roles import Role, Scope
from app.services.dice.policy import Privacy
from app.services.visibility.redaction import RESET, SKIP
from app.services.visibility.viewer import Fares
from tests.api.caller import LIGHT_HIT, Caller
from tests.api.listening import caller_at
from tests.docs.conftest import Demo
from tests.docs.samples import NODE, ROOT, blocks, node, page, python, shell
from tests.docs.test_readme import contains
from tests.infra.served import free_port

LIVE, WEBHOOKS = page("integrate/live-events.md"), page("integrate/webhooks.md")
SYNC, LEGAL = page("integrate/sync.md"), page("integrate/legal-actions.md")
VISIBILITY, ODDS = page("integrate/visibility.md"), page("integrate/odds.md")
SIMULATIONS = page("integrate/simulations.md")


@pytest.fixture
async def gm(served: Demo) -> AsyncIterator[Caller]:
    async with caller_at(served.url, served.token) as caller:
        yield caller


async def run(command: str, **variables: str) -> str:
    """What a command prints, while others go on."""
    return await asyncio.to_thread(lambda: shell(command, **variables))


class Cable:
    """A way to the server that can be cut."""

    def __init__(self, server: asyncio.Server, writers: list[asyncio.StreamWriter]) -> None:
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._writers = writers

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()


@asynccontextmanager
async def cable_to(served: Demo) -> AsyncIterator[Cable]:
    port = int(served.url.rpartition(":")[2])
    writers: list[asyncio.StreamWriter] = []

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while some := await source.read(65_536):
                target.write(some)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        writers.extend((writer, back))
        await asyncio.gather(carry(reader, back), carry(there, writer))

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield Cable(server, writers)
    finally:
        server.close()


def test_the_commands_follow_the_events_as_shown(served: Demo) -> None:
    encounter = served.encounter
    given = {"URL": served.url, "TOKEN": served.token, "ENCOUNTER": encounter}
    read, listen = blocks(LIVE, "sh")
    read_page = json.loads(shell(read, **given))
    (sample,) = map(json.loads, blocks(LIVE, "json"))
    assert contains(read_page["items"][0], sample)
    streamed = shell(listen, 3, **given)
    heard = [json.loads(line[6:]) for line in streamed.splitlines() if line.startswith("data: ")]
    assert heard == read_page["items"]


def test_every_member_of_an_event_is_explained(served: Demo) -> None:
    encounter = served.encounter
    read, _ = blocks(LIVE, "sh")
    event = json.loads(shell(read, URL=served.url, TOKEN=served.token, ENCOUNTER=encounter))["items"][0]
    explained = set(re.findall(r"`([a-z_]+)`", LIVE.partition("| member")[2].partition("\n\n")[0]))
    assert set(event) <= explained
    assert f'"type": "{SKIP}"' in LIVE
    assert f'"type": "{RESET}"' in LIVE


DRIVERS = {
    "fetch": """
import {{ follow }} from "./sample.mjs";
for await (const event of follow({given})) console.log(event.seq);
""",
    "EventSource": """
import {{ listen }} from "./sample.mjs";
listen({{ ...{given}, onEvent: (event) => console.log(event.seq) }});
""",
}


@pytest.mark.parametrize("way", DRIVERS)
async def test_the_scripts_hear_everything_once_though_the_cable_is_cut(
    way: str, served: Demo, gm: Caller, tmp_path: Path
) -> None:
    sample = next(block for block in blocks(LIVE, "js") if ("EventSource" in block) == (way == "EventSource"))
    (tmp_path / "sample.mjs").write_text(sample)
    encounter = await gm.begin_fight()
    async with cable_to(served) as cable:
        given = json.dumps({"url": cable.url, "token": gm.token, "encounter": encounter})
        script = tmp_path / "driver.mjs"
        script.write_text(DRIVERS[way].format(given=given))
        async with node(script) as script_runs:
            await script_runs.until(lambda lines: len(lines) == 2)
            for _ in range(2):
                cable.cut()
                blow = (await gm.act(encounter, dice=LIGHT_HIT)).json()
                last = str(blow["events"][-1]["seq"])
                heard = await script_runs.until(lambda lines, last=last: lines[-1] == last)
                assert heard == [str(number) for number in range(1, int(last) + 1)]


@pytest.mark.parametrize("language", ["python", "js"])
async def test_the_receivers_take_what_is_genuine_and_nothing_else(
    language: str, served: Demo, gm: Caller, tmp_path: Path
) -> None:
    port = str(free_port())
    create, resume, rotate, delete = blocks(WEBHOOKS, "sh")
    key = secrets.token_hex(4)
    given = {"URL": served.url, "TOKEN": gm.token, "RECEIVER": f"http://127.0.0.1:{port}/"}
    made = json.loads(await run(create.replace("webhook-1", key), **given))
    (receiver,) = blocks(WEBHOOKS, language)
    script = tmp_path / ("receiver.py" if language == "python" else "receiver.mjs")
    script.write_text(receiver)
    start = python if language == "python" else node
    async with start(script, SECRET=made["secret"], PORT=port) as receives:
        await run(f"until curl -s {given['RECEIVER']} >/dev/null; do sleep 0.1; done")
        forged = await asyncio.to_thread(
            shell, f"curl -s -o /dev/null -w '%{{http_code}}' -d '{{}}' {given['RECEIVER']}"
        )
        assert forged == "401"
        given["WEBHOOK"] = made["id"]
        rotated = json.loads(await run(rotate.replace("rotate-1", key), **given))
        assert rotated["secret"] != made["secret"]
        await gm.begin_fight()
        lines = await receives.until(lambda lines: sum("combatant_added" in line for line in lines) == 2)
    assert [line for line in lines if "combatant_added" in line] == ["1 combatant_added", "2 combatant_added"]
    resumed = json.loads(await run(resume.replace("resume-1", key), **given))
    assert resumed["status"] == "active"
    assert await run(delete, **given) == ""
    assert (await gm.get(f"/webhooks/{made['id']}")).status_code == 404


async def test_a_table_is_brought_in_line_as_shown(served: Demo, gm: Caller) -> None:
    given = {"URL": served.url, "TOKEN": gm.token, "ENCOUNTER": await gm.begin()}
    for command, sample in zip(blocks(SYNC, "sh"), map(json.loads, blocks(SYNC, "json")), strict=True):
        assert contains(json.loads(await run(command, **given)), sample)


async def test_the_module_keeps_a_table_in_line(served: Demo, gm: Caller, tmp_path: Path) -> None:
    (sample,) = blocks(SYNC, "js")
    (tmp_path / "sample.mjs").write_text(sample)
    given = json.dumps({"url": served.url, "token": gm.token, "encounter": await gm.begin()})
    script = tmp_path / "driver.mjs"
    script.write_text(BRINGING.format(given=given))
    async with node(script) as runs:
        lines = await runs.until(lambda lines: len(lines) == 3)
    first, second, refused = lines
    assert first == second
    assert "/combatants/0/sheet" in refused


BRINGING = """
import {{ bringInLine }} from "./sample.mjs";
const describe = (id) => ({{
  external_refs: [{{ system: "owlbear", kind: "token", id }}],
  name: id,
  sheet: {{ hits: 30, db: 20, armour_type: 2 }},
}});
const given = {{ ...{given}, tokens: ["a", "b"], describe }};
const first = await bringInLine(given);
console.log(JSON.stringify(first));
console.log(JSON.stringify(await bringInLine({{ ...given, tag: first.tag }})));
const nobody = (id) => ({{ ...describe(id), sheet: undefined }});
const refused = bringInLine({{ ...given, tokens: ["c"], describe: nobody }});
await refused.catch((refusal) => console.log(refusal.message));
"""


async def test_what_somebody_can_do_is_listed_as_shown(served: Demo, gm: Caller) -> None:
    given = {"URL": served.url, "TOKEN": gm.token, "ENCOUNTER": await gm.begin_fight()}
    for command, sample in zip(blocks(LEGAL, "sh"), map(json.loads, blocks(LEGAL, "json")), strict=True):
        assert contains(json.loads(await run(command, **given)), sample)


async def test_odds_are_told_and_drawn_as_shown(served: Demo, gm: Caller) -> None:
    given = {"URL": served.url, "TOKEN": gm.token, "ENCOUNTER": await gm.begin_fight()}
    asked, compared, drawn = blocks(ODDS, "sh")
    (sample,) = map(json.loads, blocks(ODDS, "json"))
    told = json.loads(await run(asked, **given))
    assert contains(told, sample)
    now, parried = json.loads(await run(compared, **given))["variants"]
    assert contains(now["odds"], sample)
    assert parried["name"] == "parried"
    picture = await run(drawn, **given)
    assert "<desc>" in picture
    assert "Dafur → Orc: attack hit" in picture


async def test_a_fight_is_simulated_as_shown(served: Demo, gm: Caller, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {"URL": served.url, "TOKEN": gm.token, "ENCOUNTER": await gm.begin_fight(), "PATH": path}
    begin, follow, look, play, delete, offline = blocks(SIMULATIONS, "sh")
    under_way, result = map(json.loads, blocks(SIMULATIONS, "json"))
    made = json.loads(await run(begin.replace("simulation-1", secrets.token_hex(4)), **given))
    assert contains(made, under_way)
    given["SIMULATION"] = made["id"]
    heard = await run(follow, **given)
    assert re.findall(r"^event: (\w+)", heard, re.MULTILINE)[-1] == "finished"
    assert contains(json.loads(await run(look, **given)), result)
    assert "✗" not in await run(play.replace("run.json", str(tmp_path / "run.json")), **given)
    assert await run(delete, **given) == ""
    assert "win" in await run(offline, **given)


def test_every_policy_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", SIMULATIONS, re.MULTILINE) == list(POLICIES)


async def test_a_table_gets_tokens_and_sees_the_masked_orc_as_shown(served: Demo, gm: Caller) -> None:
    encounter = await gm.begin_fight()
    given = {"URL": served.url, "TOKEN": gm.token, "ENCOUNTER": encounter, "CAMPAIGN": gm.campaign}
    issue, mask, limit = blocks(VISIBILITY, "sh")
    ada, screen = json.loads(await run(issue, **given))["tokens"]
    assert json.loads(await run(mask, **given))["disclosure"]["name_mask"] == "A hooded figure"
    (shown,) = map(json.loads, blocks(VISIBILITY, "json"))
    for token in (ada["token"], screen["token"]):
        viewer = Caller(gm.http, token)
        seen = (await viewer.get(f"/encounters/{encounter}/combatants")).json()["items"]
        assert contains(seen[1], shown)
        assert "Orc" not in json.dumps(seen)
    wanted = {"hp": "band", "defence": "none", "initiative": None}
    assert json.loads(await run(limit, **given))["disclosure"] == wanted
    seen = (await viewer.get(f"/encounters/{encounter}/combatants")).json()["items"]
    assert [one["health"]["fares"] for one in seen] == ["unhurt", "unhurt"]
    await gm.patch(f"/campaigns/{gm.campaign}", {"disclosure": {}}, If_Match="*")


def test_the_page_about_visibility_names_every_role_and_value() -> None:
    for form in (Role, Scope, Visibility, HpDisclosure, Fares, Privacy):
        for value in get_args(form):
            assert value == "admin" or f"`{value}`" in VISIBILITY, value


def test_the_pages_say_what_the_settings_are() -> None:
    real = {f"ESTOC_{name.upper()}" for name in Settings.model_fields}
    for text in (LIVE, WEBHOOKS):
        assert set(re.findall(r"ESTOC_[A-Z_]+", text)) <= real
    shown = re.search(r"`ESTOC_WEBHOOK_PAUSES`.*`(\[.*\])`", WEBHOOKS)
    assert shown is not None
    assert tuple(json.loads(shown[1])) == PAUSES
    spoken = "5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h and 12 h"
    units = {"s": 1, "min": 60, "h": 3600}
    told = [int(n) * units[unit] for n, unit in re.findall(r"(\d+) (s|min|h)", spoken)]
    assert spoken.replace(" ", "") in WEBHOOKS.replace("\n", " ").replace(" ", "")
    assert tuple(told) == PAUSES


def test_the_links_lead_somewhere() -> None:
    for text in (LIVE, WEBHOOKS, SYNC, LEGAL, VISIBILITY, ODDS, SIMULATIONS):
        for target in re.findall(r"\]\((?!http)([^)]+)\)", text):
            name, _, anchor = target.partition("#")
            linked = (ROOT / "docs" / "integrate" / name).read_text()
            headings = [line.lstrip("# ").lower().replace(" ", "-") for line in linked.splitlines()]
            assert not anchor or anchor in headings, target


def test_the_scripts_are_tidy(tmp_path: Path) -> None:
    for number, block in enumerate([*blocks(LIVE, "js"), *blocks(WEBHOOKS, "js"), *blocks(SYNC, "js")]):
        script = tmp_path / f"{number}.mjs"
        script.write_text(block)
        subprocess.run([NODE, "--check", script], check=True)


def test_the_message_looks_as_shown() -> None:
    examples: dict[str, Any] = json.loads((ROOT / "app/api/openapi/examples.json").read_text())
    (sample,) = map(json.loads, blocks(WEBHOOKS, "json"))
    assert contains(examples["A message"], sample)
