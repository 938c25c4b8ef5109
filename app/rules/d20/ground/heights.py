"""Who stands higher, by the ground, in the air or on a mount, and whom that takes out of the way
(D20-CND-16, PF1-MNT-08, D20-HGT-1 … D20-HGT-5).
"""

from typing import Literal, TypeAlias

from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Footprint
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.positions import reach_of, space_of
from app.rules.d20.table.book import Book
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant, Encounter

Height: TypeAlias = Literal["level", "ground", "mount"]
"""What lifts the attacker above its target."""


def height_over(
    book: Book, encounter: Encounter, attacker: Combatant, target: Combatant, stated: Situation
) -> Height:
    """Whether the attacker stands higher than its target, and by what."""
    if stated.higher_ground is not None:
        return "ground" if stated.higher_ground else "level"
    if elevation(book, encounter, attacker) > elevation(book, encounter, target):
        return "ground"
    mount = encounter.mount_of(attacker)
    is_on_foot = target.mount is None and encounter.rider_of(target) is None
    if mount is not None and is_on_foot and steps_above(mount.sheet.size, target.sheet.size) > 0:
        return "mount"
    return "level"


def elevation(book: Book, encounter: Encounter, combatant: Combatant, *, at: Footprint | None = None) -> int:
    """In squares: how high it is, or were it ``at``; one more on high ground."""
    standing = combatant if combatant.mount is None else encounter.combatant(combatant.mount)
    grid = encounter.map
    if grid is None or not grid.has_high_ground:
        return standing.elevation
    space = at or space_of(book, encounter, combatant)
    return standing.elevation + int(space is not None and grid.is_high(space))


def above_ground(encounter: Encounter, combatant: Combatant) -> int:
    """In squares above the ground under it; a rider is where its mount is."""
    return (encounter.mount_of(combatant) or combatant).elevation


def apart(book: Book, encounter: Encounter, one: Combatant, other: Combatant) -> int:
    """The squares by which one of both is above the other."""
    return abs(elevation(book, encounter, one) - elevation(book, encounter, other))


def are_level(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """Whether both are as far above the ground."""
    return above_ground(encounter, one) == above_ground(encounter, other)


def is_in_the_way(book: Book, encounter: Encounter, mover: Combatant, other: Combatant) -> bool:
    """Whether ``other`` bars a place to the mover: not when above or below its natural reach (D20-HGT-1).

    Both are counted from the ground, as in one square they have the same one under them.
    """
    body = encounter.mount_of(mover) or mover
    rise = abs(above_ground(encounter, other) - above_ground(encounter, body))
    return rise <= reach_of(book, body)


def ground_of(encounter: Encounter, mover: Combatant) -> Grid | None:
    """The map as it bears on the mover: what is on the ground only if it stands there (D20-HGT-2)."""
    grid = encounter.map
    return grid if grid is None or above_ground(encounter, mover) == 0 else grid.from_above


def covers(
    book: Book,
    encounter: Encounter,
    other: Combatant,
    body: Footprint,
    ends: tuple[Footprint, Footprint],
    heights: tuple[int, int],
) -> bool:
    """Whether the straight line between both ``ends``, which are so high, passes no higher over ``other``,
    whose space is ``body``, and no lower under it than it reaches (D20-HGT-5).
    """
    (x, y), (to_x, to_y), (by_x, by_y) = ends[0].centre, ends[1].centre, body.centre
    right, up = to_x - x, to_y - y
    whole = right**2 + up**2
    along = min(max((by_x - x) * right + (by_y - y) * up, 0), whole)
    low, high = heights
    if whole == 0:
        whole, along = 1, 0
    off = abs((low - elevation(book, encounter, other)) * whole + (high - low) * along)
    return off <= reach_of(book, encounter.mount_of(other) or other) * whole
