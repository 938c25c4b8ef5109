"""What damage, healing and a GM's word bring about."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import HitPoints, Open, Own, Who, Whole
from app.rules.harp.contract.commands.care import EffectName, Resistance
from app.rules.harp.table.state import Combatant
from app.values import value


@value
class Healed:
    """``bleeding`` and ``penalty`` are what was taken away, 0 or more."""

    target: Who[str]
    hits: HitPoints[int]
    bleeding: HitPoints[int]
    penalty: HitPoints[int]
    type: Literal["healed"] = "healed"


@value
class Revived:
    """Called back from death by the GM's word (DH-26)."""

    target: Who[str]
    type: Literal["revived"] = "revived"


@value
class CameTo:
    """Above 0 hits again and no longer unconscious."""

    target: Who[str]
    type: Literal["came_to"] = "came_to"


@value
class FellDown:
    """On the ground, awake or not."""

    target: Who[str]
    type: Literal["fell_down"] = "fell_down"


@value
class EffectEnded:
    target: Who[str]
    effect: Own[EffectName]
    type: Literal["effect_ended"] = "effect_ended"


@value
class Resisted:
    target: Who[str]
    resistance: Open[Resistance]
    success: Open[bool]
    type: Literal["resisted"] = "resisted"


@value
class CombatantEdited:
    """``combatant`` as the GM wants it."""

    combatant: Whole[Combatant]
    type: Literal["combatant_edited"] = "combatant_edited"


CareEvent: TypeAlias = Healed | Revived | CameTo | FellDown | EffectEnded | Resisted | CombatantEdited
