"""Moving, running, moving to attack, and walking out of a melee."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.measures import Distance
from app.rules.common.modifiers import Modifier
from app.rules.harp.bonuses.offence import parrying_bonus
from app.rules.harp.contract.commands.command import EndTurn, RollInitiative, Situation, Start
from app.rules.harp.contract.commands.movement import Move, MoveAndAttack, Run
from app.rules.harp.ground.distances import DistanceMissing, DistanceNegative, RateUnknown
from app.rules.harp.ground.ways import LeavesUnclear
from app.rules.harp.skills.manoeuvre import manoeuvre_bonus
from app.rules.harp.table.arms import wield
from app.rules.harp.table.sheet import SheetWeapon
from app.rules.harp.table.state import Conditions
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

RUNNER = replace(DAFUR, bmr=9)


def metres(value: int) -> Distance:
    return Distance(value, "m")


def parts(told: Told, roll: int = 0) -> dict[str, int]:
    return {part.label: part.value for part in told.rolls[roll].modifiers.applied}


def under(fight: Fight, ref: str, **conditions: Any) -> None:
    fight.state = fight.state.with_combatant(replace(fight.of(ref), conditions=Conditions(**conditions)))


def in_turn(fight: Fight) -> Fight:
    """Round 1, Dafur's turn; the orc comes after him."""
    fight.does(Start())
    fight.does(RollInitiative(), 9, *(1 for _ in fight.state.combatants[1:]))
    return fight


def test_a_move_up_to_the_bmr_costs_the_action_and_nothing_else(fight: Fight) -> None:
    """H-MOV-1, H-RND-2: 9 m with a BMR of 9; then nothing more this round."""
    in_turn(fight.duel(first=RUNNER))
    assert fight.does(Move("dafur", metres(9))).kinds() == ["action_taken", "set_off", "moved"]
    assert refused(fight, Move("dafur", metres(1))) == ["ACTION_SPENT"]


def test_a_run_goes_twice_the_bmr_and_no_farther(fight: Fight) -> None:
    """H-MOV-1: 18 m with a BMR of 9."""
    fight.duel(first=RUNNER)
    assert refused(fight, Move("dafur", metres(10))) == ["BEYOND_BMR"]
    assert refused(fight, Run("dafur", metres(19))) == ["BEYOND_RUN"]
    assert "moved" in fight.does(Run("dafur", metres(18))).kinds()


def test_sixty_feet_are_eighteen_metres(fight: Fight) -> None:
    """H-MOV-1: exact lengths whatever the unit; 61 feet are 18.3 m."""
    fight.duel(first=RUNNER)
    assert refused(fight, Run("dafur", Distance(61, "ft"))) == ["BEYOND_RUN"]
    assert "moved" in fight.does(Run("dafur", Distance(60, "ft"))).kinds()


def test_running_burdens_manoeuvres_until_the_next_own_turn(fight: Fight) -> None:
    """H-MOV-1: −20 on all manoeuvres; walking costs them nothing."""

    def burden() -> int:
        return manoeuvre_bonus(fight.rules.tables, fight.state, fight.of("dafur"), (), uses=frozenset()).total

    fight.duel(first=RUNNER)
    fight.does(Move("dafur", metres(5)))
    assert burden() == 0
    fight.does(Run("dafur", metres(15)))
    assert burden() == -20
    fight.does(EndTurn("dafur"))
    assert burden() == 0


def test_the_stunned_move_at_half_rate_and_do_not_run(fight: Fight) -> None:
    """H-EFF-STUN: half of a BMR of 9 is 4.5 m, which is 15 feet."""
    fight.duel(first=RUNNER)
    under(fight, "dafur", stunned=2)
    (check,) = fight.refusal(Move("dafur", metres(5)))
    assert (check.code, check.rule_id) == ("BEYOND_BMR", "H-EFF-STUN")
    assert refused(fight, Run("dafur", metres(4))) == ["CANNOT_RUN"]
    assert "moved" in fight.does(Move("dafur", Distance(15, "ft"))).kinds()


