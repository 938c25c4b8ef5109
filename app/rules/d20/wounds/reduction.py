"""What never reaches a combatant's hit points: damage reduction, energy resistance, immunity (D20-DR)."""

from collections.abc import Iterator, Mapping

from app.rules.d20.contract.events.care import DamageReduced
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_never_alive
from app.rules.d20.table.profile import Profile
from app.rules.d20.table.sheet import DamageReduction, Sheet
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value

ENERGIES = frozenset({"acid", "cold", "electricity", "fire", "sonic"})
UNREDUCED = ENERGIES | {"force", "positive", "negative"}
"""Damage that is of no weapon's making, which damage reduction lets through (D20-DR-1)."""
PHYSICAL = frozenset({"bludgeoning", "piercing", "slashing"})
JOINED = "+"
"""Between the qualities of which a weapon needs all: ``cold-iron+magic`` (D20-DR-2)."""


@value
class Dose:
    """What is left of a hit: ``lethal`` and ``nonlethal`` points, with what took the others away."""

    lethal: int
    nonlethal: int
    events: tuple[DamageReduced, ...] = ()


def what_counts(book: Book, encounter: Encounter, target: Combatant, hit: Hurt) -> Dose:
    """What a hit does after damage reduction and resistances (D20-DR-1 … D20-DR-6, D20-NL-5)."""
    weapon, other = _sorted(hit)
    events: list[DamageReduced] = []
    if is_from_weapon(hit):
        reduced = reduction_against(target.sheet, qualities_of(book.profile, encounter, hit))
        if reduced is not None and weapon > 0:
            off = min(weapon, reduced.points)
            weapon -= off
            events.append(DamageReduced(target.id, off, "damage reduction", "D20-DR-1"))
    lethal, nonlethal = (0, weapon) if hit.nonlethal else (weapon, 0)
    for kind, points in other.items():
        left = points - resisted(target.sheet, kind, points)
        if left < points:
            events.append(DamageReduced(target.id, points - left, kind, "D20-DR-5"))
        if hit.nonlethal and kind in hit.types:
            nonlethal += left
        else:
            lethal += left
    if nonlethal and is_never_alive(target):
        events.append(DamageReduced(target.id, nonlethal, "no life to numb", "D20-NL-5"))
        nonlethal = 0
    return Dose(lethal, nonlethal, tuple(events))


def is_from_weapon(hit: Hurt) -> bool:
    """Whether damage reduction has a say: a weapon struck, or the damage is of a weapon's kind."""
    return hit.weapon is not None or any(kind in PHYSICAL for kind in hit.types)


def reduction_against(sheet: Sheet, qualities: frozenset[str]) -> DamageReduction | None:
    """Of the reductions that the weapon does not overcome the best; they do not add up (D20-DR-4)."""
    standing = (one for one in sheet.damage_reduction if not _is_overcome(one, qualities))
    return max(standing, key=lambda one: one.points, default=None)


def qualities_of(profile: Profile, encounter: Encounter, hit: Hurt) -> frozenset[str]:
    """What the hit overcomes damage reduction with: its types, material, enhancement (D20-DR-2, D20-DR-3)."""
    return frozenset((*hit.types, *hit.qualities, *_of_weapon(profile, encounter, hit)))


def resisted(sheet: Sheet, energy: str, points: int) -> int:
    """How many of the points of one energy do nothing; all of them to the immune (D20-DR-5, D20-DR-6)."""
    against = [one.points for one in sheet.resistances if one.energy == energy]
    if None in against:
        return points
    return min(points, max((off for off in against if off is not None), default=0))


def _sorted(hit: Hurt) -> tuple[int, Mapping[str, int]]:
    """The points that come as the weapon's own, and those of each energy of its own."""
    kind_of_points = next((kind for kind in hit.types if kind in UNREDUCED), None)
    weapon = hit.points if kind_of_points is None else 0
    other: dict[str, int] = {} if kind_of_points is None else {kind_of_points: hit.points}
    for kind, points in hit.extra:
        if kind in UNREDUCED:
            other[kind] = other.get(kind, 0) + points
        else:
            weapon += points
    return weapon, other


def _of_weapon(profile: Profile, encounter: Encounter, hit: Hurt) -> Iterator[str]:
    if hit.by is None or hit.weapon is None:
        return
    for entry in encounter.combatant(hit.by).sheet.weapons:
        if entry.id == hit.weapon:
            yield from entry.material
            for bonus, overcome in profile.overcomes:
                if entry.enhancement >= bonus:
                    yield from overcome


def _is_overcome(reduction: DamageReduction, qualities: frozenset[str]) -> bool:
    return any(qualities.issuperset(one.split(JOINED)) for one in reduction.except_for)
