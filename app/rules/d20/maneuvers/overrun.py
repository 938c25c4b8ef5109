"""Running somebody over on the way (PF1-OVR-1 … PF1-OVR-5, D35-OVR-1 … D35-OVR-5)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.grid.steps import stopped_by
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.maneuvers import Overrun
from app.rules.d20.contract.economy import may_not_spend, may_not_walk, spending
from app.rules.d20.contract.effects import spent_by_attack
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.maneuvers import ManoeuvreFailed, ManoeuvrePrevented, Overran
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_maneuvers import Felled, Overrunning
from app.rules.d20.contract.steps_movement import Advance, Trip
from app.rules.d20.ground.heights import ground_of, is_in_the_way
from app.rules.d20.ground.maneuver_limits import hits_of, not_ones_rider, not_too_large, on_foot
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.speed import speed_of
from app.rules.d20.maneuvers.bull_rush import beside, line_of
from app.rules.d20.maneuvers.maneuver_check import Manoeuvring, check_manoeuvre, manoeuvre_check, struck
from app.rules.d20.maneuvers.opposed_check import (
    check_abilities,
    firmest_check,
    footing,
    opposed,
    side,
    stated,
    strength_check,
    trained,
)
from app.rules.d20.maneuvers.push_back import along, step_cost
from app.rules.d20.maneuvers.trip import goes_down, tripped_back
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.table.arms import bare_hands
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless, may_not_attack, may_not_move
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace

DOWN = 5
"""The margin from which the target is knocked down (PF1-OVR-2)."""
CHARGE = Modifier("d20.overrun.charge", 2, "charge", "rule", "PF1-OVR-5")
CHARGE_STRENGTH = Modifier("d20.overrun.charge", 2, "charge", "rule", "D35-OVR-5")
WITHOUT_MAP = 2
"""Squares to the other side of somebody, where no map shows more."""


def overrun(book: Book, encounter: Encounter, command: Overrun) -> Result:
    """A standard action in the course of a move, beside the target (PF1-OVR-1, D35-OVR-1).

    By 3.5 it is spent only on a target that does not avoid it. Raises Illegal, ManoeuvreUnclear,
    StrengthMissing.
    """
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    rule_id = "PF1-OVR-1" if book.profile.has_cmd else "D35-OVR-1"
    permit(
        not_oneself(actor, target),
        may_not_attack(actor),
        _on_its_feet(actor),
        may_not_walk(actor),
        may_not_spend(encounter, actor, "standard", command.type),
        on_foot(actor, "D20-MAN-4"),
        not_ones_rider(actor, target),
        not_too_large(actor, target, rule_id),
        beside(book, encounter, actor, target, rule_id),
    )
    check_figures(book, encounter, actor, target)
    moves = () if actor.turn.walked else tuple(may_not_spend(encounter, actor, "move", command.type))
    has_move = not actor.turn.walked and not moves
    spent = (*(spending(actor, "move", command.type) if has_move else ()),)
    if book.profile.has_cmd:
        spent = (*spending(actor, "standard", command.type), *spent)
    left = speed_of(encounter.options, actor) - actor.turn.walked if not moves else 0
    step = Overrunning(
        actor.id,
        target.id,
        max(0, left),
        situation=command.situation,
        threatened_by=command.threatened_by,
    )
    return StepResult(spent, (step,))


def check_figures(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear, StrengthMissing."""
    if book.profile.has_cmd:
        check_manoeuvre(book, encounter, Manoeuvring("overrun", actor, target))
    else:
        check_abilities(actor, target)


def _on_its_feet(actor: Combatant) -> Iterator[FailedCheck]:
    yield from may_not_move(actor)
    if actor.has("prone"):
        yield FailedCheck(
            "PRONE", "{actor} lies on the ground.", "D20-MOV-7", (("actor", actor.identity.name),)
        )


