"""What comes of skills: manoeuvres and first aid."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import HitPoints, Own, Who
from app.rules.harp.contract.commands.skills import Characteristic
from app.rules.harp.table.sheet import Skill
from app.values import value


@value
class ManoeuvreMade:
    """``figure`` of the table's ``column``; ``success`` where a total was to be reached, else None."""

    actor: Who[str]
    using: Own[Skill | Characteristic]
    column: Own[Literal["percentage", "bonus", "rr"]]
    figure: Own[int]
    success: Own[bool | None] = None
    type: Literal["manoeuvre_made"] = "manoeuvre_made"


@value
class FirstAidGiven:
    """``bleeding`` is how much of it stopped, hits a round; 0 is a failure."""

    actor: Who[str]
    target: Who[str]
    bleeding: HitPoints[int]
    type: Literal["first_aid_given"] = "first_aid_given"


SkillEvent: TypeAlias = ManoeuvreMade | FirstAidGiven
