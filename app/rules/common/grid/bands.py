"""How far a body reaches: a band of distances round its footprint (D20-GEO-06 … D20-GEO-14).

Distances are counted 1-2-1 from the nearest cell of one body to the nearest of the other, so that what
stands next to a body is one cell away and what shares a cell with it none. A rider reaches from the
footprint of its mount (D20-GEO-13): give that footprint.
"""

from functools import lru_cache

from app.rules.common.grid.cells import Cell, Footprint, gap
from app.rules.common.grid.lengths import in_space, one_two_one
from app.values import value

SECOND_DIAGONAL = 2
"""The reach, in cells, that takes in the second diagonal although it counts as three (D20-GEO-08)."""


@value
class Band:
    """Whatever is no nearer than ``least`` and no farther than ``greatest`` cells.

    ``second_diagonal`` is the option `reach_second_diagonal` (D-10): two cells of reach take in a body two
    diagonal steps away, although those count as three; a weapon that starts beyond two cells leaves it out
    then. ``least`` 0 takes in the body's own space.
    """

    least: int
    greatest: int
    second_diagonal: bool = True

    @property
    def ends_at_second_diagonal(self) -> bool:
        """Whether it is another band by the other reading of D-10."""
        return SECOND_DIAGONAL in (self.greatest, self.least - 1)

    def holds(self, right: int, up: int, high: int = 0) -> bool:
        """Whether a body so many columns and rows away, and so many cells higher or lower, is in the band."""
        return self._is_within(self.greatest, right, up, high) and not self._is_within(
            self.least - 1, right, up, high
        )

    def _is_within(self, reach: int, right: int, up: int, high: int) -> bool:
        if reach == SECOND_DIAGONAL and self.second_diagonal:
            return max(right, up, high) <= reach
        return in_space(one_two_one(right, up), high) <= reach


def natural_band(reach: int, *, second_diagonal: bool = True) -> Band:
    """Of a body's own reach in cells: its space and as far round it (D20-GEO-07 … D20-GEO-09, D20-GEO-14)."""
    return Band(0, reach, second_diagonal)


def reach_weapon_band(reach: int, *, second_diagonal: bool = True) -> Band:
    """Of a reach weapon in the hands of a body whose own reach is ``reach`` cells: beyond that and up to
    twice as far (D20-GEO-10 … D20-GEO-12).
    """
    return Band(reach + 1, 2 * reach, second_diagonal)


def reaches(band: Band, attacker: Footprint, target: Footprint, high: int = 0) -> bool:
    """Whether the target is in the band, ``high`` cells above or below the attacker; by its nearest cell, so
    a big foe next to a pikeman is too near.
    """
    return band.holds(*gap(attacker, target), high)


def threatened(band: Band, body: Footprint) -> tuple[Cell, ...]:
    """The cells in the band round a body, row by row from the south; its own where the band begins at 0."""
    x, y = body.at
    return tuple((x + right, y + up) for right, up in _around(band, body.size))


@lru_cache(maxsize=256)
def _around(band: Band, size: int) -> tuple[Cell, ...]:
    body, far = Footprint((0, 0), size), range(-band.greatest, size + band.greatest)
    return tuple((x, y) for y in far for x in far if band.holds(*gap(body, Footprint((x, y)))))
