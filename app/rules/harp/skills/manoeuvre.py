"""Manoeuvres: an open-ended roll and what burdens it, read in a column of the manoeuvre table."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import Invalid
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.harp.bonuses.defence import manoeuvre_penalty
from app.rules.harp.bonuses.offence import RUN_PENALTY, SHAKEN_PENALTY, STUN_PENALTY
from app.rules.harp.contract.commands.skills import Basis
from app.rules.harp.ground.surroundings import on_manoeuvre, on_perception
from app.rules.harp.table.sheet import Sheet
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables, ManoeuvreResult
from app.rules.resolution.requests import Facts, Roll

Column: TypeAlias = Literal["percentage", "bonus", "rr"]
SUCCEEDS_FROM = 101
"""The total from which a manoeuvre comes off altogether."""


class BonusesMissing(Invalid):
    """The sheet has no bonuses of characteristics."""

    code = "bonuses_missing"


def manoeuvre_bonus(
    tables: HarpTables,
    encounter: Encounter,
    combatant: Combatant,
    base: Iterable[Modifier],
    *,
    uses: frozenset[Basis],
) -> Tally:
    """The ``base`` of a manoeuvre (skill, characteristic, difficulty) with what burdens the combatant.

    The surroundings weigh on Agility, Quickness and sight (H-VIS-1).
    """
    footing, slighter = on_manoeuvre(tables, encounter) if uses & {"agility", "quickness"} else ((), ())
    light, lesser = on_perception(tables, encounter) if "sight" in uses else ((), ())
    parts = (*base, *footing, *light, *_burdens(tables, combatant, uses))
    return add_up("manoeuvre_bonus", parts, (*slighter, *lesser))


def _burdens(tables: HarpTables, combatant: Combatant, uses: frozenset[Basis]) -> Iterator[Modifier]:
    """Wounds (H-EFF-PEN), armour (H-ARM-1), stun (H-EFF-STUN) and being shaken (H-EFF-SHAKEN) add up."""
    if uses & {"strength", "agility", "quickness"}:
        for wound in combatant.wounds:
            yield Modifier("suffering.wound", wound.penalty, "wound", "state", "H-EFF-PEN")
    if uses & {"agility", "quickness"}:
        penalty = manoeuvre_penalty(tables, combatant.sheet)
        yield Modifier("manoeuvre.armour", penalty, "armour", "table: armour", "H-ARM-1")
    if combatant.conditions.stunned and uses & {"movement", "concentration"}:
        yield Modifier("suffering.stunned", STUN_PENALTY, "stun", "state", "H-EFF-STUN")
    if combatant.activity.pace == "run":
        yield Modifier("manoeuvre.running", RUN_PENALTY, "movement", "state", "H-MOV-1")
    if combatant.conditions.shaken:
        yield Modifier("suffering.shaken", SHAKEN_PENALTY, "shaken", "state", "H-EFF-SHAKEN")


def manoeuvre_roll(
    tables: HarpTables, roller: str, purpose: str, bonus: Tally, column: Column, rules: tuple[str, ...]
) -> Roll[int]:
    """The roll of a manoeuvre; its outcome is the figure of ``column`` in the row of the total."""

    def row(throw: Throw) -> ManoeuvreResult:
        return tables.manoeuvres.read(throw.total + bonus.total)

    def figure(throw: Throw) -> int:
        return read_column(row(throw), column)

    def explain(throw: Throw) -> Facts:
        return (
            ("manoeuvre_total", throw.total + bonus.total),
            ("manoeuvre_column", column),
            ("manoeuvre_result", figure(throw)),
        )

    return Roll(
        purpose=purpose,
        roller=roller,
        dice=OPEN_D100,
        modifiers=bonus,
        outcome=figure,
        explain=explain,
        rules=rules,
    )


def read_column(row: ManoeuvreResult, column: Column) -> int:
    """The figure of one column of the manoeuvre table."""
    match column:
        case "percentage":
            return row.percentage
        case "bonus":
            return row.bonus
        case "rr":
            return row.rr


def agility(sheet: Sheet) -> int:
    """The Agility bonus: the total that the sheet states, or the characteristic's."""
    if sheet.agility is not None:
        return sheet.agility
    return sheet.bonuses.agility if sheet.bonuses else 0
