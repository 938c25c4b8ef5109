"""What somebody in wait does when the awaited action comes (H-INT-1, H-INT-3, DH-48)."""

from collections.abc import Iterator

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import FailedCheck
from app.rules.common.grid.beside import one_step
from app.rules.common.grid.cells import Cell
from app.rules.common.measures import Distance
from app.rules.common.modifiers import Modifier, Tally
from app.rules.harp.attack.missile import able_to_shoot, shot
from app.rules.harp.contract.commands.command import CutIn, Engage, Finish, GoOn, React, Step, Strike, Travel
from app.rules.harp.contract.commands.movement import Charge, Move, MoveAndAttack, Run
from app.rules.harp.contract.events.event import ActionStopped, AttackPrevented, Event, Intercepted
from app.rules.harp.contract.events.movement import ActionInterrupted, Moved
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.positions import footprint, in_sight, is_within_reach, known
from app.rules.harp.ground.surroundings import allow_shot
from app.rules.harp.ground.ways import Way, free_way, left_behind, way
from app.rules.harp.skills.manoeuvre import SUCCEEDS_FROM, manoeuvre_bonus
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.legal import able_to_attack, able_to_move, able_to_use_action, at_hand
from app.rules.harp.table.sheet import skill_total
from app.rules.harp.table.state import Combatant, Encounter, Interception
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Choose, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace

NO_DISTANCE = Distance(0, "m")


def can_answer(tables: HarpTables, encounter: Encounter, interceptor: Combatant, actor: Combatant) -> bool:
    """Whether it can do now what it lay in wait for, with one step at most (H-INT-1, DH-48)."""
    waiting = interceptor.interception
    if waiting is None:
        return False
    if waiting.weapon is None:
        hindered = any(able_to_use_action(interceptor))
    else:
        armed = wield(tables, interceptor.sheet, waiting.weapon)
        hindered = any((*able_to_attack(interceptor), *at_hand(interceptor, armed)))
    return not hindered and any(True for _ in _stands(tables, encounter, interceptor, actor, waiting))


def interrupt(tables: HarpTables, encounter: Encounter, step: CutIn) -> Resolution[Result]:
    """The interceptor acts before the action is finished, if it wants to and still can (H-INT-1)."""
    interceptor, actor = encounter.combatant(step.interceptor), encounter.combatant(step.actor)
    waiting = interceptor.interception
    if waiting is None or not can_answer(tables, encounter, interceptor, actor):
        return StepResult((), step.held)
    by_reach = () if encounter.map is None and not waiting.situation.distance else ("DH-48",)
    wanted = yield from Choose(
        "interception",
        interceptor.id,
        ("yes", "no"),
        "yes",
        facts=(("interrupted", actor.id),),
        rules=("H-INT-1", "DH-47", *by_reach),
    )
    if wanted == "no":
        return StepResult((), step.held)
    cuts = Intercepted(interceptor.id, actor.id)
    ahead = tuple(_ahead(encounter, actor, step.held))
    if waiting.weapon is None:
        bars = React(interceptor.id, actor.id, waiting, ahead=ahead)
        return StepResult((cuts,), (bars, GoOn(actor.id, step.held)))
    first = yield from Choose(
        "who is first",
        actor.id,
        ("interceptor", "simultaneous", "interrupted"),
        "interceptor",
        facts=(("interceptor", interceptor.id), ("interrupted", actor.id)),
        rules=("H-INT-1",),
        is_ruling=True,
    )
    modifiers = yield from _ambush(tables, encounter, interceptor, actor, waiting)
    blow = React(
        interceptor.id, actor.id, waiting, modifiers, even_if_down=first == "simultaneous", ahead=ahead
    )
    match first:
        case "interrupted":
            return StepResult((cuts,), (*step.held, blow))
        case "simultaneous":
            return StepResult((cuts,), (blow, *(at_once(held, actor) for held in step.held)))
        case _:
            return StepResult((cuts,), (blow, GoOn(actor.id, step.held)))


