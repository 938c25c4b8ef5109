"""Follow-up steps of combat manoeuvres: each is tried once everyone has had their opportunity."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Occasion
from app.values import value

BlowManoeuvre: TypeAlias = Literal["disarm", "sunder", "trip"]
"""The manoeuvres that take the place of a blow in melee (D20-MAN-1)."""
Aim: TypeAlias = Literal["seize", "hold", "damage", "move", "pin", "escape", "reverse", "release"]
"""What somebody does in a grapple."""
Manoeuvre: TypeAlias = BlowManoeuvre | Literal["bull-rush", "grapple", "overrun"]


@value
class Attempt:
    """A disarm, sunder or trip in the place of a blow.

    ``weapon`` is None for bare hands, ``item`` the weapon of the target that it is about. ``extra`` are
    modifiers that the occasion brings, ``hits_before`` the hit points that the actor had before its target
    struck at it, ``is_open`` whether that opportunity is over. ``spares`` leaves something that would be
    destroyed with 1 hit point (PF1-SUN-4).
    """

    actor: str
    target: str
    manoeuvre: BlowManoeuvre
    weapon: str | None = None
    item: str | None = None
    occasion: Occasion = "attack"
    situation: Situation = field(default_factory=Situation)
    extra: tuple[Modifier, ...] = ()
    spares: bool = False
    hits_before: int = 0
    is_open: bool = False
    type: Literal["attempt"] = "attempt"


@value
class Felled:
    """Somebody has been brought down in a way that gives everybody near an opportunity (PF1-CM-12)."""

    actor: str
    type: Literal["felled"] = "felled"


@value
class Overrunning:
    """An overrun of somebody beside the actor; ``squares`` are those that it may still move."""

    actor: str
    target: str
    squares: int
    is_charge: bool = False
    situation: Situation = field(default_factory=Situation)
    threatened_by: tuple[str, ...] = ()
    hits_before: int = 0
    is_open: bool = False
    type: Literal["overrunning"] = "overrunning"


@value
class Seize:
    """Somebody reaches for its target to grapple it."""

    actor: str
    target: str
    situation: Situation = field(default_factory=Situation)
    threatened_by: tuple[str, ...] = ()
    occasion: Occasion = "attack"
    extra: tuple[Modifier, ...] = ()
    hits_before: int = 0
    is_open: bool = False
    type: Literal["seize"] = "seize"


@value
class LetGo:
    """Whatever hold the actor has of somebody ends."""

    actor: str
    type: Literal["let-go"] = "let-go"


ManoeuvreStep: TypeAlias = Attempt | Felled | LetGo | Overrunning | Seize
