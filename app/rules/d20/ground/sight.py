"""Whom a combatant has in sight (S-4)."""

from collections.abc import Iterator

from app.rules.common.grid.sight import has_line
from app.rules.d20.ground.positions import space_of
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_unconscious
from app.rules.d20.table.state import Combatant, Encounter


def seen_by(book: Book, encounter: Encounter, viewer: Combatant) -> tuple[str, ...]:
    """Everyone whom ``viewer`` sees now, by id: nobody invisible, and nothing with its eyes shut."""
    return tuple(_seen_by(book, encounter, viewer))


def can_see(book: Book, encounter: Encounter, viewer: Combatant, other: Combatant) -> bool:
    """Whether ``viewer`` sees ``other`` now; off the map only blindness and invisibility prevent it."""
    if viewer.has("blinded") or is_unconscious(viewer) or other.has("invisible"):
        return False
    start, end = space_of(book, encounter, viewer), space_of(book, encounter, other)
    if encounter.map is None or start is None or end is None:
        return True
    return has_line(encounter.map, start, end)


def _seen_by(book: Book, encounter: Encounter, viewer: Combatant) -> Iterator[str]:
    for other in encounter.combatants:
        if other.id != viewer.id and can_see(book, encounter, viewer, other):
            yield other.id
