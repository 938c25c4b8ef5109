"""Drawing, loading, standing up, waiting with a weapon aimed, and actions of several rounds (H-RND-2)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Illegal, Invalid, permit
from app.rules.harp.contract.commands.command import ContinueAction
from app.rules.harp.contract.commands.movement import Draw, Hold, Ready, Reload, Stand
from app.rules.harp.contract.commands.skills import Bandage
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.events.movement import (
    ActionCompleted,
    ActionInterrupted,
    ActionUnderWay,
    StoodUp,
    WeaponAimed,
    WeaponDrawn,
    WeaponReadied,
)
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.legal import (
    able_to_act,
    able_to_use_action,
    at_hand,
    its_turn,
    not_parrying,
    on_turn,
)
from app.rules.harp.table.state import Busy, Combatant, Encounter, WeaponState
from app.rules.harp.table.tables import ActionDuration, HarpTables
from app.rules.resolution.steps import StepResult
from app.values import replace

LOADING_OF_GROUP = {"bows": "reload-bow", "slings": "reload-sling"}


class DurationOutOfRange(Invalid):
    """The table of durations gives this action fewer or more rounds."""

    code = "duration_out_of_range"
    pointer = "/rounds"


def loading(tables: HarpTables, armed: Armed) -> ActionDuration | None:
    """The duration of loading this weapon: its own row, else its group's; None for what is not loaded."""
    own = tables.action_durations.get(f"reload-{armed.model.id}")
    return own or tables.action_durations.get(LOADING_OF_GROUP.get(armed.model.group, ""))


def draw(tables: HarpTables, encounter: Encounter, command: Draw) -> Result:
    """Take a weapon in hand beside another action, unsling it, or pick up a dropped one.

    How long it takes to have a dropped one back came with its loss (DH-39), one round at least.
    """
    actor = encounter.combatant(command.actor, "/actor")
    armed = wield(tables, actor.sheet, command.weapon)
    dropped = _state(actor, armed, "dropped")
    if dropped is not None:
        rounds = max(tables.action_duration("pick-up").rounds_from, dropped.rounds)
    else:
        rounds = tables.action_duration("draw-back" if command.slung else "draw").rounds_from
    permit(
        _free_for(encounter, actor, rounds),
        _whole(actor, armed),
    )
    condition = None if dropped is None else dropped.condition
    return StepResult(tuple(_work(encounter, actor, Busy(command.type, rounds, armed.entry.id, condition))))


def _free_for(encounter: Encounter, actor: Combatant, rounds: int) -> Iterator[FailedCheck]:
    """Whether the actor has the action that ``rounds`` take; 0 go beside another action."""
    yield from able_to_use_action(actor)
    if rounds == 0:
        yield from its_turn(encounter, actor)
    else:
        yield from on_turn(encounter, actor)
        yield from not_parrying(actor)


def reload(tables: HarpTables, encounter: Encounter, command: Reload) -> Result:
    """Load a weapon in the rounds of the table (the GM's within its bounds), or string it anew (DH-39)."""
    actor = encounter.combatant(command.actor, "/actor")
    armed = wield(tables, actor.sheet, command.weapon)
    state = _state(actor, armed, "unstrung") or _state(actor, armed, "unloaded")
    checks = (
        *on_turn(encounter, actor),
        *able_to_use_action(actor),
        *not_parrying(actor),
        *_whole(actor, armed),
        *_to_load(armed, state),
    )
    if checks or state is None:
        raise Illegal(checks)
    rounds = _rounds(tables, armed, state, command.rounds)
    task = Busy(command.type, rounds, armed.entry.id, state.condition)
    return StepResult(tuple(_work(encounter, actor, task)))


def _state(actor: Combatant, armed: Armed, condition: str) -> WeaponState | None:
    return next((one for one in actor.weapon_states(armed.entry.id) if one.condition == condition), None)


