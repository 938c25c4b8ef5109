"""The way of a charge over the map: where it must end, how far that is, what its lane holds.

Plain geometry: footprints in, a frozen `ChargeWay` out, nobody's state and no dice. Where several spaces
are equally close the caller asks for one (a die, or the charger) and surveys again with it.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.common.errors import FailedCheck
from app.rules.common.grid.bands import Band
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lanes import Lane

BlockKind: TypeAlias = Literal["creature", "difficult", "wall", "obstacle", "pit", "edge"]


@dataclass(frozen=True, slots=True)
class ChargeOptions:
    """How the doubtful points of a charge's geometry are settled; the fields are the keys of the options.

    `reach_second_diagonal` is not among them: it belongs to every reach, so the `Band` carries it.
    """

    charge_lane: Literal["hull", "center"] = "hull"
    closest_space_tie: Literal["euclid", "die", "chooser"] = "euclid"
    lane_includes_start: bool = False
    end_space_helpless: bool = True
    unseen_in_lane: Literal["stops_before", "refuse"] = "stops_before"


USUAL = ChargeOptions()


@dataclass(frozen=True, slots=True)
class Bystander:
    """Anybody but charger and target. ``is_exempt``: the charger's own mount or rider."""

    id: str
    body: Footprint
    is_helpless: bool = False
    is_exempt: bool = False
    is_known: bool = True
    """To the charger; false for what it neither sees nor otherwise knows to stand there (D-17)."""
    name: str = ""
    """For messages; the id where there is none."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the way: the body's south-west cell there, and the cells counted 1-2-1 until there."""

    at: Cell
    cost: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A space that is closest by the count of cells; ``square`` is the squared straight way in cells."""

    at: Cell
    cost: int
    square: int


@dataclass(frozen=True, slots=True)
class Block:
    """Something in the lane or in the end space that a charge does not go through.

    ``cells`` are those of it that are in the lane, for an edge the two on its sides. ``id`` is a
    creature's; an edge and ground have none. ``is_at_end`` when it is in the end space.
    """

    what: BlockKind
    cells: tuple[Cell, ...]
    id: str | None = None
    is_at_end: bool = False
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a charge ends that runs into somebody unseen: ``index`` in the path, before whom (D-17)."""

    index: int
    before: str


@dataclass(frozen=True, slots=True)
class ChargeWay:
    """All that the map says of a charge.

    ``candidates`` are the closest spaces by the count, blocked ones too; ``tied`` those of them among which
    the option leaves a choice (one: no choice). ``end`` is the picked one, or the first of them as long as
    nothing is picked. ``path`` begins with the start; ``cells`` are those of the lane without the start's.
    ``blocks`` are in order from the start, ``checks`` in the order of the rules, none when all is well.
    """

    start: Footprint
    end: Footprint
    candidates: tuple[Candidate, ...]
    tied: tuple[Cell, ...]
    is_decided: bool
    path: tuple[Place, ...]
    lane: Lane
    cells: tuple[Cell, ...]
    blocks: tuple[Block, ...] = ()
    checks: tuple[FailedCheck, ...] = ()
    stop: Stop | None = None

    @property
    def distance(self) -> int:
        """Cells from start to end, counted 1-2-1."""
        return self.path[-1].cost

    @property
    def places(self) -> tuple[Footprint, ...]:
        """The body at each place of the path."""
        return tuple(self.start.moved_to(place.at) for place in self.path)


@dataclass(frozen=True, slots=True)
class Foe:
    """Somebody who may strike at the charger on its way: where it stands and how far it reaches."""

    id: str
    body: Footprint
    band: Band


@dataclass(frozen=True, slots=True)
class Threat:
    """What a foe threatens of a path, as indices: every place in its reach, the first one that is left
    while in reach (an opportunity attack), and the first one entered from outside (a set weapon).
    """

    id: str
    within: tuple[int, ...]
    left: int | None
    entered: int | None


def survey(
    grid: Grid | None,
    charger: Footprint,
    target: Footprint,
    band: Band,
    bystanders: tuple[Bystander, ...],
    *,
    greatest: int,
    least: int = 2,
    options: ChargeOptions = USUAL,
    picked: Cell | None = None,
    requested: tuple[Cell, ...] = (),
) -> ChargeWay:
    """Survey a charge of ``charger`` (the mount's footprint for a rider) with a weapon that reaches ``band``.

    ``grid`` None is open ground without end. ``least`` and ``greatest`` are cells. ``picked`` is the one of
    ``tied`` that a die or the charger took; ``requested`` the places that the charge is to pass, the end
    last, where somebody named them.
    """
    raise NotImplementedError


def threats(grid: Grid | None, places: tuple[Footprint, ...], foes: tuple[Foe, ...]) -> tuple[Threat, ...]:
    """What each foe threatens of the places of a path; foes that threaten none of them are left out."""
    raise NotImplementedError
