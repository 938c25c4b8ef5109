"""Figures that follow from a combatant's sheet, the tables and the options, to be shown with it."""

from dataclasses import dataclass

from app.rules.common.grid.cells import Cell
from app.rules.d20.book import Book
from app.rules.d20.positions import space_of
from app.rules.d20.state import Combatant, Encounter


@dataclass(frozen=True, slots=True)
class Figures:
    """``space`` are the cells it stands on."""

    space: tuple[Cell, ...]


def figures_of(book: Book, encounter: Encounter, combatant: Combatant) -> Figures:
    """The figures of one combatant of the encounter."""
    space = space_of(book, encounter, combatant)
    return Figures(() if space is None else space.cells)
