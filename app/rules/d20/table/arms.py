"""The weapon in hand: the sheet's entry joined with the weapon of the table, as it is used now."""

from typing import Literal, TypeAlias

from app.rules.common.errors import Invalid, UnknownId
from app.rules.d20.table.book import Book
from app.rules.d20.table.damage_text import CriticalText, DamageText, read_critical, read_damage
from app.rules.d20.table.feats import has_weapon_feat
from app.rules.d20.table.measures import feet_of
from app.rules.d20.table.sheet import Sheet, SheetWeapon
from app.rules.d20.table.sizes import SIZES, Size
from app.rules.d20.table.tables import Category, D20Tables, DiceStep, Weapon
from app.values import remembered, replace, value

Grip: TypeAlias = Literal["main", "off"]
"""The one hand that a blow is struck with, where it matters which (PF1-TWF-01)."""
NO_DICE = DamageText(())
BARE = "unarmed-strike"
"""The model of what everybody strikes with who has nothing else."""
INCREMENTS = {"thrown": 5, "projectile": 10}
"""How many range increments a weapon carries (D20-ATK-11, D20-ATK-12)."""


class UnknownSheetWeapon(UnknownId):
    """The combatant's sheet has no weapon of that id."""

    code = "unknown_weapon"


class NotThrown(Invalid):
    """The weapon has no range increment to be thrown with."""

    code = "weapon_not_thrown"
    pointer = "/throw"


