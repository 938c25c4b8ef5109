"""What comes of a grapple: the hold, keeping it, damage, pins and getting free (-GRP- of both editions)."""

from collections.abc import Iterator

from app.rules.common.dice import D20, Throw
from app.rules.common.grid.cells import Cell
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.attack.circumstances import circumstances
from app.rules.d20.attack.damage import damage_roll
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.contract.effects import falls_under, sheds, spent_by_attack, until_next_turn
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.maneuvers import (
    Dragged,
    Grappled,
    GrappleEnded,
    GrappleHeld,
    GrappleReversed,
    ManoeuvreFailed,
    ManoeuvrePrevented,
)
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Hurt, Strike
from app.rules.d20.contract.steps_maneuvers import LetGo, Seize
from app.rules.d20.contract.steps_movement import Advance, Opportunity, Wrestle
from app.rules.d20.ground.held_items import held
from app.rules.d20.ground.maneuver_limits import hits_of
from app.rules.d20.ground.positions import space_of
from app.rules.d20.maneuvers.bull_rush import beside
from app.rules.d20.maneuvers.combat_maneuver import cmd
from app.rules.d20.maneuvers.maneuver_check import Manoeuvring, manoeuvre_check, struck
from app.rules.d20.maneuvers.opposed_check import grapple_bonus, opposed, side, stated
from app.rules.d20.maneuvers.touch import touches
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.table.arms import armed_with, bare_hands
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_act, may_not_attack, on_checks
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.holds import held_by, is_held
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace

HANDS_FULL = Modifier("d20.grapple.hands-full", -4, "penalty", "state", "PF1-GRP-2")
KEPT = Modifier("d20.grapple.kept", 5, "circumstance", "rule", "PF1-GRP-4")
TO_KILL = Modifier("d20.grapple.lethal", -4, "penalty", "command", "D35-GRP-6")
PINNED = Modifier("d20.grapple.pinned", 4, "position", "state", "D35-GRP-10")


