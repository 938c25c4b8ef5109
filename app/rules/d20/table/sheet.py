"""The sheet of a d20 combatant: what the rules read and play never changes.

*Quick*: the totals a GM has at hand. *Full*: the parts, from which totals are computed with every part
named. A total that is given wins over its parts, and the breakdown says so.
"""

from typing import Literal, TypeAlias

from app.rules.common.measures import Distance
from app.rules.common.tables import spoken_id
from app.rules.d20.table.profile import Edition
from app.rules.d20.table.sizes import Shape, Size
from app.values import HashedOnce, value

Ability: TypeAlias = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
Save: TypeAlias = Literal["fortitude", "reflex", "will"]
Hand: TypeAlias = Literal["main", "off", "both"]
BonusType: TypeAlias = Literal[
    "alchemical", "armor", "circumstance", "competence", "deflection", "dodge", "enhancement", "insight",
    "luck", "morale", "natural_armor", "profane", "racial", "resistance", "sacred", "shield", "size",
    "trait", "untyped",
]  # fmt: skip
"""Bonuses of one type do not add up, except dodge, circumstance and untyped ones (D20-AC-06)."""
CreatureType: TypeAlias = Literal[
    "aberration", "animal", "construct", "dragon", "elemental", "fey", "giant", "humanoid", "magical_beast",
    "monstrous_humanoid", "ooze", "outsider", "plant", "undead", "vermin",
]  # fmt: skip
Alignment: TypeAlias = Literal[
    "lawful_good", "neutral_good", "chaotic_good", "lawful_neutral", "neutral", "chaotic_neutral",
    "lawful_evil", "neutral_evil", "chaotic_evil",
]  # fmt: skip
Feat: TypeAlias = Literal[
    "combat-reflexes", "far-shot", "greater-bull-rush", "greater-feint", "improved-bull-rush",
    "improved-critical", "improved-feint", "improved-initiative", "improved-unarmed-strike",
    "mounted-combat", "point-blank-shot", "power-attack", "precise-shot", "quick-draw", "spirited-charge",
    "diehard", "two-weapon-fighting", "improved-two-weapon-fighting", "greater-two-weapon-fighting",
    "weapon-finesse", "weapon-focus", "weapon-specialization", "improved-precise-shot", "mounted-archery",
    "blind-fight", "run", "improved-disarm", "greater-disarm", "improved-grapple", "greater-grapple",
    "improved-overrun", "greater-overrun", "improved-sunder", "greater-sunder", "improved-trip",
    "greater-trip", "throw-anything", "double-slice", "rapid-shot",
]  # fmt: skip
"""The feats that these rules apply; any other goes under ``other_feats`` and changes nothing here."""

SkillId: TypeAlias = Literal["bluff", "ride", "sense_motive", "heal", "concentration"]
"""The skills that these rules roll."""

LARGEST_PART = 1000


def check_figure(value: int) -> None:
    """Refuse a part of a total that no rule could mean; raises ValueError."""
    if not -LARGEST_PART <= value <= LARGEST_PART:
        raise ValueError(f"a figure is from {-LARGEST_PART} to {LARGEST_PART}")


@value
class Abilities:
    """The six ability scores; None where the creature has none (a skeleton has no Constitution)."""

    strength: int | None = 10
    dexterity: int | None = 10
    constitution: int | None = 10
    intelligence: int | None = 10
    wisdom: int | None = 10
    charisma: int | None = 10

    def modifier(self, ability: Ability) -> int:
        """Half of what the score is above 10, rounded down; 0 without a score."""
        score: int | None = getattr(self, ability)
        return 0 if score is None else (score - 10) // 2


@value
class Part:
    """One named part of a total with the type of its bonus; raises ValueError."""

    label: str
    value: int
    type: BonusType = "untyped"

    def __post_init__(self) -> None:
        check_figure(self.value)


@value
class ArmorClass:
    """The three totals as they stand on a sheet, without anything that comes and goes in play."""

    total: int
    touch: int
    flat_footed: int


@value
class ArmorWorn:
    """Armour or a shield of the table, with its enhancement bonus; own figures win over the table's."""

    model: str | None = None
    bonus: int | None = None
    enhancement: int = 0
    max_dex: int | None = None


@value
class AcParts:
    """What AC is computed from, beside Dexterity and size (D20-AC-01)."""

    armor: ArmorWorn | None = None
    shield: ArmorWorn | None = None
    natural: int = 0
    deflection: int = 0
    dodge: int = 0
    others: tuple[Part, ...] = ()


