"""An action is told in the caller's language; codes, ids and refusals are in none."""

import pytest

from app.api.languages import negotiated
from tests.api.caller import BLOW, Caller

OFFERED = ("en", "fr", "it")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR-ch, en;q=0.9", "fr"),
        ("de, it;q=0.8, fr;q=0.9", "fr"),
        ("de-AT, de;q=0.9", "en"),
        ("en;q=0.5, it;q=0.5", "en"),
        ("it;q=0.5, en;q=0.5", "it"),
        ("de, *;q=0.5", "en"),
        ("en;q=0, *", "fr"),
        ("*;q=0", "en"),
        ("fr;q=0", "en"),
        ("fr ; q=0.3 , it ; q=0.7", "it"),
        ("fr;q=1.5, it", "it"),
        ("fr;q=, it;q=0.1", "it"),
        ("fr;q=nan, it;q=0.1", "it"),
        ("", "en"),
        (";;,,q=1;", "en"),
        ("fr;q=0.2, fr-BE;q=0.9, it;q=0.5", "fr"),
    ],
)
def test_the_language_is_the_one_liked_best_of_those_there_are(header: str, language: str) -> None:
    assert negotiated(header, OFFERED) == language


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Dafur's axe hits Orc: 12 hits and a B critical."),
        ("fr", "touche"),
        ("it", "colpisce"),
    ],
)
async def test_a_blow_is_told_in_the_language_of_who_strikes(gm: Caller, language: str, words: str) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/actions"
    body = {"command": BLOW, "dice": [55, 42]}
    told = await gm.post(path, body, key="k", Accept_Language=f"{language}, de;q=0.1")
    assert told.headers["Content-Language"] == language
    assert "Accept-Language" in told.headers["Vary"]
    assert told.headers["ETag"] == f'"3.gm.{language}"'
    assert told.json()["narration"]["text"]["locale"] == language
    assert words in told.json()["narration"]["text"]["plain"].splitlines()[0]
    again = await gm.post(path, body, key="k", Accept_Language="en")
    assert (again.content, again.headers["Content-Language"]) == (told.content, language)
    for asked in ({}, {"Accept_Language": language}):
        read = await gm.get(told.headers["Location"].removeprefix("/v1"), **asked)
        assert (read.content, read.headers["Content-Language"]) == (told.content, language)


async def test_the_log_names_every_language_in_it(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, Accept_Language="it")
    log = await gm.get(f"/encounters/{encounter}/actions")
    assert log.headers["Content-Language"] == "en, it"


@pytest.mark.parametrize("done_in", ["en", "fr", "it"])
@pytest.mark.parametrize("read_in", ["en", "fr", "it"])
async def test_an_action_is_told_again_in_the_readers_language(
    gm: Caller, done_in: str, read_in: str
) -> None:
    """The same action done by somebody else in the reader's language reads the same, to the last word."""
    body = {"command": {**BLOW, "situation": {"flank": True}}, "dice": [55, 42, 60]}
    words = []
    for language in (done_in, read_in):
        encounter = await gm.begin_fight()
        told = await gm.post(f"/encounters/{encounter}/actions", body, Accept_Language=language)
        read = await gm.get(told.headers["Location"].removeprefix("/v1"), Accept_Language=read_in)
        assert read.headers["Content-Language"] == read_in
        assert "Accept-Language" in read.headers["Vary"]
        words.append((read.json()["narration"], read.json()["breakdown"]))
        figures = {**read.json(), "narration": None, "breakdown": None}
        assert figures == {**told.json(), "narration": None, "breakdown": None}
    assert words[0] == words[1]


async def test_an_action_taken_back_is_told_again_with_the_undo_that_did_it(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    blow = await gm.post(f"{path}/actions", {"command": BLOW, "dice": [55, 42]}, Accept_Language="fr")
    undone = await gm.post(f"{path}/undo", {}, Accept_Language="fr")
    log = (await gm.get(f"{path}/actions", Accept_Language="it")).json()["items"]
    assert [item["reverted_by"] for item in log if item["id"] == blow.json()["id"]] == [undone.json()["id"]]
    assert log[-1]["narration"]["text"] == {"locale": "it", "plain": "Annullato: attacco."}


async def test_the_log_is_told_in_the_one_language_that_is_asked_for(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, Accept_Language="it")
    log = await gm.get(f"/encounters/{encounter}/actions", Accept_Language="fr")
    assert log.headers["Content-Language"] == "fr"


async def test_what_waits_is_told_again_too(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    policy = {"dice_policy": {"rolls": "players"}}
    assert (await gm.patch(f"/encounters/{encounter}", policy, If_Match="*")).status_code == 200
    waits = await gm.post(f"/encounters/{encounter}/actions", {"command": BLOW}, Accept_Language="fr")
    assert waits.status_code == 202
    assert waits.json()["narration"]["text"]["plain"] == "En attente de : attaque (Dafur)."
    read = await gm.get(waits.headers["Location"].removeprefix("/v1"), Accept_Language="it")
    assert read.json()["narration"]["text"]["plain"] == "In attesa di: attacco (Dafur)."


async def test_a_preview_names_what_counts_in_the_language(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    seen = await gm.post(f"/encounters/{encounter}/preview", {"command": BLOW}, Accept_Language="fr")
    assert (seen.headers["Content-Language"], seen.headers["ETag"]) == ("fr", '"2.gm.fr"')
    parts = [part["text"] for total in seen.json()["awaiting"][0]["totals"] for part in total["parts"]]
    assert parts == ["Bonus offensif de la feuille", "Bonus défensif de la feuille"]


async def test_codes_ids_and_figures_are_the_same_in_every_language(gm: Caller) -> None:
    tellings = []
    for language in OFFERED:
        encounter = await gm.begin_fight()
        body = {"command": {**BLOW, "situation": {"flank": True}}, "dice": [55, 42, 60]}
        told = await gm.post(f"/encounters/{encounter}/actions", body, Accept_Language=language)
        document = told.json()
        tellings.append(
            (
                document["rules"],
                document["result"],
                [{**line, "text": ""} for line in document["narration"]["lines"]],
                [{**part, "text": ""} for part in document["breakdown"]],
            )
        )
    assert tellings[0] == tellings[1] == tellings[2]


async def test_refusals_say_that_they_are_in_english(gm: Caller) -> None:
    answer = await gm.get("/encounters/enc_x", Accept_Language="fr")
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, "en")


async def test_a_tag_of_another_language_is_of_the_same_version(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    french = await gm.get(path, Accept_Language="fr")
    assert french.headers["ETag"] == '"2.gm.fr"'
    assert (await gm.get(path, If_None_Match=french.headers["ETag"])).status_code == 200
    changed = await gm.patch(path, {"title": "Le gué"}, If_Match=french.headers["ETag"])
    assert changed.status_code == 200
