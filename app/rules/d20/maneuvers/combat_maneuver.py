"""Combat manoeuvres: the bonus (CMB) and the defence (CMD) of Pathfinder (PF1-CM-01 … PF1-CM-08)."""

from collections.abc import Iterable, Iterator

from app.rules.common.errors import Invalid
from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.afflictions import on_armor_class, on_attack
from app.rules.d20.attack.circumstances import Circumstances
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.table.abilities import ability_modifier
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless, on_ability, why_without_dexterity
from app.rules.d20.table.sheet import Ability, AcParts, BonusType, Sheet
from app.rules.d20.table.sizes import SIZES
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter

BASE = 10
GRAPPLED = "d20.condition.grappled"
STUNNED = 4
BY_DEXTERITY = SIZES[: SIZES.index("tiny") + 1]
"""The sizes whose manoeuvres go by Dexterity (PF1-CM-02)."""
COUNTS_FOR_CMD: frozenset[BonusType] = frozenset(
    ("circumstance", "deflection", "dodge", "insight", "luck", "morale", "profane", "sacred")
)
"""The types of bonuses to AC that count for CMD too (PF1-CM-04); penalties to AC always do (PF1-CM-05)."""


class ManoeuvreUnclear(Invalid):
    """The sheet has neither the total nor the parts that it is computed from."""

    code = "manoeuvre_unclear"


def cmb(
    book: Book,
    encounter: Encounter,
    actor: Combatant,
    target: Combatant,
    extra: Iterable[Modifier],
    *,
    is_grapple: bool = False,
) -> Tally:
    """The actor's bonus to a manoeuvre against ``target``; raises ManoeuvreUnclear.

    It is an attack roll: what helps or hinders attacks does so here (PF1-CM-01), but being grappled does not
    hinder grapples (PF1-CND-05).
    """
    hindering = on_attack(book, actor)
    return stack(
        "d20.cmb",
        (
            *_own_cmb(book, actor),
            *on_ability(book, actor, _ability(actor.sheet)),
            *(part for part in hindering if not (is_grapple and part.label == GRAPPLED)),
            *_against_stunned(target),
            *modifiers_of(actor, "attack", target.id),
            *modifiers_of(actor, "cmb", target.id),
            *_surroundings(encounter),
            *extra,
        ),
    )


def cmd(
    book: Book,
    encounter: Encounter,
    target: Combatant,
    actor: Combatant,
    extra: Iterable[Modifier] = (),
    known: Circumstances | None = None,
) -> Tally:
    """What a manoeuvre of ``actor`` against ``target`` must reach; raises ManoeuvreUnclear.

    Without Dexterity bonus to AC there is none to CMD, nor dodging (PF1-CM-06). Whatever is taken from AC
    is taken from CMD: a charger's −2, a stunned one's (PF1-CM-05, PF1-CHG-103).
    """
    if known is None:
        is_denied = why_without_dexterity(book, encounter, target, actor.id) is not None
    else:
        is_denied = known.is_denied
    denied = is_denied or is_helpless(target)
    parts = (*_own_cmd(book, target), *_passing(book, target, actor), *extra)
    counted = (
        part for part in parts if not (denied and part.value > 0 and part.kind in ("dexterity", "dodge"))
    )
    return stack("d20.cmd", counted)


def _own_cmb(book: Book, actor: Combatant) -> Iterator[Modifier]:
    sheet = actor.sheet
    if sheet.cmb is not None:
        yield Modifier("d20.cmb.stated", sheet.cmb, "stated", "sheet: cmb", "PF1-CM-01")
        return
    bab, ability = _base(actor, "cmb"), _ability(sheet)
    rule = "PF1-CM-02" if ability == "dexterity" else "PF1-CM-01"
    yield Modifier("d20.attack.base", bab, "base", "sheet: bab", "PF1-CM-01")
    yield Modifier(
        f"d20.ability.{ability}", ability_modifier(sheet, ability), "ability", "sheet: abilities", rule
    )
    yield _special_size(book, sheet)


