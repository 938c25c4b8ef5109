"""The test of evenness against figures that every table of chi-square has."""

import pytest

from app.services.proof.chi_square import evenness, tail

CRITICAL_VALUES = {
    (1, 0.05): 3.841458820694124,
    (2, 0.05): 5.991464547107979,
    (3, 0.05): 7.814727903251179,
    (5, 0.05): 11.070497693516351,
    (5, 0.001): 20.515005652432873,
    (10, 0.05): 18.307038053275146,
    (19, 0.05): 30.14352720564616,
    (24, 0.05): 36.41502850180731,
    (99, 0.05): 123.2252214533618,
    (100, 0.05): 124.34211340400407,
}


@pytest.mark.parametrize(("degrees", "chance"), CRITICAL_VALUES)
def test_the_tail_beyond_a_critical_value_is_its_chance(degrees: int, chance: float) -> None:
    assert tail(CRITICAL_VALUES[degrees, chance], degrees) == pytest.approx(chance, rel=1e-9)


@pytest.mark.parametrize("degrees", [1, 2, 3, 19, 99, 4_000])
def test_the_tail_goes_from_one_to_nothing(degrees: int) -> None:
    tails = [tail(figure, degrees) for figure in (0.0, 1e-9, degrees / 2, degrees, 2 * degrees, 1e5)]
    assert tails[0] == 1
    assert tails == sorted(tails, reverse=True)
    assert tails[-1] < 1e-300
    assert 0.3 < tail(degrees, degrees) < 0.5


def test_a_count_of_a_d6_is_tested_face_by_face() -> None:
    """(5² + 8² + 9² + 8² + 10² + 20²) / 50 … of 60 throws, ten of each expected: 134 / 10."""
    found = evenness([5, 8, 9, 8, 10, 20])
    assert found is not None
    assert (found.statistic, found.degrees_of_freedom, found.group) == (pytest.approx(13.4), 5, 1)
    assert found.chance == pytest.approx(0.019905220334774, rel=1e-9)


def test_an_even_count_strays_not_at_all() -> None:
    found = evenness([50, 50, 50, 50])
    assert found is not None
    assert (found.statistic, found.chance) == (0, 1)


def test_of_a_d100_neighbours_are_counted_together_until_five_are_expected() -> None:
    """200 throws are 2 a face, 8 a group of four; one group has 16 and one has none: (8² + 8²) / 8 = 16."""
    found = evenness([10, *([2] * 95), 0, 0, 0, 0])
    assert found is not None
    assert (found.statistic, found.degrees_of_freedom, found.group) == (16, 24, 4)


def test_too_few_throws_say_nothing() -> None:
    assert evenness([1, 1, 1, 1, 1, 1]) is None
    assert evenness([5, 5, 5, 5, 5, 5]) is not None
    assert evenness([1_000]) is None
    assert evenness([0] * 41) is None
