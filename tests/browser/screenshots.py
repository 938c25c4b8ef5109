"""`make screenshots`: the companion as people see it, written into docs/pictures."""

import asyncio

from playwright.async_api import Browser, async_playwright, expect

from tests.api.caller import Caller
from tests.api.listening import caller_at
from tests.browser.conftest import QUIET, ROOT, chromium
from tests.browser.seats import LAPTOP, PHONE, Seat
from tests.infra.served import Served, free_port, place_for_data, serving

PICTURES = ROOT / "docs" / "pictures"
TABLET = {"viewport": {"width": 820, "height": 1180}}
HALL = {
    "rows": [
        "######################",
        "#....................#",
        "#....................#",
        "#...,,,..............#",
        "#..,,,,..............#",
        "#..............##....#",
        "#..............##....#",
        "#....................#",
        "#....................#",
        "#.........##.........#",
        "#....................#",
        "#....................#",
        "######################",
    ],
    "cell": {"value": 5, "unit": "ft"},
}
SHEET = {
    "hp": 34,
    "bab": 4,
    "ac": {"total": 17, "touch": 12, "flat_footed": 15},
    "abilities": {"strength": 16, "dexterity": 14},
    "weapons": [{"id": "sword", "model": "longsword"}],
}
CAST = [
    ("Ada", "heroes", 34, [4, 3]),
    ("Brun", "heroes", 9, [6, 7]),
    ("Cyra", "heroes", 22, [3, 9]),
    ("Ogre", "foes", 15, [13, 4]),
    ("Wolf 1", "foes", 34, [16, 8]),
    ("Wolf 2", "foes", 2, [8, 7]),
]


async def _hall(caller: Caller) -> str:
    """A fight on a map, with some of it behind them."""
    encounter = await caller.begin(ruleset="pf1", title="The troll king’s hall", map=HALL)
    for name, side, hp, at in CAST:
        body = {"name": name, "side": side, "ref": name.lower().replace(" ", "-"), "hp": hp, "at": at}
        answer = await caller.post(f"/encounters/{encounter}/combatants", {**body, "sheet": SHEET})
        assert answer.status_code == 201, answer.text
    dice = [17, 9, 5, 14, 12, 3]
    await caller.act(encounter, {"type": "start"})
    await caller.act(encounter, {"type": "roll-initiative"}, dice=dice)
    return encounter


async def _ford(caller: Caller) -> tuple[str, str]:
    """A fight of HARP whose heroes throw their own dice; the encounter and a player's token."""
    policy = {"rows": [{"side": "heroes", "rolls": "players", "choices": "players"}]}
    encounter = await caller.begin(ruleset="harp-tdm", title="The ford", dice_policy=policy)
    sheet = {"hits": 60, "db": 35, "armour_type": 5, "weapons": [{"id": "axe", "model": "axe", "ob": 80}]}
    for name, side in (("Dafur", "heroes"), ("Orc", "foes")):
        body = {"name": name, "side": side, "ref": name.lower(), "sheet": sheet}
        assert (await caller.post(f"/encounters/{encounter}/combatants", body)).status_code == 201
    await caller.act(encounter, {"type": "start"})
    await caller.act(encounter, {"type": "roll-initiative"}, dice=[10, 4])
    seated = await caller.post(
        f"/campaigns/{caller.campaign}/tokens", {"tokens": [{"role": "player", "controls": ["dafur"]}]}
    )
    return encounter, seated.json()["tokens"][0]["token"]


async def _shoot(browser: Browser, served: Served) -> None:
    PICTURES.mkdir(exist_ok=True)
    async with caller_at(served.url, served.token) as caller:
        hall, (ford, token) = await _hall(caller), await _ford(caller)
    for name, form, scheme in (
        ("gm-laptop", LAPTOP, "light"),
        ("gm-laptop-dark", LAPTOP, "dark"),
        ("gm-tablet", TABLET, "light"),
        ("gm-phone", PHONE, "light"),
    ):
        gm = await Seat.at(browser, f"{served.url}/#t={served.token}&e={hall}", **form, color_scheme=scheme)
        await gm.page.locator(".turn .deed").first.click()
        await expect(gm.page.locator(".ahead .tale")).to_contain_text("%")
        await gm.page.screenshot(path=PICTURES / f"{name}.png")
        await gm.end()
    player = await Seat.at(browser, f"{served.url}/#t={token}&e={ford}", **PHONE, color_scheme="dark")
    await player.page.locator(".turn .deed").first.click()
    await expect(player.page.locator(".ahead .tale")).to_contain_text("%")
    await player.page.screenshot(path=PICTURES / "player-turn.png")
    await player.page.locator(".ahead .go").click()
    for digit in ("9", "7"):
        await player.page.locator(".pad").get_by_role("button", name=digit, exact=True).click()
    await expect(player.page.locator(".hint")).to_be_visible()
    await player.page.screenshot(path=PICTURES / "player-dice.png")
    await player.end()


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=[*QUIET, "--no-sandbox"])
        with place_for_data() as data, serving(data, free_port()) as served:
            await _shoot(browser, served)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
