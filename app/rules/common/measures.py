"""Measures that callers state; units are always named, never guessed."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["m", "ft"]

METRES_PER_FOOT = Fraction(3, 10)
"""A 5 ft square is 1.5 m exactly, as on the maps of the d20 rules."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance in whole metres or feet."""

    value: int
    unit: Unit

    @property
    def metres(self) -> Fraction:
        """The exact length in metres."""
        return self.value * METRES_PER_FOOT if self.unit == "ft" else Fraction(self.value)
