"""What conditions do to the figures of an attack: to attack, AC and damage.

What they do to acting and to abilities is in `conditions`. Penalties of different conditions add up; of the
stages of one thing (shaken, frightened, panicked) only one counts.
"""

from collections.abc import Iterator

from app.rules.common.modifiers import Modifier
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import on_checks
from app.rules.d20.table.state import Combatant, ConditionId

KIND = "condition"
FEARS: tuple[ConditionId, ...] = ("panicked", "frightened", "shaken")
EASY_TO_HIT: dict[ConditionId, str] = {
    "stunned": "D20-CND-04",
    "blinded": "D20-CND-09",
    "cowering": "D20-CND-18",
}
"""Conditions that take 2 from AC, with the statement of each."""


def _because(condition: ConditionId, value: int, rule_id: str) -> Modifier:
    return Modifier(f"d20.condition.{condition}", value, KIND, "state", rule_id)


def on_attack(book: Book, combatant: Combatant) -> Iterator[Modifier]:
    """What its conditions take from every attack of a combatant, beside its abilities."""
    yield from on_checks(combatant)
    if combatant.has("entangled"):
        yield _because("entangled", -2, "D20-CND-10")
    if combatant.has("squeezing"):
        yield _because("squeezing", -4, "D20-CND-17")
    if combatant.has("slowed"):
        yield _because("slowed", -1, "D20-CND-11")
    if book.profile.grapple == "penalty" and combatant.has("grappled", "pinned"):
        yield _because("grappled", -2, "PF1-CND-05")
    elif combatant.has("grappled", "pinned"):
        yield _because("grappled", -4, "D35-GRP-9")


def on_damage(combatant: Combatant) -> Iterator[Modifier]:
    """What its conditions take from the weapon damage of a combatant, beside its Strength (D20-CND-14)."""
    if combatant.has("sickened"):
        yield _because("sickened", -2, "D20-CND-14")


def on_armor_class(book: Book, combatant: Combatant, attacker: Combatant | None) -> Iterator[Modifier]:
    """What its conditions take from AC, beside Dexterity; ``attacker`` is None for the figure as such."""
    for condition, rule_id in EASY_TO_HIT.items():
        if combatant.has(condition):
            yield _because(condition, -2, rule_id)
    if combatant.has("squeezing"):
        yield _because("squeezing", -4, "D20-CND-17")
    if combatant.has("slowed"):
        yield _because("slowed", -1, "D20-CND-11")
    if combatant.has("pinned"):
        yield from _pinned(book, combatant, attacker)


def _pinned(book: Book, combatant: Combatant, attacker: Combatant | None) -> Iterator[Modifier]:
    """−4 AC; by 3.5 only against those who do not do the pinning (PF1-CND-06, D35-CND-2)."""
    if book.profile.grapple == "penalty":
        yield _because("pinned", -4, "PF1-CND-06")
    elif not is_held_by(combatant, attacker):
        yield _because("pinned", -4, "D35-CND-2")


def is_held_by(combatant: Combatant, attacker: Combatant | None) -> bool:
    """Whether it is the attacker that grapples or pins the combatant."""
    return attacker is not None and any(
        condition.id in ("grappled", "pinned") and condition.source == attacker.id
        for condition in combatant.conditions
    )
