"""Striking at a weapon that somebody holds (PF1-SUN-1 … PF1-SUN-5, D35-SUN-1 … D35-SUN-3, D20-SUN-1)."""

from app.rules.common.dice import Throw
from app.rules.d20.attack.circumstances import circumstances
from app.rules.d20.attack.damage import DamageRoll, damage_roll
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.maneuvers import ManoeuvreFailed, WeaponDamaged, WeaponDestroyed
from app.rules.d20.contract.result import Result
from app.rules.d20.contract.steps import Hurt, Strike
from app.rules.d20.ground.held_items import hardness, hit_points, item_of
from app.rules.d20.maneuvers.attempt_state import Tried
from app.rules.d20.maneuvers.maneuver_check import manoeuvre_check
from app.rules.d20.maneuvers.opposed_check import opposed, side, trained
from app.rules.d20.maneuvers.weapon_contest import contest_bonus
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.feats import has_feat
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

SPARED = 1


def sunder(tried: Tried) -> Resolution[Result]:
    """The check, and the damage to the weapon."""
    item = item_of(tried.book, tried.target, tried.step.item)
    assert item is not None
    if tried.book.profile.has_cmd:
        wins = yield from manoeuvre_check(
            tried.book, tried.encounter, tried.manoeuvring, lambda points: points >= 0, ("PF1-SUN-1",)
        )
    else:
        wins = yield from _contest(tried, item)
    if not wins:
        return StepResult((ManoeuvreFailed(tried.actor.id, tried.target.id, "sunder"),))
    return (yield from _damages(tried, item))


def _contest(tried: Tried, item: Armed) -> Resolution[bool]:
    """Opposed attack rolls (D35-SUN-1)."""
    step, actor, target, rule_id = tried.step, tried.actor, tried.target, "D35-SUN-1"
    helps = (*step.extra, *trained(actor, "improved-sunder"))
    place = (tried.book, tried.encounter)
    mine = contest_bonus(*place, actor, target, tried.armed, helps, rule_id, step.situation, step.occasion)
    theirs = contest_bonus(*place, target, actor, item, (), rule_id)
    margin = yield from opposed(
        side("sunder", actor, mine, rule_id), side("save the weapon", target, theirs, rule_id)
    )
    return margin > 0


def _damages(tried: Tried, item: Armed) -> Resolution[Result]:
    book, step, actor, target, armed = tried.book, tried.step, tried.actor, tried.target, tried.armed
    known = circumstances(book, tried.encounter, actor, target, armed, step.situation)
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
    return _taken(tried, item, max(0, points - hard))


def _points(rolled: DamageRoll, throw: Throw) -> int:
    """All the damage of the hit, that of fire and the like with it."""
    hurt = rolled.outcome(throw)
    return hurt.points + sum(points for _, points in hurt.extra)


def _explained(rolled: DamageRoll, throw: Throw, hard: int) -> Facts:
    return (("damage", _points(rolled, throw)), ("hardness", hard))


def _taken(tried: Tried, item: Armed, points: int) -> Result:
    """What is left of the weapon; what is left of the damage reaches its wielder by Greater Sunder."""
    step, actor, target, has_cmd = tried.step, tried.actor, tried.target, tried.book.profile.has_cmd
    left = (hit_points(target, item) or 0) - target.wear_of(item.id)
    spares = step.spares and has_cmd
    taken = min(points, left - SPARED if spares else left)
    events: list[Event] = [WeaponDamaged(actor.id, target.id, item.id, taken, left - taken)]
    if left > taken:
        return StepResult(tuple(events))
    events.append(WeaponDestroyed(actor.id, target.id, item.id))
    beyond = points - taken
    if beyond and has_cmd and has_feat(actor.sheet, "greater-sunder"):
        return StepResult(tuple(events), (Hurt(target.id, beyond, by=actor.id, weapon=step.weapon),))
    return StepResult(tuple(events))
