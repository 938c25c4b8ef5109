"""What must hold of an encounter before it begins: these games are played on squares of 5 ft."""

from collections.abc import Iterator

from app.rules.common.errors import Problem
from app.rules.d20.table.measures import FEET_PER_SQUARE, METRES_PER_SQUARE
from app.rules.d20.table.state import Encounter


def check_map(encounter: Encounter) -> Iterator[Problem]:
    """What is wrong with the map that an encounter is to begin with (D20-GEO-01)."""
    if encounter.map is None:
        return
    scale = encounter.map.scale
    if scale.cell.metres != METRES_PER_SQUARE:
        yield Problem(
            "/map/cell",
            "map_squares",
            "Squares are {feet_per_square} ft, or 1.5 m; leave `cell` out.",
            (("feet_per_square", FEET_PER_SQUARE),),
        )
    if scale.diagonals != "1-2-1":
        message = "Diagonals count 1 and 2 by turns; leave `diagonals` out."
        yield Problem("/map/diagonals", "map_diagonals", message)
