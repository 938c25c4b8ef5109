"""The charge, and the long weapon that meets it first (H-CHG-1, H-CHG-2)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier
from app.rules.harp.attack.attack import check_situation
from app.rules.harp.bonuses.offence import within_bonus
from app.rules.harp.bonuses.shields import shield_hand
from app.rules.harp.contract.commands.command import Engage, FreeAttack, Strike
from app.rules.harp.contract.commands.movement import Charge
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.movement import SetOff
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.distances import base_rate, metres
from app.rules.harp.ground.positions import known, within_reach
from app.rules.harp.ground.ways import Way, free_lane, way
from app.rules.harp.movement.free_attack import can_strike_freely, long_weapons
from app.rules.harp.movement.movement import departing, facing_after
from app.rules.harp.table.arms import wield
from app.rules.harp.table.legal import able_to_attack, at_hand, in_melee, not_oneself, on_foot, on_turn
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.steps import StepResult

SHORTEST_CHARGE = 3
"""Metres at a run, after the last turn."""
IMPETUS = Modifier("ob.charge", 20, "charge", "rule", "H-CHG-1")


class AwarenessMissing(Invalid):
    """The target could meet the charge with a long weapon; whether it knows of the charge must be said."""

    code = "awareness_missing"
    pointer = "/target_aware"


def charge(tables: HarpTables, encounter: Encounter, command: Charge) -> Result:
    """A charge: OB +20, DB −20 from now to the start of the next own turn (DH-16), no −20 for moving.

    Raises Illegal with every failed check, DistanceMissing, RateUnknown, or AwarenessMissing.
    """
    charger = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    armed = wield(tables, charger.sheet, command.weapon)
    override = command.situation.override
    along = way(encounter, charger, command.path, command.run_up, "run_up", override=override)
    there = along.taken_by(charger)
    shown = known(encounter, there, target, command.situation).situation
    permit(
        on_turn(encounter, charger),
        able_to_attack(charger),
        not_oneself(charger, target),
        at_hand(charger, armed),
        in_melee(armed),
        on_foot(charger),
        shield_hand(tables, charger, armed),
        within_bonus(tables, encounter, charger, armed),
        _run_up(charger, along),
        free_lane(encounter, charger, along),
        within_reach(encounter, there, target, override=override),
        _face_to_face(shown),
    )
    check_situation(tables, command.situation)
    events = (*action_taken(encounter, charger, command.type), SetOff(charger.id, "charge"))
    blow = Strike(charger.id, target.id, command.weapon, command.situation, modifiers=(IMPETUS,))
    going = departing(
        encounter,
        charger,
        "charge",
        along,
        command.leaves,
        facing_after(encounter, there, target),
        override=override,
        then=(*_met(tables, charger, target, command), Engage(blow)),
    )
    return StepResult(events, tuple(going))


def _run_up(charger: Combatant, along: Way) -> Iterator[FailedCheck]:
    """At least 3 m after the last turn, at most twice the BMR in all (H-CHG-1, DH-16)."""
    limit, wanted = 2 * base_rate(charger), metres(along.last.metres)
    if along.last.metres < SHORTEST_CHARGE:
        yield FailedCheck(
            "CHARGE_TOO_SHORT",
            "A charge takes at least {least} m at a run; {run_up} is too short.",
            "H-CHG-1",
            (("least", SHORTEST_CHARGE), ("run_up", wanted)),
        )
    if along.distance.metres > limit:
        whole = metres(along.distance.metres)
        yield FailedCheck(
            "CHARGE_TOO_LONG",
            "{actor} charges {limit} at most, not {run_up}.",
            "H-CHG-1",
            (("actor", charger.identity.name), ("run_up", whole), ("limit", metres(limit))),
        )


def _face_to_face(situation: Situation) -> Iterator[FailedCheck]:
    if situation.flank or situation.rear:
        yield FailedCheck(
            "CHARGE_NOT_FACE_TO_FACE", "A charge ends face to face: neither flank nor rear.", "H-CHG-1"
        )


def _met(tables: HarpTables, charger: Combatant, target: Combatant, command: Charge) -> Iterator[FreeAttack]:
    """The free attack of a target with a spear or pole-arm that knows of the charge (H-CHG-2)."""
    if not (long_weapons(tables, target) and can_strike_freely(target)):
        return
    if command.target_aware is None:
        name = target.identity.name
        raise AwarenessMissing("Say with `target_aware` whether {name} knows of the charge.", name=name)
    if command.target_aware:
        yield FreeAttack(target.id, charger.id, "charge")


STEPS: Steps = {Charge: charge}
