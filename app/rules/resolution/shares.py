"""Exact shares of all cases, which are added up far more often than they are looked at."""

from fractions import Fraction
from math import gcd, lcm
from typing import Final

LONG = 256
"""Bits of a denominator from which on reducing pays."""


class Share:
    """So many cases ``out_of`` so many. Unlike a `Fraction` it is not reduced, which costs most of a sum."""

    __slots__ = ("cases", "out_of")

    def __init__(self, cases: int, out_of: int) -> None:
        self.cases: Final = cases
        self.out_of: Final = out_of

    def __add__(self, other: "Share") -> "Share":
        if self.out_of == other.out_of:
            return Share(self.cases + other.cases, self.out_of)
        out_of = lcm(self.out_of, other.out_of)
        return Share(self.cases * (out_of // self.out_of) + other.cases * (out_of // other.out_of), out_of)

    def __mul__(self, other: "Share") -> "Share":
        cases, out_of = self.cases * other.cases, self.out_of * other.out_of
        if out_of.bit_length() > LONG:
            common = gcd(cases, out_of)
            return Share(cases // common, out_of // common)
        return Share(cases, out_of)

    def __bool__(self) -> bool:
        return self.cases != 0

    def times(self, number: int) -> "Share":
        """So many times as much."""
        return Share(self.cases * number, self.out_of)

    @property
    def rest(self) -> "Share":
        """What is missing to all cases."""
        return Share(self.out_of - self.cases, self.out_of)

    @property
    def fraction(self) -> Fraction:
        """The same, reduced."""
        return Fraction(self.cases, self.out_of)


WHOLE = Share(1, 1)
NONE = Share(0, 1)
