"""The offensive bonus, part by part (H-OB-1 … H-OB-4)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Modifier, Suppressed, Tally, add_up, keep_greatest
from app.rules.harp.contract.commands.command import Strike
from app.rules.harp.ground.surroundings import on_attack
from app.rules.harp.table.arms import Armed
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import Sheet, TalentTarget
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables

SHAKEN_PENALTY = -25
STUN_PENALTY = -50
RUN_PENALTY = -20
MOVED_PENALTY = -20


def offensive_bonus(
    tables: HarpTables,
    encounter: Encounter,
    attacker: Combatant,
    armed: Armed,
    target: Combatant,
    blow: Strike,
) -> Tally:
    """The attacker's OB for this blow: its own, then position, circumstances and what it suffers from."""
    situation = blow.situation
    position, suppressed = _position(tables, encounter.options, attacker, armed, target, situation)
    surroundings, outdone = on_attack(tables, encounter, armed)
    parts = (
        *own_bonus(armed, attacker.sheet),
        *position,
        *surroundings,
        *(Modifier(part.label, part.value, part.kind, "situation", "H-OB-1") for part in situation.modifiers),
        *blow.modifiers,
        *moving(attacker),
        *suffering(encounter.options, attacker),
        Modifier("stance.parry", -attacker.guard.ob_spent, "stance", "state", "H-PAR-1"),
    )
    return _share(add_up("offensive_bonus", parts, (*suppressed, *outdone)), blow.ob_percent)


def parrying_bonus(tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed) -> Tally:
    """The OB that can be moved to DB: without position and what is said of one attack only (DH-23).

    Being stunned takes 50 from it (H-EFF-STUN).
    """
    stun = STUN_PENALTY if actor.conditions.stunned else 0
    surroundings, outdone = on_attack(tables, encounter, armed)
    parts = (
        *own_bonus(armed, actor.sheet),
        *surroundings,
        *moving(actor),
        *suffering(encounter.options, actor),
        Modifier("suffering.stunned", stun, "stun", "state", "H-EFF-STUN"),
    )
    return add_up("offensive_bonus", parts, outdone)


def within_bonus(
    tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed
) -> Iterator[FailedCheck]:
    """Whether what the actor parries with leaves some of this weapon's OB for an attack (H-PAR-1, DH-23)."""
    spent, bonus = actor.guard.ob_spent, parrying_bonus(tables, encounter, actor, armed).total
    if spent and spent >= bonus:
        yield exceeds(actor, spent, bonus)


def exceeds(actor: Combatant, points: int, bonus: int) -> FailedCheck:
    """The refusal of parry points that are not below the OB."""
    return FailedCheck(
        "PARRY_EXCEEDS_OB",
        "{actor} cannot parry with {points} of {offensive_bonus} OB; all of it is a full parry.",
        "H-PAR-1",
        (("actor", actor.identity.name), ("points", points), ("offensive_bonus", bonus)),
    )


def _share(offence: Tally, percent: int) -> Tally:
    """``percent`` of an OB, rounded down, with what was taken off as a part of its own (DH-39)."""
    kept = offence.total * percent // 100
    lost = Modifier("ob.share", kept - offence.total, "fumble", "table: fumbles", "DH-39")
    return add_up(offence.name, (*offence.applied, lost), offence.suppressed)


def own_bonus(armed: Armed, sheet: Sheet) -> Iterator[Modifier]:
    """The OB that the combatant brings into any fight with this weapon (H-OB-1).

    A stated total stands for all of it. Parts or a skill total get the model's modifier, and a skill
    total the weapon's own bonus and the talents.
    """
    entry = armed.entry
    source = f"sheet: {entry.id}"
    model = Modifier("ob.model", armed.model.ob_modifier, "model", f"weapon: {armed.model.id}", "H-OB-1")
    if entry.ob is not None:
        yield Modifier("ob.stated", entry.ob, "stated", source, "H-OB-1")
    elif entry.parts:
        for part in entry.parts:
            yield Modifier(part.label, part.value, part.kind, source, "H-OB-1")
        if all(part.kind != "model" for part in entry.parts):
            yield model
    else:
        yield Modifier("ob.skill", entry.skill or 0, "skill", source, "H-OB-1")
        yield model
        yield Modifier("ob.weapon", entry.bonus, "weapon", source, "H-OB-1")
        yield from talents(sheet, "ob", "H-OB-1")


def talents(sheet: Sheet, to: TalentTarget, rule_id: str) -> Iterator[Modifier]:
    """What the sheet's talents add to the total ``to``."""
    for talent in sheet.talents:
        for effect in talent.effects:
            if effect.to == to:
                yield Modifier(talent.label, effect.value, "talent", "sheet: talents", rule_id)


def moving(attacker: Combatant) -> Iterator[Modifier]:
    """What having moved since the own turn began takes from an attack, run or walk (H-MOV-2, DH-15)."""
    if attacker.activity.pace in ("walk", "run"):
        yield Modifier("ob.moved", MOVED_PENALTY, "movement", "state", "H-MOV-2")


def suffering(options: Options, attacker: Combatant) -> Iterator[Modifier]:
    """What wounds and being shaken take from an attack (H-EFF-PEN, H-EFF-SHAKEN, DH-15)."""
    for wound in attacker.wounds:
        yield Modifier("suffering.wound", wound.penalty, "wound", "state", "H-EFF-PEN")
    if attacker.conditions.shaken and options.attacks_are_manoeuvres:
        yield Modifier("suffering.shaken", SHAKEN_PENALTY, "shaken", "state", "H-EFF-SHAKEN")


def _position(
    tables: HarpTables,
    options: Options,
    attacker: Combatant,
    armed: Armed,
    target: Combatant,
    situation: Situation,
) -> tuple[tuple[Modifier, ...], tuple[Suppressed, ...]]:
    """The rows of the position table that hold; of those that exclude each other the greatest (H-OB-2).

    Being unconscious is the gravest way of lying there, unless an option says otherwise (DH-43).
    """
    holding = {
        "flank": situation.flank,
        "rear": situation.rear,
        "higher-ground": situation.higher_ground,
        "lower-ground": situation.lower_ground,
        "target-surprised": situation.target_surprised,
        "target-down": situation.target_down or target.conditions.prone,
        "target-stunned": target.conditions.stunned > 0,
        "target-helpless": target.is_unconscious,
        "drew-weapon": situation.drew_weapon or armed.entry.id in attacker.activity.drawn,
        "off-hand": armed.entry.hand == "off",
        "half-hits-lost": options.half_hits_penalty and 2 * attacker.hits < attacker.sheet.hits,
    }
    groups: dict[str, list[Modifier]] = {}
    of_lying = tables.positional_bonus("target-down").exclusive_group or "target-down"
    for row_id in (row_id for row_id, holds in holding.items() if holds):
        row = tables.positional_bonus(row_id)
        group = row.exclusive_group or row_id
        if row_id == "target-helpless" and options.helpless_and_down == "greatest":
            group = of_lying
        rule_id = "DH-42" if row.option else "H-OB-2"
        modifier = Modifier(f"position.{row_id}", row.modifier, "position", "table: position", rule_id)
        groups.setdefault(group, []).append(modifier)
    kept = [keep_greatest(group) for group in groups.values()]
    return (
        tuple(modifier for best, _ in kept for modifier in best),
        tuple(modifier for _, rest in kept for modifier in rest),
    )
