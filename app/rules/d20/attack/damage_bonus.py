"""What is added to the damage dice: Strength by the hand, the weapon, feats (D20-DMG-01 … D20-DMG-03)."""

from collections.abc import Iterator

from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.afflictions import on_damage
from app.rules.d20.attack.circumstances import Circumstances
from app.rules.d20.attack.power_attack import POWER
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.ground.held_items import on_battered
from app.rules.d20.table.abilities import ability_modifier
from app.rules.d20.table.arms import Armed, natural_weapons
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import on_ability
from app.rules.d20.table.feats import has_feat, has_weapon_feat
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant

NAME = "d20.damage_bonus"


def damage_bonus(
    book: Book, attacker: Combatant, target: Combatant, armed: Armed, known: Circumstances
) -> Tally:
    """The flat part of one hit, before anything multiplies it."""
    parts = (
        *own_bonus(book, attacker, armed),
        *_weakened(book, attacker, armed),
        *_close(attacker, armed, known),
        *modifiers_of(attacker, "damage", target.id),
        *on_damage(attacker),
        *on_battered(book, attacker, armed),
        *_power(book, attacker, armed),
    )
    return stack(NAME, parts)


def own_bonus(book: Book, attacker: Combatant, armed: Armed) -> Iterator[Modifier]:
    """What the sheet makes of it: the damage it states, or Strength, enhancement and feats."""
    entry, source = armed.entry, f"sheet: {armed.id}"
    if armed.states_damage:
        yield Modifier("d20.damage.stated", armed.damage.flat, "stated", source, "D20-DMG-01")
        return
    yield Modifier("d20.damage.dice", armed.damage.flat, "weapon", "table: weapons", "D20-DMG-01")
    share = strength_share(book, attacker, armed, ability_modifier(attacker.sheet, "strength"))
    yield Modifier(
        "d20.ability.strength", share, "ability", "sheet: abilities", _strength_rule(book, attacker, armed)
    )
    yield Modifier("d20.weapon.enhancement", entry.enhancement, "enhancement", source, "D20-DMG-01")
    if has_weapon_feat(attacker.sheet, "weapon-specialization", entry):
        yield Modifier("d20.feat.weapon-specialization", 2, "feat", "sheet: weapon_feats", "D20-ATK-18")
    for part in entry.damage_parts:
        yield Modifier(part.label, part.value, part.type, source, "D20-DMG-01")


def strength_share(book: Book, attacker: Combatant, armed: Armed, modifier: int) -> int:
    """What of a Strength modifier goes into the damage, rounded down (D20-DMG-01 … D20-DMG-03).

    Half as much again with two hands, half with the off hand; penalties count whole. Of what is shot only
    slings take it, and bows a penalty (D20-DMG-09).
    """
    if armed.is_ranged and not armed.hurls_with_strength:
        return min(modifier, 0) if armed.group == "bow" else 0
    if modifier <= 0:
        return modifier
    if armed.is_off_hand and not _slices_with_both(book, attacker, armed):
        return modifier // 2
    return modifier * 3 // 2 if _is_two_handed(book, attacker, armed) else modifier


def _is_two_handed(book: Book, attacker: Combatant, armed: Armed) -> bool:
    """Whether half of Strength comes on top: two hands on it, or the only natural weapon there is."""
    if armed.is_ranged or armed.grip is not None:
        return False
    if armed.is_natural:
        return natural_weapons(book, attacker.sheet) == (armed.id,)
    takes_both = armed.hands == 2
    if armed.is_lance:  # one hand does in the saddle, and only there (D20-LAN-07)
        takes_both = attacker.mount is None or armed.entry.two_handed_now or armed.entry.hands == 2
    return takes_both and not armed.is_light


def _slices_with_both(book: Book, attacker: Combatant, armed: Armed) -> bool:
    """Whether the off hand strikes as hard as the other: by Double Slice of Pathfinder (PF1-TWF-21)."""
    is_held = not armed.is_natural and book.profile.off_hand == "claimed"
    return is_held and has_feat(attacker.sheet, "double-slice")


def _strength_rule(book: Book, attacker: Combatant, armed: Armed) -> str:
    if armed.is_ranged:
        return "D20-DMG-09"
    if armed.is_off_hand:
        return "PF1-TWF-21" if _slices_with_both(book, attacker, armed) else "D20-DMG-03"
    return "D20-DMG-02" if _is_two_handed(book, attacker, armed) else "D20-DMG-01"


def _weakened(book: Book, attacker: Combatant, armed: Armed) -> Iterator[Modifier]:
    """What tiredness takes through Strength: the share of all of it less that of the rested."""
    weakening = tuple(on_ability(book, attacker, "strength"))
    if not weakening:
        return
    rested = ability_modifier(attacker.sheet, "strength")
    now = rested + sum(part.value for part in weakening)
    lost = strength_share(book, attacker, armed, now) - strength_share(book, attacker, armed, rested)
    worst = min(weakening, key=lambda part: part.value)
    yield Modifier(worst.label, lost, "condition", "state", worst.rule_id)


def _power(book: Book, attacker: Combatant, armed: Armed) -> Iterator[Modifier]:
    """What Power Attack adds in melee (PF1-PWR-1, D35-PWR-1).

    In Pathfinder 2 for each point, half as much again with two hands and half of it in the off hand; by 3.5
    1 for each, 2 with two hands, and nothing with a light weapon or the other end of a double one.
    """
    points = -sum(effect.value for effect in attacker.effects if effect.label == POWER)
    if not points or armed.is_ranged:
        return
    in_two_hands = _is_two_handed(book, attacker, armed)
    if book.profile.has_cmd:
        added, rule_id = 2 * points, "PF1-PWR-1"
        if in_two_hands:
            added = added * 3 // 2
        elif armed.is_off_hand:
            added = added // 2
    else:
        is_bodily = armed.is_unarmed or armed.is_natural
        is_light = armed.is_light or armed.is_other_end
        added, rule_id = 0 if is_light and not is_bodily else points, "D35-PWR-1"
        if in_two_hands and not is_bodily:
            added = 2 * points
    yield Modifier("d20.effect.power-attack", added, "feat", "sheet: feats", rule_id)


def _close(attacker: Combatant, armed: Armed, known: Circumstances) -> Iterator[Modifier]:
    """A point-blank shot hurts 1 more (D20-ATK-18)."""
    if armed.is_ranged and known.is_close and has_feat(attacker.sheet, "point-blank-shot"):
        yield Modifier("d20.feat.point-blank-shot", 1, "feat", "sheet: feats", "D20-ATK-18")
