"""Bull rushes: an opponent is pushed straight away (PF1-BR-01 … -06, D35-BR-01 … -03).

By a manoeuvre against CMD or by opposed Strength, as the option `bull_rush` has it (D-9).
"""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.grid.cells import DIRECTIONS, direction, gap
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.movement import BullRush
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import falls_under, used_up
from app.rules.d20.contract.events.movement import BullRushFailed, ChargeStopped
from app.rules.d20.contract.events.turns import ConditionGained
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Drive, Opportunity, Push
from app.rules.d20.ground.heights import is_in_the_way
from app.rules.d20.ground.maneuver_limits import hits_of, not_ones_rider, not_too_large, on_foot
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.speed import speed_of
from app.rules.d20.maneuvers.maneuver_check import Manoeuvring, check_manoeuvre, manoeuvre_check, struck
from app.rules.d20.maneuvers.opposed_check import (
    check_abilities,
    footing,
    opposed,
    side,
    stated,
    strength_check,
    trained,
)
from app.rules.d20.opportunity import opportunity
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack, may_not_move
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace

CHARGE = Modifier("d20.bull_rush.charge", 2, "charge", "rule", "PF1-BR-02")
CHARGE_STRENGTH = Modifier("d20.bull_rush.charge", 2, "charge", "rule", "D35-BR-01")
EACH_BEYOND_FIRST = -4


def bull_rush(book: Book, encounter: Encounter, command: BullRush) -> Result:
    """Push an opponent beside one as a standard action; it may strike first (PF1-AOO-12, D20-BR-1).

    Raises Illegal, ManoeuvreUnclear, StrengthMissing.
    """
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    permit(
        not_oneself(actor, target),
        may_not_attack(actor),
        may_not_move(actor),
        may_not_spend(encounter, actor, "standard", command.type),
        on_foot(actor),
        not_ones_rider(actor, target),
        not_too_large(actor, target),
        beside(book, encounter, actor, target),
    )
    check_figures(book, encounter, actor, target)
    return StepResult(
        tuple(spending(actor, "standard", command.type)),
        rushing(
            book,
            encounter,
            Push(
                actor.id,
                (target.id,),
                line=line_of(book, encounter, actor, target),
                squares=_squares_left(encounter, actor),
                costs_move=True,
                situation=command.situation,
            ),
            command.threatened_by,
        ),
    )


