"""Who enters, and on whose back: saddles, and hit points beyond all life (D20-MOV-9, D35-HP-2, PF1-HP-2)."""

from dataclasses import replace

import pytest

from app.rules.common.errors import InvalidDocument
from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.d20.contract.commands.care import Edit
from app.rules.d20.contract.commands.command import Add
from app.rules.d20.contract.commands.movement import Charge, MountUp
from tests.rules.d20.fight import FIGHTER, OGRE, Fight

HORSE = replace(OGRE, size="large", shape="long", speed=Distance(50, "ft"))
ELEPHANT = replace(HORSE, size="huge")
HALFLING = replace(FIGHTER, size="small")


def with_a_rider(fight: Fight) -> Fight:
    fight.enters("horse", HORSE)
    fight.does(Add(Identity("cmb_ada", "Ada", "heroes", "ada"), FIGHTER, mount="horse"))
    return fight


@pytest.mark.parametrize(
    ("mount", "code"),
    [("horse", "mount_taken"), ("bor", "mount_too_small"), ("ada", "is_mounted")],
    ids=["one saddle, one rider", "no larger", "a rider carries nobody"],
)
def test_not_every_creature_carries_whoever_enters(fight: Fight, mount: str, code: str) -> None:
    with_a_rider(fight).enters("bor", HALFLING)
    sheet = HALFLING if mount == "ada" else FIGHTER
    with pytest.raises(InvalidDocument) as caught:
        fight.does(Add(Identity("cmb_cid", "Cid", "heroes"), sheet, mount=mount))
    assert [(problem.pointer, problem.code) for problem in caught.value.problems] == [("/mount", code)]
    assert len(fight.state.combatants) == 3


def test_nobody_mounts_a_rider_or_under_one(fight: Fight) -> None:
    with_a_rider(fight).enters("bor", HALFLING).enters("elephant", ELEPHANT)
    onto_ada, under_ada = MountUp("bor", "ada"), MountUp("horse", "elephant")
    assert [check.code for check in fight.refusal(onto_ada)] == ["IS_MOUNTED"]
    assert [check.code for check in fight.refusal(under_ada)] == ["MOUNT_TAKEN"]


@pytest.mark.parametrize(("actor", "target", "weapon"), [("ada", "horse", "sword"), ("horse", "ada", "club")])
def test_mount_and_rider_do_not_charge_each_other(fight: Fight, actor: str, target: str, weapon: str) -> None:
    """D20-CHG-74: they go the way together."""
    far = Charge(actor, target, weapon, distance=Distance(30, "ft"), lane_is_clear=True, in_sight=True)
    assert [check.code for check in with_a_rider(fight).refusal(far)] == ["TARGET_IS_ACTOR"]


@pytest.mark.parametrize(("hp", "vital"), [(-50, "dead"), (-10, "dead"), (-9, "dying"), (0, "disabled")])
def test_whoever_enters_beyond_the_end_of_its_hit_points_is_dead(fight: Fight, hp: int, vital: str) -> None:
    """D35-HP-2, PF1-HP-2: at −10, which is also a Constitution of 10 below 0."""
    fight.enters("ada", FIGHTER, hp=hp)
    assert fight.of("ada").vital == vital


def test_hit_points_left_are_a_figure_that_can_be(fight: Fight) -> None:
    with pytest.raises(InvalidDocument) as entering:
        fight.enters("ada", FIGHTER, hp=10_000)
    assert [(it.pointer, it.code) for it in entering.value.problems] == [("/hp", "value_out_of_range")]
    fight.enters("ada", FIGHTER)
    with pytest.raises(InvalidDocument) as edited:
        fight.does(Edit("ada", hp=-(10**9), nonlethal=10_000, temporary=10_000))
    assert [problem.pointer for problem in edited.value.problems] == ["/hp", "/nonlethal", "/temporary"]
