"""Bringing somebody down (PF1-TRP-1 … PF1-TRP-6, D35-TRP-1 … D35-TRP-6)."""

from app.rules.d20.arms import BARE, Armed
from app.rules.d20.book import Book
from app.rules.d20.conditions import may_not_attack
from app.rules.d20.effects import falls_under
from app.rules.d20.events import Event
from app.rules.d20.events_maneuvers import ManoeuvreFailed, Tripped
from app.rules.d20.events_movement import WeaponDropped
from app.rules.d20.feats import has_feat
from app.rules.d20.maneuver_check import Manoeuvring, check_manoeuvre, manoeuvre_check, struck
from app.rules.d20.opposed_check import (
    check_abilities,
    firmest_check,
    footing,
    opposed,
    side,
    stated,
    strength_check,
    trained,
)
from app.rules.d20.result import Result
from app.rules.d20.state import Combatant, Encounter
from app.rules.d20.steps import Strike
from app.rules.d20.steps_maneuvers import Attempt, Felled
from app.rules.d20.threat import threatens_with
from app.rules.d20.touch import touches
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult

BADLY = -10
"""A margin at which it is the one who tries that falls (PF1-TRP-2)."""


def check_figures(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear, StrengthMissing."""
    if book.profile.has_cmd:
        check_manoeuvre(book, encounter, _tripping(step, actor, target, armed))
    else:
        check_abilities(actor, target)


def trip(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> Resolution[Result]:
    """The check, and who goes down by it."""
    if book.profile.has_cmd:
        return (yield from _by_manoeuvre(book, encounter, step, actor, target, armed))
    if not (yield from touches(book, encounter, step, armed)):
        return StepResult((ManoeuvreFailed(actor.id, target.id, "trip", "missed"),))
    return (yield from _by_strength(book, encounter, step, actor, target, armed))


def _tripping(step: Attempt, actor: Combatant, target: Combatant, armed: Armed) -> Manoeuvring:
    extra = (*step.extra, *struck(actor, step.hits_before))
    return Manoeuvring("trip", actor, target, armed, step.situation, extra)


def _by_manoeuvre(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> Resolution[Result]:
    """Prone at the CMD or above; 10 below it the one who tried falls, or lets go of a weapon made for it."""
    margin = yield from manoeuvre_check(
        book, encounter, _tripping(step, actor, target, armed), lambda points: points, ("PF1-TRP-1",)
    )
    if margin >= 0:
        return _down(actor, target)
    failed = ManoeuvreFailed(actor.id, target.id, "trip")
    if margin > BADLY:
        return StepResult((failed,))
    falls = yield from _falls_oneself(actor, armed, "PF1-TRP-4")
    return StepResult((failed, *falls))


def _falls_oneself(actor: Combatant, armed: Armed, rule_id: str) -> Resolution[tuple[Event, ...]]:
    """Down goes whoever tried it, unless it lets go of the weapon made for tripping."""
    if armed.can_trip and armed.hands:
        choice = yield from Choose("drop the weapon", actor.id, ("yes", "no"), "yes", rules=(rule_id,))
        if choice == "yes":
            return (WeaponDropped(actor.id, armed.id),)
    return tuple(falls_under(actor, "prone"))


def _down(actor: Combatant, target: Combatant) -> Result:
    """The target lies there; Greater Trip gives everybody near an opportunity (PF1-TRP-5)."""
    events = (Tripped(actor.id, target.id), *falls_under(target, "prone"))
    is_greater = has_feat(actor.sheet, "greater-trip")
    return StepResult(events, (Felled(target.id),) if is_greater else ())


def _by_strength(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> Resolution[Result]:
    """Strength against Strength or Dexterity; whoever fails can be tripped in return (D35-TRP-2, -3)."""
    helps = (*stated(step.situation), *trained(actor, "improved-trip"))
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
        blow = yield from _blow_at_once(book, encounter, step, actor, target, armed)
        return StepResult(_down(actor, target).events, blow)
    events: list[Event] = [ManoeuvreFailed(actor.id, target.id, "trip")]
    events += yield from tripped_back(book, "trip back", actor, target, armed)
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
    return (Tripped(target.id, actor.id), *falls) if any(falls) else ()


def _blow_at_once(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> Resolution[tuple[Strike, ...]]:
    """With Improved Trip of 3.5 a blow at whoever lies there now, as if it had not tripped (D35-TRP-5)."""
    if not has_feat(actor.sheet, "improved-trip"):
        return ()
    arms = tuple(one.id for one in threatens_with(book, encounter, actor, target))
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
