"""A charge looked at before it begins: everything that forbids it, in the order of the rules, and its way.

State, action, line of sight, weapon, then the map's own checks: destination, distance, lane.
"""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid
from app.rules.common.grid.bands import Band, natural_band
from app.rules.common.grid.cells import Cell, Footprint, gap, rectangle
from app.rules.d20.attack.power_attack import may_not_power_attack
from app.rules.d20.charge.charge_decisions import with_decisions
from app.rules.d20.charge.charge_lane import Bystander
from app.rules.d20.charge.charge_way import ChargeOptions, ChargeWay, survey
from app.rules.d20.charge.charge_weapon import draws_on_the_way, may_not_strike
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.contract.economy import limited_to, may_not_spend, may_not_walk
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.ground.charging import LEAST, LEAST_METRES, Charging
from app.rules.d20.ground.heights import above_ground, elevation, ground_of, is_in_the_way
from app.rules.d20.ground.positions import bodies_within, reach_of, space_of
from app.rules.d20.ground.sight import can_see
from app.rules.d20.ground.speed import speed_of
from app.rules.d20.ground.threat import band_of
from app.rules.d20.ground.ways import PathWithoutMap, stated
from app.rules.d20.opportunity.attempt_checks import against_target
from app.rules.d20.saddle.saddle import may_not_charge_mounted
from app.rules.d20.table.arms import Armed, of_entry, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless, may_not_charge
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.values import replace, value

BESIDE = 1


class WeaponMissing(Invalid):
    """Where a charge ends depends on the weapon; say which (D-3)."""

    code = "weapon_missing"
    pointer = "/weapon"


class LaneNotStated(Invalid):
    """Without a map somebody has to say whether the lane is clear."""

    code = "lane_not_stated"
    pointer = "/lane_is_clear"


@value
class Survey:
    """What is known of a charge before it begins.

    ``way`` is the map's, None without one. ``squares`` is how far it goes. ``draws`` is whether the weapon
    is taken in hand on the way. ``others`` are the surveys of the other spaces among which a die or the
    charger decides (D-2); then ``checks`` are those of the first of them.
    """

    charging: Charging
    way: ChargeWay | None
    squares: int
    draws: bool
    checks: tuple[FailedCheck, ...]


def survey_charge(book: Book, encounter: Encounter, command: Charge, picked: Cell | None = None) -> Survey:
    """Look at a charge; ``picked`` is the one of the closest spaces that a die or the charger took.

    Raises WeaponMissing, UnknownSheetWeapon, LaneNotStated, PathWithoutMap, DistanceMissing,
    DistanceNegative, and for combatants that nobody knows UnknownCombatant.
    """
    charging = _charging(book, encounter, command)
    way = _way(book, encounter, command, charging, picked)
    squares = stated(command.distance) if way is None else way.distance
    draws = draws_on_the_way(book, charging, squares)
    return Survey(
        charging,
        way,
        squares,
        draws,
        (
            *_state(charging),
            *_action(encounter, command, charging),
            *_sight(book, encounter, command, charging),
            *may_not_strike(book, charging, squares, draws=draws),
            *_manoeuvre(book, command, charging),
            *may_not_charge_mounted(book, encounter, charging.actor, charging.mover, charging.armed, squares),
            *may_not_power_attack(book, charging.actor, command.power),
            *(
                _without_map(command, charging, squares)
                if way is None
                else with_decisions(encounter, charging.mover, way, is_mounted=charging.is_mounted)
            ),
        ),
    )


def is_out_of_reach(book: Book, encounter: Encounter, command: Charge) -> bool:
    """Whether not even the straight way to the target is short enough, whatever else the survey would say."""
    charging = _charging(book, encounter, command)
    body, target = (space_of(book, encounter, one) for one in (charging.mover, charging.target))
    if encounter.map is None or body is None or target is None:
        return False
    return max(gap(body, target)) - _band(book, encounter, charging).greatest > charging.greatest


def _charging(book: Book, encounter: Encounter, command: Charge) -> Charging:
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    mover = encounter.mount_of(actor) or actor
    armed: Armed | None = None
    is_bodily = command.attack in ("bull-rush", "overrun")
    if not is_bodily:
        if command.weapon is not None:
            armed = wield(book, actor.sheet, command.weapon)
        elif has_melee_weapon(book, actor):
            raise WeaponMissing("Name the `weapon`: where the charge ends depends on its reach.")
    limit = limited_to(encounter, actor) or limited_to(encounter, mover)
    takes_move = limit == "move" and encounter.options.restricted_charge == "standard_or_move"
    kind: ActionKind = "full-round" if limit is None else "move" if takes_move else "standard"
    speed = speed_of(encounter.options, mover)
    return Charging(actor, mover, target, armed, is_bodily, kind, limit, speed)


