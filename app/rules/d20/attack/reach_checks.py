"""Whether a weapon gets at a target at all: in hand, in reach or in range, and not behind total cover."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid
from app.rules.d20.attack.circumstances import distance
from app.rules.d20.attack.house_rules import second_diagonal_decides
from app.rules.d20.attack.offence import increment_of
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.cover import not_covered
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.threat import band_of, is_in_band
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.holds import free_to_strike
from app.rules.d20.table.legal import misplaced
from app.rules.d20.table.measures import FEET_PER_SQUARE
from app.rules.d20.table.state import Combatant, Encounter


class AimUnclear(Invalid):
    """The square aimed at is none of the target's."""

    code = "aim_unclear"
    pointer = "/situation/aimed_at"


def able_to_strike_at(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> Iterator[FailedCheck]:
    """Every reason why a blow with that weapon cannot be struck at the target from where both are."""
    if armed.is_splash:
        yield FailedCheck(
            "SPLASH_WEAPON",
            "The {weapon} bursts where it is thrown: say so with throw-splash.",
            "PF1-SPL-01",
            (("weapon", armed.called),),
        )
    if armed.is_ranged:
        yield from able_to_shoot_at(book, encounter, attacker, target, armed, stated)
        return
    _check_aim(book, encounter, target, stated)
    yield from in_hand(attacker, armed)
    yield from free_to_strike(book, attacker, target, armed)
    yield from _in_reach(book, encounter, attacker, target, armed, stated)
    yield from not_covered(book, encounter, attacker, target, armed, stated)


def able_to_shoot_at(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> Iterator[FailedCheck]:
    """Every reason why the target cannot be shot at, or a weapon thrown at it, from where both are."""
    _check_aim(book, encounter, target, stated)
    yield from in_hand(attacker, armed)
    yield from free_to_strike(book, attacker, target, armed)
    yield from on_its_feet(book, attacker, armed)
    feet = distance(book, encounter, attacker, target, stated)
    yield from in_range(book, attacker, armed, feet, target.identity.name)
    yield from not_covered(book, encounter, attacker, target, armed, stated)


def in_hand(attacker: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Whether the weapon is drawn and whole; natural ones and fists always are (D20-ATK-21)."""
    place = None if armed.hands == 0 else attacker.weapon_place(armed.id)
    if place is not None:
        yield misplaced(attacker, armed, place, "D20-ATK-21")


def _check_aim(book: Book, encounter: Encounter, target: Combatant, stated: Situation) -> None:
    space = space_of(book, encounter, target)
    if stated.aimed_at is not None and space is not None and stated.aimed_at not in space.cells:
        raise AimUnclear(
            "{cell} is no square of {name}.",
            way="not_its",
            cell=str(list(stated.aimed_at)),
            name=target.identity.name,
        )


def on_its_feet(book: Book, attacker: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Lying, one shoots crossbows, and by 3.5 hurls shuriken (D20-CND-01)."""
    if attacker.has("prone") and armed.group not in book.profile.prone_shooters:
        yield FailedCheck(
            "PRONE_SHOOTER",
            "{actor} lies on the ground and cannot use the {weapon} from there.",
            "D20-CND-01",
            (("actor", attacker.identity.name), ("weapon", armed.called)),
        )


def in_range(
    book: Book, attacker: Combatant, armed: Armed, feet: int | None, aim: str
) -> Iterator[FailedCheck]:
    """Five increments for what is thrown, ten for projectiles (D20-ATK-11, D20-ATK-12); None is near."""
    if feet is None:
        return
    increment = increment_of(book, attacker, armed, feet)
    if increment > armed.most_increments:
        yield FailedCheck(
            "OUT_OF_RANGE",
            "{aim} is {distance_ft} ft away: increment {increment} of {increments}.",
            "D20-ATK-11" if armed.most_increments == 5 else "D20-ATK-12",
            (
                ("way", "increments"),
                ("aim", aim),
                ("distance_ft", feet),
                ("increment", increment),
                ("increments", armed.most_increments),
            ),
        )


def _in_reach(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> Iterator[FailedCheck]:
    """Whether a blow of melee gets there: not too far, and with a reach weapon not too near (D20-GEO-10)."""
    band = band_of(book, encounter, attacker, armed)
    rule = "D20-GEO-07"
    if stated.distance is not None:
        feet = distance(book, encounter, attacker, target, stated) or 0
        squares = -(-feet // FEET_PER_SQUARE)
        reaches = band.holds(squares, 0)
    else:
        reaches = is_in_band(book, encounter, attacker, target, band)
        if not reaches and second_diagonal_decides(book, encounter, attacker, target, band):
            rule = "D-10"
    if not reaches:
        name, space = target.identity.name, space_of(book, encounter, target)
        squares_at_fault = () if space is None else space.cells
        yield FailedCheck(
            "OUT_OF_REACH",
            "{target} is not in reach of {actor}'s {weapon}.",
            rule,
            (("target", name), ("actor", attacker.identity.name), ("weapon", armed.called)),
            squares=squares_at_fault,
        )
