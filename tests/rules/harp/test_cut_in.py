"""An action that is cut into has no effect before the interceptor acted, and none when given up (DH-47)."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.grid.board import Grid
from app.rules.common.grid.lengths import CellSize
from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.command import (
    Attack,
    Declare,
    EndTurn,
    Intercept,
    RollInitiative,
    Start,
    Wait,
)
from app.rules.harp.contract.commands.defence import (
    Disengage,
    Dodge,
    FullParry,
    InstinctiveDodge,
    MultipleParry,
    PlantShield,
)
from app.rules.harp.contract.commands.movement import (
    Charge,
    Draw,
    Hold,
    Move,
    MoveAndAttack,
    PushShooter,
    Ready,
    Reload,
    Run,
    Shoot,
    Stand,
)
from app.rules.harp.contract.commands.skills import FirstAid, Manoeuvre
from app.rules.harp.ground.ways import PathMissing
from app.rules.harp.table.guard import Share, Withdrawal
from app.rules.harp.table.sheet import Bonuses, Sheet, SheetWeapon, ShieldCarried, Skills
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import Busy, Combatant, Conditions, WeaponState, Wound
from app.rules.harp.turns.turns import DECLARABLE
from tests.rules.harp.fight import AXE, Fight, refused

FAR = Situation(distance=Distance(20, "m"))
TEN = Distance(10, "m")
GUARD = Sheet(hits=90, db=0, armour_type=10, bmr=10, weapons=(AXE, SheetWeapon("bow", "short-bow", ob=60)))
MASTER = Sheet(
    hits=90,
    armour_type=10,
    bmr=12,
    agility=10,
    brawling=40,
    bonuses=Bonuses(agility=10),
    skills=Skills(first_aid=50, perception=30, stealth=20),
    shield=ShieldCarried("pavise"),
    weapons=(
        SheetWeapon("blade", "broadsword", ob=70),
        SheetWeapon("bow", "short-bow", ob=70),
        SheetWeapon("crossbow", "hand-crossbow", ob=70),
        SheetWeapon("club", "club", ob=30),
    ),
)
LET_IT_FALL = {"instinctive dodge": "no"}
EVERY_ACTION: list[Any] = [
    Attack("master", "archer", "blade"),
    Charge("master", "archer", "blade", TEN),
    MoveAndAttack("master", "archer", "blade", TEN),
    Shoot("master", "archer", "crossbow", FAR),
    PushShooter("master", "archer", "brawling"),
    FullParry("master", "guard", "blade"),
    MultipleParry("master", "blade", (Share("guard", 20), Share("archer", 20))),
    Dodge("master"),
    InstinctiveDodge("master"),
    Disengage("master", "guard", "blade", 50),
    PlantShield("master"),
    Move("master", TEN),
    Run("master", TEN),
    Intercept("master", "guard", ("attack",), "blade", TEN, hides=True),
    Draw("master", "club"),
    Reload("master", "crossbow"),
    Stand("master"),
    Hold("master"),
    Ready("master", "crossbow"),
    Manoeuvre("master", "stealth"),
    FirstAid("master", "friend"),
]


def lain_in_wait_for(fight: Fight, action: str, weapon: str | None = None) -> Combatant:
    """The guard waits for that action of the master, whose turn it is."""
    fight.enters("guard", GUARD, "foes").enters("archer", GUARD, "foes")
    fight.enters("master", MASTER).enters("friend", MASTER)
    fight.does(Start())
    fight.does(RollInitiative(), 10, 1, 10, 2)
    fight.does(Intercept("guard", "master", (action,), weapon))
    fight.does(EndTurn("guard"))
    friend = replace(fight.of("friend"), wounds=(Wound(3, 0),))
    fight.state = fight.state.with_combatant(friend)
    return fight.of("master")


def made_ready_for(command: Any, master: Combatant) -> Combatant:
    """The master in the state in which the command makes sense."""
    match command:
        case Reload():
            return replace(master, weapons=(WeaponState("crossbow", "unloaded", 2),))
        case Draw():
            return replace(master, weapons=(WeaponState("club", "dropped", 1),))
        case Stand():
            return replace(master, conditions=Conditions(prone=True))
        case Shoot() | Ready():
            return replace(master, sheet=replace(master.sheet, shield=None))
        case _:
            return master


def test_everything_that_can_be_declared_is_tried_here() -> None:
    """All but what is no action of the round, or is not a command."""
    tried = {command.type for command in EVERY_ACTION}
    assert set(DECLARABLE) - tried == {"parry", "wait", "other"}


@pytest.mark.parametrize("command", EVERY_ACTION, ids=lambda command: command.type)
def test_an_action_given_up_has_no_effect_but_the_turn(fight: Fight, command: Any) -> None:
    """DH-47: not even its dice are thrown."""
    began = made_ready_for(command, lain_in_wait_for(fight, command.type))
    fight.state = fight.state.with_combatant(began)
    told = fight.does(command, choices={"the interrupted action": "stops"})
    assert told.kinds() == ["action_taken", "intercepted", "action_stopped"]
    spent = replace(began.activity, action=command.type)
    assert fight.of("master") == replace(began, activity=spent)


@pytest.mark.parametrize("command", EVERY_ACTION, ids=lambda command: command.type)
def test_the_interceptor_meets_everybody_as_they_were(fight: Fight, command: Any) -> None:
    """DH-47: the blow falls on a DB of 0, whatever the action would have added; the prone get 30."""
    began = made_ready_for(command, lain_in_wait_for(fight, command.type, "axe"))
    fight.state = fight.state.with_combatant(replace(began, sheet=replace(began.sheet, db=0)))
    dice = (5, 1) if command.type == "stand" else (5,)
    told = fight.does(command, *dice, choices={**LET_IT_FALL, "the interrupted action": "stops"})
    blow = told.rolls[0]
    assert (blow.answer.who, blow.against and blow.against.total) == ("cmb_guard", 0)
    assert told.kinds()[:4] == ["action_taken", "intercepted", "attack_hit", "hits_taken"]
    assert told.kinds()[-1] == "action_stopped"


def test_loading_over_two_turns_is_given_up_in_the_second(fight: Fight) -> None:
    """DH-47, H-RND-2: it has to be begun anew."""
    began = lain_in_wait_for(fight, "reload")
    under_way = replace(
        began,
        weapons=(WeaponState("crossbow", "unloaded", 2),),
        busy=Busy("reload", 1, "crossbow", "unloaded"),
    )
    fight.state = fight.state.with_combatant(under_way)
    for name in ("master", "archer", "friend"):
        fight.does(EndTurn(name))
    fight.does(Declare("guard", "intercept"))
    fight.does(RollInitiative(), 1, 1, 10, 2)
    told = fight.does(EndTurn("guard"), choices={"the interrupted action": "stops"})
    assert told.kinds()[-3:] == ["intercepted", "action_stopped", "action_interrupted"]
    assert fight.of("master").weapon_states("crossbow")
    assert fight.of("master").busy is None


def test_one_stunned_meanwhile_does_not_go_on(fight: Fight) -> None:
    """DH-47, H-EFF-STUN: the action is judged as things stand then."""
    began = lain_in_wait_for(fight, "charge", "axe")
    fight.state = fight.state.with_combatant(replace(began, sheet=replace(began.sheet, db=45, armour_type=4)))
    told = fight.does(
        Charge("master", "archer", "blade", TEN), 55, 98, 1, choices={"instinctive dodge": "no"}
    )
    assert told.kinds()[-1] == "attack_prevented"
    assert fight.of("master").activity.pace == "still"


def test_what_happens_at_the_same_moment_is_judged_as_things_stood(fight: Fight) -> None:
    """H-INT-1, DH-47: the one brought down parries all the same, too late for this blow."""
    began = lain_in_wait_for(fight, "full-parry", "axe")
    fight.state = fight.state.with_combatant(replace(began, hits=3, sheet=replace(began.sheet, db=0)))
    told = fight.does(
        FullParry("master", "guard", "blade"),
        5,
        50,
        choices={"who is first": "simultaneous", "instinctive dodge": "no"},
    )
    kinds = [kind for kind in told.kinds() if kind != "harassed"]
    assert kinds[-3:] == ["fell_unconscious", "parry_taken", "parry_held"]


def test_an_archer_in_wait_shoots_at_the_stated_distance(fight: Fight) -> None:
    """DH-48, H-MIS-1: 20 m with a short bow are two increments."""
    fight.enters("guard", GUARD, "foes").enters("master", MASTER).does(Start())
    fight.does(RollInitiative(), 10, 1)
    fight.does(Intercept("guard", "master", (), "bow", situation=FAR))
    fight.does(EndTurn("guard"))
    told = fight.does(Hold("master"), 50, choices={"instinctive dodge": "no"})
    assert ("range.increments", -20) in [(part.label, part.value) for part in told.rolls[0].modifiers.applied]


def test_out_of_shot_nobody_is_asked(fight: Fight) -> None:
    """DH-48, DH-49: it came and could not be answered, so there is no right to begin either."""
    fight.enters("guard", GUARD, "foes").enters("master", MASTER).does(Start())
    fight.does(RollInitiative(), 10, 1)
    far = Situation(distance=Distance(5000, "m"))
    fight.does(Intercept("guard", "master", (), "bow", situation=far))
    fight.does(EndTurn("guard"))
    assert fight.does(Hold("master")).kinds() == ["action_taken"]
    waiting = fight.of("guard").interception
    assert waiting is not None
    assert waiting.came


def test_who_first_is_held_to_lying_in_wait(fight: Fight) -> None:
    """DH-49: first by right, and so free for nothing else until its ordinary place has come."""
    fight.enters("guard", GUARD, "foes").enters("master", MASTER).does(Start())
    fight.does(RollInitiative(), 10, 1)
    fight.does(Intercept("guard", "master", ("charge",), "axe"))
    fight.does(EndTurn("guard"))
    fight.does(EndTurn("master"))
    fight.does(Declare("guard", "intercept"))
    fight.does(RollInitiative(), 1, 9)
    assert refused(fight, Attack("guard", "master", "axe")) == ["BOUND_TO_LIE_IN_WAIT"]
    assert refused(fight, Hold("guard")) == ["BOUND_TO_LIE_IN_WAIT"]
    fight.does(Wait("guard"))
    fight.does(EndTurn("master"))
    fight.does(Attack("guard", "master", "axe"), 5, choices={"instinctive dodge": "no"})


def test_who_would_have_been_first_anyway_is_free(fight: Fight) -> None:
    """DH-49: its ordinary place is the first."""
    fight.enters("guard", GUARD, "foes").enters("master", MASTER).does(Start())
    fight.does(RollInitiative(), 10, 1)
    fight.does(Intercept("guard", "master", ("charge",), "axe"))
    fight.does(EndTurn("guard"))
    fight.does(EndTurn("master"))
    fight.does(Declare("guard", "intercept"))
    fight.does(RollInitiative(), 9, 1)
    fight.does(Attack("guard", "master", "axe"), 5, choices={"instinctive dodge": "no"})


def test_a_withdrawal_keeps_its_right(fight: Fight) -> None:
    """H-DIS-1, DH-49: who leaves a melee is first for that, and nothing binds it."""
    fight.enters("guard", GUARD, "foes").enters("master", MASTER).does(Start())
    leaving = replace(
        fight.of("guard"), guard=replace(fight.of("guard").guard, withdrawal=Withdrawal("cmb_master"))
    )
    fight.state = fight.state.with_combatant(leaving)
    fight.does(RollInitiative(), 1, 9)
    fight.does(Disengage("guard", "master"))


def on_a_map(fight: Fight, guard: tuple[int, int], master: tuple[int, int], weapon: str = "axe") -> None:
    """The guard lies in wait for whatever way the master takes over an open field."""
    fight.state = replace(fight.state, map=Grid(("." * 16,) * 6, cell=CellSize("1.5", "m")))
    fight.enters("guard", GUARD, "foes").enters("archer", GUARD, "foes").enters("master", MASTER)
    places = {"guard": guard, "archer": (15, 0), "master": master}
    for name, cell in places.items():
        fight.state = fight.state.with_combatant(replace(fight.of(name), at=cell))
    fight.does(Start())
    fight.does(RollInitiative(), 10, 1, 10)
    fight.does(Intercept("guard", "master", ("move", "charge", "run"), weapon))
    fight.does(EndTurn("guard"))


def moved_to(told: Any) -> list[Any]:
    return [(event.actor, event.to) for event in told.events if event.type == "moved"]


def test_a_mover_is_stopped_where_it_can_be_reached(fight: Fight) -> None:
    """DH-48: the guard at (5, 1) reaches (4, 0) from where it stands, and (3, 0) after a step to (4, 1)."""
    on_a_map(fight, (5, 1), (0, 0))
    told = fight.does(Move("master", path=((8, 0),)), 5, choices=LET_IT_FALL)
    assert moved_to(told) == [("cmb_master", (3, 0)), ("cmb_guard", (4, 1)), ("cmb_master", (8, 0))]


def test_a_mover_that_gives_up_stays_where_it_was_reached(fight: Fight) -> None:
    """DH-47, DH-48."""
    on_a_map(fight, (5, 1), (0, 0))
    told = fight.does(
        Move("master", path=((8, 0),)), 5, choices={**LET_IT_FALL, "the interrupted action": "stops"}
    )
    assert moved_to(told)[-1] == ("cmb_guard", (4, 1))
    assert fight.of("master").at == (3, 0)


def test_a_charge_is_met_on_its_way_and_goes_on(fight: Fight) -> None:
    """DH-48: the lane is one row up, so that nobody is in it."""
    on_a_map(fight, (8, 2), (4, 0))
    told = fight.does(Charge("master", "archer", "blade", path=((14, 0),)), 5, 5, choices=LET_IT_FALL)
    assert [roll.answer.who for roll in told.rolls] == ["cmb_guard", "cmb_master"]
    assert fight.of("master").at == (14, 0)


def test_one_who_lets_it_pass_is_not_asked_at_every_cell(fight: Fight) -> None:
    """DH-48."""
    on_a_map(fight, (5, 1), (0, 0))
    told = fight.does(Move("master", path=((8, 0),)), choices={"interception": "no"})
    assert [choice.answer.purpose for choice in told.choices] == ["interception"]
    assert moved_to(told)[-1] == ("cmb_master", (8, 0))


def test_nobody_steps_lying_down(fight: Fight) -> None:
    """DH-45, DH-48: from the ground only those beside it are in reach."""
    on_a_map(fight, (5, 2), (0, 0))
    down = replace(fight.of("guard"), conditions=Conditions(prone=True))
    fight.state = fight.state.with_combatant(down)
    assert fight.does(Move("master", path=((8, 0),))).choices == []


def test_an_archer_in_wait_shoots_as_soon_as_the_action_begins(fight: Fight) -> None:
    """DH-47, DH-48: at 15 m, two increments, before the first step."""
    on_a_map(fight, (10, 0), (0, 0), "bow")
    told = fight.does(Move("master", path=((3, 0),)), 50, choices=LET_IT_FALL)
    assert told.kinds()[:4] == ["action_taken", "intercepted", "attack_hit", "hits_taken"]


def test_one_walks_to_where_it_lies_in_wait(fight: Fight) -> None:
    """H-INT-1, H-MAP-6: on a map it has to be said where."""
    on_a_map(fight, (5, 1), (0, 0))
    with pytest.raises(PathMissing):
        fight.does(Intercept("master", "guard", (), "blade", Distance(3, "m")))
    told = fight.does(Intercept("master", "guard", (), "blade", path=((2, 0),)))
    assert told.kinds() == ["action_taken", "set_off", "moved", "interception_set"]
    assert fight.of("master").at == (2, 0)


def test_a_wait_kept_from_the_last_round_ends_with_a_dodge_too(fight: Fight) -> None:
    """DH-54: the master comes first by right, the guard's turn is still to come: the dodge costs that one."""
    fight.enters("guard", GUARD, "foes").enters("master", MASTER).does(Start())
    fight.does(RollInitiative(), 10, 1)
    fight.does(Intercept("guard", "master", ("charge",), "axe"))
    fight.does(EndTurn("guard"))
    leaving = replace(fight.of("master").guard, withdrawal=Withdrawal("cmb_guard"))
    fight.state = fight.state.with_combatant(replace(fight.of("master"), guard=leaving))
    fight.does(EndTurn("master"))
    leaves = replace(fight.of("master").guard, withdrawal=Withdrawal("cmb_guard"))
    fight.state = fight.state.with_combatant(replace(fight.of("master"), guard=leaves))
    agile = replace(fight.of("guard").sheet, agility=5)
    fight.state = fight.state.with_combatant(replace(fight.of("guard"), sheet=agile))
    fight.does(Declare("guard", "intercept"))
    fight.does(RollInitiative(), 1, 10)
    assert fight.state.round is not None
    assert fight.state.round.current == "cmb_master"
    fight.does(InstinctiveDodge("guard"), 50)
    assert fight.of("guard").interception is None
    fight.does(EndTurn("master"))
    assert refused(fight, Attack("guard", "master", "axe")) == ["ACTION_SPENT"]
