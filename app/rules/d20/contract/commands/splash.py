"""Commands about splash weapons, and the steps they lead to."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.d20.contract.situation import Situation
from app.values import value


@value
class ThrowSplash:
    """Throw a flask at somebody, or at the corner where four squares meet: a standard action (PF1-SPL-01).

    ``intersection`` names that corner by the square to its north-east. Of a target of more than one square
    ``situation.aimed_at`` is the one that is thrown at (PF1-SPL-05). Without a map ``near`` are those whom a
    hit splashes, and ``threatened_by`` who may strike at the thrower (D20-AOO-11).
    """

    actor: str
    weapon: str
    target: str | None = None
    intersection: Cell | None = None
    near: tuple[str, ...] = ()
    situation: Situation = field(default_factory=Situation)
    threatened_by: tuple[str, ...] = ()
    type: Literal["throw-splash"] = "throw-splash"


@value
class Extinguish:
    """Put out the flames on oneself, a full-round action; ``rolling`` on the ground helps (PF1-SPL-30)."""

    actor: str
    rolling: bool = False
    type: Literal["extinguish"] = "extinguish"


@value
class Lob:
    """The flask flies, once everyone has had their opportunity."""

    throw: ThrowSplash
    type: Literal["lob"] = "lob"


@value
class Burn:
    """What sticks to somebody burns for another round (PF1-SPL-24)."""

    target: str
    by: str | None = None
    type: Literal["burn"] = "burn"


SplashCommand: TypeAlias = Extinguish | ThrowSplash
SplashStep: TypeAlias = Burn | Lob
