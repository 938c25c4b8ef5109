"""Attacks that let down one's guard: shots next to a foe, and bare fists (D20-AOO-11, D20-ATK-22)."""

from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_movement import Opportunity
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.table.arms import wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Encounter


def exposes_itself(
    book: Book, encounter: Encounter, blow: Strike, threatened_by: tuple[str, ...]
) -> tuple[Opportunity, ...]:
    """The attacks of opportunity that come before a blow.

    Shooting and throwing give one to every foe that threatens the attacker; fists without training give one
    to the foe that they strike at. Without a map ``threatened_by`` says who is near enough to a shooter.
    """
    attacker = encounter.combatant(blow.actor)
    armed = wield(book, attacker.sheet, blow.weapon, throw=blow.throw)
    if armed.is_ranged:
        return offer(book, encounter, attacker, "shooting", threatened_by)
    if armed.is_unarmed and not has_feat(attacker.sheet, "improved-unarmed-strike"):
        given = offer(book, encounter, attacker, "unarmed", (blow.target,))
        return tuple(chance for chance in given if chance.actor == blow.target)
    return ()
