"""A roll read in ranges means throw by throw what a few looks make of it; open dice are told whole."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from app.cli.play import shipped_shelf
from app.rules.common.dice import D20, OPEN_D100, Dice, Throw
from app.rules.harp.table.tables import AttackTable
from app.rules.resolution.throws import grouped, throws_of


def one_by_one(dice: Dice, outcome: Callable[[Throw], object]) -> Counter[object]:
    """The plain way: each throw looked at."""
    counted: Counter[object] = Counter()
    for throw, ways in throws_of(dice).ways:
        counted[outcome(throw)] += ways
    return counted


@pytest.mark.parametrize(("needed", "bonus"), list(product((1, 5, 60, 96, 101, 150, 191, 300), (-40, 0, 45))))
def test_a_threshold_is_told_exactly_however_often_the_die_opens(needed: int, bonus: int) -> None:
    counted, out_of, cut = grouped(OPEN_D100, (), lambda throw: throw.total + bonus >= needed, in_ranges=True)
    assert (sum(counted.values()), cut) == (out_of, 0)
    assert Fraction(counted.get(True, 0), out_of) == at_least(needed - bonus)


def at_least(total: int) -> Fraction:
    """The chance of an open-ended d100 by another way: face by face, on from each of 96 to 100."""
    if total <= 1:
        return Fraction(1)
    chance = Fraction(sum(face >= total for face in range(1, 96)), 100)
    return chance + sum((at_least(total - face) for face in range(96, 101)), Fraction()) / 100


TABLES = sorted(shipped_shelf("harp-tdm").tables.attack_tables)


def attacked(read: AttackTable, column: int, size: Any, throw: Throw, *, opens: bool) -> object:
    """What `in_ranges` says of the attack: each column and size, with and without the cap of the size."""
    if throw.first <= 3:
        return "fumble"
    return read.read(throw.total + 35, column, size, ignores_cap=throw.opened and opens).cell


@pytest.mark.parametrize("opens", [False, True])
@pytest.mark.parametrize("table", TABLES)
def test_no_cell_of_a_table_comes_again_once_another_took_its_place(table: str, *, opens: bool) -> None:
    """What `in_ranges` says of the attack: each column and size, with and without the cap of the size."""
    read = shipped_shelf("harp-tdm").tables.attack_tables[table]
    for column in range(1, 11):
        for size in read.size_caps:
            outcome = partial(attacked, read, column, size, opens=opens)
            counted, _, cut = grouped(OPEN_D100, (), outcome, in_ranges=True)
            plainly = one_by_one(OPEN_D100, outcome)
            plainly[outcome(Throw((96, 1_000_000)))] += throws_of(OPEN_D100).cut
            assert (counted, cut) == (dict(plainly), 0)


def test_a_die_that_does_not_open_is_read_face_by_face_or_in_ranges_alike() -> None:
    def outcome(throw: Throw) -> str:
        return "miss" if throw.first < 8 else "threat" if throw.first > 18 else "hit"

    counted, out_of, cut = grouped(D20, (), outcome, in_ranges=True)
    assert counted == {"miss": 7, "hit": 11, "threat": 2} == dict(one_by_one(D20, outcome))
    assert (out_of, cut) == (20, 0)


def test_what_goes_on_changing_without_end_is_cut_and_says_so() -> None:
    counted, out_of, cut = grouped(OPEN_D100, (), lambda throw: throw.total, in_ranges=True)
    assert cut > 0
    assert sum(counted.values()) + cut == out_of
