"""The charge: declared, gone square by square with whatever interrupts it, struck (D20-CHG-01 … D20-CHG-96).

`charge_survey` says whether it may begin, `travel` goes the way, `brace` and `opportunity` come before the
blow.
"""

from collections.abc import Iterator
from itertools import pairwise

from app.rules.common.dice import Dice
from app.rules.common.errors import permit
from app.rules.common.grid.cells import Cell
from app.rules.common.modifiers import Modifier
from app.rules.d20.attack.power_attack import power_attack
from app.rules.d20.charge.charge_survey import Survey, survey_charge
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.contract.economy import spending
from app.rules.d20.contract.effects import gains, until_next_turn
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.movement import ChargeBegun, ChargeForestalled, ChargeStopped, WeaponDrawn
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Attempt, Overrunning
from app.rules.d20.contract.steps_movement import Advance, Arrive, ChargeBlow, Opportunity, Push, Trip
from app.rules.d20.ground.heights import above_ground
from app.rules.d20.maneuvers import attempts, overrun
from app.rules.d20.maneuvers.bull_rush import check_figures, line_of, rushing
from app.rules.d20.opportunity.provoking import exposes_itself
from app.rules.d20.saddle.mounted import doublings, rules_of
from app.rules.d20.table.arms import wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.state import Combatant, Effect, Encounter
from app.rules.resolution.requests import Choose, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace

IMPETUS = Modifier("d20.attack.charge", 2, "charge", "rule", "D20-CHG-90")
LOWERED = -2


def begin(encounter: Encounter, command: Charge, survey: Survey) -> Result:
    """What a charge does once nothing forbids it: the action is spent, the guard is down, and off it goes
    (D20-CHG-92, D-4).
    """
    charging = survey.charging
    actor, mover = charging.actor, charging.mover
    events: list[Event] = [*spending(actor, charging.kind, command.type)]
    if charging.is_mounted:
        events += spending(mover, charging.kind, command.type)
    events.append(ChargeBegun(actor.id, charging.target.id, mover.id if charging.is_mounted else None))
    events += power_attack(actor, command.power)
    if encounter.options.charge_ac_from == "declaration":
        events += _lowered(encounter, actor, mover)
    return StepResult(tuple(events), (Advance(trip_of(encounter, command, survey)),))


def charge(book: Book, encounter: Encounter, command: Charge) -> Resolution[Result]:
    """Begin a charge; raises Illegal with every failed check, and what `survey_charge` raises."""
    survey = survey_charge(book, encounter, command)
    picks = _picks(book, encounter, command, survey)
    if not picks:
        permit(survey.checks)
    _check_figures(book, encounter, command, survey)
    if picks:
        survey = yield from _picked(encounter, survey, picks)
        if survey.checks:
            return StepResult((_forestalled(survey),))
    return begin(encounter, command, survey)


def _check_figures(book: Book, encounter: Encounter, command: Charge, survey: Survey) -> None:
    """Refuse sheets that lack what the check at the end needs."""
    actor, target, armed = survey.charging.actor, survey.charging.target, survey.charging.armed
    if command.attack == "bull-rush":
        check_figures(book, encounter, actor, target)
    elif command.attack == "overrun":
        overrun.check_figures(book, encounter, actor, target)
    elif command.attack in ("disarm", "sunder", "trip") and armed is not None:
        attempts.check(
            book, encounter, Attempt(actor.id, target.id, command.attack, armed.id, command.item, "charge")
        )


def _picks(book: Book, encounter: Encounter, command: Charge, survey: Survey) -> tuple[Survey, ...]:
    """The surveys of equally close spaces, where there is a choice and one of them at least can be charged
    to (D-2); nothing where the charge is settled or not to be had.
    """
    way = survey.way
    if way is None or way.is_decided:
        return ()
    surveys = tuple(survey_charge(book, encounter, command, picked=at) for at in way.tied)
    if encounter.options.closest_space_tie == "chooser":
        surveys = tuple(one for one in surveys if not one.checks)
    return surveys if any(not one.checks for one in surveys) else ()


def _picked(encounter: Encounter, survey: Survey, picks: tuple[Survey, ...]) -> Resolution[Survey]:
    """Which of the equally close spaces: by the charger's choice, or by a die with a face for each (D-2)."""
    actor = survey.charging.actor.id
    if encounter.options.closest_space_tie == "chooser":
        options = {_written(_end(one)): one for one in picks}
        choice = yield from Choose(
            "closest space", actor, tuple(options), next(iter(options)), rules=("D-2",)
        )
        return options[choice]
    return (
        yield from Roll(
            purpose="closest space",
            roller=actor,
            dice=Dice((len(picks),)),
            outcome=lambda throw: picks[throw.first - 1],
            explain=lambda throw: (("closest_space", _written(_end(picks[throw.first - 1]))),),
            rules=("D-2", "D20-CHG-20"),
        )
    )


def _end(survey: Survey) -> Cell:
    assert survey.way is not None
    return survey.way.end.at


