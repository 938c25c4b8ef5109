"""How dice fell, as it is answered."""

from app.api.schemas.common import Fact, Shape, Source


class EvennessTest(Shape):
    """Pearson's chi-square test. `p` is how often fair dice stray at least as far from an even count.

    Where a single face is expected fewer than five times, `faces_together` neighbours are counted as one.
    """

    chi_square: float
    degrees_of_freedom: int
    faces_together: int
    p: float


class DieStatistics(Shape):
    """One kind of die from one source. `faces` are the counts of 1, 2, 3 …; fewer than 200 are not tested."""

    sides: int
    source: Source
    thrown: int
    faces: list[int]
    test: EvennessTest | None
    message_id: str
    params: dict[str, Fact]
    text: str


class RollerStatistics(Shape):
    """The dice of one roller: all combatants that entered under the same `ref`, or a single one."""

    name: str
    combatants: list[str]
    dice: list[DieStatistics]


class DiceStatistics(Shape):
    """`dice` are those of all rollers together; `tests` is how many tests were made in this answer."""

    campaign_id: str
    dice: list[DieStatistics]
    rollers: list[RollerStatistics]
    tests: int
    note: str
