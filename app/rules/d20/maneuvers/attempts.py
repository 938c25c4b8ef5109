"""Disarm, sunder and trip, which take the place of a blow in melee (D20-MAN-1 … D20-MAN-3)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.contract.commands.maneuvers import BlowCommand, Disarm, Sunder, TripUp
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import spent_by_attack
from app.rules.d20.contract.events.maneuvers import ManoeuvrePrevented
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_maneuvers import Attempt
from app.rules.d20.contract.steps_movement import Opportunity
from app.rules.d20.ground.maneuver_limits import hits_of
from app.rules.d20.maneuvers.attempt_state import tried
from app.rules.d20.maneuvers.disarm import disarm
from app.rules.d20.maneuvers.maneuver_check import FEATS, check_manoeuvre
from app.rules.d20.maneuvers.opposed_check import check_abilities
from app.rules.d20.maneuvers.sunder import sunder
from app.rules.d20.maneuvers.trip import trip
from app.rules.d20.opportunity.attempt_checks import against_target
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.saddle.saddle import may_not_take_both_hands
from app.rules.d20.table.arms import Armed, armed_with
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace


def command(book: Book, encounter: Encounter, command: BlowCommand) -> Result:
    """A manoeuvre as a standard action; raises Illegal with every failed check, and what `check` raises."""
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    step = _attempt(command, actor, target)
    permit(
        may_not_spend(encounter, actor, "standard", command.type),
        may_not_attack(actor),
        not_oneself(actor, target),
        may_not_take_both_hands(book, encounter, actor, (armed_with(book, actor.sheet, step.weapon),)),
        may_not_attempt(book, encounter, step),
    )
    check(book, encounter, step)
    return StepResult(tuple(spending(actor, "standard", command.type)), (step,))


def _attempt(command: BlowCommand, actor: Combatant, target: Combatant) -> Attempt:
    match command:
        case TripUp():
            item, spares = None, False
        case Disarm():
            item, spares = command.item, False
        case Sunder():
            item, spares = command.item, command.spares
    return Attempt(
        actor.id,
        target.id,
        command.type,
        command.weapon,
        item,
        situation=command.situation,
        spares=spares,
    )


def may_not_attempt(book: Book, encounter: Encounter, step: Attempt) -> Iterator[FailedCheck]:
    """Every reason why that cannot be tried from where both are; raises UnknownSheetWeapon."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    armed = armed_with(book, actor.sheet, step.weapon)
    if not armed.is_ranged:
        yield from able_to_strike_at(book, encounter, actor, target, armed, step.situation)
    yield from against_target(book, step.manoeuvre, actor, target, armed, step.item)


def check(book: Book, encounter: Encounter, step: Attempt) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear, StrengthMissing."""
    it = tried(book, encounter, step)
    if book.profile.has_cmd:
        check_manoeuvre(book, encounter, it.manoeuvring)
    elif step.manoeuvre == "trip":
        check_abilities(it.actor, it.target)


def attempt(book: Book, encounter: Encounter, step: Attempt) -> Resolution[Result]:
    """First the target's attack of opportunity, then the manoeuvre of whoever still can (D20-MAN-2, -3)."""
    it = tried(book, encounter, step)
    actor, target = it.actor, it.target
    if not step.is_open:
        offered = _exposed(book, encounter, step, it.armed)
        return StepResult((), (*offered, replace(step, is_open=True, hits_before=hits_of(actor))))
    if any(may_not_attack(actor)) or any(may_not_attempt(book, encounter, step)):
        return StepResult((ManoeuvrePrevented(actor.id, target.id, step.manoeuvre),))
    match step.manoeuvre:
        case "disarm":
            done = yield from disarm(it)
        case "sunder":
            done = yield from sunder(it)
        case "trip":
            done = yield from trip(it)
    spent = tuple(spent_by_attack(actor, target))
    return StepResult((*done.events, *spent), done.then)


def _exposed(book: Book, encounter: Encounter, step: Attempt, armed: Armed) -> tuple[Opportunity, ...]:
    """The target's opportunity, unless the actor is trained; by 3.5 trips give one with bare hands only."""
    actor = encounter.combatant(step.actor)
    improved, _ = FEATS[step.manoeuvre]
    is_armed_trip = step.manoeuvre == "trip" and not (
        armed.is_unarmed and not has_feat(actor.sheet, "improved-unarmed-strike")
    )
    if has_feat(actor.sheet, improved) or (is_armed_trip and not book.profile.has_cmd):
        return ()
    offered = offer(book, encounter, actor, step.manoeuvre, (step.target,))
    return tuple(chance for chance in offered if chance.actor == step.target)


STEPS: Steps = {Disarm: command, Sunder: command, TripUp: command, Attempt: attempt}
