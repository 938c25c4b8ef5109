"""Follow-up steps of movement: ways are gone in stretches, and whatever interrupts one comes first."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps_maneuvers import Aim, Manoeuvre
from app.values import value

Pace: TypeAlias = Literal["move", "run", "withdraw", "charge", "follow", "overrun", "drag", "step"]
Provocation: TypeAlias = Literal[
    "leaving", "standing", "sheathing", "picking-up", "bull-rush", "pushed", "shooting", "unarmed",
    "using-action", "disarm", "grapple", "overrun", "sunder", "trip", "knocked-down",
]  # fmt: skip
"""What lets opponents strike (D20-AOO-01)."""


@value
class ChargeBlow:
    """What a charge leads to: a blow with ``weapon``, or the ``manoeuvre`` in its place.

    ``limit`` are the squares that the charger may move in all. ``draws`` is whether the weapon is taken in
    hand on the way, ``unseen`` who stands unseen in the lane and stops the charge (D-17).
    """

    target: str
    weapon: str | None
    limit: int
    situation: Situation = field(default_factory=Situation)
    manoeuvre: Manoeuvre | None = None
    item: str | None = None
    draws: bool = False
    unseen: str | None = None


@value
class Trip:
    """A way that somebody has set out on.

    ``mover`` goes it, with ``actor`` on its back or the same. ``places`` are the south-west squares from the
    start to the end, ``costs`` the squares counted and ``diagonals`` the diagonal steps until each. Without
    a map there is no place, and ``costs`` has the start and the end only. ``threatened_by`` and ``meets``
    are the caller's word where there is no map. ``first_is_safe`` is a withdrawal's first square, ``spared``
    are opponents to whom the way gives no chance; ``drags`` is whom the mover takes along behind it.
    """

    actor: str
    mover: str
    pace: Pace
    costs: tuple[int, ...]
    places: tuple[Cell, ...] = ()
    diagonals: tuple[int, ...] = ()
    threatened_by: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    first_is_safe: bool = False
    spared: tuple[str, ...] = ()
    drags: str | None = None
    blow: ChargeBlow | None = None

    @property
    def last(self) -> int:
        """The index of the end."""
        return len(self.costs) - 1


@value
class Advance:
    """The mover, at place ``index``, goes on as far as nothing interrupts it.

    ``asked`` are the opponents who have had their chance at it there already. Of those who hold an attack
    ready ``later`` are asked again at the next place, ``waved`` let the whole way pass (D20-RDY-7).
    """

    trip: Trip
    index: int = 0
    asked: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    waved: tuple[str, ...] = ()
    type: Literal["advance"] = "advance"


@value
class CutIn:
    """Somebody ready may strike before the mover goes on with ``advance`` (D20-RDY-7)."""

    actor: str
    advance: Advance
    type: Literal["cut-in"] = "cut-in"


@value
class Opportunity:
    """An opponent may strike at somebody who has let its guard down (D20-AOO-01).

    ``astray`` is whom its blow may find in the place of its target (D35-BR-05).
    """

    actor: str
    target: str
    because: Provocation
    astray: str | None = None
    type: Literal["opportunity"] = "opportunity"


@value
class MeetCharge:
    """A weapon set against charges meets the charger before its blow (D20-BRC-01)."""

    actor: str
    trip: Trip
    type: Literal["meet-charge"] = "meet-charge"


@value
class GetUp:
    """Somebody who lies on the ground rises, once everyone has had their opportunity (D20-MOV-7)."""

    actor: str
    type: Literal["get-up"] = "get-up"


@value
class Handle:
    """A weapon changes its place, once everyone has had their opportunity (D20-MOV-8)."""

    actor: str
    weapon: str
    how: Literal["sheathe", "pick-up"]
    type: Literal["handle"] = "handle"


@value
class Arrive:
    """A charge has come to its end: its blow falls, if the charger can still strike it."""

    trip: Trip
    type: Literal["arrive"] = "arrive"


@value
class Push:
    """The check of a bull rush, once everyone has had their opportunity (PF1-BR-01, D35-BR-01).

    ``pushed`` are its target and whoever stood behind, the last of them the one it is now made against.
    ``line`` is the direction in columns and rows, None without a map. ``squares`` are those that the pusher
    may follow, ``costs_move`` whether that takes its move action. ``hits_before`` are the hit points that it
    had before its target struck at it (PF1-AOO-12). ``gone`` are the steps pushed so far, ``left`` the
    squares still to push.
    """

    actor: str
    pushed: tuple[str, ...]
    line: tuple[int, int] | None
    squares: int
    is_charge: bool = False
    costs_move: bool = False
    situation: Situation = field(default_factory=Situation)
    hits_before: int = 0
    gone: int = 0
    left: int | None = None
    type: Literal["push"] = "push"


@value
class Drive:
    """Those whom a bull rush has moved go back, as far as they can; the pusher may follow.

    ``is_open`` is whether those whom the pushed one passes have had their opportunity.
    """

    push: Push
    is_open: bool = False
    type: Literal["drive"] = "drive"


@value
class Wrestle:
    """What one of the two in a grapple tries with the other.

    ``weapon`` is None for bare hands, ``nonlethal`` for the damage that it does by itself; ``by_skill`` slips
    out by Escape Artist; ``trip`` is the way on which the other is taken along.
    """

    actor: str
    target: str
    aim: Aim
    weapon: str | None = None
    nonlethal: bool | None = None
    by_skill: bool = False
    situation: Situation = field(default_factory=Situation)
    trip: Trip | None = None
    type: Literal["wrestle"] = "wrestle"


MovementStep: TypeAlias = (
    Advance | Arrive | CutIn | Drive | GetUp | Handle | MeetCharge | Opportunity | Push | Wrestle
)