def has_melee_weapon(book: Book, actor: Combatant) -> bool:
    """Whether its sheet has anything to strike with at the end of a charge (D20-CHG-12)."""
    return any(not of_entry(book, actor.sheet, entry).is_ranged for entry in actor.sheet.weapons)


def _way(
    book: Book, encounter: Encounter, command: Charge, charging: Charging, picked: Cell | None
) -> ChargeWay | None:
    body = space_of(book, encounter, charging.mover)
    target = space_of(book, encounter, charging.target)
    if encounter.map is None or body is None or target is None:
        if command.path or command.to is not None:
            name = charging.mover.identity.name
            raise PathWithoutMap("{name} is not on a map.", name=name)
        return None
    options, band = encounter.options, _band(book, encounter, charging)
    rise = elevation(book, encounter, charging.target) - above_ground(encounter, charging.mover)
    return survey(
        ground_of(encounter, charging.mover) or encounter.map,
        body,
        target,
        band,
        tuple(_bystanders(book, encounter, charging, (body, target), band.greatest + body.size)),
        greatest=charging.greatest,
        least=LEAST,
        options=ChargeOptions(
            charge_lane=options.charge_lane,
            closest_space_tie=options.closest_space_tie,
            lane_includes_start=options.lane_includes_start,
            end_space_helpless=options.end_space_helpless,
            unseen_in_lane=options.unseen_in_lane,
        ),
        picked=picked,
        requested=(*command.path, *(() if command.to is None else (command.to,))),
        rise=rise,
    )


def _band(book: Book, encounter: Encounter, charging: Charging) -> Band:
    """The reach that decides where the charge ends: the declared weapon's (D-3), or the mount's own (D-15).

    A bull rush or an overrun ends beside the target.
    """
    second_diagonal = encounter.options.reach_second_diagonal
    if charging.is_bodily:
        return natural_band(BESIDE)
    if charging.armed is None:
        return natural_band(reach_of(book, charging.mover), second_diagonal=second_diagonal)
    if charging.is_mounted and encounter.options.mounted_charge_space == "mount_attack":
        return natural_band(reach_of(book, charging.mover), second_diagonal=second_diagonal)
    return band_of(book, encounter, charging.actor, charging.armed)


def _bystanders(
    book: Book, encounter: Encounter, charging: Charging, places: tuple[Footprint, Footprint], margin: int
) -> Iterator[Bystander]:
    """Everybody on the map but charger and target, with what bears on the lane (D20-CHG-60 … -77).

    The lane lies within ``margin`` squares of the rectangle round both; who is farther off is left out.
    """
    both = (charging.actor, charging.mover, charging.target)
    exempt = {one.mount for one in both if one.mount is not None}
    ids = {one.id for one in both}
    for other, body in bodies_within(book.tables, encounter, rectangle(*places), margin):
        if other.id in (charging.mover.id, charging.target.id):
            continue
        if is_in_the_way(book, encounter, charging.mover, other):
            yield Bystander(
                other.id,
                body,
                is_helpless=is_helpless(other),
                is_exempt=other.id in exempt or other.id in ids or other.mount in ids,
                is_known=not other.has("invisible"),
                name=other.identity.name,
            )


def _state(charging: Charging) -> Iterator[FailedCheck]:
    """Whether charger and mount are in a state to charge (D20-CHG-11)."""
    yield from not_oneself(charging.actor, charging.target)
    yield from _not_each_other(charging)
    yield from may_not_charge(charging.actor, charging.target)
    if charging.is_mounted:
        yield from may_not_charge(charging.mover, charging.target)
    for one in {charging.actor.id: charging.actor, charging.mover.id: charging.mover}.values():
        if one.has("prone"):
            yield FailedCheck(
                "NOT_FULL_ROUND",
                "{actor} lies on the ground; getting up leaves no full-round action.",
                "D20-CND-03",
                (("way", "prone"), ("actor", one.identity.name)),
            )


def _not_each_other(charging: Charging) -> Iterator[FailedCheck]:
    """A mount and its rider go the way together, so that neither charges the other (D20-CHG-74)."""
    actor, mover, target = charging.actor, charging.mover, charging.target
    if actor.id != target.id and mover.id in (target.id, target.mount):
        yield FailedCheck(
            "TARGET_IS_ACTOR",
            "{actor} and {target} move as one and cannot charge each other.",
            "D20-CHG-74",
            (("way", "as_one"), ("actor", actor.identity.name), ("target", target.identity.name)),
        )


