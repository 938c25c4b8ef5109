"""The weapon in hand: the sheet's entry joined with the weapon of the table (H-WPN-1)."""

from app.rules.common.errors import UnknownId
from app.rules.harp.table.sheet import Bonuses, Part, Sheet, SheetWeapon, skill_total
from app.rules.harp.table.tables import AttackTable, HarpTables, Size, Weapon
from app.values import value

SPOILT_IN_CONTACT = ("bows", "slings")
"""The weapon groups whose shots an opponent in contact spoils (H-MIS-2); crossbows are not among them."""


BARE_HANDS = "unarmed"
"""What commands call the bare hands of somebody whose sheet has no line of that id."""
STRIKES = "martial-arts-strikes"
"""The model of such a strike."""


class UnknownSheetWeapon(UnknownId):
    """The combatant's sheet has no weapon of that id."""

    code = "unknown_weapon"


@value
class Armed:
    """A weapon as one combatant uses it; the sheet's own figures go before the table's."""

    entry: SheetWeapon
    model: Weapon
    table: AttackTable

    @property
    def called(self) -> str:
        """What sentences call it."""
        return self.entry.called

    @property
    def size(self) -> Size:
        """The size of the attack, not of the attacker (H-SIZE-1)."""
        return self.entry.attack_size or self.model.size

    @property
    def fumble_range(self) -> int:
        """The highest natural first die that fumbles (H-ROLL-2)."""
        return self.model.fumble_range if self.entry.fumble is None else self.entry.fumble

    @property
    def critical_table(self) -> str:
        """The critical table of this weapon, else the attack table's own (H-CRT-1)."""
        return self.entry.critical_table or self.table.default_critical

    @property
    def is_missile(self) -> bool:
        return self.model.range is not None


def is_spoilt_in_contact(model: Weapon) -> bool:
    """Whether an opponent in contact can spoil a shot with this weapon (H-MIS-2)."""
    return model.group in SPOILT_IN_CONTACT


def carries_spoilt(tables: HarpTables, sheet: Sheet) -> bool:
    """Whether the combatant is an archer or a slinger."""
    return any(is_spoilt_in_contact(tables.weapon(entry.model)) for entry in sheet.weapons)


def bare_hands(tables: HarpTables, sheet: Sheet) -> SheetWeapon | None:
    """What everybody has without a line on the sheet: an unarmed strike, where the tables have one.

    Its OB is the Brawling total, untrained the Strength and Agility bonuses, as a push's (H-MIS-2, H-WPN-2).
    """
    if STRIKES not in tables.weapons:
        return None
    trained, bonuses = skill_total(sheet, "brawling"), sheet.bonuses or Bonuses()
    if trained is not None:
        parts = (Part("skill.brawling", trained, "skill"),)
    else:
        parts = (
            Part("bonus.strength", bonuses.strength, "characteristic"),
            Part("bonus.agility", bonuses.agility, "characteristic"),
        )
    return SheetWeapon(BARE_HANDS, STRIKES, parts=parts, name=BARE_HANDS)


def wield(tables: HarpTables, sheet: Sheet, weapon: str) -> Armed:
    """The weapon ``weapon`` of ``sheet``, ready to strike; raises UnknownSheetWeapon."""
    entry = next((entry for entry in sheet.weapons if entry.id == weapon), None)
    if entry is None and weapon == BARE_HANDS:
        entry = bare_hands(tables, sheet)
    if entry is None:
        known = ", ".join(entry.id for entry in sheet.weapons) or "none"
        raise UnknownSheetWeapon(
            "The sheet has no weapon «{weapon}»; it has {known}.", "/weapon", weapon=weapon, known=known
        )
    model = tables.weapon(entry.model)
    return Armed(entry, model, tables.attack_table(entry.attack_table or model.attack_table))
