"""Feet and squares: a square is 5 ft or 1.5 m (D20-CHG-49)."""

from fractions import Fraction

from app.rules.common.measures import METRES_PER_FOOT, Distance

FEET_PER_SQUARE = 5
METRES_PER_SQUARE = FEET_PER_SQUARE * METRES_PER_FOOT


def feet_of(distance: Distance) -> int:
    """A stated distance in whole feet, rounded up so that nothing comes into range by rounding."""
    exact = distance.metres / METRES_PER_FOOT
    return -(-exact.numerator // exact.denominator)


def squares_of(distance: Distance) -> int:
    """The whole squares in a stated distance: 9 m are 6, as are 30 ft."""
    exact = Fraction(distance.metres) / METRES_PER_SQUARE
    return exact.numerator // exact.denominator
