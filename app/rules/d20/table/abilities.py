"""Ability modifiers as a sheet has them, and how much of Dexterity the armour lets through."""

from app.rules.d20.table.book import Book
from app.rules.d20.table.sheet import Ability, ArmorWorn, Sheet

UNLIMITED = 1000


def ability_modifier(sheet: Sheet, ability: Ability) -> int:
    """The modifier of an ability; 0 where the sheet has no scores."""
    return 0 if sheet.abilities is None else sheet.abilities.modifier(ability)


def max_dexterity(book: Book, sheet: Sheet) -> int:
    """The greatest Dexterity bonus to AC under what is worn; `UNLIMITED` without armour (D20-AC-01)."""
    parts = sheet.ac_parts
    worn = () if parts is None else (parts.armor, parts.shield)
    return min((limit for piece in worn if (limit := _limit(book, piece)) is not None), default=UNLIMITED)


def _limit(book: Book, worn: ArmorWorn | None) -> int | None:
    if worn is None or worn.max_dex is not None:
        return None if worn is None else worn.max_dex
    return None if worn.model is None else book.tables.armor(worn.model).max_dex
