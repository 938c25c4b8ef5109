"""Every way in which dice can fall, as far as rules tell the ways apart, and how likely each of them is."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, product
from math import prod
from typing import TypeAlias, TypeVar

from app.rules.common.dice import Dice, Throw
from app.values import value

MOST_THROWS = 5_000
"""Ways that are told apart of one roll; with more of them nobody counts."""
HARDLY_EVER = 100_000
"""A die that opens again and again is not followed where that happens less than once in so many rolls."""

T = TypeVar("T")
Sums: TypeAlias = dict[int, tuple[tuple[int, ...], int]]
"""By sum: faces that make it, and in how many ways it is made."""


class TooManyThrows(Exception):
    """Dice that fall in more ways than are told apart."""


@value
class Throws:
    """Throws with the number of ways in which each falls, of ``out_of`` in all; ``cut`` are not followed.

    ``longest`` are the faces of the longest throw of a die that opens.
    """

    ways: tuple[tuple[Throw, int], ...]
    out_of: int
    cut: int = 0
    longest: tuple[int, ...] = ()


ENDLESS = 1_000_000
"""A total beyond every table and every difficulty."""


@value
class Ladder:
    """Throws from the lowest total to the highest, with the number of ways up to and with each of them."""

    throws: tuple[Throw, ...]
    ways_up_to: tuple[int, ...]

    def ways(self, first: int, last: int) -> int:
        """In how many ways one of these falls."""
        return self.ways_up_to[last] - (self.ways_up_to[first - 1] if first else 0)


@lru_cache(maxsize=256)
def ladders_of(dice: Dice, alike: tuple[int, ...] = ()) -> tuple[Ladder, ...]:
    """The throws by their totals, those that opened apart from the others. Raises TooManyThrows."""
    found = throws_of(dice, alike)
    ladders: list[Ladder] = []
    for opened in (False, True):
        rungs = sorted(
            (it for it in found.ways if (dice.open_from is not None and it[0].opened) is opened),
            key=lambda it: it[0].total,
        )
        if rungs:
            ladders.append(Ladder(tuple(throw for throw, _ in rungs), tuple(accumulate(n for _, n in rungs))))
    return tuple(ladders)


def grouped(
    dice: Dice, alike: tuple[int, ...], outcome: Callable[[Throw], T], *, in_ranges: bool
) -> tuple[dict[T, int], int, int]:
    """In how many ways each outcome falls, of how many in all, and how many of these are not told.

    ``in_ranges`` as in `Roll`. Dice that open without end are then told to the last one; those that are read
    otherwise are not followed beyond `HARDLY_EVER`. Raises TooManyThrows.
    """
    found = throws_of(dice, alike)
    counted: dict[T, int] = {}
    if not in_ranges:
        for throw, ways in found.ways:
            result = outcome(throw)
            counted[result] = counted.get(result, 0) + ways
        return counted, found.out_of, found.cut
    for ladder in ladders_of(dice, alike):
        _climb(ladder, outcome, counted)
    cut = found.cut
    if cut and dice.open_from is not None:
        least = Throw((dice.open_from,) * len(found.longest) + (1,))
        endless = outcome(Throw((dice.open_from, ENDLESS)))
        if outcome(least) == endless:
            counted[endless] = counted.get(endless, 0) + cut
            cut = 0
    return counted, found.out_of, cut


def _climb(ladder: Ladder, outcome: Callable[[Throw], T], counted: dict[T, int]) -> None:
    """Add the ways of each range; between two throws that mean the same all others mean it too."""
    pending = [(0, outcome(ladder.throws[0]), len(ladder.throws) - 1, outcome(ladder.throws[-1]))]
    while pending:
        first, low, last, high = pending.pop()
        if low == high:
            counted[low] = counted.get(low, 0) + ladder.ways(first, last)
        elif last - first == 1:
            for at, result in ((first, low), (last, high)):
                counted[result] = counted.get(result, 0) + ladder.ways(at, at)
        else:
            middle = (first + last) // 2
            # Each throw is counted in one of the two halves.
            pending.append((middle + 1, outcome(ladder.throws[middle + 1]), last, high))
            pending.append((first, low, middle, outcome(ladder.throws[middle])))


@lru_cache(maxsize=256)
def throws_of(dice: Dice, alike: tuple[int, ...] = ()) -> Throws:
    """All throws of ``dice``. Of each run of dice whose length is in ``alike`` only the sum is told apart.

    A die that opens is thrown again and added (H-ROLL-1), and its first face is read for low rolls only
    (H-ROLL-2): of those that opened the sum alone is told apart. Raises TooManyThrows.
    """
    if dice.open_from is not None:
        return _opening(dice, dice.open_from)
    runs = [_sums(run) for run in _runs(dice.sides, alike)]
    if prod(map(len, runs)) > MOST_THROWS:
        raise TooManyThrows
    return Throws(tuple(_put_together(runs)), prod(dice.sides))


def _runs(sides: tuple[int, ...], alike: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    at = 0
    for length in alike or (1,) * len(sides):
        yield sides[at : at + length]
        at += length


def _put_together(runs: list[Sums]) -> Iterator[tuple[Throw, int]]:
    for chosen in product(*(run.values() for run in runs)):
        yield Throw(tuple(face for faces, _ in chosen for face in faces)), prod(ways for _, ways in chosen)


def _sums(sides: Iterable[int]) -> Sums:
    sums: Sums = {0: ((), 1)}
    for count in sides:
        sums = _with(sums, range(1, count + 1))
    return sums


def _with(sums: Sums, faces: Iterable[int]) -> Sums:
    """The sums with one more die that shows one of the ``faces``."""
    longer: Sums = {}
    for (thrown, ways), face in product(sums.values(), faces):
        _add(longer, (*thrown, face), ways)
    return longer


def _add(sums: Sums, faces: tuple[int, ...], ways: int) -> None:
    total = sum(faces)
    known, before = sums.get(total, (faces, 0))
    sums[total] = known, before + ways


def _opening(dice: Dice, open_from: int) -> Throws:
    if len(dice.sides) != 1:
        raise TooManyThrows
    sides = dice.sides[0]
    opens, stays = range(open_from, sides + 1), range(1, open_from)
    thrown = 1
    while len(opens) ** thrown * HARDLY_EVER > sides**thrown:
        thrown += 1
    ways = [(Throw((face,)), sides ** (thrown - 1)) for face in stays]
    opened: Sums = {0: ((), 1)}
    sums: Sums = {}
    for count in range(2, thrown + 1):
        opened = _with(opened, opens)
        for faces, times in _with(opened, stays).values():
            _add(sums, faces, times * sides ** (thrown - count))
    ways += [(Throw(faces), times) for faces, times in sums.values()]
    return Throws(tuple(ways), sides**thrown, len(opens) ** thrown, (open_from,) * thrown)
