"""Policies do what they say, in every game."""

import pytest

from app.rules.resolution.policies import Policy
from tests.rules.resolution.fights import MAKING, MEADOW, Scene

GAMES = tuple(MAKING)
BLOW = {"harp-tdm": "attack", "dnd35": "full-attack", "pf1": "full-attack"}
DEFENCE = {"harp-tdm": "full-parry", "dnd35": "total-defense", "pf1": "total-defense"}
HURT = {"harp-tdm": "hits", "dnd35": "hp", "pf1": "hp"}
FIRST = {"harp-tdm": (9, 1, 1, 1), "dnd35": (19, 4, 3, 2), "pf1": (19, 4, 3, 2)}
"""Dice of initiative with which the first one comes first."""


def three_foes(ruleset: str) -> Scene:
    """Ada's turn: the strong one beside her, the hurt one beside her too, the first one far away."""
    make, left = MAKING[ruleset], HURT[ruleset]
    scene = Scene(
        ruleset,
        make("ada", "heroes", at=[4, 4]),
        make("far", "foes", at=[20, 4]),
        make("strong", "foes", at=[5, 4]),
        make("hurt", "foes", at=[5, 5], **{left: 10}),
        map=MEADOW,
    )
    scene.begin(*FIRST[ruleset])
    return scene


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_nearest_is_attacked(ruleset: str) -> None:
    assert three_foes(ruleset).chosen("ada", "nearest") == {"type": BLOW[ruleset], "target": "strong"}


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_weakest_of_those_in_reach_is_attacked(ruleset: str) -> None:
    assert three_foes(ruleset).chosen("ada", "weakest") == {"type": BLOW[ruleset], "target": "hurt"}


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_strongest_of_those_in_reach_is_attacked(ruleset: str) -> None:
    assert three_foes(ruleset).chosen("ada", "strongest") == {"type": BLOW[ruleset], "target": "strong"}


@pytest.mark.parametrize("ruleset", GAMES)
def test_all_go_for_the_first_that_stands_past_others(ruleset: str) -> None:
    scene = three_foes(ruleset)
    goes = scene.chosen("ada", "focus")
    assert goes is not None
    assert goes["type"] in ("move", "run")
    damage = {"hits": 200} if ruleset == "harp-tdm" else {"points": 200}
    scene.do({"type": "damage", "target": "far", **damage})
    assert scene.chosen("ada", "focus") == {"type": BLOW[ruleset], "target": "strong"}


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_wary_defend_themselves_below_half_their_points(ruleset: str) -> None:
    scene = three_foes(ruleset)
    assert scene.chosen("ada", "defensive") == {"type": BLOW[ruleset], "target": "strong"}
    most = scene.field.fighting.points(scene.state.combatant("ada"))
    damage = {"hits": most // 2 + 1} if ruleset == "harp-tdm" else {"points": most // 2 + 1}
    scene.do({"type": "damage", "target": "ada", **damage})
    does = scene.chosen("ada", "defensive")
    assert does is not None
    assert does["type"] == DEFENCE[ruleset]


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_passive_do_nothing(ruleset: str) -> None:
    assert three_foes(ruleset).chosen("ada", "passive") is None


@pytest.mark.parametrize("ruleset", GAMES)
def test_nobody_does_more_after_a_blow(ruleset: str) -> None:
    assert three_foes(ruleset).chosen("ada", "nearest", (BLOW[ruleset],)) is None


@pytest.mark.parametrize("ruleset", GAMES)
def test_who_is_too_far_off_to_charge_is_walked_towards(ruleset: str) -> None:
    make = MAKING[ruleset]
    scene = Scene(ruleset, make("ada", "heroes", at=[0, 4]), make("bor", "foes", at=[23, 4]), map=MEADOW)
    scene.begin(*FIRST[ruleset][:2])
    goes = scene.chosen("ada", "nearest")
    assert goes is not None
    assert goes["type"] == ("run" if ruleset == "harp-tdm" else "move")
    x, _ = goes["path"][-1] if ruleset == "harp-tdm" else goes["to"]
    assert x == (13 if ruleset == "harp-tdm" else 6)


def test_the_way_leads_round_a_wall() -> None:
    wall = ["." * 12, "." * 12, "....##......", "....##......", "....##......", "............"]
    scene = Scene(
        "pf1",
        MAKING["pf1"]("ada", "heroes", at=[3, 2]),
        MAKING["pf1"]("bor", "foes", at=[6, 2]),
        map={"rows": wall},
    )
    scene.begin(19, 4)
    goes = scene.chosen("ada", "nearest")
    assert goes is not None
    assert goes["type"] == "move"


def test_a_dropped_weapon_is_taken_up() -> None:
    scene = Scene(
        "pf1", {**MAKING["pf1"]("ada", "heroes"), "sheathed": ["sword"]}, MAKING["pf1"]("bor", "foes")
    )
    scene.begin(19, 4)
    assert scene.chosen("ada", "nearest") == {"type": "draw"}
    scene.do({"type": "draw", "actor": "ada", "weapon": "sword"})
    assert scene.chosen("ada", "nearest", ("draw",)) == {"type": "attack", "target": "bor"}


def test_who_lies_on_the_ground_gets_up_first() -> None:
    scene = Scene("pf1", MAKING["pf1"]("ada", "heroes"), MAKING["pf1"]("bor", "foes"))
    scene.begin(19, 4)
    scene.do({"type": "effect-add", "target": "ada", "conditions": ["prone"]})
    assert scene.chosen("ada", "nearest") == {"type": "stand"}


@pytest.mark.parametrize("policy", ["nearest", "weakest", "strongest", "focus", "defensive"])
@pytest.mark.parametrize("ruleset", GAMES)
def test_nobody_beats_who_is_down_while_others_fight(ruleset: str, policy: Policy) -> None:
    scene = three_foes(ruleset)
    damage = {"hits": 200} if ruleset == "harp-tdm" else {"points": 32}
    for down in ("strong", "hurt"):
        scene.do({"type": "damage", "target": down, **damage})
    does = scene.chosen("ada", policy)
    assert does is not None
    assert does["type"] in ("move", "run", "charge", "move-and-attack")
    assert does.get("target") in (None, "far")


@pytest.mark.parametrize("ruleset", ["dnd35", "pf1"])
def test_the_helpless_are_attacked_only_when_nobody_else_is_there(ruleset: str) -> None:
    scene = three_foes(ruleset)
    for paralysed in ("strong", "hurt"):
        scene.do({"type": "effect-add", "target": paralysed, "conditions": ["paralyzed"]})
    away = scene.chosen("ada", "nearest")
    assert away is not None
    assert away["type"] != BLOW[ruleset]
    scene.do({"type": "damage", "target": "far", "points": 200})
    assert scene.chosen("ada", "nearest") == {"type": BLOW[ruleset], "target": "strong"}
