"""The way of a charge over the map: where it must end, how far that is, what its lane holds.

Plain geometry: footprints in, a frozen `ChargeWay` out, nobody's state and no dice. Where several spaces
are equally close the caller asks for one (a die, or the charger) and surveys again with it. A mounted charge
is that of the mount's footprint with the band of the rider's weapon (D20-LAN-08, D-15).
"""

from collections.abc import Iterable
from typing import Literal

from app.rules.common.errors import FailedCheck
from app.rules.common.grid.bands import Band
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lanes import Lane, lane
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.grid.steps import straight
from app.rules.d20.charge import charge_checks
from app.rules.d20.charge.charge_ends import Candidate, Tie, closest_spaces
from app.rules.d20.charge.charge_lane import Block, Bystander, LaneRule, Swept, blocks, swept
from app.values import value


@value
class ChargeOptions:
    """How the doubtful points of a charge's geometry are settled; the fields are the keys of the options.

    `reach_second_diagonal` is not among them: it belongs to every reach, so the `Band` carries it.
    """

    charge_lane: LaneRule = "hull"
    closest_space_tie: Tie = "euclid"
    lane_includes_start: bool = False
    end_space_helpless: bool = True
    unseen_in_lane: Literal["stops_before", "refuse"] = "stops_before"


USUAL = ChargeOptions()


@value
class Place:
    """One place on the way: the body's south-west cell there, and the cells counted 1-2-1 until there."""

    at: Cell
    cost: int


@value
class Stop:
    """Where a charge ends that runs into somebody unseen: ``index`` in the path, before whom (D-17)."""

    index: int
    before: str


@value
class ChargeWay:
    """All that the map says of a charge.

    ``candidates`` are the closest spaces by the count, blocked ones too; ``tied`` those of them among which
    the option leaves a choice (one: no choice). ``end`` is the picked one, or the first of them as long as
    nothing is picked and ``is_decided`` is false. ``path`` begins with the start; ``cells`` are those of the
    lane without the start's, row by row from the south. ``blocks`` are in order from the start, ``checks``
    in the order of the rules, none when all is well.
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
    rise: int = 0,
) -> ChargeWay:
    """Survey a charge of ``charger`` (the mount's footprint for a rider) with a weapon that reaches ``band``.

    ``grid`` None is open ground without end. ``least`` and ``greatest`` are cells, counted 1-2-1 whatever the
    map's own rule for diagonals. ``picked`` is the one of ``tied`` that a die or the charger took;
    ``requested`` the places that the charge is to pass, the end last, where somebody named them. Where the
    charger chooses, the end that it requests is its choice. ``rise`` is how many cells the target is
    above the height at which the charger goes. Raises ValueError when ``picked`` is none of the tied ones.
    """
    ends = closest_spaces(grid, charger, target, band, rise)
    tied = ends.tied(options.closest_space_tie)
    if picked is None and options.closest_space_tie == "chooser" and requested and requested[-1] in tied:
        picked = requested[-1]
    if picked is not None and picked not in tied:
        raise ValueError(f"{picked} is none of the closest spaces {tied}")
    end = charger.moved_to(tied[0] if picked is None else picked)
    over = swept(charger, end, options.charge_lane)
    found = blocks(
        grid,
        over,
        bystanders,
        lane_includes_start=options.lane_includes_start,
        end_space_helpless=options.end_space_helpless,
    )
    path = tuple(Place(at, _distance(charger.at, at)) for at in straight(charger.at, end.at))
    stops_before = options.unseen_in_lane == "stops_before"
    known = tuple(block for block in found if block.is_known or not stops_before)
    return ChargeWay(
        start=charger,
        end=end,
        candidates=ends.candidates,
        tied=tied,
        is_decided=picked is not None or len(tied) == 1,
        path=path,
        lane=lane(charger, end),
        cells=_by_rows(over.cells.difference(charger.cells)),
        blocks=found,
        checks=(
            *((charge_checks.beyond(target),) if ends.is_beyond else ()),
            *((charge_checks.covered(target),) if ends.is_covered else ()),
            *charge_checks.destination(known),
            *charge_checks.distance(path[-1].cost, least, greatest),
            *charge_checks.lane(known),
            *charge_checks.request(charger, tied, requested),
        ),
        stop=_stop(over, path, found, options.charge_lane) if len(known) < len(found) else None,
    )


def _distance(start: Cell, end: Cell) -> int:
    return one_two_one(end[0] - start[0], end[1] - start[1])


def _by_rows(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def _stop(over: Swept, path: tuple[Place, ...], found: tuple[Block, ...], rule: LaneRule) -> Stop:
    """The last place before the first one whose own lane from the start meets somebody unknown (D-17)."""
    unseen = [block for block in found if not block.is_known]
    for index, place in enumerate(path[1:]):
        cells = swept(over.start, over.start.moved_to(place.at), rule).cells
        for block in unseen:
            if not cells.isdisjoint(block.cells):
                return Stop(index, block.id or "")
    return Stop(len(path) - 2, unseen[0].id or "")