def test_one_that_must_parry_does_not_move_unless_it_may_not_parry_either(fight: Fight) -> None:
    """H-EFF-MUSTPARRY, DH-27: under both it moves at half rate and does nothing else."""
    fight.duel(first=RUNNER)
    under(fight, "dafur", must_parry=1)
    assert refused(fight, Move("dafur", metres(3))) == ["ACTOR_MUST_PARRY"]
    under(fight, "dafur", must_parry=1, no_parry=1)
    assert refused(fight, Move("dafur", metres(5))) == ["BEYOND_BMR"]
    assert refused(fight, Run("dafur", metres(3))) == ["CANNOT_RUN"]
    assert "moved" in fight.does(Move("dafur", metres(4))).kinds()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hits": 0}, "ACTOR_UNCONSCIOUS"),
        ({"dying_in": 2}, "ACTOR_DEAD"),
        ({"conditions": Conditions(lost_turns=1)}, "ACTOR_LOST_TURN"),
    ],
)
def test_nobody_moves_who_cannot_act(fight: Fight, changes: dict[str, Any], code: str) -> None:
    """H-DMG-1, H-EFF-DEATH, DH-39."""
    fight.duel(first=RUNNER)
    fight.state = fight.state.with_combatant(replace(fight.of("dafur"), **changes))
    assert refused(fight, Move("dafur", metres(3))) == [code]


def test_nobody_moves_out_of_turn(fight: Fight) -> None:
    """H-RND-1."""
    in_turn(fight.duel(first=RUNNER, second=replace(ORC, bmr=9)))
    assert refused(fight, Run("orc", metres(3))) == ["NOT_YOUR_TURN"]


def test_what_is_not_said_is_not_guessed(fight: Fight) -> None:
    """H-MOV-1: no distance, a distance below 0, a sheet without BMR."""
    fight.duel(first=RUNNER)
    with pytest.raises(DistanceMissing) as missing:
        fight.does(Move("dafur"))
    assert missing.value.params == {"field": "distance"}
    with pytest.raises(DistanceNegative):
        fight.does(Move("dafur", metres(-1)))
    with pytest.raises(RateUnknown) as sheet:
        fight.does(Move("orc", metres(1)))
    assert sheet.value.params == {"name": "Orc"}


def test_an_attack_after_a_move_has_minus_20_however_short_the_way(fight: Fight) -> None:
    """H-MOV-2: 80 − 20; the blow falls at the end of the way."""
    fight.duel(first=RUNNER)
    told = fight.does(MoveAndAttack("dafur", "orc", "axe", metres(1)), 30)
    assert parts(told) == {"ob.stated": 80, "ob.moved": -20}
    assert told.kinds()[:3] == ["set_off", "moved", "attack_hit"]


def test_an_attack_in_the_round_of_a_run_has_the_minus_20_once(fight: Fight) -> None:
    """H-MOV-2, DH-15: 18 m, and not a second −20 for running."""
    fight.duel(first=RUNNER)
    told = fight.does(MoveAndAttack("dafur", "orc", "axe", metres(18)), 30)
    assert parts(told) == {"ob.stated": 80, "ob.moved": -20}
    assert refused(fight, MoveAndAttack("dafur", "orc", "axe", metres(19))) == ["BEYOND_RUN"]


def test_a_shot_after_a_move_has_the_minus_20_too(fight: Fight) -> None:
    """H-MOV-2, H-MIS-1: 60 − 20 for moving − 20 for the second increment."""
    archer = replace(RUNNER, weapons=(SheetWeapon("bow", "short-bow", ob=60),))
    fight.duel(first=archer)
    shot = MoveAndAttack("dafur", "orc", "bow", metres(5), Situation(distance=metres(20)))
    assert parts(fight.does(shot, 40)) == {"ob.stated": 60, "range.increments": -20, "ob.moved": -20}