def _whole(actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    if _state(actor, armed, "broken") is not None:
        yield FailedCheck("WEAPON_BROKEN", "The {weapon} is broken.", "DH-39", (("weapon", armed.called),))


def _to_load(armed: Armed, state: WeaponState | None) -> Iterator[FailedCheck]:
    if state is None:
        yield FailedCheck(
            "NOTHING_TO_LOAD", "The {weapon} is ready as it is.", "H-RND-2", (("weapon", armed.called),)
        )


def _rounds(tables: HarpTables, armed: Armed, state: WeaponState, wanted: int | None) -> int:
    row = loading(tables, armed)
    if wanted is None or state.condition == "unstrung" or row is None:
        return state.rounds
    longest = row.rounds_to or wanted
    if not row.rounds_from <= wanted <= longest:
        raise DurationOutOfRange(
            "Loading the {weapon} takes {least} to {longest} rounds.",
            weapon=armed.called,
            least=row.rounds_from,
            longest=longest,
            rounds=wanted,
        )
    return wanted


def stand(tables: HarpTables, encounter: Encounter, command: Stand) -> Result:
    """Get up from the ground."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(on_turn(encounter, actor), able_to_use_action(actor), not_parrying(actor), _down(actor))
    rounds = tables.action_duration("stand").rounds_from
    return StepResult(tuple(_work(encounter, actor, Busy(command.type, rounds))))


def _down(actor: Combatant) -> Iterator[FailedCheck]:
    if not actor.conditions.prone:
        yield FailedCheck(
            "NOT_PRONE", "{actor} is standing already.", "H-RND-2", (("actor", actor.identity.name),)
        )


def hold(encounter: Encounter, command: Hold) -> Result:
    """The action goes by unused."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(on_turn(encounter, actor), able_to_act(actor))
    return StepResult(tuple(action_taken(encounter, actor, command.type)))


def ready(tables: HarpTables, encounter: Encounter, command: Ready) -> Result:
    """Keep a loaded missile weapon aimed until the next own turn; the next initiative has a bonus for it."""
    actor = encounter.combatant(command.actor, "/actor")
    armed = wield(tables, actor.sheet, command.weapon)
    permit(
        on_turn(encounter, actor),
        able_to_use_action(actor),
        not_parrying(actor),
        at_hand(actor, armed),
        _to_aim(armed),
    )
    events = (*action_taken(encounter, actor, command.type), WeaponAimed(actor.id, armed.entry.id))
    return StepResult(events)


def _to_aim(armed: Armed) -> Iterator[FailedCheck]:
    if not armed.is_missile:
        yield FailedCheck(
            "NOT_A_MISSILE_WEAPON", "The {weapon} is not aimed.", "H-INI-1", (("weapon", armed.called),)
        )


def continue_action(encounter: Encounter, step: ContinueAction) -> Result:
    """An own turn goes into the action under way; one who may only parry, or nothing, has to give it up.

    A turn whose action went into an instinctive dodge brings it no further (H-DOD-2). One whose first aid
    was spoilt has to give it up too.
    """
    actor = encounter.combatant(step.actor)
    if actor.busy is None or actor.activity.action is not None:
        return StepResult()
    care = actor.busy.care
    if any(able_to_use_action(actor)) or (care is not None and care.is_spoilt):
        return StepResult((ActionInterrupted(actor.id, actor.busy.action),))
    worked = tuple(_work(encounter, actor, actor.busy))
    if care is None or actor.busy.rounds_left > 1:
        return StepResult(worked)
    return StepResult(worked, (Bandage(actor.id, care.patient, care.difficulty, care.modifiers),))


def _work(encounter: Encounter, actor: Combatant, task: Busy) -> Iterator[Event]:
    """One own turn of an action; with its last one it has its effect."""
    if task.rounds_left > 0:
        yield from action_taken(encounter, actor, task.action)
    if task.rounds_left > 1:
        yield ActionUnderWay(actor.id, replace(task, rounds_left=task.rounds_left - 1))
        return
    if actor.busy == task:
        yield ActionCompleted(actor.id, task.action)
    if task.weapon is not None and task.condition is not None:
        yield WeaponReadied(actor.id, task.weapon, task.condition)
    if task.action == "draw" and task.weapon is not None:
        yield WeaponDrawn(actor.id, task.weapon)
    if task.action == "stand":
        yield StoodUp(actor.id)


STEPS: Steps = {
    Draw: draw,
    Reload: reload,
    Stand: stand,
    Hold: lambda _tables, state, step: hold(state, step),
    Ready: ready,
    ContinueAction: lambda _tables, state, step: continue_action(state, step),
}
