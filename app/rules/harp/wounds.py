"""Wound levels: how badly off a combatant is, read from all its wounds (H-EFF-WOUND, proposed figures)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from app.rules.harp.state import Combatant

WoundLevel: TypeAlias = Literal["none", "light", "serious", "grave", "mortal"]

CARE: Mapping[WoundLevel, tuple[int, str]] = {
    "light": (3, "medium"),
    "serious": (5, "hard"),
    "grave": (8, "very-hard"),
    "mortal": (10, "extremely-hard"),
}
"""How many rounds first aid takes, and its row of the table of difficulties."""
LEVELS: tuple[tuple[WoundLevel, int, int], ...] = (
    ("none", 0, 0),
    ("light", 2, 20),
    ("serious", 5, 50),
    ("grave", 9, 80),
)
"""The most bleeding a round and the heaviest penalty (as a number of points) of each level."""


def wound_level(combatant: Combatant) -> WoundLevel:
    """The worse of the readings of total bleeding and total penalty; struck dead is mortal."""
    if combatant.is_struck_dead:
        return "mortal"
    for level, bleeding, penalty in LEVELS:
        if combatant.bleeding <= bleeding and -combatant.penalty <= penalty:
            return level
    return "mortal"
