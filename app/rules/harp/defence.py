"""The defensive bonus and the defence score, part by part (H-DB-1 … H-DB-4, H-ARM-…, H-SHD-…)."""

from collections.abc import Iterator

from app.rules.common.modifiers import Modifier, Suppressed, Tally, add_up
from app.rules.harp.arms import Armed
from app.rules.harp.commands import Strike
from app.rules.harp.offence import talents
from app.rules.harp.sheet import ArmourWorn, Sheet, ShieldCarried
from app.rules.harp.situation import Situation
from app.rules.harp.state import Combatant
from app.rules.harp.tables import HarpTables

CHARGING_PENALTY = -20
"""From the charge to the start of the charger's next own turn (DH-16)."""


def defence_score(tables: HarpTables, armed: Armed, target: Combatant, blow: Strike) -> Tally:
    """What the target's defence takes from this blow (H-DB-3).

    Wounds, stun and being shaken never touch it (H-DB-1).
    """
    situation = blow.situation
    parts = list(defensive_bonus(tables, target.sheet))
    suppressed: list[Suppressed] = []
    if target.sheet.db is None and target.sheet.shield is not None:
        _shield(tables, target.sheet.shield, situation, parts, suppressed)
    if situation.cover is not None:
        cover = tables.cover(situation.cover)
        bonus = cover.missile_bonus if armed.is_missile else cover.melee_bonus
        parts.append(Modifier(f"cover.{cover.id}", bonus, "cover", "table: cover", "H-DB-2"))
    if target.activity.pace == "charge":
        parts.append(Modifier("defence.charging", CHARGING_PENALTY, "charge", "state", "H-CHG-1"))
    for part in situation.defence:
        parts.append(Modifier(part.label, part.value, part.kind, "situation", "H-DB-3"))
    return add_up("defence_score", (*parts, *blow.defence), suppressed)


def defensive_bonus(tables: HarpTables, sheet: Sheet) -> Iterator[Modifier]:
    """The DB without the shield, which covers some attacks only; a stated DB stands for it all (H-DB-1)."""
    if sheet.db is not None:
        yield Modifier("db.stated", sheet.db, "stated", "sheet: db", "H-DB-1")
        return
    if sheet.armour is not None:
        yield from _armour(tables, sheet.armour)
    yield from _quickness(tables, sheet)
    yield from talents(sheet, "db", "H-DB-1")


def armour_type(sheet: Sheet) -> int:
    """The column of the attack tables this combatant is struck in, 1 to 10; plain clothes are 1."""
    if sheet.armour_type is not None:
        return sheet.armour_type
    return 1 if sheet.armour is None else sheet.armour.type


def manoeuvre_penalty(tables: HarpTables, sheet: Sheet) -> int:
    """The armour's effective manoeuvre penalty, 0 or less.

    The maximum, made lighter by the Armour skill but never below the minimum (H-ARM-1); special material
    takes from both (H-ARM-3) and an armour not fitted doubles both before the skill (H-ARM-2, DH-33).
    """
    worn = sheet.armour
    if worn is None:
        return 0
    row = tables.armour(worn.type)
    fit = 1 if worn.fitted else 2
    lightest = min(0, row.manoeuvre_penalty_min * fit + worn.material)
    heaviest = min(0, row.manoeuvre_penalty_max * fit + worn.material)
    return min(lightest, heaviest + armour_skill(sheet))


def armour_skill(sheet: Sheet) -> int:
    """The total of the Armour skill, stated with the armour or among the skills; 0 untrained."""
    stated = sheet.armour.skill if sheet.armour else 0
    trained = sheet.skills.armour if sheet.skills else None
    return stated or trained or 0


def _armour(tables: HarpTables, worn: ArmourWorn) -> Iterator[Modifier]:
    row = tables.armour(worn.type)
    source = f"table: armour {worn.type}"
    yield Modifier("db.armour", row.defensive_bonus, "armour", source, "H-DB-1")
    if not worn.fitted:
        lost = row.defensive_bonus - halved_down(row.defensive_bonus)
        yield Modifier("db.unfitted", -lost, "armour", source, "H-ARM-2")
    yield Modifier("db.armour_quality", worn.quality, "quality", "sheet: armour", "H-DB-1")


def halved_down(bonus: int) -> int:
    """Half of an unfitted armour's bonus, rounded down (DH-33)."""
    return bonus // 2


def _quickness(tables: HarpTables, sheet: Sheet) -> Iterator[Modifier]:
    """Twice the Quickness bonus, cut to 0 at most by the effective penalty (DH-24); a malus is not cut."""
    doubled = 2 * (sheet.bonuses.quickness if sheet.bonuses else 0)
    yield Modifier("db.quickness", doubled, "quickness", "sheet: bonuses", "H-DB-1")
    if doubled > 0:
        cut = max(-doubled, manoeuvre_penalty(tables, sheet))
        yield Modifier("db.quickness_cut", cut, "armour", "table: armour", "DH-24")


def _shield(
    tables: HarpTables,
    shield: ShieldCarried,
    situation: Situation,
    parts: list[Modifier],
    suppressed: list[Suppressed],
) -> None:
    """The shield's bonus where it covers the side of the attack (H-SHD-1, H-SHD-2)."""
    row = tables.shield(shield.model)
    bonus = row.bonus_trained if shield.trained else row.bonus_untrained
    modifiers = (
        Modifier("db.shield", bonus, "shield", f"table: {row.id}", "H-SHD-1"),
        Modifier("db.shield_quality", shield.quality, "quality", "sheet: shield", "H-DB-1"),
    )
    if row.parrying_weapon:
        reason = "no defensive stance (H-SHD-2)"
    elif situation.rear or (situation.flank and not row.covers_flank):
        reason = "attacked from an uncovered side (H-SHD-1)"
    else:
        parts.extend(modifiers)
        return
    suppressed.extend(Suppressed(modifier, reason) for modifier in modifiers if modifier.value)
