"""Whether two attackers stand on opposite sides of their target (D20-FLK-01 … D20-FLK-04, D20-FLK-07).

Geometry only: whether both can strike at the target, and in melee, is for the rules to say.
"""

from app.rules.common.grid.cells import Cell, Footprint, Point


def flanking_cells(one: Footprint, other: Footprint, target: Footprint) -> tuple[Cell, Cell] | None:
    """A cell of each attacker between whose centres the line goes in and out through opposite borders of the
    target's space, their corners included; None where they do not flank it.

    Any cell of a big attacker will do (D20-FLK-07). Whoever shares the target's space does not flank it.
    """
    for start in one.cells:
        for end in other.cells:
            if _goes_across(Footprint(start).centre, Footprint(end).centre, target):
                return start, end
    return None


def _goes_across(start: Point, end: Point, target: Footprint) -> bool:
    south_west, _, north_east, _ = target.corners
    return any(
        _passes(start, end, axis, low=south_west, high=north_east)
        for axis in (0, 1)
        if min(start[axis], end[axis]) < south_west[axis] and north_east[axis] < max(start[axis], end[axis])
    )


def _passes(start: Point, end: Point, axis: int, *, low: Point, high: Point) -> bool:
    """Whether the line is between the other two borders at both borders across ``axis``."""
    other = 1 - axis
    run, rise = end[axis] - start[axis], end[other] - start[other]
    if run < 0:
        return _passes(end, start, axis, low=low, high=high)
    heights = [start[other] * run + rise * (border[axis] - start[axis]) for border in (low, high)]
    return low[other] * run <= min(heights) and max(heights) <= high[other] * run
