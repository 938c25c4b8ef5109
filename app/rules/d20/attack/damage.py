"""The damage of a hit: dice by the multiplier, flat parts with them, extra dice once (D20-DMG-01 … -07)."""

from collections.abc import Iterator

from app.rules.common.dice import Dice, Throw
from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.circumstances import Circumstances
from app.rules.d20.attack.damage_bonus import damage_bonus
from app.rules.d20.contract.steps import Hurt, Strike
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.damage_text import read_damage
from app.rules.d20.table.profile import Profile
from app.rules.d20.table.sheet import ExtraDice
from app.rules.d20.table.state import Combatant
from app.rules.resolution.requests import Facts
from app.values import remembered, value

LEAST = 1
DOUBLED_BY = {"lance": "D20-LAN-01", "spirited-charge": "D20-LAN-05", "set-weapon": "D20-BRC-01"}
"""The statement behind each doubling beside a critical."""
UNTYPED = "untyped"
NAME = "d20.damage_bonus"


@value
class Extra:
    """Extra dice of one sort on this hit; ``flat`` is what their text adds to them."""

    label: str
    type: str
    dice: tuple[int, ...]
    flat: int = 0

    @property
    def hurts_alike(self) -> bool:
        """Whether it hurts as the weapon does: a sneak attack, unlike fire."""
        return self.type == UNTYPED


@value
class DamageRoll:
    """All that is rolled for one hit: the weapon's dice ``times`` over, then the extra dice, each once.

    ``modifiers`` are what is added to all of it, ``flat`` what the weapon's own part has of that.
    ``left_out`` are extra dice that do not count against this target now.
    """

    target: str
    by: str
    armed: Armed
    times: int
    modifiers: Tally
    flat: int
    extras: tuple[Extra, ...]
    left_out: tuple[str, ...]
    nonlethal: bool
    least: Profile
    doublings: tuple[str, ...] = ()

    @property
    def dice(self) -> Dice:
        """Every die, in the order in which they are thrown."""
        own = self.armed.damage.dice * self.times
        return Dice((*own, *(side for extra in self.extras for side in extra.dice)))

    @property
    def alike(self) -> tuple[int, ...]:
        """How many dice in a row count by their sum: the weapon's, then those of each extra."""
        own = len(self.armed.damage.dice) * self.times
        return tuple(count for count in (own, *(len(extra.dice) for extra in self.extras)) if count)

    def outcome(self, throw: Throw) -> Hurt:
        """What reaches the target: at least 1 point of the weapon, nonlethal by Pathfinder (D20-DMG-07)."""
        points, extra = self._weapon(throw), tuple(self._energy(throw))
        is_too_little = points < LEAST
        return Hurt(
            self.target,
            max(points, LEAST),
            self.armed.types,
            self.nonlethal or (is_too_little and self.least.least_damage == "nonlethal"),
            self.by,
            self.armed.id,
            extra,
        )

    def _weapon(self, throw: Throw) -> int:
        own = len(self.armed.damage.dice) * self.times
        alike = sum(points for extra, points in self._extras(throw) if extra.hurts_alike)
        return sum(throw.faces[:own]) + self.flat + alike

    def _energy(self, throw: Throw) -> Iterator[tuple[str, int]]:
        for extra, points in self._extras(throw):
            if not extra.hurts_alike:
                yield extra.type, points

    def _extras(self, throw: Throw) -> Iterator[tuple[Extra, int]]:
        at = len(self.armed.damage.dice) * self.times
        for extra in self.extras:
            yield extra, sum(throw.faces[at : at + len(extra.dice)]) + extra.flat
            at += len(extra.dice)

    def explain(self, throw: Throw) -> Facts:
        """The figures of the hit; extra dice under their own names."""
        hurt = self.outcome(throw)
        facts: list[tuple[str, str | int]] = [("damage", hurt.points), ("multiplier", self.times)]
        facts += [(f"extra_{extra.label}", points) for extra, points in self._extras(throw)]
        if self.doublings:
            facts.append(("doubled_by", ", ".join(self.doublings)))
        if self.left_out:
            facts.append(("left_out", ", ".join(self.left_out)))
        return tuple(facts)

    def decided_by(self, throw: Throw) -> tuple[str, ...]:
        """The least of 1 point, where it came to that (D20-DMG-07)."""
        return ("D20-DMG-07",) if self._weapon(throw) < LEAST else ()

    def rules(self) -> tuple[str, ...]:
        """The statements on multiplied damage and extra dice, where there are any."""
        multiplied = ("D20-DMG-04", "D20-DMG-06") if self.times > 1 else ()
        doubled = tuple(DOUBLED_BY[name] for name in self.doublings if name in DOUBLED_BY)
        extra = ("D20-DMG-05",) if self.extras or self.left_out else ()
        return (*multiplied, *doubled, *extra)


def damage_roll(
    book: Book,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    step: Strike,
    known: Circumstances,
    *,
    is_critical: bool,
) -> DamageRoll:
    """The damage of a hit. Each doubling and the critical add what they are above 1 (D20-DMG-04)."""
    return _damage_roll(book, attacker, target, armed, step, known, is_critical)


@remembered(64)
def _damage_roll(
    book: Book,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    step: Strike,
    known: Circumstances,
    is_critical: bool,
) -> DamageRoll:
    times = 1 + len(step.doublings) + (armed.critical.multiplier - 1 if is_critical else 0)
    own = damage_bonus(book, attacker, target, armed, known)
    multiplied = Modifier(
        "d20.damage.multiplied", own.total * (times - 1), "multiplier", "rules", "D20-DMG-06"
    )
    extras, left_out = _extras(armed, target, known)
    source = f"sheet: {armed.id}"
    added = (Modifier(extra.label, extra.flat, "extra", source, "D20-DMG-05") for extra in extras)
    parts = (*own.applied, multiplied, *added)
    modifiers = Tally(NAME, tuple(part for part in parts if part.value != 0), own.suppressed)
    return DamageRoll(
        target.id,
        attacker.id,
        armed,
        times,
        modifiers,
        own.total * times,
        extras,
        left_out,
        armed.is_nonlethal if step.nonlethal is None else step.nonlethal,
        book.profile,
        step.doublings,
    )


def _extras(
    armed: Armed, target: Combatant, known: Circumstances
) -> tuple[tuple[Extra, ...], tuple[str, ...]]:
    """The extra dice that count, and the names of those that do not."""
    counted: list[Extra] = []
    left_out: list[str] = []
    for extra in armed.entry.extra_dice:
        if extra.precision and not _is_exposed(armed, target, known):
            left_out.append(extra.label)
        else:
            counted.append(_extra(extra))
    return tuple(counted), tuple(left_out)


def _extra(extra: ExtraDice) -> Extra:
    text = read_damage(extra.dice)
    return Extra(extra.label, UNTYPED if extra.precision else extra.type, text.dice, text.flat)


def _is_exposed(armed: Armed, target: Combatant, known: Circumstances) -> bool:
    """Whether precision finds its mark: a foe flanked or without Dexterity, in full view, and near (-08)."""
    is_open = known.is_denied or known.is_helpless or known.is_flanking
    is_near = known.is_close or not armed.is_ranged
    has_weak_spots = not target.sheet.immune_to_criticals
    return is_open and is_near and has_weak_spots and not armed.is_splash and known.miss_chance.percent == 0
