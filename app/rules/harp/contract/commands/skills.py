"""Commands that are nothing but a skill: manoeuvres and first aid."""

from typing import Literal, TypeAlias

from app.rules.harp.table.sheet import Part, Skill
from app.values import value

Basis: TypeAlias = Literal["strength", "agility", "quickness", "movement", "concentration", "sight"]
"""What a manoeuvre rests on, as far as a penalty asks for it."""
Characteristic: TypeAlias = Literal[
    "strength", "constitution", "agility", "quickness",
    "self_discipline", "intuition", "reasoning", "presence",
]  # fmt: skip


@value
class Manoeuvre:
    """A roll on the manoeuvre table.

    ``using`` is a skill of the sheet or a characteristic; a skill that the sheet has no place for is a
    characteristic with one of the ``modifiers``. ``difficulty`` is a row of the table of difficulties.
    ``against`` is a total to reach, such as a Stealth roll that was put by (H-INT-3). ``in_combat`` is the
    −50 of noticing something in the thick of a fight (H-PER-1). ``rests_on`` is the GM's word on what
    penalties look at; each skill has its own. ``takes_action``: the round's action goes into it, except into
    Perception, unless the command says otherwise.
    """

    actor: str
    using: Skill | Characteristic
    column: Literal["percentage", "bonus", "rr", "utility"] = "percentage"
    difficulty: str = "medium"
    modifiers: tuple[Part, ...] = ()
    against: int | None = None
    in_combat: bool = False
    rests_on: tuple[Basis, ...] | None = None
    takes_action: bool | None = None
    type: Literal["manoeuvre"] = "manoeuvre"


@value
class FirstAid:
    """The actor sees to the bleeding of ``target``, its own perhaps (H-EFF-WOUND)."""

    actor: str
    target: str
    modifiers: tuple[Part, ...] = ()
    type: Literal["first-aid"] = "first-aid"


@value
class Bandage:
    """The manoeuvre at the end of first aid, at the difficulty that the wounds had when it began."""

    actor: str
    target: str
    difficulty: str
    modifiers: tuple[Part, ...] = ()


SkillCommand: TypeAlias = Manoeuvre | FirstAid
