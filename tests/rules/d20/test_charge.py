"""The charge where several rules meet: ties, what stops it on the way, what is spent and what is foreseen."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell
from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.d20.ahead.charge_preview import foresee_charge
from app.rules.d20.charge.charge_survey import LaneNotStated, WeaponMissing
from app.rules.d20.contract.commands.care import Edit, EffectAdd
from app.rules.d20.contract.commands.command import Add
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.contract.commands.turns import EndTurn, Ready, RollInitiative, Start
from app.rules.d20.contract.events.movement import ChargeForestalled, ChargeStopped, Moved, OpportunityTaken
from app.rules.d20.contract.events.turns import ReadyTriggered
from app.rules.d20.ground.ways import DistanceMissing
from app.rules.d20.ruleset import D20
from app.rules.d20.table.sheet import Abilities, ArmorClass, Sheet, SheetWeapon
from app.rules.resolution.given import Given, default_of
from app.rules.resolution.play import Completed, RollEntry, play
from app.rules.resolution.requests import Choose, Single
from benchmarks.charge_preview import book as pathfinder_book
from benchmarks.charge_preview import scenes
from tests.rules.d20.fight import Fight

SWORD = SheetWeapon("sword", "longsword")
HERO = Sheet(40, ac=ArmorClass(18, 12, 16), bab=6, abilities=Abilities(strength=18), weapons=(SWORD,))
STONE = Sheet(40, ac=ArmorClass(30, 10, 30))
CLUBBER = replace(STONE, bab=5, size="large", weapons=(SheetWeapon("club", "greatclub"),))
CLUBBER_OF_MIDDLE_SIZE = replace(CLUBBER, size="medium")
HORSE = Sheet(12, ac=ArmorClass(12, 9, 11), bab=3, size="large", shape="long", speed=Distance(50, "ft"))
CHARGE = Charge("ada", "orc", "sword")
MISS = 2


def on_a_field(fight: Fight, *rows: str, origin: Cell = (0, 0), **options: Any) -> Fight:
    state = replace(fight.state, map=Grid(rows or ("." * 20,) * 8, origin))
    fight.state = replace(state, options=replace(state.options, **options))
    return fight


def enters(fight: Fight, ref: str, at: Cell | None, sheet: Sheet = STONE, **more: Any) -> Fight:
    side = "heroes" if sheet is HERO or sheet is HORSE else "foes"
    fight.does(Add(Identity(f"cmb_{ref}", ref.capitalize(), side, ref), sheet, at=at, **more))
    return fight


def duel(fight: Fight, start: Cell = (0, 0), target: Cell = (6, 0), sheet: Sheet = STONE) -> Fight:
    return enters(enters(fight, "ada", start, HERO), "orc", target, sheet)


def test_the_die_has_a_face_for_each_of_the_closest_spaces(fight: Fight) -> None:
    """D-2, D-22: (2, 0) and (2, 1) cost 10 ft each; by the option the die names one of them."""
    for face, end in ((1, (2, 0)), (2, (2, 1))):
        fight = duel(on_a_field(Fight(fight.book), closest_space_tie="die"), target=(3, 1))
        told = fight.does(CHARGE, face, MISS)
        assert fight.of("ada").at == end
        assert told.rolls[0].dice.sides == (2,)


def test_a_die_that_names_a_taken_space_ends_the_charge_for_this_turn(fight: Fight) -> None:
    """D-2: nothing is spent, but the same target cannot be tried again until the next turn."""
    fight = on_a_field(fight, closest_space_tie="die")
    enters(duel(fight, target=(3, 1)), "body", (2, 1))
    fight.does(Start())
    fight.does(RollInitiative(), 20, 10, 1)
    told = fight.does(CHARGE, 2)
    assert told.events == (ChargeForestalled("cmb_ada", "cmb_orc", (2, 1)),)
    assert fight.of("ada").turn.full_round is None
    assert [check.code for check in fight.refusal(CHARGE)] == ["CLOSEST_SPACE_BLOCKED"]
    for name in ("ada", "orc", "body"):
        fight.does(EndTurn(name))
    fight.does(CHARGE, 1, MISS)
    assert fight.of("ada").at == (2, 0)


def test_where_none_of_the_spaces_can_be_charged_to_no_die_is_thrown(fight: Fight) -> None:
    """D-2."""
    fight = duel(on_a_field(fight, closest_space_tie="die"), target=(3, 1))
    enters(enters(fight, "one", (2, 0)), "other", (2, 1))
    assert "CLOSEST_SPACE_BLOCKED" in [check.code for check in fight.refusal(CHARGE)]


def test_the_charger_chooses_among_the_spaces_that_are_free(fight: Fight) -> None:
    """D-2: taken ones are not offered; the end that the command names is a choice."""
    fight = enters(duel(on_a_field(fight, closest_space_tie="chooser"), target=(3, 1)), "body", (2, 1))
    told = fight.does(CHARGE, MISS, choices={"closest space": "2,0"})
    assert fight.of("ada").at == (2, 0)
    (choice,) = (entry for entry in told.completed.transcript if not isinstance(entry, RollEntry))
    assert choice.options == ("2,0",)
    fight.does(Edit("ada", at=(0, 0)))
    fight.does(replace(CHARGE, to=(2, 0)), MISS)
    assert fight.of("ada").at == (2, 0)
    fight.does(Edit("ada", at=(0, 0)))
    assert [check.code for check in fight.refusal(replace(CHARGE, to=(2, 1)))] == ["CLOSEST_SPACE_BLOCKED"]


def test_a_horse_that_is_struck_down_ends_the_riders_charge(fight: Fight) -> None:
    """D20-AOO-06, PF1-MNT-13, PF1-MNT-25: the horse leaves the club's reach and is the one that is struck."""
    fight = on_a_field(fight)
    enters(fight, "horse", (0, 0), HORSE)
    enters(fight, "ada", None, HERO, mount="horse")
    enters(enters(fight, "orc", (12, 0)), "clubber", (5, 3), CLUBBER)
    told = fight.does(CHARGE, 19, 8, 8, 20)
    struck = [event for event in told.events if isinstance(event, OpportunityTaken)]
    assert [event.target for event in struck] == ["cmb_horse"]
    assert ChargeStopped("cmb_ada", "cmb_orc", "unable") in told.events
    assert fight.of("horse").at == fight.of("ada").at != (0, 0)


