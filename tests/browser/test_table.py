"""The page of docs/integrate/table fights from another origin, under a strict policy, by clicks alone."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.api.listening import caller_at
from tests.browser.conftest import ROOT, elsewhere
from tests.infra.served import Served

TABLE = ROOT / "docs" / "integrate" / "table"
MOST_TURNS = 60


def policy_for(url: str) -> str:
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; "
        f"connect-src {url}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )


class Player:
    """Somebody at the page, and everything that the page asked for or complained of."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page, self.served = page, served
        self.complaints: list[str] = []
        self.asked: list[tuple[str, str]] = []
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append((request.resource_type, request.url)))

    async def begin(self, ruleset: str, *, own_dice: bool = False) -> None:
        await self.page.get_by_label("Server").fill(self.served.url)
        await self.page.get_by_label("Token").fill(self.served.token)
        await self.page.get_by_label("Game").select_option(ruleset)
        if own_dice:
            await self.page.get_by_label("The heroes roll their own dice").check()
        await self._press("Begin a fight")

    async def choose(self, kind: str, words: str = "") -> None:
        """Press the first button of that kind of action, or the one that says ``words``."""
        wanted = self.page.locator(f"#actions button[data-type={kind}]").filter(has_text=words).first
        await self._after(wanted.evaluate("it => it.click()"))

    async def offers(self, kind: str, words: str = "") -> bool:
        wanted = self.page.locator(f"#actions button[data-type={kind}]").filter(has_text=words)
        return await wanted.count() > 0

    async def roll(self, face: int) -> None:
        """Answer whatever is asked with dice that show ``face``."""
        for field in await self.page.locator("#asked input").all():
            sides = (await field.get_attribute("data-sides") or "").split()
            await field.fill(" ".join(str(min(face, int(one))) for one in sides))
        await self._press("That is it")

    async def go_back(self, which: str) -> None:
        await self._press(which)

    async def told(self) -> str:
        return await self.page.locator("#told").inner_text()

    async def trouble(self) -> str:
        return await self.page.locator("#trouble").inner_text() if await self._has_trouble() else ""

    async def _has_trouble(self) -> bool:
        return await self.page.locator("#trouble").is_visible()

    async def _press(self, words: str) -> None:
        await self._after(self.page.get_by_role("button", name=words, exact=True).click())

    async def _after(self, press: Any) -> None:
        """Do it and wait until the page has done what it does then. Any: an awaitable of the library's."""
        before = int(await self.page.locator("body").get_attribute("data-done") or 0)
        await press
        await expect(self.page.locator("body")).to_have_attribute(
            "data-done", str(before + 1), timeout=30_000
        )
        assert not await self._has_trouble(), await self.trouble()


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "harp-tdm"])
async def test_a_whole_fight_from_a_page_of_another_origin(
    served: Served, browser: Browser, ruleset: str
) -> None:
    with elsewhere(TABLE, policy_for(served.url)) as origin:
        page = await browser.new_page()
        player = Player(page, served)
        await page.goto(origin)
        await player.begin(ruleset)
        await player.choose("start")
        for _ in range(MOST_TURNS):
            if await player.offers("roll-initiative"):
                await player.choose("roll-initiative")
            if await player.offers("attack"):
                await player.choose("attack")
            if await page.locator("#combatants meter[value='0']").count():
                break
            if await player.offers("end-turn"):
                await player.choose("end-turn")
        before = await page.locator("#combatants").inner_text()
        await player.go_back("Undo")
        await player.go_back("Redo")
        assert await page.locator("#combatants").inner_text() == before
        await player.choose("end")
        assert await page.locator("#whose").inner_text() == "The fight is over"
        await page.close()
    assert player.complaints == []
    beyond = [(kind, url) for kind, url in player.asked if url.startswith(served.url)]
    assert {kind for kind, _ in beyond} == {"fetch"}
    assert all(served.token not in url for _, url in player.asked)


async def test_heroes_roll_their_own_dice_in_the_page(served: Served, browser: Browser) -> None:
    with elsewhere(TABLE, policy_for(served.url)) as origin:
        page = await browser.new_page()
        player = Player(page, served)
        await page.goto(origin)
        await player.begin("pf1", own_dice=True)
        await player.choose("start")
        await player.choose("roll-initiative")
        await player.roll(20)
        await player.choose("attack")
        await player.roll(15)
        await player.roll(8)
        assert "hits" in await player.told()
        await page.close()
    assert player.complaints == []


async def test_the_page_asks_the_gm_for_its_key(served: Served, browser: Browser) -> None:
    with elsewhere(TABLE, policy_for(served.url)) as origin:
        page = await browser.new_page()
        await page.goto(origin)
        await page.get_by_label("Server").fill(served.url)
        await page.get_by_role("button", name="Ask the GM for a key").click()
        await expect(page.get_by_role("status")).to_contain_text("Tell your GM")
        code = (await page.get_by_role("status").inner_text()).split()[3].rstrip(",")
        async with caller_at(served.url, served.token) as gm:
            answer = await gm.post(f"/device-authorizations/{code}:approve", {"role": "assistant"})
            assert answer.status_code == 201, answer.text
        await expect(page.get_by_role("status")).to_contain_text("given you a key", timeout=30_000)
        await page.get_by_role("button", name="Begin a fight").click()
        await expect(page.locator("#combatants li").first).to_be_visible(timeout=30_000)
        await page.close()


async def test_the_page_says_what_is_wrong(served: Served, browser: Browser) -> None:
    with elsewhere(TABLE, policy_for(served.url)) as origin:
        page = await browser.new_page()
        await page.goto(origin)
        await page.get_by_label("Server").fill(served.url)
        await page.get_by_label("Token").fill("not-a-token")
        await page.get_by_role("button", name="Begin a fight").click()
        await expect(page.get_by_role("alert")).to_contain_text("token")
        await page.close()
