"""Where combatants stand on the map: their space, and what is wrong with a place they are put on."""

from collections.abc import Iterator

from app.rules.common.errors import Problem
from app.rules.common.grid.cells import Footprint, Rectangle
from app.rules.d20.table.book import Book
from app.rules.d20.table.measures import FEET_PER_SQUARE, squares_of
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.table.tables import D20Tables
from app.values import remembered


def space_of(book: Book, encounter: Encounter, combatant: Combatant) -> Footprint | None:
    """The cells it stands on; a rider stands where its mount does (D20-GEO-13). None off the map."""
    standing = combatant if combatant.mount is None else encounter.combatant(combatant.mount)
    if standing.at is None:
        return None
    return Footprint(standing.at, book.tables.size(standing.sheet.size).squares)


@remembered(64)
def bodies(tables: D20Tables, encounter: Encounter) -> tuple[tuple[Combatant, Footprint], ...]:
    """Everybody on the map with its space, in the order they entered."""
    sizes = tables.sizes
    found: list[tuple[Combatant, Footprint]] = []
    for one in encounter.combatants:
        standing = encounter.mount_of(one) or one
        if standing.at is not None:
            found.append((one, Footprint(standing.at, sizes[standing.sheet.size].squares)))
    return tuple(found)


def bodies_within(
    tables: D20Tables, encounter: Encounter, cells: Rectangle, margin: int = 0
) -> Iterator[tuple[Combatant, Footprint]]:
    """Those whose space lies in a `rectangle` of cells or no more than ``margin`` - 1 cells from it."""
    west, south, east, north = cells[0] - margin, cells[1] - margin, cells[2] + margin, cells[3] + margin
    for one, body in bodies(tables, encounter):
        x, y = body.at
        if x < east and y < north and west < x + body.size and south < y + body.size:
            yield one, body


def reach_of(book: Book, combatant: Combatant) -> int:
    """Natural reach in squares, by size and shape unless the sheet says otherwise (D20-GEO-06)."""
    sheet = combatant.sheet
    if sheet.reach is not None:
        return squares_of(sheet.reach)
    row = book.tables.size(sheet.size)
    return (row.reach_tall if sheet.shape == "tall" else row.reach_long) // FEET_PER_SQUARE


def check_place(book: Book, encounter: Encounter, combatant: Combatant) -> Iterator[Problem]:
    """What is wrong with the place of a combatant that enters or is moved by the GM."""
    if combatant.at is None:
        return
    if encounter.map is None:
        yield Problem("/at", "no_map", "This encounter has no map to stand on.")
        return
    space = Footprint(combatant.at, book.tables.size(combatant.sheet.size).squares)
    if not encounter.map.is_open_to(space):
        yield Problem(
            "/at",
            "place_blocked",
            "Nobody can stand on {cell}: a wall, an obstacle, a pit, or off the map.",
            (("cell", str(list(combatant.at))),),
        )
