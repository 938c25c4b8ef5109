"""The companion page: a GM at a laptop and players at phones, from an empty campaign to the report."""

import asyncio
import json

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Route, expect

from tests.api.caller import DAFUR, ORC
from tests.api.listening import caller_at
from tests.browser.seats import LAPTOP, PHONE, Seat
from tests.infra.served import Served

CANARY = "Zirakzhigil"


async def _dice_until(seat: Seat, gm: Seat, name: str) -> None:
    """Everybody's initiative is thrown, and turns end, until it is the turn of ``name``."""
    for _ in range(12):
        await gm.page.wait_for_timeout(100)
        if await seat.page.locator(".wait .pad").count():
            await seat.throw(6)
        elif await gm.page.locator(".who.now .name").count():
            if await gm.page.locator(".who.now .name").inner_text() == name:
                return
            await gm.press("Next turn")
            await expect(gm.button("Sending")).to_have_count(0)
    raise AssertionError(f"{name} never came to act")


async def test_a_fight_of_harp_with_dice_of_the_table(browser: Browser, served: Served) -> None:
    gm = await Seat.gm(browser, served)
    await gm.set_up("harp-tdm", "The ford", own_dice=True)
    await gm.let_join("Ada", "heroes")
    await gm.let_join("Brun", "heroes")
    await gm.let_join("Orc", "foes", Hits="30")
    await gm.let_join(CANARY, "foes", is_hidden=True)
    await expect(gm.page.locator(".who", has_text=CANARY)).to_contain_text("hidden")
    ada = await Seat.at(browser, await gm.link_for("Ada"), **PHONE, color_scheme="dark")
    brun = await Seat.at(browser, await gm.link_for("Brun"), **PHONE)
    assert "#t=" not in ada.page.url
    await gm.press("Begin the fight")
    await ada.throw(9)
    await brun.throw(8)
    await _dice_until(ada, gm, "Ada")
    for seat in (gm, ada, brun):
        await seat.is_at_turn_of("Ada")
    await expect(brun.page.get_by_text("Your turn")).to_have_count(0)

    await ada.do("Attack · broadsword · Orc")
    await ada.page.locator(".wait .pad").get_by_role("button", name="9", exact=True).click()
    await ada.page.locator(".wait .pad").get_by_role("button", name="7", exact=True).click()
    await expect(ada.page.get_by_text("97 is open: throw again.")).to_be_visible()
    await ada.press("Delete")
    await ada.throw(97, 12)
    # 97 + 12 + OB 60 − DB 30 = 139 or more: the blow hits with a critical, whose die is the attacker's own.
    await expect(ada.page.get_by_role("heading", name="Ada · critical")).to_be_visible()
    await ada.throw(50)
    await expect(gm.newest).to_contain_text("hits Orc")
    await gm.newest.get_by_text("attack 169").click()
    await expect(gm.newest).to_contain_text("H-OB-1")
    await expect(brun.page.locator(".who", has_text="Orc")).to_contain_text("near death")

    await gm.press("Take back")
    await expect(gm.page.locator(".entry.gone", has_text="hits Orc")).to_have_count(1)
    await expect(gm.page.locator(".who", has_text="Orc")).to_contain_text("30 of 30")
    await (await gm.open_person("Orc")).get_by_role("button", name="−10").click()
    await gm.press("Close")
    await expect(gm.page.locator(".who", has_text="Orc")).to_contain_text("20 of 30")

    await ada.press("End my turn")
    await expect(gm.page.locator(".who.now .name")).not_to_have_text("Ada")
    await _dice_until(brun, gm, "Brun")
    await brun.is_at_turn_of("Brun")
    await expect(brun.page.get_by_text("Your turn, Brun")).to_be_visible()
    await gm.page.get_by_role("button", name="More", exact=True).click()
    await gm.press("Read the report")
    await expect(gm.page.locator(".report")).to_contain_text("Ada")
    for player in (ada, brun):
        assert CANARY not in await player.page.content()
        assert not any(CANARY in text for text in player.received)
        await player.end()
    await gm.end()


