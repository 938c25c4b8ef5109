"""A language more is a folder of texts and nothing else; what is not said in it would be said by Python."""

import re
from collections.abc import AsyncIterator, Iterator
from html import unescape
from typing import Any

import pytest
from httpx import AsyncClient, Response
from sqlalchemy.engine import URL

from app.main import create_app
from app.services.scenarios.text import read_text
from tests.api.caller import BLOW, DAFUR, ORC, Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.test_previews import CHARGE, OGRE, on_the_meadow
from tests.narration.pseudo import LANGUAGE, OPENS, offered, pseudo
from tests.scenarios.cover import listed
from tests.scenarios.files import SCENARIOS

SPOKEN = frozenset({"text", "plain", "message", "title"})
"""Members whose texts are for whoever reads the answer; `detail` is one at the top of a problem."""
NAMES = re.compile(
    r"Dafur|(?:[Tt]he )?Orcs?|Ada|Ogre|Bor|The meadow|«[^»]*»|`[^`]*`|\baxe\b|(?:[a-z-]+, )+[a-z-]+"
)
"""What people have called somebody, and ids: quoted, or several in a list."""
PLAIN = re.compile("[A-Za-z]+[aeiou]|[aeiouAEIOU][A-Za-z]+", re.ASCII)
"""A word with a plain vowel, of which the language has none."""
OURS = "tables-in-another-language"


@pytest.fixture(scope="module")
async def http(address: URL, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AsyncClient]:
    """The service with one language more."""
    with offered(tmp_path_factory.mktemp("locales")):
        async with running(create_app(settings_for(address))) as client:
            yield client


@pytest.fixture
async def gm(http: AsyncClient) -> Caller:
    return await new_gm(http)


