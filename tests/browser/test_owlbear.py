"""The extension for Owlbear Rodeo, with its real SDK, in frames of two GMs and a player; a real server.

The room is a stub, `hosts/owlbear/owlbear.js`, that speaks the messages of the published SDK.
"""

import fcntl
import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, Frame, Page, expect

from tests.browser.conftest import ROOT, elsewhere
from tests.browser.test_foundry import SOON, call
from tests.clients.typescript.installed import NODE, NPM, build, run
from tests.infra.served import Served

Json = Any
"""Any: JSON."""
OWLBEAR = ROOT / "integrations" / "owlbear"
CASES = ROOT / "tests" / "sheets" / "cases"
DPI = 150


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension as it is put on a server."""
    build()
    with (OWLBEAR / ".turn.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (OWLBEAR / "node_modules").exists():
            run(*NPM, "ci", "--loglevel=error", cwd=OWLBEAR)
    place = tmp_path_factory.mktemp("owlbear")
    run(NODE, OWLBEAR / "build.mjs", place)
    return place


def token(name: str, column: int, row: int, squares: int, **more: Json) -> Json:
    """A token whose north-west square is that one; its position is its middle."""
    half = squares / 2
    return {
        "id": f"{name}-{secrets.token_hex(4)}", "type": "IMAGE", "name": name,
        "visible": True, "layer": "CHARACTER",
        "position": {"x": (column + half) * DPI, "y": (row + half) * DPI}, "scale": {"x": 1, "y": 1},
        "image": {"width": 300 * squares, "height": 300 * squares}, "grid": {"dpi": 300},
        "text": {"plainText": name.capitalize()}, "metadata": {}, **more,
    }  # fmt: skip


class Room:
    """The page of a room and the frames in it."""

    def __init__(self, page: Page, served: Served, items: list[Json], player: str) -> None:
        self.page, self.served, self.player = page, served, player
        self.ids = {item["name"]: item["id"] for item in items}

    def frame(self, name: str) -> Frame:
        found = self.page.frame(name)
        assert found is not None
        return found

    async def connect(self, name: str, key: str) -> None:
        frame = self.frame(name)
        await frame.wait_for_selector("body[data-ready]")
        await frame.fill("#connect [name=server]", self.served.url)
        await frame.fill("#connect [name=key]", key)
        await frame.click("#connect button")
        await expect(frame.locator("#connect")).to_be_hidden(timeout=SOON)

    async def select(self, name: str, *tokens: str) -> None:
        await self.page.evaluate(
            "([name, ids]) => select(name, ids)", [name, [self.ids[it] for it in tokens]]
        )

    async def enter(self, case: str, side: str, *tokens: str) -> None:
        gm = self.frame("anna")
        await self.select("anna", *tokens)
        await gm.fill("#enter [name=sheet]", (CASES / case).read_text("utf-8"))
        await gm.select_option("#enter [name=side]", side)
        await gm.click("#enter button")
        for one in tokens:
            await until(self.page, lambda one=one: self.ids[one] in self.combatants())

    async def fight(self) -> Json:
        return await self.page.evaluate("Object.values(room.metadata())[0] ?? null")

    def combatants(self, key: str | None = None) -> dict[str, Json]:
        items = call(self.served, "GET", f"/encounters/{self.encounter}/combatants", token=key)["items"]
        return {it["external_refs"][0]["id"]: it for it in items}

    def actions(self) -> list[Json]:
        return call(self.served, "GET", f"/encounters/{self.encounter}/actions?limit=200")["items"]

    encounter = ""


async def until(page: Page, holds: Any) -> None:
    for _ in range(SOON // 100):
        if holds():
            return
        await page.wait_for_timeout(100)
    raise AssertionError("it did not come to that")


@pytest.fixture
async def room(extension: Path, served: Served, browser: Browser) -> AsyncIterator[Room]:
    items = [
        token("captain", 10, 10, 1),
        token("lurker", 11, 10, 2),
        token("other", 20, 18, 2),
        token("shade", 9, 10, 1, visible=False),
        {**token("a map", 0, 0, 40), "layer": "MAP"},
    ]
    campaign = served.token.removeprefix("estoc_")[:30]
    seat = {"role": "player", "label": "Ada", "controls": [f"owlbear:token:{items[0]['id']}"]}
    key = call(served, "POST", f"/campaigns/{campaign}/tokens", {"tokens": [seat]})["tokens"][0]["token"]
    players = [
        {"id": "anna", "connectionId": "c1", "role": "GM", "selection": [], "name": "Anna"},
        {"id": "bert", "connectionId": "c2", "role": "GM", "selection": [], "name": "Bert"},
        {"id": "ada", "connectionId": "c0", "role": "PLAYER", "selection": [], "name": "Ada"},
    ]
    policy = f"default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src {served.url}"
    host_policy = "default-src 'none'; script-src 'self'; frame-src *"
    with (
        elsewhere(extension, policy) as inside,
        elsewhere(Path(__file__).parent / "hosts/owlbear", host_policy) as host,
    ):
        page = await browser.new_page(locale="en-GB")
        settings = {"extension": inside, "items": items, "players": players}
        await page.goto(f"{host}/index.html#{quote(json.dumps(settings))}")
        it = Room(page, served, items, key)
        await it.connect("anna", served.token)
        await it.connect("bert", served.token)
        await it.connect("ada", key)
        await it.frame("anna").click("#begin button")
        await expect(it.frame("bert").locator("#enter")).to_be_visible(timeout=SOON)
        it.encounter = (await it.fight())["id"]
        await it.enter("pf1-02-caravan-captain.txt", "heroes", "captain")
        await it.enter("pf1-01-bog-lurker.txt", "foes", "lurker", "other")
        await it.enter("pf1-03-soot-imp.txt", "foes", "shade")
        yield it
        await page.close()


async def press(room: Room, name: str, token: str, words: str) -> None:
    """Select a token, and press the first of its offers that says these words."""
    await room.select(name, token)
    offers = room.frame(name).locator(f'#offers[data-token="{room.ids[token]}"] button')
    await expect(offers.first).to_be_visible(timeout=SOON)
    labels = await offers.all_inner_texts()
    wanted = next((number for number, it in enumerate(labels) if words in it.lower()), None)
    assert wanted is not None, labels
    await offers.nth(wanted).click()


async def test_a_fight_in_a_room_with_a_hidden_foe_a_reaction_and_an_undo(room: Room) -> None:
    anna, bert, ada = (room.frame(name) for name in ("anna", "bert", "ada"))
    there = room.combatants()
    place = await room.fight()
    captain, lurker = there[room.ids["captain"]], there[room.ids["lurker"]]
    # Pixels go down, cells up; the captain's cell is beside the upper half of the lurker's four.
    assert captain["at"] == [10 - place["left"], place["rows"] - (10 - place["top"]) - 1]
    assert lurker["at"] == [captain["at"][0] + 1, captain["at"][1] - 1]
    assert room.ids["shade"] not in room.combatants(room.player)
    assert await anna.locator("#missing li").count() > 0
    # A token that is dragged stands elsewhere in the fight.
    await room.page.evaluate("([id]) => drag(id, 3450, 2850)", [room.ids["other"]])
    wanted = [22 - place["left"], place["rows"] - (18 - place["top"]) - 2]
    await until(room.page, lambda: room.combatants()[room.ids["other"]]["at"] == wanted)
    # Ada strikes; everybody has the card.
    await press(room, "ada", "captain", "lurker")
    for frame in (anna, bert, ada):
        await expect(frame.locator("#told li").first).to_contain_text("Captain", timeout=SOON)
    await ada.locator("#told summary").first.click()
    await expect(ada.locator("#told table").first).to_contain_text("D20-ATK")
    # What somebody hidden does is for the GMs.
    await press(room, "anna", "shade", "captain")
    await expect(anna.locator("#told li").first).to_contain_text("Shade", timeout=SOON)
    assert "Shade" not in await ada.inner_html("body")
    # A foe that trips gives Ada an opportunity, and she alone is asked.
    await press(room, "anna", "lurker", "trip")
    await expect(ada.locator("#asked fieldset")).to_be_visible(timeout=SOON)
    assert await anna.locator("#asked fieldset").count() == 0
    await ada.locator("#asked button").first.click()
    await until(
        room.page, lambda: call(room.served, "GET", f"/encounters/{room.encounter}")["pending"] is None
    )
    for frame in (ada, anna):
        await expect(frame.locator("#told li").first).to_contain_text(
            "Captain strikes as Lurker", timeout=SOON
        )
    # The GM takes it back.
    await anna.locator("#told li").first.get_by_role("button").click()
    await expect(anna.locator("#told li.undone").first).to_be_visible(timeout=SOON)
    await expect(ada.locator("#told li.undone").first).to_be_visible(timeout=SOON)
    played = [it for it in room.actions() if it["command"]["type"] not in ("sync", "undo")]
    assert [it["reverted_by"] is not None for it in sorted(played, key=lambda it: it["seq"])] == [
        False,
        False,
        True,
    ]
    metadata = json.dumps(await room.page.evaluate("room.metadata()"))
    assert room.served.token not in metadata
    assert await room.page.evaluate("room.notified.map(([who]) => who)") == ["ada"]
    for frame in (anna, bert, ada):
        assert await frame.locator("#trouble").is_hidden(), await frame.locator("#trouble").inner_text()


async def test_places_follow_the_fight(room: Room) -> None:
    other = room.ids["other"]
    column, row = room.combatants()[other]["at"]
    path = f"/encounters/{room.encounter}/combatants/{room.combatants()[other]['id']}"
    call(room.served, "PATCH", path, {"at": [column - 1, row + 2]})
    moved = (
        '([id]) => JSON.stringify(room.items.find((it) => it.id === id).position) === \'{"x":3000,"y":2550}\''
    )
    await room.page.wait_for_function(moved, arg=[other], timeout=SOON)
