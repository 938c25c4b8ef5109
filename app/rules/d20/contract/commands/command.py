"""What can be commanded in a d20 game, and the follow-up steps that commands lead to.

Turns, attacks and movement have modules of their own; the unions are here.
"""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import Identity
from app.rules.d20.contract.commands.attack import AttackCommand, AttackStep
from app.rules.d20.contract.commands.care import CareCommand, CareStep, Edit
from app.rules.d20.contract.commands.maneuvers import ManoeuvreCommand, ManoeuvreFollowUp
from app.rules.d20.contract.commands.movement import MovementCommand
from app.rules.d20.contract.commands.saddle import SaddleCommand, SaddleStep
from app.rules.d20.contract.commands.splash import SplashCommand, SplashStep
from app.rules.d20.contract.commands.support import SupportCommand
from app.rules.d20.contract.commands.turns import TurnCommand, TurnStep
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.contract.steps_movement import MovementStep
from app.rules.d20.table.sheet import Sheet
from app.values import value


@value
class Add:
    """A combatant enters; ``hp`` is what it has left, by default its sheet's total, ``at`` its place.

    ``sheathed`` are weapons of its sheet that are not in hand; ``mount`` is what it rides.
    """

    identity: Identity
    sheet: Sheet
    hp: int | None = None
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int = 0
    sheathed: tuple[str, ...] = ()
    mount: str | None = None
    type: Literal["add"] = "add"


@value
class Remove:
    """A combatant leaves the encounter."""

    actor: str
    type: Literal["remove"] = "remove"


@value
class Sync:
    """A whole table at once, all or nothing: who leaves, then what is changed of whom, then who enters."""

    leaving: tuple[str, ...] = ()
    edited: tuple[Edit, ...] = ()
    entering: tuple[Add, ...] = ()
    type: Literal["sync"] = "sync"


Command: TypeAlias = (
    Add
    | AttackCommand
    | CareCommand
    | ManoeuvreCommand
    | MovementCommand
    | Remove
    | SaddleCommand
    | SplashCommand
    | SupportCommand
    | Sync
    | TurnCommand
)
Step: TypeAlias = (
    Command
    | AttackStep
    | CareStep
    | Hurt
    | ManoeuvreFollowUp
    | MovementStep
    | SaddleStep
    | SplashStep
    | TurnStep
)
