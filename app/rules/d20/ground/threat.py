"""Who threatens whom with what: reach on the map, and the weapons in hand (D20-GEO-07 … D20-GEO-14)."""

from collections.abc import Iterator

from app.rules.common.grid.bands import Band, natural_band, reach_weapon_band, reaches, threatened
from app.rules.common.grid.cells import Cell, Footprint, gap
from app.rules.common.grid.sight import has_line
from app.rules.d20.ground.heights import elevation
from app.rules.d20.ground.positions import reach_of, space_of
from app.rules.d20.table.arms import Armed, bare_hands, of_entry
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.measures import FEET_PER_SQUARE
from app.rules.d20.table.state import Combatant, Encounter
from app.values import remembered


def band_of(book: Book, encounter: Encounter, combatant: Combatant, armed: Armed) -> Band:
    """How far a melee weapon reaches from its wielder's space, or its mount's (D20-GEO-10 … D20-GEO-13)."""
    return _band(book, combatant, armed, second_diagonal=encounter.options.reach_second_diagonal)


def _band(book: Book, combatant: Combatant, armed: Armed, *, second_diagonal: bool) -> Band:
    reach, model = reach_of(book, combatant), armed.model
    if model is not None and model.reach_feet is not None:
        return natural_band(model.reach_feet // FEET_PER_SQUARE, second_diagonal=second_diagonal)
    if not armed.has_reach or reach == 0:
        return natural_band(reach, second_diagonal=second_diagonal)
    if model is not None and model.near:
        return natural_band(2 * reach, second_diagonal=second_diagonal)
    return reach_weapon_band(reach, second_diagonal=second_diagonal)


def in_hand(book: Book, combatant: Combatant) -> Iterator[Armed]:
    """The weapons that it can use at once: natural weapons and fists always, fists last where no line of the
    sheet is about them (D20-ATK-26).
    """
    has_fists = False
    for entry in combatant.sheet.weapons:
        armed = of_entry(book, combatant.sheet, entry)
        has_fists = has_fists or armed.is_unarmed
        if armed.hands == 0 or combatant.weapon_place(entry.id) is None:
            yield armed
    if not has_fists:
        yield bare_hands(book, combatant.sheet)


@remembered(1024)
def threatening_arms(book: Book, combatant: Combatant) -> tuple[Armed, ...]:
    """The weapons in hand that threaten: not those that shoot, nor fists without training (D20-FLK-05)."""
    found: list[Armed] = []
    for armed in in_hand(book, combatant):
        is_untrained = armed.is_unarmed and not has_feat(combatant.sheet, "improved-unarmed-strike")
        shows_no_threat = armed.model is not None and not armed.model.threatens
        if not (armed.is_ranged or is_untrained or shows_no_threat):
            found.append(armed)
    return tuple(found)


@remembered(1024)
def farthest_reach(book: Book, combatant: Combatant) -> int:
    """The squares beyond which it threatens nobody, whatever the diagonals count."""
    bands = (
        _band(book, combatant, armed, second_diagonal=True) for armed in threatening_arms(book, combatant)
    )
    return max((band.greatest for band in bands), default=0)


def threatens(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> bool:
    """Whether it could strike at the target now: able to, and with something that reaches (D20-FLK-05).

    In 3.5 the grappled threaten nobody (D20-CND-20).
    """
    if book.profile.grapple == "denied" and actor.has("grappled", "pinned"):
        return False
    return bool(threatens_with(book, encounter, actor, target)) and not any(may_not_attack(actor))


def threatens_with(
    book: Book, encounter: Encounter, actor: Combatant, target: Combatant, *, at: Footprint | None = None
) -> tuple[Armed, ...]:
    """The weapons in hand with which ``actor`` threatens ``target`` where it stands, or were it ``at``.

    Whether the actor is able to strike is not asked here. Without a map everybody is in reach of everybody.
    """
    body, other = space_of(book, encounter, actor), at or space_of(book, encounter, target)
    if body is not None and other is not None and max(gap(body, other)) > farthest_reach(book, actor):
        return () if encounter.map is not None else threatening_arms(book, actor)
    arms = threatening_arms(book, actor)
    return tuple(armed for armed in arms if is_in_reach(book, encounter, actor, target, armed, at=at))


def is_in_reach(
    book: Book,
    encounter: Encounter,
    actor: Combatant,
    target: Combatant,
    armed: Armed,
    *,
    at: Footprint | None = None,
) -> bool:
    """Whether a blow with that weapon can land on ``target``, where it stands or were it ``at``.

    The target's nearest square must lie in the weapon's band, and a line must lead to it.
    """
    band = band_of(book, encounter, actor, armed)
    body, other = space_of(book, encounter, actor), at or space_of(book, encounter, target)
    if body is None or other is None or encounter.map is None:
        return True
    return is_in_band(book, encounter, actor, target, band, at=at) and has_line(encounter.map, body, other)


def is_in_band(
    book: Book,
    encounter: Encounter,
    actor: Combatant,
    target: Combatant,
    band: Band,
    *,
    at: Footprint | None = None,
) -> bool:
    """Whether the target is in a band round the actor, counted in space (D20-HGT-3).

    Whatever is between them is not asked here; everybody is in it who is not on the map.
    """
    body, other = space_of(book, encounter, actor), at or space_of(book, encounter, target)
    if body is None or other is None or encounter.map is None:
        return True
    high = abs(elevation(book, encounter, actor) - elevation(book, encounter, target, at=at))
    return reaches(band, body, other, high)


def threatened_cells(book: Book, encounter: Encounter, combatant: Combatant) -> tuple[Cell, ...]:
    """The squares that it threatens with what it has in hand, row by row from the south."""
    body = space_of(book, encounter, combatant)
    if body is None:
        return ()
    bands = {band_of(book, encounter, combatant, armed) for armed in threatening_arms(book, combatant)}
    cells = {cell for band in bands for cell in threatened(band, body)}
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
