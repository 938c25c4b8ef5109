"""Moving, running, moving to attack, and walking out of a melee (H-MOV-1, H-MOV-2, DH-20)."""

from collections.abc import Iterator
from fractions import Fraction

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.grid.sides import towards
from app.rules.common.measures import Distance
from app.rules.harp.attack.attack import check_situation
from app.rules.harp.attack.missile import able_to_shoot, emptied, shot
from app.rules.harp.bonuses.offence import within_bonus
from app.rules.harp.bonuses.shields import shield_hand
from app.rules.harp.contract.commands.command import CutIn, Engage, FreeAttack, Step, Strike, Travel
from app.rules.harp.contract.commands.movement import Move, MoveAndAttack, Run
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.event import ActionStopped, AttackPrevented
from app.rules.harp.contract.events.movement import Moved, MovePrevented, SetOff
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.distances import at_half_rate, base_rate, metres
from app.rules.harp.ground.positions import in_sight, is_within_reach, known, standing, within_reach
from app.rules.harp.ground.surroundings import allow_shot
from app.rules.harp.ground.ways import Way, free_part, free_way, left_behind, way
from app.rules.harp.interception.cut_in import first_stop
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.legal import (
    able_to_attack,
    able_to_move,
    at_hand,
    not_oneself,
    not_parrying,
    on_foot,
    on_turn,
)
from app.rules.harp.table.state import Combatant, Encounter, Pace
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.steps import StepResult
from app.values import replace


def move(encounter: Encounter, command: Move) -> Result:
    """Up to the BMR, at no cost but the action (H-MOV-1); raises Illegal, DistanceMissing, RateUnknown."""
    actor = encounter.combatant(command.actor, "/actor")
    along = way(encounter, actor, command.path, command.distance, "distance", override=command.override)
    permit(
        _free_to_go(encounter, actor),
        within_bmr(actor, along.distance),
        free_way(encounter, actor, along),
    )
    return _go(encounter, actor, command, "walk", along)


def run(encounter: Encounter, command: Run) -> Result:
    """Up to twice the BMR, which costs 20 on all manoeuvres (H-MOV-1); refused as `move` is."""
    actor = encounter.combatant(command.actor, "/actor")
    along = way(encounter, actor, command.path, command.distance, "distance", override=command.override)
    permit(
        _free_to_go(encounter, actor),
        within_a_run(actor, along.distance),
        free_way(encounter, actor, along),
    )
    return _go(encounter, actor, command, "run", along)


