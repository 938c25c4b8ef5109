"""Who charges whom: what every check of a charge asks about."""

from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.measures import METRES_PER_SQUARE
from app.rules.d20.table.state import Combatant, Limit
from app.values import value

LEAST = 2
"""Squares of the shortest charge (D20-CHG-40)."""
LEAST_METRES = LEAST * METRES_PER_SQUARE


@value
class Charging:
    """Who charges whom, on whose feet, with what: ``mover`` is the mount of a rider, or the actor itself.

    ``armed`` is None for a bull rush or an overrun (``is_bodily``), and for whoever has nothing to strike
    with. ``kind`` is the action that it takes, ``limit`` what restricts the actor to one, ``greatest`` the
    squares that it may go.
    """

    actor: Combatant
    mover: Combatant
    target: Combatant
    armed: Armed | None
    is_bodily: bool
    kind: ActionKind
    limit: Limit | None
    speed: int

    @property
    def least(self) -> int:
        return LEAST

    @property
    def greatest(self) -> int:
        return self.speed if self.limit is not None else 2 * self.speed

    @property
    def is_mounted(self) -> bool:
        return self.mover.id != self.actor.id
