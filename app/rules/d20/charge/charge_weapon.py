"""What a charge ends with: whether there is something in hand, and whether it is drawn on the way."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.charge.charge_checks import without_melee
from app.rules.d20.ground.charging import Charging
from app.rules.d20.ground.maneuver_limits import not_too_large, on_foot
from app.rules.d20.movement.gear import DRAWS_ON_A_MOVE, draws_at_once
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.legal import misplaced


def draws_on_the_way(book: Book, charging: Charging, squares: int) -> bool:
    """Whether a sheathed weapon is drawn on the way: with Quick Draw always; in Pathfinder with a base
    attack of +1, at no more than the speed, not in the restricted form (PF1-CHG-97 … PF1-CHG-101).
    """
    actor, armed = charging.actor, charging.armed
    if armed is None or actor.weapon_place(armed.id) != "sheathed":
        return False
    return draws_at_once(actor) or _not_drawn(book, charging, armed, squares) is None


def _not_drawn(book: Book, charging: Charging, armed: Armed, squares: int) -> FailedCheck | None:
    code, about = "WEAPON_SHEATHED", (("actor", charging.actor.identity.name), ("weapon", armed.called))
    if not book.profile.draws_on_charge:
        return FailedCheck(
            code,
            "{actor} does not draw the {weapon}: a charge draws no weapon.",
            "D35-CHG-97",
            (("way", "charge"), *about),
            decided_by=("S-3",),
        )
    if (charging.actor.sheet.bab or 0) < DRAWS_ON_A_MOVE:
        return FailedCheck(
            code,
            "{actor} does not draw the {weapon}: that takes a base attack bonus of +1.",
            "PF1-CHG-99",
            (("way", "untrained"), *about),
        )
    if charging.limit is not None:
        return FailedCheck(
            code,
            "{actor} does not draw the {weapon}: a charge with a single action draws no weapon.",
            "PF1-CHG-100",
            (("way", "restricted"), *about),
            decided_by=("S-9",),
        )
    if squares > charging.speed:
        return FailedCheck(
            code,
            "{actor} does not draw the {weapon}: it goes farther than {speed} squares.",
            "PF1-CHG-98",
            (("way", "far"), *about, ("speed", charging.speed)),
        )
    return None


def may_not_strike(book: Book, charging: Charging, squares: int, *, draws: bool) -> Iterator[FailedCheck]:
    """Whether there is something to attack with at the end (D20-CHG-12, D20-CHG-35)."""
    actor, armed = charging.actor, charging.armed
    name = actor.identity.name
    if charging.is_bodily:
        yield from on_foot(actor)
        yield from not_too_large(actor, charging.target)
        return
    if armed is None or armed.is_ranged:
        yield without_melee(name, None if armed is None else armed.called)
        return
    place = actor.weapon_place(armed.id)
    if place == "sheathed" and not draws:
        yield _not_drawn(book, charging, armed, squares) or misplaced(actor, armed, place, "D20-CHG-35")
    elif place in ("dropped", "broken", "away"):
        yield misplaced(actor, armed, place, "D20-CHG-35")
