"""Moving, running, moving to attack, and walking out of a melee (H-MOV-1, H-MOV-2, DH-20)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from app.rules.common.errors import FailedCheck, Illegal
from app.rules.common.measures import Distance
from app.rules.harp.arms import Armed, wield
from app.rules.harp.attack import check_situation
from app.rules.harp.commands import Engage, FreeAttack, Strike, Travel
from app.rules.harp.commands_movement import Move, MoveAndAttack, Run
from app.rules.harp.distances import at_half_rate, base_rate, metres, stated
from app.rules.harp.effects import action_taken
from app.rules.harp.events import AttackPrevented
from app.rules.harp.events_movement import Moved, MovePrevented, SetOff
from app.rules.harp.legal import (
    able_to_attack,
    able_to_move,
    at_hand,
    not_oneself,
    not_parrying,
    not_planted,
    on_turn,
)
from app.rules.harp.missile import able_to_shoot, emptied, shot
from app.rules.harp.offence import within_bonus
from app.rules.harp.result import Result
from app.rules.harp.shields import shield_hand
from app.rules.harp.state import Combatant, Encounter, Pace
from app.rules.harp.surroundings import allow_shot
from app.rules.harp.tables import HarpTables
from app.rules.resolution.steps import StepResult


def move(encounter: Encounter, command: Move) -> Result:
    """Up to the BMR, at no cost but the action (H-MOV-1); raises Illegal, DistanceMissing, RateUnknown."""
    actor = encounter.combatant(command.actor, "/actor")
    distance = stated(command.distance, "distance")
    checks = (*_free_to_go(encounter, actor), *within_bmr(actor, distance))
    if checks:
        raise Illegal(checks)
    return _go(encounter, actor, command, "walk", distance)


def run(encounter: Encounter, command: Run) -> Result:
    """Up to twice the BMR, which costs 20 on all manoeuvres (H-MOV-1); refused as `move` is."""
    actor = encounter.combatant(command.actor, "/actor")
    distance = stated(command.distance, "distance")
    checks = (*_free_to_go(encounter, actor), *within_a_run(actor, distance))
    if checks:
        raise Illegal(checks)
    return _go(encounter, actor, command, "run", distance)


def _free_to_go(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    yield from on_turn(encounter, actor)
    yield from able_to_move(actor)
    yield from not_parrying(actor)


def _go(
    encounter: Encounter, actor: Combatant, command: Move | Run, pace: Pace, distance: Distance
) -> Result:
    events = (*action_taken(encounter, actor, command.type), SetOff(actor.id, pace))
    way = Travel(actor.id, pace, distance)
    return StepResult(events, (*leaving(encounter, actor, command.leaves), way))


def move_and_attack(tables: HarpTables, encounter: Encounter, command: MoveAndAttack) -> Result:
    """A move or run, then an attack at −20 (H-MOV-2, DH-15); the −20 comes from having moved."""
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    armed = wield(tables, actor.sheet, command.weapon)
    distance = stated(command.distance, "distance")
    pace: Pace = "walk" if distance.metres <= base_rate(actor) else "run"
    checks = (
        *on_turn(encounter, actor),
        *able_to_attack(actor),
        *not_planted(actor),
        *not_oneself(actor, target),
        *at_hand(actor, armed),
        *shield_hand(tables, actor, armed),
        *_able_to_reach(tables, encounter, _at_pace(actor, pace), armed, command),
        *within_a_run(actor, distance),
    )
    if checks:
        raise Illegal(checks)
    check_situation(tables, command.situation)
    events = (*action_taken(encounter, actor, command.type), SetOff(actor.id, pace))
    way = Travel(actor.id, pace, distance)
    blow = _blow(tables, encounter, actor, target, armed, command)
    return StepResult(events, (*leaving(encounter, actor, command.leaves), way, Engage(blow)))


def _at_pace(actor: Combatant, pace: Pace) -> Combatant:
    return replace(actor, activity=replace(actor.activity, pace=pace))


def _able_to_reach(
    tables: HarpTables, encounter: Encounter, moving: Combatant, armed: Armed, command: MoveAndAttack
) -> Iterator[FailedCheck]:
    """A shot within range, or a blow with OB left to it after parry and movement (H-PAR-1, DH-23)."""
    if armed.is_missile:
        yield from not_parrying(moving)
        yield from able_to_shoot(armed, command.situation)
        yield from allow_shot(tables, encounter, armed)
    else:
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
        yield FailedCheck("CANNOT_RUN", f"{name} moves at half its BMR and cannot run.", "H-EFF-STUN")
    elif distance.metres > limit:
        yield _too_far("BEYOND_RUN", actor, distance, limit, "H-MOV-1")


def _too_far(code: str, actor: Combatant, distance: Distance, limit: Fraction, rule_id: str) -> FailedCheck:
    wanted, most = metres(distance.metres), metres(limit)
    message = f"{actor.identity.name} gets {most} far this round, not {wanted}."
    return FailedCheck(code, message, rule_id, (("distance", wanted), ("limit", most)))


def leaving(encounter: Encounter, actor: Combatant, leaves: tuple[str, ...]) -> Iterator[FreeAttack]:
    """The free attacks of those whose melee the actor leaves without disengaging (DH-20)."""
    opponents = tuple(encounter.combatant(name, "/leaves") for name in leaves)
    if encounter.options.leaving_melee == "free_attack":
        for opponent in opponents:
            yield FreeAttack(opponent.id, actor.id, "leaving")


def travel(encounter: Encounter, step: Travel) -> Result:
    """The way itself, unless whoever set off was struck down."""
    if encounter.combatant(step.actor).is_unconscious:
        return StepResult((MovePrevented(step.actor),))
    return StepResult((Moved(step.actor, step.pace, step.distance),))


def engage(tables: HarpTables, encounter: Encounter, step: Engage) -> Result:
    """The blow at the end of the way, if its attacker has not been stunned or struck down on it."""
    blow = step.blow
    actor = encounter.combatant(blow.actor)
    if any(able_to_attack(actor)) and not blow.even_if_down:
        return StepResult((AttackPrevented(blow.actor, blow.target, blow.weapon),))
    return StepResult(tuple(emptied(tables, actor, wield(tables, actor.sheet, blow.weapon))), (blow,))
