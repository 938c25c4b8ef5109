"""How far things are apart and how long ways are, exactly.

Three rules for diagonals: ``equal`` counts every step as one cell; ``1-2-1`` counts every second diagonal
step as two; ``exact`` is the straight line. Its lengths are roots and so they are compared by their
squares; where a number is needed it is the root *rounded up* to a hundredth of the map's unit. A length
rounded up is at most a given number of hundredths exactly when the true one is.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Footprint, gap
from app.rules.common.measures import METRES_PER_FOOT, Unit
from app.values import value

Diagonals: TypeAlias = Literal["1-2-1", "equal", "exact"]
Offset: TypeAlias = tuple[int, int]
"""Columns and rows of a straight stretch."""
HUNDREDTHS = 100


@value
class CellSize:
    """The side of a cell; ``value`` is a whole or decimal number as text, so that it stays exact."""

    value: str = "1.5"
    unit: Unit = "m"

    @property
    def length(self) -> Fraction:
        """In its own unit."""
        return Fraction(self.value)

    @property
    def metres(self) -> Fraction:
        """In metres: a cell of 5 ft is 1.5 m."""
        return self.length * METRES_PER_FOOT if self.unit == "ft" else self.length


@value
class Scale:
    """A cell's size with the rule for diagonals: all that measuring needs."""

    cell: CellSize
    diagonals: Diagonals

    def apart(self, one: Footprint, other: Footprint) -> Fraction:
        """Metres from the nearest cell of one to the nearest of the other, counted in cells by the rule."""
        return self.way((gap(one, other),))

    def is_within(self, one: Footprint, other: Footprint, reach: Fraction) -> bool:
        """Whether both are no more than ``reach`` metres apart; never rounded."""
        if reach < 0:
            return False
        if self.diagonals == "exact":
            return _square(gap(one, other)) * self.cell.metres**2 <= reach**2
        return self.apart(one, other) <= reach

    def way(self, stretches: Iterable[Offset]) -> Fraction:
        """Metres of a way of straight stretches; diagonals count over the whole of it."""
        return sum_of(self.cell.metres, self.diagonals, tuple(stretches))


def sum_of(cell: Fraction, diagonals: Diagonals, stretches: tuple[Offset, ...]) -> Fraction:
    """The length of all stretches together, with cells of the side ``cell``."""
    if diagonals == "exact":
        return sum((root_up(_square(stretch) * cell**2) for stretch in stretches), Fraction(0))
    longer = sum(max(abs(right), abs(up)) for right, up in stretches)
    slanting = sum(min(abs(right), abs(up)) for right, up in stretches)
    return cell * (longer + (slanting // 2 if diagonals == "1-2-1" else 0))


def root_up(square: Fraction) -> Fraction:
    """The least whole number of hundredths whose square is no less than ``square`` (0 or more)."""
    wanted = square * HUNDREDTHS**2
    root = isqrt(wanted.numerator // wanted.denominator)
    return Fraction(root if root**2 == wanted else root + 1, HUNDREDTHS)


def _square(stretch: Offset) -> int:
    right, up = stretch
    return right**2 + up**2


def one_two_one(right: int, up: int, parity: int = 0) -> int:
    """Cells of a straight stretch over free ground when every second diagonal counts two (D20-GEO-02).

    With ``parity`` 1 the first of them does.
    """
    right, up = abs(right), abs(up)
    return max(right, up) + (min(right, up) + parity) // 2


def in_space(across: int, high: int) -> int:
    """Cells between things ``across`` apart on the ground and ``high`` apart above it, 1-2-1 again."""
    return one_two_one(across, high)
