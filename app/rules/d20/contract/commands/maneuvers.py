"""Combat manoeuvres that can be commanded; bull rushes stand with the commands of movement."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.common.measures import Distance
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps_maneuvers import Aim, ManoeuvreStep
from app.values import value


@value
class Disarm:
    """The actor strikes a weapon out of its target's hands, in the place of a blow (PF1-DIS-1, D35-DIS-1).

    ``weapon`` is what it does that with, bare hands when left out; ``item`` the weapon of the target, left
    out the one in its main hand.
    """

    actor: str
    target: str
    weapon: str | None = None
    item: str | None = None
    situation: Situation = field(default_factory=Situation)
    type: Literal["disarm"] = "disarm"


@value
class Sunder:
    """The actor strikes at a weapon that its target holds, in the place of a blow (PF1-SUN-1, D35-SUN-1).

    ``item`` is the weapon of the target, left out the one in its main hand. ``spares`` leaves it with 1 hit
    point where it would be destroyed (PF1-SUN-4).
    """

    actor: str
    target: str
    weapon: str
    item: str | None = None
    spares: bool = False
    situation: Situation = field(default_factory=Situation)
    type: Literal["sunder"] = "sunder"


@value
class TripUp:
    """The actor brings its target down, in the place of a blow (PF1-TRP-1, D35-TRP-1).

    ``weapon`` is what it does that with, bare hands when left out.
    """

    actor: str
    target: str
    weapon: str | None = None
    situation: Situation = field(default_factory=Situation)
    type: Literal["trip"] = "trip"


@value
class Overrun:
    """In the course of its move the actor runs over somebody beside it (PF1-OVR-1, D35-OVR-1).

    It takes the movement that is left of a move action, or a whole one, to get to the other side.
    ``threatened_by`` are those past whom that leads, where there is no map.
    """

    actor: str
    target: str
    threatened_by: tuple[str, ...] = ()
    situation: Situation = field(default_factory=Situation)
    type: Literal["overrun"] = "overrun"


@value
class Grapple:
    """The actor grapples its target, or does something in the grapple that both are in.

    ``aim`` is what: to ``seize`` somebody; with whom one holds to ``hold`` on, do ``damage``, ``move``
    along, ``pin`` or ``release``; and whoever is held may ``escape`` or ``reverse`` the hold. ``weapon`` does
    the damage, bare hands when left out, ``nonlethal`` as in an attack. ``by_skill`` escapes by Escape
    Artist. A move goes as a `move` command does. ``threatened_by`` are those who strike at whoever comes so
    near, or goes past, where there is no map.
    """

    actor: str
    target: str
    aim: Aim = "seize"
    weapon: str | None = None
    nonlethal: bool | None = None
    by_skill: bool = False
    path: tuple[Cell, ...] = ()
    to: Cell | None = None
    distance: Distance | None = None
    threatened_by: tuple[str, ...] = ()
    situation: Situation = field(default_factory=Situation)
    type: Literal["grapple"] = "grapple"


BlowCommand: TypeAlias = Disarm | Sunder | TripUp
ManoeuvreCommand: TypeAlias = BlowCommand | Grapple | Overrun
ManoeuvreFollowUp: TypeAlias = ManoeuvreStep
