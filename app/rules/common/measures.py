"""Measures that callers state; units are always named, never guessed."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, TypeAlias

MapUnit: TypeAlias = Literal["m", "ft"]
Unit: TypeAlias = Literal["m", "cm", "ft"]

CENTIMETRES = 100
METRES_PER_FOOT = Fraction(3, 10)
"""A 5 ft square is 1.5 m exactly, as on the maps of the d20 rules."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance in whole metres, centimetres or feet."""

    value: int
    unit: Unit

    @property
    def metres(self) -> Fraction:
        """The exact length in metres."""
        match self.unit:
            case "m":
                return Fraction(self.value)
            case "cm":
                return Fraction(self.value, CENTIMETRES)
            case "ft":
                return self.value * METRES_PER_FOOT

    def __str__(self) -> str:
        """As players write it: ``12 m``, ``7.5 m``, ``30 ft``."""
        if self.unit != "cm":
            return f"{self.value} {self.unit}"
        whole, rest = divmod(self.value, CENTIMETRES)
        return f"{whole}.{rest:02}".rstrip("0").rstrip(".") + " m"


def measured(metres: Fraction) -> Distance:
    """A length as a distance, rounded up to a centimetre where it is not a whole one."""
    if metres.denominator == 1:
        return Distance(metres.numerator, "m")
    return Distance(ceil(metres * CENTIMETRES), "cm")