def test_the_minus_20_for_moving_ends_with_the_round(fight: Fight) -> None:
    """H-MOV-2: the attack of the next turn is free of it."""
    in_turn(fight.duel(first=RUNNER))
    fight.does(Move("dafur", metres(5)))
    fight.does(EndTurn("dafur"))
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 9, 1)
    assert parts(fight.attacks(30)) == {"ob.stated": 80}


def test_who_walks_out_of_a_melee_is_struck_at_before_it_goes(fight: Fight) -> None:
    """DH-20: the orc has a free attack, which costs it no action."""
    in_turn(fight.duel(first=RUNNER))
    told = fight.does(Move("dafur", metres(9), ("orc",)), 10)
    assert told.kinds() == ["action_taken", "set_off", "attack_hit", "hits_taken", "moved"]
    (choice,) = [one for one in told.choices if one.answer.purpose == "free attack on the one who leaves"]
    assert choice.options == ("scimitar", "no")
    fight.does(EndTurn("dafur"))
    fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")


def test_the_opponent_may_let_the_free_attack_pass(fight: Fight) -> None:
    """DH-20."""
    fight.duel(first=RUNNER)
    choices = {"free attack on the one who leaves": "no"}
    told = fight.does(Move("dafur", metres(9), ("orc",)), choices=choices)
    assert told.kinds() == ["set_off", "moved"]


def test_by_option_leaving_a_melee_costs_nothing(fight: Fight) -> None:
    """DH-20, `leaving_melee`: none."""
    fight.under(leaving_melee="none").duel(first=RUNNER)
    assert fight.does(Run("dafur", metres(9), ("orc",))).kinds() == ["set_off", "moved"]


def test_every_opponent_that_is_left_strikes_but_not_the_stunned(fight: Fight) -> None:
    """DH-20, H-EFF-STUN: of three orcs one is stunned."""
    fight.duel(first=RUNNER).enters("orc2", ORC, "foes").enters("orc3", ORC, "foes")
    under(fight, "orc2", stunned=1)
    told = fight.does(Move("dafur", metres(9), ("orc", "orc2", "orc3")), 10, 10)
    assert [roll.answer.who for roll in told.rolls] == ["cmb_orc", "cmb_orc3"]


def test_who_is_struck_down_while_leaving_neither_moves_nor_attacks(fight: Fight) -> None:
    """DH-20, H-DMG-1: one hit left; the orc's 90 + 55 − 40 lands."""
    fight.enters("dafur", RUNNER, hits=1).enters("orc", ORC, "foes").enters("troll", ORC, "foes")
    told = fight.does(MoveAndAttack("dafur", "troll", "axe", metres(5), leaves=("orc",)), 90, 1)
    assert told.kinds()[-2:] == ["move_prevented", "attack_prevented"]
    assert "moved" not in told.kinds()


def test_moving_counts_for_a_parry_as_well(fight: Fight) -> None:
    """DH-23: of 80 OB 60 are left to parry with after the −20."""
    fight.duel(first=RUNNER)
    fight.does(Move("dafur", metres(5)))
    dafur = fight.of("dafur")
    tally = parrying_bonus(
        fight.rules.tables, fight.state, dafur, wield(fight.rules.tables, dafur.sheet, "axe")
    )
    assert Modifier("ob.moved", -20, "movement", "state", "H-MOV-2") in tally.applied
    assert tally.total == 60


@pytest.mark.parametrize("leaves", [("dafur",), ("orc", "orc"), ("orc", "cmb_orc")])
def test_one_leaves_the_melee_of_others_and_of_each_once(fight: Fight, leaves: tuple[str, ...]) -> None:
    """DH-20: nobody strikes freely at itself, or twice."""
    in_turn(fight.duel(first=RUNNER))
    with pytest.raises(LeavesUnclear):
        fight.does(Move("dafur", metres(5), leaves))
