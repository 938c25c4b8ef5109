"""What can happen in a d20 game; events carry outcomes, never faces. Ids are combatant ids."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.common.disclosure import CombatantRevealed
from app.rules.d20.events_attack import AttackEvent
from app.rules.d20.events_care import CareEvent
from app.rules.d20.events_maneuvers import ManoeuvreEvent
from app.rules.d20.events_movement import MovementEvent
from app.rules.d20.events_saddle import SaddleEvent
from app.rules.d20.events_splash import SplashEvent
from app.rules.d20.events_support import SupportEvent
from app.rules.d20.events_turns import TurnEvent
from app.rules.d20.state import Combatant


@dataclass(frozen=True, slots=True)
class CombatantAdded:
    combatant: Combatant
    type: Literal["combatant_added"] = "combatant_added"


@dataclass(frozen=True, slots=True)
class CombatantRemoved:
    target: str
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