def _ahead(encounter: Encounter, actor: Combatant, held: tuple[Step, ...]) -> Iterator[Cell]:
    """The cells that are still before the actor on its way, where it is known."""
    for one in held:
        match one:
            case Travel():
                yield from one.path[1:]
            case CutIn():
                yield from _ahead(encounter, actor, one.held)
            case Finish(step=Move() | Run() | MoveAndAttack() | Charge() as begun) if begun.path:
                yield from way(encounter, actor, begun.path, None, "distance").cells[1:]
            case _:
                pass


def go_on(encounter: Encounter, step: GoOn) -> Resolution[Result]:
    """The one cut into goes on or gives up, and cannot go on when it is down (H-INT-1).

    An action that is given up has no effect; only the turn is spent (DH-47).
    """
    actor = encounter.combatant(step.actor)
    if not actor.is_unconscious:
        chosen = yield from Choose(
            "the interrupted action",
            step.actor,
            ("goes on", "stops"),
            "goes on",
            rules=("H-INT-1", "DH-47"),
        )
        if chosen == "goes on":
            return StepResult((), step.held)
    return StepResult((ActionStopped(step.actor), *abandoned(actor)))


def abandoned(actor: Combatant) -> Iterator[Event]:
    """An action of several rounds that is given up has to be begun anew (H-RND-2)."""
    if actor.busy is not None:
        yield ActionInterrupted(actor.id, actor.busy.action)


def react(tables: HarpTables, encounter: Encounter, step: React) -> Result:
    """A step where one is needed, then the blow or shot; without a weapon it stands in the way."""
    interceptor, actor = encounter.combatant(step.interceptor), encounter.combatant(step.actor)
    weapon = step.waiting.weapon
    stands = next(_stands(tables, encounter, interceptor, actor, step.waiting, step.ahead), None)
    if stands is None or (any(able_to_attack(interceptor)) and not step.even_if_down):
        return StepResult((AttackPrevented(interceptor.id, actor.id, weapon),) if weapon else ())
    events: tuple[Event, ...] = ()
    if stands.places:
        facing = interceptor.facing and stands.heading
        events = (Moved(interceptor.id, "walk", stands.distance, stands.end, facing),)
        interceptor = stands.taken_by(interceptor)
    if weapon is None:
        return StepResult(events)
    there = encounter.with_combatant(interceptor)
    return StepResult(events, (_blow(tables, there, interceptor, actor, step),))


def _blow(
    tables: HarpTables, encounter: Encounter, interceptor: Combatant, actor: Combatant, step: React
) -> Strike | Engage:
    armed = wield(tables, interceptor.sheet, step.waiting.weapon or "")
    situation = step.waiting.situation
    if not armed.is_missile:
        return Strike(
            interceptor.id,
            actor.id,
            armed.entry.id,
            situation,
            modifiers=step.modifiers,
            even_if_down=step.even_if_down,
        )
    blow = shot(tables, encounter, interceptor, actor, armed, situation, None)
    modifiers = (*blow.modifiers, *step.modifiers)
    return Engage(replace(blow, modifiers=modifiers, even_if_down=step.even_if_down))


def _stands(
    tables: HarpTables,
    encounter: Encounter,
    interceptor: Combatant,
    actor: Combatant,
    waiting: Interception,
    ahead: tuple[Cell, ...] = (),
) -> Iterator[Way]:
    """From where it can answer: where it stands (a way without places), or a cell one step away.

    The step leaves nobody's melee and ends where the blow reaches, beside the cells ``ahead`` of the actor
    rather than in them; whoever means to stand in the way does so in them.
    """
    here = Way(NO_DISTANCE, NO_DISTANCE)
    if _reaches(tables, encounter, interceptor, actor, waiting):
        yield here
        return
    body = footprint(interceptor)
    if body is None or encounter.map is None or any(able_to_move(interceptor)):
        return
    for at in sorted(one_step(body), key=lambda at: (at in ahead) == (waiting.weapon is not None)):
        along = way(encounter, interceptor, (at,), None, "distance")
        left, _ = left_behind(encounter, interceptor, along, (), override=False)
        moved = along.taken_by(interceptor)
        there = encounter.with_combatant(moved)
        is_free = not left and not any(free_way(encounter, interceptor, along))
        if is_free and _reaches(tables, there, moved, actor, waiting):
            yield along


