"""Attacks from the saddle: how the mount's movement bears on them, and they on it (PF1-MNT-07 … -34)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.grid.cells import Cell
from app.rules.d20.contract.events.saddle import FoughtFromSaddle
from app.rules.d20.contract.situation import MountPace, Situation
from app.rules.d20.ground.speed import half, speed_of
from app.rules.d20.saddle.riding import KNEES, ride_bonus
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_unconscious
from app.rules.d20.table.state import Combatant, Encounter
from app.values import replace

A_STEP = 1
"""Squares that a mount may move without costing its rider an attack (PF1-MNT-11)."""
BOTH = 2
"""Hands."""
FILLING_THE_HAND = frozenset({"heavy-wooden-shield", "heavy-steel-shield", "tower-shield"})
"""Shields that leave their hand nothing else to hold; bucklers and light ones leave it the reins."""
STRIKING = frozenset({"attack", "full-attack", "two-weapon-attack", "throw-splash"})
"""Commands of which one combatant of the two may give one, unless they fight together (PF1-MNT-34)."""


def is_own_turn(encounter: Encounter, rider: Combatant) -> bool:
    """Whether it is the rider's own turn, in which its mount moves; never without rounds."""
    now = encounter.round
    return now is not None and now.acting == now.current == rider.id


def pace_of(encounter: Encounter, rider: Combatant, stated: MountPace | None = None) -> MountPace:
    """How the mount has moved in the rider's turn, unless the caller states it (PF1-MNT-16, PF1-MNT-17)."""
    mount = encounter.mount_of(rider)
    if mount is None:
        return "still"
    if stated is not None:
        return stated
    turn = mount.turn
    if not is_own_turn(encounter, rider) or not turn.walked:
        return "still"
    if turn.full_round == "run":
        return "run"
    has_moved_twice = turn.move == turn.standard == "move"
    is_far = turn.full_round is not None and turn.walked > speed_of(encounter.options, mount)
    return "double" if has_moved_twice or is_far else "single"


def scene_of(encounter: Encounter, attacker: Combatant, armed: Armed, stated: Situation) -> Encounter:
    """The encounter as it was when the shot was loosed: half-way, or where the rider wants (PF1-MNT-19)."""
    place = _place_of_shot(encounter, attacker, armed, stated)
    mount = encounter.mount_of(attacker)
    if place is None or mount is None:
        return encounter
    return encounter.with_combatant(replace(mount, at=place)).with_combatant(replace(attacker, at=place))


def _place_of_shot(encounter: Encounter, attacker: Combatant, armed: Armed, stated: Situation) -> Cell | None:
    if not armed.is_ranged:
        return None
    halfway = _halfway(encounter, attacker, stated)
    if halfway is not None:
        return halfway
    return stated.shot_from if stated.shot_from in _trail(encounter, attacker) else None


def _halfway(encounter: Encounter, rider: Combatant, stated: Situation) -> Cell | None:
    """Where the mount was after half of its movement; None unless it makes a double move or runs (D-19)."""
    mount = encounter.mount_of(rider)
    if mount is None or pace_of(encounter, rider, stated.mount_moves) not in ("double", "run"):
        return None
    trail = mount.turn.trail if is_own_turn(encounter, rider) else ()
    middle = half(encounter.options, trail[-1][0]) if trail else 0
    return next((place for counted, place in reversed(trail) if counted <= middle), None)


def _trail(encounter: Encounter, rider: Combatant) -> tuple[Cell, ...]:
    mount = encounter.mount_of(rider)
    if mount is None or not is_own_turn(encounter, rider):
        return ()
    return tuple(place for _, place in mount.turn.trail)


def rules_of_shot(
    encounter: Encounter, attacker: Combatant, armed: Armed, stated: Situation
) -> Iterator[str]:
    """The statements on a shot from the back of a mount that moves."""
    pace = pace_of(encounter, attacker, stated.mount_moves)
    if armed.is_ranged and pace != "still":
        yield "PF1-MNT-16" if pace == "single" else "PF1-MNT-17"
    place = _place_of_shot(encounter, attacker, armed, stated)
    if place is not None:
        yield from ("PF1-MNT-19",) if pace == "single" else ("PF1-MNT-19", "PF1-MNT-30", "D-19")


