"""Cover between two combatants: from the map, or as stated (D20-COV-01 … D20-COV-08)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.grid.cells import Footprint, rectangle
from app.rules.common.grid.cover import (
    NO_COVER,
    Cover,
    CoverKind,
    as_stated,
    cover_at_range,
    cover_in_melee,
)
from app.rules.common.grid.sight import has_line
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.heights import covers, elevation, ground_of
from app.rules.d20.ground.positions import bodies_within, space_of
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.options import Options
from app.rules.d20.table.state import Combatant, Encounter
from app.values import remembered

AC_BONUS: dict[CoverKind, int] = {"none": 0, "partial": 2, "cover": 4, "improved": 8, "total": 0}


def cover_of(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> Cover:
    """The cover that the target has from an attack with that weapon.

    A ranged attack on one square of a big target looks at that square alone (D20-ATK-14).
    """
    body, other = space_of(book, encounter, attacker), space_of(book, encounter, target)
    if body is None or other is None or encounter.map is None:
        return as_stated(NO_COVER, stated.cover)
    if not armed.is_ranged:
        return as_stated(_in_melee(book, encounter, attacker, target), stated.cover)
    if stated.aimed_at is None:
        return as_stated(_at_range(book, encounter, attacker, target), stated.cover)
    others, grid = bystanders(book, encounter, attacker, target), ground_of(encounter, target)
    return as_stated(cover_at_range(grid, body, aimed_space(other, stated), others), stated.cover)


@remembered(512)
def _in_melee(book: Book, encounter: Encounter, attacker: Combatant, target: Combatant) -> Cover:
    body, other = space_of(book, encounter, attacker), space_of(book, encounter, target)
    assert body is not None  # both are on the map
    assert other is not None
    return cover_in_melee(
        ground_of(encounter, target), body, other, bystanders(book, encounter, attacker, target)
    )


@remembered(512)
def _at_range(book: Book, encounter: Encounter, attacker: Combatant, target: Combatant) -> Cover:
    body, other = space_of(book, encounter, attacker), space_of(book, encounter, target)
    assert body is not None  # both are on the map
    assert other is not None
    return cover_at_range(
        ground_of(encounter, target), body, other, bystanders(book, encounter, attacker, target)
    )


def aimed_space(space: Footprint, stated: Situation) -> Footprint:
    """The square of a big target that is aimed at (D20-ATK-14); all of it where none is named."""
    return space if stated.aimed_at is None else Footprint(stated.aimed_at)


def bystanders(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    *,
    at: Footprint | None = None,
) -> dict[str, Footprint]:
    """Everybody whose space may be in the way of a blow at the target, were it ``at``: neither of both, nor
    what they ride or who rides them, nor whoever is outside the rectangle round both, or too far below or
    above the line (D20-HGT-5). Nobody where either is off the map.
    """
    one, other_end = space_of(book, encounter, attacker), at or space_of(book, encounter, target)
    if one is None or other_end is None:
        return {}
    both = {attacker.id, target.id, attacker.mount, target.mount} - {None}
    heights = elevation(book, encounter, attacker), elevation(book, encounter, target, at=at)
    return {
        other.id: body
        for other, body in bodies_within(book.tables, encounter, rectangle(one, other_end))
        if not (other.id in both or other.mount in both or other.dead)
        and covers(book, encounter, other, body, (one, other_end), heights)
    }


def cover_bonus(options: Options, cover: Cover, *, in_melee: bool) -> Modifier:
    """The bonus to AC: +4, +8 when improved; partial cover is +2 by option, else cover (D20-COV-07)."""
    kind: CoverKind = cover.kind
    if kind == "partial" and not options.partial_cover:
        kind = "cover"
    return Modifier("d20.ac.cover", AC_BONUS[kind], "cover", "map", rule_of(cover, in_melee=in_melee))


def rule_of(cover: Cover, *, in_melee: bool) -> str:
    """The statement that gives this cover; creatures hinder only those blows that come from farther off."""
    if cover.kind in ("partial", "improved", "total"):
        return "D20-COV-07"
    if cover.is_soft:
        return "D20-COV-04" if in_melee else "D20-COV-01"
    return "D20-COV-06"


def not_covered(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> Iterator[FailedCheck]:
    """Whether the target can be attacked at all with that weapon (D20-COV-07)."""
    if stated.cover != "total" and _has_line(book, encounter, attacker, target, armed, stated):
        return  # whatever else is in the way, no cover is total where a line leads
    cover = cover_of(book, encounter, attacker, target, armed, stated)
    if cover.kind == "total":
        yield FailedCheck(
            "TOTAL_COVER",
            "{target} has total cover: no line leads there.",
            "D20-COV-07",
            (("target", target.identity.name),),
            squares=cover.cells,
        )


def _has_line(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> bool:
    body, other = space_of(book, encounter, attacker), space_of(book, encounter, target)
    grid = ground_of(encounter, target)
    if body is None or other is None or grid is None:
        return True
    return has_line(grid, body, aimed_space(other, stated) if armed.is_ranged else other)


def in_sight(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> bool:
    """Whether a line leads from one to the other (D20-GEO-15); always without a map."""
    body, other = space_of(book, encounter, actor), space_of(book, encounter, target)
    if encounter.map is None or body is None or other is None:
        return True
    return has_line(encounter.map, body, other)
