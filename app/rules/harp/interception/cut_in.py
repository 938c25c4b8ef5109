"""Holding an action back until those who lay in wait for it have acted (H-INT-1, DH-47, DH-48).

The action is begun, and that alone is told. Everything it does (a blow, but also a parry, a dodge, getting
up, a pace) is a `Finish` step after their `CutIn`; given up, or no longer possible, it does nothing.
"""

from collections.abc import Iterator

from app.rules.harp.attack.dodge import takes_this_action
from app.rules.harp.contract.commands.command import CutIn, Finish, Intercept, Step, Travel
from app.rules.harp.contract.commands.defence import Dodge, InstinctiveDodge
from app.rules.harp.contract.commands.skills import Manoeuvre
from app.rules.harp.contract.events.event import ActionStopped, ActionTaken, AttackPrevented, Event
from app.rules.harp.contract.events.movement import StoodUp
from app.rules.harp.contract.result import Result
from app.rules.harp.interception.reaction import abandoned, at_once, can_answer
from app.rules.harp.skills.skills import uses_action
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.steps import StepResult
from app.values import replace, value


def rolled_action(encounter: Encounter, step: Step) -> ActionTaken | None:
    """The action of the round that a step uses which rolls before it tells of anything."""
    match step:
        case Dodge() | Intercept():
            uses = encounter.round is not None
        case Manoeuvre():
            uses = encounter.round is not None and uses_action(step)
        case InstinctiveDodge():
            uses = takes_this_action(encounter, encounter.combatant(step.actor))
        case _:
            return None
    return ActionTaken(encounter.combatant(step.actor).id, step.type) if uses else None


def hold_back(tables: HarpTables, encounter: Encounter, step: Step, result: Result) -> Result:
    """The result of ``step``, or only that its action is begun where somebody may cut into it (DH-47)."""
    taken = next((event for event in result.events if isinstance(event, ActionTaken)), None)
    if taken is None:
        return result
    return held_back(tables, encounter, step, taken) or result


def held_back(tables: HarpTables, encounter: Encounter, step: Step, taken: ActionTaken) -> Result | None:
    """The action of ``step`` begun and nothing more, everyone in wait for it coming first; None: nobody can.

    Those whom the action has yet to come within reach of are asked on its way (`first_stop`).
    """
    actor = encounter.combatant(taken.actor)
    able = tuple(one for one in _waiting_for(encounter, taken) if can_answer(tables, encounter, one, actor))
    if not able:
        return None
    then: tuple[Step, ...] = (Finish(step, actor, asked=tuple(one.id for one in able)),)
    for interceptor in able:
        then = (CutIn(interceptor.id, actor.id, then),)
    return StepResult((taken,), then)


def as_before(encounter: Encounter, step: Finish) -> Encounter:
    """The encounter with the held action still to be used, as its rule looks at it."""
    began = step.began
    actor = step.as_it_was or encounter.combatant(began.id)
    activity = replace(actor.activity, action=began.activity.action)
    return encounter.with_combatant(replace(actor, activity=activity, interception=began.interception))


def finished(encounter: Encounter, result: Result, step: Finish) -> Result:
    """What the held action does, without using up the turn a second time.

    Whoever is struck down at the moment of getting up lies there nevertheless.
    """
    is_down = encounter.combatant(step.began.id).is_unconscious
    moot = (ActionTaken, StoodUp) if is_down else ActionTaken
    events = tuple(event for event in result.events if not isinstance(event, moot))
    then = tuple(_having_asked(one, step.asked) for one in result.then)
    if step.as_it_was is not None:
        then = tuple(at_once(one, step.as_it_was) for one in then)
    return StepResult(events, then)


def _having_asked(step: Step, asked: tuple[str, ...]) -> Step:
    return replace(step, asked=asked) if isinstance(step, Travel) else step


def given_up(encounter: Encounter, step: Finish) -> Result:
    """Nothing comes of a held action that is no longer possible; only the turn is spent (DH-47)."""
    command, actor = step.step, encounter.combatant(step.began.id)
    target, weapon = getattr(command, "target", None), getattr(command, "weapon", None)
    if target is not None and weapon is not None:
        stopped: Event = AttackPrevented(actor.id, encounter.combatant(target).id, weapon)
    else:
        stopped = ActionStopped(actor.id)
    return StepResult((stopped, *abandoned(actor)))


@value
class Stop:
    """Where on its way a mover comes within reach of one in wait: that place in its path, and who it is."""

    place: int
    interceptor: str


def first_stop(tables: HarpTables, encounter: Encounter, step: Travel) -> Stop | None:
    """The first place of a way, cell by cell, where somebody in wait can answer it (DH-48)."""
    actor = encounter.combatant(step.actor)
    action = actor.activity.action
    if action is None:
        return None
    taken = ActionTaken(actor.id, action)
    waiting = tuple(one for one in _waiting_for(encounter, taken) if one.id not in step.asked)
    for place, at in enumerate(step.path if waiting else ()):
        there = replace(actor, at=at)
        for interceptor in waiting:
            if can_answer(tables, encounter.with_combatant(there), interceptor, there):
                return Stop(place, interceptor.id)
    return None


def _waiting_for(encounter: Encounter, taken: ActionTaken) -> Iterator[Combatant]:
    for other in encounter.combatants:
        if other.interception is not None and other.interception.awaits(taken.actor, taken.action):
            yield other
