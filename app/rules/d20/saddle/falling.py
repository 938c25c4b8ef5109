"""Out of the saddle: with the mount that falls, or unconscious (PF1-MNT-25 … PF1-MNT-27)."""

from collections.abc import Iterator

from app.rules.common.dice import D100, Dice, Throw
from app.rules.common.modifiers import Modifier, add_up
from app.rules.d20.contract.commands.saddle import FallFromSaddle, KeepSaddle
from app.rules.d20.contract.effects import falls_under
from app.rules.d20.contract.events.care import Died, FellUnconscious
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.saddle import FellFromSaddle, StayedInSaddle
from app.rules.d20.contract.events.turns import ConditionGained
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.ground.positions import space_of
from app.rules.d20.saddle.riding import ride_bonus
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_unconscious, may_not_act
from app.rules.d20.table.state import Encounter
from app.rules.d20.wounds.skills import checked, skill_check
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

SOFT_FALL = 15
FALL = Dice((6,))
STAYS = 50
STAYS_IN_MILITARY_SADDLE = 75


def unseated(encounter: Encounter, event: Event) -> Iterator[FallFromSaddle | KeepSaddle]:
    """What an event does to somebody's seat: the mount falls, or the rider knows nothing any more.

    ``encounter`` is how things stood before it; who was unconscious then has been asked already.
    """
    match event:
        case FellUnconscious(target) | Died(target):
            yield from _with_mount(encounter, target)
            rider = encounter.combatant(target)
            if rider.mount is not None and not is_unconscious(rider):
                yield KeepSaddle(target)
        case ConditionGained(target, condition) if condition.id == "prone":
            yield from _with_mount(encounter, target)
        case _:
            return


def _with_mount(encounter: Encounter, mount: str) -> Iterator[FallFromSaddle]:
    rider = encounter.rider_of(encounter.combatant(mount))
    if rider is not None:
        yield FallFromSaddle(rider.id)


def keep_saddle(encounter: Encounter, step: KeepSaddle) -> Resolution[Result]:
    """50 % to stay in the saddle, 75 % in a military one; who does not falls (PF1-MNT-26, PF1-MNT-27)."""
    rider = encounter.combatant(step.actor)
    mount = encounter.mount_of(rider)
    if mount is None:
        return StepResult()
    is_military = mount.sheet.saddle == "military"
    chance = STAYS_IN_MILITARY_SADDLE if is_military else STAYS

    def explain(throw: Throw) -> Facts:
        return (("chance", chance), ("stays", "yes" if throw.total <= chance else "no"))

    stays = yield from Roll(
        purpose="stay in the saddle",
        roller=rider.id,
        dice=D100,
        outcome=lambda throw: throw.total <= chance,
        explain=explain,
        rules=("PF1-MNT-27",) if is_military else ("PF1-MNT-26",),
    )
    if stays:
        return StepResult((StayedInSaddle(rider.id, mount.id),))
    return StepResult((), (FallFromSaddle(rider.id),))


def fall_from_saddle(book: Book, encounter: Encounter, step: FallFromSaddle) -> Resolution[Result]:
    """A check of Ride saves a rider that is awake; else 1d6, and it lies there (PF1-MNT-25, S-6)."""
    rider = encounter.combatant(step.actor)
    mount = encounter.mount_of(rider)
    if mount is None:
        return StepResult()
    space = space_of(book, encounter, mount)
    to = None if space is None else space.at
    if not any(may_not_act(rider)):
        goal = add_up("d20.dc", (Modifier("d20.dc.given", SOFT_FALL, "dc", "rules", "PF1-MNT-25"),))
        check = skill_check(rider, "soft fall", ride_bonus(book, rider, mount), goal, ("PF1-MNT-25",))
        if (yield from check):
            softly = FellFromSaddle(rider.id, mount.id, softly=True, to=to)
            return StepResult((*checked(rider, "ride"), softly))
    points = yield from Roll(
        purpose="fall",
        roller=rider.id,
        dice=FALL,
        outcome=lambda throw: throw.total,
        rules=("PF1-MNT-25", "S-6"),
    )
    prone = falls_under(rider, "prone") if encounter.options.mount_fall_prone else ()
    events = (*checked(rider, "ride"), FellFromSaddle(rider.id, mount.id, to=to), *prone)
    return StepResult(events, (Hurt(rider.id, points),))


STEPS: Steps = {
    KeepSaddle: lambda _book, state, step: keep_saddle(state, step),
    FallFromSaddle: fall_from_saddle,
}
