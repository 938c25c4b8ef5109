"""Bull rushes: an opponent is pushed straight away (PF1-BR-01 … -06, D35-BR-01 … -03).

By a manoeuvre against CMD or by opposed Strength, as the option `bull_rush` has it (D-9).
"""

from collections.abc import Iterator
from dataclasses import replace

from app.rules.common.dice import Dice, Throw
from app.rules.common.errors import FailedCheck, Invalid
from app.rules.common.grid.cells import DIRECTIONS, direction, gap
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20 import opportunity
from app.rules.d20.abilities import ability_modifier
from app.rules.d20.book import Book
from app.rules.d20.combat_maneuver import cmb, cmd
from app.rules.d20.commands_movement import BullRush
from app.rules.d20.conditions import is_helpless, may_not_attack, may_not_move, on_ability, on_checks
from app.rules.d20.economy import may_not_spend, spending
from app.rules.d20.effects import falls_under, used_up
from app.rules.d20.events_movement import BullRushFailed, ChargeStopped
from app.rules.d20.events_turns import ConditionGained
from app.rules.d20.feats import has_feat
from app.rules.d20.legal import not_oneself, permit
from app.rules.d20.positions import space_of
from app.rules.d20.result import Result
from app.rules.d20.sizes import steps_above
from app.rules.d20.speed import speed_of
from app.rules.d20.state import Combatant, Encounter
from app.rules.d20.steps_movement import Drive, Opportunity, Push
from app.rules.resolution.requests import Resolution, Roll, Together
from app.rules.resolution.steps import StepResult

D20_DIE = Dice((20,))
LARGER_BY = 1
"""Sizes by which a target may be larger (PF1-BR-03)."""
STABLE_LEGS = 2
CHARGE = Modifier("d20.bull_rush.charge", 2, "charge", "rule", "PF1-BR-02")
CHARGE_STRENGTH = Modifier("d20.bull_rush.charge", 2, "charge", "rule", "D35-BR-01")
EACH_BEYOND_FIRST = -4


class StrengthMissing(Invalid):
    """A bull rush by Strength needs the Strength of both."""

    code = "strength_missing"


