"""The pages on the first call, retries, limits and going live: samples are run, figures are the real ones."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.api.http.bodies import MAX_DICE
from app.api.http.limits import USER_CODES
from app.api.http.problem_pages import PAGES
from app.api.http.requests import BODY_WITHIN, MAX_BODY, MAX_PACK, MAX_PAGE
from app.api.outgoing.events import MAX_WAIT
from app.cli.connections import Bounds
from app.config import Settings
from app.persistence.base.json_text import MAX_CHARACTERS, MAX_DEPTH, MAX_ITEMS, TABLE_PACK
from app.persistence.base.session import ON_TOP
from app.services.access.devices import AT_MOST
from app.services.base.slots import AT_ONCE, MOST_OF_A_TOKEN, Slots
from app.services.packs.campaign_packs import MOST_PACKS
from app.services.play.run import MAX_COMBATANTS
from app.services.play.undo import MOST_STEPS
from tests.api.caller import BLOW, Caller
from tests.api.listening import caller_at
from tests.docs.conftest import ADMIN, Demo
from tests.docs.samples import ROOT, blocks, node, page, python, shell

FIRST, RETRIES, LIMITS, LIVE = (
    page(f"integrate/{name}.md") for name in ("first-call", "retries", "limits", "going-live")
)
SEND = """
import {{ send }} from "./sample.mjs";
const {{ url, token, path, body }} = {given};
console.log((await send(url, token, path, body)).id);
"""


@pytest.fixture
async def gm(served: Demo) -> AsyncIterator[Caller]:
    async with caller_at(served.url, served.token) as caller:
        yield caller


def test_somebody_is_there(served: Demo) -> None:
    (ping,) = blocks(FIRST, "sh")
    assert json.loads(shell(ping, URL=served.url))["service"] == "estoc"


@pytest.mark.parametrize("language", ["js", "python"])
async def test_the_first_blow_falls_as_told(language: str, served: Demo, tmp_path: Path) -> None:
    (sample,) = blocks(FIRST, language)
    script = tmp_path / ("first.mjs" if language == "js" else "first.py")
    script.write_text(sample)
    start = node if language == "js" else python
    async with start(script, URL=served.url, TOKEN=served.token) as runs:
        (line,) = await runs.until(lambda lines: len(lines) == 1)
    assert line.startswith("21 ")
    assert "sword" in line


@asynccontextmanager
async def lossy(port: int) -> AsyncIterator[str]:
    """A way to the server on which the first request arrives and its answer does not."""
    lost: list[int] = []

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while some := await source.read(65_536):
            target.write(some)
            await target.drain()
        target.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        asks = asyncio.create_task(carry(reader, back))
        if not lost:
            lost.append(len(await there.read(65_536)))
            writer.transport.abort()
            back.close()
        else:
            await carry(there, writer)
        asks.cancel()

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
    assert lost


async def test_a_lost_answer_is_asked_for_again_and_nothing_happens_twice(
    served: Demo, gm: Caller, tmp_path: Path
) -> None:
    encounter = await gm.begin_fight()
    (sample,) = blocks(RETRIES, "js")
    (tmp_path / "sample.mjs").write_text(sample)
    script = tmp_path / "driver.mjs"
    path = f"/v1/encounters/{encounter}/actions"
    async with lossy(int(served.url.rpartition(":")[2])) as url:
        given = {"url": url, "token": gm.token, "path": path, "body": {"command": BLOW}}
        script.write_text(SEND.format(given=json.dumps(given)))
        async with node(script) as runs:
            (told,) = await runs.until(lambda lines: len(lines) == 1)
    actions = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert [action["id"] for action in actions if action["command"]["type"] == "attack"] == [told]


def test_a_campaign_is_opened_as_told(served: Demo) -> None:
    (command,) = blocks(LIVE, "sh")
    opened = json.loads(shell(command, URL=served.url, ESTOC_ADMIN_TOKEN=ADMIN))
    assert opened["name"] == "The winter campaign"
    assert opened["token"]


def test_the_limits_are_the_real_ones() -> None:
    settings = {name: field.default for name, field in Settings.model_fields.items()}
    bounds, slots = Bounds(), Slots()
    waits = max(settings[name] for name in ("pool_timeout", "connect_timeout", "lock_timeout")) + ON_TOP
    real = {
        "the head of a request": (
            f"{bounds.head // 1024} kB, {bounds.fields} headers, within {bounds.head_within:.0f} s"
        ),
        "the address in it": f"{bounds.url // 1024} kB",
        "a body": f"{MAX_BODY // 1024} kB, within {BODY_WITHIN:.0f} s",
        "a [table pack](table-packs.md)": f"{MAX_PACK // 1024**2} MB",
        "entries of a list in a table pack": TABLE_PACK.items,
        "values in a table pack": TABLE_PACK.values,
        "versions of table packs in a campaign": MOST_PACKS,
        "how deep a body nests": MAX_DEPTH,
        "entries of a list in a body": MAX_ITEMS,
        "characters of a text": MAX_CHARACTERS,
        "a page of a list": f"{MAX_PAGE} (`limit`, 50 without it)",
        "combatants in an encounter": MAX_COMBATANTS,
        "dice given with one action": MAX_DICE,
        "requests of a token": f"{settings['rate_limit']} a minute and worker",
        "requests without a good token, from one address": (
            f"{settings['rate_limit_strangers']} a minute and worker"
        ),
        "user codes that a token looks for": f"{USER_CODES} a minute and worker",
        "keys that one address has asked for and not got": f"{AT_MOST} in ten minutes",
        "streams": f"{settings['streams']} a worker",
        "what is computed (below)": (
            f"{AT_ONCE} at once a worker, of a token 1; others wait {slots.waits:.0f} s"
        ),
        "requests of a token that compute or wait to": f"{MOST_OF_A_TOKEN} a worker",
        "the time for one of them": f"{slots.within:.0f} s",
        "waiting for others in the encounter, and for the database": f"{waits:.1f} s",
        "requests half sent": f"{bounds.half} a worker",
        "connections on which nothing has been sent": (
            f"{bounds.silent} a worker, {bounds.head_within:.0f} s"
        ),
        "undo in one call": f"{MOST_STEPS} actions",
    }
    told = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", LIMITS, re.MULTILINE)[2:])
    assert told == {name: str(value) for name, value in real.items()}
    assert MAX_WAIT < 30, "going-live.md: proxies wait for more than 30 s"


@pytest.mark.parametrize("text", [RETRIES, LIMITS], ids=["retries", "limits"])
def test_the_codes_have_pages(text: str) -> None:
    codes = re.findall(r"\d{3} `([a-z_]+)`", text)
    assert codes
    assert set(codes) <= set(PAGES)


def test_what_goes_live_is_set_in_the_compose_file() -> None:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    (kept, *_) = re.findall(r"```\n(ESTOC_DOMAIN.*?)```", LIVE, re.DOTALL)
    for name in re.findall(r"^([A-Z_]+)=", kept, re.MULTILINE):
        assert f"${{{name}:" in compose
    assert "profiles: [tls]" in compose
