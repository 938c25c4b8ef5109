"""What the table reads: weapons by their names, names of one line, pages in the reader's language."""

import re
from typing import Any

import pytest

from app.persistence.base.json_text import UnusableText
from app.services.scenarios.document import read_scenario
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller

Json = dict[str, Any]
SWORD: Json = {"id": "sword", "model": "longsword", "attack": 5}
KNIGHT: Json = {
    "name": "Le Nazgûl",
    "ref": "a",
    "side": "foes",
    "sheet": {
        "hp": 20,
        "bab": 3,
        "initiative": 0,
        "ac": {"total": 15, "touch": 12, "flat_footed": 13},
        "weapons": [SWORD],
    },
}
GOBLINS: Json = {**KNIGHT, "name": "Les gobelins", "ref": "b", "side": "heroes"}
STROKE: Json = {"type": "attack", "actor": "a", "target": "b", "weapon": "sword"}


async def begun(gm: Caller, ruleset: str, *fighters: Json) -> str:
    encounter = await gm.begin(ruleset=ruleset)
    for fighter in fighters:
        answer = await gm.post(f"/encounters/{encounter}/combatants", fighter)
        assert answer.status_code == 201, answer.text
    return encounter


def armed(fighter: Json, **more: Any) -> Json:
    (weapon,) = fighter["sheet"]["weapons"]
    return {**fighter, "sheet": {**fighter["sheet"], "weapons": [{**weapon, **more}]}}


async def plain(gm: Caller, encounter: str, command: Json, language: str, *dice: int) -> str:
    body = {"command": command, "dice": dice}
    answer = await gm.post(f"/encounters/{encounter}/actions", body, Accept_Language=language)
    assert answer.status_code == 201, answer.text
    return answer.json()["narration"]["text"]["plain"]


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_a_name_with_its_article_in_a_fight(gm: Caller, ruleset: str) -> None:
    encounter = await begun(gm, ruleset, KNIGHT, GOBLINS)
    told = await plain(gm, encounter, STROKE, "fr", 20, 15, 1, 1)
    assert told.startswith("Coup critique du Nazgûl sur les gobelins (épée longue)")
    assert "Les gobelins perdent " in told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Le Nazgûl's longsword misses"),
        ("fr", "Le Nazgûl manque les gobelins (épée longue)."),
        ("it", "(spada lunga)."),
    ],
)
@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
async def test_a_weapon_without_a_name_goes_by_its_models(
    gm: Caller, ruleset: str, language: str, words: str
) -> None:
    encounter = await begun(gm, ruleset, KNIGHT, GOBLINS)
    assert words in await plain(gm, encounter, STROKE, language, 2)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
async def test_a_weapon_with_a_name_goes_by_it_in_every_language(
    gm: Caller, ruleset: str, language: str
) -> None:
    one, other = (DAFUR, ORC) if ruleset == "harp-tdm" else (KNIGHT, GOBLINS)
    encounter = await begun(gm, ruleset, armed(one, id="w1", name="Foe-biter"), other)
    blow = {**(BLOW if ruleset == "harp-tdm" else STROKE), "weapon": "w1"}
    told = await plain(gm, encounter, blow, language, *(LIGHT_HIT if ruleset == "harp-tdm" else (2,)))
    assert "Foe-biter" in told
    assert "w1" not in told


async def test_a_players_vaguer_words_have_the_weapons_name_too(gm: Caller) -> None:
    encounter = await begun(gm, "pf1", KNIGHT, GOBLINS)
    player = await gm.seat("player", "b")
    await plain(gm, encounter, STROKE, "fr", 19, 1, 1)
    (said,) = (await player.get(f"/encounters/{encounter}/actions")).json()["items"][2:]
    assert "épée longue" in said["narration"]["text"]["plain"]


@pytest.mark.parametrize("name", ["", "   "])
async def test_a_weapons_name_can_be_said(gm: Caller, name: str) -> None:
    encounter = await gm.begin()
    answer = await gm.post(f"/encounters/{encounter}/combatants", armed(DAFUR, name=name))
    assert answer.status_code == 422, answer.text
    (error,) = answer.json()["errors"]
    assert (error["code"], error["pointer"]) == ("blank_name", "/sheet/weapons/0/name")


