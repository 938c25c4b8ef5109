"""Moving on foot or in the saddle: moves, 5-ft steps, withdrawals, getting up (D20-MOV-1 … D20-MOV-7)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.d20.contract.commands.movement import FiveFootStep, Move, Stand, Withdraw
from app.rules.d20.contract.economy import limited_to, may_not_spend, may_not_step, may_not_walk, spending
from app.rules.d20.contract.events.movement import Moved, StoodUp, WeaponDrawn
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Advance, GetUp, Pace, Trip
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.speed import speed_of
from app.rules.d20.ground.ways import PathMissing, PathWithoutMap, Way, way
from app.rules.d20.movement.gear import drawn_on_a_move
from app.rules.d20.opportunity import opportunity
from app.rules.d20.saddle.saddle import may_not_carry_on
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_move
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.steps import StepResult


def move(book: Book, encounter: Encounter, command: Move) -> Result:
    """Up to the speed as a move action, of the mount where there is one (D20-MOV-1, PF1-MNT-05).

    Raises Illegal, and what `ways.way` raises.
    """
    actor = encounter.combatant(command.actor, "/actor")
    mover = encounter.mount_of(actor) or actor
    most = speed_of(encounter.options, mover)
    along = way(book, encounter, mover, command.path, command.to, command.distance, most=most)
    drawn = () if command.draws is None else (command.draws,)
    permit(
        may_not_spend(encounter, mover, "move", command.type),
        may_not_walk(mover),
        on_its_feet(mover),
        along.checks,
        may_not_carry_on(encounter, mover, along.cost, is_single=True),
        (check for weapon in drawn for check in drawn_on_a_move(book, actor, weapon)),
    )
    passed = named(encounter, command.threatened_by)
    steps = trip(actor, mover, "move", along, passed)
    draws = tuple(WeaponDrawn(actor.id, weapon) for weapon in drawn)
    return StepResult((*spending(mover, "move", command.type), *draws), (Advance(steps),))


def withdraw(book: Book, encounter: Encounter, command: Withdraw) -> Result:
    """Up to twice the speed as a full-round action; the first square is left in safety (D20-MOV-6).

    Those with a single action go up to their speed with it. Raises Illegal, and what `ways.way` raises.
    """
    actor = encounter.combatant(command.actor, "/actor")
    mover = encounter.mount_of(actor) or actor
    limit = limited_to(encounter, mover)
    speed = speed_of(encounter.options, mover)
    most = speed if limit is not None else 2 * speed
    along = way(book, encounter, mover, command.path, command.to, command.distance, most=most)
    kind = "full-round" if limit is None else "standard"
    permit(
        may_not_spend(encounter, mover, kind, command.type),
        may_not_walk(mover),
        on_its_feet(mover),
        along.checks,
        may_not_carry_on(encounter, mover, along.cost, is_single=False),
    )
    passed = named(encounter, command.threatened_by)
    steps = trip(actor, mover, "withdraw", along, passed, first_is_safe=True)
    strains = False if limit is not None else None
    return StepResult(tuple(spending(mover, kind, command.type, is_strenuous=strains)), (Advance(steps),))


def five_foot_step(book: Book, encounter: Encounter, command: FiveFootStep) -> Result:
    """One square that provokes nothing, in a turn without other movement (D20-MOV-5).

    Raises Illegal, PathMissing, PathWithoutMap.
    """
    actor = encounter.combatant(command.actor, "/actor")
    mover = encounter.mount_of(actor) or actor
    checks = (*may_not_step(encounter, mover), *on_its_feet(mover))
    if encounter.map is None or space_of(book, encounter, mover) is None:
        if command.to is not None:
            raise PathWithoutMap("{name} is not on a map.", name=mover.identity.name)
        permit(checks)
        return StepResult((Moved(mover.id, "step", 1),))
    if command.to is None:
        raise PathMissing("Give `to`: the square beside it.", way="beside", name=mover.identity.name)
    along = way(book, encounter, mover, (command.to,), None, None, most=1)
    permit(checks, _one_open_square(mover, along))
    step = Trip(actor.id, mover.id, "step", along.costs, along.places)
    return StepResult((), (Advance(step),))


def stand(book: Book, encounter: Encounter, command: Stand) -> Result:
    """Get up as a move action; whoever threatens may strike first (D20-MOV-7); raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(may_not_spend(encounter, actor, "move", command.type), _lying(actor), may_not_move(actor))
    offered = opportunity.offer(book, encounter, actor, "standing", command.threatened_by)
    return StepResult(tuple(spending(actor, "move", command.type)), (*offered, GetUp(actor.id)))


def get_up(encounter: Encounter, step: GetUp) -> Result:
    """The rising itself, unless it was struck down before."""
    actor = encounter.combatant(step.actor)
    return StepResult() if any(may_not_move(actor)) else StepResult((StoodUp(actor.id),))


def trip(
    actor: Combatant,
    mover: Combatant,
    pace: Pace,
    along: Way,
    threatened_by: tuple[str, ...],
    *,
    first_is_safe: bool = False,
) -> Trip:
    """The way that the mover sets out on."""
    return Trip(
        actor.id,
        mover.id,
        pace,
        along.costs,
        along.places,
        along.diagonals,
        threatened_by,
        first_is_safe=first_is_safe,
    )


def named(encounter: Encounter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those whom the caller names as threatening the way, by id."""
    return tuple(encounter.combatant(name, "/threatened_by").id for name in names)


def on_its_feet(mover: Combatant) -> Iterator[FailedCheck]:
    """Nobody walks who is held fast or lies on the ground (D20-MOV-7)."""
    yield from may_not_move(mover)
    if mover.has("prone"):
        yield FailedCheck(
            "PRONE",
            "{actor} lies on the ground and must get up first.",
            "D20-MOV-7",
            (("actor", mover.identity.name),),
        )


def _lying(actor: Combatant) -> Iterator[FailedCheck]:
    if not actor.has("prone"):
        yield FailedCheck(
            "NOT_PRONE", "{actor} is standing already.", "D20-MOV-7", (("actor", actor.identity.name),)
        )


def _one_open_square(mover: Combatant, along: Way) -> Iterator[FailedCheck]:
    """A 5-ft step goes to a square beside, onto no difficult ground (D20-MOV-5)."""
    if len(along.places) != 2:
        yield FailedCheck(
            "NOT_ONE_STEP",
            "A 5-ft step of {actor} goes to a square beside it.",
            "D20-MOV-5",
            (("actor", mover.identity.name),),
            squares=along.places[-1:],
        )
        return
    for check in along.checks:
        if check.code == "TOO_FAR":  # two squares for one: it is difficult
            yield FailedCheck(
                "STEP_SLOWED",
                "{actor} takes no 5-ft step onto difficult ground.",
                "D20-MOV-5",
                (("actor", mover.identity.name),),
                squares=along.places[-1:],
            )
        else:
            yield check


STEPS: Steps = {
    Move: move,
    FiveFootStep: five_foot_step,
    Withdraw: withdraw,
    Stand: stand,
    GetUp: lambda _book, state, step: get_up(state, step),
}
