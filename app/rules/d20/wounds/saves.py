"""Saving throws (D20-SAV)."""

from collections.abc import Iterable, Iterator

from app.rules.common.dice import D20, Throw
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless, on_ability, on_checks
from app.rules.d20.table.sheet import Ability, Save
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant
from app.rules.resolution.requests import Facts, Roll

ABILITY_OF: dict[Save, Ability] = {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}
NATURAL_1, NATURAL_20 = 1, 20
HELPLESS = -5
"""The modifier of a Dexterity of 0."""


def saving_throw(
    book: Book,
    combatant: Combatant,
    save: Save,
    dc: int,
    more: Iterable[Modifier] = (),
    *,
    purpose: str | None = None,
    rules: tuple[str, ...] = (),
) -> Roll[bool]:
    """A d20 and the bonus reach the DC; a natural 20 always does, a 1 never (D20-SAV-1, D20-SAV-2)."""
    bonus = save_bonus(book, combatant, save, more)
    goal = add_up("d20.dc", (Modifier("d20.dc.given", dc, "dc", "command", "D20-SAV-1"),))

    def succeeds(throw: Throw) -> bool:
        if throw.first in (NATURAL_1, NATURAL_20):
            return throw.first == NATURAL_20
        return throw.total + bonus.total >= dc

    def explain(throw: Throw) -> Facts:
        outcome = "saved" if succeeds(throw) else "failed"
        return (("save_total", throw.total + bonus.total), ("dc", dc), ("outcome", outcome))

    def decided_by(throw: Throw) -> tuple[str, ...]:
        return ("D20-SAV-2",) if throw.first in (NATURAL_1, NATURAL_20) else ()

    return Roll(
        purpose=purpose or f"{save} save",
        roller=combatant.id,
        dice=D20,
        outcome=succeeds,
        modifiers=bonus,
        against=goal,
        explain=explain,
        rules=("D20-SAV-1", *rules),
        decided_by=decided_by,
    )


def save_bonus(book: Book, combatant: Combatant, save: Save, more: Iterable[Modifier] = ()) -> Tally:
    """The bonus of a save with every part named (D20-SAV-3)."""
    return stack(f"d20.{save}", (*_parts(book, combatant, save), *more))


def _parts(book: Book, combatant: Combatant, save: Save) -> Iterator[Modifier]:
    sheet, ability = combatant.sheet, ABILITY_OF[save]
    own = 0 if sheet.abilities is None else sheet.abilities.modifier(ability)
    if sheet.saves is not None:
        yield Modifier(f"d20.save.{save}", getattr(sheet.saves, save), "stated", "sheet", "D20-SAV-3")
    else:
        yield Modifier(f"d20.ability.{ability}", own, "ability", "sheet: abilities", "D20-SAV-3")
    if save == "reflex" and is_helpless(combatant):
        yield Modifier("d20.condition.helpless", HELPLESS - own, "condition", "state", "D20-CND-07")
    else:
        yield from on_ability(book, combatant, ability)
    yield from on_checks(combatant)
    if save == "reflex" and combatant.has("slowed"):
        yield Modifier("d20.condition.slowed", -1, "condition", "state", "D20-CND-11")
    yield from modifiers_of(combatant, "save")
