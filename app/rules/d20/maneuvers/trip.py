"""Bringing somebody down (PF1-TRP-1 … PF1-TRP-4, D35-TRP-1 … D35-TRP-6)."""

from app.rules.d20.contract.effects import falls_under
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.maneuvers import ManoeuvreFailed, Tripped
from app.rules.d20.contract.events.movement import WeaponDropped
from app.rules.d20.contract.events.turns import ConditionGained
from app.rules.d20.contract.result import Result
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Felled
from app.rules.d20.ground.threat import threatens_with
from app.rules.d20.maneuvers.attempt_state import Tried
from app.rules.d20.maneuvers.maneuver_check import manoeuvre_check
from app.rules.d20.maneuvers.opposed_check import (
    firmest_check,
    footing,
    opposed,
    side,
    stated,
    strength_check,
    trained,
)
from app.rules.d20.maneuvers.touch import touches
from app.rules.d20.table.arms import BARE, Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult

BADLY = -10
"""A margin at which it is the one who tries that falls (PF1-TRP-2)."""


def trip(tried: Tried) -> Resolution[Result]:
    """The check, and who goes down by it."""
    if tried.book.profile.has_cmd:
        return (yield from _by_manoeuvre(tried))
    if not (yield from touches(tried.book, tried.encounter, tried.step, tried.armed)):
        return StepResult((ManoeuvreFailed(tried.actor.id, tried.target.id, "trip", "missed"),))
    return (yield from _by_strength(tried))


def _by_manoeuvre(tried: Tried) -> Resolution[Result]:
    """Prone at the CMD or above; 10 below it the one who tried falls, or lets go of a weapon made for it."""
    actor, target = tried.actor, tried.target
    margin = yield from manoeuvre_check(
        tried.book, tried.encounter, tried.manoeuvring, lambda points: points, ("PF1-TRP-1",)
    )
    if margin >= 0:
        return _down(actor, target)
    failed = ManoeuvreFailed(actor.id, target.id, "trip")
    if margin > BADLY:
        return StepResult((failed,))
    falls = yield from _falls_oneself(actor, tried.armed, "PF1-TRP-4")
    return StepResult((failed, *falls))


def _falls_oneself(actor: Combatant, armed: Armed, rule_id: str) -> Resolution[tuple[Event, ...]]:
    """Down goes whoever tried it, unless it lets go of the weapon made for tripping."""
    if armed.can_trip and armed.hands:
        choice = yield from Choose("drop the weapon", actor.id, ("yes", "no"), "yes", rules=(rule_id,))
        if choice == "yes":
            return (WeaponDropped(actor.id, armed.id),)
    return goes_down(actor)


def goes_down(who: Combatant) -> tuple[ConditionGained, ...]:
    """That it lies on the ground; a rider stays on its mount."""
    return () if who.mount is not None else tuple(falls_under(who, "prone"))


def _down(actor: Combatant, target: Combatant) -> Result:
    """The target lies there; Greater Trip gives everybody near an opportunity (PF1-CM-12)."""
    events = (Tripped(actor.id, target.id), *goes_down(target))
    is_greater = has_feat(actor.sheet, "greater-trip")
    return StepResult(events, (Felled(target.id),) if is_greater else ())


def _by_strength(tried: Tried) -> Resolution[Result]:
    """Strength against Strength or Dexterity; whoever fails can be tripped in return (D35-TRP-2, -3)."""
    book, actor, target = tried.book, tried.actor, tried.target
    helps = (*stated(tried.step.situation), *trained(actor, "improved-trip"))
    margin = yield from opposed(
        side("trip", actor, strength_check(book, actor, "D35-TRP-2", helps), "D35-TRP-2"),
        side(
            "resist the trip",
            target,
            firmest_check(book, target, "D35-TRP-2", footing(target, "D35-TRP-2")),
            "D35-TRP-2",
        ),
    )
    if margin > 0:
        blow = yield from _blow_at_once(tried)
        return StepResult(_down(actor, target).events, blow)
    events: list[Event] = [ManoeuvreFailed(actor.id, target.id, "trip")]
    events += yield from tripped_back(book, "trip back", actor, target, tried.armed)
    return StepResult(tuple(events))


def tripped_back(
    book: Book,
    purpose: str,
    actor: Combatant,
    target: Combatant,
    armed: Armed,
    rule_id: str = "D35-TRP-3",
) -> Resolution[tuple[Event, ...]]:
    """The target's own Strength check in return, if it wants one, to bring the actor down (D35-TRP-3)."""
    if any(may_not_attack(target)):
        return ()
    choice = yield from Choose(purpose, target.id, ("yes", "no"), "yes", rules=(rule_id,))
    if choice == "no":
        return ()
    margin = yield from opposed(
        side(purpose, target, strength_check(book, target, rule_id), rule_id),
        side(
            f"resist the {purpose}",
            actor,
            firmest_check(book, actor, rule_id, footing(actor, rule_id)),
            rule_id,
        ),
    )
    if margin <= 0:
        return (ManoeuvreFailed(target.id, actor.id, "trip"),)
    falls = yield from _falls_oneself(actor, armed, "D35-TRP-4")
    is_down = any(isinstance(event, ConditionGained) for event in falls)
    return (Tripped(target.id, actor.id), *falls) if is_down else falls


def _blow_at_once(tried: Tried) -> Resolution[tuple[Strike, ...]]:
    """With Improved Trip of 3.5 a blow at whoever lies there now, as if it had not tripped (D35-TRP-5)."""
    step, actor, target, armed = tried.step, tried.actor, tried.target, tried.armed
    if not has_feat(actor.sheet, "improved-trip"):
        return ()
    arms = tuple(one.id for one in threatens_with(tried.book, tried.encounter, actor, target))
    if armed.id != BARE and step.weapon is not None:
        arms = (armed.id, *(one for one in arms if one != armed.id))
    if not arms:
        return ()
    choice = yield from Choose("blow after the trip", actor.id, (*arms, "no"), arms[0], rules=("D35-TRP-5",))
    if choice == "no":
        return ()
    blow = Strike(
        actor.id, target.id, choice, step.occasion, step.situation, step.extra, rules=("D35-TRP-5",)
    )
    return (blow,)