async def test_a_fight_of_pathfinder_on_a_map(browser: Browser, served: Served) -> None:
    """A move by a tap on the map, and a charge that the page shows before it is run."""
    gm = await Seat.gm(browser, served)
    await gm.set_up("pf1", "The hall", has_map=True)
    await gm.let_join("Ada", "heroes")
    await gm.let_join("Ogre", "foes")
    await gm.press("Begin the fight")
    await _dice_until(gm, gm, "Ada")
    square = gm.page.locator(".map svg")
    await square.focus()
    for _ in range(4):
        await gm.page.keyboard.press("ArrowRight")
    await expect(gm.page.locator(".map-say")).to_contain_text("To 6, 2")
    await gm.page.keyboard.press("Enter")
    await expect(gm.newest).to_contain_text("Ada moves")
    far = gm.page.locator(".map-say")
    await square.focus()
    for _ in range(16):
        await gm.page.keyboard.press("ArrowUp")
    await expect(far.get_by_role("button", name="Move")).to_have_count(0)
    await gm.end()


async def test_what_is_wanted_happens_once_whatever_the_network_does(
    browser: Browser, served: Served
) -> None:
    """The answer is lost on the way, the page is loaded again, the network is away: one action."""
    gm = await Seat.gm(browser, served)
    await gm.set_up("harp-tdm", "The storm")
    await gm.let_join("Ada", "heroes")
    await gm.let_join("Orc", "foes")
    encounter = gm.page.url.partition("#e=")[2]
    sent: list[str] = []
    attempt = asyncio.Event()

    async def lose_the_answer(route: Route) -> None:
        """The server has done it, and nobody hears of it."""
        await route.fetch()
        sent.append(route.request.headers["idempotency-key"])
        await route.abort()
        attempt.set()

    async def attempts(number: int) -> None:
        async with asyncio.timeout(60):
            while len(sent) < number:
                await attempt.wait()
                attempt.clear()

    await gm.page.route("**/actions", lose_the_answer)
    dialog = await gm.open_person("Orc")
    await dialog.get_by_role("button", name="−5").click()
    await attempts(2)
    await gm.page.reload()
    await attempts(4)
    await gm.context.set_offline(True)
    await expect(gm.page.locator(".live")).to_contain_text("1 kept until it is back")
    await gm.page.unroute("**/actions")
    await gm.context.set_offline(False)
    await expect(gm.page.locator(".who", has_text="Orc")).to_contain_text("55 of 60")
    await expect(gm.page.locator(".live")).to_contain_text("Live")
    assert len(set(sent)) == 1
    async with caller_at(served.url, served.token) as caller:
        log = (await caller.get(f"/encounters/{encounter}/actions?limit=100")).json()["items"]
    assert [one["command"]["type"] for one in log].count("damage") == 1
    await gm.end()


