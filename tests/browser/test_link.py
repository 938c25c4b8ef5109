"""The page where a GM gives a key: by the keyboard alone, in three languages, and the key is kept nowhere."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests.infra.served import Served


def ask(served: Served, **more: Any) -> dict[str, Any]:
    wish = {"client_name": "Foundry <b>VTT</b>", "role": "player", "controls": ["dafur"], **more}
    answer = httpx.post(f"{served.url}/v1/device-authorizations", json=wish, trust_env=False)
    assert answer.status_code == 201, answer.text
    return answer.json()


def poll(served: Served, asked: dict[str, Any]) -> dict[str, Any]:
    given = {"device_code": asked["device_code"]}
    return httpx.post(f"{served.url}/v1/device-tokens", json=given, trust_env=False).json()


@asynccontextmanager
async def opened(browser: Browser, address: str, locale: str = "en") -> AsyncIterator[Page]:
    """The page, in a browser of that language, which complains of nothing but what it was refused."""
    around = await browser.new_context(locale=locale)
    page = await around.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(address)
    yield page
    kept = await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")
    assert kept == [0, 0, ""]
    await around.close()
    assert [one for one in complaints if "Failed to load resource" not in one] == []


async def test_a_gm_gives_a_key_with_the_keyboard_alone(served: Served, browser: Browser) -> None:
    asked = ask(served)
    async with opened(browser, asked["verification_uri"]) as page:
        await page.keyboard.press("Tab")
        await page.keyboard.type(asked["user_code"].lower())
        await page.keyboard.press("Tab")
        await page.keyboard.type(served.token)
        await page.keyboard.press("Enter")
        await expect(page.locator("#who")).to_be_focused()
        assert await page.locator("#shown").inner_text() == asked["user_code"]
        assert await page.locator("#name").inner_text() == "Foundry <b>VTT</b>"
        assert await page.locator("#address").inner_text() == "127.0.0.1"
        assert await page.locator("#wishes").inner_text() == "player · dafur"
        for _ in range(6):  # over the role, the label, three scopes and the combatants to the button
            await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        await expect(page.locator("#approve")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#done")).to_contain_text("has its key")
    key = poll(served, asked)
    assert (key["role"], key["controls"], key["label"]) == ("player", ["dafur"], "Foundry <b>VTT</b>")
    assert key["scopes"] is None


async def test_the_gm_gives_less_than_was_asked_for(served: Served, browser: Browser) -> None:
    asked = ask(served, role="gm", controls=[])
    async with opened(browser, asked["verification_uri_complete"]) as page:
        assert await page.locator("#code").input_value() == asked["user_code"]
        await page.locator("#key").fill(served.token)
        await page.keyboard.press("Enter")
        await expect(page.locator("#power")).to_contain_text("sees everything")
        await page.locator("#role").select_option("spectator")
        await expect(page.locator("#power")).to_be_empty()
        await expect(page.locator("#own")).to_be_hidden()
        await page.get_by_label("act", exact=True).uncheck()
        await page.get_by_label("prepare", exact=True).uncheck()
        await page.locator("#label").fill("The big screen")
        await page.locator("#approve").click()
        await expect(page.locator("#done")).not_to_be_empty()
    key = poll(served, asked)
    assert (key["role"], key["scopes"], key["label"]) == ("spectator", ["read"], "The big screen")


async def test_a_gm_denies(served: Served, browser: Browser) -> None:
    asked = ask(served)
    async with opened(browser, asked["verification_uri_complete"]) as page:
        await page.locator("#key").fill(served.token)
        await page.keyboard.press("Enter")
        await page.locator("#deny").click()
        await expect(page.locator("#done")).to_have_text("It gets no key.")
        await expect(page.locator("#wish")).to_be_hidden()
    assert poll(served, asked)["code"] == "access_denied"


@pytest.mark.parametrize(
    ("locale", "title", "trouble"),
    [
        ("en-GB", "A key for your table", "Your key opens nothing"),
        ("fr-FR", "Une clé pour votre table", "Votre clé n'ouvre rien"),
        ("it-IT", "Una chiave per il tuo tavolo", "La tua chiave non apre nulla"),
        ("de-DE", "A key for your table", "Your key opens nothing"),
    ],
)
async def test_it_says_what_is_wrong_in_the_readers_language(
    served: Served, browser: Browser, locale: str, title: str, trouble: str
) -> None:
    async with opened(browser, f"{served.url}/link#BCDF-GHJK", locale) as page:
        await expect(page).to_have_title(title)
        await page.locator("#key").fill("nothing")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text(trouble)
        await page.locator("#key").fill(served.token)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).not_to_contain_text(trouble)
        await expect(page.get_by_role("alert")).not_to_be_empty()
