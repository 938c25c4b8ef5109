"""What happens to riders. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.visibility import Open, Own, Position, Who
from app.rules.d20.table.state import RideDeed, SaddleDeed
from app.values import value


@value
class RideSucceeded:
    """The rider has done what its check was for."""

    actor: Who[str]
    mount: Who[str]
    task: Open[RideDeed]
    type: Literal["ride_succeeded"] = "ride_succeeded"


@value
class RideFailed:
    """The rider has not done it."""

    actor: Who[str]
    mount: Who[str]
    task: Open[RideDeed]
    type: Literal["ride_failed"] = "ride_failed"


@value
class FoughtFromSaddle:
    """The rider has done something by which its mount is bound for the rest of the turn."""

    actor: Who[str]
    how: Open[SaddleDeed]
    type: Literal["fought_from_saddle"] = "fought_from_saddle"


@value
class StayedInSaddle:
    """An unconscious rider does not fall."""

    actor: Who[str]
    mount: Who[str]
    type: Literal["stayed_in_saddle"] = "stayed_in_saddle"


@value
class FellFromSaddle:
    """The rider is off its mount; on a map, ``to`` there. ``softly`` is without harm."""

    actor: Who[str]
    mount: Who[str]
    softly: Open[bool] = False
    to: Position[Cell | None] = None
    type: Literal["fell_from_saddle"] = "fell_from_saddle"


@value
class SpellLost:
    """The spell of somebody whose mind was not on it is lost."""

    actor: Who[str]
    what: Own[str]
    type: Literal["spell_lost"] = "spell_lost"


SaddleEvent: TypeAlias = (
    FellFromSaddle | FoughtFromSaddle | RideFailed | RideSucceeded | SpellLost | StayedInSaddle
)
