"""What may come of a command, before it is given: counted, sampled, drawn, and told to players."""

import json
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from httpx import AsyncClient
from jsonschema import Draft202012Validator

from app.services.ahead.odds_view import chance_view
from tests.api.caller import BLOW, DAFUR, ORC, Caller
from tests.api.conftest import new_gm
from tests.api.test_previews import ADA, CHARGE, OGRE, SVG, foresee, on_the_meadow

Json = dict[str, Any]
"""Any: JSON."""
SWORD = {"type": "attack", "actor": "ada", "target": "ogre", "weapon": "sword"}


async def odds(caller: Caller, encounter: str, command: Json | None = None, **more: Any) -> Json:
    body = more if command is None else {"command": command, **more}
    answer = await caller.post(f"/encounters/{encounter}/odds", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def chances(told: Json) -> dict[tuple[str, str | None], Fraction]:
    """By type and detail; of several combatants that of the last."""
    return {
        (one["type"], one["detail"]): Fraction(one["chance"]["fraction"])
        for one in told["events"]
        if one["chance"] is not None
    }


def is_whole(told: Json) -> bool:
    """Whether every spread makes 1 with what was cut."""
    spreads = [change["values"] for one in told["combatants"] for change in one["changes"]]
    cut = Fraction(told["cut"]["fraction"])
    return all(sum(Fraction(it["chance"]["fraction"]) for it in values) + cut == 1 for values in spreads)


async def ids(gm: Caller, encounter: str) -> dict[str, str]:
    items = (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"]
    return {one["ref"]: one["id"] for one in items}


async def test_a_charge_is_weighed_with_the_blow_that_meets_it(gm: Caller) -> None:
    """Ada charges with +12 at AC 16: 4 and more. The ogre strikes first, +8 at AC 16: 8 and more."""
    encounter = await on_the_meadow(gm)
    here = await ids(gm, encounter)
    told = await odds(gm, encounter, CHARGE)
    assert (told["legal"], told["exact"], told["samples"], told["cut"]["value"]) == (True, True, None, 0)
    success = {(roll["who"], roll["purpose"]): roll["success"] for roll in told["rolls"]}
    assert success[here["ada"], "attack"] == {"fraction": "17/20", "value": 0.85, "between": None}
    assert success[here["ogre"], "attack"]["fraction"] == "13/20"
    assert success[here["ogre"], "damage"] is None
    assert chances(told)["opportunity_taken", "leaving"] == 1
    assert [(one["who"], one["purpose"], one["choice"]) for one in told["assumed"]] == [
        (here["ogre"], "attack of opportunity", "club")
    ]
    ada, ogre = told["combatants"]
    (lost,) = ogre["changes"]
    assert (ada["combatant"], ogre["combatant"], lost["amount"]) == (here["ada"], here["ogre"], "lost")
    # Longsword 1d8+4: 8.5 on average and twice that for the 17/20 of 2/20 that are criticals.
    assert lost["mean"] == pytest.approx(8.5 * 0.85 * 1.1)
    assert is_whole(told)
    assert "action_spent" not in {one["type"] for one in told["events"]}


async def test_what_was_chosen_and_thrown_already_counts(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    unmet = await odds(gm, encounter, CHARGE, choices={"attack of opportunity": "no"})
    assert ("opportunity_taken", None) not in chances(unmet)
    assert unmet["assumed"] == []
    missed = await odds(gm, encounter, CHARGE, choices={"attack of opportunity": "no"}, dice=[2])
    assert chances(missed)["attack_missed", None] == 1
    assert missed["combatants"] == []


async def test_an_attack_of_harp_is_weighed_over_its_tables(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC)
    told = await odds(gm, encounter, BLOW)
    assert told["exact"] is True
    assert told["cut"]["value"] == 0  # the die that opens without end is told to the last
    assert is_whole(told)
    assert chances(told)["attack_fumbled", None] == Fraction(4, 100)
    dafur, orc = told["combatants"]
    assert dafur["down"]["value"] == 0
    assert 0 < orc["dead"]["value"] <= orc["down"]["value"]
    assert {state["state"]: state["already"] for state in orc["states"]}["stunned"] is False


@pytest.mark.parametrize("command", [CHARGE, SWORD])
async def test_what_is_not_allowed_is_answered_as_a_preview_does(gm: Caller, command: Json) -> None:
    encounter = await on_the_meadow(gm)
    await gm.act(encounter, {"type": "effect-add", "target": "ada", "conditions": ["fatigued", "nauseated"]})
    seen, told = await foresee(gm, encounter, command), await odds(gm, encounter, command)
    assert (seen["legal"], told["legal"]) == (False, False)
    assert told["failed_checks"] == seen["failed_checks"] != []
    assert (told["events"], told["combatants"]) == ([], [])


async def test_previews_and_odds_agree_on_what_is_needed(gm: Caller) -> None:
    """A preview tells the totals; how many faces do it follows."""
    encounter = await gm.begin(ruleset="dnd35")
    for one in (ADA, OGRE):
        entrant = {name: value for name, value in one.items() if name != "at"}
        assert (await gm.post(f"/encounters/{encounter}/combatants", entrant)).status_code == 201
    command = SWORD | {"situation": {"distance": {"value": 5, "unit": "ft"}}}
    (asked,) = (await foresee(gm, encounter, command))["awaiting"]
    bonus, against = (total["total"] for total in asked["totals"])
    told = await odds(gm, encounter, command)
    assert chances(told)["attack_hit", None] == Fraction(21 - (against - bonus), 20)


async def test_nothing_is_rolled_and_nothing_stored(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    before = await gm.stored(encounter), (await gm.get(f"/encounters/{encounter}/dice-proof")).json()
    one, again = await odds(gm, encounter, CHARGE), await odds(gm, encounter, CHARGE)
    assert one == again
    assert (
        await gm.stored(encounter),
        (await gm.get(f"/encounters/{encounter}/dice-proof")).json(),
    ) == before


async def test_too_many_cases_are_sampled_and_say_so(gm: Caller) -> None:
    """Four dice of initiative fall in 160,000 ways."""
    encounter = await on_the_meadow(gm, *({**ADA, "ref": f"ada{n}", "at": [0, n]} for n in (-1, 1)))
    await gm.act(encounter, {"type": "start"})
    told = await odds(gm, encounter, {"type": "roll-initiative"})
    assert (told["exact"], told["samples"]) == (False, 1000)
    (rolled,) = (one for one in told["events"] if one["type"] == "initiative_rolled")
    assert rolled["chance"] == {"fraction": "1", "value": 1, "between": [0.996173, 1]}
    assert told == await odds(gm, encounter, {"type": "roll-initiative"})


def test_a_sampled_chance_has_its_margin() -> None:
    """Wilson's interval for 10 of 100, as the textbooks have it."""
    assert chance_view(Fraction(1, 10), 100) == {
        "fraction": "1/10",
        "value": 0.1,
        "between": [0.055229, 0.174366],
    }
    assert chance_view(Fraction(1, 3), None)["value"] == 0.333333


async def test_commands_in_a_row_are_weighed_one_after_the_other(gm: Caller) -> None:
    """The orc has a hit left: after the first blow that does more, nothing is left to strike with."""
    encounter = await gm.begin_fight(DAFUR, {**ORC, "hits": 1})
    back = {"type": "attack", "actor": "orc", "target": "dafur", "weapon": "scimitar"}
    told = await odds(gm, encounter, commands=[BLOW, back])
    (refused,) = told["not_allowed"]
    assert refused["command"] == "/commands/1"
    assert [check["code"] for check in refused["failed_checks"]] == ["ACTOR_UNCONSCIOUS"]
    here = await ids(gm, encounter)
    (orc,) = (one for one in told["combatants"] if one["combatant"] == here["orc"])
    assert refused["chance"]["value"] == pytest.approx(orc["down"]["value"], abs=0.01)
    assert len(told["commands"]) == 2


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"command": {**CHARGE, "target": "nobody"}}, "unknown_combatant", "/command/target"),
        ({"command": {"type": "charge"}}, "missing", "/command/actor"),
        ({"commands": [CHARGE, {**CHARGE, "weapon": "spoon"}]}, "unknown_weapon", "/commands/1/weapon"),
        ({"command": CHARGE, "dice": [1] * 101}, "too_many_dice", "/dice"),
        ({"command": CHARGE, "dice": [21]}, "die_out_of_range", "/dice/0"),
        (
            {"command": CHARGE, "choices": {"attack of opportunity": "maybe"}},
            "invalid_answer",
            "/choices/attack of opportunity",
        ),
    ],
)
async def test_a_faulty_question_is_refused_in_its_place(
    gm: Caller, body: Json, code: str, pointer: str
) -> None:
    encounter = await on_the_meadow(gm)
    for path in ("odds", "odds.svg"):
        answer = await gm.post(f"/encounters/{encounter}/{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
        assert answer.json()["errors"][0]["pointer"] == pointer


async def test_players_are_told_what_rests_on_what_they_know(gm: Caller) -> None:
    """Whether Ada hits depends on the ogre's armour class, and what becomes of it on its hit points."""
    encounter = await on_the_meadow(gm)
    here = await ids(gm, encounter)
    ada = await gm.seat("player", "ada")
    command = {**CHARGE, "target": here["ogre"]}
    told = await odds(ada, encounter, command, choices={"attack of opportunity": "no"})
    assert told["legal"] is True
    hit = next(one for one in told["events"] if (one["type"], one["actor"]) == ("attack_hit", here["ada"]))
    assert (hit["chance"], hit["times"]) == (None, None)
    assert f"/events/{told['events'].index(hit)}/chance" in told["undisclosed"]
    own = {roll["purpose"]: roll for roll in told["rolls"] if roll["who"] == here["ada"]}
    assert (own["attack"]["times"], own["attack"]["success"]) == (1, None)
    fates = {one["combatant"]: one for one in told["combatants"]}
    ogre = fates[here["ogre"]]
    assert [ogre[name] for name in ("down", "dead", "changes", "states")] == [None] * 4
    missed = await odds(ada, encounter, command, choices={"attack of opportunity": "no"}, dice=[1])
    assert chances(missed)["attack_missed", None] == 1
    everything = await odds(gm, encounter, CHARGE)
    assert everything["undisclosed"] == []


async def test_players_are_told_of_nobody_hidden(gm: Caller, http: AsyncClient) -> None:
    """With a lurker beside the way the odds are what they are without it."""
    lurker = {**OGRE, "name": "Lurker", "ref": "lurker", "at": [3, 1], "disclosure": {"visibility": "hidden"}}
    lurker["sheet"] = OGRE["sheet"] | {"size": "medium"}
    told: list[Json] = []
    for runner, others in ((gm, ()), (await new_gm(http), (lurker,))):
        encounter = await on_the_meadow(runner, *others)
        here = await ids(runner, encounter)
        ada = await runner.seat("player", "ada")
        text = json.dumps(await odds(ada, encounter, {**CHARGE, "target": here["ogre"]}))
        for known in ("ada", "ogre"):
            text = text.replace(here[known], known)
        told.append({**json.loads(text), "encounter_id": None, "version": None})
    assert told[0] == told[1]


async def test_who_may_ask(gm: Caller, stranger: Caller) -> None:
    encounter = await on_the_meadow(gm)
    here = await ids(gm, encounter)
    ada, watcher = await gm.seat("player", "ada"), await gm.seat("spectator")
    for path in (f"/encounters/{encounter}/odds", f"/encounters/{encounter}/odds.svg"):
        assert (await stranger.post(path, {"command": CHARGE})).status_code == 404
        assert (await watcher.post(path, {"command": CHARGE})).status_code == 403
        not_hers = {"command": {**CHARGE, "actor": here["ogre"], "target": here["ada"]}}
        assert (await ada.post(path, not_hers)).json()["code"] == "not_yours"
        assert (await ada.post(path, {"command": {"type": "roll-initiative"}})).json()["code"] == "forbidden"


async def test_odds_are_what_the_schema_says(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    document = (await gm.http.get("/openapi.json")).json()
    form = {"$ref": "#/components/schemas/Odds", "components": document["components"]}
    here = await ids(gm, encounter)
    ada = await gm.seat("player", "ada")
    for command in (CHARGE, {**CHARGE, "attack": "bull-rush", "weapon": None}, {"type": "end"}, SWORD):
        Draft202012Validator(form).validate(await odds(gm, encounter, command))
    Draft202012Validator(form).validate(await odds(ada, encounter, {**CHARGE, "target": here["ogre"]}))


async def test_odds_are_drawn_with_bars_patterns_and_words(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    answer = await gm.post(f"/encounters/{encounter}/odds.svg", {"command": CHARGE})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    root = fromstring(answer.text)
    assert root.get("role") == "img"
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert titles[0] == "Odds: every case counted"
    assert "Ada → Ogre: attack hit: 85 %" in titles
    assert "down: 0 %" in titles
    (words,) = root.iter(f"{SVG}desc")
    assert "Ada → Ogre: attack hit 85 %" in (words.text or "")
    bars = [it for it in root.iter(f"{SVG}rect") if "bar" in it.get("class", "")]
    assert {it.get("fill") for it in bars} == {"url(#estoc-odds-chance)", "url(#estoc-odds-amount)"}
    assert {"estoc-odds-chance", "estoc-odds-amount"} == {it.get("id") for it in root.iter(f"{SVG}pattern")}
    assert all(0 < float(it.get("width", "0")) <= 220 for it in bars)
    assert "<script" not in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


async def test_a_picture_is_titled_in_the_readers_language(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    first = {
        "en": "Odds: every case counted",
        "fr": "Probabilités : tous les cas comptés",
        "it": "Probabilità: tutti i casi contati",
    }
    for locale, title in first.items():
        asked = {"Accept-Language": locale}
        answer = await gm.post(f"/encounters/{encounter}/odds.svg", {"command": CHARGE}, **asked)
        root = fromstring(answer.text)
        assert next(root.iter(f"{SVG}text")).text == title
        assert next(root.iter(f"{SVG}title")).text == title
        assert answer.headers["content-language"] == locale


async def test_a_picture_says_what_is_not_known_and_what_is_not_allowed(gm: Caller) -> None:
    encounter = await on_the_meadow(gm)
    here = await ids(gm, encounter)
    ada = await gm.seat("player", "ada")
    command = {**CHARGE, "target": here["ogre"]}
    picture = (await ada.post(f"/encounters/{encounter}/odds.svg", {"command": command})).text
    assert "Ada → Ogre: attack hit: not known" in picture
    unknown = [it for it in fromstring(picture).iter(f"{SVG}rect") if "bar-unknown" in it.get("class", "")]
    assert unknown
    assert all(it.get("fill") is None for it in unknown)
    await gm.act(encounter, {"type": "effect-add", "target": "ada", "conditions": ["fatigued"]})
    refused = (await gm.post(f"/encounters/{encounter}/odds.svg", {"command": CHARGE})).text
    assert "Odds: not allowed now" in refused
    assert "CONDITION_FORBIDS" in refused


async def test_variants_are_told_beside_each_other_as_each_is_told_alone(gm: Caller) -> None:
    """What does parrying 40 change?"""
    encounter = await gm.begin_fight(DAFUR, ORC)
    parry = {"type": "parry", "actor": "orc", "opponent": "dafur", "weapon": "scimitar", "points": 40}
    parried = {"commands": [parry, BLOW]}
    asked = {
        "variants": [{"name": "now", "action": {"command": BLOW}}, {"name": "parried", "action": parried}]
    }
    answer = await gm.post(f"/encounters/{encounter}/odds:compare", asked)
    assert answer.status_code == 200, answer.text
    now, after = answer.json()["variants"]
    assert (now["name"], after["name"]) == ("now", "parried")
    assert now["odds"] == await odds(gm, encounter, BLOW)
    assert after["odds"] == (await gm.post(f"/encounters/{encounter}/odds", parried)).json()
    lost = [variant["odds"]["combatants"][-1]["changes"][0]["mean"] for variant in (now, after)]
    assert lost[1] < lost[0]


async def test_a_player_compares_what_its_own_combatant_could_do(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC)
    ann, bob = await gm.seat("player", "dafur"), await gm.seat("player", "orc")
    foes = (await ann.get(f"/encounters/{encounter}/combatants")).json()["items"]
    (orc,) = [foe["id"] for foe in foes if foe["ref"] is None]  # what others call a foe no player is told
    asked = {"variants": [{"name": "now", "action": {"command": {**BLOW, "target": orc}}}]}
    told = await ann.post(f"/encounters/{encounter}/odds:compare", asked)
    assert told.status_code == 200, told.text
    refused = await bob.post(f"/encounters/{encounter}/odds:compare", asked)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize(
    ("variants", "pointer", "code"),
    [
        ([], "/variants", "wrong_value"),
        ([{"name": "a", "action": {"command": BLOW}}] * 9, "/variants", "wrong_value"),
        ([{"name": "a", "action": {"command": BLOW}}] * 2, "/variants/1/name", "duplicate_name"),
        (
            [{"name": "a", "action": {"command": BLOW, "dices": [1]}}],
            "/variants/0/action/dices",
            "unknown_field",
        ),
        ([{"name": "a", "action": {"command": {"type": "dance"}}}], "/variants/0/action/command", None),
    ],
)
async def test_a_comparison_that_cannot_be_made_says_where(
    gm: Caller, variants: list[Any], pointer: str, code: str | None
) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC)
    refused = await gm.post(f"/encounters/{encounter}/odds:compare", {"variants": variants})
    assert refused.status_code == 422, refused.text
    (fault, *_) = refused.json()["errors"]
    assert fault["pointer"].startswith(pointer)
    assert code in (None, fault["code"]), fault
