"""Whether a target can be disarmed, its weapon sundered, or itself be tripped at all, wherever both are."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.contract.steps_maneuvers import BlowManoeuvre
from app.rules.d20.ground.held_items import hit_points, holds_it, item_of
from app.rules.d20.ground.maneuver_limits import not_too_large
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Combatant

SUNDERING = frozenset({"slashing", "bludgeoning"})
"""The damage that gets at a weapon by 3.5 (D35-SUN-2)."""


def is_computable(book: Book, manoeuvre: BlowManoeuvre, actor: Combatant, target: Combatant) -> bool:
    """Whether both sheets have what the check of that manoeuvre needs."""
    one, other = actor.sheet, target.sheet
    if book.profile.has_cmd:
        return (one.cmb, one.bab) != (None, None) and (other.cmd, other.bab) != (None, None)
    return manoeuvre != "trip" or (one.abilities is not None and other.abilities is not None)


def against_target(
    book: Book,
    manoeuvre: BlowManoeuvre,
    actor: Combatant,
    target: Combatant,
    armed: Armed,
    item: str | None = None,
) -> Iterator[FailedCheck]:
    """Every reason why that target is beyond that manoeuvre, or the weapon not made for it; raises
    UnknownSheetWeapon.
    """
    if armed.is_ranged:
        yield FailedCheck(
            "NO_MELEE_ATTACK",
            "{actor} needs a weapon of melee for that, not the {weapon}.",
            "D20-MAN-1",
            (("actor", actor.identity.name), ("weapon", armed.called)),
        )
        return
    match manoeuvre:
        case "disarm":
            yield from _may_not_disarm(book, target, item)
        case "sunder":
            yield from _may_not_sunder(book, target, armed, item)
        case "trip":
            yield from _may_not_trip(book, actor, target, armed)


def _may_not_trip(book: Book, actor: Combatant, target: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Who is too large, on the ground already or without legs; by 3.5 only some weapons trip."""
    by_cmb, name = book.profile.has_cmd, target.identity.name
    rule_id = "PF1-TRP-3" if by_cmb else "D35-TRP-6"
    yield from not_too_large(actor, target, rule_id)
    if target.has("prone"):
        yield FailedCheck(
            "TARGET_PRONE", "{target} lies on the ground already.", rule_id, (("target", name),)
        )
    if target.mount is not None:
        yield FailedCheck(
            "CANNOT_BE_TRIPPED",
            "{target} sits in a saddle; trip its mount.",
            rule_id,
            (("way", "mounted"), ("target", name)),
        )
    if target.sheet.legs == 0:
        yield FailedCheck(
            "CANNOT_BE_TRIPPED",
            "{target} has no legs to be tripped over.",
            rule_id,
            (("way", "legless"), ("target", name)),
        )
    if not by_cmb and not (armed.can_trip or armed.is_unarmed):
        yield FailedCheck(
            "WEAPON_CANNOT_TRIP",
            "Nobody trips with the {weapon}: it takes bare hands or a weapon made for it.",
            "D35-TRP-1",
            (("weapon", armed.called),),
        )


def _may_not_disarm(book: Book, target: Combatant, item: str | None) -> Iterator[FailedCheck]:
    """Nobody is disarmed of what it does not hold, nor of its claws (PF1-DIS-6, D35-DIS-6)."""
    yield from holds_it(book, target, item, "PF1-DIS-6" if book.profile.has_cmd else "D35-DIS-6")


def _may_not_sunder(book: Book, target: Combatant, armed: Armed, item: str | None) -> Iterator[FailedCheck]:
    """Whether there is a weapon to strike at, of known hit points, and one to strike it with."""
    rule_id = "PF1-SUN-1" if book.profile.has_cmd else "D35-SUN-1"
    yield from holds_it(book, target, item, rule_id)
    found = item_of(book, target, item)
    if found is not None and hit_points(target, found) is None:
        yield FailedCheck(
            "ITEM_UNKNOWN",
            "Nobody knows the hit points of the {weapon}: give `hardness` and `hit_points`.",
            "D20-SUN-1",
            (("weapon", found.called),),
        )
    if not book.profile.has_cmd and not SUNDERING.intersection(armed.types):
        yield FailedCheck(
            "WEAPON_CANNOT_SUNDER",
            "The {weapon} does not get at a weapon: that takes a slashing or a bludgeoning one.",
            "D35-SUN-2",
            (("weapon", armed.called),),
        )
