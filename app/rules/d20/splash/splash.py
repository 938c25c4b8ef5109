"""Splash weapons: flasks that burst and splash whoever is near (PF1-SPL-01 … PF1-SPL-29)."""

from collections.abc import Iterator

from app.rules.common.dice import D8, D20, Throw
from app.rules.common.errors import permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.attack.attack import attack_roll, blow_of, does_hit, is_confirmed, lands, warded
from app.rules.d20.attack.miss_chance import finds_its_target
from app.rules.d20.attack.offence import bonus_at_a_place
from app.rules.d20.contract.commands.command import Step
from app.rules.d20.contract.commands.splash import Lob, ThrowSplash
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import spent_by_attack, used_up
from app.rules.d20.contract.events.attack import AttackHit, AttackMissed
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.splash import (
    LeftUnharmed,
    Splashed,
    SplashLanded,
    SplashPrevented,
    SplashThrown,
)
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Hurt, Strike
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.saddle.mounted_combat import is_saved
from app.rules.d20.saddle.saddle import bound, may_not_fight, scene_of
from app.rules.d20.splash.splash_aim import Aim, aim_of, is_measured_by_option, may_not_throw
from app.rules.d20.splash.splash_burst import Burst, astray, direction_of, on_aim, splashed
from app.rules.d20.table.arms import Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.sheet import Sheet
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.wounds.burning import catches_fire
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace, value

INTERSECTION = 5
"""The armour class of a place (PF1-SPL-08)."""


@value
class Flight:
    """How a throw came out, with what a direct hit brings about."""

    is_hit: bool
    events: tuple[Event, ...] = ()
    then: tuple[Step, ...] = ()


def throw_splash(book: Book, encounter: Encounter, command: ThrowSplash) -> Result:
    """Throw a flask: a standard action that lets down the guard (PF1-SPL-27).

    Raises Illegal with every failed check, and what `aim_of` raises.
    """
    scene = _scene(book, encounter, command)
    aim = aim_of(book, scene, command)
    thrower = aim.thrower
    blows = ((aim.armed, aim.stated),)
    permit(
        may_not_spend(encounter, thrower, "standard", command.type),
        may_not_attack(thrower),
        may_not_fight(book, encounter, thrower, blows),
        may_not_throw(book, scene, aim),
    )
    offered = offer(book, encounter, thrower, "shooting", command.threatened_by)
    events = (*spending(thrower, "standard", command.type), *bound(encounter, thrower, blows))
    return StepResult(events, (*offered, Lob(command)))


def _scene(book: Book, encounter: Encounter, command: ThrowSplash) -> Encounter:
    """The encounter as it was when a rider threw, half-way of its mount's movement (PF1-MNT-19)."""
    thrower = encounter.combatant(command.actor, "/actor")
    armed = wield(book, thrower.sheet, command.weapon)
    return scene_of(encounter, thrower, armed, command.situation)


def lob(book: Book, encounter: Encounter, step: Lob) -> Resolution[Result]:
    """The flask leaves the hand, hits or goes astray, and bursts; unless its thrower was struck down."""
    encounter = _scene(book, encounter, step.throw)
    aim = aim_of(book, encounter, step.throw)
    if any(may_not_attack(aim.thrower)) or any(may_not_throw(book, encounter, aim)):
        return StepResult((SplashPrevented(aim.thrower.id, aim.armed.id),))
    if aim.target is None:
        flight = yield from _at_corner(book, encounter, aim)
    else:
        flight = yield from _at_creature(book, encounter, aim, aim.target)
    burst = on_aim(aim) if flight.is_hit else (yield from _goes_astray(encounter, aim))
    near = splashed(book, encounter, aim, burst)
    thrower, weapon = aim.thrower.id, aim.armed.id
    landed = SplashLanded(thrower, weapon, burst.cell, burst.corner, burst.flown, burst.face)
    events = (SplashThrown(thrower, weapon), *flight.events, landed, *(_reached(aim, one) for one in near))
    drops = (_drop(aim, one) for one in near if does_harm(aim.armed, one.sheet))
    return StepResult(events, (*flight.then, *drops))


def _at_creature(book: Book, encounter: Encounter, aim: Aim, target: Combatant) -> Resolution[Flight]:
    """A ranged touch attack, with all that bears on one (PF1-SPL-01); criticals by option (D-14)."""
    thrower, armed = aim.thrower, aim.armed
    rules = tuple(_rules(encounter, aim))
    step = Strike(thrower.id, target.id, armed.id, situation=aim.stated, rules=rules)
    may_threaten = encounter.options.splash_critical == "direct_only"
    blow = replace(blow_of(book, encounter, step, armed), may_threaten=may_threaten)
    outcome, total = yield from attack_roll(book, encounter, blow, step)
    spent = tuple(spent_by_attack(thrower, target, is_ranged=True))
    if outcome == "miss":
        return Flight(False, (AttackMissed(thrower.id, target.id, armed.id), *spent))
    is_found = yield from finds_its_target(thrower, blow.known.miss_chance, in_melee=False)
    if not is_found:
        return Flight(False, (AttackMissed(thrower.id, target.id, armed.id, concealed=True), *spent))
    guarding = yield from warded(book, encounter, blow, total)
    if is_saved(guarding):
        return Flight(False, (AttackMissed(thrower.id, target.id, armed.id), *guarding, *spent))
    spent = (*guarding, *spent)
    is_critical = outcome == "threat" and (yield from is_confirmed(blow))
    if not does_harm(armed, target.sheet):
        hit = AttackHit(thrower.id, target.id, armed.id)
        return Flight(True, (hit, *spent, LeftUnharmed(target.id, armed.id)))
    landed = yield from lands(book, blow, step, is_critical=is_critical)
    return Flight(True, (*landed.events, *spent, *catches_fire(aim.thrower, armed, target)), landed.then)


