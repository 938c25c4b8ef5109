"""Movement where it meets other rules: what interrupts a way, what is spent, and whom nobody strikes at."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.grid.board import Edge, Grid
from app.rules.common.grid.cells import Cell
from app.rules.common.identity import Identity
from app.rules.d20.contract.commands.care import EffectAdd
from app.rules.d20.contract.commands.command import Add
from app.rules.d20.contract.commands.movement import BullRush, Charge, FiveFootStep, Move, Stand, Withdraw
from app.rules.d20.contract.commands.turns import EndTurn, RollInitiative, Start, TotalDefense
from app.rules.d20.contract.events.movement import Moved, MoveStopped, OpportunityTaken
from app.rules.d20.ground.speed import half
from app.rules.d20.ground.ways import PathUnclear
from app.rules.d20.table.options import Options
from app.rules.d20.table.sheet import Abilities, ArmorClass, Sheet, SheetWeapon
from tests.rules.d20.fight import Fight

HERO = Sheet(40, ac=ArmorClass(18, 12, 16), bab=6, abilities=Abilities(strength=18))
ORC = Sheet(40, ac=ArmorClass(15, 10, 15), bab=5, weapons=(SheetWeapon("axe", "battleaxe"),))
MISS = 2


def on_a_field(fight: Fight, *edges: Edge) -> Fight:
    fight.state = replace(fight.state, map=Grid(("." * 12,) * 8, (-4, -4), edges))
    return fight


def enters(fight: Fight, ref: str, at: Cell, sheet: Sheet = ORC, side: str = "foes", **more: Any) -> Fight:
    fight.does(Add(Identity(f"cmb_{ref}", ref.capitalize(), side, ref), sheet, at=at, **more))
    return fight


def beside(fight: Fight, *edges: Edge, hero: Sheet = HERO, foe: Sheet = ORC, **more: Any) -> Fight:
    """Ada on (0, 0) with the orc on (1, 0)."""
    on_a_field(fight, *edges)
    return enters(enters(fight, "ada", (0, 0), hero, "heroes", **more), "orc", (1, 0), foe)


def struck(told: Any) -> list[str]:
    return [event.actor for event in told.events if isinstance(event, OpportunityTaken)]


def test_whoever_is_struck_down_on_the_way_lies_where_it_was_struck(fight: Fight) -> None:
    """D20-AOO-01, D20-MOV-1."""
    beside(fight, hp=1)
    told = fight.does(Move("ada", to=(-3, 0)), 15, 8)
    assert MoveStopped("cmb_ada") in told.events
    assert fight.of("ada").at == (0, 0)
    assert not any(isinstance(event, Moved) for event in told.events)


@pytest.mark.parametrize("conditions", [("stunned",), ("blinded",), ("grappled",), ("cowering",)])
def test_a_foe_in_no_state_to_strike_has_no_opportunity(fight: Fight, conditions: Any) -> None:
    """D20-AOO-09, PF1-CND-05, D20-CON-02."""
    beside(fight).does(EffectAdd("orc", conditions))
    assert struck(fight.does(Move("ada", to=(-3, 0)))) == []


def test_nobody_strikes_at_the_invisible(fight: Fight) -> None:
    """D20-CON-02."""
    beside(fight).does(EffectAdd("ada", ("invisible",)))
    assert struck(fight.does(Move("ada", to=(-3, 0)))) == []


def test_nobody_strikes_over_a_wall_beside_it(fight: Fight) -> None:
    """D20-COV-08: a low wall on the edge between both is cover."""
    beside(fight, Edge(((0, 0), (1, 0)), "low-wall"))
    assert struck(fight.does(Move("ada", to=(-3, 0)))) == []


def test_a_foe_that_does_nothing_but_defend_itself_does_not_strike(fight: Fight) -> None:
    """D20-ACT-7, D20-AOO-01."""
    beside(fight).does(TotalDefense("orc"))
    assert struck(fight.does(Move("ada", to=(-3, 0)))) == []


def test_fists_without_training_threaten_nobody(fight: Fight) -> None:
    """D20-AOO-01, D20-FLK-05."""
    beside(fight, foe=replace(ORC, weapons=(SheetWeapon("fists", "unarmed-strike"),)))
    assert struck(fight.does(Move("ada", to=(-3, 0)))) == []


def test_a_foe_strikes_with_the_weapon_that_reaches(fight: Fight) -> None:
    """D20-AOO-01, D20-GEO-10: beside it the axe, two squares away the pike."""
    armed = replace(ORC, weapons=(SheetWeapon("pike", "longspear"), SheetWeapon("axe", "battleaxe")))
    beside(fight, foe=armed)
    told = fight.does(Move("ada", path=((-3, 0),)), MISS)
    (choice, *_) = told.completed.transcript
    trips = ("trip: axe",) if fight.book.profile.has_cmd else ()
    assert getattr(choice, "options", None) == ("axe", *trips, "no")


def test_a_withdrawal_gives_nothing_away_at_its_beginning_only(fight: Fight) -> None:
    """D20-MOV-6: with a reach of ten feet the ogre still threatens the next square."""
    ogre = replace(ORC, size="large", weapons=(SheetWeapon("club", "greatclub"),))
    beside(fight, foe=ogre)
    assert struck(fight.does(Withdraw("ada", path=((-4, 0),)), MISS)) == ["cmb_orc"]


def test_moves_and_steps_are_counted_in_rounds_alone(fight: Fight) -> None:
    """D20-MOV-5: without rounds no turn begins that would give a step back."""
    beside(fight)
    for to in ((-1, 0), (-2, 0)):
        fight.does(FiveFootStep("ada", to))
    assert fight.of("ada").turn.step is False


def test_a_path_or_a_goal_but_not_both(fight: Fight) -> None:
    """D20-MOV-1."""
    with pytest.raises(PathUnclear):
        beside(fight).does(Move("ada", path=((-1, 0),), to=(-2, 0)))


def test_whoever_cannot_rise_any_more_stays_down(fight: Fight) -> None:
    """D20-MOV-7."""
    beside(fight, hp=1).does(EffectAdd("ada", ("prone",)))
    fight.does(Stand("ada"), 15, 8)
    assert fight.of("ada").has("prone")


def test_a_pusher_that_is_struck_down_pushes_nobody(fight: Fight) -> None:
    """PF1-AOO-12, D20-BR-1."""
    orc = replace(ORC, abilities=Abilities(strength=14))
    told = beside(fight, hp=1, foe=orc).does(BullRush("ada", "orc"), 15, 8)
    assert fight.of("orc").at == (1, 0)
    assert told.kinds()[-1] != "pushed"


def test_the_opportunities_of_a_round_come_back_with_the_own_turn(fight: Fight) -> None:
    """D20-AOO-08."""
    beside(fight)
    fight.does(Start())
    fight.does(RollInitiative(), 1, 20)
    fight.does(EndTurn("orc"))
    assert struck(fight.does(Move("ada", to=(-1, 0)), MISS)) == ["cmb_orc"]
    fight.does(Move("ada", to=(0, 0)))
    fight.does(EndTurn("ada"))
    fight.does(EndTurn("orc"))
    assert struck(fight.does(Move("ada", to=(-1, 0)), MISS)) == ["cmb_orc"]


def test_a_charge_over_a_way_that_has_just_been_walked_is_refused(fight: Fight) -> None:
    """D20-CHG-03: squares walked on a mount's or the own feet use the turn up."""
    beside(fight)
    enters(fight, "far", (7, 3))
    fight.does(Start())
    fight.does(RollInitiative(), 20, 1, 2)
    fight.does(Move("ada", to=(0, 1)), choices={})
    codes = [check.code for check in fight.refusal(Charge("ada", "far", attack="bull-rush"))]
    assert codes[0] == "NOT_FULL_ROUND"


@pytest.mark.parametrize(("rounding", "squares"), [("down", 2), ("up", 3)])
def test_half_of_an_odd_number_of_squares(rounding: Any, squares: int) -> None:
    """D-19."""
    assert half(Options(half_move_rounding=rounding), 5) == squares
