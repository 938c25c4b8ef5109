"""Aid another: a friend's blow, its guard, its check, or what ails it (PF1-AID-01 … PF1-AID-17)."""

from collections.abc import Iterator

from app.rules.common.dice import D20, Throw
from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.attack.attack import NATURAL_1, NATURAL_20
from app.rules.d20.attack.circumstances import circumstances
from app.rules.d20.attack.offence import attack_bonus
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.contract.commands.support import AidAnother
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import gains, until_next_turn
from app.rules.d20.contract.events.support import AidFailed, AidGiven
from app.rules.d20.contract.events.turns import EffectEnded
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.ground.in_melee import are_engaged
from app.rules.d20.ground.threat import band_of, is_in_band
from app.rules.d20.table.arms import Armed, of_entry, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.sheet import SkillId
from app.rules.d20.table.state import Combatant, Effect, Encounter
from app.rules.d20.wounds.skills import checked, skill_bonus, skill_check
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace

GOAL = 10
HELP = 2
OUT_OF_POSITION = frozenset({"OUT_OF_REACH", "TOTAL_COVER"})
"""Why a blow cannot be struck from where the helper is."""


class AidUnclear(Invalid):
    """The form of help lacks what it is about: a foe, or a skill."""

    code = "aid_unclear"


def aid_another(book: Book, encounter: Encounter, command: AidAnother) -> Resolution[Result]:
    """Help somebody as a standard action (PF1-AID-15); raises Illegal, AidUnclear."""
    actor = encounter.combatant(command.actor, "/actor")
    ally = encounter.combatant(command.ally, "/ally")
    usual = (*may_not_spend(encounter, actor, "standard", command.type), *_somebody_else(actor, ally))
    match command.aid:
        case "attack" | "ac":
            succeeds = yield from _distract(book, encounter, command, actor, ally, usual)
        case "skill":
            succeeds = yield from _join_in(book, command, actor, ally, usual)
        case "effect":
            permit(usual)
            succeeds = True
    events = (*spending(actor, "standard", command.type), *_checked(command, actor))
    if not succeeds:
        return StepResult((*events, AidFailed(actor.id, ally.id)))
    given = AidGiven(actor.id, ally.id, command.aid, command.what)
    return StepResult((*events, given, *gains(ally, *_help(encounter, command, actor))))


def _somebody_else(actor: Combatant, ally: Combatant) -> Iterator[FailedCheck]:
    if actor.id == ally.id:
        yield FailedCheck(
            "ALLY_IS_ACTOR",
            "Nobody helps themselves ({actor}).",
            "PF1-AID-01",
            (("actor", actor.identity.name),),
        )


def _distract(
    book: Book,
    encounter: Encounter,
    command: AidAnother,
    actor: Combatant,
    ally: Combatant,
    usual: tuple[FailedCheck, ...],
) -> Resolution[bool]:
    """An attack roll against AC 10 from where a blow could be struck at the foe (PF1-AID-01 … PF1-AID-03)."""
    foe = _foe(encounter, command)
    permit(
        usual,
        may_not_attack(actor),
        not_oneself(actor, foe),
        _engaged(book, encounter, command, ally, foe),
        _in_position(book, encounter, command, actor, foe),
    )
    armed = _armed(book, encounter, command, actor, foe)
    assert armed is not None  # whoever has nothing to strike with was refused
    bonus = _bonus(book, encounter, command, actor, foe, armed)
    return (yield from _attack_roll(actor, bonus))


def could_distract(book: Book, encounter: Encounter, actor: Combatant, foe: Combatant) -> bool:
    """Whether any of the helper's weapons of melee reaches the foe from where it is (PF1-AID-12)."""
    arms = (of_entry(book, actor.sheet, entry) for entry in actor.sheet.weapons)
    return any(
        is_in_band(book, encounter, actor, foe, band_of(book, encounter, actor, armed))
        for armed in arms
        if not armed.is_ranged
    )


def _foe(encounter: Encounter, command: AidAnother) -> Combatant:
    if command.target is None:
        raise AidUnclear("Give `target`: the foe that is to be distracted.", way="target")
    return encounter.combatant(command.target, "/target")


def _armed(
    book: Book, encounter: Encounter, command: AidAnother, actor: Combatant, foe: Combatant
) -> Armed | None:
    """What the helper fights with: the weapon named, or the first of melee that gets at the foe."""
    if command.weapon is not None:
        return wield(book, actor.sheet, command.weapon)
    arms = (of_entry(book, actor.sheet, entry) for entry in actor.sheet.weapons)
    of_melee = tuple(armed for armed in arms if not armed.is_ranged)
    fit = (one for one in of_melee if not any(_hindrances(book, encounter, command, actor, foe, one)))
    return next(fit, of_melee[0] if of_melee else None)


def _hindrances(
    book: Book, encounter: Encounter, command: AidAnother, actor: Combatant, foe: Combatant, armed: Armed
) -> Iterator[FailedCheck]:
    return able_to_strike_at(book, encounter, actor, foe, armed, command.situation)


def _engaged(
    book: Book, encounter: Encounter, command: AidAnother, ally: Combatant, foe: Combatant
) -> Iterator[FailedCheck]:
    """Foe and friend are in melee with each other, as the map or the caller has it (PF1-AID-11)."""
    stated = command.situation.into_melee
    if not (are_engaged(book, encounter, ally, foe) if stated is None else stated):
        yield FailedCheck(
            "NOT_ENGAGED",
            "{ally} and {target} are not in melee.",
            "PF1-AID-11",
            (("ally", ally.identity.name), ("target", foe.identity.name)),
        )