async def test_a_seat_that_is_taken_back_says_so_and_sends_nothing_more(
    browser: Browser, served: Served
) -> None:
    async with caller_at(served.url, served.token) as caller:
        encounter = await caller.begin_fight()
        seats = {"tokens": [{"role": "player", "controls": ["dafur"]}]}
        (seat,) = (await caller.post(f"/campaigns/{caller.campaign}/tokens", seats)).json()["tokens"]
        player = await Seat.at(browser, f"{served.url}/#t={seat['token']}&e={encounter}", **PHONE)
        await expect(player.page.locator(".turn .deed").first).to_be_visible()
        assert (await caller.delete(f"/campaigns/{caller.campaign}/tokens/{seat['id']}")).status_code == 204
    await expect(player.page.get_by_role("alert")).to_be_visible(timeout=20_000)
    await player.page.reload()
    await expect(player.page.get_by_text("This seat is no longer open")).to_be_visible()
    assert await player.page.evaluate("localStorage.length") == 0
    await player.context.close()


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "مرحبا", "W" * 80])
async def test_a_name_is_text_and_nothing_else(browser: Browser, served: Served, name: str) -> None:
    async with caller_at(served.url, served.token) as caller:
        encounter = await caller.begin(ruleset="harp-tdm", title=name)
        for one in (DAFUR, {**ORC, "name": name}):
            assert (await caller.post(f"/encounters/{encounter}/combatants", one)).status_code == 201
    gm = await Seat.gm(browser, served, **PHONE)
    await expect(gm.page.locator(".new")).to_be_visible()
    await gm.page.goto(f"{served.url}/#e={encounter}")
    await expect(gm.page.locator(".who .name").nth(1)).to_have_text(name)
    assert await gm.page.locator("img").count() == 0
    assert await gm.page.evaluate("document.documentElement.scrollWidth") <= 360
    await gm.end()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("form", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_no_view_has_a_fault_that_axe_knows(
    browser: Browser, served: Served, form: dict[str, object], scheme: str
) -> None:
    gm = await Seat.gm(browser, served, **form, color_scheme=scheme)
    found: list[str] = []

    async def look(view: str) -> None:
        await gm.page.wait_for_timeout(200)
        answer = await Axe().run(gm.page, options={"resultTypes": ["violations"]})
        found.extend(
            f"{view}: {fault['id']} {json.dumps(fault['nodes'][0]['html'])[:200]}"
            for fault in answer.response["violations"]
        )

    await expect(gm.page.get_by_text("A new fight")).to_be_visible()
    await look("start")
    async with caller_at(served.url, served.token) as caller:
        encounter = await caller.begin_fight()
        for command in ({"type": "start"}, {"type": "roll-initiative"}):
            await caller.act(encounter, command)
    await gm.page.goto(f"{served.url}/#e={encounter}")
    await expect(gm.page.locator(".turn .deed").first).to_be_visible()
    await gm.page.locator(".turn .deed").first.click()
    await expect(gm.page.locator(".ahead .go")).to_be_visible()
    await look("fight")
    await gm.open_person("Orc")
    await look("person")
    await gm.press("Close")
    await gm.page.get_by_role("button", name="More", exact=True).click()
    await look("more")
    assert not found, "\n".join(found)
    await gm.end()


async def test_a_round_by_the_keyboard_alone(browser: Browser, served: Served) -> None:
    async with caller_at(served.url, served.token) as caller:
        encounter = await caller.begin_fight()
    gm = await Seat.gm(browser, served)
    await expect(gm.page.get_by_text("A new fight")).to_be_visible()
    await gm.page.goto(f"{served.url}/#e={encounter}")
    await expect(gm.button("Begin the fight")).to_be_visible()
    keys = gm.page.keyboard
    await keys.press("n")
    await expect(gm.page.locator(".who.now")).to_be_visible()
    first = await gm.page.locator(".who.now .name").inner_text()
    await expect(gm.page.locator(".turn .deed").first).to_be_visible()
    await keys.press("1")
    await expect(gm.page.locator(".ahead .go")).to_be_visible()
    await keys.press("d")
    await expect(gm.newest).to_contain_text(first)
    await expect(gm.page.locator(".ahead")).to_have_count(0)
    await keys.press("n")
    await expect(gm.page.locator(".who.now .name")).not_to_have_text(first)
    await keys.press("z")
    await expect(gm.page.locator(".who.now .name")).to_have_text(first)
    await keys.press("Control+k")
    await keys.type("orc")
    await keys.press("Enter")
    await expect(gm.page.get_by_role("dialog", name="Orc")).to_be_visible()
    await keys.press("Escape")
    await expect(gm.page.get_by_role("dialog")).to_have_count(0)
    await gm.end()


@pytest.mark.parametrize(("language", "said"), [("fr", "Tour suivant"), ("it", "Turno successivo")])
async def test_it_speaks_the_language_of_the_browser(
    browser: Browser, served: Served, language: str, said: str
) -> None:
    async with caller_at(served.url, served.token) as caller:
        encounter = await caller.begin_fight()
        for command in ({"type": "start"}, {"type": "roll-initiative"}):
            await caller.act(encounter, command)
    gm = await Seat.gm(browser, served, locale=language)
    await expect(gm.page.locator(".new")).to_be_visible()
    await gm.page.goto(f"{served.url}/#e={encounter}")
    await expect(gm.button(said)).to_be_visible()
    assert await gm.page.locator("html").get_attribute("lang") == language
    await gm.end()
