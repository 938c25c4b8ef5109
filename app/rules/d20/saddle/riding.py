"""Checks of Ride: mounts that are not trained for combat, hands on the reins, fighting together
(PF1-MNT-01 … -03, PF1-MNT-07, PF1-MNT-29, PF1-MNT-33, PF1-MNT-34).
"""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.contract.commands.saddle import FallFromSaddle, RideCheck
from app.rules.d20.contract.economy import its_turn, may_not_spend, spending
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.saddle import RideFailed, RideSucceeded
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_act
from app.rules.d20.table.state import Combatant, Encounter, RideTask
from app.rules.d20.wounds.skills import checked, skill_bonus, skill_check
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult

CONTROL, KNEES, STAY, FIGHT = 20, 5, 5, 10
DIFFICULTY: dict[RideTask, int] = {"control": CONTROL, "knees": KNEES, "stay": STAY, "fight": FIGHT}
RULES: dict[RideTask, tuple[str, ...]] = {
    "control": ("PF1-MNT-01",),
    "knees": ("PF1-MNT-07",),
    "stay": ("PF1-MNT-33",),
    "fight": ("PF1-MNT-34",),
    "other": ("PF1-MNT-35",),
}
BAREBACK, MILITARY = -5, 2


class RideUnclear(Invalid):
    """A difficulty where the task has one, or none where it has not."""

    code = "ride_unclear"
    pointer = "/dc"


def ride_check(book: Book, encounter: Encounter, command: RideCheck) -> Resolution[Result]:
    """What a rider can do by a check; raises Illegal, RideUnclear."""
    rider = encounter.combatant(command.actor, "/actor")
    mount = encounter.mount_of(rider)
    permit(_seated(rider), _in_time(encounter, command, rider), _of_task(command, rider, mount))
    assert mount is not None  # whoever rides nothing was refused
    if (command.task == "other") != (command.dc is not None):
        raise RideUnclear("Give `dc` for the task `other`, and for no other one.")
    value = DIFFICULTY.get(command.task, command.dc or 0)
    rule = RULES[command.task]
    goal = add_up("d20.dc", (Modifier("d20.dc.given", value, "dc", "rules", rule[0]),))
    bonus = ride_bonus(book, rider, mount, staying=command.task == "stay")
    succeeds = yield from skill_check(rider, "ride", bonus, goal, rule)
    used = tuple(checked(rider, "ride"))
    if succeeds:
        events = (*_cost(command, rider, succeeds=True), *used)
        return StepResult((*events, RideSucceeded(rider.id, mount.id, command.task)))
    failed = (*_cost(command, rider, succeeds=False), *used, RideFailed(rider.id, mount.id, command.task))
    return StepResult(failed, (FallFromSaddle(rider.id),) if command.task == "stay" else ())


def ride_bonus(book: Book, rider: Combatant, mount: Combatant, *, staying: bool = False) -> Tally:
    """The bonus of Ride on that mount: −5 without a saddle, +2 to stay in a military one (PF1-MNT-29)."""
    return skill_bonus(book, rider, "ride", tuple(_saddle(mount, staying=staying)))


def _saddle(mount: Combatant, *, staying: bool) -> Iterator[Modifier]:
    if mount.sheet.saddle == "none":
        yield Modifier("d20.ride.bareback", BAREBACK, "penalty", "sheet: saddle", "PF1-MNT-29")
    elif mount.sheet.saddle == "military" and staying:
        yield Modifier("d20.ride.military-saddle", MILITARY, "circumstance", "sheet: saddle", "PF1-MNT-29")


def _seated(rider: Combatant) -> Iterator[FailedCheck]:
    if rider.mount is None:
        yield FailedCheck(
            "NOT_MOUNTED", "{actor} is on no mount.", "PF1-MNT-01", (("actor", rider.identity.name),)
        )


def _in_time(encounter: Encounter, command: RideCheck, rider: Combatant) -> Iterator[FailedCheck]:
    """To control a mount takes the move action of the turn, the others none; one stays in the saddle when it
    must be, in whosever turn.
    """
    match command.task:
        case "control":
            yield from may_not_spend(encounter, rider, "move", command.type)
        case "stay":
            yield from may_not_act(rider)
        case "knees" | "fight" | "other":
            yield from its_turn(encounter, rider)
            yield from may_not_act(rider)


def _of_task(command: RideCheck, rider: Combatant, mount: Combatant | None) -> Iterator[FailedCheck]:
    """Each once a turn, and only where it is called for (PF1-MNT-03, PF1-MNT-34)."""
    if mount is None:
        return
    name, task = mount.identity.name, command.task
    if task in ("control", "knees", "fight") and task in rider.turn.rides:
        yield FailedCheck(
            "RIDE_CHECK_MADE",
            "{rider} has done that this turn.",
            RULES[task][0],
            (("rider", rider.identity.name),),
        )
    if task == "control" and mount.sheet.trained_for_combat:
        yield FailedCheck(
            "MOUNT_IS_TRAINED", "{mount} is trained and needs no control.", "PF1-MNT-03", (("mount", name),)
        )
    if task == "fight" and not mount.sheet.trained_for_combat:
        yield FailedCheck(
            "MOUNT_IS_UNTRAINED", "{mount} is not trained to fight.", "PF1-MNT-34", (("mount", name),)
        )


def _cost(command: RideCheck, rider: Combatant, *, succeeds: bool) -> Iterator[Event]:
    """The move action of a control that succeeds; one that does not takes the whole turn (PF1-MNT-02)."""
    if command.task == "control":
        kind = "move" if succeeds else "full-round"
        yield from spending(rider, kind, command.type, is_strenuous=False)


STEPS: Steps = {RideCheck: ride_check}
