"""Every way in which dice can fall, as far as rules tell the ways apart, and how likely each of them is."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import prod
from typing import TypeAlias

from app.rules.common.dice import Dice, Throw
from app.values import value

MOST_THROWS = 5_000
"""Ways that are told apart of one roll; with more of them nobody counts."""
HARDLY_EVER = 100_000
"""A die that opens again and again is not followed where that happens less than once in so many rolls."""

Sums: TypeAlias = dict[int, tuple[tuple[int, ...], int]]
"""By sum: faces that make it, and in how many ways it is made."""


class TooManyThrows(Exception):
    """Dice that fall in more ways than are told apart."""


@value
class Throws:
    """Throws with the number of ways in which each falls, of ``out_of`` in all; ``cut`` are not followed."""

    ways: tuple[tuple[Throw, int], ...]
    out_of: int
    cut: int = 0


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
    return Throws(tuple(ways), sides**thrown, len(opens) ** thrown)
