"""The attack bonus, part by part (D20-ATK-01, D20-ATK-09 … D20-ATK-17)."""

from collections.abc import Iterator

from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.afflictions import on_attack
from app.rules.d20.attack.circumstances import Circumstances
from app.rules.d20.attack.power_attack import POWER
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Strike
from app.rules.d20.ground.held_items import on_battered
from app.rules.d20.table.abilities import ability_modifier
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import on_ability
from app.rules.d20.table.feats import has_feat, has_weapon_feat
from app.rules.d20.table.sheet import Ability, Sheet
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter

NONPROFICIENT = -4
NONLETHAL = -4
HELPLESS = 4
PRONE = -4
FLANKING = 2
UNSEEN = 2
HIGHER = 1
SECONDARY = -5
DOUBLE_PACE = -4


def attack_bonus(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    step: Strike,
    known: Circumstances,
) -> Tally:
    """The bonus of one blow: the attacker's own, then range, position, conditions and what it brings."""
    parts = (
        *own_bonus(book, attacker, armed),
        *_range(book, attacker, armed, known),
        *position(encounter, attacker, armed, known),
        *_aim(attacker, armed, step),
        *state_bonus(book, attacker, armed, target.id),
        *_told(encounter, step.situation),
        *step.extra,
    )
    return stack("d20.attack_bonus", parts)


def bonus_at_a_place(
    book: Book, encounter: Encounter, attacker: Combatant, armed: Armed, stated: Situation, feet: int | None
) -> Tally:
    """The bonus of something thrown at a place so far away, where nobody needs to be (PF1-SPL-08)."""
    parts = (
        *own_bonus(book, attacker, armed),
        *_range(book, attacker, armed, Circumstances(feet)),
        *state_bonus(book, attacker, armed),
        *_told(encounter, stated),
    )
    return stack("d20.attack_bonus", parts)


def _told(encounter: Encounter, stated: Situation) -> Iterator[Modifier]:
    """What the GM says of the whole fight, and the caller of this attack (D20-SIT-01)."""
    for one in encounter.environment:
        yield Modifier(one.label, one.value, "untyped", "encounter", "D20-SIT-01")
    for part in stated.others:
        yield Modifier(part.label, part.value, part.type, "situation", "D20-SIT-01")


def own_bonus(book: Book, attacker: Combatant, armed: Armed) -> Iterator[Modifier]:
    """The bonus of the first attack that a combatant brings into any fight with this weapon (D20-ATK-01).

    A total on the sheet stands for all of it; otherwise base attack, ability, size, weapon and feats.
    """
    sheet, entry, source = attacker.sheet, armed.entry, f"sheet: {armed.id}"
    if entry.attack is not None:
        yield Modifier("d20.attack.stated", entry.attack, "stated", source, "D20-ATK-01")
        return
    ability = attack_ability(sheet, armed)
    size = book.tables.size(sheet.size)
    yield Modifier("d20.attack.base", sheet.bab or 0, "base", "sheet: bab", "D20-ATK-01")
    yield Modifier(
        f"d20.ability.{ability}",
        ability_modifier(sheet, ability),
        "ability",
        "sheet: abilities",
        "D20-ATK-09" if armed.is_ranged else "D20-ATK-01",
    )
    yield Modifier("d20.size", size.modifier, "size", "table: sizes", "D20-AC-05")
    enhancement = max(entry.enhancement, int(entry.masterwork))
    yield Modifier("d20.weapon.enhancement", enhancement, "enhancement", source, "D20-AC-06")
    if has_weapon_feat(sheet, "weapon-focus", entry):
        yield Modifier("d20.feat.weapon-focus", 1, "feat", "sheet: weapon_feats", "D20-ATK-18")
    if entry.nonproficient and not armed.is_splash:
        yield Modifier("d20.attack.nonproficient", NONPROFICIENT, "penalty", source, "D20-ATK-17")
    if armed.is_splash and book.profile.throws_anything and has_feat(sheet, "throw-anything"):
        yield Modifier("d20.feat.throw-anything", 1, "circumstance", "sheet: feats", "PF1-SPL-25")
    if armed.is_natural and entry.hand == "off":
        yield Modifier("d20.attack.secondary", SECONDARY, "penalty", source, "D20-ATK-19")
    for part in entry.parts:
        yield Modifier(part.label, part.value, part.type, source, "D20-ATK-01")


def attack_ability(sheet: Sheet, armed: Armed) -> Ability:
    """Dexterity for what strikes from afar, and with Weapon Finesse where that is better; else Strength."""
    if armed.is_ranged:
        return "dexterity"
    is_better = ability_modifier(sheet, "dexterity") > ability_modifier(sheet, "strength")
    is_finessed = has_feat(sheet, "weapon-finesse") and armed.can_be_finessed
    return "dexterity" if is_finessed and is_better else "strength"


