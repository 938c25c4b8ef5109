"""A map as callers draw it, read into the map that the rules play on; the same for the API and scenarios."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from app.persistence.base.codec import Codec
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.common.grid.board import USUAL_CELL, Edge, Grid, problems
from app.rules.common.grid.cells import Cell
from app.rules.common.grid.lengths import CellSize, Diagonals
from app.rules.common.measures import Unit
from app.values import replace, value

Length = int | float | Annotated[str, Field(pattern=r"^[0-9]{1,4}(\.[0-9]{1,6})?$")]
"""A number, or its digits as text; either way what was written is what counts."""


@value
class DrawnCell:
    """The side of a cell."""

    value: Length
    unit: Unit


@value
class Drawing:
    """A map of square cells; ``rows`` go from north to south, one character a cell.

    `.` open, `#` wall, `,` difficult, `o` obstacle (stops steps, not sight), `^` pit, `+` high ground.
    ``origin`` is the cell of the south-west corner. A cell is 1.5 m unless ``cell`` gives another side.
    """

    rows: str | tuple[str, ...]
    origin: Cell = (0, 0)
    edges: tuple[Edge, ...] = ()
    cell: DrawnCell | None = None
    diagonals: Diagonals = "1-2-1"
    grid: Literal["square", "hex"] = "square"


DRAWING = Codec[Drawing](Drawing)


def read_map(document: object, at: str) -> Grid:
    """The map of a document whose place is ``at``; raises InvalidDocument with everything wrong in it."""
    return grid_of(DRAWING.read(document, at), at)


def grid_of(drawing: Drawing, at: str) -> Grid:
    """The same of a drawing that has been read."""
    if drawing.grid == "hex":
        message = "Maps of hexes are not played; leave the map out and state distances and sides."
        raise InvalidDocument((Problem(f"{at}/grid", "hex_map_not_supported", message),))
    rows = tuple(drawing.rows.split()) if isinstance(drawing.rows, str) else drawing.rows
    cell = USUAL_CELL if drawing.cell is None else CellSize(_exact(drawing.cell.value), drawing.cell.unit)
    grid = Grid(rows, drawing.origin, drawing.edges, cell, drawing.diagonals)
    found = tuple(replace(it, pointer=at + it.pointer) for it in problems(grid))
    if found:
        raise InvalidDocument(found)
    return grid


def _exact(value: int | float | str) -> str:
    """The number as it was written, in its shortest form: JSON's 1.50 is ``1.5``."""
    return format(Decimal(str(value)).normalize(), "f")