@value
class Saves:
    """Totals of the saves."""

    fortitude: int = 0
    reflex: int = 0
    will: int = 0


@value
class SkillTotal:
    """A skill's total, and whether any rank was put into it."""

    total: int
    trained: bool = True


@value
class Skills:
    """The skills that these rules roll; None where the sheet does not say."""

    bluff: SkillTotal | None = None
    ride: SkillTotal | None = None
    sense_motive: SkillTotal | None = None
    heal: SkillTotal | None = None
    concentration: SkillTotal | None = None
    escape_artist: SkillTotal | None = None


@value
class ExtraDice:
    """Dice on top of a weapon's own: fire, sneak attack. They are never multiplied (D20-DMG-05)."""

    label: str
    dice: str
    type: str = "untyped"
    precision: bool = False


@value
class SheetWeapon:
    """A weapon on the sheet. ``id`` is what commands say, ``model`` the weapon of the table, ``name`` what it
    is called at the table; without one it goes by its model's name.

    Quick: ``attack`` (the total of the first attack), ``damage`` as ``1d8+4`` and ``critical`` as
    ``19-20/x2`` are whole. Full: without them they are computed from base attack, abilities, size,
    enhancement and feats. What the table says of the model is overridden by what stands here.
    """

    id: str
    model: str | None = None
    attack: int | None = None
    damage: str | None = None
    critical: str | None = None
    hand: Hand = "main"
    light: bool | None = None
    hands: Literal[1, 2] | None = None
    two_handed_now: bool = False
    double: bool | None = None
    thrown: bool | None = None
    ranged: bool | None = None
    natural: bool | None = None
    range_increment: Distance | None = None
    reach: bool | None = None
    brace: bool | None = None
    nonproficient: bool = False
    nonlethal: bool | None = None
    touch: bool | None = None
    enhancement: int = 0
    masterwork: bool = False
    parts: tuple[Part, ...] = ()
    damage_parts: tuple[Part, ...] = ()
    extra_dice: tuple[ExtraDice, ...] = ()
    damage_type: str | None = None
    material: tuple[str, ...] = ()
    trip: bool | None = None
    disarm: int | None = None
    hardness: int | None = None
    hit_points: int | None = None
    name: str | None = None

    @property
    def called(self) -> str:
        """What sentences call it: its own name, or else its model's or its own id in words."""
        return self.name or spoken_id(self.model or self.id)


@value
class DamageReduction:
    """Points off each hit of a weapon, but for weapons that are one of ``except_for`` (D20-DR)."""

    points: int
    except_for: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.points <= LARGEST_PART:
            raise ValueError(f"damage reduction is from 1 to {LARGEST_PART} points")


@value
class EnergyResistance:
    """Points off each dose of one energy; None is immunity."""

    energy: str
    points: int | None = None


@value
class WeaponFeat:
    """A feat that was taken for one weapon: ``model`` is its model in the table, or its id on the sheet."""

    feat: Feat
    model: str


MEDIUM_SPEED = Distance(30, "ft")


@value
class Sheet(HashedOnce):
    """A combatant's sheet; ``hp`` is the unwounded total, ``speed`` one move in the armour worn.

    ``ruleset`` is the edition that it was written for; left out, the encounter's.
    ``reach`` is the natural reach where it is not that of the size. ``con_score`` is for quick sheets of
    creatures that die by their Constitution. ``mount`` makes its owner one that others can ride.
    """

    hp: int
    ruleset: Edition | None = None
    weapons: tuple[SheetWeapon, ...] = ()
    ac: ArmorClass | None = None
    size: Size = "medium"
    shape: Shape = "tall"
    speed: Distance = MEDIUM_SPEED
    reach: Distance | None = None
    initiative: int | None = None
    abilities: Abilities | None = None
    bab: int | None = None
    ac_parts: AcParts | None = None
    saves: Saves | None = None
    feats: tuple[Feat, ...] = ()
    weapon_feats: tuple[WeaponFeat, ...] = ()
    other_feats: tuple[str, ...] = ()
    skills: Skills | None = None
    creature_type: CreatureType = "humanoid"
    alignment: Alignment | None = None
    cmb: int | None = None
    cmd: int | None = None
    con_score: int | None = None
    legs: int = 2
    stable: bool = False
    damage_reduction: tuple[DamageReduction, ...] = ()
    resistances: tuple[EnergyResistance, ...] = ()
    immune_to_criticals: bool = False
    uncanny_dodge: bool = False
    trained_for_combat: bool = False
    saddle: Literal["none", "riding", "military"] = "riding"
    languages: tuple[str, ...] = ()
