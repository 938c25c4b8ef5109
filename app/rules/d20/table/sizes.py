"""The nine sizes of creatures and weapons, from the smallest (D20-AC-05)."""

from typing import Literal, TypeAlias, get_args

Size: TypeAlias = Literal[
    "fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"
]
Shape: TypeAlias = Literal["tall", "long"]
"""Whether a big creature stands upright or goes on all fours: long ones reach less far (D20-GEO-06)."""

SIZES: tuple[Size, ...] = get_args(Size)


def steps_above(one: Size, other: Size) -> int:
    """How many sizes ``one`` is larger than ``other``; below 0 where it is smaller."""
    return SIZES.index(one) - SIZES.index(other)
