"""Whether a target can be disarmed, its weapon sundered, or itself be tripped at all, wherever both are."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.arms import Armed
from app.rules.d20.book import Book
from app.rules.d20.held_items import hit_points, holds_it, item_of
from app.rules.d20.maneuver_limits import not_too_large
from app.rules.d20.state import Combatant
from app.rules.d20.steps_maneuvers import BlowManoeuvre

SUNDERING = frozenset({"slashing", "bludgeoning"})
"""The damage that gets at a weapon by 3.5 (D35-SUN-2)."""


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
        message = f"{actor.identity.name} needs a weapon of melee for that, not the {armed.id}."
        yield FailedCheck("NO_MELEE_ATTACK", message, "D20-MAN-1", (("weapon", armed.id),))
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
        yield FailedCheck("TARGET_PRONE", f"{name} lies on the ground already.", rule_id)
    if target.sheet.legs == 0:
        yield FailedCheck("CANNOT_BE_TRIPPED", f"{name} has no legs to be tripped over.", rule_id)
    if not by_cmb and not (armed.can_trip or armed.is_unarmed):
        message = f"Nobody trips with the {armed.id}: it takes bare hands or a weapon made for it."
        yield FailedCheck("WEAPON_CANNOT_TRIP", message, "D35-TRP-1", (("weapon", armed.id),))


def _may_not_disarm(book: Book, target: Combatant, item: str | None) -> Iterator[FailedCheck]:
    """Nobody is disarmed of what it does not hold, nor of its claws (PF1-DIS-6, D35-DIS-6)."""
    yield from holds_it(book, target, item, "PF1-DIS-6" if book.profile.has_cmd else "D35-DIS-6")


def _may_not_sunder(book: Book, target: Combatant, armed: Armed, item: str | None) -> Iterator[FailedCheck]:
    """Whether there is a weapon to strike at, of known hit points, and one to strike it with."""
    rule_id = "PF1-SUN-1" if book.profile.has_cmd else "D35-SUN-1"
    yield from holds_it(book, target, item, rule_id)
    found = item_of(book, target, item)
    if found is not None and hit_points(target, found) is None:
        message = f"Nobody knows the hit points of the {found.id}: give `hardness` and `hit_points`."
        yield FailedCheck("ITEM_UNKNOWN", message, "D20-SUN-1", (("weapon", found.id),))
    if not book.profile.has_cmd and not SUNDERING.intersection(armed.types):
        message = f"The {armed.id} does not get at a weapon: that takes a slashing or a bludgeoning one."
        yield FailedCheck("WEAPON_CANNOT_SUNDER", message, "D35-SUN-2", (("weapon", armed.id),))
