"""The commands that prepare a blow, one's own or a friend's: to feint, and to aid another."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.d20.contract.situation import Situation
from app.rules.d20.table.sheet import SkillId
from app.values import value

AidForm: TypeAlias = Literal["attack", "ac", "skill", "effect"]
"""What a help is for: a friend's blow, its guard, a check of a skill, or what ails it by the GM's word."""


@value
class Feint:
    """The actor misleads a foe, who is without Dexterity against its next blow of melee (PF1-FNT-10).

    With ``in_sight`` false one of the two is not aware of the other, and there is nobody to mislead
    (PF1-FNT-18).
    """

    actor: str
    target: str
    in_sight: bool | None = None
    type: Literal["feint"] = "feint"


@value
class AidAnother:
    """The actor helps ``ally`` as a standard action (PF1-AID-01).

    For a blow or the guard ``target`` is the foe that both fight, ``weapon`` what the actor threatens it
    with (left out, the first that does); ``situation.into_melee`` says whether foe and ally are in melee
    where no map does. For a check ``skill`` is the one that both use, and ``most`` how many such helps the
    GM lets count. Against a spell or another effect the table says ``what`` the help is.
    """

    actor: str
    ally: str
    aid: AidForm = "attack"
    target: str | None = None
    weapon: str | None = None
    skill: SkillId | None = None
    most: int | None = None
    what: str = ""
    situation: Situation = field(default_factory=Situation)
    type: Literal["aid-another"] = "aid-another"


SupportCommand: TypeAlias = AidAnother | Feint
