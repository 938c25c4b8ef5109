"""What happens to riders. Ids are combatant ids."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.d20.table.state import RideDeed, SaddleDeed


@dataclass(frozen=True, slots=True)
class RideSucceeded:
    """The rider has done what its check was for."""

    actor: str
    mount: str
    task: RideDeed
    type: Literal["ride_succeeded"] = "ride_succeeded"


@dataclass(frozen=True, slots=True)
class RideFailed:
    """The rider has not done it."""

    actor: str
    mount: str
    task: RideDeed
    type: Literal["ride_failed"] = "ride_failed"


@dataclass(frozen=True, slots=True)
class FoughtFromSaddle:
    """The rider has done something by which its mount is bound for the rest of the turn."""

    actor: str
    how: SaddleDeed
    type: Literal["fought_from_saddle"] = "fought_from_saddle"


@dataclass(frozen=True, slots=True)
class StayedInSaddle:
    """An unconscious rider does not fall."""

    actor: str
    mount: str
    type: Literal["stayed_in_saddle"] = "stayed_in_saddle"


@dataclass(frozen=True, slots=True)
class FellFromSaddle:
    """The rider is off its mount; on a map, ``to`` there. ``softly`` is without harm."""

    actor: str
    mount: str
    softly: bool = False
    to: Cell | None = None
    type: Literal["fell_from_saddle"] = "fell_from_saddle"


@dataclass(frozen=True, slots=True)
class SpellLost:
    """The spell of somebody whose mind was not on it is lost."""

    actor: str
    what: str
    type: Literal["spell_lost"] = "spell_lost"


SaddleEvent: TypeAlias = (
    FellFromSaddle | FoughtFromSaddle | RideFailed | RideSucceeded | SpellLost | StayedInSaddle
)
