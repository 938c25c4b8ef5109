"""Running: straight ahead, four times as far as one walks (D20-MOV-10)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.d20.contract.commands.movement import Run
from app.rules.d20.contract.economy import may_not_spend, may_not_walk, spending
from app.rules.d20.contract.effects import gains, until_next_turn
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Advance
from app.rules.d20.ground.heights import ground_of
from app.rules.d20.ground.speed import speed_of
from app.rules.d20.ground.ways import Way, way
from app.rules.d20.movement.movement import named, on_its_feet, trip
from app.rules.d20.saddle.saddle import may_not_carry_on
from app.rules.d20.table.book import Book
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Effect, Encounter
from app.rules.resolution.steps import StepResult

TIMES = 4
TRAINED_TIMES = 5
RULE = "D20-MOV-10"


def run(book: Book, encounter: Encounter, command: Run) -> Result:
    """Up to four times the speed as a full-round action, of the mount where there is one; who runs has no
    Dexterity bonus until its next turn, unless it is trained in it.

    Raises Illegal, and what `ways.way` raises.
    """
    actor = encounter.combatant(command.actor, "/actor")
    mover = encounter.mount_of(actor) or actor
    is_trained = has_feat(mover.sheet, "run")
    most = speed_of(encounter.options, mover) * (TRAINED_TIMES if is_trained else TIMES)
    straight = () if command.to is None else (command.to,)
    along = way(book, encounter, mover, straight, None, command.distance, most=most)
    permit(
        may_not_spend(encounter, mover, "full-round", command.type),
        may_not_walk(mover),
        on_its_feet(mover),
        _on_good_ground(encounter, mover, along),
        along.checks,
        may_not_carry_on(encounter, mover, along.cost, is_single=False),
    )
    hasty = Effect("d20.effect.running", "denied-dexterity", 0, "untyped", RULE, until_next_turn(mover))
    events = (*spending(mover, "full-round", command.type), *(() if is_trained else gains(mover, hasty)))
    passed = named(encounter, command.threatened_by)
    return StepResult(events, (Advance(trip(actor, mover, "run", along, passed)),))


def _on_good_ground(encounter: Encounter, mover: Combatant, along: Way) -> Iterator[FailedCheck]:
    """Nobody runs over difficult ground, nor whom a condition slows."""
    grid = ground_of(encounter, mover)
    slow = () if grid is None else tuple(at for at in along.places if grid.terrain(at) == "difficult")
    if slow:
        yield FailedCheck(
            "RUN_SLOWED",
            "{actor} cannot run over difficult ground.",
            RULE,
            (("actor", mover.identity.name),),
            squares=slow,
        )


STEPS: Steps = {Run: run}
