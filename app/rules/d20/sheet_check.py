"""What must hold of a sheet before its combatant may enter; every problem is named with its place."""

from collections import Counter
from collections.abc import Callable, Iterator

from app.rules.common.errors import Invalid, Problem
from app.rules.d20.book import Book
from app.rules.d20.sheet import Sheet, SheetWeapon

HIT_POINTS = range(1, 10_000)
SCORES = range(1, 100)


def check_sheet(book: Book, sheet: Sheet) -> Iterator[Problem]:
    """Every problem of ``sheet``, with JSON pointers into the body that carries it under ``/sheet``."""
    if sheet.hp not in HIT_POINTS:
        yield _out_of_range("/sheet/hp", "hp", HIT_POINTS)
    if sheet.ac is None and sheet.ac_parts is None and sheet.abilities is None:
        message = "Give `ac` (total, touch, flat_footed), or `abilities` and `ac_parts` to compute it from."
        yield Problem("/sheet/ac", "sheet_incomplete", message)
    for name, count in Counter(entry.id for entry in sheet.weapons).items():
        if count > 1:
            yield Problem("/sheet/weapons", "duplicate_weapon", f"Two weapons are called «{name}».")
    for index, entry in enumerate(sheet.weapons):
        yield from _weapon(book, sheet, entry, f"/sheet/weapons/{index}")
    if (parts := sheet.ac_parts) is not None:
        for name, worn in (("armor", parts.armor), ("shield", parts.shield)):
            if worn is not None and worn.model is not None:
                model = worn.model
                yield from _known(
                    lambda model=model: book.tables.armor(model), f"/sheet/ac_parts/{name}/model"
                )


def _weapon(book: Book, sheet: Sheet, entry: SheetWeapon, pointer: str) -> Iterator[Problem]:
    if not entry.id.strip():
        yield Problem(f"{pointer}/id", "blank_name", "Give the weapon an id that commands can say.")
    if (model := entry.model) is not None:
        yield from _known(lambda: book.tables.weapon(model), f"{pointer}/model")
    if entry.attack is None and sheet.bab is None:
        message = f"«{entry.id}» needs `attack` (the total), or the sheet `bab` and `abilities`."
        yield Problem(pointer, "weapon_bonus_unclear", message)
    if entry.model is None and (entry.damage is None or entry.critical is None):
        message = f"«{entry.id}» needs a `model` of the table, or `damage` and `critical`."
        yield Problem(pointer, "weapon_damage_unclear", message)


def _known(look_up: Callable[[], object], pointer: str) -> Iterator[Problem]:
    try:
        _ = look_up()
    except Invalid as unknown:
        yield Problem(pointer, unknown.code, unknown.message)


def _out_of_range(pointer: str, what: str, allowed: range) -> Problem:
    message = f"`{what}` must be from {allowed.start} to {allowed.stop - 1}."
    return Problem(pointer, "value_out_of_range", message)