def test_a_rider_who_is_struck_senseless_charges_no_further(fight: Fight) -> None:
    """D20-BRC-01, D20-BRC-07, PF1-MNT-26: the set weapon is turned against the rider or against the mount."""
    pike = replace(STONE, bab=5, weapons=(SheetWeapon("pike", "longspear"),))
    for whom, stopped in (("charger", True), ("mount", False)):
        fight = on_a_field(Fight(fight.book))
        enters(fight, "horse", (0, 0), HORSE)
        enters(fight, "ada", None, HERO, mount="horse", hp=1)
        enters(fight, "orc", (9, 0), pike)
        fight.does(Ready("orc", weapon="pike", against_charge=True))
        dice = (15, 1, 1, 50) if stopped else (15, 1, 1, MISS)
        passing = {} if stopped else {"attack of opportunity": "no"}
        told = fight.does(CHARGE, *dice, choices={"the set weapon": whom, **passing})
        assert (ChargeStopped("cmb_ada", "cmb_orc", "unable") in told.events) == stopped


def test_whoever_lets_the_charger_come_on_keeps_the_weapon_set(fight: Fight) -> None:
    """D20-BRC-01."""
    fight = duel(on_a_field(fight), sheet=replace(STONE, bab=5, weapons=(SheetWeapon("spear", "spear"),)))
    fight.does(Ready("orc", weapon="spear", against_charge=True))
    fight.does(CHARGE, MISS, choices={"the set weapon": "no"})
    assert fight.of("orc").readied is not None


def test_a_second_charge_renews_the_lowered_guard_and_does_not_double_it(fight: Fight) -> None:
    """D20-CHG-92."""
    fight = duel(on_a_field(fight))
    fight.does(CHARGE, MISS)
    fight.does(Edit("ada", at=(0, 0)))
    fight.does(CHARGE, MISS)
    assert [effect.value for effect in fight.of("ada").effects] == [-2]


