"""The attack roll and what follows from it (D20-ATK-01 … D20-ATK-08)."""

from app.rules.d20.book import Book
from app.rules.d20.result import Result
from app.rules.d20.state import Encounter
from app.rules.d20.steps import Strike
from app.rules.resolution.requests import Resolution


def strike(book: Book, encounter: Encounter, step: Strike) -> Resolution[Result]:
    """Roll a blow: threat, miss chance, confirmation, damage, and the `Hurt` that comes of it.

    It does not fall when its attacker can no longer strike.
    """
    raise NotImplementedError
