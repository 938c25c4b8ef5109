"""Shots and throws: range, point blank, harassed shooters, strays (H-MIS-1, H-MIS-2, H-MIS-3)."""

from collections.abc import Iterator
from fractions import Fraction

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier
from app.rules.harp.attack.attack import check_situation
from app.rules.harp.attack.harass import spoilt
from app.rules.harp.bonuses.shields import shield_hand
from app.rules.harp.contract.commands.command import Engage, FlyOn, Strike
from app.rules.harp.contract.commands.movement import Shoot
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.movement import WeaponEmptied
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.distances import metres, stated
from app.rules.harp.ground.gear import loading
from app.rules.harp.ground.positions import in_sight, known, strays, turned
from app.rules.harp.ground.surroundings import allow_shot
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.legal import able_to_attack, at_hand, not_oneself, not_parrying, on_turn
from app.rules.harp.table.options import Options
from app.rules.harp.table.situation import Bystander, IntoMelee, Situation
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables, RangePenalties, WeaponRange
from app.rules.resolution.steps import StepResult
from app.values import replace

STRAYING_GROUPS = ("bows", "slings", "crossbows")
"""The weapon groups whose missiles fly on when they miss (H-MIS-3)."""


class StraysUnclear(Invalid):
    """Whom a stray shot may strike: neither the shooter nor the target, and nobody twice."""

    code = "strays_unclear"
    pointer = "/into_melee/others"


def shoot(tables: HarpTables, encounter: Encounter, command: Shoot) -> Result:
    """One shot or throw (H-MIS-1); raises Illegal with every failed check, DistanceMissing, StraysUnclear."""
    shooter = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    armed = wield(tables, shooter.sheet, command.weapon)
    permit(
        on_turn(encounter, shooter),
        able_to_attack(shooter),
        not_oneself(shooter, target),
        not_parrying(shooter),
        at_hand(shooter, armed),
        shield_hand(tables, shooter, armed),
        able_to_shoot(armed, known(encounter, shooter, target, command.situation).situation),
        in_sight(encounter, shooter, target, command.situation),
        allow_shot(tables, encounter, armed),
    )
    check_situation(tables, command.situation)
    events = (*action_taken(encounter, shooter, command.type), *turned(encounter, shooter, target))
    blow = shot(tables, encounter, shooter, target, armed, command.situation, command.into_melee)
    return StepResult(events, (Engage(blow),))


def shot(
    tables: HarpTables,
    encounter: Encounter,
    shooter: Combatant,
    target: Combatant,
    armed: Armed,
    situation: Situation,
    into_melee: IntoMelee | None,
) -> Strike:
    """The blow of a missile that `able_to_shoot` allows, with what range and harassment take from it."""
    modifiers = _of_shot(tables, encounter, shooter, target, armed, situation)
    named = _strays(encounter, shooter, target, armed, into_melee)
    shown = None if situation.override else _strays_on_map(encounter, shooter, target, armed)
    ignored = ("into_melee",) if into_melee is not None and shown not in (None, named) else ()
    return Strike(
        shooter.id,
        target.id,
        armed.entry.id,
        situation,
        modifiers,
        strays=named if shown is None else shown,
        bystanders=_bystanders(encounter, into_melee),
        ignored=ignored,
    )


def fly_on(tables: HarpTables, encounter: Encounter, step: FlyOn) -> Result:
    """The missile that missed strikes at the next one it may stray to, an attack of its own (H-MIS-3, DH-51).

    Its distance, position and cover are its own: those of the map, or what was said of that target. Where
    nobody knows the distance, that of the first target stands for it. Whoever is nearer or farther than the
    weapon shoots is passed by.
    """
    shot_before, (nearest, *others) = step.shot, step.shot.strays
    shooter, target = encounter.combatant(shot_before.actor), encounter.combatant(nearest)
    armed = wield(tables, shooter.sheet, shot_before.weapon)
    about = next((one for one in shot_before.bystanders if one.who == nearest), None)
    own = Situation() if about is None else about.situation
    first = shot_before.situation
    stated_here = replace(
        own, distance=own.distance or first.distance, modifiers=(*first.modifiers, *own.modifiers)
    )
    next_shot = replace(
        shot_before,
        target=nearest,
        situation=stated_here,
        strays=tuple(others),
        defence=(),
        is_stray=True,
        rules=("H-MIS-3", "DH-35", "DH-51"),
        is_met=False,
    )
    if any(able_to_shoot(armed, known(encounter, shooter, target, stated_here).situation)):
        return StepResult((), (FlyOn(next_shot),) if others else ())
    modifiers = _of_shot(tables, encounter, shooter, target, armed, stated_here)
    return StepResult((), (replace(next_shot, modifiers=modifiers),))


