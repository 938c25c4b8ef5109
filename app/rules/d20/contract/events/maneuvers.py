"""What can happen in combat manoeuvres other than bull rushes. Ids are combatant ids."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.d20.contract.steps_maneuvers import Manoeuvre

Failure: TypeAlias = Literal["beaten", "missed", "struck"]
"""Why a manoeuvre fails: the target had the better of it, was not even touched, or struck first."""


@dataclass(frozen=True, slots=True)
class ManoeuvreFailed:
    """The actor does not get the better of its target."""

    actor: str
    target: str
    manoeuvre: Manoeuvre
    cause: Failure = "beaten"
    type: Literal["manoeuvre_failed"] = "manoeuvre_failed"


@dataclass(frozen=True, slots=True)
class ManoeuvrePrevented:
    """It does not come to that: the actor can no longer do it, or its target is not there any more."""

    actor: str
    target: str
    manoeuvre: Manoeuvre
    type: Literal["manoeuvre_prevented"] = "manoeuvre_prevented"


@dataclass(frozen=True, slots=True)
class Disarmed:
    """The target's weapon is out of its hands: at its feet, or ``away`` where it cannot just pick it up."""

    actor: str
    target: str
    weapon: str
    away: bool = False
    type: Literal["disarmed"] = "disarmed"


@dataclass(frozen=True, slots=True)
class WeaponDamaged:
    """The target's weapon takes so many ``points``, beyond its hardness; ``left`` are its hit points then."""

    actor: str
    target: str
    weapon: str
    points: int
    left: int
    type: Literal["weapon_damaged"] = "weapon_damaged"


@dataclass(frozen=True, slots=True)
class WeaponDestroyed:
    """Nothing is left of the target's weapon to fight with."""

    actor: str
    target: str
    weapon: str
    type: Literal["weapon_destroyed"] = "weapon_destroyed"


@dataclass(frozen=True, slots=True)
class Tripped:
    """The actor brings the target down."""

    actor: str
    target: str
    type: Literal["tripped"] = "tripped"


@dataclass(frozen=True, slots=True)
class Overran:
    """The way through the target's space is free; ``avoided`` when it stepped aside."""

    actor: str
    target: str
    avoided: bool = False
    type: Literal["overran"] = "overran"


@dataclass(frozen=True, slots=True)
class Grappled:
    """The actor has hold of the target."""

    actor: str
    target: str
    type: Literal["grappled"] = "grappled"


@dataclass(frozen=True, slots=True)
class GrappleHeld:
    """The actor keeps its hold of the target."""

    actor: str
    target: str
    type: Literal["grapple_held"] = "grapple_held"


@dataclass(frozen=True, slots=True)
class GrappleReversed:
    """It is the actor now that holds the target."""

    actor: str
    target: str
    type: Literal["grapple_reversed"] = "grapple_reversed"


@dataclass(frozen=True, slots=True)
class GrappleEnded:
    """The grapple of the actor, who held, and the target is over."""

    actor: str
    target: str
    type: Literal["grapple_ended"] = "grapple_ended"


@dataclass(frozen=True, slots=True)
class Dragged:
    """The actor takes the target along; on a map, ``to`` there."""

    actor: str
    target: str
    to: Cell | None = None
    type: Literal["dragged"] = "dragged"


ManoeuvreEvent: TypeAlias = (
    Dragged
    | GrappleEnded
    | GrappleHeld
    | GrappleReversed
    | Grappled
    | Disarmed
    | ManoeuvreFailed
    | ManoeuvrePrevented
    | Overran
    | Tripped
    | WeaponDamaged
    | WeaponDestroyed
)
