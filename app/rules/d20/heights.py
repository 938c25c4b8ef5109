"""Who stands higher: by the ground, or on a mount (D20-CND-16, PF1-MNT-08)."""

from typing import Literal, TypeAlias

from app.rules.d20.book import Book
from app.rules.d20.positions import space_of
from app.rules.d20.situation import Situation
from app.rules.d20.sizes import steps_above
from app.rules.d20.state import Combatant, Encounter

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


def elevation(book: Book, encounter: Encounter, combatant: Combatant) -> int:
    """In squares: how high it is, and one more on high ground."""
    standing = encounter.mount_of(combatant) or combatant
    space = space_of(book, encounter, combatant)
    is_high = space is not None and encounter.map is not None and encounter.map.is_high(space)
    return standing.elevation + int(is_high)
