"""Front, flank and rear of a body that faces one of eight ways."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import DIRECTIONS, Facing, Footprint, direction

Side: TypeAlias = Literal["front", "flank", "rear"]


def side_of(target: Footprint, facing: Facing, attacker: Footprint) -> Side:
    """From which side ``attacker`` comes at ``target``, by the line between their centres.

    Up to 45° from the way it faces is the front, more than 135° the rear, what is left the flanks. The
    angles themselves belong to the better defended side: 45° is front, 135° flank. Of the eight cells
    around a body of one cell three are front, four flank, and one is rear.
    """
    (x, y), (from_x, from_y) = target.centre, attacker.centre
    right, up = from_x - x, from_y - y
    ahead_x, ahead_y = DIRECTIONS[facing]
    ahead = right * ahead_x + up * ahead_y
    aside = abs(right * ahead_y - up * ahead_x)
    if ahead >= aside:
        return "front"
    return "rear" if -ahead > aside else "flank"


def towards(body: Footprint, other: Footprint) -> Facing | None:
    """The way in which ``body`` faces ``other``; None when both have the same centre."""
    (x, y), (to_x, to_y) = body.centre, other.centre
    return None if (x, y) == (to_x, to_y) else direction((to_x - x, to_y - y))