def _at_corner(book: Book, encounter: Encounter, aim: Aim) -> Resolution[Flight]:
    """A ranged attack on a place: nobody is hit directly (PF1-SPL-08)."""
    offence = bonus_at_a_place(book, encounter, aim.thrower, aim.armed, aim.stated, aim.feet)
    defence = _of_a_place()

    def explain(throw: Throw) -> Facts:
        outcome = "hit" if does_hit(throw, offence, defence) else "miss"
        total = throw.total + offence.total
        return (("natural", throw.first), ("attack_total", total), ("armor_class", INTERSECTION),
                ("outcome", outcome), *_distance(aim))  # fmt: skip

    is_hit = yield from Roll(
        purpose="attack",
        roller=aim.thrower.id,
        dice=D20,
        modifiers=offence,
        against=defence,
        outcome=lambda throw: does_hit(throw, offence, defence),
        explain=explain,
        rules=("D20-ATK-01", *_rules(encounter, aim)),
    )
    return Flight(is_hit, tuple(used_up(aim.thrower, "attack")))


def _of_a_place() -> Tally:
    part = Modifier("d20.ac.intersection", INTERSECTION, "base", "rules", "PF1-SPL-08")
    return add_up("d20.armor_class", (part,))


def _distance(aim: Aim) -> Facts:
    return () if aim.feet is None else (("distance_ft", aim.feet),)


def _rules(encounter: Encounter, aim: Aim) -> Iterator[str]:
    """The statements on the throw, before it is known how it comes out."""
    yield "PF1-SPL-01"
    if aim.stated.aimed_at is not None:
        yield "PF1-SPL-05"
    if aim.corner is not None and aim.body is not None:
        yield "PF1-SPL-08"
        if is_measured_by_option(aim.body, aim.corner):
            yield "D-13"
    if encounter.options.splash_critical == "direct_only" and aim.corner is None:
        yield "PF1-SPL-29"
        yield "D-14"


def _goes_astray(encounter: Encounter, aim: Aim) -> Roll[Burst]:
    """A d8 for the direction, and as many squares as the throw counts increments (PF1-SPL-20)."""

    def explain(throw: Throw) -> Facts:
        burst, way = astray(encounter, aim, throw.first), direction_of(aim, throw.first)
        facts: list[tuple[str, str | int]] = [("direction", throw.first), ("squares", burst.squares)]
        if way is not None:
            facts.append(("compass", way))
        if (place := burst.cell or burst.corner) is not None:
            facts += [("lands_x", place[0]), ("lands_y", place[1])]
        return tuple(facts)

    def decided_by(throw: Throw) -> tuple[str, ...]:
        return ("PF1-SPL-23", "D-18") if astray(encounter, aim, throw.first).is_stopped else ()

    by_option = ("PF1-SPL-22", "D-6") if aim.corner is not None else ()
    return Roll(
        purpose="scatter",
        roller=aim.thrower.id,
        dice=D8,
        outcome=lambda throw: astray(encounter, aim, throw.first),
        explain=explain,
        rules=("PF1-SPL-20", "D-5", *(by_option or ("S-5", "D-11"))),
        decided_by=decided_by,
    )


def _reached(aim: Aim, one: Combatant) -> Splashed | LeftUnharmed:
    if does_harm(aim.armed, one.sheet):
        return Splashed(one.id, aim.armed.id)
    return LeftUnharmed(one.id, aim.armed.id)


def _drop(aim: Aim, one: Combatant) -> Hurt:
    """The splash damage of one; nothing multiplies it or adds to it (PF1-SPL-29)."""
    points = 0 if aim.armed.model is None else aim.armed.model.splash_points
    return Hurt(one.id, points, aim.armed.types, by=aim.thrower.id, weapon=aim.armed.id)


def does_harm(armed: Armed, sheet: Sheet) -> bool:
    """Whether what the flask holds hurts that creature: holy water only undead and evil outsiders (-24)."""
    if armed.model is None or not armed.model.holy:
        return True
    is_evil = sheet.alignment is not None and sheet.alignment.endswith("evil")
    return sheet.creature_type == "undead" or (sheet.creature_type == "outsider" and is_evil)


STEPS: Steps = {ThrowSplash: throw_splash, Lob: lob}
