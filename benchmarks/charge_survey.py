"""`python -m benchmarks.charge_survey`: what the survey of a charge takes on a full map.

A map of 60 by 60 cells with rubble, pillars, pits and doors, and 40 combatants besides charger and target,
who stand by; others each time. No dice, nothing stored: the engine's part of a preview.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from statistics import median, quantiles
from time import perf_counter

from rich.console import Console

from app.rules.common.grid.bands import natural_band
from app.rules.common.grid.board import Edge, EdgeKind, Grid
from app.rules.common.grid.cells import Footprint
from app.rules.d20.charge.charge_way import Bystander, ChargeWay, survey

SIDE = 60
OTHERS = 40
FAR = 12
"""Cells that a charger at speed 30 ft may go."""
KINDS: tuple[EdgeKind, ...] = ("wall", "door", "low-wall", "fence")


@dataclass(frozen=True, slots=True)
class Charge:
    """One charger and target, and everybody else."""

    charger: Footprint
    target: Footprint
    reach: int
    others: tuple[Bystander, ...]

    def surveyed(self, grid: Grid) -> ChargeWay:
        return survey(grid, self.charger, self.target, natural_band(self.reach), self.others, greatest=FAR)


def scene(charges: int, edges: int = 60) -> tuple[Grid, tuple[Charge, ...]]:
    """A map, and charges over it no longer than a charge can be; the same ones every time."""
    chance = Random(60)
    ground = ("." * 46) + ",,,#o^"
    rows = tuple("".join(chance.choice(ground) for _ in range(SIDE)) for _ in range(SIDE))
    sides = list(product(range(SIDE - 1), range(SIDE - 1), ((0, 1), (1, 0))))
    drawn = tuple(
        Edge(((x, y), (x + right, y + up)), chance.choice(KINDS))
        for x, y, (right, up) in chance.sample(sides, edges)
    )
    return Grid(rows, edges=drawn), tuple(_charge(chance) for _ in range(charges))


def _charge(chance: Random) -> Charge:
    def somewhere(low: int = 0, high: int = SIDE - 3) -> int:
        return chance.randint(max(0, low), min(SIDE - 3, high))

    start = somewhere(), somewhere()
    target = somewhere(start[0] - FAR, start[0] + FAR), somewhere(start[1] - FAR, start[1] + FAR)
    sizes = (1, 1, 1, 2, 3)
    others = tuple(
        Bystander(str(number), Footprint((somewhere(), somewhere()), chance.choice(sizes)))
        for number in range(OTHERS)
    )
    size = chance.choice(sizes)
    return Charge(Footprint(start, size), Footprint(target), size, others)


def run(charges: int = 300) -> None:
    """Time each survey once, after a first one that fills what is kept for a map."""
    grid, all_of_them = scene(charges)
    _ = all_of_them[0].surveyed(grid)
    times: list[float] = []
    for charge in all_of_them:
        begin = perf_counter()
        _ = charge.surveyed(grid)
        times.append(1000 * (perf_counter() - begin))
    most = quantiles(times, n=100, method="inclusive")[94]
    Console(highlight=False).print(
        f"{charges} charges on {SIDE} × {SIDE} cells among {OTHERS} combatants:"
        f" half of them surveyed within {median(times):.2f} ms, 95 % within {most:.2f} ms.",
        soft_wrap=True,
    )


if __name__ == "__main__":
    run()
