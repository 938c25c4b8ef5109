"""Who holds whom in a grapple (D20-GRP-1, D20-GRP-2)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Combatant, Encounter

TWO_HANDED_GROUPS = frozenset({"bow", "crossbow"})
"""Weapons that are held in one hand and shot with two."""


def held_by(encounter: Encounter, holder: Combatant) -> Combatant | None:
    """Whom it has in its hold, as long as that one is held."""
    if holder.holds is None:
        return None
    return next(
        (one for one in encounter.combatants if one.id == holder.holds and is_held(one, holder)), None
    )


def is_held(one: Combatant, holder: Combatant) -> bool:
    """Whether it is grappled by that holder."""
    return any(it.id == "grappled" and it.source == holder.id for it in one.conditions)


def partner_of(actor: Combatant) -> str | None:
    """With whom it is in a grapple, where that is known."""
    sources = (it.source for it in actor.conditions if it.id in ("grappled", "pinned"))
    return next((one for one in sources if one is not None), None)


def is_pinning(encounter: Encounter, holder: Combatant) -> bool:
    """Whether it keeps somebody pinned, which costs it its Dexterity bonus in Pathfinder (PF1-GRP-8)."""
    held = held_by(encounter, holder)
    return held is not None and any(it.id == "pinned" and it.source == holder.id for it in held.conditions)


def free_to_strike(book: Book, attacker: Combatant, target: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """What a grapple leaves of attacks: nothing with two hands; by 3.5 nothing but light blows at the other
    (PF1-GRP-11, D35-GRP-9).
    """
    if not attacker.has("grappled", "pinned"):
        return
    name = attacker.identity.name
    if book.profile.grapple == "penalty":
        if armed.hands == 2 or armed.group in TWO_HANDED_GROUPS:
            yield FailedCheck(
                "NEEDS_TWO_HANDS",
                "{actor} is grappled and has no two hands for the {weapon}.",
                "PF1-GRP-11",
                (("actor", name), ("weapon", armed.called)),
            )
        return
    is_close = (armed.is_light or armed.is_natural) and not armed.is_ranged
    partner = partner_of(attacker)
    if not is_close or partner not in (None, target.id):
        yield FailedCheck(
            "NOT_WHILE_GRAPPLING",
            "{actor} is in a grapple and strikes only at the one wrestled with, with light weapons.",
            "D35-GRP-9",
            (("actor", name), ("weapon", armed.called)),
        )