def _of_shot(
    tables: HarpTables,
    encounter: Encounter,
    shooter: Combatant,
    target: Combatant,
    armed: Armed,
    situation: Situation,
) -> tuple[Modifier, ...]:
    """What range and harassment take from a shot; of an unknown distance nothing is taken."""
    distance = known(encounter, shooter, target, situation).situation.distance
    by_range = () if distance is None else _by_range(tables, encounter.options, armed, distance.metres)
    return (*by_range, *spoilt(shooter, armed))


def emptied(tables: HarpTables, shooter: Combatant, armed: Armed) -> Iterator[WeaponEmptied]:
    """That a shot leaves the weapon to be loaded, where the table of durations says how long (H-RND-2)."""
    row = loading(tables, armed)
    if row is not None and row.rounds_from > 0:
        yield WeaponEmptied(shooter.id, armed.entry.id, row.rounds_from)


def able_to_shoot(armed: Armed, situation: Situation) -> Iterator[FailedCheck]:
    """Whether it is a missile weapon and the target neither too near nor too far (H-MIS-1)."""
    reach = armed.model.range
    if reach is None:
        yield FailedCheck(
            "NOT_A_MISSILE_WEAPON",
            "The {weapon} is neither shot nor thrown.",
            "H-MIS-1",
            (("weapon", armed.called),),
        )
        return
    distance = _far(situation)
    at, nearest = metres(distance), RangePenalties.minimum_distance
    if distance < nearest:
        yield FailedCheck(
            "TOO_CLOSE_TO_SHOOT",
            "At {distance} the target is nearer than {minimum} m.",
            "H-MIS-1",
            (("distance", at), ("minimum", nearest)),
        )
    if distance > reach.maximum:
        yield FailedCheck(
            "OUT_OF_RANGE",
            "At {distance} the target is beyond the {maximum} m of {weapon}.",
            "H-MIS-1",
            (("weapon", armed.called), ("distance", at), ("maximum", reach.maximum)),
        )


def _far(situation: Situation) -> Fraction:
    return stated(situation.distance, "situation.distance").metres


def _by_range(tables: HarpTables, options: Options, armed: Armed, distance: Fraction) -> Iterator[Modifier]:
    """The increments' penalty (DH-3); within point-blank range its own modifier, or both (DH-25)."""
    reach = armed.model.range
    if reach is None:
        return
    is_point_blank = distance <= reach.point_blank
    if is_point_blank:
        value = reach.point_blank_modifier
        yield Modifier("range.point_blank", value, "range", f"weapon: {armed.model.id}", "DH-25")
    if not is_point_blank or options.point_blank == "adds":
        yield _increments(tables.ranges, options, reach, distance)


def _increments(ranges: RangePenalties, options: Options, reach: WeaponRange, distance: Fraction) -> Modifier:
    penalty = ranges.penalty(
        int(distance * 100), reach.increment, first_is_free=options.range_increment == "first_free"
    )
    return Modifier("range.increments", penalty or 0, "range", "table: range penalties", "H-MIS-1")


def _strays(
    encounter: Encounter,
    shooter: Combatant,
    target: Combatant,
    armed: Armed,
    into_melee: IntoMelee | None,
) -> tuple[str, ...]:
    """Whom a miss may strike, in the order they were named (DH-35); thrown weapons do not fly on."""
    others = () if into_melee is None else into_melee.others
    named = tuple(encounter.combatant(name, "/into_melee/others").id for name in others)
    if len({*named, shooter.id, target.id}) != len(named) + 2:
        raise StraysUnclear("Name those a stray shot may strike once each, without shooter and target.")
    return named if armed.model.group in STRAYING_GROUPS else ()


def _bystanders(encounter: Encounter, into_melee: IntoMelee | None) -> tuple[Bystander, ...]:
    """What was said of those whom a miss may strike."""
    about = () if into_melee is None else into_melee.about
    return tuple(
        replace(one, who=encounter.combatant(one.who, f"/into_melee/about/{index}/who").id)
        for index, one in enumerate(about)
    )


def _strays_on_map(
    encounter: Encounter, shooter: Combatant, target: Combatant, armed: Armed
) -> tuple[str, ...] | None:
    """The same as the map shows it; None where it does not know."""
    reach = armed.model.range
    if reach is None or armed.model.group not in STRAYING_GROUPS:
        return None
    return strays(encounter, shooter, target, reach.maximum)


STEPS: Steps = {Shoot: shoot, FlyOn: fly_on}
