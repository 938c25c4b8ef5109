"""What splash weapons bring about. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.values import value


@value
class SplashThrown:
    """The flask has left the actor's hand, and will break wherever it lands."""

    actor: str
    weapon: str
    type: Literal["splash_thrown"] = "splash_thrown"


@value
class SplashPrevented:
    """The flask is not thrown: its thrower can no longer throw it, or not there."""

    actor: str
    weapon: str
    type: Literal["splash_prevented"] = "splash_prevented"


@value
class SplashLanded:
    """The flask bursts, on a map in the square ``at`` or in the corner ``intersection``.

    ``squares`` is how far off its aim it flew, which a wall may cut short, 0 for a hit, and ``direction`` the
    face of that die.
    """

    actor: str
    weapon: str
    at: Cell | None = None
    intersection: Cell | None = None
    squares: int = 0
    direction: int | None = None
    type: Literal["splash_landed"] = "splash_landed"


@value
class Splashed:
    """Somebody is near enough to be splashed."""

    target: str
    weapon: str
    type: Literal["splashed"] = "splashed"


@value
class LeftUnharmed:
    """What the flask holds does nothing to this one: holy water to the living (PF1-SPL-24)."""

    target: str
    weapon: str
    type: Literal["left_unharmed"] = "left_unharmed"


SplashEvent: TypeAlias = LeftUnharmed | Splashed | SplashLanded | SplashPrevented | SplashThrown
