"""The module for Foundry in the browsers of two GMs and a player, against a real server.

The host is a stub written from Foundry's public documentation: `hosts/foundry/foundry.js` in each browser,
`foundry_world.py` behind them.
"""

import json
import secrets
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.conftest import ROOT, elsewhere
from tests.browser.foundry_world import ASSISTANT, GM, PLAYER, World
from tests.clients.typescript.installed import NODE, build, run
from tests.infra.served import Served

Json = Any
"""Any: JSON."""
FOUNDRY = ROOT / "integrations" / "foundry"
ACTORS = {
    system: json.loads((ROOT / "tests" / "sheets" / "cases" / name).read_text("utf-8"))
    for system, name in (("pf1", "pf1-actor-11.json"), ("D35E", "d35e-actor-2.4.json"))
}
SOON = 30_000
"""Milliseconds that something may take on a busy machine."""


def call(served: Served, method: str, path: str, body: Json = None, *, token: str | None = None) -> Json:
    """What the server answers to the GM, or to whoever has that token."""
    headers = {"Authorization": f"Bearer {token or served.token}", "If-Match": "*"}
    if method != "PATCH":
        headers["Idempotency-Key"] = secrets.token_hex(8)
    with httpx.Client(base_url=f"{served.url}/v1", headers=headers, trust_env=False, timeout=60) as http:
        return http.request(method, path, json=body).raise_for_status().json()


class Table:
    """A world, its pages, and what the server knows of it by the GM's token."""

    def __init__(self, world: World, served: Served, player: str) -> None:
        self.world, self.served, self.player = world, served, player
        self.gm: Page
        self.other: Page
        self.ada: Page

    def get(self, path: str, token: str | None = None) -> Json:
        return call(self.served, "GET", path, token=token)

    @property
    def encounter(self) -> str:
        return self.world.scene["flags"]["estoc"]["encounter"]

    def combatants(self, token: str | None = None) -> dict[str, Json]:
        """Each by the token that it stands for."""
        items = self.get(f"/encounters/{self.encounter}/combatants", token)["items"]
        return {it["external_refs"][0]["id"].partition(".")[2]: it for it in items}

    def actions(self) -> list[Json]:
        return self.get(f"/encounters/{self.encounter}/actions?limit=200")["items"]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table's pages with the module as it is installed."""
    build()
    place = tmp_path_factory.mktemp("foundry")
    shutil.copytree(Path(__file__).parent / "hosts" / "foundry", place, dirs_exist_ok=True)
    run(NODE, FOUNDRY / "build.mjs", place / "modules" / "estoc")
    return place


@pytest.fixture(params=[(13, "pf1"), (14, "pf1")], ids=["13", "14"])
async def table(
    request: pytest.FixtureRequest, module: Path, served: Served, browser: Browser
) -> AsyncIterator[Table]:
    generation, system = request.param
    actor = ACTORS[system]
    world = World(generation, served.url, system)
    for user, role in (("anna", GM), ("bert", ASSISTANT), ("ada", PLAYER)):
        world.user(user, role)
    world.scene["_id"] = secrets.token_hex(8)  # a token is in one fight of the campaign that goes on
    world.actor("Ada", actor, ada=3)
    world.actor("Orc", actor)
    world.actor("Shade", actor)
    world.token("tokenada", "Ada", 2, 3, disposition=1, actorLink=True)
    world.token("tokenorc1", "Orc", 4, 3)
    world.token("tokenorc2", "Orc", 10, 8)
    world.token("tokenshade", "Shade", 2, 5, hidden=True)
    campaign = served.token.removeprefix("estoc_")[:30]
    seat = {"role": "player", "label": "Ada", "controls": [f"foundry:token:{world.scene['_id']}.tokenada"]}
    issued = call(served, "POST", f"/campaigns/{campaign}/tokens", {"tokens": [seat]})
    player = issued["tokens"][0]["token"]
    it = Table(world, served, player)
    policy = f"default-src 'none'; script-src 'self'; connect-src 'self' {served.url}"
    with elsewhere(module, policy) as origin:
        it.gm = await world.join(browser, origin, "anna", served.token)
        it.other = await world.join(browser, origin, "bert", served.token)
        it.ada = await world.join(browser, origin, "ada", player)
        yield it
        for page in world.pages.values():
            await page.context.close()


