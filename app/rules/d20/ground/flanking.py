"""Who flanks whom (D20-FLK-01 … D20-FLK-07)."""

from app.rules.common.grid.flanking import flanking_cells
from app.rules.d20.ground.positions import reach_of, space_of
from app.rules.d20.ground.threat import threatens
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Combatant, Encounter


def flanking_partner(book: Book, encounter: Encounter, attacker: Combatant, target: Combatant) -> str | None:
    """The first ally that stands opposite the attacker and threatens the target; None without one.

    Whoever has no reach beyond its own space flanks nobody (D20-GEO-14).
    """
    body, other = space_of(book, encounter, attacker), space_of(book, encounter, target)
    if encounter.map is None or body is None or other is None or reach_of(book, attacker) == 0:
        return None
    for ally in encounter.combatants:
        if ally.identity.side != attacker.identity.side or ally.id in (attacker.id, target.id):
            continue
        place = space_of(book, encounter, ally)
        if place is None or flanking_cells(body, place, other) is None:
            continue
        if threatens(book, encounter, ally, target) and reach_of(book, ally) > 0:
            return ally.id
    return None
