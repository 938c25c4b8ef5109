"""The commands of those who defend themselves, and the steps these lead to."""

from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.measures import Distance
from app.rules.harp.table.guard import Share
from app.values import value

Evasion: TypeAlias = Literal["agility", "acrobatics"]


@value
class Parry:
    """``points`` of OB go to DB against the melee attacks of one opponent (H-PAR-1).

    ``against`` missiles is an advanced action, which nobody has yet (H-PAR-3).
    """

    actor: str
    opponent: str
    weapon: str
    points: int
    against: Literal["melee", "missiles"] = "melee"
    type: Literal["parry"] = "parry"


@value
class FullParry:
    """All OB, and 10 more, against the melee attacks of one opponent (H-PAR-2)."""

    actor: str
    opponent: str
    weapon: str
    type: Literal["full-parry"] = "full-parry"


@value
class MultipleParry:
    """OB shared out to DB against the melee attacks of several opponents (H-PAR-3)."""

    actor: str
    weapon: str
    points: tuple[Share, ...]
    type: Literal["multiple-parry"] = "multiple-parry"


@value
class Dodge:
    """The round's action is spent on evading everything (H-DOD-1)."""

    actor: str
    skill: Evasion = "agility"
    type: Literal["dodge"] = "dodge"


@value
class InstinctiveDodge:
    """A dodge at any moment, for this round's action or the next one's (H-DOD-2)."""

    actor: str
    skill: Evasion = "agility"
    type: Literal["instinctive-dodge"] = "instinctive-dodge"


@value
class Disengage:
    """Leaving a melee in two rounds (H-DIS-1).

    In the first the actor parries ``opponent`` with ``weapon`` and half of its OB or more (``points``); in
    the second it goes ``distance`` away, by default its BMR; on a map along ``path`` (H-MAP-6).
    """

    actor: str
    opponent: str
    weapon: str | None = None
    points: int | None = None
    distance: Distance | None = None
    path: tuple[Cell, ...] = ()
    type: Literal["disengage"] = "disengage"


@value
class PlantShield:
    """A pavise is set on the ground as cover, or taken up again (H-SHD-1).

    ``cover`` is the row of the cover table that the GM grants behind it.
    """

    actor: str
    cover: str = "half-resistant"
    take_up: bool = False
    type: Literal["plant-shield"] = "plant-shield"


DefenceCommand: TypeAlias = (
    Parry | FullParry | MultipleParry | Dodge | InstinctiveDodge | Disengage | PlantShield
)


@value
class OfferDodge:
    """A blow is coming: ``target`` may dodge it by instinct before the dice fall (DH-38)."""

    target: str
    attacker: str
    weapon: str


@value
class RollParry:
    """The roll of ``actor``'s full parry against ``opponent`` (H-PAR-2)."""

    actor: str
    opponent: str
    weapon: str


DefenceStep: TypeAlias = OfferDodge | RollParry
