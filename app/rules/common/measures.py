"""Measures that callers state; units are always named, never guessed."""

from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Literal, TypeAlias

from app.values import value

Unit: TypeAlias = Literal["m", "ft"]

METRES_PER_FOOT = Fraction(3, 10)
"""A 5 ft square is 1.5 m exactly, as on the maps of the d20 rules."""
FARTHEST = 1_000_000
SMALLEST = Decimal("0.01")


@value
class Distance:
    """A distance in metres or feet, exact, with two decimals at most; raises ValueError for any other."""

    value: int | Decimal
    unit: Unit

    def __post_init__(self) -> None:
        if isinstance(self.value, Decimal) and not self.value.is_finite():
            raise ValueError("a distance is a number")
        # The size comes first: a decimal of enormous exponent would be enormous as a fraction.
        if not -FARTHEST <= self.value <= FARTHEST or self.value % SMALLEST != 0:
            raise ValueError(f"a distance has two decimals at most and is not above {FARTHEST}")

    @property
    def metres(self) -> Fraction:
        """The exact length in metres."""
        length = Fraction(self.value)
        return length * METRES_PER_FOOT if self.unit == "ft" else length

    def __str__(self) -> str:
        """As players write it: ``12 m``, ``7.5 m``, ``30 ft``."""
        return f"{self.value} {self.unit}"


def measured(metres: Fraction) -> Distance:
    """A length as a distance, rounded up to a centimetre where it is not a whole one."""
    if metres.denominator == 1:
        return Distance(metres.numerator, "m")
    return Distance((ceil(metres * 100) * SMALLEST).normalize(), "m")
