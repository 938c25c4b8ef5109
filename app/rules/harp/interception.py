"""Interception: lying in wait for somebody's action and cutting into it (H-INT-1 … H-INT-3)."""

from collections.abc import Iterator
from dataclasses import replace

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import FailedCheck
from app.rules.common.measures import Distance
from app.rules.common.modifiers import Modifier, Tally
from app.rules.harp.arms import wield
from app.rules.harp.commands import CutIn, Engage, GoOn, Intercept, Step, Strike
from app.rules.harp.distances import base_rate, metres
from app.rules.harp.events import (
    ActionStopped,
    ActionTaken,
    Event,
    Intercepted,
    InterceptionSet,
)
from app.rules.harp.events_movement import Moved, SetOff
from app.rules.harp.legal import (
    able_to_attack,
    able_to_move,
    able_to_use_action,
    at_hand,
    in_melee,
    not_oneself,
    on_turn,
    permit,
)
from app.rules.harp.manoeuvre import SUCCEEDS_FROM, manoeuvre_bonus
from app.rules.harp.movement import at_pace
from app.rules.harp.offence import within_bonus
from app.rules.harp.result import Result
from app.rules.harp.sheet import skill_total
from app.rules.harp.shields import shield_hand
from app.rules.harp.state import Combatant, Encounter, Interception
from app.rules.harp.tables import HarpTables
from app.rules.resolution.requests import Choose, Resolution, Roll
from app.rules.resolution.steps import StepResult


def intercept(tables: HarpTables, encounter: Encounter, command: Intercept) -> Resolution[Result]:
    """The actor lies in wait, its action of the round, hidden by a Stealth roll or not (H-INT-1, H-INT-3)."""
    actor = encounter.combatant(command.actor, "/actor")
    whom = encounter.combatant(command.whom, "/whom")
    permit(
        *_in_rounds(encounter),
        *on_turn(encounter, actor),
        *_able(tables, encounter, actor, command),
        *not_oneself(actor, whom),
        *(_within_reach(actor, command.moves) if command.moves else ()),
    )
    stealth: int | None = None
    if command.hides:
        stealth = yield from _stealth_roll(tables, encounter, actor, "stealth")
    waiting = Interception(whom.id, command.actions, command.weapon, stealth)
    return StepResult(
        (
            ActionTaken(actor.id, command.type),
            *_walk(actor, command.moves),
            InterceptionSet(actor.id, waiting),
        )
    )


def _walk(actor: Combatant, moves: Distance | None) -> Iterator[Event]:
    """The walk to where it waits; its price holds until the next own turn, as any walk's does (H-MOV-2)."""
    if moves is not None:
        yield SetOff(actor.id, "walk")
        yield Moved(actor.id, "walk", moves)


def cut_in(encounter: Encounter, result: Result) -> Result:
    """The result with a chance for everyone who lies in wait for the action taken in it.

    What the action still has to do is held back until they have had it.
    """
    taken = next((event for event in result.events if isinstance(event, ActionTaken)), None)
    if taken is None:
        return result
    then = result.then
    for waiting in _waiting_for(encounter, taken):
        then = (CutIn(waiting.id, taken.actor, then),)
    return StepResult(result.events, then)


def interrupt(tables: HarpTables, encounter: Encounter, step: CutIn) -> Resolution[Result]:
    """The interceptor acts before the action is finished, if it wants to and still can (H-INT-1)."""
    interceptor, actor = encounter.combatant(step.interceptor), encounter.combatant(step.actor)
    waiting = interceptor.interception
    if waiting is None or any(_hindered(tables, interceptor, waiting)):
        return StepResult((), step.held)
    wanted = yield from Choose(
        "interception",
        interceptor.id,
        ("yes", "no"),
        "yes",
        facts=(("interrupted", actor.id),),
        rules=("H-INT-1",),
    )
    if wanted == "no":
        return StepResult((), step.held)
    cuts = Intercepted(interceptor.id, actor.id)
    if waiting.weapon is None:
        return StepResult((cuts,), (GoOn(actor.id, step.held),))
    first = yield from Choose(
        "who is first",
        actor.id,
        ("interceptor", "simultaneous", "interrupted"),
        "interceptor",
        facts=(("interceptor", interceptor.id), ("interrupted", actor.id)),
        rules=("H-INT-1",),
        is_ruling=True,
    )
    blow = yield from _reaction(
        tables, encounter, interceptor, actor, waiting, even_if_down=first == "simultaneous"
    )
    match first:
        case "interrupted":
            return StepResult((cuts,), (*step.held, blow))
        case "simultaneous":
            return StepResult((cuts,), (blow, *_regardless(step.held)))
        case _:
            return StepResult((cuts,), (blow, GoOn(actor.id, step.held)))


