"""What must hold of a sheet before its combatant may enter; every problem is named with its place."""

from collections import Counter
from collections.abc import Callable, Iterator

from app.rules.common.errors import Invalid, Problem, problem_at
from app.rules.harp.table.sheet import Sheet, SheetWeapon
from app.rules.harp.table.tables import HarpTables

HITS = range(1, 10_000)
RATES = range(1, 1_000)
FUMBLE_RANGE = range(100)
FIGURES = range(-1000, 1001)


def check_sheet(tables: HarpTables, sheet: Sheet) -> Iterator[Problem]:
    """Every problem of ``sheet``, with JSON pointers into the body that carries it under ``/sheet``."""
    if sheet.hits not in HITS:
        yield _out_of_range("/sheet/hits", "hits", HITS)
    if sheet.bmr is not None and sheet.bmr not in RATES:
        yield _out_of_range("/sheet/bmr", "bmr", RATES)
    yield from _defence(tables, sheet)
    for name, count in Counter(entry.id for entry in sheet.weapons).items():
        if count > 1:
            yield Problem(
                "/sheet/weapons", "duplicate_weapon", "Two weapons are called «{name}».", (("name", name),)
            )
    for index, entry in enumerate(sheet.weapons):
        yield from _weapon(tables, entry, f"/sheet/weapons/{index}")


def _defence(tables: HarpTables, sheet: Sheet) -> Iterator[Problem]:
    if sheet.db is None and sheet.bonuses is None:
        yield Problem(
            "/sheet/db",
            "sheet_incomplete",
            "Give `db`, or `bonuses` and gear to compute it from.",
            (("way", "db"),),
        )
    if sheet.db is not None and sheet.armour is None and sheet.armour_type is None:
        yield Problem(
            "/sheet/armour_type",
            "sheet_incomplete",
            "Give `armour_type` 1 to 10; plain clothes are 1.",
            (("way", "armour_type"),),
        )
    if sheet.db is not None and sheet.db not in FIGURES:
        yield _out_of_range("/sheet/db", "db", FIGURES)
    if sheet.armour_type is not None:
        yield from _known(lambda: tables.armour(sheet.armour_type or 0), "/sheet/armour_type")
    if (worn := sheet.armour) is not None:
        yield from _known(lambda: tables.armour(worn.type), "/sheet/armour/type")
    if (shield := sheet.shield) is not None:
        yield from _known(lambda: tables.shield(shield.model), "/sheet/shield/model")
        if shield.bonus is not None and shield.bonus not in FIGURES:
            yield _out_of_range("/sheet/shield/bonus", "bonus", FIGURES)


def _weapon(tables: HarpTables, entry: SheetWeapon, pointer: str) -> Iterator[Problem]:
    if not entry.id.strip():
        yield Problem(
            f"{pointer}/id",
            "blank_name",
            "Give the weapon an id that commands can say.",
            (("way", "weapon"),),
        )
    if entry.name is not None and not entry.name.strip():
        yield Problem(
            f"{pointer}/name",
            "blank_name",
            "Give the weapon a name that can be said, or none.",
            (("way", "weapon_name"),),
        )
    yield from _known(lambda: tables.weapon(entry.model), f"{pointer}/model")
    if (attack_table := entry.attack_table) is not None:
        yield from _known(lambda: tables.attack_table(attack_table), f"{pointer}/attack_table")
    if (critical_table := entry.critical_table) is not None:
        yield from _known(lambda: tables.critical_table(critical_table), f"{pointer}/critical_table")
    for index, extra in enumerate(entry.additional_criticals):
        place = f"{pointer}/additional_criticals/{index}/table"
        yield from _known(lambda table=extra.table: tables.critical_table(table), place)
    if entry.fumble is not None and entry.fumble not in FUMBLE_RANGE:
        yield _out_of_range(f"{pointer}/fumble", "fumble", FUMBLE_RANGE)
    ways = (entry.ob is not None, bool(entry.parts), entry.skill is not None)
    if sum(ways) != 1:
        yield Problem(
            pointer,
            "weapon_bonus_unclear",
            "«{weapon}» needs exactly one of `ob` (the total), `parts` or `skill`.",
            (("way", "ob"), ("weapon", entry.id)),
        )
    for name, figure in (("ob", entry.ob), ("skill", entry.skill), ("bonus", entry.bonus)):
        if figure is not None and figure not in FIGURES:
            yield _out_of_range(f"{pointer}/{name}", name, FIGURES)


def _known(look_up: Callable[[], object], pointer: str) -> Iterator[Problem]:
    try:
        _ = look_up()
    except Invalid as unknown:
        yield problem_at(pointer, unknown)


def _out_of_range(pointer: str, what: str, allowed: range) -> Problem:
    return Problem(
        pointer,
        "value_out_of_range",
        "`{what}` must be from {least} to {most}.",
        (("way", "range"), ("what", what), ("least", allowed.start), ("most", allowed.stop - 1)),
    )
