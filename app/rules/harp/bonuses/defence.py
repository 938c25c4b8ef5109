"""The defensive bonus and the defence score, part by part (H-DB-1 … H-DB-4, H-ARM-…, H-SHD-…)."""

from collections.abc import Iterable, Iterator

from app.rules.common.modifiers import Modifier, Suppressed, Tally, add_up, keep_greatest
from app.rules.harp.bonuses.offence import talents
from app.rules.harp.bonuses.shields import covers_side, shield_bonus, uncovered
from app.rules.harp.contract.commands.command import Strike
from app.rules.harp.table.arms import Armed
from app.rules.harp.table.guard import Guard, ParryPoints
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import ArmourWorn, Sheet
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import Combatant
from app.rules.harp.table.tables import HarpTables

CHARGING_PENALTY = -20
"""From the charge to the start of the charger's next own turn (DH-16)."""


def defence_score(
    tables: HarpTables,
    options: Options,
    armed: Armed,
    target: Combatant,
    blow: Strike,
    *,
    shielded: bool = True,
) -> Tally:
    """What the target's defence takes from this blow (H-DB-3); ``shielded`` False keeps the shield out of it.

    Wounds, stun and being shaken never touch it (H-DB-1).
    """
    situation, guard = blow.situation, target.guard
    parts = list(defensive_bonus(tables, options, target.sheet))
    suppressed: list[Suppressed] = []
    if target.sheet.db is None and target.sheet.shield is not None:
        bonus = shield_bonus(tables, target.sheet.shield)
        reason = uncovered(tables, options, target, situation)
        if reason is None and not shielded:
            reason = "kept for another attack (DH-9)"
        _count(bonus, reason, parts, suppressed)
    cover, lesser = keep_greatest(_covers(tables, armed, target, situation))
    parts += cover
    suppressed += lesser
    for parry in guard.parries:
        _count(_of_parry(parry), idle_parry(target, parry, armed, blow.actor), parts, suppressed)
    asleep = "unconscious (H-DMG-1)" if target.is_unconscious else None
    _count(_of_dodges(guard), asleep, parts, suppressed)
    if target.activity.pace == "charge":
        parts.append(Modifier("defence.charging", CHARGING_PENALTY, "charge", "state", "H-CHG-1"))
    for part in situation.defence:
        parts.append(Modifier(part.label, part.value, part.kind, "situation", "H-DB-3"))
    return add_up("defence_score", (*parts, *blow.defence), suppressed)


def _count(
    modifiers: Iterable[Modifier], reason: str | None, parts: list[Modifier], suppressed: list[Suppressed]
) -> None:
    """Let modifiers count, or list them with the ``reason`` why they do not."""
    if reason is None:
        parts.extend(modifiers)
    else:
        suppressed.extend(Suppressed(modifier, reason) for modifier in modifiers if modifier.value)


def idle_parry(target: Combatant, parry: ParryPoints, armed: Armed, attacker: str) -> str | None:
    """Why a parry does nothing against a blow, with the rule; None when it counts (H-PAR-1)."""
    if parry.opponent != attacker:
        return "another opponent (H-PAR-1)"
    if armed.is_missile:
        return "a missile (H-PAR-3)"
    if target.is_unconscious:
        return "unconscious (H-DMG-1)"
    if target.conditions.no_parry:
        return "may not parry (H-EFF-NOPARRY)"
    if target.weapon_states(parry.weapon):
        return "the weapon is out of hand (H-PAR-1)"
    return None if parry.holds else "the full parry failed (H-PAR-2)"


def _of_parry(parry: ParryPoints) -> Iterator[Modifier]:
    rule_id = "H-PAR-2" if parry.is_full else "H-PAR-1"
    yield Modifier("stance.parry", parry.points, "stance", "state", rule_id)
    yield Modifier("stance.full_parry", parry.bonus, "stance", "state", "H-PAR-2")


def _of_dodges(guard: Guard) -> Iterator[Modifier]:
    yield Modifier("action.dodge", guard.dodge or 0, "dodge", "state", "H-DOD-1")
    yield Modifier("action.instinctive_dodge", guard.instinctive_dodge or 0, "dodge", "state", "H-DOD-2")


def _covers(tables: HarpTables, armed: Armed, target: Combatant, situation: Situation) -> Iterator[Modifier]:
    """What hides the target: the cover stated, and the pavise it has planted (H-DB-2, H-SHD-1)."""
    rows = [("table: cover", "H-DB-2", situation.cover)]
    shield = target.sheet.shield
    if shield is not None and covers_side(tables.shield(shield.model), situation):
        rows.append(("state: planted shield", "H-SHD-1", target.guard.planted))
    for source, rule_id, row_id in rows:
        if row_id is not None:
            cover = tables.cover(row_id)
            bonus = cover.missile_bonus if armed.is_missile else cover.melee_bonus
            yield Modifier(f"cover.{cover.id}", bonus, "cover", source, rule_id)


def defensive_bonus(tables: HarpTables, options: Options, sheet: Sheet) -> Iterator[Modifier]:
    """The DB without the shield, which covers some attacks only; a stated DB stands for it all (H-DB-1)."""
    if sheet.db is not None:
        yield Modifier("db.stated", sheet.db, "stated", "sheet: db", "H-DB-1")
        return
    if sheet.armour is not None:
        yield from _armour(tables, sheet.armour)
    yield from _quickness(tables, options, sheet)
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
    lightest = min(0, tables.armour(worn.type).manoeuvre_penalty_min * _fit(worn) + worn.material)
    return min(lightest, heaviest_penalty(tables, sheet) + armour_skill(sheet))


def heaviest_penalty(tables: HarpTables, sheet: Sheet) -> int:
    """The armour's maximum manoeuvre penalty, 0 or less, with the Armour skill left out (H-ARM-1, DH-24)."""
    worn = sheet.armour
    if worn is None:
        return 0
    return min(0, tables.armour(worn.type).manoeuvre_penalty_max * _fit(worn) + worn.material)


def _fit(worn: ArmourWorn) -> int:
    """How often the penalties of the type count."""
    return 1 if worn.fitted else 2


def casting_penalty(tables: HarpTables, options: Options, sheet: Sheet) -> int:
    """What the armour takes from spells, 0 or less: by its type, or as the sheet says (DH-12).

    Special material takes from it (H-ARM-3).
    """
    if options.casting_penalty == "sheet":
        return sheet.casting_penalty or 0
    lightened = sheet.armour.casting_material if sheet.armour else 0
    return min(0, tables.armour(armour_type(sheet)).casting_penalty + lightened)


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


def _quickness(tables: HarpTables, options: Options, sheet: Sheet) -> Iterator[Modifier]:
    """Twice the Quickness bonus, cut to 0 at most by the armour's penalty (DH-24); a malus is not cut.

    What raises or lowers the bonus itself is doubled with it (H-DB-4).
    """
    quickness = sheet.bonuses.quickness if sheet.bonuses else 0
    own = Modifier("db.quickness", 2 * quickness, "quickness", "sheet: bonuses", "H-DB-1")
    changed = tuple(
        Modifier(part.label, 2 * part.value, "quickness", part.source, part.rule_id)
        for part in talents(sheet, "quickness", "H-DB-4")
    )
    yield from (own, *changed)
    doubled = sum(part.value for part in (own, *changed))
    if doubled > 0:
        heaviest = options.quickness_cut == "maximum"
        penalty = heaviest_penalty(tables, sheet) if heaviest else manoeuvre_penalty(tables, sheet)
        cut = max(-doubled, penalty)
        yield Modifier("db.quickness_cut", cut, "armour", "table: armour", "DH-24")
