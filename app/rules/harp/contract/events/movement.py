"""What can happen when combatants move, shoot and handle their gear. Ids are combatant ids."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.measures import Distance
from app.rules.harp.table.state import Busy, Harassment, Pace, WeaponCondition


@dataclass(frozen=True, slots=True)
class SetOff:
    """The actor starts to move; what its ``pace`` costs it holds until its next own turn."""

    actor: str
    pace: Pace
    type: Literal["set_off"] = "set_off"


@dataclass(frozen=True, slots=True)
class Moved:
    """How far the actor went; on a map also where ``to``, and what was stated against the map."""

    actor: str
    pace: Pace
    distance: Distance
    to: Cell | None = None
    facing: Facing | None = None
    ignored: tuple[str, ...] = ()
    type: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Turned:
    """The actor faces another way (H-MAP-3)."""

    actor: str
    facing: Facing
    type: Literal["turned"] = "turned"


@dataclass(frozen=True, slots=True)
class MovePrevented:
    """Struck down before it could go."""

    actor: str
    type: Literal["move_prevented"] = "move_prevented"


@dataclass(frozen=True, slots=True)
class Harassed:
    """An opponent in contact spoils the target's next shot (H-MIS-2)."""

    target: str
    harassment: Harassment
    type: Literal["harassed"] = "harassed"


@dataclass(frozen=True, slots=True)
class WeaponEmptied:
    """The weapon was shot and takes ``rounds`` to load."""

    actor: str
    weapon: str
    rounds: int
    type: Literal["weapon_emptied"] = "weapon_emptied"


@dataclass(frozen=True, slots=True)
class WeaponReadied:
    """The weapon is no longer in ``condition``: loaded, restrung or picked up."""

    actor: str
    weapon: str
    condition: WeaponCondition
    type: Literal["weapon_readied"] = "weapon_readied"


@dataclass(frozen=True, slots=True)
class WeaponDrawn:
    actor: str
    weapon: str
    type: Literal["weapon_drawn"] = "weapon_drawn"


@dataclass(frozen=True, slots=True)
class WeaponAimed:
    """A loaded missile weapon is kept ready to shoot."""

    actor: str
    weapon: str
    type: Literal["weapon_aimed"] = "weapon_aimed"


@dataclass(frozen=True, slots=True)
class ActionUnderWay:
    """An action of several rounds has begun or goes on."""

    actor: str
    busy: Busy
    type: Literal["action_under_way"] = "action_under_way"


@dataclass(frozen=True, slots=True)
class ActionCompleted:
    """The last turn of an action of several rounds."""

    actor: str
    action: str
    type: Literal["action_completed"] = "action_completed"


@dataclass(frozen=True, slots=True)
class ActionInterrupted:
    """An action of several rounds was given up, or its actor can no longer go on with it."""

    actor: str
    action: str
    type: Literal["action_interrupted"] = "action_interrupted"


@dataclass(frozen=True, slots=True)
class StoodUp:
    actor: str
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
