"""What attacks bring about."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import Open, Who
from app.values import value


@value
class AttackMissed:
    """The blow misses; ``concealed`` when it would have hit what it could see (D20-CON-01)."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    concealed: Open[bool] = False
    type: Literal["attack_missed"] = "attack_missed"


@value
class AttackHit:
    """The blow hits and does its damage ``multiplier`` times."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    critical: Open[bool] = False
    multiplier: Open[int] = 1
    type: Literal["attack_hit"] = "attack_hit"


@value
class AttackPrevented:
    """The blow does not fall: its attacker can no longer strike, or its target is out of reach by now."""

    actor: Who[str]
    target: Who[str]
    weapon: Open[str]
    type: Literal["attack_prevented"] = "attack_prevented"


AttackEvent: TypeAlias = AttackHit | AttackMissed | AttackPrevented
