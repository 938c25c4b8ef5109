"""An action is told, and a refusal explained, in the caller's language; codes and ids are in none."""

from pathlib import Path

import pytest

from app.api.http.languages import negotiated
from tests.api.caller import BLOW, DAFUR, ORC, Caller
from tests.api.test_previews import CHARGE, OGRE, on_the_meadow

OFFERED = ("en", "fr", "it")
PAGE = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")
WORDED = ("narration", "breakdown", "rolls", "choices")
"""The parts of an action that have words in them."""


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
        again = read.json()
        purposes = [asked["text"] for asked in (*again["rolls"], *again["choices"])]
        words.append((again["narration"], again["breakdown"], purposes))
        unworded = dict.fromkeys(WORDED)
        assert {**again, **unworded} == {**told.json(), **unworded}
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


@pytest.mark.parametrize(
    ("language", "purpose", "part"),
    [
        ("en", "attack", "Offensive bonus on the sheet"),
        ("fr", "attaque", "Bonus offensif de la feuille"),
        ("it", "attacco", "Bonus offensivo della scheda"),
    ],
)
async def test_what_is_asked_is_said_in_the_language(
    gm: Caller, language: str, purpose: str, part: str
) -> None:
    """The same whether it was asked in the language, or is read in it."""
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    policy = {"dice_policy": {"rolls": "players", "choices": "players"}}
    assert (await gm.patch(path, policy, If_Match="*")).status_code == 200
    waits = await gm.post(f"{path}/actions", {"command": BLOW}, Accept_Language=language)
    (asked,) = waits.json()["awaiting"]
    assert (asked["purpose"], asked["text"]) == ("attack", purpose)
    assert [one["text"] for one in asked["modifiers"]] == [part]
    action = waits.headers["Location"].removeprefix("/v1")
    for other in OFFERED:
        for read in (await gm.get(action, Accept_Language=other), await gm.get(path, Accept_Language=other)):
            document = read.json()
            (seen,) = (document.get("pending") or document)["awaiting"]
            assert (seen["text"] == purpose) == (other == language)
            assert {**seen, "text": "", "modifiers": []} == {**asked, "text": "", "modifiers": []}
    answered = {"answers": [{"decision_id": asked["decision_id"], "dice": [55]}]}
    told = await gm.post(f"{action}/answers", answered, Accept_Language=language)
    assert told.json()["rolls"][0]["text"] == purpose


@pytest.mark.parametrize(
    ("language", "purpose", "options"),
    [
        ("en", "attack of opportunity", {"club": "greatclub", "no": "no"}),
        ("fr", "attaque d’opportunité", {"club": "massue", "no": "non"}),
        ("it", "attacco di opportunità", {"club": "randello pesante", "no": "no"}),
    ],
)
async def test_options_are_said_in_the_language(
    gm: Caller, language: str, purpose: str, options: dict[str, str]
) -> None:
    path = f"/encounters/{await on_the_meadow(gm)}/preview"
    (asked,) = (await gm.post(path, {"command": CHARGE}, Accept_Language=language)).json()["awaiting"]
    assert (asked["purpose"], asked["text"]) == ("attack of opportunity", purpose)
    assert (asked["options"], asked["option_texts"]) == ([*options], options)


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


@pytest.mark.parametrize(
    ("language", "title", "detail"),
    [
        ("en", "Not here", "This campaign has no such encounter."),
        ("fr", "Introuvable ici", "Cette campagne n’a pas ce combat."),
        ("it", "Qui non c’è", "Questa campagna non ha questo combattimento."),
    ],
)
async def test_a_problem_is_named_in_the_language(gm: Caller, language: str, title: str, detail: str) -> None:
    answer = await gm.get("/encounters/enc_x", Accept_Language=f"{language}, de")
    problem = answer.json()
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, language)
    assert "Accept-Language" in answer.headers["Vary"]
    assert (problem["code"], problem["title"], problem["detail"]) == ("not_found", title, detail)


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "Orc charges 40 m at most, not 60 m."),
        ("fr", "Orc peut charger sur 40 m, pas sur 60 m."),
        ("it", "Orc può caricare per 40 m, non per 60 m."),
    ],
)
async def test_a_refused_charge_of_harp_is_explained_in_the_language(
    gm: Caller, language: str, reason: str
) -> None:
    encounter = await gm.begin_fight(DAFUR, {**ORC, "sheet": {**ORC["sheet"], "bmr": 20}})
    charge = {
        "type": "charge",
        "actor": "orc",
        "target": "dafur",
        "weapon": "scimitar",
        "run_up": {"value": 60, "unit": "m"},
        "target_aware": True,
    }
    for path in (f"/encounters/{encounter}/actions", f"/encounters/{encounter}/preview"):
        answer = await gm.post(path, {"command": charge}, Accept_Language=language)
        assert answer.headers["Content-Language"] == language
        (check,) = answer.json()["failed_checks"]
        assert (check["code"], check["message"]) == ("CHARGE_TOO_LONG", reason)
        assert check["params"] == {"actor": "Orc", "run_up": "60 m", "limit": "40 m"}
    assert (await gm.act(encounter, charge)).json()["detail"] == "Orc charges 40 m at most, not 60 m."