def _written(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _forestalled(survey: Survey) -> ChargeForestalled:
    return ChargeForestalled(survey.charging.actor.id, survey.charging.target.id, _end(survey))


def _lowered(encounter: Encounter, actor: Combatant, mover: Combatant) -> Iterator[Event]:
    """−2 AC for charger, mount and rider until the charger's next turn (D20-CHG-92, PF1-MNT-13)."""
    effect = Effect("d20.effect.charging", "ac", LOWERED, "untyped", "D20-CHG-92", until_next_turn(actor))
    yield from gains(actor, effect)
    if mover.id != actor.id:
        yield from gains(mover, effect)
    rider = encounter.rider_of(actor)
    if rider is not None:
        yield from gains(rider, effect)


def trip_of(encounter: Encounter, command: Charge, survey: Survey) -> Trip:
    """The way of the charge; it ends before somebody unseen in the lane, without a blow (D-17)."""
    charging, way = survey.charging, survey.way
    blow = ChargeBlow(
        charging.target.id,
        None if charging.armed is None else charging.armed.id,
        charging.greatest,
        command.situation,
        None if command.attack == "melee" else command.attack,
        command.item,
        survey.draws,
    )
    actor, mover = charging.actor.id, charging.mover.id
    if way is None:
        named = tuple(encounter.combatant(name, "/threatened_by").id for name in command.threatened_by)
        meets = tuple(encounter.combatant(name, "/meets").id for name in command.meets)
        return Trip(actor, mover, "charge", (0, survey.squares), (), (), named, meets, blow=blow)
    path = way.path
    if way.stop is not None:
        path = path[: way.stop.index + 1]
        blow = replace(blow, draws=False, unseen=way.stop.before)
    return Trip(
        actor,
        mover,
        "charge",
        tuple(place.cost for place in path),
        tuple(place.at for place in path),
        _slanting(tuple(place.at for place in path)),
        blow=blow,
    )


def _slanting(places: tuple[Cell, ...]) -> tuple[int, ...]:
    """The slanting steps until each place."""
    counts = [0]
    for (x, y), (to_x, to_y) in pairwise(places):
        counts.append(counts[-1] + int(x != to_x and y != to_y))
    return tuple(counts)


def arrive(book: Book, encounter: Encounter, step: Arrive) -> Result:
    """The end of the way: the one attack with +2, or the bull rush, of those who can still make it.

    Damage is doubled for a lance in the saddle and once more by Spirited Charge (D20-CHG-90, D20-LAN-01).
    """
    trip, blow = step.trip, step.trip.blow
    assert blow is not None
    actor, mover = encounter.combatant(trip.actor), encounter.combatant(trip.mover)
    events: list[Event] = []
    if encounter.options.charge_ac_from == "after_move":
        events += _lowered(encounter, actor, mover)
    if blow.unseen is not None:
        return StepResult((*events, ChargeStopped(actor.id, blow.target, "unseen")))
    if any(may_not_attack(actor)):
        return StepResult((*events, ChargeStopped(actor.id, blow.target, "unable")))
    if blow.manoeuvre == "overrun":
        step_on = Overrunning(
            actor.id,
            blow.target,
            max(0, blow.limit - trip.costs[-1]),
            is_charge=True,
            situation=blow.situation,
        )
        return StepResult(tuple(events), (step_on,))
    if blow.weapon is None:
        return StepResult(tuple(events), _rush(book, encounter, trip, blow))
    place = actor.weapon_place(blow.weapon)
    if blow.draws and place == "sheathed":
        events.append(WeaponDrawn(actor.id, blow.weapon))
    elif place is not None:
        return StepResult((*events, ChargeStopped(actor.id, blow.target, "weapon")))
    armed = wield(book, actor.sheet, blow.weapon)
    if blow.manoeuvre in ("disarm", "sunder", "trip"):
        attempt = Attempt(
            actor.id,
            blow.target,
            blow.manoeuvre,
            armed.id,
            blow.item,
            "charge",
            blow.situation,
            extra=(IMPETUS,),
        )
        return StepResult(tuple(events), (attempt,))
    strike = Strike(
        actor.id,
        blow.target,
        armed.id,
        "charge",
        blow.situation,
        extra=(IMPETUS,),
        doublings=doublings(actor, armed),
        rules=(*_rules(encounter, trip), *rules_of(actor, armed)),
    )
    exposed = exposes_itself(book, encounter, strike, trip.threatened_by)
    return StepResult(tuple(events), (*exposed, strike))


def _rush(book: Book, encounter: Encounter, trip: Trip, blow: ChargeBlow) -> tuple[Opportunity | Push, ...]:
    actor, target = encounter.combatant(trip.actor), encounter.combatant(blow.target)
    push = Push(
        actor.id,
        (target.id,),
        line_of(book, encounter, actor, target),
        max(0, blow.limit - trip.costs[-1]),
        is_charge=True,
        situation=blow.situation,
    )
    return rushing(book, encounter, push, trip.threatened_by)


def _rules(encounter: Encounter, trip: Trip) -> tuple[str, ...]:
    """The statements and decisions that a charge's blow stands on."""
    by_map = ("D20-CHG-60", "D-1", "D-2") if trip.places else ()
    is_aloft = trip.places and above_ground(encounter, encounter.combatant(trip.mover)) > 0
    return ("D20-CHG-01", "D20-CHG-20", "D-3", "D-4", *by_map, *(("D20-HGT-2",) if is_aloft else ()))


STEPS: Steps = {Charge: charge, Arrive: arrive}