def _free_to_go(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    yield from on_turn(encounter, actor)
    yield from able_to_move(actor)
    yield from not_parrying(actor)


def _go(encounter: Encounter, actor: Combatant, command: Move | Run, pace: Pace, along: Way) -> Result:
    events = (*action_taken(encounter, actor, command.type), SetOff(actor.id, pace))
    facing = command.facing or (actor.facing and along.heading)
    return StepResult(
        events,
        tuple(departing(encounter, actor, pace, along, command.leaves, facing, override=command.override)),
    )


def move_and_attack(tables: HarpTables, encounter: Encounter, command: MoveAndAttack) -> Result:
    """A move or run, then an attack at −20 (H-MOV-2, DH-15); the −20 comes from having moved."""
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    armed = wield(tables, actor.sheet, command.weapon)
    override = command.situation.override
    along = way(encounter, actor, command.path, command.distance, "distance", override=override)
    distance, there = along.distance, along.taken_by(actor)
    pace: Pace = "walk" if distance.metres <= base_rate(actor) else "run"
    permit(
        on_turn(encounter, actor),
        able_to_attack(actor),
        on_foot(actor),
        not_oneself(actor, target),
        at_hand(actor, armed),
        shield_hand(tables, actor, armed),
        _able_to_reach(tables, encounter, at_pace(there, pace), target, armed, command),
        within_a_run(actor, distance),
        free_way(encounter, actor, along),
    )
    check_situation(tables, command.situation)
    events = (*action_taken(encounter, actor, command.type), SetOff(actor.id, pace))
    blow = _blow(tables, encounter, there, target, armed, command)
    facing = facing_after(encounter, there, target)
    going = departing(
        encounter, actor, pace, along, command.leaves, facing, override=override, then=(Engage(blow),)
    )
    return StepResult(events, tuple(going))


def at_pace(actor: Combatant, pace: Pace) -> Combatant:
    """The actor as it will be once it has set off."""
    return replace(actor, activity=replace(actor.activity, pace=pace))


def _able_to_reach(
    tables: HarpTables,
    encounter: Encounter,
    moving: Combatant,
    target: Combatant,
    armed: Armed,
    command: MoveAndAttack,
) -> Iterator[FailedCheck]:
    """A shot within range, or a blow with OB left to it after parry and movement (H-PAR-1, DH-23)."""
    if armed.is_missile:
        yield from not_parrying(moving)
        yield from able_to_shoot(armed, known(encounter, moving, target, command.situation).situation)
        yield from in_sight(encounter, moving, target, command.situation)
        yield from allow_shot(tables, encounter, armed)
    else:
        yield from within_reach(encounter, moving, target, override=command.situation.override)
        yield from within_bonus(tables, encounter, moving, armed)


def _blow(
    tables: HarpTables,
    encounter: Encounter,
    actor: Combatant,
    target: Combatant,
    armed: Armed,
    command: MoveAndAttack,
) -> Strike:
    if armed.is_missile:
        return shot(tables, encounter, actor, target, armed, command.situation, command.into_melee)
    return Strike(actor.id, target.id, command.weapon, command.situation)


def within_bmr(actor: Combatant, distance: Distance) -> Iterator[FailedCheck]:
    """Whether a move is no longer than the BMR (H-MOV-1), half of it when stunned (H-EFF-STUN)."""
    limit = base_rate(actor)
    if distance.metres > limit:
        rule_id = "H-EFF-STUN" if actor.conditions.stunned else "H-MOV-1"
        yield _too_far("BEYOND_BMR", actor, distance, limit, rule_id)


def within_a_run(actor: Combatant, distance: Distance) -> Iterator[FailedCheck]:
    """Whether a run is no longer than twice the BMR; one at half rate does not run (H-EFF-STUN, DH-27)."""
    limit = 2 * base_rate(actor)
    if at_half_rate(actor):
        name = actor.identity.name
        yield FailedCheck(
            "CANNOT_RUN", "{actor} moves at half the BMR and cannot run.", "H-EFF-STUN", (("actor", name),)
        )
    elif distance.metres > limit:
        yield _too_far("BEYOND_RUN", actor, distance, limit, "H-MOV-1")


def _too_far(code: str, actor: Combatant, distance: Distance, limit: Fraction, rule_id: str) -> FailedCheck:
    wanted, most = metres(distance.metres), metres(limit)
    return FailedCheck(
        code,
        "{actor} can go {limit} this round, not {distance}.",
        rule_id,
        (("actor", actor.identity.name), ("distance", wanted), ("limit", most)),
    )


def departing(
    encounter: Encounter,
    actor: Combatant,
    pace: Pace,
    along: Way,
    leaves: tuple[str, ...],
    facing: Facing | None,
    *,
    override: bool,
    then: tuple[Step, ...] = (),
) -> Iterator[FreeAttack | Travel]:
    """The free attacks of those whose melee the actor leaves without disengaging (DH-20), then its way.

    ``then`` follows at the way's end.
    """
    opponents, along = left_behind(encounter, actor, along, leaves, override=override)
    if encounter.options.leaving_melee == "free_attack":
        for opponent in opponents:
            yield FreeAttack(opponent.id, actor.id, "leaving")
    yield Travel(
        actor.id, pace, along.distance, along.end, facing, along.ignored, path=along.cells, then=then
    )


def facing_after(encounter: Encounter, there: Combatant, target: Combatant) -> Facing | None:
    """Which way one that goes at ``target`` faces in the end; None where it faces any way."""
    places = standing(encounter, there, target)
    return None if places is None or there.facing is None else towards(places.actor, places.target)


def travel(tables: HarpTables, encounter: Encounter, step: Travel) -> Result:
    """The way itself, unless whoever set off was struck down; what it was for comes at its end.

    On a map it is broken off where somebody in wait for it can answer it (H-INT-1, DH-48), and after that
    goes no farther than whoever has stepped into it lets it.
    """
    actor = encounter.combatant(step.actor)
    if actor.is_unconscious:
        return StepResult((MovePrevented(step.actor),), step.then)
    free = free_part(encounter, actor, step.path, step.asked) if step.is_left_off else step.path
    if len(free) < len(step.path):
        step = replace(step, path=free, to=free[-1], distance=_length(encounter, actor, free))
        if len(free) == 1 and not step.then:
            return StepResult((ActionStopped(step.actor),))
    stop = first_stop(tables, encounter, step)
    if stop is None:
        moved = Moved(step.actor, step.pace, step.distance, step.to, step.facing, step.ignored)
        has_arrived = step.is_left_off and len(step.path) == 1
        return StepResult(() if has_arrived else (moved,), step.then)
    gone, left = step.path[: stop.place + 1], step.path[stop.place :]
    rest = replace(
        step,
        path=left,
        distance=_length(encounter, actor, left),
        asked=(*step.asked, stop.interceptor),
        is_left_off=True,
    )
    cut = CutIn(stop.interceptor, actor.id, (rest,))
    if len(gone) == 1:
        return StepResult((), (cut,))
    facing = actor.facing and way(encounter, actor, gone[1:], None, "distance").heading
    return StepResult(
        (Moved(actor.id, step.pace, _length(encounter, actor, gone), gone[-1], facing),), (cut,)
    )


def _length(encounter: Encounter, actor: Combatant, cells: tuple[Cell, ...]) -> Distance:
    """How long the way over these cells is."""
    return way(encounter, replace(actor, at=cells[0]), cells[1:] or cells, None, "distance").distance


def engage(tables: HarpTables, encounter: Encounter, step: Engage) -> Result:
    """The blow at the end of the way, if its attacker got there and was not stunned or struck down on it."""
    blow = step.blow
    actor, target = encounter.combatant(blow.actor), encounter.combatant(blow.target)
    armed = wield(tables, actor.sheet, blow.weapon)
    is_barred = not (armed.is_missile or blow.situation.override or is_within_reach(encounter, actor, target))
    if is_barred or (any(able_to_attack(actor)) and not blow.even_if_down):
        return StepResult((AttackPrevented(blow.actor, blow.target, blow.weapon),))
    return StepResult(tuple(emptied(tables, actor, armed)), (blow,))


STEPS: Steps = {
    Move: lambda _tables, state, step: move(state, step),
    Run: lambda _tables, state, step: run(state, step),
    MoveAndAttack: move_and_attack,
    Travel: travel,
    Engage: engage,
}