def test_all_reasons_are_named_in_the_order_of_the_rules(fight: Fight) -> None:
    """D20-CHG-01: state, action, sight, weapon, destination, distance, lane."""
    fight = on_a_field(fight, "." * 20, "..,.." + "." * 15)
    duel(fight, target=(14, 0), sheet=STONE)
    enters(fight, "friend", (13, 0))
    fight.does(EffectAdd("ada", ("fatigued",)))
    fight.does(EffectAdd("orc", ("invisible",)))
    sheathed = replace(fight.of("ada"), sheet=replace(HERO, bab=0))
    fight.state = fight.state.with_combatant(sheathed)
    checks = fight.refusal(replace(CHARGE, restricted=True, to=(13, 1)))
    assert [check.code for check in checks] == [
        "CONDITION_FORBIDS",
        "NOT_RESTRICTED",
        "NO_LOS",
        "CLOSEST_SPACE_BLOCKED",
        "TOO_FAR",
        "LANE_SLOWED",
        "NOT_CLOSEST_SPACE",
    ]


def test_a_refusal_says_by_which_reading_of_the_lane_and_of_ties(fight: Fight) -> None:
    """D-1, D-2."""
    fight = enters(duel(on_a_field(fight)), "friend", (3, 0))
    (check,) = fight.refusal(CHARGE)
    assert ("charge_lane", "hull") in check.params


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (Charge("ada", "orc"), WeaponMissing),
        (replace(CHARGE, distance=Distance(30, "ft")), LaneNotStated),
        (replace(CHARGE, lane_is_clear=True), DistanceMissing),
    ],
)
def test_without_a_map_the_caller_says_what_a_map_would(
    fight: Fight, command: Charge, error: type[Exception]
) -> None:
    """D-3; the lane and the distance are the caller's word."""
    enters(enters(fight, "ada", None, HERO), "orc", None)
    with pytest.raises(error):
        fight.does(command)


def test_a_charge_does_in_play_what_its_preview_foresees() -> None:
    """Opportunities come where they were foreseen, and the charger ends in the space that was named.

    Every foe strikes when it can, and everybody misses.
    """
    by, struck = pathfinder_book(), 0
    for scene in scenes(300):
        foreseen, surveyed = scene.previewed(by)
        if not foreseen.is_legal:
            continue
        assert surveyed is not None
        completed = play(D20(by), scene.encounter, scene.command, Given(otherwise=_missing))
        assert isinstance(completed, Completed)
        charge = surveyed.geometry
        taken = [event.actor for event in completed.events if isinstance(event, OpportunityTaken)]
        assert taken == [chance.who for chance in charge.opportunities]
        assert completed.state.combatant("charger").at == charge.path[-1].at
        moved = [event.squares for event in completed.events if isinstance(event, Moved)]
        assert sum(moved) == charge.squares
        rolled = [entry for entry in completed.transcript if isinstance(entry, RollEntry)]
        assert [rolled[-1].modifiers.total, getattr(rolled[-1].against, "total", None)] == [
            total.total for total in surveyed.totals
        ]
        struck += len(taken)
    assert struck


def _missing(request: Single) -> Any:
    """Choices by their default, dice that show 2."""
    if isinstance(request, Choose):
        return default_of(request)
    return Given((MISS,) * len(request.dice.sides))(request)


@pytest.mark.parametrize(
    ("guard", "moment"),
    [((6, 0), (5, 0)), ((3, 1), (2, 0)), ((0, 1), None), ((1, 2), None)],
    ids=["the-target", "on-the-way", "for-somebody-else", "never-near"],
)
def test_a_preview_foresees_who_is_ready_for_the_charge(
    fight: Fight, guard: Cell, moment: Cell | None
) -> None:
    """D20-RDY-7: at the first place where the blow gets at the charger, and not for another target."""
    holder = "orc" if guard == (6, 0) else "guard"
    duel(on_a_field(fight))
    if holder == "guard":
        enters(fight, holder, guard, CLUBBER_OF_MIDDLE_SIZE)
    fight.state = fight.state.with_combatant(replace(fight.of(holder), sheet=CLUBBER_OF_MIDDLE_SIZE))
    fight.does(Ready(holder, weapon="club", target="ada" if guard != (0, 1) else "orc"))
    charge = foresee_charge(fight.book, fight.state, CHARGE).geometry
    assert [(one.who, one.weapons, one.at) for one in charge.readied] == (
        [] if moment is None else [(f"cmb_{holder}", ("club",), moment)]
    )
    played = play(D20(fight.book), fight.state, CHARGE, Given(otherwise=_missing))
    assert isinstance(played, Completed)
    cuts = [event for event in played.events if isinstance(event, ReadyTriggered)]
    assert [event.actor for event in cuts] == [one.who for one in charge.readied]
