"""What damage, healing, saves and a GM's word bring about."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import HitPoints, Open, Own, Who, Whole
from app.rules.d20.table.sheet import Save
from app.rules.d20.table.state import Combatant
from app.values import value

Loss: TypeAlias = Literal["damage", "dying", "strain"]
"""What hit points are lost to: damage, a dying combatant's turn, a strenuous action of a disabled one."""


@value
class DamageReduced:
    """``points`` of the damage do not count because of ``what``: damage reduction, or an energy resisted."""

    target: Who[str]
    points: Own[int]
    what: Own[str]
    rule_id: Own[str]
    type: Literal["damage_reduced"] = "damage_reduced"


@value
class HitPointsLost:
    """``points`` in all, ``temporary`` of them from the temporary ones (D20-TMP-1)."""

    target: Who[str]
    points: HitPoints[int]
    temporary: Own[int] = 0
    cause: Open[Loss] = "damage"
    type: Literal["hit_points_lost"] = "hit_points_lost"


@value
class NonlethalTaken:
    target: Who[str]
    points: HitPoints[int]
    type: Literal["nonlethal_taken"] = "nonlethal_taken"


@value
class BecameStaggered:
    """Its nonlethal damage equals its hit points (D20-NL-2)."""

    target: Who[str]
    type: Literal["became_staggered"] = "became_staggered"


@value
class BecameDisabled:
    """A single action a turn is left to it (D20-HP-3)."""

    target: Who[str]
    type: Literal["became_disabled"] = "became_disabled"


@value
class FellUnconscious:
    target: Who[str]
    type: Literal["fell_unconscious"] = "fell_unconscious"


@value
class BeganDying:
    """Below 0 and not stable, for the first time or again (D20-HP-4)."""

    target: Who[str]
    type: Literal["began_dying"] = "began_dying"


@value
class Stabilised:
    """Below 0 still, and losing no more (D20-HP-7)."""

    target: Who[str]
    type: Literal["stabilised"] = "stabilised"


@value
class Died:
    """``destroyed`` is said of what was never alive (D20-HP-9)."""

    target: Who[str]
    destroyed: Open[bool] = False
    type: Literal["died"] = "died"


@value
class HandsEmptied:
    """The target lets go of what it held."""

    target: Who[str]
    weapons: Open[tuple[str, ...]]
    type: Literal["hands_emptied"] = "hands_emptied"


@value
class Healed:
    """Hit points given back, and nonlethal damage taken away."""

    target: Who[str]
    points: HitPoints[int]
    nonlethal: HitPoints[int]
    type: Literal["healed"] = "healed"


@value
class TemporaryGained:
    """It has so many temporary hit points now, and no others (D20-TMP-2)."""

    target: Who[str]
    points: Own[int]
    type: Literal["temporary_gained"] = "temporary_gained"


@value
class CameTo:
    target: Who[str]
    type: Literal["came_to"] = "came_to"


@value
class Revived:
    """Called back from death by the GM's word (D20-HP-8)."""

    target: Who[str]
    type: Literal["revived"] = "revived"


@value
class SaveMade:
    target: Who[str]
    save: Open[Save]
    success: Open[bool]
    type: Literal["save_made"] = "save_made"


@value
class CombatantEdited:
    """``combatant`` as the GM wants it."""

    combatant: Whole[Combatant]
    type: Literal["combatant_edited"] = "combatant_edited"


CareEvent: TypeAlias = (
    BecameDisabled
    | BecameStaggered
    | BeganDying
    | CameTo
    | CombatantEdited
    | DamageReduced
    | Died
    | FellUnconscious
    | HandsEmptied
    | Healed
    | HitPointsLost
    | NonlethalTaken
    | Revived
    | SaveMade
    | Stabilised
    | TemporaryGained
)
