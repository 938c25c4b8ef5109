"""Full attacks: every attack that the base attack bonus gives, one after the other (D20-ATK-15)."""

from collections.abc import Iterator, Mapping

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier
from app.rules.d20.attack.power_attack import may_not_power_attack, power_attack
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.attack.stance import fighting_defensively
from app.rules.d20.contract.commands.attack import Blow, FullAttack, TwoWeaponAttack, Volley
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.events.attack import AttackPrevented
from app.rules.d20.contract.events.maneuvers import ManoeuvrePrevented
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Attempt
from app.rules.d20.full_attack.extra_attacks import Extras, extras_of
from app.rules.d20.maneuvers import attempts
from app.rules.d20.opportunity.provoking import exposes_itself
from app.rules.d20.saddle.saddle import bound, may_not_fight, scene_of
from app.rules.d20.table.arms import Armed, armed_with, natural_weapons, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_unconscious, may_not_attack
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace

EACH_LATER = -5
MOST_ATTACKS = 4
NOBODY = "nobody"


class BaseAttackUnknown(Invalid):
    """The sheet does not say the base attack bonus, which gives the number of attacks."""

    code = "base_attack_unknown"
    pointer = "/actor"


def attacks_of(bab: int) -> tuple[int, ...]:
    """The penalty of each attack of a full attack: 0, and −5 more for each 5 of base attack above 1."""
    count = min(MOST_ATTACKS, max(1, 1 + (bab - 1) // 5))
    return tuple(EACH_LATER * number for number in range(count))


def full_attack(book: Book, encounter: Encounter, command: FullAttack) -> Result:
    """Every attack of the actor, as a full-round action; raises Illegal with every failed check.

    Weapons of the hand share the attacks that base attack gives, from high to low. Natural weapons strike
    once each, whatever base attack is (D20-ATK-19). Haste and Rapid Shot give more (D20-ATK-23, D20-ATK-24).
    """
    attacker = encounter.combatant(command.actor, "/actor")
    blows, extras = tuple(_strikes(book, encounter, attacker, command)), extras_of(command)
    arms = tuple(_armed(book, attacker, blow) for blow in blows)
    checks = (*_enough(attacker, arms, extras), *extras.may_not_shoot_rapidly(attacker, arms))
    return unleash(book, encounter, command, blows, *checks)


def unleash(
    book: Book,
    encounter: Encounter,
    command: FullAttack | TwoWeaponAttack,
    blows: tuple[Strike | Attempt, ...],
    *checks: FailedCheck,
) -> Result:
    """Spend the full round on those blows, one after the other; ``checks`` are what else forbids them."""
    attacker = encounter.combatant(command.actor, "/actor")
    arms = tuple((_armed(book, attacker, blow), blow.situation) for blow in blows)
    permit(
        may_not_spend(encounter, attacker, "full-round", command.type),
        may_not_attack(attacker),
        checks,
        may_not_fight(book, encounter, attacker, arms),
        may_not_power_attack(book, attacker, command.power),
        (check for blow in _unlike(blows) for check in _in_the_way(book, encounter, attacker, blow)),
    )
    targets = dict.fromkeys(blow.target for blow in blows)
    standing = tuple(one for one in targets if not is_unconscious(encounter.combatant(one)))
    events = (
        *spending(attacker, "full-round", command.type),
        *fighting_defensively(attacker, chosen=command.defensively),
        *bound(encounter, attacker, arms),
        *power_attack(attacker, command.power),
    )
    return StepResult(events, (Volley(attacker.id, blows, standing, command.threatened_by),))


def _strikes(
    book: Book, encounter: Encounter, attacker: Combatant, command: FullAttack
) -> Iterator[Strike | Attempt]:
    """The blows as commanded, each with the penalty of its place."""
    blows, extras = command.blows or tuple(_all(book, attacker, command)), extras_of(command)
    arms = tuple(_named(book, attacker, command, blow) for blow in blows)
    on_top = extras.on_top([armed.is_ranged for armed in arms])
    later = tuple(_penalties(attacker, arms, on_top))
    for number, (blow, armed, penalty) in enumerate(zip(blows, arms, later, strict=True)):
        target = encounter.combatant(blow.target or command.target, "/target")
        weapon = blow.weapon or command.weapon
        situation = command.situation if blow.situation is None else blow.situation
        iterative = Modifier("d20.attack.iterative", penalty, "penalty", "rules", "D20-ATK-15")
        extra = (*((iterative,) if penalty else ()), *extras.penalties)
        if blow.manoeuvre is not None:
            yield Attempt(
                attacker.id, target.id, blow.manoeuvre, weapon, blow.item, "full-attack", situation, extra
            )
            continue
        # Who claims no extra attack has no off hand: the blow has all of Strength (PF1-TWF-10).
        is_shared = armed.entry.hand == "off" and not armed.is_natural
        yield Strike(
            attacker.id,
            target.id,
            weapon,
            "full-attack",
            situation,
            extra,
            throw=command.throw if blow.throw is None else blow.throw,
            nonlethal=command.nonlethal,
            rules=(*((on_top[number],) if number in on_top else ()), *(("PF1-TWF-10",) if is_shared else ())),
            grip="main" if is_shared else None,
        )


def _all(book: Book, attacker: Combatant, command: FullAttack) -> Iterator[Blow]:
    """Every attack there is: those of base attack, or every natural weapon, the named one first."""
    extras = extras_of(command)
    yield from (Blow() for _ in range(extras.count))
    if not wield(book, attacker.sheet, command.weapon).is_natural:
        yield from (Blow() for _ in attacks_of(base_attack(attacker)))
        return
    others = (weapon for weapon in natural_weapons(book, attacker.sheet) if weapon != command.weapon)
    yield from (Blow(weapon=weapon) for weapon in (command.weapon, *others))


def _named(book: Book, attacker: Combatant, command: FullAttack, blow: Blow) -> Armed:
    """What a blow is struck with; raises UnknownSheetWeapon and NotThrown."""
    is_thrown = command.throw if blow.throw is None else blow.throw
    return wield(
        book, attacker.sheet, blow.weapon or command.weapon, throw=is_thrown and blow.manoeuvre is None
    )


def _penalties(attacker: Combatant, arms: tuple[Armed, ...], on_top: Mapping[int, str]) -> Iterator[int]:
    """Of each blow by what it is struck with: none on those on top, nor with a natural weapon (D20-ATK-19).

    Those beyond the last attack have none, as they are refused.
    """
    later: Iterator[int] = iter(())
    if not all(armed.is_natural for armed in arms):
        later = iter(attacks_of(base_attack(attacker)))
    for place, armed in enumerate(arms):
        yield 0 if place in on_top or armed.is_natural else next(later, 0)


def base_attack(attacker: Combatant) -> int:
    """The base attack bonus, by which attacks are counted; raises BaseAttackUnknown."""
    if attacker.sheet.bab is None:
        name = attacker.identity.name
        raise BaseAttackUnknown(
            "How many attacks {name} has is not known: give `bab` on the sheet.", name=name
        )
    return attacker.sheet.bab


def _enough(attacker: Combatant, arms: tuple[Armed, ...], extras: Extras) -> Iterator[FailedCheck]:
    """Whether the attacker has so many attacks, and none with a natural weapon twice but for those on top."""
    natural = [armed.id for armed in arms if armed.is_natural]
    room, name = extras.room([armed.is_ranged for armed in arms]), attacker.identity.name
    if natural and len(natural) < len(arms):
        yield FailedCheck(
            "ATTACKS_MIXED",
            "{actor} strikes with weapons in hand or with natural ones, not with both at once.",
            "D20-ATK-19",
            (("actor", name),),
        )
    elif len(set(natural)) + extras.count < len(natural):
        yield FailedCheck(
            "TOO_MANY_ATTACKS",
            "{actor} strikes with each natural weapon once.",
            "D20-ATK-19",
            (("way", "natural"), ("actor", name), ("most", len(set(natural)))),
        )
    elif not natural and len(arms) > (most := room + len(attacks_of(base_attack(attacker)))):
        yield FailedCheck(
            "TOO_MANY_ATTACKS",
            "{actor} has {most:# attack|# attacks} with this base attack bonus.",
            "D20-ATK-15",
            (("actor", name), ("most", most)),
        )


def _unlike(blows: tuple[Strike | Attempt, ...]) -> tuple[Strike | Attempt, ...]:
    """Of blows with one weapon at one target the first: whatever is in the way of one is in that of all."""
    found: dict[object, Strike | Attempt] = {}
    for blow in blows:
        alike: object = blow
        if isinstance(blow, Strike):
            alike = blow.target, blow.weapon, blow.throw, blow.grip, id(blow.situation)
        if alike not in found:
            found[alike] = blow
    return tuple(found.values())


def _in_the_way(
    book: Book, encounter: Encounter, attacker: Combatant, blow: Strike | Attempt
) -> Iterator[FailedCheck]:
    target = encounter.combatant(blow.target)
    yield from not_oneself(attacker, target)
    if isinstance(blow, Attempt):
        yield from attempts.may_not_attempt(book, encounter, blow)
        attempts.check(book, encounter, blow)
        return
    armed = _armed(book, attacker, blow)
    scene = scene_of(encounter, attacker, armed, blow.situation)
    yield from able_to_strike_at(book, scene, attacker, target, armed, blow.situation)


def _armed(book: Book, attacker: Combatant, blow: Strike | Attempt) -> Armed:
    if isinstance(blow, Attempt):
        return armed_with(book, attacker.sheet, blow.weapon)
    return wield(book, attacker.sheet, blow.weapon, throw=blow.throw, grip=blow.grip)


def volley(book: Book, encounter: Encounter, step: Volley) -> Resolution[Result]:
    """The next blow of a full attack; when its target went down, the attacker chooses another one.

    Whoever can no longer strike loses what is left of it.
    """
    if not step.blows:
        return StepResult()
    attacker, blow = encounter.combatant(step.actor), step.blows[0]
    if any(may_not_attack(attacker)):
        return StepResult((_prevented(blow),))
    fallen = encounter.combatant(blow.target)
    if not is_unconscious(fallen) or fallen.id not in step.standing:
        left = replace(step, blows=step.blows[1:])
        if isinstance(blow, Attempt):
            return StepResult((), (blow, left))
        exposed = exposes_itself(book, encounter, blow, step.threatened_by)
        return StepResult((), (*exposed, blow, left))
    others = tuple(one.id for one in _others(book, encounter, attacker, blow))
    if not others:
        return StepResult()
    chosen = yield from Choose(
        purpose="next target",
        chooser=attacker.id,
        options=(*others, fallen.id, NOBODY),
        default=others[0],
        rules=("D20-ATK-15",),
    )
    if chosen == NOBODY:
        return StepResult()
    blows = tuple(replace(one, target=chosen) if one.target == fallen.id else one for one in step.blows)
    standing = tuple(one for one in (*step.standing, chosen) if one != fallen.id)
    return StepResult((), (replace(step, blows=blows, standing=standing),))


def _prevented(blow: Strike | Attempt) -> AttackPrevented | ManoeuvrePrevented:
    if isinstance(blow, Attempt):
        return ManoeuvrePrevented(blow.actor, blow.target, blow.manoeuvre)
    return AttackPrevented(blow.actor, blow.target, blow.weapon)


def _others(
    book: Book, encounter: Encounter, attacker: Combatant, blow: Strike | Attempt
) -> Iterator[Combatant]:
    """The foes on their feet that the next blow can be struck at instead."""
    armed = _armed(book, attacker, blow)
    for foe in encounter.combatants:
        if foe.identity.side == attacker.identity.side or is_unconscious(foe):
            continue
        situation = replace(blow.situation, aimed_at=None)
        if not any(able_to_strike_at(book, encounter, attacker, foe, armed, situation)):
            yield foe


STEPS: Steps = {FullAttack: full_attack, Volley: volley}
