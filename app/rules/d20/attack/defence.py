"""Armour class, part by part: against an attack, a touch, and without Dexterity (D20-AC-01 … D20-AC-06)."""

from collections.abc import Iterable, Iterator

from app.rules.common.modifiers import Modifier, Suppressed, Tally
from app.rules.d20.attack.afflictions import on_armor_class
from app.rules.d20.attack.circumstances import Circumstances
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.ground.cover import cover_bonus
from app.rules.d20.table.abilities import ability_modifier, max_dexterity
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import Cause, is_helpless, on_ability, why_without_dexterity
from app.rules.d20.table.sheet import AcParts, ArmorClass, ArmorWorn
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value

NAME = "d20.armor_class"
BASE = 10
DEXTERITY_0 = -5
PRONE = 4
NOT_FOR_TOUCH = frozenset({"armor", "shield", "natural_armor"})
"""The kinds of parts that do not help against a touch (D20-AC-02)."""
BY_TOUCH = "d20.ac.touch"


@value
class Against:
    """What AC is asked for: a touch or a blow, and what takes the Dexterity bonus away, if anything."""

    is_touch: bool = False
    denied: Cause | None = None
    is_helpless: bool = False

    @property
    def keeps_dexterity(self) -> bool:
        return self.denied is None and not self.is_helpless


FLAT_FOOTED = Cause("d20.condition.flat-footed", "D20-AC-03")
HELPLESS = Cause("d20.attack.helpless", "D20-CND-07")


def armor_class(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    known: Circumstances,
) -> Tally:
    """AC against one blow of that weapon."""
    against = Against(armed.is_touch, known.denied, known.is_helpless)
    return _total(
        (*own_parts(book, target, against), *passing(book, target, attacker)),
        (
            *_posture(target, armed, known),
            cover_bonus(encounter.options, known.cover, in_melee=not armed.is_ranged),
        ),
        against,
        _beyond_armor(book, target, against),
    )


def figure(
    book: Book, encounter: Encounter, combatant: Combatant, *, touch: bool, flat_footed: bool
) -> Tally:
    """AC as it stands against nobody in particular, with whatever its state does to it now."""
    denied = FLAT_FOOTED if flat_footed else why_without_dexterity(book, encounter, combatant)
    against = Against(touch, denied, is_helpless(combatant))
    parts = (*own_parts(book, combatant, against), *passing(book, combatant, None))
    return _total(parts, (), against, _beyond_armor(book, combatant, against))


def _total(
    parts: Iterable[Modifier], always: Iterable[Modifier], against: Against, lost: Iterable[Suppressed]
) -> Tally:
    """The parts that count against that, the others as held back with what holds them."""
    kept: list[Modifier] = []
    held_back = list(lost)
    for part in parts:
        by = _held_by(part, against)
        if by is None:
            kept.append(part)
        elif part.value != 0:
            held_back.append(Suppressed(part, by))
    return stack(NAME, (*kept, *always), held_back)


def _held_by(part: Modifier, against: Against) -> str | None:
    """What keeps a part from counting. Penalties of Dexterity and dodging always count (D20-AC-04)."""
    if against.is_touch and part.kind in NOT_FOR_TOUCH:
        return BY_TOUCH
    if part.value > 0 and part.kind in ("dexterity", "dodge") and not against.keeps_dexterity:
        return (against.denied or HELPLESS).label
    return None


def own_parts(book: Book, combatant: Combatant, against: Against) -> Iterator[Modifier]:
    """What the combatant's sheet makes of AC: its totals, or armour, Dexterity, size and the rest."""
    sheet = combatant.sheet
    if sheet.ac is not None:
        yield from _stated(book, combatant, sheet.ac, against)
        return
    parts = sheet.ac_parts or AcParts()
    yield Modifier("d20.ac.base", BASE, "base", "rules", "D20-AC-01")
    yield Modifier("d20.ac.armor", _bonus(book, parts.armor), "armor", "sheet: ac_parts", "D20-AC-01")
    yield Modifier("d20.ac.shield", _bonus(book, parts.shield), "shield", "sheet: ac_parts", "D20-AC-01")
    yield from _dexterity(book, combatant, against)
    yield Modifier("d20.size", book.tables.size(sheet.size).modifier, "size", "table: sizes", "D20-AC-05")
    yield Modifier("d20.ac.natural", parts.natural, "natural_armor", "sheet: ac_parts", "D20-AC-01")
    yield Modifier("d20.ac.deflection", parts.deflection, "deflection", "sheet: ac_parts", "D20-AC-01")
    yield Modifier("d20.ac.dodge", parts.dodge, "dodge", "sheet: ac_parts", "D20-AC-01")
    for part in parts.others:
        yield Modifier(part.label, part.value, part.type, "sheet: ac_parts", "D20-AC-01")