async def says(page: Page, text: str) -> None:
    await page.evaluate("text => say(text)", text)


async def acts(page: Page, token: str, words: str) -> None:
    """Choose from the token's menu what says these words."""
    await page.evaluate("token => rightClick(token)", token)
    await page.locator("#hud [data-action=estoc-act]").click()
    options = page.locator("dialog select[name=which] option")
    await expect(options.first).to_be_attached(timeout=SOON)
    labels = await options.all_inner_texts()
    wanted = next((it for it in labels if words in it.lower()), None)
    assert wanted is not None, labels
    await page.locator("dialog select[name=which]").select_option(label=wanted)
    await page.locator("dialog [data-action=do]").click()


async def begun(table: Table) -> None:
    await says(table.gm, "/estoc begin")
    close = table.gm.locator("dialog [data-action=close]")
    await expect(table.gm.locator("dialog")).to_contain_text("Ada", timeout=SOON)
    await close.click()
    await table.gm.wait_for_function("() => canvas.scene.getFlag('estoc', 'encounter')", timeout=SOON)


async def test_a_scene_becomes_a_fight(table: Table) -> None:
    await begun(table)
    there = table.combatants()
    assert set(there) == {"tokenada", "tokenorc1", "tokenorc2", "tokenshade"}
    # 11 rows, counted from the south; the square of a body of two by two is its south-west one.
    assert {name: it["at"] for name, it in there.items()} == {
        "tokenada": [2, 6], "tokenorc1": [4, 6], "tokenorc2": [10, 1], "tokenshade": [2, 4],
    }  # fmt: skip
    assert there["tokenorc1"]["id"] != there["tokenorc2"]["id"]
    assert (there["tokenada"]["hp"], there["tokenada"]["side"]) == (25, "heroes")
    assert "tokenshade" not in table.combatants(table.player)
    assert await table.other.locator("dialog").count() == 0, "one GM is told what could not be taken over"
    assert len(table.get("/encounters?limit=200")["items"]) >= 1
    moved = {"kind": "Token", "id": "tokenorc2", "parent": table.world.scene["_id"], "options": {}}
    await table.world.asked("anna", "en", "update", {**moved, "changes": {"x": 1200}})
    await expect_at(table, "tokenorc2", [9, 1])


async def expect_at(table: Table, token: str, at: list[int]) -> None:
    for _ in range(100):
        if table.combatants()[token]["at"] == at:
            return
        await table.gm.wait_for_timeout(100)
    raise AssertionError(table.combatants()[token]["at"])


async def test_a_fight_with_a_hidden_foe_a_reaction_and_an_undo(table: Table) -> None:
    await begun(table)
    # Ada strikes from her token's menu; the card is in every browser, and its breakdown unfolds.
    await acts(table.ada, "tokenada", "orc")
    for page in (table.gm, table.other, table.ada):
        card = page.locator(".chat-message").first
        await expect(card).to_contain_text("Ada", timeout=SOON)
        await card.locator("summary").click()
        await expect(card.locator("table")).to_contain_text("D20-ATK")
    assert await table.ada.locator("[data-action=estoc-undo]").count() == 0
    # What somebody hidden does is told to the GMs alone.
    await acts(table.gm, "tokenshade", "ada")
    await expect(table.gm.locator(".chat-message").nth(1)).to_contain_text("Shade", timeout=SOON)
    await answer_all(table)
    assert "Shade" not in await table.ada.inner_html("#chat")
    # An orc that trips gives Ada an opportunity: her player is asked, and nobody else.
    await acts(table.gm, "tokenorc1", "trip")
    asked = table.ada.locator("dialog")
    await expect(asked).to_contain_text("Ada", timeout=SOON)
    assert await table.gm.locator("dialog").count() == 0
    assert await table.other.locator("dialog").count() == 0
    await asked.locator("button").first.click()
    await answer_all(table)
    await expect(table.ada.locator(".chat-message").last).to_contain_text("Ada strikes as Orc", timeout=SOON)
    # Each action has one card, whoever of the GMs heard of it.
    played = [it for it in table.actions() if it["command"]["type"] in ("attack", "trip")]
    assert len(table.world.messages) == len(played) == 3
    # The GM takes the last one back from its card.
    await table.gm.locator("[data-action=estoc-undo]").last.click()
    await expect(table.gm.locator(".chat-message").last.locator("strong")).to_be_visible(timeout=SOON)
    await expect(table.ada.locator(".chat-message").last.locator("strong")).to_be_visible(timeout=SOON)
    assert next(it for it in table.actions() if it["command"]["type"] == "trip")["reverted_by"] is not None
    # What every browser receives holds no key and nothing of what happened.
    everything = table.world.everything()
    assert table.served.token not in everything
    assert table.player not in everything
    assert "attack_total" not in everything
    assert [it for it in table.world.notified if it[0] != "info"] == []


