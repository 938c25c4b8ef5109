"""What can happen to a combatant's defence; every event tells of ``actor``'s own."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import Open, Own, Who
from app.rules.harp.table.guard import ParryPoints
from app.values import value


@value
class ParryTaken:
    """The parries now in force, in place of earlier ones; ``ob_spent`` is taken from own attacks."""

    actor: Who[str]
    parries: Own[tuple[ParryPoints, ...]]
    ob_spent: Own[int]
    type: Literal["parry_taken"] = "parry_taken"


@value
class ParryHeld:
    """The roll of a full parry came off."""

    actor: Who[str]
    opponent: Who[str]
    type: Literal["parry_held"] = "parry_held"


@value
class ParryFailed:
    """The roll of a full parry was a fumble: neither its points nor its bonus count."""

    actor: Who[str]
    opponent: Who[str]
    type: Literal["parry_failed"] = "parry_failed"


@value
class Dodged:
    """``bonus`` is added to DB until the next own turn begins."""

    actor: Who[str]
    bonus: Own[int]
    instinctive: Open[bool]
    type: Literal["dodged"] = "dodged"


@value
class ActionOwed:
    """The action of the next own turn is used already (H-DOD-2)."""

    actor: Who[str]
    type: Literal["action_owed"] = "action_owed"


@value
class ShieldUsed:
    """The shield has met one of the attacks it can meet in a round."""

    actor: Who[str]
    type: Literal["shield_used"] = "shield_used"


@value
class ShieldPlanted:
    actor: Who[str]
    cover: Open[str]
    type: Literal["shield_planted"] = "shield_planted"


@value
class ShieldTakenUp:
    actor: Who[str]
    type: Literal["shield_taken_up"] = "shield_taken_up"


@value
class DisengageBegun:
    actor: Who[str]
    opponent: Who[str]
    type: Literal["disengage_begun"] = "disengage_begun"


@value
class DisengageSpoiled:
    """The opponent did damage: the disengagement starts over (DH-37)."""

    actor: Who[str]
    opponent: Who[str]
    type: Literal["disengage_spoiled"] = "disengage_spoiled"


@value
class Disengaged:
    """``distance_cm`` is None where nobody has stated it and the sheet has no BMR."""

    actor: Who[str]
    opponent: Who[str]
    distance_cm: Open[int | None]
    type: Literal["disengaged"] = "disengaged"


DefenceEvent: TypeAlias = (
    ParryTaken
    | ParryHeld
    | ParryFailed
    | Dodged
    | ActionOwed
    | ShieldUsed
    | ShieldPlanted
    | ShieldTakenUp
    | DisengageBegun
    | DisengageSpoiled
    | Disengaged
)
