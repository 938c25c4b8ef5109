"""Simulations as they are answered."""

from typing import Literal

from app.api.schemas.common import Moment, Shape
from app.rules.resolution.policies import Policy
from app.rules.resolution.simulation import Undecided


class SimulatedPolicy(Shape):
    """How a side or a combatant fights."""

    policy: Policy
    side: str | None
    combatant: str | None


class CountedChance(Shape):
    """How many runs it came to, what part of all that is, and the 95 % interval of the chance (Wilson)."""

    runs: int
    chance: float
    low: float
    high: float


class UndecidedRuns(CountedChance):
    """Runs that nobody won, by the reason."""

    why: dict[Undecided, int]


class SimulatedSide(Shape):
    """A side, or a combatant without one, and how often it was the last that stood."""

    side: str
    combatants: list[str]
    wins: CountedChance


class RunsOfLength(Shape):
    rounds: int
    runs: int


class SimulatedRounds(Shape):
    """For how many rounds the runs went on."""

    mean: float
    least: int
    quartiles: list[int]
    most: int
    histogram: list[RunsOfLength]


class SimulatedCombatant(Shape):
    """How a combatant fared: chances of how it was at the end, and means of a run."""

    id: str
    name: str
    side: str
    policy: Policy
    down: CountedChance
    dead: CountedChance
    points_left: float
    dealt: float
    taken: float
    attacks: float
    hits: float


class RunsWorthReading(Shape):
    """Numbers of runs that are worth a look: of the median length, the shortest, the longest."""

    typical: int
    shortest: int
    longest: int


class SimulationResult(Shape):
    """What came of all runs."""

    sides: list[SimulatedSide]
    undecided: UndecidedRuns
    rounds: SimulatedRounds
    combatants: list[SimulatedCombatant]
    worth_reading: RunsWorthReading


class SimulationSummary(Shape):
    """A simulation without its result. It is kept until `expires_at` once it is over."""

    id: str
    encounter_id: str
    title: str
    ruleset: str
    status: Literal["running", "finished", "failed"]
    policies: list[SimulatedPolicy]
    runs: int
    max_rounds: int
    seed: str
    done: int
    created_at: Moment
    finished_at: Moment | None
    expires_at: Moment | None


class Simulation(SimulationSummary):
    """A simulation; `result` is null until all runs are over."""

    result: SimulationResult | None
