"""What can happen when combatants move, shoot and handle their gear. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.measures import Distance
from app.rules.common.visibility import Open, Own, Position, Who
from app.rules.harp.table.state import Busy, Harassment, Pace, WeaponCondition
from app.values import value


@value
class SetOff:
    """The actor starts to move; what its ``pace`` costs it holds until its next own turn."""

    actor: Who[str]
    pace: Open[Pace]
    type: Literal["set_off"] = "set_off"


@value
class Moved:
    """How far the actor went; on a map also where ``to``, and what was stated against the map."""

    actor: Who[str]
    pace: Open[Pace]
    distance: Position[Distance]
    to: Position[Cell | None] = None
    facing: Position[Facing | None] = None
    ignored: Position[tuple[str, ...]] = ()
    type: Literal["moved"] = "moved"


@value
class Turned:
    """The actor faces another way (H-MAP-3)."""

    actor: Who[str]
    facing: Position[Facing]
    type: Literal["turned"] = "turned"


@value
class MovePrevented:
    """Struck down before it could go."""

    actor: Who[str]
    type: Literal["move_prevented"] = "move_prevented"


@value
class Harassed:
    """An opponent in contact spoils the target's next shot (H-MIS-2)."""

    target: Who[str]
    harassment: Own[Harassment]
    type: Literal["harassed"] = "harassed"


@value
class WeaponEmptied:
    """The weapon was shot and takes ``rounds`` to load."""

    actor: Who[str]
    weapon: Open[str]
    rounds: Open[int]
    type: Literal["weapon_emptied"] = "weapon_emptied"


@value
class WeaponReadied:
    """The weapon is no longer in ``condition``: loaded, restrung or picked up."""

    actor: Who[str]
    weapon: Open[str]
    condition: Open[WeaponCondition]
    type: Literal["weapon_readied"] = "weapon_readied"


@value
class WeaponDrawn:
    actor: Who[str]
    weapon: Open[str]
    type: Literal["weapon_drawn"] = "weapon_drawn"


@value
class WeaponAimed:
    """A loaded missile weapon is kept ready to shoot."""

    actor: Who[str]
    weapon: Open[str]
    type: Literal["weapon_aimed"] = "weapon_aimed"


@value
class ActionUnderWay:
    """An action of several rounds has begun or goes on."""

    actor: Who[str]
    busy: Own[Busy]
    type: Literal["action_under_way"] = "action_under_way"


@value
class ActionCompleted:
    """The last turn of an action of several rounds."""

    actor: Who[str]
    action: Open[str]
    type: Literal["action_completed"] = "action_completed"


@value
class ActionInterrupted:
    """An action of several rounds was given up, or its actor can no longer go on with it."""

    actor: Who[str]
    action: Open[str]
    type: Literal["action_interrupted"] = "action_interrupted"


@value
class StoodUp:
    actor: Who[str]
    type: Literal["stood_up"] = "stood_up"


MovementEvent: TypeAlias = (
    SetOff
    | Moved
    | Turned
    | MovePrevented
    | Harassed
    | WeaponEmptied
    | WeaponReadied
    | WeaponDrawn
    | WeaponAimed
    | ActionUnderWay
    | ActionCompleted
    | ActionInterrupted
    | StoodUp
)
