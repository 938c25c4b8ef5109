"""Who is surprised when two groups meet (H-SUR-1, H-SUR-2)."""

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import FailedCheck, Illegal, Invalid, permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.harp.contract.commands.command import Surprise
from app.rules.harp.contract.events.event import NobodySurprised, SideSurprised
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.surroundings import on_perception
from app.rules.harp.table.legal import under_way
from app.rules.harp.table.sheet import skill_total
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Resolution, Roll, Together
from app.rules.resolution.steps import StepResult


class SidesUnclear(Invalid):
    """A surprise needs two sides that meet, or one side that is ambushed."""

    code = "surprise_sides_unclear"
    pointer = "/sides"


class UnknownSide(Invalid):
    """Nobody in the encounter stands on that side."""

    code = "unknown_side"


def surprise(tables: HarpTables, encounter: Encounter, command: Surprise) -> Resolution[Result]:
    """Roll for surprise before the first initiative; raises Illegal later, SidesUnclear or UnknownSide."""
    permit(under_way(encounter))
    if encounter.round is not None and not (encounter.round.number == 1 and encounter.round.is_declaring):
        raise Illegal(
            (
                FailedCheck(
                    "TOO_LATE_FOR_SURPRISE", "Surprise is settled before the first initiative.", "H-SUR-1"
                ),
            )
        )
    if command.ambushed is not None and not command.sides:
        return (yield from _ambush(tables, encounter, command.ambushed, command.difficulty))
    if command.ambushed is None and len(set(command.sides)) == 2:
        return (yield from _meeting(tables, encounter, *command.sides))
    raise SidesUnclear("Give two different `sides` that meet, or the `ambushed` side alone.")


def _meeting(tables: HarpTables, encounter: Encounter, one: str, other: str) -> Resolution[Result]:
    """The best Perception of each side rolls; the lower side is surprised, a tie surprises nobody."""
    watchers = (_watcher(encounter, one), _watcher(encounter, other))
    totals: tuple[int, int] = yield from Together(
        tuple(_roll(tables, encounter, watcher, None) for watcher in watchers)
    )
    if totals[0] == totals[1]:
        return StepResult((NobodySurprised(),))
    return StepResult((SideSurprised(one if totals[0] < totals[1] else other),))


def _ambush(tables: HarpTables, encounter: Encounter, side: str, difficulty: int) -> Resolution[Result]:
    """The best Perception of the side against the difficulty the GM set (DH-40)."""
    goal = add_up(
        "perception_difficulty",
        (Modifier("surprise.difficulty", difficulty, "difficulty", "command", "H-SUR-2"),),
    )
    total = yield from _roll(tables, encounter, _watcher(encounter, side), goal)
    return StepResult((NobodySurprised() if total >= difficulty else SideSurprised(side),))


def _watcher(encounter: Encounter, side: str) -> Combatant:
    """The one of the side with the best Perception total."""
    group = [one for one in encounter.combatants if one.identity.side == side and not one.is_unconscious]
    if not group:
        raise UnknownSide("Nobody who could notice anything stands on side «{side}».", side=side)
    return max(group, key=perception)


def perception(combatant: Combatant) -> int:
    """The Perception total of the sheet, 0 untrained."""
    return skill_total(combatant.sheet, "perception") or 0


def _roll(tables: HarpTables, encounter: Encounter, watcher: Combatant, goal: Tally | None) -> Roll[int]:
    own = Modifier("skill.perception", perception(watcher), "skill", "sheet", "H-SUR-1")
    surroundings, outdone = on_perception(tables, encounter)
    bonus = add_up("perception", (own, *surroundings), outdone)

    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    return Roll(
        purpose="perception",
        roller=watcher.id,
        dice=OPEN_D100,
        modifiers=bonus,
        against=goal,
        outcome=total,
        rules=("H-SUR-1",) if goal is None else ("H-SUR-2", "DH-40"),
        succeeds=None if goal is None else lambda total: total >= goal.total,
    )


STEPS: Steps = {Surprise: surprise}
