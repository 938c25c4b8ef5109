"""A charge foreseen: all that can be known before a die is thrown, for callers to show (section 8).

What the charger does not know of is left out: whoever is invisible neither blocks nor strikes here.
"""

from collections.abc import Iterator
from functools import reduce

from app.rules.common.grid.cells import Cell, Point
from app.rules.common.modifiers import Tally
from app.rules.d20.attack import attack
from app.rules.d20.charge import charge
from app.rules.d20.charge.charge_lane import Block, BlockKind
from app.rules.d20.charge.charge_survey import Survey, survey_charge
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.contract.events.movement import Moved
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.contract.evolve.evolve import evolve
from app.rules.d20.contract.result import Result
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Attempt
from app.rules.d20.contract.steps_movement import Advance, Arrive, Push, Trip
from app.rules.d20.ground.maneuver_limits import hits_of
from app.rules.d20.maneuvers import attempts, bull_rush
from app.rules.d20.table.book import Book
from app.rules.d20.table.measures import FEET_PER_SQUARE
from app.rules.d20.table.state import Encounter
from app.rules.d20.travel.travel import foresee
from app.rules.resolution.preview import Sketch, Surveyed
from app.rules.resolution.requests import Resolution, Roll, Together
from app.values import replace, value


@value
class ForeseenPlace:
    """A place of the mover on the way, and the squares counted until there."""

    at: Cell
    squares: int


@value
class ForeseenBlock:
    """What is in the lane or in the space at its end; ``who`` is a creature's id."""

    what: BlockKind
    squares: tuple[Cell, ...]
    who: str | None
    is_at_end: bool


@value
class ForeseenOpportunity:
    """A foe that may strike as the place ``leaving`` is left, and with what; no place without a map."""

    who: str
    weapons: tuple[str, ...]
    leaving: Cell | None


@value
class ForeseenMeeting:
    """A set weapon that meets the charger as it comes to the place ``entering``."""

    who: str
    weapon: str
    entering: Cell | None


@value
class ForeseenReadied:
    """An attack held ready that may first cut in as the charger is ``at`` that place."""

    who: str
    weapons: tuple[str, ...]
    at: Cell | None


@value
class ForeseenCharge:
    """``squares`` is how far it goes, ``least`` and ``greatest`` how far it may.

    The rest is the map's: ``space`` the closest one to attack from, ``candidates`` all that cost as little,
    ``tied`` those among which a die or the charger decides, ``path`` and ``lane`` (its squares without the
    start's) on the way to it, ``outline`` the lane's corners in half squares; ``blocks`` what is in the way,
    nearest first. ``draws`` is whether the weapon is drawn on the way.
    """

    actor: str
    mover: str
    target: str
    weapon: str | None
    action: ActionKind
    is_restricted: bool
    squares: int
    feet: int
    least: int
    greatest: int
    draws: bool
    start: tuple[Cell, ...]
    space: tuple[Cell, ...]
    candidates: tuple[Cell, ...]
    tied: tuple[Cell, ...]
    is_decided: bool
    path: tuple[ForeseenPlace, ...]
    lane: tuple[Cell, ...]
    outline: tuple[Point, ...]
    blocks: tuple[ForeseenBlock, ...]
    first_block: ForeseenBlock | None
    opportunities: tuple[ForeseenOpportunity, ...]
    set_weapons: tuple[ForeseenMeeting, ...]
    readied: tuple[ForeseenReadied, ...]


def foresee_charge(book: Book, encounter: Encounter, command: Charge) -> Surveyed:
    """All that is known of a charge, with the totals of the roll at its end: the bonus, and what it is held
    against. Raises what `survey_charge` raises.
    """
    survey = _known(survey_charge(book, encounter, command))
    trip = charge.trip_of(encounter, command, survey)
    return Surveyed(
        "charge",
        _charge(book, _as_known(encounter), command, survey, trip),
        tuple(_totals(book, encounter, command, survey, trip)),
        _sketch(survey),
    )


def _sketch(survey: Survey) -> Sketch:
    way = survey.way
    if way is None:
        return Sketch()
    blocks = tuple((block.name or block.what, block.cells) for block in way.blocks)
    return Sketch(way.lane.corners, way.places, blocks)