def bull_rush(book: Book, encounter: Encounter, command: BullRush) -> Result:
    """Push an opponent beside one as a standard action; it may strike first (PF1-AOO-12, D20-BR-1).

    Raises Illegal, ManoeuvreUnclear, StrengthMissing.
    """
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    permit(
        *not_oneself(actor, target),
        *may_not_attack(actor),
        *may_not_move(actor),
        *may_not_spend(encounter, actor, "standard", command.type),
        *on_foot(actor),
        *not_too_large(actor, target),
        *_beside(book, encounter, actor, target),
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
        _ = cmb(book, encounter, actor, target, ()), cmd(book, encounter, target, actor)
        return
    for one in (actor, target):
        if one.sheet.abilities is None:
            name = one.identity.name
            raise StrengthMissing(f"Give `abilities` on the sheet of {name}.", name=name)


def on_foot(actor: Combatant) -> Iterator[FailedCheck]:
    """Nobody pushes from the saddle (D20-BR-5)."""
    if actor.mount is not None:
        yield FailedCheck("IS_MOUNTED", f"{actor.identity.name} pushes nobody from the saddle.", "D20-BR-5")


def not_too_large(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Nobody pushes what is two sizes larger or more (PF1-BR-03, D35-BR-01)."""
    apart = steps_above(target.sheet.size, actor.sheet.size)
    if apart > LARGER_BY:
        message = f"{target.identity.name} is {apart} sizes larger than {actor.identity.name}."
        yield FailedCheck("TARGET_TOO_LARGE", message, "PF1-BR-03", (("sizes", apart),))


def _beside(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    one, other = space_of(book, encounter, actor), space_of(book, encounter, target)
    if encounter.map is None or one is None or other is None:
        return
    if max(gap(one, other)) > 1:
        message = f"{target.identity.name} is not beside {actor.identity.name}."
        yield FailedCheck("NOT_BESIDE", message, "D20-BR-1", squares=other.cells)


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
    """How far the pusher may follow with its move action, if that is still to be had (PF1-BR-06)."""
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
        chance
        for chance in opportunity.offer(book, encounter, actor, "bull-rush", (*named, target))
        if (not is_trained if chance.actor == target else encounter.options.bull_rush == "strength")
    )
    return (*offered, replace(push, hits_before=hits_of(actor)))


def hits_of(combatant: Combatant) -> int:
    """What damage of any sort brings down (PF1-AOO-12)."""
    return combatant.current_hp - combatant.nonlethal


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
        if space is not None and other.mount != actor.id and space.overlaps(body):
            yield from falls_under(actor, "prone")
            return


def _extra(step: Push, charge: Modifier) -> tuple[Modifier, ...]:
    stated = (
        Modifier(it.label, it.value, it.type, "situation", "D20-SIT-01") for it in step.situation.others
    )
    return (*((charge,) if step.is_charge else ()), *stated)


def _by_manoeuvre(
    book: Book, encounter: Encounter, step: Push, actor: Combatant, target: Combatant
) -> Resolution[int]:
    """Squares: one, and one more for each 5 beyond the CMD; 0 when it fails (PF1-BR-01, PF1-CM-07)."""
    if is_helpless(target):
        return 1
    bonus = cmb(
        book, encounter, actor, target, (*_extra(step, CHARGE), *_trained(actor), *_hindered(step, actor))
    )
    defence = cmd(book, encounter, target, actor, _braced(target))

    def squares(throw: Throw) -> int:
        total = throw.total + bonus.total
        if throw.first == 1 or (total < defence.total and throw.first != 20):
            return 0
        return 1 + max(0, total - defence.total) // 5

    return (
        yield from Roll(
            purpose="bull rush",
            roller=actor.id,
            dice=D20_DIE,
            outcome=squares,
            modifiers=bonus,
            against=defence,
            explain=lambda throw: (
                ("manoeuvre_total", throw.total + bonus.total),
                ("cmd", defence.total),
                ("push_squares", squares(throw)),
            ),
            rules=("PF1-BR-01", "PF1-CM-07", "D-9"),
        )
    )


def _trained(actor: Combatant) -> Iterator[Modifier]:
    for feat, name in (("improved-bull-rush", "improved"), ("greater-bull-rush", "greater")):
        if feat in actor.sheet.feats:
            yield Modifier(f"d20.bull_rush.{name}", 2, "feat", "sheet: feats", "PF1-BR-07")


def _braced(target: Combatant) -> Iterator[Modifier]:
    """+2 to the CMD of those who are trained in it; +4 with more than two legs (PF1-BR-07)."""
    if has_feat(target.sheet, "improved-bull-rush"):
        yield Modifier("d20.bull_rush.improved", 2, "feat", "sheet: feats", "PF1-BR-07")
    if _is_stable(target):
        yield Modifier("d20.bull_rush.stable", 4, "racial", "sheet: legs", "PF1-BR-07")


def _hindered(step: Push, actor: Combatant) -> Iterator[Modifier]:
    """The damage of the target's attack of opportunity, and −4 for each creature pushed already."""
    if len(step.pushed) == 1 and (lost := step.hits_before - hits_of(actor)) > 0:
        yield Modifier("d20.bull_rush.struck", -lost, "penalty", "state", "PF1-AOO-12")
    if beyond := len(step.pushed) - 1:
        yield Modifier("d20.bull_rush.beyond", EACH_BEYOND_FIRST * beyond, "penalty", "rule", "PF1-BR-05")


def _is_stable(combatant: Combatant) -> bool:
    return combatant.sheet.stable or combatant.sheet.legs > STABLE_LEGS


def _by_strength(book: Book, step: Push, actor: Combatant, target: Combatant) -> Resolution[int]:
    """Squares: one for the higher total, one more for each 5 beyond the other's (D35-BR-01)."""
    one = add_up(
        "d20.strength_check", (*_strength(book, actor), *_extra(step, CHARGE_STRENGTH), *_improved(actor))
    )
    other = add_up("d20.strength_check", (*_strength(book, target), *_footing(target)))
    mine, theirs = yield from Together(
        (_check("bull rush", actor, one), _check("resist the bull rush", target, other))
    )
    return 1 + (mine - theirs) // 5 if mine > theirs else 0


def _check(purpose: str, who: Combatant, bonus: Tally) -> Roll[int]:
    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    return Roll(
        purpose=purpose,
        roller=who.id,
        dice=D20_DIE,
        outcome=total,
        modifiers=bonus,
        rules=("D35-BR-01", "D-9"),
    )


def _strength(book: Book, who: Combatant) -> Iterator[Modifier]:
    sheet = who.sheet
    strength, size = ability_modifier(sheet, "strength"), book.tables.size(sheet.size)
    yield Modifier("d20.ability.strength", strength, "ability", "sheet: abilities", "D35-BR-01")
    yield from on_ability(book, who, "strength")
    yield from on_checks(who)
    yield Modifier("d20.size", size.step, "size", "table: sizes", "D35-BR-01")


def _improved(actor: Combatant) -> Iterator[Modifier]:
    if has_feat(actor.sheet, "improved-bull-rush"):
        yield Modifier("d20.bull_rush.improved", 4, "feat", "sheet: feats", "D35-BR-04")


def _footing(target: Combatant) -> Iterator[Modifier]:
    if _is_stable(target):
        yield Modifier("d20.bull_rush.stable", 4, "position", "sheet: legs", "D35-BR-01")