def _own_cmd(book: Book, target: Combatant) -> Iterator[Modifier]:
    sheet = target.sheet
    if sheet.cmd is not None:
        yield from _stated_cmd(sheet, sheet.cmd)
        return
    bab = _base(target, "cmd")
    yield Modifier("d20.ac.base", BASE, "base", "rules", "PF1-CM-04")
    yield Modifier("d20.attack.base", bab, "base", "sheet: bab", "PF1-CM-04")
    yield Modifier(
        "d20.ability.strength",
        ability_modifier(sheet, "strength"),
        "ability",
        "sheet: abilities",
        "PF1-CM-04",
    )
    yield Modifier(
        "d20.ability.dexterity",
        ability_modifier(sheet, "dexterity"),
        "dexterity",
        "sheet: abilities",
        "PF1-CM-04",
    )
    yield _special_size(book, sheet)
    yield from _of_armor_class(sheet.ac_parts or AcParts())


def _stated_cmd(sheet: Sheet, total: int) -> Iterator[Modifier]:
    """A total, taken apart so far that Dexterity and dodging can be left out of it (PF1-CM-06)."""
    dexterity = max(0, ability_modifier(sheet, "dexterity"))
    dodge = 0 if sheet.ac_parts is None else sheet.ac_parts.dodge
    source = "sheet: cmd"
    yield Modifier("d20.cmd.stated", total - dexterity - dodge, "stated", source, "PF1-CM-04")
    yield Modifier("d20.ability.dexterity", dexterity, "dexterity", source, "PF1-CM-04")
    yield Modifier("d20.ac.dodge", dodge, "dodge", source, "PF1-CM-04")


def _base(combatant: Combatant, total: str) -> int:
    bab = combatant.sheet.bab
    if bab is None:
        name = combatant.identity.name
        raise ManoeuvreUnclear(
            "Give `{total}` on the sheet of {name}, or `bab` and `abilities` to compute it from.",
            total=total,
            name=name,
        )
    return bab


def _ability(sheet: Sheet) -> Ability:
    return "dexterity" if sheet.size in BY_DEXTERITY else "strength"


def _special_size(book: Book, sheet: Sheet) -> Modifier:
    """The bigger the better (PF1-CM-03)."""
    return Modifier("d20.size", book.tables.size(sheet.size).special, "size", "table: sizes", "PF1-CM-03")


def _of_armor_class(parts: AcParts) -> Iterator[Modifier]:
    source = "sheet: ac_parts"
    yield Modifier("d20.ac.deflection", parts.deflection, "deflection", source, "PF1-CM-04")
    yield Modifier("d20.ac.dodge", parts.dodge, "dodge", source, "PF1-CM-04")
    for part in parts.others:
        if part.type in COUNTS_FOR_CMD or part.value < 0:
            yield Modifier(part.label, part.value, part.type, source, "PF1-CM-04")


def _passing(book: Book, target: Combatant, actor: Combatant) -> Iterator[Modifier]:
    """Effects on CMD, those on AC that count for it too, and what conditions do to AC."""
    yield from modifiers_of(target, "cmd", actor.id)
    for part in modifiers_of(target, "ac", actor.id):
        if part.value < 0 or part.kind in COUNTS_FOR_CMD:
            rule = "PF1-CM-05" if part.value < 0 else part.rule_id
            yield Modifier(part.label, part.value, part.kind, part.source, rule)
    for part in on_armor_class(book, target, actor):
        yield Modifier(part.label, part.value, part.kind, part.source, "PF1-CM-05")
    yield from on_ability(book, target, "strength")
    yield from on_ability(book, target, "dexterity")


def _against_stunned(target: Combatant) -> Iterator[Modifier]:
    if target.has("stunned"):
        yield Modifier("d20.cmb.stunned", STUNNED, "position", "state", "PF1-CM-08")


def _surroundings(encounter: Encounter) -> Iterator[Modifier]:
    for one in encounter.environment:
        yield Modifier(one.label, one.value, "untyped", "encounter", "D20-SIT-01")