def _in_position(
    book: Book,
    encounter: Encounter,
    command: AidAnother,
    actor: Combatant,
    foe: Combatant,
) -> Iterator[FailedCheck]:
    """The helper could strike at the foe in melee from where it is (PF1-AID-12)."""
    name, other = actor.identity.name, foe.identity.name
    armed = _armed(book, encounter, command, actor, foe)
    if armed is None or armed.is_ranged:
        yield FailedCheck(
            "NOT_IN_REACH",
            "{actor} threatens {target} with no weapon of melee.",
            "PF1-AID-12",
            (("actor", name), ("target", other)),
        )
        return
    for check in _hindrances(book, encounter, command, actor, foe, armed):
        is_too_far = check.code in OUT_OF_POSITION
        yield replace(check, code="NOT_IN_REACH", rule_id="PF1-AID-12") if is_too_far else check


def _bonus(
    book: Book, encounter: Encounter, command: AidAnother, actor: Combatant, foe: Combatant, armed: Armed
) -> Tally:
    """The attack bonus as against the foe, flanking and all; what waits for a blow at it waits on, as this is
    none (PF1-AID-13, PF1-AID-16).
    """
    lasting = tuple(effect for effect in actor.effects if effect.spent_by is None)
    known = circumstances(book, encounter, actor, foe, armed, command.situation)
    step = Strike(actor.id, foe.id, armed.id, situation=command.situation)
    return attack_bonus(book, encounter, replace(actor, effects=lasting), foe, armed, step, known)


def _attack_roll(actor: Combatant, bonus: Tally) -> Roll[bool]:
    goal = add_up("d20.armor_class", (Modifier("d20.aid.goal", GOAL, "base", "rules", "PF1-AID-01"),))

    def succeeds(throw: Throw) -> bool:
        if throw.first in (NATURAL_1, NATURAL_20):
            return throw.first == NATURAL_20
        return throw.total + bonus.total >= GOAL

    def explain(throw: Throw) -> Facts:
        outcome = "success" if succeeds(throw) else "failure"
        total = throw.total + bonus.total
        return (("natural", throw.first), ("attack_total", total), ("outcome", outcome))

    def decided_by(throw: Throw) -> tuple[str, ...]:
        if throw.first in (NATURAL_1, NATURAL_20):
            return ("PF1-AID-03",)
        return () if succeeds(throw) else ("PF1-AID-02",)

    rules = ("PF1-AID-01", "PF1-AID-15", "PF1-AID-16")
    return Roll("aid another", actor.id, D20, succeeds, bonus, goal, explain, rules, decided_by)


def _join_in(
    book: Book, command: AidAnother, actor: Combatant, ally: Combatant, usual: tuple[FailedCheck, ...]
) -> Resolution[bool]:
    """The same skill against DC 10 (PF1-AID-14)."""
    skill = _skill(command)
    if command.most is not None and command.most < 1:
        raise AidUnclear("`most` is 1 or more; leave it out where every help counts.", way="most")
    permit(usual, _not_too_many(command, ally, skill))
    goal = add_up("d20.dc", (Modifier("d20.dc.given", GOAL, "dc", "rules", "PF1-AID-14"),))
    check = skill_check(actor, "aid another", skill_bonus(book, actor, skill), goal, ("PF1-AID-14",))
    return (yield from check)


def _skill(command: AidAnother) -> SkillId:
    if command.skill is None:
        raise AidUnclear("Give `skill`: the one that the ally is going to use.", way="skill")
    return command.skill


def _not_too_many(command: AidAnother, ally: Combatant, skill: SkillId) -> Iterator[FailedCheck]:
    """The GM may say how many can help with one check (PF1-AID-14)."""
    helped = sum(effect.to == skill and effect.spent_by == "check" for effect in ally.effects)
    if command.most is not None and helped >= command.most:
        yield FailedCheck(
            "TOO_MANY_HELPERS",
            "No more than {most} can help {ally} with this.",
            "PF1-AID-14",
            (("ally", ally.identity.name), ("most", command.most)),
        )


def _checked(command: AidAnother, actor: Combatant) -> Iterator[EffectEnded]:
    """What the helper's own check has used up."""
    if command.aid == "skill":
        yield from checked(actor, _skill(command))


def _help(encounter: Encounter, command: AidAnother, actor: Combatant) -> Iterator[Effect]:
    """+2 on the ally's next blow at that foe, to its AC against the foe's next, or on its next check.

    What is not used is gone when the helper's next turn begins (PF1-AID-04, PF1-AID-05, PF1-AID-08).
    """
    until = until_next_turn(actor)
    match command.aid:
        case "attack":
            foe = _foe(encounter, command).id
            yield Effect("d20.effect.aid", "attack", HELP, "untyped", "PF1-AID-04", until, foe, "attack")
        case "ac":
            foe = _foe(encounter, command).id
            yield Effect("d20.effect.aid", "ac", HELP, "untyped", "PF1-AID-05", until, foe, "attacked")
        case "skill":
            goal = _skill(command)
            yield Effect("d20.effect.aid", goal, HELP, "untyped", "PF1-AID-14", until, None, "check")
        case "effect":
            return


STEPS: Steps = {AidAnother: aid_another}
