"""What must hold of a sheet before its combatant may enter; every problem is named with its place."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields

from app.rules.common.errors import Invalid, Problem, problem_at
from app.rules.common.measures import Distance
from app.rules.d20.table.arms import of_entry
from app.rules.d20.table.book import Book
from app.rules.d20.table.damage_text import read_critical, read_damage
from app.rules.d20.table.measures import FEET_PER_SQUARE, METRES_PER_SQUARE, feet_of
from app.rules.d20.table.sheet import AcParts, Sheet, SheetWeapon, Skills

HIT_POINTS = range(1, 10_000)
POINTS_LEFT = range(1 - HIT_POINTS.stop, HIT_POINTS.stop)
SCORES = range(100)
POINTS_OF_ITEMS = range(1000)
FIGURES = range(-1000, 1001)
LEGS = range(100)
FARTHEST_REACH = 200
"""In feet; the largest creature of the rules reaches 30, and 60 with a long weapon."""
FARTHEST_FLIGHT = 10_000
"""In feet: no range increment is near it."""


def check_sheet(book: Book, sheet: Sheet) -> Iterator[Problem]:
    """Every problem of ``sheet``, with JSON pointers into the body that carries it under ``/sheet``."""
    yield from _body(sheet)
    yield from _totals(sheet)
    yield from _armor_class(book, sheet)
    for name, count in Counter(entry.id for entry in sheet.weapons).items():
        if count > 1:
            yield Problem(
                "/sheet/weapons", "duplicate_weapon", "Two weapons are called «{name}».", (("name", name),)
            )
    for index, entry in enumerate(sheet.weapons):
        yield from _weapon(book, sheet, entry, f"/sheet/weapons/{index}")
    own = {entry.id for entry in sheet.weapons}
    for index, taken in enumerate(sheet.weapon_feats):
        if taken.model not in own:
            yield from _sound(
                lambda model=taken.model: book.tables.weapon(model), f"/sheet/weapon_feats/{index}/model"
            )


def check_hit_points(pointer: str, points: int | None) -> Iterator[Problem]:
    """Whether hit points that somebody has left, below 0 or not, are a figure that the rules could mean."""
    yield from _within(pointer, points, POINTS_LEFT)


def _body(sheet: Sheet) -> Iterator[Problem]:
    """Hit points, limbs, speed and reach."""
    yield from _within("/sheet/hp", sheet.hp, HIT_POINTS)
    yield from _within("/sheet/legs", sheet.legs, LEGS)
    if sheet.speed.value < 0:
        yield Problem("/sheet/speed", "value_out_of_range", "`speed` is 0 or more.", (("way", "speed"),))
    if sheet.reach is not None:
        yield from _distance("/sheet/reach", sheet.reach, range(FARTHEST_REACH + 1))
        if sheet.reach.metres % METRES_PER_SQUARE != 0:
            yield Problem(
                "/sheet/reach",
                "value_out_of_range",
                "`reach` is a number of squares of {feet_per_square} ft (1.5 m).",
                (("way", "reach"), ("feet_per_square", FEET_PER_SQUARE)),
            )


def _totals(sheet: Sheet) -> Iterator[Problem]:
    """The scores, and what is rolled or rolled against."""
    if sheet.abilities is not None:
        for ability in fields(sheet.abilities):
            yield from _within(
                f"/sheet/abilities/{ability.name}", getattr(sheet.abilities, ability.name), SCORES
            )
    yield from _within("/sheet/con_score", sheet.con_score, SCORES)
    yield from _within("/sheet/bab", sheet.bab, FIGURES)
    for name, total in (("initiative", sheet.initiative), ("cmb", sheet.cmb), ("cmd", sheet.cmd)):
        yield from _within(f"/sheet/{name}", total, FIGURES)
    if sheet.saves is not None:
        for save in fields(sheet.saves):
            yield from _within(f"/sheet/saves/{save.name}", getattr(sheet.saves, save.name), FIGURES)
    yield from _skills(Skills() if sheet.skills is None else sheet.skills)


def _skills(skills: Skills) -> Iterator[Problem]:
    totals = (
        ("bluff", skills.bluff),
        ("ride", skills.ride),
        ("sense_motive", skills.sense_motive),
        ("heal", skills.heal),
        ("concentration", skills.concentration),
        ("escape_artist", skills.escape_artist),
    )
    for name, skill in totals:
        if skill is not None:
            yield from _within(f"/sheet/skills/{name}/total", skill.total, FIGURES)


def _armor_class(book: Book, sheet: Sheet) -> Iterator[Problem]:
    """AC is stated, or there is something to compute it from (D20-AC-01)."""
    if sheet.ac is None and sheet.ac_parts is None and sheet.abilities is None:
        yield Problem(
            "/sheet/ac",
            "sheet_incomplete",
            "Give `ac` (total, touch, flat_footed), or `abilities` and `ac_parts` to compute it from.",
            (("way", "ac"),),
        )
    if sheet.ac is not None:
        for name in ("total", "touch", "flat_footed"):
            yield from _within(f"/sheet/ac/{name}", getattr(sheet.ac, name), FIGURES)
    if sheet.ac_parts is not None:
        yield from _ac_parts(book, sheet.ac_parts)


def _ac_parts(book: Book, parts: AcParts) -> Iterator[Problem]:
    for name in ("natural", "deflection", "dodge"):
        yield from _within(f"/sheet/ac_parts/{name}", getattr(parts, name), FIGURES)
    for name, worn in (("armor", parts.armor), ("shield", parts.shield)):
        if worn is None:
            continue
        at = f"/sheet/ac_parts/{name}"
        yield from _within(f"{at}/bonus", worn.bonus, FIGURES)
        yield from _within(f"{at}/enhancement", worn.enhancement, FIGURES)
        yield from _within(f"{at}/max_dex", worn.max_dex, FIGURES)
        if worn.model is not None:
            yield from _sound(lambda model=worn.model: book.tables.armor(model), f"{at}/model")


def _weapon(book: Book, sheet: Sheet, entry: SheetWeapon, pointer: str) -> Iterator[Problem]:
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
    if entry.attack is None and sheet.bab is None:
        yield Problem(
            pointer,
            "weapon_bonus_unclear",
            "«{weapon}» needs `attack` (the total), or the sheet `bab`, and `abilities` but for 10s.",
            (("way", "attack"), ("weapon", entry.id)),
        )
    yield from _within(f"{pointer}/attack", entry.attack, FIGURES)
    yield from _within(f"{pointer}/enhancement", entry.enhancement, FIGURES)
    yield from _within(f"{pointer}/disarm", entry.disarm, FIGURES)
    yield from _within(f"{pointer}/hardness", entry.hardness, POINTS_OF_ITEMS)
    yield from _within(f"{pointer}/hit_points", entry.hit_points, HIT_POINTS)
    if entry.range_increment is not None:
        yield from _distance(
            f"{pointer}/range_increment", entry.range_increment, range(1, FARTHEST_FLIGHT + 1)
        )
    for index, extra in enumerate(entry.extra_dice):
        yield from _sound(lambda text=extra.dice: read_damage(text), f"{pointer}/extra_dice/{index}/dice")
    yield from _damage(book, sheet, entry, pointer)


def _damage(book: Book, sheet: Sheet, entry: SheetWeapon, pointer: str) -> Iterator[Problem]:
    """Its texts can be read, and the table knows what they do not say."""
    amiss = False
    if entry.model is None and (entry.damage is None or entry.critical is None):
        amiss = True
        yield Problem(
            pointer,
            "weapon_damage_unclear",
            "«{weapon}» needs a `model` of the table, or `damage` and `critical`.",
            (("weapon", entry.id),),
        )
    if (model := entry.model) is not None:
        for problem in _sound(lambda: book.tables.weapon(model), f"{pointer}/model"):
            amiss = True
            yield problem
    for name, text, read in (
        ("damage", entry.damage, read_damage),
        ("critical", entry.critical, read_critical),
    ):
        if text is not None:
            for problem in _sound(lambda read=read, text=text: read(text), f"{pointer}/{name}"):
                amiss = True
                yield problem
    if not amiss:
        yield from _sound(lambda: of_entry(book, sheet, entry), f"{pointer}/damage")


def _sound(look: Callable[[], object], pointer: str) -> Iterator[Problem]:
    try:
        _ = look()
    except Invalid as amiss:
        yield problem_at(pointer, amiss)


def _distance(pointer: str, distance: Distance, feet: range) -> Iterator[Problem]:
    if feet_of(distance) not in feet or distance.value < 0:
        yield Problem(
            pointer,
            "value_out_of_range",
            "`{what}` is from {least} to {most} ft.",
            (("way", "feet"), ("what", _name(pointer)), ("least", feet.start), ("most", feet.stop - 1)),
        )


def _within(pointer: str, value: int | None, allowed: range) -> Iterator[Problem]:
    if value is not None and value not in allowed:
        yield Problem(
            pointer,
            "value_out_of_range",
            "`{what}` must be from {least} to {most}.",
            (
                ("way", "range"),
                ("what", _name(pointer)),
                ("least", allowed.start),
                ("most", allowed.stop - 1),
            ),
        )


def _name(pointer: str) -> str:
    return pointer.rpartition("/")[2]