def _bonus(book: Book, worn: ArmorWorn | None) -> int:
    """Armour's or shield's bonus with its enhancement, which raises it and does not stand beside it."""
    if worn is None:
        return 0
    bonus = worn.bonus
    if bonus is None:
        bonus = 0 if worn.model is None else book.tables.armor(worn.model).bonus
    return bonus + worn.enhancement


def _dexterity(book: Book, combatant: Combatant, against: Against) -> Iterator[Modifier]:
    """The Dexterity modifier up to what the armour lets through, and what weakens it; −5 for the helpless."""
    if against.is_helpless:
        yield Modifier(HELPLESS.label, DEXTERITY_0, "dexterity", "state", HELPLESS.rule_id)
        return
    most = max_dexterity(book, combatant.sheet)
    whole = ability_modifier(combatant.sheet, "dexterity")
    weakening = tuple(on_ability(book, combatant, "dexterity"))
    allowed = min(whole, most)
    left = min(whole + sum(part.value for part in weakening), most)
    before, after = allowed, left
    if not against.keeps_dexterity:
        before, after = min(before, 0), min(after, 0)
    if after < before:
        worst = min(weakening, key=lambda part: part.value)
        yield Modifier(worst.label, after - before, "condition", "state", worst.rule_id)
    yield Modifier("d20.ability.dexterity", allowed, "dexterity", "sheet: abilities", "D20-AC-01")


def _beyond_armor(book: Book, combatant: Combatant, against: Against) -> Iterator[Suppressed]:
    """What of the Dexterity bonus the armour does not let through."""
    sheet = combatant.sheet
    beyond = ability_modifier(sheet, "dexterity") - max_dexterity(book, sheet)
    if sheet.ac is None and beyond > 0 and against.keeps_dexterity:
        part = Modifier("d20.ability.dexterity", beyond, "dexterity", "sheet: abilities", "D20-AC-01")
        yield Suppressed(part, "d20.ac.max-dexterity")


def _stated(book: Book, combatant: Combatant, ac: ArmorClass, against: Against) -> Iterator[Modifier]:
    """The sheet's own totals, with what weakens Dexterity now; −5 for Dexterity 0 of the helpless."""
    yield from _stated_total(ac, against)
    if against.is_helpless:
        penalty = min(0, ability_modifier(combatant.sheet, "dexterity"))
        yield Modifier(HELPLESS.label, DEXTERITY_0 - penalty, "condition", "state", HELPLESS.rule_id)
        return
    weakening = tuple(on_ability(book, combatant, "dexterity"))
    if not weakening:
        return
    taken = sum(part.value for part in weakening)
    if not against.keeps_dexterity:
        # A bonus that does not count anyway has only its way below 0 to lose.
        taken = min(0, ac.total - ac.flat_footed + taken)
    worst = min(weakening, key=lambda part: part.value)
    yield Modifier(worst.label, taken, "condition", "state", worst.rule_id)


def _stated_total(ac: ArmorClass, against: Against) -> Iterator[Modifier]:
    """The total for a touch, the flat-footed one, or for both the touch without what the latter lacks."""
    if against.is_touch:
        yield Modifier("d20.ac.stated-touch", ac.touch, "stated", "sheet: ac", "D20-AC-02")
        if not against.keeps_dexterity:
            yield Modifier(
                "d20.ac.stated-lost", ac.flat_footed - ac.total, "stated", "sheet: ac", "D20-AC-03"
            )
    elif against.keeps_dexterity:
        yield Modifier("d20.ac.stated", ac.total, "stated", "sheet: ac", "D20-AC-01")
    else:
        yield Modifier("d20.ac.stated-flat-footed", ac.flat_footed, "stated", "sheet: ac", "D20-AC-03")


def passing(book: Book, combatant: Combatant, attacker: Combatant | None) -> Iterator[Modifier]:
    """What effects and conditions do to AC for now."""
    yield from modifiers_of(combatant, "ac", None if attacker is None else attacker.id)
    yield from on_armor_class(book, combatant, attacker)


def _posture(target: Combatant, armed: Armed, known: Circumstances) -> Iterator[Modifier]:
    """Lying on the ground: 4 easier to hit in melee, 4 harder from afar (D20-CND-02).

    In melee the helpless are no easier to hit for lying down (D20-CND-07).
    """
    if target.has("prone") and (armed.is_ranged or not known.is_helpless):
        bonus = PRONE if armed.is_ranged else -PRONE
        yield Modifier("d20.condition.prone", bonus, "condition", "state", "D20-CND-02")
