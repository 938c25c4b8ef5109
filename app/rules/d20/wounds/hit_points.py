"""Hit points: damage that arrives, disabled, dying, stable, dead, and the way back (D20-HP, D20-NL)."""

from collections.abc import Iterator

from app.rules.common.dice import D20, D100, Throw
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.contract.commands.care import Stabilise, SurviveMassiveDamage
from app.rules.d20.contract.commands.turns import Strain
from app.rules.d20.contract.events.care import (
    BecameDisabled,
    BecameStaggered,
    BeganDying,
    CameTo,
    Died,
    FellUnconscious,
    HandsEmptied,
    HitPointsLost,
    Loss,
    NonlethalTaken,
    SaveMade,
    Stabilised,
)
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.table.arms import of_entry
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import (
    is_dead,
    is_disabled,
    is_never_alive,
    is_staggered,
    is_unconscious,
    on_checks,
)
from app.rules.d20.table.sheet import Sheet
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.wounds.reduction import what_counts
from app.rules.d20.wounds.saves import saving_throw
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace

DEATH = -10
USUAL_CONSTITUTION = 10
"""The score of whoever's sheet does not say; with it both editions part at −10."""
PERCENT_TO_STABILISE = 10
STABILISING_DC = 10
NATURAL_20 = 20
MASSIVE = 50
MASSIVE_DC = 15


def hurt(book: Book, encounter: Encounter, step: Hurt) -> Result:
    """Damage arrives: reductions, temporary hit points, nonlethal damage, and what becomes of the target.

    The dead take no more of it. (D20-HP-1, D20-HP-2, D20-TMP-1, D20-NL-1)
    """
    target = encounter.combatant(step.target)
    if is_dead(target):
        return StepResult()
    dose = what_counts(book, encounter, target, step)
    lethal, nonlethal = _split(book, target, dose.lethal, dose.nonlethal)
    events: list[Event] = [*dose.events, *_losses(target, lethal)]
    if nonlethal:
        events.append(NonlethalTaken(target.id, nonlethal))
    after = _less(replace(target, nonlethal=target.nonlethal + nonlethal), lethal)
    events += consequences(book, target, after)
    dies = any(isinstance(event, Died) for event in events)
    is_massive = lethal >= massive_damage(book, target) and encounter.options.massive_damage
    if is_massive and not dies and not is_never_alive(target):
        return StepResult(tuple(events), (SurviveMassiveDamage(target.id),))
    return StepResult(tuple(events))


def losing(book: Book, target: Combatant, points: int, cause: Loss) -> Iterator[Event]:
    """Hit points lost to anything but a hit, with what that does to the target."""
    yield from _losses(target, points, cause)
    yield from consequences(book, target, _less(target, points))


def consequences(book: Book, before: Combatant, after: Combatant) -> Iterator[Event]:
    """What becomes of a combatant whose hit points have changed: worse, better, or nothing."""
    if not is_dead(after) and after.current_hp <= death_at(book, after):
        yield Died(after.id, is_never_alive(after))
        if not is_unconscious(before):
            yield from empties_hands(book, before)
        return
    falls = is_unconscious(after) and not is_unconscious(before)
    if falls:
        yield FellUnconscious(after.id)
        yield from empties_hands(book, before)
    yield from _on_the_brink(before, after)
    if is_unconscious(before) and not is_unconscious(after):
        yield CameTo(after.id)
    if is_disabled(after) and not is_disabled(before):
        yield BecameDisabled(after.id)
    elif is_staggered(after) and not is_staggered(before) and not is_unconscious(after):
        yield BecameStaggered(after.id)


def _on_the_brink(before: Combatant, after: Combatant) -> Iterator[Event]:
    """Below 0 whoever loses more is dying, and whoever gets anything back is stable (D20-HP-4, D20-HP-7)."""
    if after.vital not in ("dying", "stable"):
        return
    if after.current_hp < before.current_hp and before.vital != "dying":
        yield BeganDying(after.id)
    elif after.current_hp > before.current_hp and before.vital == "dying":
        yield Stabilised(after.id)


def death_at(book: Book, combatant: Combatant) -> int:
    """The hit points at which it dies: −10, or its Constitution below 0 (D35-HP-2, PF1-HP-2).

    What was never alive is destroyed at 0 (D20-HP-9).
    """
    if is_never_alive(combatant):
        return 0
    if book.profile.dies_at == "minus_ten":
        return DEATH
    return -(constitution(combatant.sheet) or USUAL_CONSTITUTION)


def constitution(sheet: Sheet) -> int | None:
    """The Constitution score of a sheet, where it has one."""
    if sheet.con_score is not None:
        return sheet.con_score
    return None if sheet.abilities is None else sheet.abilities.constitution


