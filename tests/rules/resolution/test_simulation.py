"""A fight that goes on by itself: who wins, for how long, and what is counted of it."""

from typing import Any

import pytest

from app.rules.resolution.given import Given, deciding_by_default
from app.rules.resolution.policies import Policy
from app.rules.resolution.simulation import Ended, Fight
from app.services.simulations.order import SimulationBody
from app.services.simulations.outcomes import Fared, Length, Outcomes, fought
from app.services.simulations.report import quantile, report, wilson
from app.services.simulations.work import dice_of
from tests.rules.resolution.fights import MAKING, MEADOW, Scene

GAMES = tuple(MAKING)


def duel(ruleset: str, *points: int, **more: Any) -> Scene:
    make = MAKING[ruleset]
    ada, bor = make("ada", "heroes", *points[:1]), make("bor", "foes", *points[1:])
    return Scene(ruleset, ada, bor, **more)


def many(scene: Scene, runs: int, most_rounds: int = 20, **policies: Policy) -> Outcomes:
    """The outcomes of so many runs, with dice that fall the same way each time."""
    whole = Outcomes()
    for number in range(runs):
        dice = dice_of("a seed", number)
        whole += fought(scene.field, scene.state, policies, dice, most_rounds, number)
    return whole


@pytest.mark.parametrize("ruleset", GAMES)
def test_twins_win_as_often_as_each_other(ruleset: str) -> None:
    outcomes = many(duel(ruleset), 60)
    decided = sum(outcomes.wins.values())
    low, high = wilson(outcomes.wins["heroes"], decided)
    assert low < 0.5 < high, outcomes.wins


@pytest.mark.parametrize("ruleset", GAMES)
def test_an_overwhelming_side_wins(ruleset: str) -> None:
    make = MAKING[ruleset]
    horde = [make(f"orc-{number}", "foes") for number in range(4)]
    outcomes = many(Scene(ruleset, make("ada", "heroes"), *horde), 12)
    assert outcomes.wins["foes"] >= 11
    assert outcomes.fighters["ada"].down == outcomes.wins["foes"]


@pytest.mark.parametrize("ruleset", GAMES)
def test_those_who_do_nothing_come_to_no_decision(ruleset: str) -> None:
    outcomes = many(duel(ruleset), 2, 7, ada="passive", bor="passive")
    assert outcomes.undecided == {"rounds": 2}
    assert outcomes.lengths == (Length(7, 2, 0),)
    assert set(outcomes.fighters.values()) <= {Fared(points_left=points) for points in (60, 120)}


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_fight_on_a_map_comes_to_its_end(ruleset: str) -> None:
    make = MAKING[ruleset]
    fighters = [make("ada", "heroes", at=[0, 4]), make("bor", "foes", at=[23, 4])]
    outcomes = many(Scene(ruleset, *fighters, map=MEADOW), 4, 40)
    assert outcomes.undecided == {}
    assert outcomes.fighters["ada"].attacks > 0


def test_the_same_dice_give_the_same_fight() -> None:
    assert many(duel("pf1"), 5) == many(duel("pf1"), 5)


def test_what_a_blow_does_is_told_of_both() -> None:
    """Ada comes first, hits with 15 and does 8 + 3: Bor, who has 5, is dying, and the fight is over."""
    scene = duel("pf1", 30, 5)
    dice = Given((19, 4, 15, 8), otherwise=deciding_by_default(lambda _: None))
    outcomes = fought(scene.field, scene.state, {}, dice, 20, 0)
    assert dice.left_over == ()
    assert outcomes.wins == {"heroes": 1}
    assert outcomes.lengths == (Length(1, 1, 0),)
    assert outcomes.fighters == {
        "ada": Fared(points_left=30, dealt=11, attacks=1, hits=1),
        "bor": Fared(down=1, taken=11),
    }


def test_a_fight_goes_on_in_the_round_that_it_is_in() -> None:
    scene = duel("pf1")
    scene.begin(19, 4)
    for name in ("ada", "bor", "ada", "bor"):
        scene.do({"type": "end-turn", "actor": name})
    assert scene.state.round.number == 3
    outcomes = many(scene, 1, 2, ada="passive", bor="passive")
    assert outcomes.lengths == (Length(2, 1, 0),)


def test_nobody_is_left_where_all_lie_on_the_ground() -> None:
    scene = duel("pf1")
    for name in ("ada", "bor"):
        scene.do({"type": "damage", "target": name, "points": 32})
    fight = Fight(scene.field, scene.state, {}, dice_of("", 0), 20)
    assert list(fight) == []
    assert fight.ended == Ended(None, "nobody", 0)


def test_a_turn_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rules leave anybody so many actions; a limit of one shows what would happen."""
    monkeypatch.setattr("app.rules.resolution.simulation.MOST_IN_A_TURN", 0)
    outcomes = many(duel("pf1"), 1)
    assert outcomes.undecided == {"endless_turn": 1}


def test_outcomes_add_up_whatever_the_parts() -> None:
    scene = duel("pf1")
    runs = [fought(scene.field, scene.state, {}, dice_of("s", n), 20, n) for n in range(6)]
    whole = Outcomes()
    for run in runs:
        whole += run
    assert (runs[0] + runs[1] + runs[2]) + (runs[3] + runs[4] + runs[5]) == whole
    assert whole.runs == 6


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    """10 of 100: 5.5 % to 17.4 %; none of 10: 0 to 27.8 %."""
    assert [round(bound, 3) for bound in wilson(10, 100)] == [0.055, 0.174]
    assert [round(bound, 3) for bound in wilson(0, 10)] == [0.0, 0.278]
    assert [round(bound, 3) for bound in wilson(10, 10)] == [0.722, 1.0]


def test_quartiles_are_rounds_that_happened() -> None:
    lengths = (Length(2, 1, 4), Length(3, 2, 0), Length(9, 1, 2))
    assert [quantile(lengths, quarter) for quarter in (1, 2, 3)] == [2, 3, 3]


def test_the_report_names_runs_to_look_at() -> None:
    scene = duel("pf1")
    lengths = (Length(2, 1, 4), Length(3, 2, 0), Length(9, 1, 2))
    fighters = {"ada": Fared(dealt=10), "bor": Fared(down=3)}
    outcomes = Outcomes(4, {"heroes": 3}, {"rounds": 1}, lengths, fighters)
    told = report(outcomes, scene.state, {"ada": "nearest", "bor": "focus"})
    assert told["worth_reading"] == {"typical": 0, "shortest": 4, "longest": 2}
    assert told["rounds"]["mean"] == 4.25
    assert told["undecided"]["why"] == {"rounds": 1}
    assert [side["wins"]["runs"] for side in told["sides"]] == [3, 0]
    assert told["combatants"][0]["dealt"] == 2.5


def test_a_body_says_little() -> None:
    assert SimulationBody("enc_1") == SimulationBody("enc_1", (), 100, 20, None)
