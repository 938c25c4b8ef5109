"""Interception: lying in wait for somebody's action (H-INT-1 … H-INT-3); `reaction` is what comes of it."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.measures import Distance
from app.rules.harp.attack.attack import check_situation
from app.rules.harp.bonuses.offence import within_bonus
from app.rules.harp.bonuses.shields import shield_hand
from app.rules.harp.contract.commands.command import Intercept, LieInWait
from app.rules.harp.contract.events.event import ActionStopped, ActionTaken, InterceptionSet
from app.rules.harp.contract.events.movement import SetOff
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.distances import base_rate, metres
from app.rules.harp.ground.surroundings import allow_shot
from app.rules.harp.ground.ways import Way, free_way, way
from app.rules.harp.interception.reaction import stealth_roll
from app.rules.harp.movement.movement import at_pace, departing
from app.rules.harp.table.arms import wield
from app.rules.harp.table.legal import (
    able_to_attack,
    able_to_move,
    able_to_use_action,
    at_hand,
    has_action,
    not_oneself,
    not_parrying,
)
from app.rules.harp.table.state import Combatant, Encounter, Interception
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult


def intercept(tables: HarpTables, encounter: Encounter, command: Intercept) -> Resolution[Result]:
    """The actor lies in wait, its action of the round, hidden by a Stealth roll or not (H-INT-1, H-INT-3).

    Raises Illegal with every failed check, PathMissing, PathWithoutMap, RateUnknown, UnknownModifier.
    """
    actor = encounter.combatant(command.actor, "/actor")
    whom = encounter.combatant(command.whom, "/whom")
    along = _way(encounter, actor, command)
    permit(
        _in_rounds(encounter),
        has_action(encounter, actor),
        _able(tables, encounter, actor, command, walks=along is not None),
        not_oneself(actor, whom),
        (() if along is None else (*_near_enough(actor, along.distance), *free_way(encounter, actor, along))),
    )
    check_situation(tables, command.situation)
    stealth: int | None = None
    if command.hides:
        stealth = yield from stealth_roll(tables, encounter, actor, "stealth")
    waits = LieInWait(
        actor.id, Interception(whom.id, command.actions, command.weapon, stealth, command.situation)
    )
    taken = ActionTaken(actor.id, command.type)
    if along is None:
        return StepResult((taken,), (waits,))
    facing = actor.facing and along.heading
    going = departing(encounter, actor, "walk", along, (), facing, override=False, then=(waits,))
    return StepResult((taken, SetOff(actor.id, "walk")), tuple(going))


def lie_in_wait(encounter: Encounter, step: LieInWait) -> Result:
    """From now on, unless it was struck down on its way there."""
    if encounter.combatant(step.actor).is_unconscious:
        return StepResult((ActionStopped(step.actor),))
    return StepResult((InterceptionSet(step.actor, step.waiting),))


def _way(encounter: Encounter, actor: Combatant, command: Intercept) -> Way | None:
    """The walk to where it waits; its price holds until the next own turn, as any walk's does (H-MOV-2)."""
    if command.moves is None and not command.path:
        return None
    return way(encounter, actor, command.path, command.moves, "moves")


def _in_rounds(encounter: Encounter) -> Iterator[FailedCheck]:
    if encounter.round is None:
        yield FailedCheck(
            "ENCOUNTER_NOT_STARTED",
            "There are no turns to cut into yet.",
            "H-INT-1",
            (("way", "interception"),),
        )


def _able(
    tables: HarpTables, encounter: Encounter, actor: Combatant, command: Intercept, *, walks: bool
) -> Iterator[FailedCheck]:
    """Whether it could strike with the weapon it names, or without one stand in the way (DH-48)."""
    if walks:
        yield from able_to_move(actor)
    if command.weapon is None:
        yield from able_to_use_action(actor)
        return
    armed = wield(tables, actor.sheet, command.weapon)
    yield from able_to_attack(actor)
    yield from at_hand(actor, armed)
    yield from shield_hand(tables, actor, armed)
    if armed.is_missile:
        yield from not_parrying(actor)
        yield from allow_shot(tables, encounter, armed)
    else:
        yield from within_bonus(tables, encounter, at_pace(actor, "walk") if walks else actor, armed)


def _near_enough(actor: Combatant, distance: Distance) -> Iterator[FailedCheck]:
    rate = base_rate(actor)
    if distance.metres > rate:
        yield FailedCheck(
            "TOO_FAR",
            "{actor} moves {limit} at most.",
            "H-INT-1",
            (("way", "interception"), ("actor", actor.identity.name), ("limit", metres(rate))),
        )


STEPS: Steps = {Intercept: intercept, LieInWait: lambda _tables, state, step: lie_in_wait(state, step)}
