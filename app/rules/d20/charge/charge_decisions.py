"""By which decisions and finer statements the checks of a charge's way were read (D-1, D-2, D-3 …).

A refusal is argued about at the table as much as a hit, so that it names what it rests on too.
"""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.charge.charge_lane import Block
from app.rules.d20.charge.charge_way import ChargeWay
from app.rules.d20.ground.heights import are_level
from app.rules.d20.table.conditions import is_helpless
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant, Encounter
from app.values import replace

OF_THE_LANE = frozenset(("LANE_BLOCKED", "LANE_CREATURE", "LANE_SLOWED"))
OF_THE_END = frozenset(("CLOSEST_SPACE_BLOCKED", "NOT_CLOSEST_SPACE"))
PASSED_BY_WALKING = 3
"""Sizes between two creatures from which on one walks through the other's space (D20-CHG-73)."""


def with_decisions(
    encounter: Encounter, mover: Combatant, way: ChargeWay, *, is_mounted: bool
) -> Iterator[FailedCheck]:
    """The checks of the way of ``mover``, each with the options and statements by which it was read."""
    options = encounter.options
    end = ("D-15" if is_mounted else "D-3", *_tie(way))
    for check in way.checks:
        if check.code in OF_THE_LANE:
            named = ("charge_lane", options.charge_lane)
            read_by = ("D-1", *_tie(way), *_of_the_lane(encounter, mover, way, check))
        elif check.code in OF_THE_END:
            named = ("closest_space_tie", options.closest_space_tie)
            read_by = (*end, *_of_the_end(encounter, way, check))
        else:
            yield check
            continue
        yield replace(check, params=(*check.params, named), decided_by=read_by)


def _tie(way: ChargeWay) -> Iterator[str]:
    """D-2 where the count alone leaves several spaces equally close."""
    if len(way.candidates) > 1:
        yield "D-2"


def _of_the_lane(encounter: Encounter, mover: Combatant, way: ChargeWay, check: FailedCheck) -> Iterator[str]:
    """No exception for sizes, no way round, the ground under the charger, creatures that it cannot see."""
    found = tuple(block for block in way.blocks if not block.is_at_end)
    creatures = tuple(_creatures(encounter, found))
    if check.code == "LANE_BLOCKED":
        yield "D20-CHG-79"
    if encounter.options.lane_includes_start and not set(check.squares).isdisjoint(way.start.cells):
        yield "D-12"
    if check.code != "LANE_CREATURE":
        return
    if any(abs(steps_above(mover.sheet.size, one.sheet.size)) >= PASSED_BY_WALKING for one in creatures):
        yield "D20-CHG-73"
    if any(not are_level(encounter, mover, one) for one in creatures):
        yield "D20-HGT-1"
    if any(not block.is_known for block in found):
        yield "D-17"


def _of_the_end(encounter: Encounter, way: ChargeWay, check: FailedCheck) -> Iterator[str]:
    """Closest to the charger; and whether somebody helpless fills the space."""
    if check.code == "NOT_CLOSEST_SPACE":
        yield "D-22"
        return
    here = _creatures(encounter, tuple(block for block in way.blocks if block.is_at_end))
    if any(is_helpless(one) for one in here):
        yield "D-21"


def _creatures(encounter: Encounter, found: tuple[Block, ...]) -> Iterator[Combatant]:
    return (encounter.combatant(block.id) for block in found if block.id is not None)
