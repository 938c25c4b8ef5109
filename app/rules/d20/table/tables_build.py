"""From a table pack (a plain document, one member for each table) to checked `D20Tables`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from app.rules.common.tables import PACK_MEMBERS, InvalidPack, Place, attempt, decode, each, only
from app.rules.d20.table.profile import Edition
from app.rules.d20.table.sizes import SIZES, Size
from app.rules.d20.table.tables import Armor, D20Tables, DiceStep, SizeRow, Weapon
from app.rules.d20.table.tables_checks import check_armor, check_dice, check_size, check_weapon
from app.values import value

K = TypeVar("K", bound=str)
Made = TypeVar("Made", SizeRow, Weapon, Armor, DiceStep)
MEMBERS = ("pack", "sizes", "weapons", "armors", "dice_by_size")
"""The members of a pack's document, one for each table."""


def build_tables(document: Mapping[str, object], edition: Edition) -> D20Tables:
    """The tables of a pack. Raises `InvalidPack` with every problem found, each with its path."""
    root = Place(document, "")
    for name in document.keys() - set(MEMBERS):
        root.note("is not a table of this ruleset", name)
    pack = attempt(_pack, root, edition) or _Pack("", "", None)
    sizes: Mapping[Size, SizeRow] = _keyed(root, pack, "sizes", SizeRow, lambda row: row.id, check_size)
    tables = D20Tables(
        pack.id,
        pack.version,
        sizes=sizes,
        weapons=_keyed(root, pack, "weapons", Weapon, lambda row: row.id, check_weapon),
        armors=_keyed(root, pack, "armors", Armor, lambda row: row.id, check_armor),
        dice=_keyed(root, pack, "dice_by_size", DiceStep, lambda row: row.medium, check_dice),
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


@value
class _Pack:
    """What the pack says of itself; ``statuses`` is None where that could not be read."""

    id: str
    version: str
    statuses: frozenset[str] | None


def _pack(root: Place, edition: Edition) -> _Pack:
    place = root.member("pack")
    only(place, *PACK_MEMBERS)
    if place.member("ruleset").value != edition:
        place.note(f"must be {edition}", "ruleset")
    for name in ("title", "licence", "status"):
        _ = place.member(name).text()
    statuses = place.member("statuses").mapping()
    for status in statuses.values():
        _ = status.text()
    return _Pack(place.member("id").text(), place.member("version").text(), frozenset(statuses))


def _keyed(
    root: Place,
    pack: _Pack,
    name: str,
    make: type[Made],
    key: Callable[[Made], K],
    check: Callable[[Made, Place], None],
) -> Mapping[K, Made]:
    """The rows of a table by their key, each of them sound."""
    records: dict[K, Made] = {}

    def read(place: Place) -> Made:
        row = decode(make, place)
        check(row, place)
        if pack.statuses is not None and row.status not in pack.statuses:
            place.note(f"“{row.status}” is no status that the pack explains", "status")
        if key(row) in records:
            root.note(f"has “{key(row)}” twice", name)
        records[key(row)] = row
        return row

    _ = attempt(lambda: each(root.member(name), read))
    return records
