"""Wound levels: how badly off a combatant is, read from all its wounds (H-EFF-WOUND, proposed figures)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

WoundLevel: TypeAlias = Literal["none", "light", "serious", "grave", "mortal"]

LEVELS: tuple[tuple[WoundLevel, int, int], ...] = (
    ("none", 0, 0),
    ("light", 2, 20),
    ("serious", 5, 50),
    ("grave", 9, 80),
)
"""The most bleeding a round and the heaviest penalty (as a number of points) of each level."""
CARE: Mapping[WoundLevel, tuple[int, str]] = {
    "light": (3, "medium"),
    "serious": (5, "hard"),
    "grave": (8, "very-hard"),
    "mortal": (10, "extremely-hard"),
}
"""How many rounds first aid takes, and its row of the table of difficulties."""


def level_of(bleeding: int, penalty: int) -> WoundLevel:
    """The worse of the readings of total bleeding a round and total penalty (0 or less)."""
    for level, most_bleeding, heaviest in LEVELS:
        if bleeding <= most_bleeding and -penalty <= heaviest:
            return level
    return "mortal"
