"""Distances are exact and come in with their unit."""

from decimal import Decimal
from fractions import Fraction

import pytest

from app.persistence.base.codec import Codec
from app.rules.common.errors import InvalidDocument
from app.rules.common.measures import Distance

DISTANCES: Codec[Distance] = Codec(Distance)


@pytest.mark.parametrize(
    ("stated", "metres"),
    [
        ({"value": 12, "unit": "m"}, Fraction(12)),
        ({"value": 1.5, "unit": "m"}, Fraction(3, 2)),
        ({"value": "1.5", "unit": "m"}, Fraction(3, 2)),
        ({"value": 5, "unit": "ft"}, Fraction(3, 2)),
        ({"value": 0.01, "unit": "ft"}, Fraction(3, 1000)),
    ],
)
def test_a_distance_is_exact_and_comes_back_as_it_was(stated: object, metres: Fraction) -> None:
    distance = DISTANCES.read(stated)
    assert distance.metres == metres
    assert DISTANCES.load(DISTANCES.dump(distance)) == distance


@pytest.mark.parametrize("value", [1.234, "1e99999999", "NaN", "Infinity", "-1e7", 2_000_000, True, "far"])
def test_what_is_no_sensible_distance_is_refused(value: object) -> None:
    with pytest.raises(InvalidDocument):
        DISTANCES.read({"value": value, "unit": "m"})


def test_a_half_metre_is_not_rounded() -> None:
    assert Distance(Decimal("0.5"), "m").metres * 2 == 1