async def answer_all(table: Table) -> None:
    """Give the first answer to whatever the GM is asked, until nothing waits."""
    for _ in range(200):
        if table.get(f"/encounters/{table.encounter}")["pending"] is None:
            return
        for button in (await table.gm.locator("dialog button").all())[:1]:
            await button.click()
        await table.gm.wait_for_timeout(100)
    raise AssertionError("somebody is still waited for")


async def test_hit_points_and_places_follow_the_fight(table: Table) -> None:
    await begun(table)
    there = table.combatants()
    fight, ada, orc = f"/encounters/{table.encounter}", there["tokenada"]["id"], there["tokenorc1"]["id"]
    call(
        table.served, "POST", f"{fight}/actions", {"command": {"type": "damage", "target": ada, "points": 7}}
    )
    lost = "() => game.actors.get('Ada').source.system.attributes.hp.offset === -12"
    await table.ada.wait_for_function(lost, timeout=SOON)
    call(table.served, "PATCH", f"{fight}/combatants/{orc}", {"at": [6, 5]})
    moved = "() => { const it = canvas.scene.tokens.get('tokenorc1'); return it.x === 900 && it.y === 600; }"
    await table.ada.wait_for_function(moved, timeout=SOON)
    call(table.served, "POST", f"{fight}/undo", {})
    back = "() => { const it = canvas.scene.tokens.get('tokenorc1'); return it.x === 700 && it.y === 500; }"
    await table.ada.wait_for_function(back, timeout=SOON)


@pytest.mark.parametrize("table", [(13, "D35E")], ids=["D35E"], indirect=True)
async def test_an_actor_of_d35e_fights_too(table: Table) -> None:
    await begun(table)
    ada = table.combatants()["tokenada"]
    command = {"type": "damage", "target": ada["id"], "points": 3}
    call(table.served, "POST", f"/encounters/{table.encounter}/actions", {"command": command})
    left = "left => game.actors.get('Ada').source.system.attributes.hp.value === left"
    await table.ada.wait_for_function(left, arg=ada["hp"] - 3, timeout=SOON)
    await acts(table.ada, "tokenada", "orc")
    await expect(table.ada.locator(".chat-message").last).to_contain_text("Ada", timeout=SOON)


async def test_without_a_fight_or_with_a_sheet_it_says_what_is_missing(table: Table) -> None:
    await table.ada.evaluate("openSheet('Ada')")
    await table.ada.locator("form.sheet [data-action=estoc-act]").click()
    await table.ada.wait_for_timeout(300)
    await says(table.gm, "/estoc dance")
    await table.gm.wait_for_timeout(300)
    said = [text for level, text in table.world.notified if level == "error"]
    assert len(said) == 2
    assert all(text.startswith("No fight of Estoc") for text in said)
    assert await table.ada.evaluate("canvas.scene.tokens.get('tokenorc1').isOwner") is False
    await table.ada.evaluate("rightClick('tokenorc1')")
    assert await table.ada.locator("#hud [data-action=estoc-act]").count() == 0
