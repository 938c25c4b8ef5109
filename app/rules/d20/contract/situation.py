"""What the caller states of an attack because the map does not know it, or in place of the map."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.measures import Distance
from app.rules.d20.table.sheet import Part
from app.values import value

MountPace: TypeAlias = Literal["still", "single", "double", "run"]
"""How a mount moves in its rider's turn (PF1-MNT-17)."""
StatedCover: TypeAlias = Literal["none", "partial", "cover", "improved", "total"]


@value
class Situation:
    """None is "as the map has it"; what is stated goes before the map.

    ``concealment`` is a miss chance in percent (D20-CON-01). ``aimed_at`` is the square of a big target
    that is shot at (D20-ATK-14). ``into_melee`` says whether the target fights a friend of the shooter.
    ``mount_moves`` is how the attacker's mount moves this turn, ``shot_from`` the space on its way from which
    a rider shoots (PF1-MNT-19).
    """

    distance: Distance | None = None
    flanking: bool | None = None
    higher_ground: bool | None = None
    cover: StatedCover | None = None
    concealment: Literal[0, 20, 50] | None = None
    denied_dexterity: bool | None = None
    into_melee: bool | None = None
    aimed_at: Cell | None = None
    mount_moves: MountPace | None = None
    shot_from: Cell | None = None
    others: tuple[Part, ...] = ()