def _known(survey: Survey) -> Survey:
    """The survey without what the charger does not know of."""
    way = survey.way
    if way is None:
        return survey
    blocks = tuple(block for block in way.blocks if block.is_known)
    return replace(survey, way=replace(way, blocks=blocks, stop=None))


def _as_known(encounter: Encounter) -> Encounter:
    """The encounter without those whom nobody sees."""
    seen = tuple(one for one in encounter.combatants if not one.has("invisible"))
    return replace(encounter, combatants=seen)


def _charge(book: Book, encounter: Encounter, command: Charge, survey: Survey, trip: Trip) -> ForeseenCharge:
    charging, way = survey.charging, survey.way
    interruptions = foresee(book, encounter, trip)
    blocks = () if way is None else tuple(map(_block, way.blocks))
    return ForeseenCharge(
        actor=charging.actor.id,
        mover=charging.mover.id,
        target=charging.target.id,
        weapon=command.weapon,
        action=charging.kind,
        is_restricted=charging.limit is not None,
        squares=survey.squares,
        feet=survey.squares * FEET_PER_SQUARE,
        least=charging.least,
        greatest=charging.greatest,
        draws=survey.draws,
        start=() if way is None else way.start.cells,
        space=() if way is None else way.end.cells,
        candidates=() if way is None else tuple(one.at for one in way.candidates),
        tied=() if way is None else way.tied,
        is_decided=way is None or way.is_decided,
        path=() if way is None else tuple(ForeseenPlace(one.at, one.cost) for one in way.path),
        lane=() if way is None else way.cells,
        outline=() if way is None else way.lane.corners,
        blocks=blocks,
        first_block=blocks[0] if blocks else None,
        opportunities=tuple(
            ForeseenOpportunity(chance.rival, chance.weapons, _place(trip, at))
            for at, chance in interruptions.opportunities
        ),
        set_weapons=tuple(
            ForeseenMeeting(setting.holder, setting.weapon, _place(trip, at))
            for at, setting in interruptions.meetings
        ),
        readied=tuple(
            ForeseenReadied(moment.holder, moment.weapons, _place(trip, moment.at))
            for moment in interruptions.readied
        ),
    )


def _place(trip: Trip, at: int) -> Cell | None:
    return trip.places[at] if trip.places else None


def _block(block: Block) -> ForeseenBlock:
    return ForeseenBlock(block.what, block.cells, block.id, block.is_at_end)


def _totals(book: Book, encounter: Encounter, command: Charge, survey: Survey, trip: Trip) -> Iterator[Tally]:
    """The totals of the first roll of the blow or push at the end, were nothing to happen on the way."""
    charging = survey.charging
    if charging.armed is None and not charging.is_bodily:
        return
    begun = charge.begin(encounter, command, survey)
    assert isinstance(begun.then[0], Advance)
    there = Moved(trip.mover, "charge", survey.squares, 0, trip.places[-1] if trip.places else None)
    arrived = reduce(evolve, (*begun.events, there), encounter)
    ended = charge.arrive(book, arrived, Arrive(trip))
    blow = ended.then[-1] if ended.then else None
    struck = reduce(evolve, ended.events, arrived)
    match blow:
        case Strike():
            yield from totals_of_first_roll(attack.strike(book, struck, blow))
        case Push():
            yield from totals_of_first_roll(bull_rush.push(book, struck, blow))
        case Attempt():
            open_blow = replace(blow, is_open=True, hits_before=hits_of(struck.combatant(blow.actor)))
            yield from totals_of_first_roll(attempts.attempt(book, struck, open_blow))
        case _:
            return


def totals_of_first_roll(resolution: Resolution[Result]) -> Iterator[Tally]:
    """The bonus of the first roll that is asked for, and what it is held against."""
    try:
        request = next(resolution)
    except StopIteration:
        return
    for roll in request.requests if isinstance(request, Together) else (request,):
        if isinstance(roll, Roll):
            yield from (tally for tally in (roll.modifiers, roll.against) if tally is not None)