def unspoken(answer: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Texts of an answer, with their places, that the language's files did not say. Any: JSON."""
    match answer:
        case dict():
            for key, value in answer.items():
                if key == "option_texts":
                    yield from ((f"{at}/{key}", one) for one in value.values() if not is_spoken(one))
                elif isinstance(value, str) and (key in SPOKEN or f"{at}/{key}" == "/detail"):
                    yield from ((f"{at}/{key}", line) for line in value.splitlines() if not is_spoken(line))
                else:
                    yield from unspoken(value, f"{at}/{key}")
        case list():
            for index, value in enumerate(answer):
                yield from unspoken(value, f"{at}/{index}")
        case _:
            pass


def is_spoken(line: str) -> bool:
    """Whether all words of a line are the language's, or people's names."""
    return PLAIN.search(NAMES.sub("", line)) is None and (OPENS in line or not any(map(str.isalpha, line)))


def spoken(answer: Response) -> Any:
    """The answer, all of which is in the language. Any: JSON."""
    assert answer.headers["Content-Language"] == LANGUAGE
    document = answer.json()
    assert [*unspoken(document)] == []
    return document


def named(part: Any) -> Any:
    """A part of a table pack whose things have names in the language too. Any: JSON."""
    match part:
        case {"en": dict() as forms}:
            return {**part, LANGUAGE: {key: pseudo(form) for key, form in forms.items()}}
        case {"en": str(name)}:
            return {**part, LANGUAGE: " / ".join(map(pseudo, name.split(" / ")))}
        case dict():
            return {key: named(value) for key, value in part.items()}
        case list():
            return [*map(named, part)]
        case _:
            return part


async def with_names(gm: Caller, pack: str) -> dict[str, str]:
    """A table pack of the campaign whose things have names in the language, too."""
    document = named((await gm.get(f"/table-packs/{pack}/export")).json())
    document["pack"] |= {"id": OURS, "version": "1"}
    assert (await gm.post("/table-packs", document)).status_code == 201
    return {"id": OURS, "version": "1"}


async def begin_fight(gm: Caller) -> str:
    encounter = await gm.begin(table_pack=await with_names(gm, "harp-tdm"))
    for one in (DAFUR, {**ORC, "name": "The Orcs"}):
        assert (await gm.post(f"/encounters/{encounter}/combatants", one)).status_code == 201
    return encounter


def texts_in(part: Any) -> Iterator[str]:
    """Whatever a scenario's author calls somebody or something. Any: JSON."""
    match part:
        case str():
            yield from (part, part.capitalize())
        case dict():
            for key, value in part.items():
                yield from texts_in(key)
                yield from texts_in(value)
        case list():
            for one in part:
                yield from texts_in(one)
        case _:
            pass


async def test_a_fight_of_harp_is_told_in_it(gm: Caller) -> None:
    encounter = await begin_fight(gm)
    path = f"/encounters/{encounter}"
    body = {"command": {**BLOW, "situation": {"flank": True}}, "dice": [85, 92, 60]}
    told = spoken(await gm.post(f"{path}/actions", body, Accept_Language=LANGUAGE))
    assert {"attack_hit", "critical_suffered"} <= {event["type"] for event in told["events"]}
    refused = await gm.post(
        f"{path}/actions", {"command": {**BLOW, "weapon": "spoon"}}, Accept_Language=LANGUAGE
    )
    assert spoken(refused)["code"] == "unknown_weapon"
    spoken(await gm.post(f"{path}/preview", {"command": BLOW}, Accept_Language=LANGUAGE))
    spoken(await gm.post(f"{path}/odds", {"command": BLOW}, Accept_Language=LANGUAGE))
    for who in ("dafur", "orc"):
        spoken(await gm.get(f"{path}/legal-actions?combatant={who}", Accept_Language=LANGUAGE))
    spoken(await gm.post(f"{path}/undo", {}, Accept_Language=LANGUAGE))
    spoken(await gm.get(f"{path}/actions", Accept_Language=LANGUAGE))


async def test_a_charge_of_pathfinder_is_told_in_it(gm: Caller) -> None:
    encounter = await on_the_meadow(gm, table_pack=await with_names(gm, "pf1"))
    path = f"/encounters/{encounter}"
    spoken(await gm.post(f"{path}/preview", {"command": CHARGE}, Accept_Language=LANGUAGE))
    spoken(await gm.post(f"{path}/odds", {"command": CHARGE}, Accept_Language=LANGUAGE))
    for who in ("ada", "ogre"):
        spoken(await gm.get(f"{path}/legal-actions?combatant={who}", Accept_Language=LANGUAGE))
    policy = {"dice_policy": {"rolls": "players", "choices": "players"}}
    assert (await gm.patch(path, policy, If_Match="*")).status_code == 200
    waits = await gm.post(f"{path}/actions", {"command": CHARGE}, Accept_Language=LANGUAGE)
    assert waits.status_code == 202
    spoken(waits)
    refused = await gm.post(f"{path}/actions", {"command": CHARGE}, Accept_Language=LANGUAGE)
    assert spoken(refused)["code"] == "decision_pending"


async def test_a_charge_that_is_in_the_way_of_somebody_is_refused_in_it(gm: Caller) -> None:
    encounter = await on_the_meadow(gm, {**OGRE, "name": "Bor", "ref": "bor", "at": [3, 0]})
    refused = await gm.post(f"/encounters/{encounter}/actions", {"command": CHARGE}, Accept_Language=LANGUAGE)
    assert spoken(refused)["code"] == "lane_creature"


async def test_problems_of_requests_are_explained_in_it(gm: Caller) -> None:
    path = f"/encounters/{await gm.begin_fight()}"
    for answer in (
        await gm.get("/encounters/enc_x", Accept_Language=LANGUAGE),
        await gm.post("/encounters", {"ruleset": "chess"}, Accept_Language=LANGUAGE),
        await gm.patch(path, {"title": "x"}, Accept_Language=LANGUAGE),
        await gm.patch(path, {"title": "x"}, If_Match='"9.gm"', Accept_Language=LANGUAGE),
    ):
        assert answer.status_code >= 400
        spoken(answer)


async def test_a_report_is_a_page_in_it(gm: Caller) -> None:
    encounter = await begin_fight(gm)
    path = f"/encounters/{encounter}"
    await gm.post(f"{path}/actions", {"command": BLOW, "dice": [55, 42]})
    page = await gm.get(f"{path}/report?format=html", Accept_Language=LANGUAGE)
    assert f'<html lang="{LANGUAGE}">' in page.text
    said = re.findall(r"<(?:li|h2|th)[^>]*>([^<]+)<", unescape(page.text))
    assert [one for one in said if not is_spoken(one)] == []
    written = await gm.get(f"{path}/report?format=markdown", Accept_Language=LANGUAGE)
    heads = [line for line in written.text.splitlines() if line.startswith("## ")]
    assert heads
    assert [head for head in heads if not is_spoken(head)] == []


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_scenarios_of_everything_are_told_in_it(gm: Caller, ruleset: str) -> None:
    """Every event and refusal at least once: the scenarios that are chosen for the API because of that."""
    pack, headers = await with_names(gm, ruleset), {"Authorization": f"Bearer {gm.token}"}
    chosen = listed("shows")
    unsaid: dict[str, str] = {}
    for case in (case for case in SCENARIOS if case.name in chosen and case.ruleset == ruleset):
        document: Any = read_text(case.path.read_text("utf-8")).document
        document.pop("rulesets", None)
        for step in document["play"]:
            if isinstance(dice := step.get("dice"), dict):  # that of each game
                step["dice"] = dice[ruleset]
        people = re.compile("|".join(sorted(map(re.escape, texts_in(document)), key=len, reverse=True)))
        body = {**document, "ruleset": ruleset, "table_pack": pack}
        run = await gm.http.post(
            "/v1/scenarios:run", json=body, headers={**headers, "Accept-Language": LANGUAGE}
        )
        assert run.status_code == 200, (case.name, run.text)
        for step in run.json()["steps"]:
            for at, line in unspoken(step):
                if not is_spoken(people.sub("", line)):
                    unsaid[line] = f"{case.name}{at}"
    assert unsaid == {}
