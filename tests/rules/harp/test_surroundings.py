"""Light, footing and weather over a whole fight (H-VIS-1, proposed figures)."""

from typing import Any

import pytest

from app.rules.common.measures import Distance
from app.rules.common.modifiers import Tally
from app.rules.harp.contract.commands.command import Surprise
from app.rules.harp.contract.commands.defence import Dodge
from app.rules.harp.contract.commands.movement import Shoot
from app.rules.harp.contract.commands.skills import Manoeuvre
from app.rules.harp.ground.surroundings import check_environment
from app.rules.harp.table.sheet import Bonuses, Sheet, SheetWeapon
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import GlobalModifier
from tests.rules.harp.fight import ORC, Fight, refused

RANGER = Sheet(
    hits=70,
    bonuses=Bonuses(agility=10),
    weapons=(
        SheetWeapon("sword", "long-sword", ob=60),
        SheetWeapon("dagger", "dagger", ob=60),
        SheetWeapon("bow", "short-bow", ob=60),
        SheetWeapon("crossbow", "heavy-crossbow", ob=60),
    ),
)
NEAR = Situation(distance=Distance(30, "m"))


def among(fight: Fight, *rows: str) -> Fight:
    fight.under(*(GlobalModifier(id=row) for row in rows))
    return fight.enters("ranger", RANGER).enters("orc", ORC, "foes")


def worth(tally: Tally) -> dict[str, int]:
    return {part.label: part.value for part in tally.applied if part.kind == "environment"}


def struck(fight: Fight, weapon: str) -> dict[str, int]:
    return worth(fight.attacks(20, actor="ranger", weapon=weapon).rolls[0].modifiers)


def shot(fight: Fight, weapon: str) -> dict[str, int]:
    return worth(fight.does(Shoot("ranger", "orc", weapon, NEAR), 20).rolls[0].modifiers)


def test_melee_and_missiles_differ(fight: Fight) -> None:
    """H-VIS-1, H-OB-3."""
    among(fight, "poor-light")
    assert struck(fight, "sword") == {"surroundings.poor-light": -10}
    assert shot(fight, "bow") == {"surroundings.poor-light": -20}


def test_the_darkest_light_counts_and_footing_and_wind_add_to_it(fight: Fight) -> None:
    """H-VIS-1: a row of light, one of footing, and any of the others."""
    among(fight, "dim-light", "near-darkness", "uneven-ground", "ice", "gale", "unsteady-platform")
    (roll,) = fight.attacks(20, actor="ranger", weapon="sword").rolls
    assert worth(roll.modifiers) == {
        "surroundings.near-darkness": -25,
        "surroundings.ice": -20,
        "surroundings.gale": -10,
        "surroundings.unsteady-platform": -10,
    }
    assert {part.modifier.rule_id for part in roll.modifiers.suppressed} == {"H-VIS-1"}
    assert [(part.modifier.label, part.by) for part in roll.modifiers.suppressed] == [
        ("surroundings.uneven-ground", "surroundings.ice")
    ]


def test_the_gms_own_words_stand_beside_the_table(fight: Fight) -> None:
    """H-OB-3."""
    fight.under(GlobalModifier("Howling", -5), GlobalModifier(id="poor-light"))
    fight.enters("ranger", RANGER).enters("orc", ORC, "foes")
    assert struck(fight, "sword") == {"Howling": -5, "surroundings.poor-light": -10}


def test_a_short_blade_needs_no_room(fight: Fight) -> None:
    among(fight, "cramped")
    assert struck(fight, "sword") == {"surroundings.cramped": -30}
    assert struck(fight, "dagger") == {}


def test_under_water_only_crossbows_shoot(fight: Fight) -> None:
    among(fight, "under-water")
    assert refused(fight, Shoot("ranger", "orc", "bow", NEAR)) == ["NO_SHOT_POSSIBLE"]
    assert shot(fight, "crossbow") == {"surroundings.under-water": -50}


def test_manoeuvres_feel_the_footing_and_eyes_the_light(fight: Fight) -> None:
    """H-VIS-1, H-PER-1: listening needs no light."""
    among(fight, "ice", "near-darkness")

    def tried(using: Any, **more: Any) -> dict[str, int]:
        return worth(fight.does(Manoeuvre("ranger", using, **more), 50).rolls[0].modifiers)

    assert tried("agility") == {"surroundings.ice": -40}
    assert tried("reasoning") == {}
    assert tried("perception") == {"surroundings.near-darkness": -50}
    assert tried("perception", rests_on=("concentration",)) == {}
    assert worth(fight.does(Dodge("ranger", "agility"), 50).rolls[0].modifiers) == {"surroundings.ice": -40}


def test_an_ambush_by_night(fight: Fight) -> None:
    """H-SUR-2, H-VIS-1."""
    among(fight, "near-darkness")
    told = fight.does(Surprise(ambushed="foes"), 99, 2)
    assert worth(told.rolls[0].modifiers) == {"surroundings.near-darkness": -50}


def test_defence_feels_nothing_of_it(fight: Fight) -> None:
    """H-VIS-1."""
    among(fight, "ice", "near-darkness")
    (roll,) = fight.attacks(20, actor="ranger", weapon="sword").rolls
    assert roll.against is not None
    assert roll.against.total == 45


@pytest.mark.parametrize(
    ("entry", "pointer", "code"),
    [
        (GlobalModifier("Fog"), "/environment/0/value", "missing"),
        (GlobalModifier(value=-5), "/environment/0/label", "missing"),
        (GlobalModifier("Fog", -5, "poor-light"), "/environment/0/id", "wrong_value"),
        (GlobalModifier(id="pitch-black"), "/environment/0/id", "unknown_modifier"),
    ],
)
def test_an_entry_that_says_nothing_clear_is_refused(
    fight: Fight, entry: GlobalModifier, pointer: str, code: str
) -> None:
    (problem,) = check_environment(fight.rules.tables, fight.under(entry).state)
    assert (problem.pointer, problem.code) == (pointer, code)
