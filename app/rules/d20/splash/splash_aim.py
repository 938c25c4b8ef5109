"""Where a splash weapon is aimed, how far that is, and what forbids it (PF1-SPL-01, -05, -08, -09)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid
from app.rules.common.grid.cells import Cell, Footprint, gap
from app.rules.common.grid.lengths import in_space, one_two_one
from app.rules.common.grid.scatter import cells_round
from app.rules.common.grid.sight import has_line
from app.rules.d20.attack.circumstances import distance
from app.rules.d20.attack.offence import increment_of
from app.rules.d20.attack.reach_checks import AimUnclear, able_to_shoot_at, in_hand, in_range, on_its_feet
from app.rules.d20.contract.commands.splash import ThrowSplash
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.heights import above_ground, elevation
from app.rules.d20.ground.positions import space_of
from app.rules.d20.table.arms import Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_dead
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.measures import FEET_PER_SQUARE, feet_of
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value

CLOSE_BY = 1
"""Squares up and down within which somebody is splashed (D20-HGT-5)."""


class ThrowUnclear(Invalid):
    """A flask is thrown at a target or at an intersection."""

    code = "throw_unclear"
    pointer = "/target"


class ThrowWithoutMap(Invalid):
    """Only on a map are there intersections to aim at."""

    code = "throw_without_map"
    pointer = "/intersection"


class NotSplash(Invalid):
    """The weapon does not burst."""

    code = "weapon_not_splash"
    pointer = "/weapon"


@value
class Aim:
    """A flask about to be thrown at ``target`` or at ``corner``.

    ``cell`` is the square of the target that is thrown at, ``body`` the thrower's space; both are None
    without a map. ``feet`` is None when nobody knows; ``increment`` says in which one that is, from 1.
    """

    thrower: Combatant
    armed: Armed
    target: Combatant | None
    stated: Situation
    body: Footprint | None = None
    cell: Cell | None = None
    corner: Cell | None = None
    feet: int | None = None
    increment: int = 1
    near: tuple[str, ...] = ()


def aim_of(book: Book, encounter: Encounter, command: ThrowSplash) -> Aim:
    """What the command aims at; raises NotSplash, ThrowUnclear, AimUnclear and others."""
    thrower = encounter.combatant(command.actor, "/actor")
    armed = wield(book, thrower.sheet, command.weapon)
    if not armed.is_splash:
        raise NotSplash("The {weapon} is no splash weapon of the table.", weapon=armed.called)
    body = None if encounter.map is None else space_of(book, encounter, thrower)
    near = tuple(encounter.combatant(one, f"/near/{index}").id for index, one in enumerate(command.near))
    if (command.target is None) == (command.intersection is None):
        raise ThrowUnclear("Name a `target` or an `intersection`, one of them.")
    if command.target is None:
        return _at_corner(book, encounter, command, thrower, armed, body)
    target = encounter.combatant(command.target, "/target")
    feet = distance(book, encounter, thrower, target, command.situation)
    return Aim(
        thrower,
        armed,
        target,
        command.situation,
        body,
        None if body is None else _square_of(book, encounter, target, command.situation),
        None,
        feet,
        1 if feet is None else increment_of(book, thrower, armed, feet),
        near,
    )


def _square_of(book: Book, encounter: Encounter, target: Combatant, stated: Situation) -> Cell | None:
    """The square of the target that is thrown at; of a big one it must be named (PF1-SPL-05)."""
    space = space_of(book, encounter, target)
    if space is None:
        return None
    if stated.aimed_at is None and space.size > 1:
        raise AimUnclear(
            "{name} stands on several squares: name the one thrown at.",
            way="several",
            name=target.identity.name,
        )
    return stated.aimed_at or space.at


def _at_corner(
    book: Book,
    encounter: Encounter,
    command: ThrowSplash,
    thrower: Combatant,
    armed: Armed,
    body: Footprint | None,
) -> Aim:
    corner = command.intersection
    if corner is None or body is None:
        raise ThrowWithoutMap("An intersection is aimed at on a map, from a place on it.")
    high = elevation(book, encounter, thrower)
    feet = distance_to_corner(encounter, body, corner, command.situation, high)
    increment = increment_of(book, thrower, armed, feet)
    return Aim(thrower, armed, None, command.situation, body, None, corner, feet, increment)


def distance_to_corner(
    encounter: Encounter, body: Footprint, corner: Cell, stated: Situation, high: int
) -> int:
    """Feet from the nearest corner of the thrower's space, or to the nearest of the four squares (D-13), with
    the thrower so many squares above it.
    """
    if stated.distance is not None:
        return feet_of(stated.distance)
    by_option = {"corner": _from_corner, "adjacent_square": _to_square}
    across = by_option[encounter.options.intersection_distance](body, corner)
    return in_space(across, high) * FEET_PER_SQUARE


def _from_corner(body: Footprint, corner: Cell) -> int:
    return min(one_two_one(corner[0] - x // 2, corner[1] - y // 2) for x, y in body.corners)


def _to_square(body: Footprint, corner: Cell) -> int:
    return min(one_two_one(*gap(body, Footprint(cell))) for cell in cells_round(corner))


def is_measured_by_option(body: Footprint, corner: Cell) -> bool:
    """Whether the readings of D-13 differ here."""
    return _from_corner(body, corner) != _to_square(body, corner)


def may_not_throw(book: Book, encounter: Encounter, aim: Aim) -> Iterator[FailedCheck]:
    """Every reason why the flask cannot be thrown there."""
    if aim.target is not None:
        yield from not_oneself(aim.thrower, aim.target)
        yield from able_to_shoot_at(book, encounter, aim.thrower, aim.target, aim.armed, aim.stated)
        return
    yield from in_hand(aim.thrower, aim.armed)
    yield from on_its_feet(book, aim.thrower, aim.armed)
    yield from in_range(book, aim.thrower, aim.armed, aim.feet, "The intersection")
    yield from _open_corner(book, encounter, aim)


def _open_corner(book: Book, encounter: Encounter, aim: Aim) -> Iterator[FailedCheck]:
    """Whether no creature fills the intersection (PF1-SPL-09, S-8), and a line leads there."""
    if aim.corner is None or aim.body is None or encounter.map is None:
        return
    cells = cells_round(aim.corner)
    for one in encounter.combatants:
        space = space_of(book, encounter, one)
        if space is None or is_dead(one) or above_ground(encounter, one) > CLOSE_BY:
            continue
        if set(cells) <= set(space.cells):
            yield FailedCheck(
                "INTERSECTION_OCCUPIED",
                "{target} fills that intersection: throw at one of its squares.",
                "PF1-SPL-09",
                (("target", one.identity.name), ("who", one.id)),
                squares=space.cells,
            )
    grid, body = encounter.map, aim.body
    ends = [Footprint(cell) for cell in cells if grid.terrain(cell) != "wall"]
    if not any(has_line(grid, body, end) for end in ends):
        yield FailedCheck(
            "TOTAL_COVER",
            "No line leads to that intersection.",
            "D20-COV-07",
            (("way", "intersection"),),
            squares=cells,
        )
