"""Rates and times taken in alternating slices, and the ratios between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Slice:
    """What one subject did in one slice: how often each second, and how long each took (seconds)."""

    rate: float
    times: tuple[float, ...]
    client_load: float = 0.0
    """Share of one processor core that the measuring side used for itself."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A median with the least and the greatest figure beside it."""

    median: float
    least: float
    greatest: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> "Spread":
        return cls(median(figures), min(figures), max(figures))

    def text(self, form: str) -> str:
        return f"{self.median:{form}} ({self.least:{form}}–{self.greatest:{form}})"


def rate(slices: Sequence[Slice]) -> Spread:
    return Spread.of([each.rate for each in slices])


def ratio(subject: Sequence[Slice], peer: Sequence[Slice]) -> Spread:
    """How many times the peer's rate the subject's is, slice by slice: neighbours in time are compared."""
    return Spread.of([ours.rate / theirs.rate for ours, theirs in zip(subject, peer, strict=True)])


def percentile(slices: Sequence[Slice], percent: int) -> float:
    """Over all slices together, in seconds."""
    times = [time for each in slices for time in each.times]
    return quantiles(times, n=100, method="inclusive")[percent - 1]