def _range(book: Book, attacker: Combatant, armed: Armed, known: Circumstances) -> Iterator[Modifier]:
    """−2 for each increment beyond the first; near, and in melee with a friend (D20-ATK-10 … D20-ATK-14)."""
    if not armed.is_ranged:
        return
    if known.feet is not None:
        beyond = increment_of(book, attacker, armed, known.feet) - 1
        each = -1 if book.profile.far_shot == "lighter" and has_feat(attacker.sheet, "far-shot") else -2
        yield Modifier("d20.attack.range", each * beyond, "range", "table: weapons", "D20-ATK-10")
    if known.is_close and has_feat(attacker.sheet, "point-blank-shot"):
        yield Modifier("d20.feat.point-blank-shot", 1, "feat", "sheet: feats", "D20-ATK-18")
    if not has_feat(attacker.sheet, "precise-shot"):
        yield Modifier("d20.attack.into-melee", known.into_melee, "position", "map", "D20-ATK-13")
    yield from _from_saddle(attacker, known)


def _from_saddle(attacker: Combatant, known: Circumstances) -> Iterator[Modifier]:
    """−4 from a mount at double pace and −8 from one that runs, half of it with Mounted Archery."""
    penalty = {"still": 0, "single": 0, "double": DOUBLE_PACE, "run": 2 * DOUBLE_PACE}[known.pace]
    if has_feat(attacker.sheet, "mounted-archery"):
        yield Modifier("d20.attack.from-saddle", penalty // 2, "penalty", "state", "PF1-MNT-18")
    else:
        yield Modifier("d20.attack.from-saddle", penalty, "penalty", "state", "PF1-MNT-17")


def increment_of(book: Book, attacker: Combatant, armed: Armed, feet: int) -> int:
    """In which increment ``feet`` lie; Far Shot makes those of 3.5 longer by half, thrown ones double."""
    has_longer = book.profile.far_shot == "longer" and has_feat(attacker.sheet, "far-shot")
    if not has_longer:
        return armed.increments_to(feet)
    times = (2, 1) if armed.can_be_thrown else (3, 2)
    return armed.increments_to(feet, times)


def position(
    encounter: Encounter, attacker: Combatant, armed: Armed, known: Circumstances
) -> Iterator[Modifier]:
    """Where both are, and how the attacker is placed (D20-FLK-01, D20-CND-01, D20-CND-13, D20-CND-16)."""
    is_melee = not armed.is_ranged
    if known.is_flanking:
        yield Modifier("d20.attack.flanking", FLANKING, "flanking", "map", "D20-FLK-01")
    if known.height == "ground" and is_melee:
        yield Modifier("d20.attack.higher-ground", HIGHER, "position", "map", "D20-CND-16")
    if known.height == "mount" and (is_melee or not encounter.options.higher_ground_melee_only):
        yield Modifier("d20.attack.mounted", HIGHER, "position", "map", "PF1-MNT-08")
    if attacker.has("prone") and is_melee:
        yield Modifier("d20.condition.prone", PRONE, "condition", "state", "D20-CND-01")
    if known.is_unseen:
        yield Modifier("d20.attack.unseen", UNSEEN, "position", "state", "D20-CND-13")
    if known.is_helpless and is_melee:
        yield Modifier("d20.attack.helpless", HELPLESS, "position", "state", "D20-CND-07")


def state_bonus(
    book: Book, attacker: Combatant, armed: Armed, opponent: str | None = None
) -> Iterator[Modifier]:
    """What effects and conditions do to the attack, through the ability that it goes by and besides it."""
    for part in modifiers_of(attacker, "attack", opponent):
        if not (armed.is_ranged and part.label == POWER):
            yield part
    yield from on_ability(book, attacker, attack_ability(attacker.sheet, armed))
    yield from on_attack(book, attacker)
    yield from on_battered(book, attacker, armed)


def _aim(attacker: Combatant, armed: Armed, step: Strike) -> Iterator[Modifier]:
    """−4 for striking to stun with a lethal weapon, or to kill with one that is not (D20-ATK-20).

    Trained fists do either.
    """
    is_free = armed.is_unarmed and has_feat(attacker.sheet, "improved-unarmed-strike")
    if step.nonlethal is not None and step.nonlethal != armed.is_nonlethal and not is_free:
        yield Modifier("d20.attack.nonlethal", NONLETHAL, "penalty", "command", "D20-ATK-20")
