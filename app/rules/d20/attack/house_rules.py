"""Which options of the encounter decided something about a blow, so that its trace can name them."""

from collections.abc import Iterator

from app.rules.common.grid.bands import Band
from app.rules.d20.attack.circumstances import Circumstances
from app.rules.d20.ground.threat import band_of, is_in_band
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Combatant, Encounter
from app.values import replace


def options_behind(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    known: Circumstances,
) -> Iterator[str]:
    """The decisions without whose options the blow would have gone by other figures (D-10, D-23, D-24)."""
    if not armed.is_ranged:
        if second_diagonal_decides(
            book, encounter, attacker, target, band_of(book, encounter, attacker, armed)
        ):
            yield "D-10"
    elif known.height == "mount":
        yield "D-23"
    if known.cover.kind == "partial":
        yield "D-24"


def second_diagonal_decides(
    book: Book, encounter: Encounter, attacker: Combatant, target: Combatant, band: Band
) -> bool:
    """Whether the band holds the target by one reading of D-10 and not by the other."""
    if not band.ends_at_second_diagonal:
        return False
    other = replace(band, second_diagonal=not band.second_diagonal)
    return is_in_band(book, encounter, attacker, target, band) != is_in_band(
        book, encounter, attacker, target, other
    )
