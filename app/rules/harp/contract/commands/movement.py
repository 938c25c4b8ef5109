"""The commands of moving, charging, shooting and of gear.

Distances are those a caller states where no map knows them; None is refused where the rule needs one.
``leaves`` are opponents whose melee the actor leaves without disengaging (DH-20).

On a map ``path`` gives the cells where the actor turns and the one where it stops (H-MAP-6); distance and
``leaves`` then come from the map, unless ``override`` lets what is stated count.
"""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.measures import Distance
from app.rules.harp.table.situation import IntoMelee, Situation
from app.values import value


@value
class Move:
    """The actor moves, up to its BMR (H-MOV-1)."""

    actor: str
    distance: Distance | None = None
    leaves: tuple[str, ...] = ()
    path: tuple[Cell, ...] = ()
    facing: Facing | None = None
    override: bool = False
    type: Literal["move"] = "move"


@value
class Run:
    """The actor runs, up to twice its BMR (H-MOV-1)."""

    actor: str
    distance: Distance | None = None
    leaves: tuple[str, ...] = ()
    path: tuple[Cell, ...] = ()
    facing: Facing | None = None
    override: bool = False
    type: Literal["run"] = "run"


@value
class MoveAndAttack:
    """The actor moves ``distance`` and then attacks, in melee or with a missile (H-MOV-2)."""

    actor: str
    target: str
    weapon: str
    distance: Distance | None = None
    situation: Situation = field(default_factory=Situation)
    into_melee: IntoMelee | None = None
    leaves: tuple[str, ...] = ()
    path: tuple[Cell, ...] = ()
    type: Literal["move-and-attack"] = "move-and-attack"


@value
class Charge:
    """A run in a straight line with a blow at its end (H-CHG-1).

    ``run_up`` is the straight stretch after the last turn; ``target_aware`` whether the target knows of the
    charge, which must be said when it could meet the charge with a long weapon (H-CHG-2).
    """

    actor: str
    target: str
    weapon: str
    run_up: Distance | None = None
    target_aware: bool | None = None
    situation: Situation = field(default_factory=Situation)
    leaves: tuple[str, ...] = ()
    path: tuple[Cell, ...] = ()
    type: Literal["charge"] = "charge"


@value
class Shoot:
    """A shot or a throw at ``situation.distance`` (H-MIS-1)."""

    actor: str
    target: str
    weapon: str
    situation: Situation = field(default_factory=Situation)
    into_melee: IntoMelee | None = None
    type: Literal["shoot"] = "shoot"


@value
class PushShooter:
    """The actor pushes an archer or slinger with its hands (H-MIS-2).

    ``using`` says whether the Brawling skill is used; ``weapon`` is then the unarmed weapon of the sheet that
    does the damage, by default the sheet's first one.
    """

    actor: str
    target: str
    using: Literal["brawling", "bare-hands"]
    weapon: str | None = None
    type: Literal["push-shooter"] = "push-shooter"


@value
class Draw:
    """The actor takes a weapon in hand, or picks up the one it dropped; ``slung`` is carried on the back."""

    actor: str
    weapon: str
    slung: bool = False
    type: Literal["draw"] = "draw"


@value
class Reload:
    """The actor loads a weapon, or gives it a new string; ``rounds`` is the GM's word within the table's."""

    actor: str
    weapon: str
    rounds: int | None = None
    type: Literal["reload"] = "reload"


@value
class Stand:
    """The actor gets up."""

    actor: str
    type: Literal["stand"] = "stand"


@value
class Hold:
    """The actor does nothing with its action."""

    actor: str
    type: Literal["hold"] = "hold"


@value
class Ready:
    """The actor keeps a loaded missile weapon aimed, which helps its next initiative."""

    actor: str
    weapon: str
    type: Literal["ready"] = "ready"


MovementCommand: TypeAlias = (
    Move | Run | MoveAndAttack | Charge | Shoot | PushShooter | Draw | Reload | Stand | Hold | Ready
)
