"""Who is in melee with whom, and what that does to those who shoot (D20-ATK-13, D20-ATK-14)."""

from app.rules.common.grid.cells import Footprint, gap
from app.rules.common.grid.lengths import in_space, one_two_one
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.heights import apart
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.threat import threatens
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant, Encounter

CLEAR_OF = 2
"""Squares from the nearest friend at which a part of a big foe can be shot at freely: 10 ft."""


def are_engaged(book: Book, encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """Whether two enemies are in melee: either threatens the other, and neither lies helpless."""
    if one.identity.side == other.identity.side or is_helpless(one) or is_helpless(other):
        return False
    return threatens(book, encounter, one, other) or threatens(book, encounter, other, one)


def friends_engaged(
    book: Book, encounter: Encounter, shooter: Combatant, target: Combatant
) -> tuple[Combatant, ...]:
    """The shooter's friends on the map that are in melee with the target."""
    return tuple(
        friend
        for friend in encounter.combatants
        if friend.identity.side == shooter.identity.side
        and friend.id not in (shooter.id, shooter.mount)
        and encounter.map is not None
        and space_of(book, encounter, friend) is not None
        and are_engaged(book, encounter, friend, target)
    )


def into_melee_penalty(
    book: Book, encounter: Encounter, shooter: Combatant, target: Combatant, stated: Situation
) -> int:
    """What shooting at a foe in melee with a friend costs, 0 or less.

    In Pathfinder a foe two sizes larger than every such friend costs less, three sizes nothing.
    """
    same_size, two_larger, three_larger = book.profile.into_melee
    if stated.into_melee is not None:
        return same_size if stated.into_melee else 0
    friends = friends_engaged(book, encounter, shooter, target)
    if not friends or _is_clear(book, encounter, target, friends, stated):
        return 0
    larger = min(steps_above(target.sheet.size, friend.sheet.size) for friend in friends)
    if larger < 2:
        return same_size
    return two_larger if larger == 2 else three_larger


def _is_clear(
    book: Book, encounter: Encounter, target: Combatant, friends: tuple[Combatant, ...], stated: Situation
) -> bool:
    """Whether the square that is aimed at is 10 ft or more from each of those friends (D20-ATK-14)."""
    if stated.aimed_at is None:
        return False
    aimed = Footprint(stated.aimed_at)
    for friend in friends:
        space, high = space_of(book, encounter, friend), apart(book, encounter, friend, target)
        if space is not None and in_space(one_two_one(*gap(aimed, space)), high) < CLEAR_OF:
            return False
    return True
