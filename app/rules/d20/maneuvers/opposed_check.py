"""The opposed rolls by which manoeuvres of 3.5 are decided: whoever acts must have more (D35-MAN-1)."""

from collections.abc import Iterable, Iterator

from app.rules.common.dice import D20, Throw
from app.rules.common.errors import Invalid
from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.afflictions import on_attack
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.contract.situation import Situation
from app.rules.d20.table.abilities import ability_modifier
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import on_ability, on_checks
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.sheet import Ability, Feat
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Resolution, Roll, Together

TRAINED = 4
"""What an Improved feat adds to one's own checks (D35-MAN-2)."""
FIRM = 4
STABLE_LEGS = 2


class StrengthMissing(Invalid):
    """Opposed checks of Strength need the Strength of both."""

    code = "strength_missing"


class GrappleUnclear(Invalid):
    """A grapple check needs base attack and Strength."""

    code = "grapple_unclear"


def opposed(one: Roll[int], other: Roll[int]) -> Resolution[int]:
    """By how much the first total is more than the second; 0 is not enough (D35-MAN-1)."""
    mine, theirs = yield from Together((one, other))
    return mine - theirs


def side(purpose: str, who: Combatant, bonus: Tally, *rules: str) -> Roll[int]:
    """One of the two rolls: its total."""

    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    return Roll(purpose=purpose, roller=who.id, dice=D20, outcome=total, modifiers=bonus, rules=rules)


def check_abilities(*both: Combatant) -> None:
    """Refuse sheets without ability scores; raises StrengthMissing."""
    for one in both:
        if one.sheet.abilities is None:
            name = one.identity.name
            raise StrengthMissing("Give `abilities` on the sheet of {name}.", name=name)


def strength_check(
    book: Book, who: Combatant, rule_id: str, extra: Iterable[Modifier] = (), ability: Ability = "strength"
) -> Tally:
    """A check of Strength, or Dexterity, where size counts 4 for each step from Medium."""
    size = book.tables.size(who.sheet.size)
    parts = (
        Modifier(
            f"d20.ability.{ability}",
            ability_modifier(who.sheet, ability),
            "ability",
            "sheet: abilities",
            rule_id,
        ),
        *on_ability(book, who, ability),
        *on_checks(who),
        Modifier("d20.size", size.step, "size", "table: sizes", rule_id),
        *extra,
    )
    return stack("d20.strength_check" if ability == "strength" else "d20.dexterity_check", parts)


def firmest_check(book: Book, who: Combatant, rule_id: str, extra: Iterable[Modifier] = ()) -> Tally:
    """Whichever of Strength and Dexterity serves better to stay on one's feet."""
    parts = tuple(extra)
    strength = strength_check(book, who, rule_id, parts)
    dexterity = strength_check(book, who, rule_id, parts, "dexterity")
    return dexterity if dexterity.total > strength.total else strength


def footing(who: Combatant, rule_id: str) -> Iterator[Modifier]:
    """+4 for more than two legs, or for standing firm otherwise."""
    if who.sheet.stable or who.sheet.legs > STABLE_LEGS:
        yield Modifier("d20.cmd.stable", FIRM, "position", "sheet: legs", rule_id)


def trained(who: Combatant, feat: Feat) -> Iterator[Modifier]:
    """+4 with the Improved feat (D35-MAN-2)."""
    if has_feat(who.sheet, feat):
        yield Modifier(f"d20.feat.{feat}", TRAINED, "feat", "sheet: feats", "D35-MAN-2")


def stated(situation: Situation) -> tuple[Modifier, ...]:
    """What the caller adds to the actor's roll."""
    return tuple(
        Modifier(part.label, part.value, part.type, "situation", "D20-SIT-01") for part in situation.others
    )


def check_grapples(*both: Combatant) -> None:
    """Refuse sheets from which no grapple check can be computed; raises GrappleUnclear."""
    for one in both:
        if one.sheet.bab is None or one.sheet.abilities is None:
            name = one.identity.name
            raise GrappleUnclear("Give `bab` and `abilities` on the sheet of {name}.", name=name)


def grapple_bonus(
    book: Book, encounter: Encounter, who: Combatant, other: Combatant, extra: Iterable[Modifier] = ()
) -> Tally:
    """Base attack, Strength, and 4 for each size from Medium; it is like an attack roll (D35-GRP-2)."""
    sheet, rule_id = who.sheet, "D35-GRP-2"
    size = book.tables.size(sheet.size)
    strength = ability_modifier(sheet, "strength")
    parts = (
        Modifier("d20.attack.base", sheet.bab or 0, "base", "sheet: bab", rule_id),
        Modifier("d20.ability.strength", strength, "ability", "sheet: abilities", rule_id),
        Modifier("d20.size", size.step, "size", "table: sizes", rule_id),
        *on_ability(book, who, "strength"),
        *(part for part in on_attack(book, who) if part.label != "d20.condition.grappled"),
        *modifiers_of(who, "attack", other.id),
        *trained(who, "improved-grapple"),
        *(Modifier(it.label, it.value, "untyped", "encounter", "D20-SIT-01") for it in encounter.environment),
        *extra,
    )
    return stack("d20.grapple_check", parts)