def lines_in(value: str) -> list[tuple[str, Json, str]]:
    """Bodies with ``value`` in one name each: where they go, what is sent, which member is to blame."""
    effect = {"type": "effect-add", "target": "dafur", "modifiers": [{"label": value, "value": 1}]}
    return [
        ("/encounters", {"ruleset": "harp-tdm", "title": value}, "/title"),
        ("combatants", {**DAFUR, "ref": "x", "name": value}, "/name"),
        ("combatants", {**DAFUR, "ref": "x", "side": value}, "/side"),
        ("combatants", {**DAFUR, "ref": value}, "/ref"),
        ("combatants", armed({**DAFUR, "ref": "x"}, name=value), "/sheet/weapons/0/name"),
        ("combatants", armed({**DAFUR, "ref": "x"}, id=value), "/sheet/weapons/0/id"),
        ("combatants", {**DAFUR, "ref": "x", "disclosure": {"name_mask": value}}, "/disclosure/name_mask"),
        ("actions", {"command": effect}, "/command/modifiers/0/label"),
        ("tokens", {"tokens": [{"role": "spectator", "label": value}]}, "/tokens/0/label"),
    ]


@pytest.mark.parametrize("sign", ["\n", "\r", "\t", "\u2028", "\u2029", "\x85", "\x1b", "\x00"])
async def test_a_name_is_one_line_whoever_gives_it(gm: Caller, sign: str) -> None:
    encounter = await gm.begin_fight()
    for where, body, pointer in lines_in(f"Orc{sign}Ada loses 99 hit points."):
        path = {
            "/encounters": where,
            "tokens": f"/campaigns/{gm.campaign}/tokens",
        }.get(where, f"/encounters/{encounter}/{where}")
        answer = await gm.post(path, body)
        assert answer.status_code == 422, (where, answer.text)
        (error,) = answer.json()["errors"]
        assert (error["code"], error["pointer"]) == ("unusable_text", pointer)


def test_a_name_is_one_line_in_a_scenarios_file_too() -> None:
    orc = {"id": "orc", "name": "Orc\nAda", "side": "foes", "sheet": ORC["sheet"]}
    with pytest.raises(UnusableText) as refused:
        read_scenario({"scenario": 1, "title": "A line", "ruleset": "harp-tdm", "combatants": [orc]})
    assert refused.value.problems[0].pointer == "/combatants/0/name"


async def test_a_reason_may_have_several_lines(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    body = {"command": BLOW, "dice": LIGHT_HIT}
    assert (await gm.post(f"/encounters/{encounter}/actions", body)).status_code == 201
    refused = await gm.post(f"/encounters/{encounter}/actions/act_0/answers", {"reason": "one\ntwo"})
    assert refused.json()["code"] != "unusable_text"


@pytest.mark.parametrize(
    ("language", "heading", "words"),
    [
        ("en", "Before the first round", "hits Orc"),
        ("fr", "Avant le premier round", "Dafur touche Orc (hache)"),
        ("it", "Prima del primo round", "Dafur colpisce Orc (ascia)"),
    ],
)
async def test_a_report_is_in_the_readers_language(
    gm: Caller, language: str, heading: str, words: str
) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, dice=LIGHT_HIT)
    for form in ("json", "markdown", "html"):
        page = await gm.get(f"/encounters/{encounter}/report?format={form}", Accept_Language=language)
        assert page.headers["Content-Language"] == language
        assert words in page.text.replace("\\", "")
        assert form == "json" or heading in page.text
    assert f'<html lang="{language}">' in page.text


async def test_a_french_page_has_the_spaces_of_french_print(gm: Caller) -> None:
    encounter = await gm.begin_fight({**DAFUR, "name": "Nain : l’aîné"}, ORC)
    await gm.act(encounter, dice=LIGHT_HIT)
    address = f"/encounters/{encounter}/report?format="
    page = await gm.get(f"{address}html", Accept_Language="fr")
    told = await gm.get(f"{address}json", Accept_Language="fr")
    assert re.search("touche Orc \\(hache\\)\u00a0: \\d+\u00a0PdV", page.text)
    assert re.search(r"touche Orc \(hache\) : \d+ PdV", told.text)


