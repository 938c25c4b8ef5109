"""The commands of moving, of gear in hand, of charging and of pushing.

On a map a way is given by the cells it passes (``path``), straight from each to the next, or by where it
ends (``to``), the shortest way there. Without a map the caller states the ``distance`` and names, as
``threatened_by``, the opponents whose threatened squares are left on it.
"""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.measures import Distance
from app.rules.d20.contract.situation import Situation
from app.values import value


@value
class Move:
    """One move action: up to the speed (D20-MOV-1). ``draws`` is a weapon taken in hand on the way."""

    actor: str
    path: tuple[Cell, ...] = ()
    to: Cell | None = None
    distance: Distance | None = None
    threatened_by: tuple[str, ...] = ()
    draws: str | None = None
    type: Literal["move"] = "move"


@value
class Run:
    """Straight ahead at up to four times the speed, as a full-round action (D20-MOV-10)."""

    actor: str
    to: Cell | None = None
    distance: Distance | None = None
    threatened_by: tuple[str, ...] = ()
    type: Literal["run"] = "run"


@value
class FiveFootStep:
    """One step of 5 ft in a turn without other movement; it provokes nothing (D20-MOV-5)."""

    actor: str
    to: Cell | None = None
    type: Literal["five-foot-step"] = "five-foot-step"


@value
class Withdraw:
    """Up to twice the speed; the square where it begins provokes nothing (D20-MOV-6)."""

    actor: str
    path: tuple[Cell, ...] = ()
    to: Cell | None = None
    distance: Distance | None = None
    threatened_by: tuple[str, ...] = ()
    type: Literal["withdraw"] = "withdraw"


@value
class Stand:
    """The actor gets up (D20-MOV-7)."""

    actor: str
    threatened_by: tuple[str, ...] = ()
    type: Literal["stand"] = "stand"


@value
class Draw:
    """The actor takes a weapon in hand, or picks up one that it dropped (D20-MOV-8)."""

    actor: str
    weapon: str
    threatened_by: tuple[str, ...] = ()
    type: Literal["draw"] = "draw"


@value
class Sheathe:
    """The actor puts a weapon away (D20-MOV-8)."""

    actor: str
    weapon: str
    threatened_by: tuple[str, ...] = ()
    type: Literal["sheathe"] = "sheathe"


@value
class Drop:
    """The actor lets go of a weapon (D20-MOV-8)."""

    actor: str
    weapon: str
    type: Literal["drop"] = "drop"


@value
class MountUp:
    """The actor gets onto a creature beside it (D20-MOV-9)."""

    actor: str
    mount: str
    type: Literal["mount"] = "mount"


@value
class Dismount:
    """The actor gets off its mount, onto a square beside it (D20-MOV-9)."""

    actor: str
    to: Cell | None = None
    type: Literal["dismount"] = "dismount"


@value
class Charge:
    """A charge at a target, with one melee attack at its end or a manoeuvre in its place (D20-CHG-01).

    ``weapon`` decides where it ends (D-3); bull rushes and overruns need none. ``item`` is the weapon of
    the target that a disarm or sunder is about, ``power`` what Power Attack trades (D20-PWR-1). A rider
    charges on its mount.
    ``restricted`` asks for the form of those who have but one action (D20-CHG-04); left out, it is taken
    where it is the only one. ``to`` is the end square that the charger wants, ``path`` squares it wants to
    pass. Without a map the caller states the ``distance`` and vouches with ``lane_is_clear`` and
    ``in_sight`` for what a map would show; ``meets`` are those whose reach is entered beside the target.
    """

    actor: str
    target: str
    weapon: str | None = None
    attack: Literal["melee", "bull-rush", "disarm", "overrun", "sunder", "trip"] = "melee"
    item: str | None = None
    power: int = 0
    restricted: bool | None = None
    to: Cell | None = None
    path: tuple[Cell, ...] = ()
    distance: Distance | None = None
    lane_is_clear: bool | None = None
    in_sight: bool | None = None
    threatened_by: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    situation: Situation = field(default_factory=Situation)
    type: Literal["charge"] = "charge"


@value
class BullRush:
    """The actor pushes an opponent beside it straight away from it (PF1-BR-01, D35-BR-01).

    ``threatened_by`` are opponents beside the target that strike at one who moves into its space, where
    there is no map.
    """

    actor: str
    target: str
    threatened_by: tuple[str, ...] = ()
    situation: Situation = field(default_factory=Situation)
    type: Literal["bull-rush"] = "bull-rush"


MovementCommand: TypeAlias = (
    BullRush
    | Charge
    | Dismount
    | Draw
    | Drop
    | FiveFootStep
    | MountUp
    | Move
    | Run
    | Sheathe
    | Stand
    | Withdraw
)
