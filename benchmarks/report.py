"""The figures in words: a table for the terminal, and the page that is kept."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

from benchmarks.durable_attacks import SAME_STATEMENTS, SERVICE, WRITE_ALONE, Measurements, Plan
from benchmarks.slices import Spread, percentile, rate, ratio

PAGE = Path("docs/benchmarks.md")
SUBJECTS = (SERVICE, SAME_STATEMENTS, WRITE_ALONE)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where and when the figures were taken."""

    processor: str
    cores: int
    python: str
    postgresql: str

    def sentence(self) -> str:
        today = datetime.now(UTC).date().isoformat()
        return (
            f"{self.processor}, {self.cores} cores; {today}; Python {self.python},"
            f" PostgreSQL {self.postgresql}, both sides and the database on the same machine."
        )


def processor() -> str:
    """The processor's name as its maker writes it, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def table(measurements: Measurements) -> Table:
    """Rates of all subjects, and what share of each peer's the service reaches."""
    shown = Table(title="B8: durable attacks over HTTP; medians (least–greatest)", title_justify="left")
    for heading in ("clients", "per second", "service's share"):
        shown.add_column(heading, justify="right", no_wrap=True)
    shown.add_column("subject", no_wrap=True)
    for clients, ratios, rates in _rows(measurements):
        shares = ("", *(each.text(".2f") for each in ratios))
        for subject, absolute, share in zip(SUBJECTS, rates, shares, strict=True):
            shown.add_row(str(clients), absolute.text(".0f"), share, subject)
        shown.add_section()
    return shown


def _rows(measurements: Measurements) -> Iterator[tuple[int, tuple[Spread, ...], tuple[Spread, ...]]]:
    for clients, taken in measurements.items():
        ours, same, alone = taken[SERVICE], taken[SAME_STATEMENTS], taken[WRITE_ALONE]
        yield clients, (ratio(ours, same), ratio(ours, alone)), (rate(ours), rate(same), rate(alone))


def latencies(measurements: Measurements) -> str:
    """How long one attack takes when nobody else is there."""
    alone = measurements[1]
    ours, peers = (
        [percentile(alone[name], percent) * 1000 for percent in (50, 99)]
        for name in (SERVICE, SAME_STATEMENTS)
    )
    return (
        f"At 1 client half of the attacks are answered within {ours[0]:.2f} ms and 99 % within"
        f" {ours[1]:.2f} ms, {ours[0] / peers[0]:.1f} and {ours[1] / peers[1]:.1f} times what pgbench takes"
        f" ({peers[0]:.2f} and {peers[1]:.2f} ms)."
    )


def client_share(measurements: Measurements) -> str:
    """What the measuring itself cost."""
    most = max(each.client_load for taken in measurements.values() for each in taken[SERVICE])
    return f"The client that sends the attacks used at most {most:.0%} of one core."


def page(plan: Plan, measurements: Measurements, circumstances: Circumstances) -> str:
    """The page that is kept in the repository."""
    ratios, rates = [], []
    for clients, compared, absolute in _rows(measurements):
        ratios.append(_row(clients, compared, ".2f"))
        rates.append("    " + _row(clients, absolute, ".0f"))
    return (
        Path(__file__)
        .with_name("page.md")
        .read_text()
        .format(
            ratios="\n".join(ratios),
            rates="\n".join(rates),
            latencies=latencies(measurements),
            encounters=plan.encounters,
            slices=plan.slices,
            seconds=plan.seconds,
            client_share=client_share(measurements),
            circumstances=circumstances.sentence(),
        )
    )


def _row(clients: int, figures: tuple[Spread, ...], form: str) -> str:
    return f"| {clients} | {' | '.join(each.text(form) for each in figures)} |"
