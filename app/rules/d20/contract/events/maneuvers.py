"""What can happen in combat manoeuvres other than bull rushes. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.visibility import Open, Own, Position, Who
from app.rules.d20.contract.steps_maneuvers import Manoeuvre
from app.values import value

Failure: TypeAlias = Literal["beaten", "missed", "struck"]
"""Why a manoeuvre fails: the target had the better of it, was not even touched, or struck first."""


@value
class ManoeuvreFailed:
    """The actor does not get the better of its target."""

    actor: Who[str]
    target: Who[str]
    manoeuvre: Open[Manoeuvre]
    cause: Open[Failure] = "beaten"
    type: Literal["manoeuvre_failed"] = "manoeuvre_failed"


@value
class ManoeuvrePrevented:
    """It does not come to that: the actor can no longer do it, or its target is not there any more."""

    actor: Who[str]
    target: Who[str]
    manoeuvre: Open[Manoeuvre]
    type: Literal["manoeuvre_prevented"] = "manoeuvre_prevented"


@value
class Disarmed:
    """The target's weapon is out of its hands: at its feet, or ``away`` where it cannot just pick it up."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    away: Open[bool] = False
    type: Literal["disarmed"] = "disarmed"


@value
class WeaponDamaged:
    """The target's weapon takes so many ``points``, beyond its hardness; ``left`` are its hit points then."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    points: Own[int]
    left: Own[int]
    type: Literal["weapon_damaged"] = "weapon_damaged"


@value
class WeaponDestroyed:
    """Nothing is left of the target's weapon to fight with."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    type: Literal["weapon_destroyed"] = "weapon_destroyed"


@value
class Tripped:
    """The actor brings the target down."""

    actor: Who[str]
    target: Who[str]
    type: Literal["tripped"] = "tripped"


@value
class Overran:
    """The way through the target's space is free; ``avoided`` when it stepped aside."""

    actor: Who[str]
    target: Who[str]
    avoided: Open[bool] = False
    type: Literal["overran"] = "overran"


@value
class Grappled:
    """The actor has hold of the target."""

    actor: Who[str]
    target: Who[str]
    type: Literal["grappled"] = "grappled"


@value
class GrappleHeld:
    """The actor keeps its hold of the target."""

    actor: Who[str]
    target: Who[str]
    type: Literal["grapple_held"] = "grapple_held"


@value
class GrappleReversed:
    """It is the actor now that holds the target."""

    actor: Who[str]
    target: Who[str]
    type: Literal["grapple_reversed"] = "grapple_reversed"


@value
class GrappleEnded:
    """The grapple of the actor, who held, and the target is over."""

    actor: Who[str]
    target: Who[str]
    type: Literal["grapple_ended"] = "grapple_ended"


@value
class Dragged:
    """The actor takes the target along; on a map, ``to`` there."""

    actor: Who[str]
    target: Who[str]
    to: Position[Cell | None] = None
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