def go_on(encounter: Encounter, step: GoOn) -> Resolution[Result]:
    """The one cut into goes on or gives up, and cannot go on when it is down (H-INT-1)."""
    if encounter.combatant(step.actor).is_unconscious:
        return StepResult((ActionStopped(step.actor),))
    chosen = yield from Choose(
        "the interrupted action", step.actor, ("goes on", "stops"), "goes on", rules=("H-INT-1",)
    )
    if chosen == "stops":
        return StepResult((ActionStopped(step.actor),))
    return StepResult((), step.held)


def _reaction(
    tables: HarpTables,
    encounter: Encounter,
    interceptor: Combatant,
    actor: Combatant,
    waiting: Interception,
    *,
    even_if_down: bool,
) -> Resolution[Strike]:
    """The blow of the interceptor, with the bonus of a successful ambush (DH-30)."""
    modifiers: list[Modifier] = []
    if waiting.stealth is not None:
        tries = yield from Choose(
            "ambush",
            interceptor.id,
            ("yes", "no"),
            "no",
            facts=(("target", actor.id),),
            rules=("H-INT-3", "DH-30"),
        )
        if tries == "yes":
            total = yield from _stealth_roll(tables, encounter, interceptor, "ambush")
            bonus = encounter.options.ambush
            if total >= SUCCEEDS_FROM:
                modifiers.append(Modifier("position.ambush", bonus, "position", "option: ambush", "DH-30"))
    return Strike(
        interceptor.id,
        actor.id,
        waiting.weapon or "",
        modifiers=tuple(modifiers),
        even_if_down=even_if_down,
    )


def _regardless(held: tuple[Step, ...]) -> tuple[Step, ...]:
    """The held blows, falling at the same moment as the interceptor's."""
    return tuple(_at_once(step) for step in held)


def _at_once(step: Step) -> Step:
    match step:
        case Strike():
            return replace(step, even_if_down=True)
        case Engage():
            return replace(step, blow=replace(step.blow, even_if_down=True))
        case _:
            return step


def _stealth_roll(tables: HarpTables, encounter: Encounter, actor: Combatant, purpose: str) -> Roll[int]:
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


def _waiting_for(encounter: Encounter, taken: ActionTaken) -> Iterator[Combatant]:
    for other in encounter.combatants:
        waiting = other.interception
        if waiting is None or waiting.whom != taken.actor:
            continue
        if not waiting.actions or taken.action in waiting.actions:
            yield other


def _in_rounds(encounter: Encounter) -> Iterator[FailedCheck]:
    if encounter.round is None:
        yield FailedCheck(
            "ENCOUNTER_NOT_STARTED",
            "There are no turns to cut into yet.",
            "H-INT-1",
            (("way", "interception"),),
        )


def _able(
    tables: HarpTables, encounter: Encounter, actor: Combatant, command: Intercept
) -> Iterator[FailedCheck]:
    """Whether it could strike with the weapon it names, or without one stand in the way."""
    if command.moves is not None:
        yield from able_to_move(actor)
    if command.weapon is None:
        yield from able_to_use_action(actor)
        return
    armed = wield(tables, actor.sheet, command.weapon)
    walks = actor if command.moves is None else at_pace(actor, "walk")
    yield from able_to_attack(actor)
    yield from in_melee(armed)
    yield from at_hand(actor, armed)
    yield from shield_hand(tables, actor, armed)
    yield from within_bonus(tables, encounter, walks, armed)


def _hindered(tables: HarpTables, interceptor: Combatant, waiting: Interception) -> Iterator[FailedCheck]:
    """Why it can no longer do what it lay in wait for."""
    if waiting.weapon is None:
        yield from able_to_use_action(interceptor)
    else:
        yield from able_to_attack(interceptor)
        yield from at_hand(interceptor, wield(tables, interceptor.sheet, waiting.weapon))


def _within_reach(actor: Combatant, moves: Distance) -> Iterator[FailedCheck]:
    rate = base_rate(actor)
    if moves.metres > rate:
        yield FailedCheck(
            "TOO_FAR",
            "{actor} moves {limit} at most.",
            "H-INT-1",
            (("way", "interception"), ("actor", actor.identity.name), ("limit", metres(rate))),
        )