def _reaches(
    tables: HarpTables, encounter: Encounter, interceptor: Combatant, actor: Combatant, waiting: Interception
) -> bool:
    """Whether the blow or shot gets to ``actor`` from there; without a map what was stated counts."""
    armed = None if waiting.weapon is None else wield(tables, interceptor.sheet, waiting.weapon)
    if armed is None or not armed.is_missile:
        return waiting.situation.override or is_within_reach(encounter, interceptor, actor)
    return not any(_out_of_shot(tables, encounter, interceptor, actor, armed, waiting))


def _out_of_shot(
    tables: HarpTables,
    encounter: Encounter,
    interceptor: Combatant,
    actor: Combatant,
    armed: Armed,
    waiting: Interception,
) -> Iterator[FailedCheck]:
    situation = known(encounter, interceptor, actor, waiting.situation).situation
    if situation.distance is not None:
        yield from able_to_shoot(armed, situation)
    yield from in_sight(encounter, interceptor, actor, situation)
    yield from allow_shot(tables, encounter, armed)


def at_once(step: Step, actor: Combatant) -> Step:
    """A held step of ``actor`` that falls at the same moment as what cuts into it."""
    match step:
        case Strike():
            return replace(step, even_if_down=True)
        case Engage():
            return replace(step, blow=replace(step.blow, even_if_down=True))
        case Finish():
            return replace(step, as_it_was=actor)
        case CutIn():
            return replace(step, held=tuple(at_once(held, actor) for held in step.held))
        case Travel() if len(step.path) <= 1:
            return replace(step, then=tuple(at_once(held, actor) for held in step.then))
        case _:
            return step


def _ambush(
    tables: HarpTables, encounter: Encounter, interceptor: Combatant, actor: Combatant, waiting: Interception
) -> Resolution[tuple[Modifier, ...]]:
    """The bonus of a successful ambush, for those who hid (H-INT-3, DH-30)."""
    if waiting.stealth is None:
        return ()
    tries = yield from Choose(
        "ambush",
        interceptor.id,
        ("yes", "no"),
        "no",
        facts=(("target", actor.id),),
        rules=("H-INT-3", "DH-30"),
    )
    if tries == "no":
        return ()
    total = yield from stealth_roll(tables, encounter, interceptor, "ambush")
    if total < SUCCEEDS_FROM:
        return ()
    return (Modifier("position.ambush", encounter.options.ambush, "position", "option: ambush", "DH-30"),)


def stealth_roll(tables: HarpTables, encounter: Encounter, actor: Combatant, purpose: str) -> Roll[int]:
    """The roll of the Stealth total (H-INT-3)."""
    bonus = _stealth(tables, encounter, actor)

    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    return Roll(
        purpose=purpose,
        roller=actor.id,
        dice=OPEN_D100,
        modifiers=bonus,
        outcome=total,
        rules=("H-INT-3",),
    )


def _stealth(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Tally:
    """The Stealth total of the sheet with what burdens a manoeuvre on Agility (H-EFF-PEN, H-ARM-1)."""
    total = skill_total(actor.sheet, "stealth") or 0
    base = (Modifier("skill.stealth", total, "skill", "sheet", "H-INT-3"),)
    return manoeuvre_bonus(tables, encounter, actor, base, uses=frozenset({"agility", "movement"}))


STEPS: Steps = {CutIn: interrupt, React: react, GoOn: lambda _tables, state, step: go_on(state, step)}
