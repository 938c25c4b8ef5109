"""The weapons that somebody holds, as disarming and sundering find them: which, how hard, how whole."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Modifier
from app.rules.d20.ground.threat import in_hand
from app.rules.d20.table.arms import Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.damage_text import CriticalText
from app.rules.d20.table.sizes import SIZES, steps_above
from app.rules.d20.table.state import Combatant
from app.values import replace

HARDNESS_OF_PLUS, HIT_POINTS_OF_PLUS = 2, 10
"""What each point of enhancement adds to a weapon's hardness and hit points (D20-SUN-1)."""
LEAST = 1
BATTERED = -2


def held(book: Book, combatant: Combatant) -> tuple[Armed, ...]:
    """What it has in its hands, the main hand first; claws and fists are no such thing."""
    found = [armed for armed in in_hand(book, combatant) if armed.hands]
    return tuple(sorted(found, key=lambda armed: armed.entry.hand == "off"))


def item_of(book: Book, holder: Combatant, item: str | None) -> Armed | None:
    """The weapon in hand that is meant, None where it is not there; raises UnknownSheetWeapon."""
    if item is not None:
        _ = wield(book, holder.sheet, item, pointer="/item")
    return next((armed for armed in held(book, holder) if item in (None, armed.id)), None)


def holds_it(book: Book, holder: Combatant, item: str | None, rule_id: str) -> Iterator[FailedCheck]:
    """Whether there is a weapon in its hands, that one if one is named."""
    if item_of(book, holder, item) is not None:
        return
    name = holder.identity.name
    if item is None:
        yield FailedCheck(
            "NO_WEAPON_IN_HAND", "{target} has no weapon in hand.", rule_id, (("target", name),)
        )
    else:
        yield FailedCheck(
            "NO_WEAPON_IN_HAND",
            "{target} has no {weapon} in hand.",
            rule_id,
            (("way", "that"), ("target", name), ("weapon", wield(book, holder.sheet, item).called)),
        )


def hardness(armed: Armed) -> int:
    """What of each damage does nothing to the weapon; the sheet's own figure is the whole of it."""
    if armed.entry.hardness is not None:
        return armed.entry.hardness
    of_model = 0 if armed.model is None or armed.model.hardness is None else armed.model.hardness
    return of_model + HARDNESS_OF_PLUS * armed.entry.enhancement


def hit_points(holder: Combatant, armed: Armed) -> int | None:
    """The whole weapon's hit points, double for each size of its wielder above Medium and half for each
    below; None where nobody says (D20-SUN-1).
    """
    if armed.entry.hit_points is not None:
        return armed.entry.hit_points
    if armed.model is None or armed.model.hit_points is None:
        return None
    larger = steps_above(holder.sheet.size, SIZES[SIZES.index("medium")])
    of_size = armed.model.hit_points << larger if larger > 0 else armed.model.hit_points >> -larger
    return max(LEAST, of_size) + HIT_POINTS_OF_PLUS * armed.entry.enhancement


def is_battered(book: Book, holder: Combatant, armed: Armed) -> bool:
    """Whether it has lost half of its hit points, which in Pathfinder tells on it (PF1-SUN-2)."""
    whole = hit_points(holder, armed)
    return book.profile.has_cmd and whole is not None and 2 * holder.wear_of(armed.id) >= whole


def on_battered(book: Book, holder: Combatant, armed: Armed) -> Iterator[Modifier]:
    """−2 on attack and damage with a battered weapon (PF1-SUN-2)."""
    if is_battered(book, holder, armed):
        yield Modifier("d20.weapon.battered", BATTERED, "penalty", f"sheet: {armed.id}", "PF1-SUN-2")


def as_it_is(book: Book, holder: Combatant, armed: Armed) -> Armed:
    """The weapon as worn as it is: a battered one threatens on a 20 and doubles the damage (PF1-SUN-2)."""
    return replace(armed, critical=CriticalText()) if is_battered(book, holder, armed) else armed