def check_figures(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear, StrengthMissing."""
    if encounter.options.bull_rush == "cmb":
        check_manoeuvre(book, encounter, Manoeuvring("bull-rush", actor, target))
    else:
        check_abilities(actor, target)


def beside(
    book: Book, encounter: Encounter, actor: Combatant, target: Combatant, rule_id: str = "D20-BR-1"
) -> Iterator[FailedCheck]:
    """Whether the target stands beside the actor."""
    one, other = space_of(book, encounter, actor), space_of(book, encounter, target)
    if encounter.map is None or one is None or other is None:
        return
    if max(gap(one, other)) > 1 or not is_in_the_way(book, encounter, actor, target):
        yield FailedCheck(
            "NOT_BESIDE",
            "{target} is not beside {actor}.",
            rule_id,
            (("target", target.identity.name), ("actor", actor.identity.name)),
            squares=other.cells,
        )


def line_of(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> tuple[int, int] | None:
    """The direction straight away from the pusher, one of eight; None without a map (D20-BR-2)."""
    one, other = space_of(book, encounter, actor), space_of(book, encounter, target)
    if encounter.map is None or one is None or other is None:
        return None
    (x, y), (to_x, to_y) = one.centre, other.centre
    if (x, y) == (to_x, to_y):
        return None
    return DIRECTIONS[direction((to_x - x, to_y - y))]


def _squares_left(encounter: Encounter, actor: Combatant) -> int:
    """How far the pusher may follow with its move action, if that is still to be had (PF1-BR-06).

    Who lies on the ground stays where it is.
    """
    if actor.has("prone"):
        return 0
    has_move = not any(may_not_spend(encounter, actor, "move", "bull-rush")) and not actor.turn.step
    return speed_of(encounter.options, actor) if has_move else 0


def rushing(
    book: Book, encounter: Encounter, push: Push, threatened_by: tuple[str, ...]
) -> tuple[Opportunity | Push, ...]:
    """The opportunities that a bull rush gives, then the push.

    In Pathfinder to its target, in 3.5 to everybody who threatens the target's space, into which the pusher
    moves; not to the target when the pusher is trained in it (PF1-AOO-12, D20-BR-1).
    """
    actor, target = encounter.combatant(push.actor), push.pushed[0]
    is_trained = has_feat(actor.sheet, "improved-bull-rush")
    named = threatened_by if encounter.options.bull_rush == "strength" else ()
    offered = tuple(
        _into_the_rush(encounter, chance, target)
        for chance in opportunity.offer(book, encounter, actor, "bull-rush", (*named, target))
        if (not is_trained if chance.actor == target else encounter.options.bull_rush == "strength")
    )
    return (*offered, replace(push, hits_before=hits_of(actor)))


def _into_the_rush(encounter: Encounter, chance: Opportunity, other: str) -> Opportunity:
    """Where opposed Strength decides, a blow from beside may find the other of the two (D35-BR-05)."""
    is_astray = encounter.options.bull_rush == "strength" and chance.actor != other
    return replace(chance, astray=other) if is_astray else chance


def push(book: Book, encounter: Encounter, step: Push) -> Resolution[Result]:
    """The check: a manoeuvre against CMD, or opposed Strength (D-9)."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.pushed[-1])
    if any(may_not_attack(actor)):
        return StepResult((ChargeStopped(actor.id, target.id, "unable"),) if step.is_charge else ())
    if encounter.options.bull_rush == "cmb":
        squares = yield from _by_manoeuvre(book, encounter, step, actor, target)
    else:
        squares = yield from _by_strength(book, step, actor, target)
    spent = (
        *used_up(actor, "attack", opponent=target.id),
        *used_up(target, "attacked", opponent=actor.id),
    )
    if squares == 0:
        then = (Drive(replace(step, pushed=step.pushed[:-1], left=0)),) if step.gone else ()
        return StepResult(
            (*spent, BullRushFailed(actor.id, target.id), *_thrown_back(book, encounter, step, actor)), then
        )
    left = squares if step.left is None else min(squares, step.left)
    return StepResult(spent, (Drive(replace(step, left=left)),))


def _thrown_back(book: Book, encounter: Encounter, step: Push, actor: Combatant) -> Iterator[ConditionGained]:
    """By opposed Strength the pusher goes back to where it came from, and falls where somebody is
    (D35-BR-03).
    """
    body = space_of(book, encounter, actor)
    if encounter.options.bull_rush != "strength" or step.gone or body is None:
        return
    for other in encounter.combatants:
        space = None if other.id in (actor.id, actor.mount) else space_of(book, encounter, other)
        if space is None or other.mount == actor.id or not space.overlaps(body):
            continue
        if is_in_the_way(book, encounter, actor, other):
            yield from falls_under(actor, "prone")
            return


def _by_manoeuvre(
    book: Book, encounter: Encounter, step: Push, actor: Combatant, target: Combatant
) -> Resolution[int]:
    """Squares: one, and one more for each 5 beyond the CMD; 0 when it fails (PF1-BR-01, PF1-CM-07)."""
    extra = (*((CHARGE,) if step.is_charge else ()), *_hindered(step, actor))
    rushing = Manoeuvring("bull-rush", actor, target, situation=step.situation, extra=extra)
    return (
        yield from manoeuvre_check(
            book,
            encounter,
            rushing,
            lambda margin: 0 if margin < 0 else 1 + margin // 5,
            ("PF1-BR-01", "D-9"),
            lambda squares: (("push_squares", squares),),
        )
    )


def _hindered(step: Push, actor: Combatant) -> Iterator[Modifier]:
    """The damage of the target's attack of opportunity, and −4 for each creature pushed already."""
    if len(step.pushed) == 1:
        yield from struck(actor, step.hits_before)
    if beyond := len(step.pushed) - 1:
        yield Modifier("d20.bull_rush.beyond", EACH_BEYOND_FIRST * beyond, "penalty", "rule", "PF1-BR-05")


def _by_strength(book: Book, step: Push, actor: Combatant, target: Combatant) -> Resolution[int]:
    """Squares: one for the higher total, one more for each 5 beyond the other's (D35-BR-01)."""
    helps = (
        *((CHARGE_STRENGTH,) if step.is_charge else ()),
        *stated(step.situation),
        *trained(actor, "improved-bull-rush"),
    )
    one = strength_check(book, actor, "D35-BR-01", helps)
    other = strength_check(book, target, "D35-BR-01", footing(target, "D35-BR-01"))
    margin = yield from opposed(
        side("bull rush", actor, one, "D35-BR-01", "D-9"),
        side("resist the bull rush", target, other, "D35-BR-01", "D-9"),
    )
    return 1 + margin // 5 if margin > 0 else 0


STEPS: Steps = {BullRush: bull_rush, Push: push}