def seize(book: Book, encounter: Encounter, step: Seize) -> Resolution[Result]:
    """The target strikes first; then the check, by which both are grappled (PF1-GRP-1, D35-GRP-1)."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    if not step.is_open:
        offered = _exposed(book, encounter, step, actor)
        return StepResult((), (*offered, replace(step, is_open=True, hits_before=hits_of(actor))))
    hands = bare_hands(book, actor.sheet)
    is_gone = any(able_to_strike_at(book, encounter, actor, target, hands, step.situation))
    if any(may_not_attack(actor)) or is_gone:
        return StepResult((ManoeuvrePrevented(actor.id, target.id, "grapple"),))
    if book.profile.has_cmd:
        done = yield from _seize_by_manoeuvre(book, encounter, step, actor, target)
    else:
        done = yield from _seize_by_check(book, encounter, step, actor, target)
    spent = tuple(spent_by_attack(actor, target))
    return StepResult((*done.events, *spent), done.then)


def _exposed(book: Book, encounter: Encounter, step: Seize, actor: Combatant) -> tuple[Opportunity, ...]:
    """Of the target, unless the actor is trained; by 3.5 of others too, as the actor comes so near to it."""
    is_trained = has_feat(actor.sheet, "improved-grapple")
    named = (step.target, *step.threatened_by)
    return tuple(
        chance
        for chance in offer(book, encounter, actor, "grapple", named)
        if (not is_trained if chance.actor == step.target else not book.profile.has_cmd)
    )


def _seize_by_manoeuvre(
    book: Book, encounter: Encounter, step: Seize, actor: Combatant, target: Combatant
) -> Resolution[Result]:
    has_full_hands = actor.sheet.creature_type == "humanoid" and any(held(book, actor))
    extra = (*((HANDS_FULL,) if has_full_hands else ()), *struck(actor, step.hits_before))
    seizing = Manoeuvring("grapple", actor, target, situation=step.situation, extra=extra)
    succeeds = yield from manoeuvre_check(
        book, encounter, seizing, lambda points: points >= 0, ("PF1-GRP-1",)
    )
    failed = ManoeuvreFailed(actor.id, target.id, "grapple")
    if not succeeds:
        return StepResult((failed,))
    if not any(beside(book, encounter, actor, target)):
        return StepResult(_grappled(actor, target))
    place = _room_beside(book, encounter, actor, target)
    if place is None:
        return StepResult((failed,))
    return StepResult((*_grappled(actor, target), Dragged(actor.id, target.id, place)))


def _grappled(actor: Combatant, target: Combatant) -> tuple[Event, ...]:
    return (
        Grappled(actor.id, target.id),
        *falls_under(target, "grappled", source=actor.id),
        *falls_under(actor, "grappled", source=target.id),
    )


def _room_beside(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> Cell | None:
    """The nearest free space beside the actor to which the target is pulled (PF1-GRP-3)."""
    one, other, grid = space_of(book, encounter, actor), space_of(book, encounter, target), encounter.map
    if grid is None or one is None or other is None:
        return None
    others = tuple(
        space
        for it in encounter.combatants
        if it.id not in (target.id, target.mount) and (space := space_of(book, encounter, it)) is not None
    )
    (x, y), (to_x, to_y) = one.at, other.at
    reach = range(-other.size, one.size + 1)
    places = (other.moved_to((x + right, y + up)) for right in reach for up in reach)
    free = sorted(
        ((place.at[0] - to_x) ** 2 + (place.at[1] - to_y) ** 2, place.at)
        for place in places
        if grid.is_open_to(place) and not any(place.overlaps(space) for space in others)
    )
    return free[0][1] if free else None


def _seize_by_check(
    book: Book, encounter: Encounter, step: Seize, actor: Combatant, target: Combatant
) -> Resolution[Result]:
    """Damage spoils it; then a touch, opposed grapple checks, and the damage of a bare hand (D35-GRP-1)."""
    if hits_of(actor) < step.hits_before:
        return StepResult((ManoeuvreFailed(actor.id, target.id, "grapple", "struck"),))
    if not (yield from touches(book, encounter, step, bare_hands(book, actor.sheet))):
        return StepResult((ManoeuvreFailed(actor.id, target.id, "grapple", "missed"),))
    wins = yield from _wins(book, encounter, actor, target, "grapple", "D35-GRP-1", stated(step.situation))
    if not wins:
        return StepResult((ManoeuvreFailed(actor.id, target.id, "grapple"),))
    hurt = yield from _harm(book, encounter, actor, target, None, None, "D35-GRP-1")
    return StepResult(_grappled(actor, target), (hurt,))


def _wins(
    book: Book,
    encounter: Encounter,
    actor: Combatant,
    target: Combatant,
    purpose: str,
    rule_id: str,
    extra: tuple[Modifier, ...] = (),
) -> Resolution[bool]:
    margin = yield from opposed(
        side(purpose, actor, grapple_bonus(book, encounter, actor, target, extra), rule_id, "D35-GRP-2"),
        side(
            f"resist: {purpose}",
            target,
            grapple_bonus(book, encounter, target, actor),
            rule_id,
            "D35-GRP-2",
        ),
    )
    return margin > 0


def _harm(
    book: Book,
    encounter: Encounter,
    actor: Combatant,
    target: Combatant,
    weapon: str | None,
    nonlethal: bool | None,
    rule_id: str,
) -> Resolution[Hurt]:
    """The damage of one hit with that weapon, or with bare hands."""
    armed = armed_with(book, actor.sheet, weapon)
    blow = Strike(actor.id, target.id, armed.id, nonlethal=nonlethal)
    known = circumstances(book, encounter, actor, target, armed, blow.situation)
    rolled = damage_roll(book, actor, target, armed, blow, known, is_critical=False)
    if not rolled.dice.sides:
        return _by_whom(rolled.outcome(Throw(())), weapon)
    hurt = yield from Roll(
        purpose="damage",
        roller=actor.id,
        dice=rolled.dice,
        modifiers=rolled.modifiers,
        outcome=rolled.outcome,
        explain=rolled.explain,
        rules=("D20-DMG-01", rule_id),
        decided_by=rolled.decided_by,
        alike=rolled.alike,
    )
    return _by_whom(hurt, weapon)


def _by_whom(hurt: Hurt, weapon: str | None) -> Hurt:
    """Bare hands are no weapon of the sheet."""
    return replace(hurt, weapon=weapon)


def wrestle(book: Book, encounter: Encounter, step: Wrestle) -> Resolution[Result]:
    """What one of the two does to the other, if they are still at it."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    if any(may_not_act(actor)) or not (is_held(actor, target) or is_held(target, actor)):
        return StepResult((ManoeuvrePrevented(actor.id, target.id, "grapple"),))
    if step.aim in ("escape", "reverse"):
        return (yield from _escape(book, encounter, step, actor, target))
    if book.profile.has_cmd:
        keeping = Manoeuvring("grapple", actor, target, situation=step.situation, extra=(KEPT,))
        succeeds = yield from manoeuvre_check(
            book, encounter, keeping, lambda points: points >= 0, ("PF1-GRP-4",)
        )
        if not succeeds:
            lost = ManoeuvreFailed(actor.id, target.id, "grapple")
            return StepResult((lost, GrappleEnded(actor.id, target.id)))
    else:
        wins = yield from _wins(
            book, encounter, actor, target, step.aim, _rule(step), tuple(_weighs(step, target))
        )
        if not wins:
            return StepResult((ManoeuvreFailed(actor.id, target.id, "grapple"),))
    return (yield from _succeeds(book, encounter, step, actor, target))


