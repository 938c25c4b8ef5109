"""What can happen in a d20 game; events carry outcomes, never faces. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.disclosure import CombatantRevealed
from app.rules.common.visibility import Who, Whole
from app.rules.d20.contract.events.attack import AttackEvent
from app.rules.d20.contract.events.care import CareEvent
from app.rules.d20.contract.events.maneuvers import ManoeuvreEvent
from app.rules.d20.contract.events.movement import MovementEvent
from app.rules.d20.contract.events.saddle import SaddleEvent
from app.rules.d20.contract.events.splash import SplashEvent
from app.rules.d20.contract.events.support import SupportEvent
from app.rules.d20.contract.events.turns import TurnEvent
from app.rules.d20.table.state import Combatant
from app.values import value


@value
class CombatantAdded:
    combatant: Whole[Combatant]
    type: Literal["combatant_added"] = "combatant_added"


@value
class CombatantRemoved:
    target: Who[str]
    type: Literal["combatant_removed"] = "combatant_removed"


Event: TypeAlias = (
    AttackEvent
    | CareEvent
    | CombatantAdded
    | CombatantRemoved
    | CombatantRevealed
    | ManoeuvreEvent
    | MovementEvent
    | SaddleEvent
    | SplashEvent
    | SupportEvent
    | TurnEvent
)
