"""Striking at a weapon that somebody holds (PF1-SUN-1 … PF1-SUN-5, D35-SUN-1 … D35-SUN-3, D20-SUN-1)."""

from app.rules.common.dice import Throw
from app.rules.d20.arms import Armed
from app.rules.d20.book import Book
from app.rules.d20.circumstances import circumstances
from app.rules.d20.damage import DamageRoll, damage_roll
from app.rules.d20.events import Event
from app.rules.d20.events_maneuvers import ManoeuvreFailed, WeaponDamaged, WeaponDestroyed
from app.rules.d20.feats import has_feat
from app.rules.d20.held_items import hardness, hit_points, item_of
from app.rules.d20.maneuver_check import Manoeuvring, check_manoeuvre, manoeuvre_check, struck
from app.rules.d20.opposed_check import opposed, side, trained
from app.rules.d20.result import Result
from app.rules.d20.state import Combatant, Encounter
from app.rules.d20.steps import Hurt, Strike
from app.rules.d20.steps_maneuvers import Attempt
from app.rules.d20.weapon_contest import contest_bonus
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

SPARED = 1


def check_figures(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear."""
    if book.profile.has_cmd:
        check_manoeuvre(book, encounter, _sundering(step, actor, target, armed))


def sunder(
    book: Book, encounter: Encounter, step: Attempt, actor: Combatant, target: Combatant, armed: Armed
) -> Resolution[Result]:
    """The check, and the damage to the weapon."""
    item = item_of(book, target, step.item)
    assert item is not None
    if book.profile.has_cmd:
        wins = yield from manoeuvre_check(
            book,
            encounter,
            _sundering(step, actor, target, armed),
            lambda points: points >= 0,
            ("PF1-SUN-1",),
        )
    else:
        wins = yield from _contest(book, encounter, step, actor, target, (armed, item))
    if not wins:
        return StepResult((ManoeuvreFailed(actor.id, target.id, "sunder"),))
    return (yield from _damages(book, encounter, step, actor, target, (armed, item)))


def _sundering(step: Attempt, actor: Combatant, target: Combatant, armed: Armed) -> Manoeuvring:
    extra = (*step.extra, *struck(actor, step.hits_before))
    return Manoeuvring("sunder", actor, target, armed, step.situation, extra)


def _contest(
    book: Book,
    encounter: Encounter,
    step: Attempt,
    actor: Combatant,
    target: Combatant,
    both: tuple[Armed, Armed],
) -> Resolution[bool]:
    """Opposed attack rolls (D35-SUN-1)."""
    (armed, item), rule_id = both, "D35-SUN-1"
    helps = (*step.extra, *trained(actor, "improved-sunder"))
    mine = contest_bonus(book, encounter, actor, target, armed, helps, rule_id, step.situation, step.occasion)
    theirs = contest_bonus(book, encounter, target, actor, item, (), rule_id)
    margin = yield from opposed(
        side("sunder", actor, mine, rule_id), side("save the weapon", target, theirs, rule_id)
    )
    return margin > 0


def _damages(
    book: Book,
    encounter: Encounter,
    step: Attempt,
    actor: Combatant,
    target: Combatant,
    both: tuple[Armed, Armed],
) -> Resolution[Result]:
    armed, item = both
    known = circumstances(book, encounter, actor, target, armed, step.situation)
    strike = Strike(actor.id, target.id, armed.id, step.occasion, step.situation)
    rolled = damage_roll(book, actor, target, armed, strike, known, is_critical=False)
    hard = hardness(item)
    rule_id = "PF1-SUN-1" if book.profile.has_cmd else "D35-SUN-1"
    points = rolled.outcome(Throw(())).points
    if rolled.dice.sides:
        points = yield from Roll(
            purpose="damage",
            roller=actor.id,
            dice=rolled.dice,
            modifiers=rolled.modifiers,
            outcome=lambda throw: _points(rolled, throw),
            explain=lambda throw: _explained(rolled, throw, hard),
            rules=(rule_id, "D20-SUN-1"),
            alike=rolled.alike,
        )
    return _taken(book, step, actor, target, item, max(0, points - hard))


def _points(rolled: DamageRoll, throw: Throw) -> int:
    """All the damage of the hit, that of fire and the like with it."""
    hurt = rolled.outcome(throw)
    return hurt.points + sum(points for _, points in hurt.extra)


def _explained(rolled: DamageRoll, throw: Throw, hard: int) -> Facts:
    return (("damage", _points(rolled, throw)), ("hardness", hard))


def _taken(
    book: Book, step: Attempt, actor: Combatant, target: Combatant, item: Armed, points: int
) -> Result:
    """What is left of the weapon; what is left of the damage reaches its wielder by Greater Sunder."""
    left = (hit_points(target, item) or 0) - target.wear_of(item.id)
    spares = step.spares and book.profile.has_cmd
    taken = min(points, left - SPARED if spares else left)
    events: list[Event] = [WeaponDamaged(actor.id, target.id, item.id, taken, left - taken)]
    if left > taken:
        return StepResult(tuple(events))
    events.append(WeaponDestroyed(actor.id, target.id, item.id))
    beyond = points - taken
    if beyond and book.profile.has_cmd and has_feat(actor.sheet, "greater-sunder"):
        return StepResult(tuple(events), (Hurt(target.id, beyond, by=actor.id, weapon=step.weapon),))
    return StepResult(tuple(events))
