"""The sheet of a HARP | TdM combatant: what the rules read and play never changes.

*Quick*: the totals a GM has at hand. *Full*: the parts, from which totals are computed with every part
named. A total that is given wins over its parts, and the breakdown says so.
"""

from typing import Literal, TypeAlias

from app.rules.common.tables import spoken_id
from app.rules.harp.table.tables_combat import Severity, Size
from app.values import HashedOnce, value

Hand: TypeAlias = Literal["main", "off", "both"]
Skill: TypeAlias = Literal["acrobatics", "brawling", "first_aid", "perception", "stealth"]
"""The skills that manoeuvres are rolled with."""
TalentTarget: TypeAlias = Literal["ob", "db", "initiative", "body", "quickness"]


@value
class Bonuses:
    """The bonuses of the eight characteristics."""

    strength: int = 0
    constitution: int = 0
    agility: int = 0
    quickness: int = 0
    self_discipline: int = 0
    intuition: int = 0
    reasoning: int = 0
    presence: int = 0


@value
class Skills:
    """Skill totals; None where the combatant has no training."""

    acrobatics: int | None = None
    armour: int | None = None
    brawling: int | None = None
    first_aid: int | None = None
    perception: int | None = None
    stealth: int | None = None


@value
class Resistances:
    """Totals of the resistance bonuses."""

    body: int | None = None
    mind: int | None = None
    magic: int | None = None


LARGEST_PART = 1000


def check_figure(value: int) -> None:
    """Refuse a part of a total that no table could mean; raises ValueError."""
    if not -LARGEST_PART <= value <= LARGEST_PART:
        raise ValueError(f"a figure is from {-LARGEST_PART} to {LARGEST_PART}")


@value
class Part:
    """One named part of a total, of the sort ``kind`` (skill, model, magic, talent …); raises ValueError."""

    label: str
    value: int
    kind: str = "special"

    def __post_init__(self) -> None:
        check_figure(self.value)


@value
class AdditionalCritical:
    """A special weapon's second critical (H-CRT-2): at the severity of the first, or at a fixed one."""

    table: str
    severity: Severity | None = None


@value
class SheetWeapon:
    """A weapon on the sheet. ``id`` is what commands say, ``model`` the weapon of the table, ``name`` what it
    is called at the table; without one it goes by its model's name.

    The offensive bonus is stated whole (``ob``; nothing is added for the model), or made of ``parts``
    (the model's modifier is added unless a part of kind ``model`` is there), or of a ``skill`` total
    with the weapon's own ``bonus``. The five before ``name`` override the model (a creature's claws).
    """

    id: str
    model: str
    ob: int | None = None
    parts: tuple[Part, ...] = ()
    skill: int | None = None
    bonus: int = 0
    additional_criticals: tuple[AdditionalCritical, ...] = ()
    hand: Hand = "main"
    attack_size: Size | None = None
    attack_table: str | None = None
    critical_table: str | None = None
    fumble: int | None = None
    name: str | None = None

    @property
    def called(self) -> str:
        """What sentences call it: its own name, or else its model's id in words."""
        return self.name or spoken_id(self.model)


@value
class ArmourWorn:
    """The armour worn: its type 1-10, bonus for magic or quality, fit, and the wearer's Armour skill.

    ``material`` and ``casting_material`` are what a rare material takes from the two penalties (H-ARM-3).
    """

    type: int
    quality: int = 0
    fitted: bool = True
    skill: int = 0
    material: int = 0
    casting_material: int = 0


@value
class ShieldCarried:
    """The shield carried: its model, whether its bearer has the Shield Training talent, and its quality.

    ``bonus`` is the GM's figure for an improvised shield, which is handled as its ``model`` is (H-SHD-2).
    """

    model: str
    trained: bool = False
    quality: int = 0
    bonus: int | None = None


@value
class TalentEffect:
    """What a talent adds, and to which total."""

    to: TalentTarget
    value: int

    def __post_init__(self) -> None:
        check_figure(self.value)


@value
class Talent:
    """A talent, profession ability or standing spell with what it adds."""

    label: str
    effects: tuple[TalentEffect, ...]


@value
class Sheet(HashedOnce):
    """A combatant's sheet; ``hits`` and ``bmr`` (metres a round) are the unwounded totals.

    ``constitution`` is the total of that characteristic, which a house rule looks at (DH-55).
    """

    hits: int
    weapons: tuple[SheetWeapon, ...] = ()
    ruleset: Literal["harp-tdm"] = "harp-tdm"
    db: int | None = None
    armour_type: int | None = None
    bmr: int | None = None
    constitution: int | None = None
    initiative: int | None = None
    body: int | None = None
    perception: int | None = None
    agility: int | None = None
    stealth: int | None = None
    brawling: int | None = None
    bonuses: Bonuses | None = None
    skills: Skills | None = None
    resistances: Resistances | None = None
    armour: ArmourWorn | None = None
    shield: ShieldCarried | None = None
    casting_penalty: int | None = None
    helmet: bool = False
    talents: tuple[Talent, ...] = ()
    size: Size = "medium"


def skill_total(sheet: Sheet, skill: Skill) -> int | None:
    """The total of a skill: the one that the sheet states alone, or that among its skills; None untrained."""
    stated: dict[Skill, int | None] = {
        "brawling": sheet.brawling,
        "perception": sheet.perception,
        "stealth": sheet.stealth,
    }
    if (total := stated.get(skill)) is not None:
        return total
    return None if sheet.skills is None else getattr(sheet.skills, skill)