def _rule(step: Wrestle) -> str:
    return {"damage": "D35-GRP-6", "pin": "D35-GRP-7", "move": "D35-GRP-10"}.get(step.aim, "D35-GRP-2")


def _weighs(step: Wrestle, target: Combatant) -> Iterator[Modifier]:
    """What the aim does to a grapple check of 3.5: −4 to hurt in earnest, +4 to move somebody pinned."""
    yield from stated(step.situation)
    if step.aim == "damage" and step.weapon is None and step.nonlethal is False:
        yield TO_KILL
    if step.aim == "move" and target.has("pinned"):
        yield PINNED


def _succeeds(
    book: Book, encounter: Encounter, step: Wrestle, actor: Combatant, target: Combatant
) -> Resolution[Result]:
    by_cmb = book.profile.has_cmd
    kept: tuple[Event, ...] = (GrappleHeld(actor.id, target.id),) if by_cmb else ()
    match step.aim:
        case "damage":
            rule_id = "PF1-GRP-6" if by_cmb else "D35-GRP-6"
            hurt = yield from _harm(book, encounter, actor, target, step.weapon, step.nonlethal, rule_id)
            return StepResult(kept, (hurt,))
        case "pin":
            until = None if by_cmb else until_next_turn(actor)
            return StepResult((*kept, *falls_under(target, "pinned", until, actor.id)))
        case "move" if step.trip is not None:
            return StepResult(kept, (Advance(step.trip),))
        case _:
            return StepResult(kept)


def _escape(
    book: Book, encounter: Encounter, step: Wrestle, actor: Combatant, target: Combatant
) -> Resolution[Result]:
    """By strength or by slipping out: free, or in Pathfinder the one who holds (PF1-GRP-9, PF1-GRP-10).

    By 3.5 whoever is pinned gets free of the pin first (D35-GRP-8).
    """
    if book.profile.has_cmd:
        succeeds = yield from _breaks_free(book, encounter, step, actor, target)
        if not succeeds:
            return StepResult((ManoeuvreFailed(actor.id, target.id, "grapple"),))
        if step.aim == "reverse" and not step.by_skill:
            return StepResult((GrappleReversed(actor.id, target.id), *sheds(actor, "pinned")))
        return StepResult((GrappleEnded(target.id, actor.id),))
    if step.by_skill:
        margin = yield from opposed(
            side("slip out", actor, _slippery(actor, "D35-GRP-8"), "D35-GRP-8"),
            side(
                "keep the hold",
                target,
                grapple_bonus(book, encounter, target, actor),
                "D35-GRP-8",
                "D35-GRP-2",
            ),
        )
        wins = margin > 0
    else:
        wins = yield from _wins(book, encounter, actor, target, "escape", "D35-GRP-8", stated(step.situation))
    if not wins:
        return StepResult((ManoeuvreFailed(actor.id, target.id, "grapple"),))
    if actor.has("pinned"):
        return StepResult(tuple(sheds(actor, "pinned")))
    return StepResult((GrappleEnded(target.id, actor.id),))


def _breaks_free(
    book: Book, encounter: Encounter, step: Wrestle, actor: Combatant, target: Combatant
) -> Resolution[bool]:
    """Whether the manoeuvre, or Escape Artist, reaches the CMD of the one who holds (PF1-GRP-9)."""
    if not step.by_skill:
        breaking = Manoeuvring("grapple", actor, target, situation=step.situation)
        return (
            yield from manoeuvre_check(book, encounter, breaking, lambda points: points >= 0, ("PF1-GRP-9",))
        )
    bonus, defence = _slippery(actor, "PF1-GRP-9"), cmd(book, encounter, target, actor)
    return (
        yield from Roll(
            purpose="slip out",
            roller=actor.id,
            dice=D20,
            modifiers=bonus,
            against=defence,
            outcome=lambda throw: throw.total + bonus.total >= defence.total,
            explain=lambda throw: (
                ("skill_total", throw.total + bonus.total),
                ("cmd", defence.total),
            ),
            rules=("PF1-GRP-9",),
        )
    )


def _slippery(actor: Combatant, rule_id: str) -> Tally:
    skill = None if actor.sheet.skills is None else actor.sheet.skills.escape_artist
    total = 0 if skill is None else skill.total
    part = Modifier("d20.skill.escape-artist", total, "skill", "sheet: skills", rule_id)
    return add_up("d20.skill_check", (part, *on_checks(actor)))


def let_go(encounter: Encounter, step: LetGo) -> Result:
    """Whoever has been struck down holds nobody any more (D20-GRP-2)."""
    held_one = held_by(encounter, encounter.combatant(step.actor))
    return StepResult() if held_one is None else StepResult((GrappleEnded(step.actor, held_one.id),))


STEPS: Steps = {Seize: seize, Wrestle: wrestle, LetGo: lambda _book, state, step: let_go(state, step)}
