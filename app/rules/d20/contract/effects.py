"""Effects and conditions with a lifetime: how they begin, what they add, what ends them (D20-EFF)."""

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.events.turns import ConditionEnded, ConditionGained, EffectEnded, EffectGained
from app.rules.d20.table.state import (
    Combatant,
    Condition,
    ConditionId,
    Effect,
    Encounter,
    Ending,
    Goal,
    Spending,
    Until,
)
from app.values import replace

Lasting = TypeVar("Lasting", Effect, Condition)
Fading: TypeAlias = EffectEnded | ConditionEnded


def until_next_turn(actor: Combatant) -> Until:
    """Until the start of the actor's next turn."""
    return Until(actor.id)


def effects_on(combatant: Combatant, goal: Goal, opponent: str | None = None) -> tuple[Effect, ...]:
    """The combatant's effects that count towards ``goal``, with those against that one opponent."""
    return tuple(
        effect
        for effect in combatant.effects
        if effect.to == goal and (effect.against is None or effect.against == opponent)
    )


def as_modifier(effect: Effect) -> Modifier:
    """The effect as a part of a total; its kind is the type of the bonus, by which bonuses stack."""
    return Modifier(effect.label, effect.value, effect.type, "state", effect.rule_id)


def modifiers_of(combatant: Combatant, goal: Goal, opponent: str | None = None) -> Iterator[Modifier]:
    """`effects_on` as modifiers."""
    return (as_modifier(effect) for effect in effects_on(combatant, goal, opponent))


def gains(target: Combatant, *effects: Effect) -> Iterator[EffectGained | EffectEnded]:
    """That the target comes under the effects; one that it is under already, but for its end, is renewed."""
    for effect in effects:
        for old in target.effects:
            if replace(old, until=effect.until) == effect and not _adds_up(effect):
                yield EffectEnded(target.id, old)
        yield EffectGained(target.id, effect)


def _adds_up(effect: Effect) -> bool:
    """Helps that wait for one blow or check add up; nobody is without Dexterity twice."""
    return effect.spent_by is not None and effect.to != "denied-dexterity"


def falls_under(
    target: Combatant, condition: ConditionId, until: Until | None = None, source: str | None = None
) -> Iterator[ConditionGained]:
    """That the target comes under a condition; what it is under for at least as long adds nothing."""
    new = Condition(condition, until, source)
    if not any(outlasts(old, new) for old in target.conditions):
        yield ConditionGained(target.id, new)


def sheds(target: Combatant, *conditions: ConditionId) -> Iterator[ConditionEnded]:
    """That the conditions end, those of them that the target is under."""
    for condition in target.conditions:
        if condition.id in conditions:
            yield ConditionEnded(target.id, condition)


def used_up(combatant: Combatant, *by: Spending, opponent: str | None = None) -> Iterator[EffectEnded]:
    """The effects that this attack of the combatant, or on it, uses up, hit or miss (D20-EFF-3)."""
    for effect in combatant.effects:
        if effect.spent_by in by and effect.against in (None, opponent):
            yield EffectEnded(combatant.id, effect)


def spent_by_attack(
    attacker: Combatant, target: Combatant, *, is_ranged: bool = False
) -> Iterator[EffectEnded]:
    """What one attack, or a manoeuvre in its place, uses up of both, hit or miss (D20-EFF-3)."""
    suffered: tuple[Spending, ...] = ("attacked",) if is_ranged else ("attacked", "attacked-in-melee")
    yield from used_up(attacker, "attack", opponent=target.id)
    yield from used_up(target, *suffered, opponent=attacker.id)


def fading(encounter: Encounter, whose: str, at: Ending) -> Iterator[Fading]:
    """What ends as this turn of ``whose`` starts or ends, whomever it is on (D20-EFF-1)."""
    for combatant in encounter.combatants:
        for effect in combatant.effects:
            if effect.until == Until(whose, at):
                yield EffectEnded(combatant.id, effect)
        for condition in combatant.conditions:
            if condition.until == Until(whose, at):
                yield ConditionEnded(combatant.id, condition)


def one_turn_less(encounter: Encounter, whose: str, at: Ending) -> Encounter:
    """The encounter with a turn of ``whose`` counted off everything that lasts longer than this one."""
    for combatant in encounter.combatants:
        effects = tuple(_counted(effect, whose, at) for effect in combatant.effects)
        conditions = tuple(_counted(condition, whose, at) for condition in combatant.conditions)
        if (effects, conditions) != (combatant.effects, combatant.conditions):
            encounter = encounter.with_combatant(replace(combatant, effects=effects, conditions=conditions))
    return encounter


def _counted(lasting: Lasting, whose: str, at: Ending) -> Lasting:
    until = lasting.until
    if until is None or (until.whose, until.at) != (whose, at) or until.turns <= 1:
        return lasting
    return replace(lasting, until=replace(until, turns=until.turns - 1))


def orphaned(encounter: Encounter, whose: str) -> Encounter:
    """The encounter when ``whose`` has left it: what was counted by its turns is by its bearer's own."""
    for combatant in encounter.combatants:
        effects = tuple(_adopted(effect, whose, combatant) for effect in combatant.effects)
        conditions = tuple(_adopted(condition, whose, combatant) for condition in combatant.conditions)
        if (effects, conditions) != (combatant.effects, combatant.conditions):
            encounter = encounter.with_combatant(replace(combatant, effects=effects, conditions=conditions))
    return encounter


def _adopted(lasting: Lasting, whose: str, bearer: Combatant) -> Lasting:
    until = lasting.until
    if until is None or until.whose != whose:
        return lasting
    return replace(lasting, until=replace(until, whose=bearer.id))


def outlasts(old: Condition, new: Condition) -> bool:
    """Whether ``old`` is the same condition from the same source and ends no sooner than ``new``."""
    if (old.id, old.source) != (new.id, new.source):
        return False
    if old.until is None or new.until is None:
        return old.until is None
    is_same_count = (old.until.whose, old.until.at) == (new.until.whose, new.until.at)
    return is_same_count and old.until.turns >= new.until.turns