async def test_a_scenario_is_told_and_refused_in_the_readers_language(gm: Caller) -> None:
    document = {
        "scenario": 1,
        "title": "Two blows",
        "ruleset": "harp-tdm",
        "combatants": [
            {"id": "dafur", "name": "Le Nain", "side": "heroes", "sheet": DAFUR["sheet"]},
            {"id": "orc", "side": "foes", "sheet": ORC["sheet"]},
        ],
        "play": [{"do": BLOW, "dice": LIGHT_HIT}, {"do": {**BLOW, "target": "dafur"}}],
    }
    answer = await gm.post("/scenarios:run", document, Accept_Language="fr")
    assert answer.headers["Content-Language"] == "fr"
    first, second = answer.json()["steps"]
    assert first["narration"].startswith("Le Nain touche Orc (hache)")
    assert second["message"] == "Le Nain ne peut pas se prendre pour cible."


REFUSED = [
    ("harp-tdm", {"type": "reload", "actor": "dafur", "weapon": "w1"}, "nothing_to_load"),
    ("dnd35", {"type": "draw", "actor": "a", "weapon": "w1"}, "weapon_in_hand"),
    ("pf1", {**STROKE, "weapon": "w1", "throw": True}, "weapon_not_thrown"),
]


@pytest.mark.parametrize(
    ("name", "harp", "d20"),
    [
        ("Foe-biter", ("Foe-biter",) * 3, ("Foe-biter",) * 3),
        (None, ("axe", "hache", "ascia"), ("longsword", "épée longue", "spada lunga")),
    ],
)
@pytest.mark.parametrize(("ruleset", "command", "code"), REFUSED)
async def test_a_refusal_calls_a_weapon_as_the_table_does(
    gm: Caller,
    ruleset: str,
    command: Json,
    code: str,
    name: str | None,
    harp: tuple[str, ...],
    d20: tuple[str, ...],
) -> None:
    """By its name or its model's, at once, looking ahead and among what can be done; never by its id."""
    one, other = (DAFUR, ORC) if ruleset == "harp-tdm" else (KNIGHT, GOBLINS)
    more = {} if name is None else {"name": name}
    encounter = await begun(gm, ruleset, armed(one, id="w1", **more), other)
    for language, called in zip(("en", "fr", "it"), harp if ruleset == "harp-tdm" else d20, strict=True):
        refused = await gm.post(
            f"/encounters/{encounter}/actions", {"command": command}, Accept_Language=language
        )
        assert refused.json()["code"] == code, refused.text
        ahead = await gm.post(
            f"/encounters/{encounter}/preview", {"command": command}, Accept_Language=language
        )
        checks = ahead.json().get("failed_checks") or [{"message": ahead.json()["detail"]}]
        for said in (refused.json()["detail"], *(check["message"] for check in checks)):
            assert called in said
            assert "w1" not in said


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Dafur needs a melee weapon in hand to parry, not bare hands."),
        ("fr", "Dafur ne peut parer qu’avec une arme de mêlée en main, et pas ainsi (mains nues)."),
        ("it", "Dafur può parare solo con un’arma da mischia in mano, e non così (mani nude)."),
    ],
)
async def test_bare_hands_have_a_word(gm: Caller, language: str, words: str) -> None:
    encounter = await gm.begin_fight()
    parry = {"type": "parry", "actor": "dafur", "weapon": "unarmed", "points": 5, "opponent": "orc"}
    answer = await gm.post(f"/encounters/{encounter}/actions", {"command": parry}, Accept_Language=language)
    assert words in answer.json()["detail"], answer.text


async def test_a_refusal_tells_nobody_what_a_masked_one_calls_its_weapon(gm: Caller) -> None:
    hooded = {**armed(GOBLINS, id="w1", name="Vexfang"), "disclosure": {"name_mask": "A hooded man"}}
    encounter = await begun(gm, "pf1", KNIGHT, hooded)
    await gm.act(encounter, {"type": "effect-add", "target": "b", "conditions": ["stunned"]})
    player = await gm.seat("player", "a")
    people = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    disarm = {"type": "disarm", "actor": "a", "target": people[1]["id"], "weapon": "sword", "item": "w1"}
    for path in ("actions", "preview"):
        answer = await player.post(f"/encounters/{encounter}/{path}", {"command": disarm})
        assert "Vexfang" not in answer.text
        assert "A hooded man has no longsword in hand." in answer.text
    answer = await gm.post(f"/encounters/{encounter}/actions", {"command": disarm})
    assert "no Vexfang in hand" in answer.json()["detail"]