def massive_damage(book: Book, target: Combatant) -> int:
    """How many points at once are massive damage (D35-HP-3, PF1-HP-3)."""
    part = book.profile.massive_part
    return MASSIVE if part is None else max(MASSIVE, target.sheet.hp // part)


def survive_massive_damage(
    book: Book, encounter: Encounter, step: SurviveMassiveDamage
) -> Resolution[Result]:
    """Fortitude against DC 15, or death whatever hit points are left (D35-HP-3, PF1-HP-3)."""
    target = encounter.combatant(step.target)
    rule_id = "D35-HP-3" if book.profile.massive_part is None else "PF1-HP-3"
    survives = yield from saving_throw(
        book, target, "fortitude", MASSIVE_DC, purpose="massive damage", rules=(rule_id,)
    )
    saved = SaveMade(target.id, "fortitude", survives)
    if survives:
        return StepResult((saved,))
    hands = () if is_unconscious(target) else tuple(empties_hands(book, target))
    return StepResult((saved, Died(target.id), *hands))


def stabilise(book: Book, encounter: Encounter, step: Stabilise) -> Resolution[Result]:
    """A dying combatant's turn: 10 % (D35-HP-1) or a Constitution check (PF1-HP-1), else it loses 1 point."""
    target = encounter.combatant(step.target)
    if target.vital != "dying":
        return StepResult()
    roll = _percentile(target) if book.profile.stabilises == "percentile" else _check(target)
    if (yield from roll):
        return StepResult((Stabilised(target.id),))
    return StepResult(tuple(losing(book, target, 1, "dying")))


def _percentile(target: Combatant) -> Roll[bool]:
    def holds(throw: Throw) -> bool:
        return throw.total <= PERCENT_TO_STABILISE

    return Roll("stabilise", target.id, D100, holds, rules=("D35-HP-1",))


def _check(target: Combatant) -> Roll[bool]:
    """The deeper below 0, the harder; a natural 20 does it anyway (PF1-HP-1)."""
    score = constitution(target.sheet)
    modifier = 0 if score is None else (score - 10) // 2
    bonus = add_up(
        "d20.stabilising",
        (
            Modifier("d20.ability.constitution", modifier, "ability", "sheet", "PF1-HP-1"),
            Modifier("d20.dying.below-zero", target.current_hp, "hit points", "state", "PF1-HP-1"),
            *on_checks(target),
        ),
    )

    def holds(throw: Throw) -> bool:
        return throw.first == NATURAL_20 or throw.total + bonus.total >= STABILISING_DC

    def explain(throw: Throw) -> Facts:
        return (("check_total", throw.total + bonus.total), ("dc", STABILISING_DC))

    return Roll(
        "stabilise",
        target.id,
        D20,
        holds,
        modifiers=bonus,
        against=_dc(STABILISING_DC),
        explain=explain,
        rules=("PF1-HP-1",),
    )


def _dc(value: int) -> Tally:
    return add_up("d20.dc", (Modifier("d20.dc.given", value, "dc", "rules", "PF1-HP-1"),))


def strain(book: Book, encounter: Encounter, step: Strain) -> Result:
    """The strenuous action is done; whoever is still disabled loses a hit point by it (D20-HP-3)."""
    actor = encounter.combatant(step.actor)
    if not is_disabled(actor):
        return StepResult()
    return StepResult(tuple(losing(book, actor, 1, "strain")))


def empties_hands(book: Book, target: Combatant) -> Iterator[HandsEmptied]:
    """That the target lets go of whatever weapons it has in hand."""
    held = tuple(
        entry.id
        for entry in target.sheet.weapons
        if target.weapon_place(entry.id) is None and of_entry(book, target.sheet, entry).hands
    )
    if held:
        yield HandsEmptied(target.id, held)


def _split(book: Book, target: Combatant, lethal: int, nonlethal: int) -> tuple[int, int]:
    """Lethal and nonlethal points; by Pathfinder what is beyond the hit point total is lethal (PF1-NL-1)."""
    if book.profile.excess_nonlethal == "nonlethal":
        return lethal, nonlethal
    numbing = min(nonlethal, max(0, target.sheet.hp - target.nonlethal))
    return lethal + nonlethal - numbing, numbing


def _losses(target: Combatant, points: int, cause: Loss = "damage") -> Iterator[HitPointsLost]:
    if points:
        yield HitPointsLost(target.id, points, min(points, target.temporary), cause)


def _less(target: Combatant, points: int) -> Combatant:
    """The target without so many hit points, the temporary ones first."""
    temporary = min(points, target.temporary)
    return replace(target, hp=target.hp - points + temporary, temporary=target.temporary - temporary)


STEPS: Steps = {
    Hurt: hurt,
    Stabilise: stabilise,
    SurviveMassiveDamage: survive_massive_damage,
    Strain: strain,
}