@pytest.mark.parametrize(
    ("language", "reason", "title"),
    [
        ("en", "In the lane of the charge: Bor.", "Somebody is in the way"),
        ("fr", "Dans le couloir de la charge : Bor.", "Quelqu’un est sur le chemin"),
        ("it", "Nella corsia della carica: Bor.", "C’è qualcuno nel mezzo"),
    ],
)
async def test_a_refused_charge_of_d20_is_explained_in_the_language(
    gm: Caller, language: str, reason: str, title: str
) -> None:
    encounter = await on_the_meadow(gm, {**OGRE, "name": "Bor", "ref": "bor", "at": [3, 0]})
    path = f"/encounters/{encounter}/actions"
    problem = (await gm.post(path, {"command": CHARGE}, Accept_Language=language)).json()
    (check,) = problem["failed_checks"]
    assert (problem["code"], problem["title"], problem["detail"]) == ("lane_creature", title, reason)
    assert (check["code"], check["message"]) == ("LANE_CREATURE", reason)
    assert f"{reason}\n" in PAGE


async def test_a_weapon_of_the_tables_is_named_in_the_language(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    draw = {"type": "draw", "actor": "ada", "weapon": "sword"}
    refused = await gm.post(f"/encounters/{encounter}/actions", {"command": draw}, Accept_Language="fr")
    (check,) = refused.json()["failed_checks"]
    assert check["message"] == "Ada a déjà cette arme en main (épée longue)."


async def test_what_is_not_possible_is_explained_in_the_language(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    seen = await gm.get(f"/encounters/{encounter}/legal-actions?combatant=orc", Accept_Language="it")
    assert seen.headers["Content-Language"] == "it"
    checks = {check["code"]: check for one in seen.json()["impossible"] for check in one["failed_checks"]}
    assert checks["NO_SHIELD"]["message"] == "Orc non porta uno scudo."


async def test_what_is_possible_bears_its_name_in_the_language(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, {**ORC, "disclosure": {"name_mask": "A shape"}})
    path = f"/encounters/{encounter}/legal-actions?combatant=dafur"
    player = await gm.seat("player", "dafur")
    for caller, locale, label in (
        (gm, "en", "Attack · axe · Orc"),
        (gm, "fr", "Attaque · hache · Orc"),
        (player, "it", "Attacco · ascia · A shape"),
    ):
        seen = await caller.get(path, Accept_Language=locale)
        assert label in {one["label"] for one in seen.json()["possible"]}
    idle = (await gm.get(path, Accept_Language="fr")).json()
    labels = {one["type"]: one["label"] for one in [*idle["possible"], *idle["impossible"]]}
    assert labels["hold"] == "Ne rien faire"
    assert "Orc" not in (await player.get(path)).text


async def test_what_a_player_cannot_see_is_left_unsaid_in_the_language(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, {**ORC, "disclosure": {"name_mask": "A shape"}})
    player = await gm.seat("player", "dafur")
    path = f"/encounters/{encounter}"
    charge = {"type": "charge", "actor": "dafur", "target": "orc", "weapon": "axe"}
    answer = await player.post(f"{path}/actions", {"command": charge}, Accept_Language="fr")
    assert "Orc" not in answer.text


async def test_a_tag_of_another_language_is_of_the_same_version(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    french = await gm.get(path, Accept_Language="fr")
    assert french.headers["ETag"] == '"2.gm.fr"'
    assert (await gm.get(path, If_None_Match=french.headers["ETag"])).status_code == 200
    changed = await gm.patch(path, {"title": "Le gué"}, If_Match=french.headers["ETag"])
    assert changed.status_code == 200
