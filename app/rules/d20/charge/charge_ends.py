"""The closest space from which a charger can attack (D20-CHG-20 … D20-CHG-35, D-2)."""

from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from app.rules.common.grid.bands import Band, reaches
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.grid.sight import has_line
from app.values import value

Tie: TypeAlias = Literal["euclid", "die", "chooser"]


@value
class Candidate:
    """A space that is closest by the count of cells; ``square`` is the squared straight way in cells."""

    at: Cell
    cost: int
    square: int


@value
class Ends:
    """The closest spaces, nearest by the straight line first. ``is_covered``: from none of all the spaces
    in reach of the target is there a line to it, and these are the closest regardless; ``is_beyond``: the
    target is too high or too low for all of them, and these are those that would do were it not.
    """

    candidates: tuple[Candidate, ...]
    is_covered: bool = False
    is_beyond: bool = False

    def tied(self, tie: Tie) -> tuple[Cell, ...]:
        """Those that the option leaves to a die or to the charger (D-2)."""
        least = self.candidates[0].square
        return tuple(it.at for it in self.candidates if tie != "euclid" or it.square == least)


def closest_spaces(
    grid: Grid | None, charger: Footprint, target: Footprint, band: Band, rise: int = 0
) -> Ends:
    """The spaces from which ``band`` holds the target and a line leads to it, that cost the charger least.

    ``rise`` is how many cells the target is above the charger, below it where negative; high ground lifts a
    charger by one more. Whoever or whatever is in a space does not count: there is no second choice
    (D20-CHG-32).
    """
    spaces = _spaces(grid, charger, target, band, rise)
    is_beyond = not spaces
    if is_beyond:
        spaces = _spaces(None, charger, target, band, 0)
    spaces.sort(key=lambda it: (it.cost, it.square, it.at))
    for _, alike in groupby(spaces, key=lambda it: it.cost):
        seen = tuple(it for it in alike if grid is None or has_line(grid, charger.moved_to(it.at), target))
        if seen:
            return Ends(seen, is_beyond=is_beyond)
    return Ends(tuple(it for it in spaces if it.cost == spaces[0].cost), True, is_beyond)


def _spaces(
    grid: Grid | None, charger: Footprint, target: Footprint, band: Band, rise: int
) -> list[Candidate]:
    """Every space from which the band holds the target, with what it costs the charger to come there."""
    x, y = charger.at
    found: list[Candidate] = []
    hills = grid if grid is not None and grid.has_high_ground else None
    for lift in (0,) if hills is None else (0, 1):
        for right, up in _around(band, charger.size, target.size, abs(rise - lift)):
            to_x, to_y = target.at[0] + right, target.at[1] + up
            is_high = hills is not None and hills.is_high(charger.moved_to((to_x, to_y)))
            if is_high == bool(lift):
                away = (to_x - x, to_y - y)
                found.append(Candidate((to_x, to_y), one_two_one(*away), away[0] ** 2 + away[1] ** 2))
    return found


@lru_cache(maxsize=256)
def _around(band: Band, size: int, target_size: int, high: int) -> tuple[Cell, ...]:
    """Places of a body of ``size`` from which it reaches a body at (0, 0) so much higher or lower, on whose
    space it does not come to stand unless it has no reach at all.
    """
    target = Footprint((0, 0), target_size)
    far = range(-size - band.greatest, target_size + band.greatest + 1)
    spaces = (Footprint((x, y), size) for x in far for y in far)
    return tuple(
        space.at
        for space in spaces
        if reaches(band, space, target, high) and (band.greatest == 0 or not space.overlaps(target))
    )