def may_not_fight(
    book: Book, encounter: Encounter, attacker: Combatant, blows: tuple[tuple[Armed, Situation], ...]
) -> Iterator[FailedCheck]:
    """Everything that riding, or being ridden, has against these attacks."""
    rider = encounter.rider_of(attacker)
    if rider is not None:
        yield from _led(encounter, rider, attacker)
        return
    mount = encounter.mount_of(attacker)
    for _, stated in blows:
        yield from _on_the_way(encounter, attacker, stated)
    if mount is None:
        return
    yield from _one_blow(encounter, attacker, mount, blows)
    yield from may_not_take_both_hands(book, encounter, attacker, tuple(armed for armed, _ in blows))
    if is_own_turn(encounter, attacker):
        yield from _together(attacker, attacker, mount)


def may_not_charge_mounted(
    book: Book, encounter: Encounter, actor: Combatant, mover: Combatant, armed: Armed | None, squares: int
) -> Iterator[FailedCheck]:
    """Everything that riding, or being ridden, has against a charge (PF1-MNT-07, PF1-MNT-28, PF1-MNT-32)."""
    rider = encounter.rider_of(actor)
    if rider is not None:
        yield from _avoiding(rider, actor)
    if armed is not None:
        yield from may_not_take_both_hands(book, encounter, actor, (armed,))
    yield from may_not_carry_on(encounter, mover, squares, is_single=False)


def _led(encounter: Encounter, rider: Combatant, mount: Combatant) -> Iterator[FailedCheck]:
    """A mount fights for a rider that is awake, and together with it only by a check (PF1-MNT-28, -34)."""
    yield from _avoiding(rider, mount)
    if is_own_turn(encounter, rider):
        yield from _together(rider, mount, rider)


def _avoiding(rider: Combatant, mount: Combatant) -> Iterator[FailedCheck]:
    if is_unconscious(rider):
        yield FailedCheck(
            "AVOIDS_COMBAT",
            "{mount} avoids the fight: nobody leads it.",
            "PF1-MNT-28",
            (("mount", mount.identity.name),),
        )


def _together(rider: Combatant, actor: Combatant, other: Combatant) -> Iterator[FailedCheck]:
    """Whether the other one of rider and mount has struck this turn, and no check lets both."""
    if "fight" not in rider.turn.rides and STRIKING & {other.turn.standard, other.turn.full_round}:
        yield FailedCheck(
            "NOT_FIGHTING_TOGETHER",
            "{other} has attacked; {actor} does so too by a check of Ride.",
            "PF1-MNT-34",
            (("other", other.identity.name), ("actor", actor.identity.name)),
        )


def _one_blow(
    encounter: Encounter,
    rider: Combatant,
    mount: Combatant,
    blows: tuple[tuple[Armed, Situation], ...],
) -> Iterator[FailedCheck]:
    """One attack of melee when the mount has moved more than 5 ft (PF1-MNT-10, PF1-MNT-11)."""
    of_melee = [stated for armed, stated in blows if not armed.is_ranged]
    if len(of_melee) <= 1:
        return
    is_stated = any(stated.mount_moves not in (None, "still") for stated in of_melee)
    if is_stated or (is_own_turn(encounter, rider) and mount.turn.walked > A_STEP):
        yield FailedCheck(
            "MOUNT_HAS_MOVED",
            "{mount} has moved more than 5 ft: {rider} has one attack.",
            "PF1-MNT-10",
            (("mount", mount.identity.name), ("rider", rider.identity.name)),
        )


