"""Resistance bonuses (DH-7)."""

from collections.abc import Iterable

from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.harp.bonuses.offence import talents
from app.rules.harp.contract.commands.care import Resistance
from app.rules.harp.table.sheet import Sheet


def resistance_bonus(sheet: Sheet, resistance: Resistance, more: Iterable[Modifier] = ()) -> Tally:
    """The sheet's bonus of one resistance, what talents add to Body, and ``more`` by name."""
    total = stated_resistance(sheet, resistance)
    stated = Modifier(f"resistance.{resistance}", total, "resistance", "sheet", "DH-7")
    talented = talents(sheet, "body", "DH-7") if resistance == "body" else ()
    return add_up(f"{resistance}_resistance", (stated, *talented, *more))


def stated_resistance(sheet: Sheet, resistance: Resistance) -> int:
    """The bonus that the sheet states, 0 where it states none."""
    if resistance == "body" and sheet.body is not None:
        return sheet.body
    if sheet.resistances is None:
        return 0
    totals = {
        "body": sheet.resistances.body,
        "mind": sheet.resistances.mind,
        "magic": sheet.resistances.magic,
    }
    return totals[resistance] or 0
