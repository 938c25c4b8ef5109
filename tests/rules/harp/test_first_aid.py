"""First aid: its rounds, its roll, and what spoils it (H-EFF-WOUND, proposed figures)."""

from typing import Any

import pytest

from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.care import Damage, EffectAdd
from app.rules.harp.contract.commands.command import EndTurn, Remove, RollInitiative, Start
from app.rules.harp.contract.commands.movement import Move
from app.rules.harp.contract.commands.skills import FirstAid
from app.rules.harp.table.sheet import Part, Sheet, Skills
from tests.rules.harp.fight import Fight, Told, refused

HEALER = Sheet(hits=40, db=0, armour_type=1, skills=Skills(first_aid=35))
HURT = Sheet(hits=60, db=0, armour_type=1, bmr=10, skills=Skills())


@pytest.fixture
def aid(fight: Fight) -> Fight:
    return fight.enters("healer", HEALER).enters("hurt", HURT)


def in_rounds(fight: Fight) -> None:
    fight.does(Start())
    fight.does(RollInitiative(), 9, 1)


def turns(fight: Fight, *dice: int) -> Told:
    """To the healer's next turn; ``dice`` come after the initiative."""
    fight.does(EndTurn("healer"))
    fight.does(EndTurn("hurt"))
    return fight.does(RollInitiative(), 9, 1, *dice)


def test_the_worked_example_at_once_without_rounds(aid: Fight) -> None:
    """H-EFF-WOUND, H-EFF-BLEED: bleeding 8, skill 35, roll 72: 67, so 60 % of eight stop, four."""
    aid.does(EffectAdd("hurt", bleeding=5))
    aid.does(EffectAdd("hurt", bleeding=3, penalty=-10, must_parry=2))
    told = aid.does(FirstAid("healer", "hurt"), 72)
    assert told.facts == {"manoeuvre_total": 67, "manoeuvre_column": "percentage", "manoeuvre_result": 60}
    assert {part.label: part.value for part in told.rolls[0].modifiers.applied} == {
        "skill.first_aid": 35, "difficulty.very-hard": -40,
    }  # fmt: skip
    hurt = aid.of("hurt")
    assert (hurt.bleeding, hurt.penalty, hurt.wound_level) == (4, -10, "serious")
    assert hurt.conditions.must_parry == 2  # first aid lessens no penalty (H-EFF-MUSTPARRY)


@pytest.mark.parametrize(
    ("effects", "rounds", "difficulty"),
    [
        ({"bleeding": 1}, 3, "medium"),
        ({"bleeding": 3}, 5, "hard"),
        ({"bleeding": 6}, 8, "very-hard"),
        ({"bleeding": 1, "penalty": -51}, 8, "very-hard"),
        ({"bleeding": 10}, 10, "extremely-hard"),
        ({"bleeding": 1, "death_in_rounds": 3}, 10, "extremely-hard"),
    ],
)
def test_rounds_and_difficulty_follow_the_level_of_the_wounds(
    aid: Fight, effects: dict[str, Any], rounds: int, difficulty: str
) -> None:
    in_rounds(aid)
    aid.does(EffectAdd("hurt", **effects))
    assert aid.does(FirstAid("healer", "hurt")).kinds() == ["action_taken", "action_under_way"]
    busy = aid.of("healer").busy
    assert busy is not None
    assert busy.care is not None
    assert (busy.rounds_left, busy.care.difficulty) == (rounds - 1, difficulty)


def test_after_its_rounds_comes_the_roll(aid: Fight) -> None:
    """H-RND-2: the third own turn ends it; the GM's modifier is kept for the roll, and 101 stops all."""
    in_rounds(aid)
    aid.does(EffectAdd("hurt", bleeding=2))
    aid.does(FirstAid("healer", "hurt", (Part("Clean water", 10),)))
    assert "action_under_way" in turns(aid).kinds()
    told = turns(aid, 56)
    assert told.kinds()[-3:] == ["action_taken", "action_completed", "first_aid_given"]
    assert told.rolls[-1].modifiers.total == 45
    assert aid.of("hurt").bleeding == 0
    assert aid.of("healer").busy is None


def test_a_failure_stops_nothing(aid: Fight) -> None:
    aid.does(EffectAdd("hurt", bleeding=1))
    assert aid.does(FirstAid("healer", "hurt"), 60).kinds() == ["first_aid_given"]  # 90 % of 1
    assert aid.of("hurt").bleeding == 1


def is_spoilt(fight: Fight) -> bool:
    busy = fight.of("healer").busy
    assert busy is not None
    assert busy.care is not None
    return busy.care.is_spoilt


@pytest.mark.parametrize(
    "disturbance",
    [
        Damage("hurt", 1),
        Damage("healer", 1),
        EffectAdd("hurt", stunned=1),
        EffectAdd("healer", stunned=1),
        Remove("hurt"),
    ],
)
def test_a_hit_or_a_stun_spoils_it(aid: Fight, disturbance: Any) -> None:
    in_rounds(aid)
    aid.does(EffectAdd("hurt", bleeding=2))
    aid.does(FirstAid("healer", "hurt"))
    stuns = isinstance(disturbance, EffectAdd)
    aid.does(disturbance, choices={"resist the stun": "no"} if stuns else None)
    assert is_spoilt(aid)


def test_what_is_spoilt_ends_with_the_next_own_turn(aid: Fight) -> None:
    in_rounds(aid)
    aid.does(EffectAdd("hurt", bleeding=2))
    aid.does(FirstAid("healer", "hurt"))
    aid.does(Remove("hurt"))
    aid.does(EndTurn("healer"))
    assert aid.does(RollInitiative(), 9).kinds()[-1] == "action_interrupted"
    assert aid.of("healer").busy is None


def test_moving_spoils_it_and_the_bleeding_itself_does_not(aid: Fight) -> None:
    in_rounds(aid)
    aid.does(EffectAdd("hurt", bleeding=2))
    aid.does(FirstAid("healer", "hurt"))
    aid.does(EndTurn("healer"))
    assert aid.of("hurt").hits == 58
    assert not is_spoilt(aid)
    aid.does(Move("hurt", Distance(3, "m")))
    aid.does(EndTurn("hurt"))
    assert aid.does(RollInitiative(), 9, 1).kinds()[-1] == "action_interrupted"


def test_it_takes_a_trained_giver_and_a_bleeding_patient(aid: Fight) -> None:
    assert refused(aid, FirstAid("healer", "hurt")) == ["TARGET_NOT_BLEEDING"]
    aid.does(EffectAdd("healer", bleeding=2))
    assert refused(aid, FirstAid("hurt", "healer")) == ["UNTRAINED"]
    aid.does(FirstAid("healer", "healer"), 66)
    assert aid.of("healer").bleeding == 0
