"""The tables of a d20 game, frozen and checked (`tables_build` makes them)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.errors import UnknownId
from app.rules.common.tables import Names
from app.rules.d20.table.sizes import Size
from app.values import value

Category: TypeAlias = Literal["unarmed", "natural", "light", "one-handed", "two-handed", "ranged"]
Proficiency: TypeAlias = Literal["natural", "simple", "martial", "exotic"]
Flight: TypeAlias = Literal["thrown", "projectile"]
"""How a weapon gets to a distant target: thrown ones carry five range increments, projectiles ten."""


class UnknownWeaponModel(UnknownId):
    """The table of weapons has no such model."""

    code = "unknown_weapon_model"


class UnknownArmor(UnknownId):
    """The table has no such armour or shield."""

    code = "unknown_armor"


class UnknownDice(UnknownId):
    """The table of damage by size has no row for these dice."""

    code = "unknown_dice"


@value
class SizeRow:
    """What a size does: to attack and AC, to CMB and CMD, its space in squares, its reach in feet.

    ``step`` is the size's modifier to opposed checks of 3.5, 4 a size from Medium (D35-BR-01).
    """

    id: Size
    modifier: int
    special: int
    step: int
    squares: int
    reach_tall: int
    reach_long: int
    status: str
    source: str


@value
class Weapon:
    """A weapon of the table; ``small`` and ``medium`` are its damage dice in the hands of such wielders.

    ``threat`` is the lowest natural roll that threatens, ``multiplier`` what a critical makes of the damage;
    ``range`` is its increment in feet, ``types`` its damage types: ``("piercing",)``. ``group`` tells what is
    shot alike: crossbows, bows, slings, shuriken; ``most_increments`` is how far one carries that does not
    go by its flight. A ``near`` reach weapon strikes next to its wielder too;
    ``reach_feet`` is the reach of one that does not go by the wielder's; ``touch`` has only to touch.
    A ``splash`` weapon does ``splash_points`` to whoever is near; what ``burns`` goes on doing damage, and
    what is ``holy`` hurts undead and evil outsiders alone (PF1-SPL-24).
    ``trip`` is whether it trips as well as it strikes, ``disarm`` its bonus to disarm. ``hardness`` and
    ``hit_points`` are those of one made for a Medium wielder; None is what cannot be sundered.
    """

    id: str
    names: Names = field(hash=False)
    proficiency: Proficiency
    category: Category
    small: str
    medium: str
    threat: int
    multiplier: int
    types: tuple[str, ...]
    status: str
    source: str
    range: int | None = None
    flight: Flight | None = None
    reach: bool = False
    near: bool = False
    reach_feet: int | None = None
    threatens: bool = True
    touch: bool = False
    group: str | None = None
    most_increments: int | None = None
    brace: bool = False
    double: bool = False
    off_small: str | None = None
    off_medium: str | None = None
    off_multiplier: int | None = None
    nonlethal: bool = False
    lance: bool = False
    finesse: bool = False
    splash: bool = False
    splash_points: int = 0
    burns: bool = False
    holy: bool = False
    twf_category: Literal["light", "one-handed"] | None = None
    trip: bool = False
    disarm: int = 0
    hardness: int | None = None
    hit_points: int | None = None


@value
class Armor:
    """A suit of armour or a shield: AC bonus, greatest Dexterity bonus, check penalty (0 or less)."""

    id: str
    names: Names = field(hash=False)
    bonus: int
    max_dex: int | None
    check_penalty: int
    kind: Literal["light", "medium", "heavy", "shield"]
    status: str
    source: str


@value
class DiceStep:
    """Damage dice of a Medium wielder and what becomes of them for each larger or smaller one."""

    medium: str
    fine: str
    diminutive: str
    tiny: str
    small: str
    large: str
    huge: str
    gargantuan: str
    colossal: str
    status: str
    source: str


@value
class D20Tables:
    """One pack of tables."""

    pack: str
    version: str
    sizes: Mapping[Size, SizeRow]
    weapons: Mapping[str, Weapon]
    armors: Mapping[str, Armor]
    dice: Mapping[str, DiceStep]

    def size(self, size: Size) -> SizeRow:
        """The row of a size."""
        return self.sizes[size]

    def weapon(self, model: str) -> Weapon:
        """A weapon; raises UnknownWeaponModel."""
        try:
            return self.weapons[model]
        except KeyError:
            raise UnknownWeaponModel("The tables have no weapon «{model}».", model=model) from None

    def armor(self, model: str) -> Armor:
        """A suit of armour or a shield; raises UnknownArmor."""
        try:
            return self.armors[model]
        except KeyError:
            raise UnknownArmor("The tables have no armour or shield «{model}».", model=model) from None

    def dice_step(self, medium: str) -> DiceStep:
        """What the damage dice of a Medium wielder are at other sizes; raises UnknownDice."""
        try:
            return self.dice[medium]
        except KeyError:
            raise UnknownDice(
                "The tables do not say what {dice} becomes at other sizes.", dice=medium
            ) from None