@value
class Armed:
    """A weapon as one combatant uses it; the sheet's own figures go before the table's.

    ``is_thrown`` is whether it is thrown now; a weapon that is only ever shot or thrown is ranged anyway.
    ``damage`` are the dice for the wielder's size, with the flat part of a damage that the sheet states.
    ``grip`` is the hand that this attack is made with, None where it is as the sheet has it; the off
    hand of a double weapon is its other end.
    """

    entry: SheetWeapon
    model: Weapon | None
    damage: DamageText
    critical: CriticalText
    is_thrown: bool = False
    grip: Grip | None = None

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def called(self) -> str:
        """What sentences call it."""
        return self.entry.called

    @property
    def category(self) -> Category:
        """What the table says, or what the sheet makes of it; one-handed where nobody says anything."""
        if self.model is not None:
            return self.model.category
        if self.entry.natural:
            return "natural"
        if self.entry.ranged:
            return "ranged"
        if self.entry.light:
            return "light"
        return "two-handed" if self.entry.hands == 2 else "one-handed"

    @property
    def is_ranged(self) -> bool:
        """Whether it strikes from afar now: shot, or thrown."""
        if self.is_thrown:
            return True
        return self.category == "ranged" if self.entry.ranged is None else self.entry.ranged

    @property
    def is_natural(self) -> bool:
        return self.category == "natural" if self.entry.natural is None else self.entry.natural

    @property
    def is_unarmed(self) -> bool:
        return self.category == "unarmed"

    @property
    def is_light(self) -> bool:
        """Light weapons, unarmed strikes among them."""
        if self.entry.light is not None:
            return self.entry.light
        return self.category in ("light", "unarmed")

    @property
    def hands(self) -> int:
        """The hands that hold it now: two for a two-handed weapon or grip, none for a natural one."""
        if self.is_natural or self.is_unarmed:
            return 0
        if self.entry.two_handed_now or self.entry.hand == "both":
            return 2
        if self.entry.hands is not None:
            return self.entry.hands
        return 2 if self.category == "two-handed" or self.group == "bow" else 1

    @property
    def is_off_hand(self) -> bool:
        """Whether the blow comes from the off hand (D20-DMG-03); secondary natural weapons count so."""
        if self.grip is None or self.is_natural:
            return self.entry.hand == "off"
        return self.grip == "off"

    @property
    def is_held_aside(self) -> bool:
        """Whether the off hand holds it and it strikes with all of Strength nevertheless (PF1-TWF-09)."""
        return self.entry.hand == "off" and not self.is_natural and not self.is_off_hand

    @property
    def is_double(self) -> bool:
        """Whether it has two ends to strike with (PF1-TWF-07)."""
        return _of(self.entry.double, self.model is not None and self.model.double)

    @property
    def is_other_end(self) -> bool:
        """Whether it is the second end of a double weapon, which counts as light (PF1-TWF-07)."""
        return self.is_double and self.grip == "off"

    @property
    def has_reach(self) -> bool:
        """Whether it doubles its wielder's reach and misses what is near (D20-GEO-10)."""
        return _of(self.entry.reach, self.model is not None and self.model.reach)

    @property
    def can_trip(self) -> bool:
        """Whether it is made for tripping as well (D35-TRP-1, PF1-TRP-4)."""
        return _of(self.entry.trip, self.model is not None and self.model.trip)

    @property
    def disarm_bonus(self) -> int:
        """What it adds to disarming somebody (PF1-DIS-1, D35-DIS-2)."""
        if self.entry.disarm is not None:
            return self.entry.disarm
        return 0 if self.model is None else self.model.disarm

    @property
    def can_brace(self) -> bool:
        """Whether it can be set against a charge (D20-BRC-05)."""
        return _of(self.entry.brace, self.model is not None and self.model.brace)

    @property
    def is_lance(self) -> bool:
        return self.model is not None and self.model.lance

    @property
    def is_touch(self) -> bool:
        """Whether it only has to touch: armour, shield and natural armour do not count (D20-AC-02)."""
        return _of(self.entry.touch, self.model is not None and (self.model.touch or self.is_splash))

    @property
    def is_splash(self) -> bool:
        """Whether it bursts and splashes whoever is near (PF1-SPL-01)."""
        return self.model is not None and self.model.splash

    @property
    def is_nonlethal(self) -> bool:
        return _of(self.entry.nonlethal, self.model is not None and self.model.nonlethal)

    @property
    def can_be_finessed(self) -> bool:
        """Whether Weapon Finesse works with it: light weapons, natural ones, and a few others by name."""
        return self.is_light or self.is_natural or (self.model is not None and self.model.finesse)

    @property
    def types(self) -> tuple[str, ...]:
        """The damage types of a blow with it."""
        if self.entry.damage_type is not None:
            return (self.entry.damage_type,)
        return () if self.model is None else self.model.types

    @property
    def group(self) -> str | None:
        """What it is shot like: crossbow, bow, sling, shuriken."""
        return None if self.model is None else self.model.group

    @property
    def states_damage(self) -> bool:
        """Whether the sheet gives the whole of its damage."""
        return self.entry.damage is not None

    @property
    def range_increment(self) -> int | None:
        """In feet; None for a weapon of melee alone."""
        if self.entry.range_increment is not None:
            return feet_of(self.entry.range_increment)
        return None if self.model is None else self.model.range

    @property
    def can_be_thrown(self) -> bool:
        if self.range_increment is None:
            return False
        return _of(self.entry.thrown, self.model is not None and self.model.flight == "thrown")

    @property
    def hurls_with_strength(self) -> bool:
        """Whether the wielder's Strength goes into what it throws or slings (D20-DMG-09)."""
        return (self.is_thrown or self.can_be_thrown or self.group == "sling") and not self.is_splash

    @property
    def most_increments(self) -> int:
        """How many range increments it carries: five when thrown, ten as a projectile."""
        if self.model is not None and self.model.most_increments is not None:
            return self.model.most_increments
        thrown = self.is_thrown or self.can_be_thrown
        return INCREMENTS["thrown" if thrown else "projectile"]

    def increments_to(self, feet: int, times: tuple[int, int] = (1, 1)) -> int:
        """In which range increment a target ``feet`` away is; the first one is 1.

        ``times`` is the fraction by which the increment is longer.
        """
        if self.range_increment is None:
            return 1
        above, below = times
        return max(1, -(-feet * below // (self.range_increment * above)))


def _of(stated: bool | None, otherwise: bool) -> bool:
    return otherwise if stated is None else stated


def wield(
    book: Book,
    sheet: Sheet,
    weapon: str,
    *,
    throw: bool = False,
    grip: Grip | None = None,
    pointer: str = "/weapon",
) -> Armed:
    """The weapon ``weapon`` of ``sheet``, ready to strike, or the bare hands that everybody has (D20-ATK-26).

    Raises UnknownSheetWeapon and NotThrown.
    """
    entry = next((entry for entry in sheet.weapons if entry.id == weapon), None)
    if entry is None and weapon == BARE:
        entry = _bare(book)
    if entry is None:
        known = ", ".join(entry.id for entry in sheet.weapons) or "none"
        raise UnknownSheetWeapon(
            "The sheet has no weapon «{weapon}»; it has {known}.", pointer, weapon=weapon, known=known
        )
    armed = of_entry(book, sheet, entry, grip=grip)
    if not throw:
        return armed
    if not armed.can_be_thrown:
        raise NotThrown(
            "The {weapon} cannot be thrown: it has no range increment for that.", weapon=armed.called
        )
    return replace(armed, is_thrown=True)


def bare_hands(book: Book, sheet: Sheet) -> Armed:
    """What everybody has who names no weapon: an unarmed strike, of the table where it has one."""
    return of_entry(book, sheet, _bare(book))


@remembered(16)
def _bare(book: Book) -> SheetWeapon:
    model = BARE if BARE in book.tables.weapons else None
    harmless = "0" if model is None else None
    return SheetWeapon(
        BARE, model, damage=harmless, critical=None if model else "x2", light=True, nonlethal=True
    )


def armed_with(book: Book, sheet: Sheet, weapon: str | None) -> Armed:
    """The weapon of the sheet, or bare hands where none is named; raises UnknownSheetWeapon."""
    return bare_hands(book, sheet) if weapon is None else wield(book, sheet, weapon)


def natural_weapons(book: Book, sheet: Sheet) -> tuple[str, ...]:
    """The ids of the natural weapons of a sheet."""
    return tuple(entry.id for entry in sheet.weapons if of_entry(book, sheet, entry).is_natural)


def of_entry(book: Book, sheet: Sheet, entry: SheetWeapon, *, grip: Grip | None = None) -> Armed:
    """An entry of the sheet joined with its model; raises what reading its texts raises."""
    return _joined(book, sheet, entry, grip)


@remembered(2048)
def _joined(book: Book, sheet: Sheet, entry: SheetWeapon, grip: Grip | None) -> Armed:
    model = None if entry.model is None else book.tables.weapon(entry.model)
    if grip is None and entry.hand == "off" and book.profile.off_hand == "claimed":
        grip = "main"  # in which hand it is matters to nobody who claims no extra attack (PF1-TWF-09)
    if model is not None and grip == "off":
        model = _other_end(model)
    damage, critical = _damage(book.tables, sheet, entry, model), _critical(sheet, entry, model)
    return Armed(entry, model, damage, critical, grip=grip)


def _other_end(model: Weapon) -> Weapon:
    """A double weapon as its second end strikes; any other as it is."""
    return replace(
        model,
        small=model.off_small or model.small,
        medium=model.off_medium or model.medium,
        multiplier=model.off_multiplier or model.multiplier,
    )


def _damage(tables: D20Tables, sheet: Sheet, entry: SheetWeapon, model: Weapon | None) -> DamageText:
    if entry.damage is not None:
        return read_damage(entry.damage)
    return NO_DICE if model is None else read_damage(dice_for(tables, model, sheet.size))


def _critical(sheet: Sheet, entry: SheetWeapon, model: Weapon | None) -> CriticalText:
    """The threat range and multiplier; Improved Critical doubles the range of a weapon that states none."""
    if entry.critical is not None:
        return read_critical(entry.critical)
    if model is None:
        return CriticalText()
    if has_weapon_feat(sheet, "improved-critical", entry):
        return CriticalText(2 * model.threat - 21, model.multiplier)
    return CriticalText(model.threat, model.multiplier)


def dice_for(tables: D20Tables, model: Weapon, size: Size) -> str:
    """The damage dice of a weapon made for a wielder of that size; a flask is the same for everybody."""
    if size == "medium" or model.splash:
        return model.medium
    if size == "small":
        return model.small
    if read_damage(model.medium).is_none:
        return model.medium
    step = tables.dice_step(model.medium)
    return step_of(step, size)


def step_of(step: DiceStep, size: Size) -> str:
    """What Medium damage dice become at another size."""
    dice: dict[Size, str] = dict(
        zip(
            SIZES,
            (
                step.fine,
                step.diminutive,
                step.tiny,
                step.small,
                step.medium,
                step.large,
                step.huge,
                step.gargantuan,
                step.colossal,
            ),
            strict=True,
        )
    )
    return dice[size]
