"""The closest space from which a charger can attack (D20-CHG-20 … D20-CHG-35, D-2)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from app.rules.common.grid.bands import Band, reaches
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.grid.sight import has_line

Tie: TypeAlias = Literal["euclid", "die", "chooser"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A space that is closest by the count of cells; ``square`` is the squared straight way in cells."""

    at: Cell
    cost: int
    square: int


@dataclass(frozen=True, slots=True)
class Ends:
    """The closest spaces, nearest by the straight line first. ``is_covered``: from none of all the spaces
    in reach of the target is there a line to it, and these are the closest regardless.
    """

    candidates: tuple[Candidate, ...]
    is_covered: bool = False

    def tied(self, tie: Tie) -> tuple[Cell, ...]:
        """Those that the option leaves to a die or to the charger (D-2)."""
        least = self.candidates[0].square
        return tuple(it.at for it in self.candidates if tie != "euclid" or it.square == least)


def closest_spaces(grid: Grid | None, charger: Footprint, target: Footprint, band: Band) -> Ends:
    """The spaces from which ``band`` holds the target and a line leads to it, that cost the charger least.

    Whoever or whatever is in a space does not count: there is no second choice (D20-CHG-32).
    """
    x, y = charger.at
    spaces = [
        Candidate((to_x, to_y), one_two_one(to_x - x, to_y - y), (to_x - x) ** 2 + (to_y - y) ** 2)
        for right, up in _around(band, charger.size, target.size)
        for to_x, to_y in ((target.at[0] + right, target.at[1] + up),)
    ]
    spaces.sort(key=lambda it: (it.cost, it.square, it.at))
    for _, alike in groupby(spaces, key=lambda it: it.cost):
        seen = tuple(it for it in alike if grid is None or has_line(grid, charger.moved_to(it.at), target))
        if seen:
            return Ends(seen)
    return Ends(tuple(it for it in spaces if it.cost == spaces[0].cost), is_covered=True)


@lru_cache(maxsize=256)
def _around(band: Band, size: int, target_size: int) -> tuple[Cell, ...]:
    """Places of a body of ``size`` from which it reaches a body at (0, 0), on whose space it does not come to
    stand unless it has no reach at all.
    """
    target = Footprint((0, 0), target_size)
    far = range(-size - band.greatest, target_size + band.greatest + 1)
    spaces = (Footprint((x, y), size) for x in far for y in far)
    return tuple(
        space.at
        for space in spaces
        if reaches(band, space, target) and (band.greatest == 0 or not space.overlaps(target))
    )
