"""Shots and throws: range, point blank, cover, loading, and missiles that go astray."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.errors import UnknownCombatant
from app.rules.common.measures import Distance
from app.rules.harp.attack.missile import StraysUnclear
from app.rules.harp.contract.commands.command import EndTurn, RollInitiative, Situation, Start
from app.rules.harp.contract.commands.movement import Reload, Shoot
from app.rules.harp.ground.distances import DistanceMissing
from app.rules.harp.table.sheet import Part, Sheet, SheetWeapon
from app.rules.harp.table.situation import IntoMelee
from app.rules.harp.table.state import Conditions
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

ARCHER = Sheet(
    hits=60,
    db=20,
    armour_type=2,
    weapons=(
        SheetWeapon("bow", "short-bow", ob=90),
        SheetWeapon("crossbow", "light-crossbow", ob=90),
        SheetWeapon("axe", "throwing-axe", ob=90),
        SheetWeapon("sword", "long-sword", ob=50),
    ),
)


def shot(
    metres: int = 30,
    weapon: str = "bow",
    *,
    others: tuple[str, ...] | None = None,
    unit: Any = "m",
    target: str = "orc",
    **situation: Any,
) -> Shoot:
    into_melee = None if others is None else IntoMelee(others)
    stated = Situation(distance=Distance(metres, unit), **situation)
    return Shoot("archer", target, weapon, stated, into_melee)


def parts(told: Told, roll: int = 0) -> dict[str, int]:
    return {part.label: part.value for part in told.rolls[roll].modifiers.applied}


def range_of(fight: Fight, command: Shoot) -> int:
    return parts(fight.does(command, 50)).get("range.increments", 0)


@pytest.fixture
def field(fight: Fight) -> Fight:
    """An archer, and an orc that wears so much armour and defence that 50 misses."""
    return fight.enters("archer", ARCHER).enters("orc", replace(ORC, db=300), "foes")


@pytest.mark.parametrize(
    ("metres", "penalty"),
    [
        (4, -10), (10, -10), (11, -20), (30, -30), (50, -50),
        (51, -70), (70, -90), (80, -110), (90, -130), (100, -150),
    ],
)  # fmt: skip
def test_each_increment_begun_takes_10_and_from_the_sixth_20(field: Fight, metres: int, penalty: int) -> None:
    """H-MIS-1, DH-3 (ceil): a short bow's increment is 10 m."""
    assert range_of(field, shot(metres)) == penalty


@pytest.mark.parametrize(("metres", "penalty"), [(9, 0), (10, -10), (19, -10), (60, -70), (100, -150)])
def test_by_option_the_first_increment_is_free(field: Fight, metres: int, penalty: int) -> None:
    """DH-3 (first_free): only increments left behind count."""
    field.under(range_increment="first_free")
    assert range_of(field, shot(metres)) == penalty


def test_nothing_is_shot_beyond_the_tenth_increment_nor_within_2_m(field: Fight) -> None:
    """H-MIS-1: 5 feet are 1.5 m."""
    assert refused(field, shot(101)) == ["OUT_OF_RANGE"]
    assert refused(field, shot(5, unit="ft")) == ["TOO_CLOSE_TO_SHOOT"]
    assert "range.point_blank" in parts(field.does(shot(2), 50))
    field.under(range_increment="first_free")
    assert refused(field, shot(105)) == ["OUT_OF_RANGE"]


def test_point_blank_replaces_the_increments(field: Fight) -> None:
    """DH-25: within 3 m a short bow has +10 and no −10."""
    assert parts(field.does(shot(3), 50)) == {"ob.stated": 90, "range.point_blank": 10}


def test_by_option_point_blank_adds_to_the_increments(field: Fight) -> None:
    """DH-25 (adds)."""
    field.under(point_blank="adds")
    assert parts(field.does(shot(3), 50)) == {
        "ob.stated": 90,
        "range.point_blank": 10,
        "range.increments": -10,
    }


def test_a_thrown_weapon_has_its_own_increments(field: Fight) -> None:
    """H-MIS-1, H-WPN-1: a throwing axe flies 30 m in increments of 3."""
    assert range_of(field, shot(7, "axe")) == -30
    assert refused(field, shot(31, "axe")) == ["OUT_OF_RANGE"]


def test_a_shot_needs_a_distance_and_a_missile_weapon(field: Fight) -> None:
    """H-MIS-1."""
    with pytest.raises(DistanceMissing) as missing:
        field.does(Shoot("archer", "orc", "bow"))
    assert missing.value.params == {"field": "situation.distance"}
    assert refused(field, shot(10, "sword")) == ["NOT_A_MISSILE_WEAPON"]


