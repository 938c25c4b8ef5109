"""Striking a weapon out of somebody's hands (PF1-DIS-1 … PF1-DIS-6, D35-DIS-1 … D35-DIS-6)."""

from collections.abc import Iterator

from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.maneuvers import Disarmed, ManoeuvreFailed
from app.rules.d20.contract.events.movement import WeaponDropped
from app.rules.d20.contract.result import Result
from app.rules.d20.contract.steps_maneuvers import Attempt
from app.rules.d20.ground.held_items import held, item_of
from app.rules.d20.ground.maneuver_limits import hits_of
from app.rules.d20.maneuvers.attempt_state import Tried
from app.rules.d20.maneuvers.maneuver_check import manoeuvre_check
from app.rules.d20.maneuvers.opposed_check import opposed, side, trained
from app.rules.d20.maneuvers.weapon_contest import contest_bonus
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult

BOTH_HANDS, OWN = 10, -10
"""Margins at which a second weapon goes too, and at which it is the disarmer that loses its own."""
NO_MELEE_WEAPON = Modifier("d20.contest.no-melee-weapon", -4, "weapon", "table: weapons", "D35-DIS-1")


def disarm(tried: Tried) -> Resolution[Result]:
    """The check, and whose weapon goes where by it."""
    item = item_of(tried.book, tried.target, tried.step.item)
    assert item is not None
    if tried.book.profile.has_cmd:
        return (yield from _by_manoeuvre(tried, item))
    if hits_of(tried.actor) < tried.step.hits_before:
        return StepResult((ManoeuvreFailed(tried.actor.id, tried.target.id, "disarm", "struck"),))
    return (yield from _by_contest(tried, item))


def _by_manoeuvre(tried: Tried, item: Armed) -> Resolution[Result]:
    """At the CMD or above a weapon goes, 10 above it both hands are empty, 10 below it the disarmer's is."""
    actor, target, armed = tried.actor, tried.target, tried.armed
    margin = yield from manoeuvre_check(
        tried.book, tried.encounter, tried.manoeuvring, lambda points: points, ("PF1-DIS-1",)
    )
    if margin < 0:
        lost = (WeaponDropped(actor.id, armed.id),) if margin <= OWN and armed.hands else ()
        return StepResult((ManoeuvreFailed(actor.id, target.id, "disarm"), *lost))
    others = (one for one in held(tried.book, target) if one.id != item.id)
    gone = (item, *others)[: 2 if margin >= BOTH_HANDS else 1]
    away = armed.is_unarmed or has_feat(actor.sheet, "greater-disarm")
    return StepResult(tuple(Disarmed(actor.id, target.id, one.id, away) for one in gone))


def _by_contest(tried: Tried, item: Armed) -> Resolution[Result]:
    """Opposed attack rolls; whoever fails can be disarmed in return, and there it ends (D35-DIS-1, -3)."""
    book, actor, target, armed = tried.book, tried.actor, tried.target, tried.armed
    wins = yield from _wins(book, tried.encounter, (actor, armed), (target, item), tried.step)
    if wins:
        return StepResult((Disarmed(actor.id, target.id, item.id, armed.is_unarmed),))
    events: list[Event] = [ManoeuvreFailed(actor.id, target.id, "disarm")]
    if any(may_not_attack(target)):
        return StepResult(tuple(events))
    if armed.hands and not item.is_ranged and not has_feat(actor.sheet, "improved-disarm"):
        choice = yield from Choose("disarm back", target.id, ("yes", "no"), "yes", rules=("D35-DIS-3",))
        if choice == "yes":
            wins = yield from _wins(book, tried.encounter, (target, item), (actor, armed))
            back = Disarmed(target.id, actor.id, armed.id) if wins else None
            events.append(back or ManoeuvreFailed(target.id, actor.id, "disarm"))
    return StepResult(tuple(events))


def _wins(
    book: Book,
    encounter: Encounter,
    one: tuple[Combatant, Armed],
    other: tuple[Combatant, Armed],
    step: Attempt | None = None,
) -> Resolution[bool]:
    """Whether the first has more; ``step`` is what the one who began brings to it."""
    (who, weapon), (foe, item) = one, other
    rule_id = "D35-DIS-3" if step is None else "D35-DIS-1"
    helps = () if step is None else (*step.extra, *trained(who, "improved-disarm"))
    against = (*_made_for_it(item), *((NO_MELEE_WEAPON,) if item.is_ranged else ()))
    mine = contest_bonus(
        book,
        encounter,
        who,
        foe,
        weapon,
        (*helps, *_made_for_it(weapon)),
        rule_id,
        None if step is None else step.situation,
        "attack" if step is None else step.occasion,
    )
    theirs = contest_bonus(book, encounter, foe, who, item, against, rule_id)
    purposes = ("disarm back", "keep the weapon") if step is None else ("disarm", "hold on to the weapon")
    margin = yield from opposed(
        side(purposes[0], who, mine, rule_id), side(purposes[1], foe, theirs, rule_id)
    )
    return margin > 0


def _made_for_it(armed: Armed) -> Iterator[Modifier]:
    yield Modifier("d20.weapon.disarm", armed.disarm_bonus, "weapon", "table: weapons", "D35-DIS-2")
