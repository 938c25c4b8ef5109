"""Somebody at the companion page: what they press, and everything that their browser was sent."""

import re
from contextlib import suppress
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Locator, Page, Response, expect

from tests.infra.served import Served

PHONE = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}
LAPTOP = {"viewport": {"width": 1440, "height": 900}}


class Seat:
    """A browser of its own at the table."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context, self.page = context, page
        self.complaints: list[str] = []
        self.received: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if "policy" in said.text else None)
        page.on("response", self._keep)

    @classmethod
    async def at(cls, browser: Browser, address: str, **options: Any) -> "Seat":
        """Sit down at ``address``. Any: what the library takes for a context."""
        context = await browser.new_context(**{"locale": "en", **options})
        context.set_default_timeout(15_000)
        seat = cls(context, await context.new_page())
        await seat.page.goto(address)
        return seat

    @classmethod
    async def gm(cls, browser: Browser, served: Served, **options: Any) -> "Seat":
        return await cls.at(browser, f"{served.url}/#t={served.token}", **{**LAPTOP, **options})

    async def _keep(self, response: Response) -> None:
        if "/v1/" in response.url and "stream" not in response.url:
            with suppress(Error):  # the page has gone on, and the body with it
                self.received.append(await response.text())

    def button(self, words: str) -> Locator:
        return self.page.get_by_role("button", name=words).first

    async def press(self, words: str) -> None:
        await self.button(words).click()

    async def set_up(
        self, ruleset: str, title: str, *, own_dice: bool = False, has_map: bool = False
    ) -> None:
        await self.page.get_by_text("A new fight").click()
        await self.page.get_by_label("What it is called").fill(title)
        await self.page.get_by_label("Game").select_option(ruleset)
        if own_dice:
            await self.page.get_by_label("The players throw their own dice").check()
        if has_map:
            await self.page.get_by_label("With a map of squares").check()
        await self.press("Set up the fight")
        await expect(self.page.get_by_role("heading", name=title)).to_be_visible()

    async def let_join(self, name: str, side: str, *, is_hidden: bool = False, **figures: str) -> None:
        """``figures`` by the label of their field."""
        await self.page.locator(".foot .add").click()
        dialog = self.page.get_by_role("dialog")
        await dialog.get_by_label("Name").fill(name)
        await dialog.get_by_label("Side").first.select_option(side)
        for label, value in figures.items():
            await dialog.get_by_label(re.compile(label.replace("_", " "))).first.fill(value)
        if is_hidden:
            await dialog.get_by_label("Players do not see them yet").first.check()
        await dialog.get_by_role("button", name="Let them join").first.click()
        await expect(dialog).to_have_count(0)

    async def open_person(self, name: str) -> Locator:
        await self.page.locator(".order .row-button").filter(has_text=name).first.click()
        return self.page.get_by_role("dialog")

    async def link_for(self, name: str) -> str:
        """The link of an invitation."""
        await self.open_person(name)
        await self.press("Invite the player")
        link = await self.page.get_by_label("Link to the seat").input_value()
        await expect(self.page.locator("canvas.code")).to_be_visible()
        await self.press("Close")
        return link

    async def throw(self, *faces: int) -> None:
        """Enter what fell, and send it."""
        pad = self.page.locator(".wait .pad")
        await expect(pad).to_be_visible()
        for face in faces:
            if await self.page.locator(".wait .pad.small").count():
                await pad.get_by_role("button", name=str(face), exact=True).click()
            elif face == 100:
                await pad.get_by_role("button", name="00", exact=True).click()
            else:
                for digit in f"{face:02d}":
                    await pad.get_by_role("button", name=digit, exact=True).click()
        await self.press(f"Send {', '.join(map(str, faces))}")

    async def do(self, deed: str) -> None:
        """Choose a deed by its label and do it."""
        await expect(self.page.locator(".turn .deed").first).to_be_visible()
        if not await self.page.locator(".turn .deed", has_text=deed).count():
            await self.page.get_by_text(re.compile(r"^\d+ more$")).click()
        await self.page.locator(".turn .deed", has_text=deed).first.click()
        await self.page.locator(".ahead .go").click()

    @property
    def newest(self) -> Locator:
        """The newest entry of the log."""
        return self.page.locator(".log .entry").first

    async def is_at_turn_of(self, name: str) -> None:
        await expect(self.page.locator(".who.now .name")).to_have_text(name)

    async def end(self) -> None:
        assert not self.complaints, self.complaints
        await self.context.close()
