"""Figures that follow from a combatant's sheet, the tables and the options, to be shown with it."""

from app.rules.harp.bonuses.defence import casting_penalty
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.values import value


@value
class Figures:
    """``casting_penalty`` is what the armour worn takes from spells, 0 or less (DH-12)."""

    casting_penalty: int


def figures_of(tables: HarpTables, encounter: Encounter, combatant: Combatant) -> Figures:
    """The figures of one combatant of the encounter."""
    return Figures(casting_penalty(tables, encounter.options, combatant.sheet))