def overrunning(book: Book, encounter: Encounter, step: Overrunning) -> Resolution[Result]:
    """The target strikes first, then steps aside or stands in the way (D20-MAN-2, PF1-OVR-4, D35-OVR-2)."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    is_trained = has_feat(actor.sheet, "improved-overrun")
    if not step.is_open:
        offered = () if is_trained else offer(book, encounter, actor, "overrun", (target.id,))
        chances = tuple(chance for chance in offered if chance.actor == target.id)
        return StepResult((), (*chances, replace(step, is_open=True, hits_before=hits_of(actor))))
    if any(may_not_attack(actor)) or any(_on_its_feet(actor)):
        return StepResult((ManoeuvrePrevented(actor.id, target.id, "overrun"),))
    passing = _passing(book, encounter, step, actor, target)
    if not is_trained and not is_helpless(target):
        rules = ("PF1-OVR-4" if book.profile.has_cmd else "D35-OVR-2",)
        choice = yield from Choose("avoid the overrun", target.id, ("no", "yes"), "no", rules=rules)
        if choice == "yes":
            return StepResult((Overran(actor.id, target.id, avoided=True),), passing)
    if book.profile.has_cmd:
        done = yield from _by_manoeuvre(book, encounter, step, actor, target)
    else:
        done = yield from _by_strength(book, step, actor, target)
    spent = tuple(spent_by_attack(actor, target))
    gets_past = any(isinstance(event, Overran) for event in done.events)
    return StepResult((*done.events, *spent), (*done.then, *(passing if gets_past else ())))


def _by_manoeuvre(
    book: Book, encounter: Encounter, step: Overrunning, actor: Combatant, target: Combatant
) -> Resolution[Result]:
    """At the CMD the way is free, 5 above it the target is down (PF1-OVR-1, PF1-OVR-2)."""
    extra = (*((CHARGE,) if step.is_charge else ()), *struck(actor, step.hits_before))
    running = Manoeuvring("overrun", actor, target, situation=step.situation, extra=extra)
    margin = yield from manoeuvre_check(
        book, encounter, running, lambda points: min(points, DOWN), ("PF1-OVR-1",)
    )
    if margin < 0:
        return StepResult((ManoeuvreFailed(actor.id, target.id, "overrun"),))
    if margin < DOWN:
        return StepResult((Overran(actor.id, target.id),))
    is_greater = has_feat(actor.sheet, "greater-overrun")
    return StepResult(_down(actor, target), (Felled(target.id),) if is_greater else ())


def _down(actor: Combatant, target: Combatant) -> tuple[Event, ...]:
    return (Overran(actor.id, target.id), *goes_down(target))


def _by_strength(book: Book, step: Overrunning, actor: Combatant, target: Combatant) -> Resolution[Result]:
    """Strength against Strength or Dexterity; whoever fails may be brought down (D35-OVR-3, D35-OVR-4)."""
    rule_id = "D35-OVR-3"
    helps = (
        *((CHARGE_STRENGTH,) if step.is_charge else ()),
        *stated(step.situation),
        *trained(actor, "improved-overrun"),
    )
    margin = yield from opposed(
        side("overrun", actor, strength_check(book, actor, rule_id, helps), rule_id),
        side(
            "resist the overrun",
            target,
            firmest_check(book, target, rule_id, footing(target, rule_id)),
            rule_id,
        ),
    )
    action: tuple[Event, ...] = () if step.is_charge else tuple(spending(actor, "standard", "overrun"))
    if margin > 0:
        return StepResult((*action, *_down(actor, target)))
    failed = ManoeuvreFailed(actor.id, target.id, "overrun")
    hands = bare_hands(book, actor.sheet)
    down = yield from tripped_back(book, "knock down in return", actor, target, hands, "D35-OVR-4")
    return StepResult((*action, failed, *down))


def _passing(
    book: Book, encounter: Encounter, step: Overrunning, actor: Combatant, target: Combatant
) -> tuple[Advance, ...]:
    """The way straight on, to the first free space behind the target; none where there is none in reach of
    the movement that is left (PF1-OVR-3, D35-OVR-1).
    """
    body, other = space_of(book, encounter, actor), space_of(book, encounter, target)
    grid, line = ground_of(encounter, actor), line_of(book, encounter, actor, target)
    if body is None or other is None or grid is None or line is None:
        named = tuple(encounter.combatant(name, "/threatened_by").id for name in step.threatened_by)
        trip = Trip(actor.id, actor.id, "overrun", (0, min(WITHOUT_MAP, step.squares)), threatened_by=named)
        return (Advance(trip),) if trip.costs[-1] else ()
    others = tuple(
        space
        for one in encounter.combatants
        if one.id not in (actor.id, target.id, target.mount) and one.mount != target.id
        if not is_helpless(one) and is_in_the_way(book, encounter, actor, one)
        if (space := space_of(book, encounter, one)) is not None
    )
    costs, places = [0], [body.at]
    while not stopped_by(grid, body, line):
        cost = costs[-1] + step_cost(line, len(places))
        body = body.moved_to(along(body.at, line, 1))
        if cost > step.squares or any(body.overlaps(space) for space in others):
            return ()
        costs.append(cost)
        places.append(body.at)
        if not body.overlaps(other):
            slanting = tuple(range(len(places))) if 0 not in line else (0,) * len(places)
            trip = Trip(
                actor.id, actor.id, "overrun", tuple(costs), tuple(places), slanting, spared=(target.id,)
            )
            return (Advance(trip),)
    return ()


STEPS: Steps = {Overrun: overrun, Overrunning: overrunning}
