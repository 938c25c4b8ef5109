"""Pearson's chi-square test of an even count, with its exact tail.

For a whole number of degrees of freedom the tail is a finite sum: neither an approximation nor a library of
statistics is needed.
"""

from collections.abc import Sequence
from math import erfc, exp, fsum, lgamma, log, sqrt

from app.values import value

LEAST_EXPECTED = 5
"""How many are to be expected of each thing that is counted, or the test does not hold."""


@value
class Evenness:
    """How even a count is: ``chance`` is how often a fair count strays at least as far.

    Neighbouring faces were counted together in groups of ``group`` where single ones were too few.
    """

    statistic: float
    degrees_of_freedom: int
    group: int
    chance: float


def evenness(counts: Sequence[int]) -> Evenness | None:
    """Test the counts of the faces 1, 2, 3 …; None where they are too few to say anything."""
    total, faces = sum(counts), len(counts)
    groups = (
        size for size in range(1, faces) if faces % size == 0 and total * size >= LEAST_EXPECTED * faces
    )
    group = next(groups, None)
    if group is None:
        return None
    counted = [sum(counts[start : start + group]) for start in range(0, faces, group)]
    expected = total * group / faces
    statistic = fsum((each - expected) ** 2 for each in counted) / expected
    return Evenness(statistic, len(counted) - 1, group, tail(statistic, len(counted) - 1))


def tail(statistic: float, degrees_of_freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least ``statistic``.

    This is the regularised incomplete gamma function Q(k/2, x/2), which for a whole k is the sum of
    e^(−h) h^s / Γ(s + 1) with h = x/2 over s = k/2 − 1, k/2 − 2 … down to 0, or down to 1/2 and then erfc √h.
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    is_odd = degrees_of_freedom % 2
    powers = (step + is_odd / 2 for step in range(degrees_of_freedom // 2))
    terms = [exp(power * log(half) - half - lgamma(power + 1)) for power in powers]
    return min(1.0, fsum([erfc(sqrt(half)) if is_odd else 0.0, *terms]))
