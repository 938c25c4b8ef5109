"""What splash weapons bring about. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.visibility import Open, Position, Who
from app.values import value


@value
class SplashThrown:
    """The flask has left the actor's hand, and will break wherever it lands."""

    actor: Who[str]
    weapon: Open[str]
    type: Literal["splash_thrown"] = "splash_thrown"


@value
class SplashPrevented:
    """The flask is not thrown: its thrower can no longer throw it, or not there."""

    actor: Who[str]
    weapon: Open[str]
    type: Literal["splash_prevented"] = "splash_prevented"


@value
class SplashLanded:
    """The flask bursts, on a map in the square ``at`` or in the corner ``intersection``.

    ``squares`` is how far off its aim it flew, which a wall may cut short, 0 for a hit, and ``direction`` the
    face of that die.
    """

    actor: Who[str]
    weapon: Open[str]
    at: Position[Cell | None] = None
    intersection: Position[Cell | None] = None
    squares: Position[int] = 0
    direction: Position[int | None] = None
    type: Literal["splash_landed"] = "splash_landed"


@value
class Splashed:
    """Somebody is near enough to be splashed."""

    target: Who[str]
    weapon: Open[str]
    type: Literal["splashed"] = "splashed"


@value
class LeftUnharmed:
    """What the flask holds does nothing to this one: holy water to the living (PF1-SPL-24)."""

    target: Who[str]
    weapon: Open[str]
    type: Literal["left_unharmed"] = "left_unharmed"


SplashEvent: TypeAlias = LeftUnharmed | Splashed | SplashLanded | SplashPrevented | SplashThrown