def test_a_shot_is_refused_with_every_reason(field: Fight) -> None:
    """H-EFF-STUN, H-MIS-1: stunned, at oneself, from too far."""
    field.state = field.state.with_combatant(replace(field.of("archer"), conditions=Conditions(stunned=1)))
    assert refused(field, shot(120, target="archer")) == ["ACTOR_STUNNED", "TARGET_IS_ACTOR", "OUT_OF_RANGE"]


def test_a_shot_takes_the_action_of_the_round(field: Fight) -> None:
    """H-RND-2."""
    field.does(Start())
    field.does(RollInitiative(), 9, 1)
    field.does(shot(), 50)
    assert refused(field, shot()) == ["ACTION_SPENT"]
    field.does(EndTurn("archer"))
    assert refused(field, shot()) == ["NOT_YOUR_TURN"]


def test_cover_counts_with_its_figure_against_missiles(field: Fight) -> None:
    """H-DB-2, H-MIS-3: half a hard cover is 60 against a shot."""
    against = field.does(shot(cover="half-resistant"), 50).rolls[0].against
    assert against is not None
    assert {part.label: part.value for part in against.applied} == {
        "db.stated": 300,
        "cover.half-resistant": 60,
    }


def test_a_crossbow_must_be_loaded_after_each_shot(field: Fight) -> None:
    """H-RND-2: a light crossbow takes two rounds; a bow takes none."""
    field.does(shot(30, "crossbow"), 50)
    (check,) = field.refusal(shot(30, "crossbow"))
    assert (check.code, check.rule_id) == ("WEAPON_UNLOADED", "H-RND-2")
    assert dict(check.params) == {
        "actor": "Archer",
        "condition": "unloaded",
        "weapon": "light crossbow",
        "rounds": 2,
    }
    field.does(shot(30, "bow"), 50)
    field.does(shot(30, "bow"), 50)
    field.does(Reload("archer", "crossbow"))
    field.does(EndTurn("archer"))
    field.does(shot(30, "crossbow"), 50)


def test_a_shot_that_misses_in_a_melee_is_rolled_for_each_on_its_way(field: Fight) -> None:
    """H-MIS-3, DH-35: the orc and the first are missed, the second is hit, the third never asked."""
    field.enters("near", replace(DAFUR, db=300)).enters("next", DAFUR).enters("last", DAFUR)
    told = field.does(shot(30, others=("near", "next", "last")), 50, 50, 50)
    assert [event.target for event in told.events if event.type == "attack_missed"] == ["cmb_orc", "cmb_near"]
    assert [event.target for event in told.events if event.type == "attack_hit"] == ["cmb_next"]
    assert field.of("last").hits == DAFUR.hits


def test_a_stray_shot_keeps_range_and_leaves_position_and_cover(field: Fight) -> None:
    """H-MIS-3: flank and cover are the target's; the distance and the GM's word on the shot stay."""
    field.enters("near", DAFUR)
    command = shot(30, others=("near",), flank=True, cover="half-vulnerable", modifiers=(Part("Gusts", -5),))
    told = field.does(command, 50, 50)
    assert parts(told, 0) == {"ob.stated": 90, "position.flank": 15, "range.increments": -30, "Gusts": -5}
    assert parts(told, 1) == {"ob.stated": 90, "range.increments": -30, "Gusts": -5}
    stray = told.rolls[1].against
    assert stray is not None
    assert stray.total == 40


def test_a_shot_that_hits_its_target_stops_there(field: Fight) -> None:
    """H-MIS-3."""
    field.enters("near", DAFUR).enters("easy", replace(ORC, db=30), "foes")
    told = field.does(shot(30, others=("near",), target="easy"), 20)
    assert [roll.answer.who for roll in told.rolls] == ["cmb_archer"]


def test_a_fumbled_shot_strays_to_nobody(field: Fight) -> None:
    """H-ROLL-2, H-MIS-3: a fumble ends the attack."""
    field.enters("near", DAFUR)
    told = field.does(shot(30, others=("near",)), 2, 10)
    assert "attack_fumbled" in told.kinds()
    assert "attack_hit" not in told.kinds()


def test_thrown_weapons_do_not_stray(field: Fight) -> None:
    """H-MIS-3: bow, sling and crossbow only."""
    field.enters("near", DAFUR)
    assert len(field.does(shot(6, "axe", others=("near",)), 50).rolls) == 1


def test_strays_are_others_than_shooter_and_target(field: Fight) -> None:
    """H-MIS-3, DH-35."""
    for others in (("orc",), ("archer",)):
        with pytest.raises(StraysUnclear):
            field.does(shot(30, others=others))
    with pytest.raises(UnknownCombatant) as nobody:
        field.does(shot(30, others=("troll",)))
    assert nobody.value.pointer == "/into_melee/others"
