"""What can happen when combatants move, charge, push and handle their gear. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.visibility import Open, Position, Who
from app.rules.d20.contract.steps_movement import Pace, Provocation
from app.values import value

Gait: TypeAlias = Pace | Literal["step"]
"""How somebody moved: by its own action, or with a bull rush."""
Cause: TypeAlias = Literal["unable", "unseen", "weapon"]
"""What stopped a charge: the charger's state, somebody unseen in the lane, a weapon that is gone."""


@value
class Moved:
    """The actor went ``squares`` counted, ``diagonals`` of its steps slanting; on a map, ``to`` there.

    On a mount it is the mount that is named, and ``trail`` are the places on its way with the squares counted
    from the start of this movement.
    """

    actor: Who[str]
    gait: Open[Gait]
    squares: Position[int]
    diagonals: Position[int] = 0
    to: Position[Cell | None] = None
    trail: Position[tuple[tuple[int, Cell], ...]] = ()
    type: Literal["moved"] = "moved"


@value
class ChargeBegun:
    """The actor charges; ``mount`` is what carries it."""

    actor: Who[str]
    target: Who[str]
    mount: Who[str | None] = None
    type: Literal["charge_begun"] = "charge_begun"


@value
class ChargeForestalled:
    """The die named a closest space that cannot be charged to: no charge at this target this turn (D-2)."""

    actor: Who[str]
    target: Who[str]
    to: Position[Cell]
    type: Literal["charge_forestalled"] = "charge_forestalled"


@value
class ChargeStopped:
    """The charge goes no further and there is no blow."""

    actor: Who[str]
    target: Who[str]
    cause: Open[Cause]
    type: Literal["charge_stopped"] = "charge_stopped"


@value
class MoveStopped:
    """Struck down or held on the way."""

    actor: Who[str]
    type: Literal["move_stopped"] = "move_stopped"


@value
class OpportunityTaken:
    """The actor strikes at somebody who has let its guard down (D20-AOO-01)."""

    actor: Who[str]
    target: Who[str]
    because: Open[Provocation]
    type: Literal["opportunity_taken"] = "opportunity_taken"


@value
class ChargeMet:
    """The actor's set weapon meets a charger (D20-BRC-01)."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    type: Literal["charge_met"] = "charge_met"


@value
class WeaponDrawn:
    actor: Who[str]
    weapon: Open[str]
    type: Literal["weapon_drawn"] = "weapon_drawn"


@value
class WeaponSheathed:
    actor: Who[str]
    weapon: Open[str]
    type: Literal["weapon_sheathed"] = "weapon_sheathed"


@value
class WeaponDropped:
    actor: Who[str]
    weapon: Open[str]
    type: Literal["weapon_dropped"] = "weapon_dropped"


@value
class StoodUp:
    actor: Who[str]
    type: Literal["stood_up"] = "stood_up"


@value
class Mounted:
    actor: Who[str]
    mount: Who[str]
    type: Literal["mounted"] = "mounted"


@value
class Dismounted:
    actor: Who[str]
    to: Position[Cell | None] = None
    type: Literal["dismounted"] = "dismounted"


@value
class Pushed:
    """A bull rush drove the target ``squares`` back, none where there is no room; on a map, ``to`` there."""

    actor: Who[str]
    target: Who[str]
    squares: Position[int]
    to: Position[Cell | None] = None
    type: Literal["pushed"] = "pushed"


@value
class BullRushFailed:
    """The target stands its ground."""

    actor: Who[str]
    target: Who[str]
    type: Literal["bull_rush_failed"] = "bull_rush_failed"


MovementEvent: TypeAlias = (
    BullRushFailed
    | ChargeBegun
    | ChargeForestalled
    | ChargeMet
    | ChargeStopped
    | Dismounted
    | MoveStopped
    | Mounted
    | Moved
    | OpportunityTaken
    | Pushed
    | StoodUp
    | WeaponDrawn
    | WeaponDropped
    | WeaponSheathed
)
