"""Opposed attack rolls, weapon against weapon: how 3.5 settles disarms and sunders (D35-DIS-1, D35-SUN-1)."""

from collections.abc import Iterator

from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.circumstances import circumstances
from app.rules.d20.attack.offence import attack_bonus
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Occasion, Strike
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant, Encounter

TWO_HANDED, LIGHT = 4, -4
EACH_SIZE = 4


def contest_bonus(
    book: Book,
    encounter: Encounter,
    who: Combatant,
    other: Combatant,
    armed: Armed,
    extra: tuple[Modifier, ...],
    rule_id: str,
    situation: Situation | None = None,
    occasion: Occasion = "attack",
) -> Tally:
    """An attack roll with that weapon against the other's: +4 in two hands, −4 if light, +4 for each size
    by which one is larger.
    """
    stated = Situation() if situation is None else situation
    strike = Strike(
        who.id, other.id, armed.id, occasion, stated, (*extra, *_of_weapon(who, other, armed, rule_id))
    )
    known = circumstances(book, encounter, who, other, armed, stated)
    return attack_bonus(book, encounter, who, other, armed, strike, known)


def _of_weapon(who: Combatant, other: Combatant, armed: Armed, rule_id: str) -> Iterator[Modifier]:
    source = f"sheet: {armed.id}"
    if armed.hands == 2 and not armed.is_ranged:
        yield Modifier("d20.contest.two-handed", TWO_HANDED, "weapon", source, rule_id)
    elif armed.is_light:
        yield Modifier("d20.contest.light", LIGHT, "weapon", source, rule_id)
    if (larger := steps_above(who.sheet.size, other.sheet.size)) > 0:
        yield Modifier("d20.contest.larger", EACH_SIZE * larger, "size", "sheet: size", rule_id)