def may_not_take_both_hands(
    book: Book, encounter: Encounter, rider: Combatant, arms: tuple[Armed, ...]
) -> Iterator[FailedCheck]:
    """Both hands are free in its turn to whoever guides the mount with the knees (PF1-MNT-07)."""
    mount = encounter.mount_of(rider)
    if mount is None or not is_own_turn(encounter, rider):
        return
    is_guided = "knees" in rider.turn.rides or ride_bonus(book, rider, mount).total + 1 >= KNEES
    if not is_guided and _hands_taken(rider, arms) >= BOTH:
        yield FailedCheck(
            "HAND_ON_THE_REINS",
            "{rider} has a hand on the reins.",
            "PF1-MNT-07",
            (("rider", rider.identity.name),),
        )


def _hands_taken(rider: Combatant, arms: tuple[Armed, ...]) -> int:
    """The hands that all these attacks take between them, each weapon counted once for each hand that it is
    in, with the one that a heavy shield fills.
    """
    held = {
        (armed.id, armed.grip): BOTH if _takes_both_hands(armed) else min(armed.hands, 1) for armed in arms
    }
    strikes_with_it = any(armed.model is not None and armed.model.id.endswith("shield") for armed in arms)
    return sum(held.values()) + int(_has_its_arm_full(rider) and not strikes_with_it)


def _has_its_arm_full(rider: Combatant) -> bool:
    """Whether its shield is one whose hand holds nothing else."""
    parts = rider.sheet.ac_parts
    return parts is not None and parts.shield is not None and parts.shield.model in FILLING_THE_HAND


def _takes_both_hands(armed: Armed) -> bool:
    """Two-handed weapons and grips, and what is drawn or loaded; a lance goes in one hand here."""
    if armed.is_ranged:
        return not armed.can_be_thrown
    return armed.hands > 1 and (not armed.is_lance or armed.entry.two_handed_now)


def _on_the_way(encounter: Encounter, attacker: Combatant, stated: Situation) -> Iterator[FailedCheck]:
    """The space that a rider names is one on the mount's way, half-way at more than a single move."""
    wanted = stated.shot_from
    if wanted is None:
        return
    halfway = _halfway(encounter, attacker, stated)
    if wanted not in _trail(encounter, attacker) or halfway not in (None, wanted):
        yield FailedCheck(
            "NOT_ON_THE_WAY",
            "{actor} cannot shoot from {square}.",
            "PF1-MNT-19",
            (("actor", attacker.identity.name), ("square", str(list(wanted)))),
            squares=(wanted,),
        )


def bound(
    encounter: Encounter, attacker: Combatant, blows: tuple[tuple[Armed, Situation], ...]
) -> Iterator[FoughtFromSaddle]:
    """By what a rider's attacks bind its mount for the rest of the turn (PF1-MNT-32)."""
    if encounter.round is None or encounter.mount_of(attacker) is None:
        return
    if sum(not armed.is_ranged for armed, _ in blows) > 1:
        yield FoughtFromSaddle(attacker.id, "several")
    if any(armed.is_ranged for armed, _ in blows):
        yield FoughtFromSaddle(attacker.id, "shot")


def may_not_carry_on(
    encounter: Encounter, mover: Combatant, squares: int, *, is_single: bool
) -> Iterator[FailedCheck]:
    """What the rider has done this turn that keeps its mount from going so far (PF1-MNT-32).

    ``is_single`` is whether the movement is one move action.
    """
    rider = encounter.rider_of(mover)
    if rider is None or not is_own_turn(encounter, rider):
        return
    name, done = rider.identity.name, rider.turn.from_saddle
    is_second = not is_single or mover.turn.move is not None
    if "several" in done and mover.turn.walked + squares > A_STEP:
        yield FailedCheck(
            "RIDER_HAS_STRUCK", "{rider} has struck more than one blow.", "PF1-MNT-32", (("rider", name),)
        )
    if "shot" in done and is_second:
        yield FailedCheck(
            "RIDER_HAS_SHOT", "{rider} has shot at an easier pace.", "PF1-MNT-32", (("rider", name),)
        )
    if "cast-moved" in done or ("cast-still" in done and is_second):
        yield FailedCheck(
            "RIDER_HAS_CAST", "{rider} has cast a spell at an easier pace.", "PF1-MNT-32", (("rider", name),)
        )
