"""Dodging: the planned one, and the one by instinct at any moment (H-DOD-…)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.modifiers import Modifier
from app.rules.harp.contract.commands.defence import Dodge, Evasion, InstinctiveDodge, OfferDodge
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.defence import ActionOwed, Dodged
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.skills.manoeuvre import agility, manoeuvre_bonus, manoeuvre_roll
from app.rules.harp.table.legal import able_to_use_action, not_parrying, on_turn, under_way
from app.rules.harp.table.sheet import skill_total
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult

DODGE_BONUS = 50
INSTINCTIVE_BONUS = 25
INSTINCTIVE_AGILITY = 4


def dodge(tables: HarpTables, encounter: Encounter, command: Dodge) -> Resolution[Result]:
    """DB + 50 + the figure of the bonus column, never less than 50 (H-DOD-1); raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(
        on_turn(encounter, actor),
        able_to_use_action(actor),
        not_parrying(actor),
        _trained(actor, command.skill),
    )
    base = _base(actor, command.skill, encounter.options.dodge_agility_multiplier, "H-DOD-1")
    bonus = manoeuvre_bonus(tables, encounter, actor, base, uses=frozenset({"agility", "movement"}))
    figure = yield from manoeuvre_roll(tables, actor.id, "dodge", bonus, "bonus", ("H-DOD-1", "DH-6"))
    dodged = Dodged(actor.id, DODGE_BONUS + max(0, figure), instinctive=False)
    return StepResult((*action_taken(encounter, actor, command.type), dodged))


def instinctive_dodge(
    tables: HarpTables, encounter: Encounter, command: InstinctiveDodge
) -> Resolution[Result]:
    """DB + 25 + the figure of the bonus column, never less than 25 (H-DOD-2); raises Illegal.

    It takes the place of this round's action, or of the next one's where that one is used.
    """
    actor = encounter.combatant(command.actor, "/actor")
    permit(under_way(encounter), _may_dodge(actor), _trained(actor, command.skill))
    base = _base(actor, command.skill, INSTINCTIVE_AGILITY, "H-DOD-2")
    bonus = manoeuvre_bonus(tables, encounter, actor, base, uses=frozenset({"agility", "movement"}))
    waits = () if actor.interception is None else ("DH-54",)
    figure = yield from manoeuvre_roll(
        tables, actor.id, "instinctive dodge", bonus, "bonus", ("H-DOD-2", "DH-22", *waits)
    )
    dodged = Dodged(actor.id, INSTINCTIVE_BONUS + max(0, figure), instinctive=True)
    return StepResult((*_cost(encounter, actor), dodged))


def may_dodge(encounter: Encounter, target: Combatant) -> bool:
    """Whether ``target`` is asked for an instinctive dodge when a blow is coming: in rounds only (DH-38)."""
    return encounter.round is not None and not any((*under_way(encounter), *_may_dodge(target)))


def offer_dodge(encounter: Encounter, step: OfferDodge) -> Resolution[Result]:
    """Ask the target of a blow, before the dice, whether it dodges by instinct (DH-38)."""
    target = encounter.combatant(step.target)
    answer = yield from Choose(
        "instinctive dodge",
        step.target,
        ("yes", "no"),
        "no",
        facts=(("attacker", step.attacker), ("weapon", step.weapon)),
        rules=("H-DOD-2", "DH-38"),
    )
    if answer == "no":
        return StepResult()
    return StepResult((), (InstinctiveDodge(step.target, _better_skill(target)),))


def _may_dodge(actor: Combatant) -> Iterator[FailedCheck]:
    yield from able_to_use_action(actor)
    if actor.guard.instinctive_dodge is not None:
        yield FailedCheck(
            "DODGED_ALREADY",
            "{actor} has dodged by instinct since its last own turn.",
            "DH-22",
            (("actor", actor.identity.name),),
        )


def _cost(encounter: Encounter, actor: Combatant) -> Iterator[Event]:
    """The action of this round, where it is still to be done; else that of the next own turn (H-DOD-2)."""
    if takes_this_action(encounter, actor):
        yield from action_taken(encounter, actor, "instinctive-dodge")
    elif encounter.round is not None:
        yield ActionOwed(actor.id)


def takes_this_action(encounter: Encounter, actor: Combatant) -> bool:
    """Whether an instinctive dodge costs the action of the turn that has begun.

    So it does while that action is not used; those in wait have theirs still before them (DH-54).
    """
    place = encounter.round.place(actor.id) if encounter.round else None
    if place is None or not place.has_begun:
        return False
    if actor.interception is not None and encounter.options.dodge_while_waiting == "this_action":
        return True
    return not place.has_ended and actor.activity.action is None


def _base(actor: Combatant, skill: Evasion, times: int, rule_id: str) -> Iterator[Modifier]:
    if skill == "agility":
        yield Modifier("manoeuvre.agility", times * agility(actor.sheet), "agility", "sheet", rule_id)
    else:
        yield Modifier("skill.acrobatics", _acrobatics(actor) or 0, "skill", "sheet", rule_id)


def _acrobatics(actor: Combatant) -> int | None:
    return skill_total(actor.sheet, "acrobatics")


def _better_skill(actor: Combatant) -> Evasion:
    trained = _acrobatics(actor)
    if trained is not None and trained > INSTINCTIVE_AGILITY * agility(actor.sheet):
        return "acrobatics"
    return "agility"


def _trained(actor: Combatant, skill: Evasion) -> Iterator[FailedCheck]:
    if skill == "acrobatics" and _acrobatics(actor) is None:
        yield FailedCheck(
            "UNTRAINED",
            "{actor} is not trained in {skill}.",
            "H-DOD-1",
            (("actor", actor.identity.name), ("skill", "Acrobatics")),
        )


STEPS: Steps = {
    Dodge: dodge,
    InstinctiveDodge: instinctive_dodge,
    OfferDodge: lambda _tables, state, step: offer_dodge(state, step),
}
