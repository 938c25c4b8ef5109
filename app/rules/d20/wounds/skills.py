"""Checks of skills: the bonus part by part, and the d20 against a difficulty (D20-SKL)."""

from collections.abc import Iterable, Iterator

from app.rules.common.dice import D20, Throw
from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.contract.events.turns import EffectEnded
from app.rules.d20.table.abilities import ability_modifier
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import on_ability, on_checks
from app.rules.d20.table.sheet import Ability, Sheet, SkillId, SkillTotal
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant
from app.rules.resolution.requests import Facts, Roll

ABILITY_OF: dict[SkillId, Ability] = {
    "bluff": "charisma",
    "concentration": "constitution",
    "heal": "wisdom",
    "ride": "dexterity",
    "sense_motive": "wisdom",
}


def skill_of(sheet: Sheet, skill: SkillId) -> SkillTotal | None:
    """What the sheet says of the skill."""
    return None if sheet.skills is None else getattr(sheet.skills, skill)


def skill_bonus(book: Book, combatant: Combatant, skill: SkillId, more: Iterable[Modifier] = ()) -> Tally:
    """The bonus of a check: the sheet's total, or the ability alone, and what its state does (D20-SKL-1)."""
    return stack(f"d20.skill.{skill}", (*_parts(book, combatant, skill), *more))


def _parts(book: Book, combatant: Combatant, skill: SkillId) -> Iterator[Modifier]:
    stated, ability = skill_of(combatant.sheet, skill), ABILITY_OF[skill]
    if stated is not None:
        yield Modifier(f"d20.skill.{skill}", stated.total, "skill", "sheet: skills", "D20-SKL-1")
    else:
        value = ability_modifier(combatant.sheet, ability)
        yield Modifier(f"d20.ability.{ability}", value, "ability", "sheet: abilities", "D20-SKL-1")
    yield from on_ability(book, combatant, ability)
    yield from on_checks(combatant)
    yield from modifiers_of(combatant, skill)


def skill_check(
    roller: Combatant,
    purpose: str,
    bonus: Tally,
    difficulty: Tally,
    rules: tuple[str, ...],
) -> Roll[bool]:
    """A d20 and the bonus reach the difficulty; no face wins or loses by itself (D20-SKL-2)."""

    def succeeds(throw: Throw) -> bool:
        return throw.total + bonus.total >= difficulty.total

    def explain(throw: Throw) -> Facts:
        outcome = "success" if succeeds(throw) else "failure"
        total = throw.total + bonus.total
        return (("check_total", total), ("dc", difficulty.total), ("outcome", outcome))

    return Roll(
        purpose, roller.id, D20, succeeds, bonus, difficulty, explain, (*rules, "D20-SKL-1", "D20-SKL-2")
    )


def checked(combatant: Combatant, skill: SkillId) -> Iterator[EffectEnded]:
    """The helps that a check of the skill uses up, whatever comes of it (PF1-AID-14)."""
    for effect in combatant.effects:
        if effect.spent_by == "check" and effect.to == skill:
            yield EffectEnded(combatant.id, effect)
