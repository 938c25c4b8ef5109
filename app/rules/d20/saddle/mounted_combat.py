"""Mounted Combat: a rider turns a hit on its mount aside by riding well (PF1-MNT-36)."""

from collections.abc import Iterator
from typing import TypeAlias

from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.contract.events.saddle import RideFailed, RideSucceeded
from app.rules.d20.contract.events.turns import EffectEnded
from app.rules.d20.saddle.riding import ride_bonus
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_flat_footed, may_not_act
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.wounds.skills import checked, skill_check
from app.rules.resolution.requests import Choose, Resolution

PURPOSE = "turn the hit aside"
RULES = ("PF1-MNT-36",)
Warding: TypeAlias = RideSucceeded | RideFailed | EffectEnded


def guard_of(book: Book, encounter: Encounter, target: Combatant) -> Combatant | None:
    """The rider of that mount who can still turn a hit on it aside: once a round, and not when unable to act.

    In Pathfinder it is an immediate action, which the flat-footed do not have.
    """
    rider = encounter.rider_of(target)
    if rider is None or not has_feat(rider.sheet, "mounted-combat") or "guard" in rider.turn.rides:
        return None
    is_caught = book.profile.has_cmd and is_flat_footed(book, encounter, rider)
    return None if is_caught or any(may_not_act(rider)) else rider


def turned_aside(
    book: Book, rider: Combatant, mount: Combatant, attack_total: int
) -> Resolution[tuple[Warding, ...]]:
    """What comes of the rider's check, which has to be more than the attack roll; nothing if none is made."""
    wanted = yield from Choose(PURPOSE, rider.id, ("yes", "no"), "yes", rules=RULES)
    if wanted == "no":
        return ()
    used = tuple(checked(rider, "ride"))
    bonus = ride_bonus(book, rider, mount)
    if (yield from skill_check(rider, PURPOSE, bonus, _more_than(attack_total), RULES)):
        return (*used, RideSucceeded(rider.id, mount.id, "guard"))
    return (*used, RideFailed(rider.id, mount.id, "guard"))


def is_saved(events: tuple[Warding, ...]) -> bool:
    """Whether the hit was turned aside."""
    return any(isinstance(event, RideSucceeded) for event in events)


def _more_than(attack_total: int) -> Tally:
    return add_up("d20.dc", tuple(_parts(attack_total)))


def _parts(attack_total: int) -> Iterator[Modifier]:
    yield Modifier("d20.dc.attack-roll", attack_total, "dc", "roll", "PF1-MNT-36")
    yield Modifier("d20.dc.more-than", 1, "dc", "rules", "PF1-MNT-36")
