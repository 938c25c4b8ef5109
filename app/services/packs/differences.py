"""How the tables of two packs differ, cell by cell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, cast

from app.persistence.base.json_text import pointer_to
from app.persistence.packs.pack_files import Document
from app.values import value

Path: TypeAlias = tuple[str | int, ...]
KEYS = ("id", "from", "medium", "increment", "gravity")
"""What a record is known by: the first of them that each record of both lists has, each its own."""


@value
class CellChange:
    """One cell; ``pointer`` leads to it in the second document, that of one which is gone in the first."""

    pointer: str
    kind: Literal["changed", "added", "removed"]
    was: object = None
    now: object = None


def pack_changes(first: Document, second: Document) -> Iterator[CellChange]:
    """Every cell that differs, in the order of the tables; what a pack says of itself is no table."""
    for name in sorted((first.keys() | second.keys()) - {"pack"}):
        yield from _members_changed((), (), first, second, (name,))


def _changed(was_at: Path, now_at: Path, was: object, now: object) -> Iterator[CellChange]:
    match was, now:
        case dict(), dict():
            first, second = cast(Document, was), cast(Document, now)
            yield from _members_changed(was_at, now_at, first, second, tuple({**first, **second}))
        case list(), list():
            yield from _items_changed(was_at, now_at, cast("list[object]", was), cast("list[object]", now))
        case _ if was == now and type(was) is type(now):
            return
        case _ if _is_cell(was) and _is_cell(now):
            yield CellChange(pointer_to(*now_at), "changed", was, now)
        case _:
            yield from _removed(was_at, was)
            yield from _added(now_at, now)


def _members_changed(
    was_at: Path, now_at: Path, first: Document, second: Document, names: Sequence[str]
) -> Iterator[CellChange]:
    for name in names:
        if name not in second:
            yield from _removed((*was_at, name), first[name])
        elif name not in first:
            yield from _added((*now_at, name), second[name])
        else:
            yield from _changed((*was_at, name), (*now_at, name), first[name], second[name])


def _items_changed(
    was_at: Path, now_at: Path, first: list[object], second: list[object]
) -> Iterator[CellChange]:
    """Records are compared with those of the same key, wherever these stand; other items by their places."""
    old, new = _by_key(first, second)
    for key, place in old.items():
        if key not in new:
            yield from _removed((*was_at, place), first[place])
    for key, place in new.items():
        if key not in old:
            yield from _added((*now_at, place), second[place])
        else:
            was = old[key]
            yield from _changed((*was_at, was), (*now_at, place), first[was], second[place])


def _by_key(first: list[object], second: list[object]) -> tuple[Mapping[object, int], Mapping[object, int]]:
    """The places of the items of both lists by what these are known by."""
    for key in KEYS:
        old, new = _keyed(first, key), _keyed(second, key)
        if old is not None and new is not None:
            return old, new
    return {at: at for at in range(len(first))}, {at: at for at in range(len(second))}


def _keyed(items: list[object], key: str) -> Mapping[object, int] | None:
    keyed: dict[object, int] = {}
    for place, item in enumerate(items):
        known_by = cast(Document, item).get(key) if isinstance(item, dict) else None
        if not isinstance(known_by, str | int) or known_by in keyed:
            return None
        keyed[known_by] = place
    return keyed


def _removed(path: Path, value: object) -> Iterator[CellChange]:
    for place, cell in _cells(path, value):
        yield CellChange(pointer_to(*place), "removed", was=cell)


def _added(path: Path, value: object) -> Iterator[CellChange]:
    for place, cell in _cells(path, value):
        yield CellChange(pointer_to(*place), "added", now=cell)


def _cells(path: Path, value: object) -> Iterator[tuple[Path, object]]:
    if isinstance(value, dict) and value:
        for name, inner in cast(Document, value).items():
            yield from _cells((*path, name), inner)
    elif isinstance(value, list) and value:
        for at, inner in enumerate(cast("list[object]", value)):
            yield from _cells((*path, at), inner)
    else:
        yield path, value


def _is_cell(value: object) -> bool:
    return not isinstance(value, dict | list)