def _action(encounter: Encounter, command: Charge, charging: Charging) -> Iterator[FailedCheck]:
    """Whether the action that the charge takes is to be had (D20-CHG-01 … D20-CHG-05)."""
    actor, mover, kind = charging.actor, charging.mover, charging.kind
    yield from may_not_walk(mover)
    for check in may_not_spend(encounter, actor, kind, command.type):
        yield replace(check, decided_by=("S-2",)) if check.code == "ONLY_A_MOVE" else check
    if charging.is_mounted:
        yield from may_not_walk(actor)
        yield from may_not_spend(encounter, mover, kind, command.type)
    name = actor.identity.name
    if command.restricted and charging.limit is None:
        yield FailedCheck(
            "NOT_RESTRICTED",
            "{actor} has all actions and cannot charge with one of them alone.",
            "D20-CHG-05",
            (("actor", name),),
        )
    elif command.restricted is False and charging.limit is not None:
        yield FailedCheck(
            "NOT_FULL_ROUND",
            "{actor} has but one action and charges no further than the speed allows.",
            "D20-CHG-04",
            (("way", "restricted"), ("actor", name)),
        )
    elif encounter.round is not None and (actor.turn.walked or mover.turn.walked):
        yield FailedCheck(
            "NOT_FULL_ROUND",
            "{actor} has moved this turn.",
            "D20-CHG-03",
            (("way", "moved"), ("actor", name)),
        )
    if charging.target.id in actor.turn.forestalled:
        yield FailedCheck(
            "CLOSEST_SPACE_BLOCKED",
            "The die has named a closest space this turn that cannot be charged to.",
            "D-2",
        )


def _sight(book: Book, encounter: Encounter, command: Charge, charging: Charging) -> Iterator[FailedCheck]:
    """Whether the target is seen when the option wants it seen (D20-CHG-08 … D20-CHG-10, S-4)."""
    actor, target, moment = charging.actor, charging.target, encounter.options.los_moment
    name, other = actor.identity.name, target.identity.name
    is_hidden = target.has("invisible") or command.situation.concealment == 50
    sees_now = not is_hidden and command.in_sight is not False and can_see(book, encounter, actor, target)
    saw = encounter.round is None or target.id in actor.turn.seen
    squares = () if target.at is None else (target.at,)
    if is_hidden:
        yield FailedCheck(
            "NO_LOS",
            "{actor} does not see {target}, whatever there is to hear.",
            "D20-CHG-10",
            (("way", "unseen"), ("actor", name), ("target", other)),
            squares=squares,
        )
    elif moment != "charge" and not saw:
        yield FailedCheck(
            "NO_LOS",
            "{actor} had no line of sight to {target} when its turn began.",
            "D20-CHG-08",
            (("way", "turn_start"), ("actor", name), ("target", other)),
            squares=squares,
            decided_by=("S-4",),
        )
    elif not sees_now and (moment != "turn" or encounter.round is None or command.in_sight is False):
        yield FailedCheck(
            "NO_LOS",
            "{actor} has no line of sight to {target}.",
            "D20-CHG-09",
            (("actor", name), ("target", other)),
            squares=squares,
            decided_by=("S-4",),
        )


def _manoeuvre(book: Book, command: Charge, charging: Charging) -> Iterator[FailedCheck]:
    """Whether the target is within the manoeuvre that takes the blow's place (D20-MAN-1)."""
    armed, attack = charging.armed, command.attack
    if attack in ("disarm", "sunder", "trip") and armed is not None and not armed.is_ranged:
        yield from against_target(book, attack, charging.actor, charging.target, armed, command.item)


def _without_map(command: Charge, charging: Charging, squares: int) -> Iterator[FailedCheck]:
    """Distance and lane by the caller's word (D20-CHG-40, D20-CHG-44, D20-CHG-60); raises LaneNotStated."""
    if command.lane_is_clear is None:
        raise LaneNotStated("Say with `lane_is_clear` whether the lane is clear; no map shows it.")
    if command.distance is not None and command.distance.metres < LEAST_METRES:
        yield FailedCheck(
            "TOO_CLOSE",
            "The charge would go {stated}; it takes {least} squares at least.",
            "D20-CHG-40",
            (("stated", str(command.distance)), ("distance", squares), ("least", LEAST)),
        )
    if squares > charging.greatest:
        yield FailedCheck(
            "TOO_FAR",
            "The charge would go {distance} squares; {greatest} is the most.",
            "D20-CHG-44",
            (("way", "charge"), ("distance", squares), ("greatest", charging.greatest)),
        )
    if not command.lane_is_clear:
        yield FailedCheck("LANE_BLOCKED", "The lane of the charge is not clear.", "D20-CHG-60")
