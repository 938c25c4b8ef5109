"""From a table pack (a plain document, one member for each table) to checked `D20Tables`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from app.rules.common.tables import InvalidPack, Place, Record, attempt, decode, each
from app.rules.d20.profile import Edition
from app.rules.d20.sizes import SIZES, Size
from app.rules.d20.tables import Armor, D20Tables, DiceStep, SizeRow, Weapon

K = TypeVar("K", bound=str)
MEMBERS = ("pack", "sizes", "weapons", "armors", "dice_by_size")
"""The members of a pack's document, one for each table."""


def build_tables(document: Mapping[str, object], edition: Edition) -> D20Tables:
    """The tables of a pack. Raises `InvalidPack` with every problem found, each with its path."""
    root = Place(document, "")
    for name in document.keys() - set(MEMBERS):
        root.note("is not a table of this ruleset", name)
    pack = attempt(_pack, root, edition)
    sizes: Mapping[Size, SizeRow] = _keyed(root, "sizes", SizeRow, lambda row: row.id)
    tables = D20Tables(
        *(pack or ("", "")),
        sizes=sizes,
        weapons=_keyed(root, "weapons", Weapon, lambda row: row.id),
        armors=_keyed(root, "armors", Armor, lambda row: row.id),
        dice=_keyed(root, "dice_by_size", DiceStep, lambda row: row.medium),
    )
    for size in SIZES:
        if size not in sizes:
            root.note(f"has no row for {size}", "sizes")
    if root.problems:
        raise InvalidPack(root.problems)
    return tables


def building(edition: Edition) -> Callable[[Mapping[str, object]], D20Tables]:
    """`build_tables` for one edition."""
    return partial(build_tables, edition=edition)


def _pack(root: Place, edition: Edition) -> tuple[str, str]:
    place = root.member("pack")
    if place.member("ruleset").value != edition:
        place.note(f"must be {edition}", "ruleset")
    for name in ("title", "licence", "status"):
        _ = place.member(name).text()
    return place.member("id").text(), place.member("version").text()


def _keyed(root: Place, name: str, make: type[Record], key: Callable[[Record], K]) -> Mapping[K, Record]:
    records: dict[K, Record] = {}
    rows = attempt(lambda: each(root.member(name), lambda item: decode(make, item))) or []
    for record in rows:
        if key(record) in records:
            root.note(f"has “{key(record)}” twice", name)
        records[key(record)] = record
    return records
