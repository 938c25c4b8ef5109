"""Disengaging: two rounds to leave a melee without a blow (H-DIS-1)."""

from collections.abc import Iterator
from fractions import Fraction

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.harp.attack.parry import all_of_it, parry_checks
from app.rules.harp.bonuses.offence import parrying_bonus
from app.rules.harp.contract.commands.command import Travel
from app.rules.harp.contract.commands.defence import Disengage
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.defence import DisengageBegun, Disengaged, ParryTaken
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.positions import is_within_reach, standing
from app.rules.harp.ground.ways import Way, free_way, way
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.guard import ParryPoints
from app.rules.harp.table.legal import able_to_move, not_oneself, not_stunned, on_turn, unbound
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.steps import StepResult


class ParryNotGiven(Invalid):
    """The first round of a disengagement needs a weapon and the points it parries with."""

    code = "parry_not_given"
    pointer = "/points"


def disengage(tables: HarpTables, encounter: Encounter, command: Disengage) -> Result:
    """The first round's parry or, once that has gone well, the second round's way out; raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    opponent = encounter.combatant(command.opponent, "/opponent")
    leaving = actor.guard.withdrawal
    if leaving is not None and leaving.is_ready and leaving.opponent == opponent.id:
        return _go(encounter, actor, opponent, command)
    if command.weapon is None or command.points is None:
        raise ParryNotGiven("Give the `weapon` and the `points` of the first round's parry.")
    armed = wield(tables, actor.sheet, command.weapon)
    permit(
        parry_checks(tables, encounter, actor, armed),
        unbound(actor),
        not_oneself(actor, opponent),
        _half_or_more(tables, encounter, actor, armed, command.points),
        _whole_if_stunned(tables, encounter, actor, armed, command.points),
    )
    return _begin(tables, encounter, actor, opponent, armed, command.points)


def _begin(
    tables: HarpTables,
    encounter: Encounter,
    actor: Combatant,
    opponent: Combatant,
    armed: Armed,
    points: int,
) -> Result:
    """The parry; all OB makes it a full one, of less the rest is lost (DH-19), unless an option says that any
    share of it is a full parry (DH-53).
    """
    begun = (*action_taken(encounter, actor, "disengage"), DisengageBegun(actor.id, opponent.id))
    bonus = _bonus(tables, encounter, actor, armed)
    if points == bonus or encounter.options.disengage_as_full_parry:
        taken, rolls = all_of_it(tables, encounter, actor, opponent, armed)
        return StepResult((*begun, taken), rolls)
    parry = ParryPoints(opponent.id, points, armed.entry.id)
    return StepResult((*begun, ParryTaken(actor.id, (parry,), bonus)))


def _go(encounter: Encounter, actor: Combatant, opponent: Combatant, command: Disengage) -> Result:
    """Up to BMR away from the opponent, who gets no attack; it is the round's action."""
    reach = _reach(actor)
    distance = command.distance.metres if command.distance else reach
    along = None
    if actor.at is not None or command.path:
        along = way(encounter, actor, command.path, command.distance, "distance")
        distance = along.distance.metres
    permit(
        on_turn(encounter, actor),
        able_to_move(actor),
        _within(actor, distance, reach),
        (_clear(encounter, actor, opponent, along) if along else ()),
    )
    gone = Disengaged(actor.id, opponent.id, None if distance is None else int(distance * 100))
    events = (*action_taken(encounter, actor, command.type), gone)
    if along is None:
        return StepResult(events)
    facing = actor.facing and along.heading
    going = Travel(actor.id, "walk", along.distance, along.end, facing, along.ignored, path=along.cells)
    return StepResult(events, (going,))


def _clear(encounter: Encounter, actor: Combatant, opponent: Combatant, along: Way) -> Iterator[FailedCheck]:
    """Whether the way is free and ends out of the opponent's reach (H-MAP-6, H-MAP-7)."""
    yield from free_way(encounter, actor, along)
    there = along.taken_by(actor)
    if standing(encounter, there, opponent) and is_within_reach(encounter, opponent, there):
        name = opponent.identity.name
        yield FailedCheck(
            "NOT_AWAY", "That does not lead away from {target}.", "H-DIS-1", (("target", name),)
        )


def _bonus(tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed) -> int:
    return max(0, parrying_bonus(tables, encounter, actor, armed).total)


def _half_or_more(
    tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed, points: int
) -> Iterator[FailedCheck]:
    """At least half of OB, and no more than there is."""
    bonus = _bonus(tables, encounter, actor, armed)
    params = (("points", points), ("offensive_bonus", bonus))
    if 2 * points < bonus or points < 0:
        yield FailedCheck(
            "PARRY_BELOW_HALF", "Parry with half of {offensive_bonus} OB or more.", "H-DIS-1", params
        )
    elif points > bonus:
        yield FailedCheck(
            "PARRY_EXCEEDS_OB",
            "There are {offensive_bonus} OB to parry with.",
            "H-PAR-1",
            (("way", "disengage"), *params),
        )


def _whole_if_stunned(
    tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed, points: int
) -> Iterator[FailedCheck]:
    """The stunned parry fully or not at all."""
    if points != _bonus(tables, encounter, actor, armed):
        yield from not_stunned(actor)


def _reach(actor: Combatant) -> Fraction | None:
    """Metres: BMR, half of it for the stunned; None where the sheet does not say (H-MOV-1, H-EFF-STUN)."""
    if actor.sheet.bmr is None:
        return None
    return Fraction(actor.sheet.bmr, 2 if actor.conditions.stunned else 1)


def _within(actor: Combatant, distance: Fraction | None, reach: Fraction | None) -> Iterator[FailedCheck]:
    if distance is not None and reach is not None and distance > reach:
        yield FailedCheck(
            "TOO_FAR",
            "{actor} can get {limit} m away at most.",
            "H-DIS-1",
            (("way", "away"), ("actor", actor.identity.name), ("limit", f"{float(reach):g}")),
        )


STEPS: Steps = {Disengage: disengage}
