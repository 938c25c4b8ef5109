"""What every ruleset's printed tables share: range look-ups, names, and the reading of a pack of them.

A pack is a plain document (mappings, lists, texts, integers). `decode` turns a part of it into one of
our frozen dataclasses by the types of its fields and notes every problem by its place, so that a pack
with ten mistakes is answered with ten lines and not with the first.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import MISSING, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from app.rules.common.errors import Invalid
from app.values import value

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
Record = TypeVar("Record", bound="DataclassInstance")
Entry_co = TypeVar("Entry_co", covariant=True)


Names: TypeAlias = Mapping[str, str]
"""One thing's name by language. English is always there and stands in for languages that are not."""
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""A language's tag, as the texts of the project are filed under it."""


def in_language(said: Mapping[str, T], language: str) -> T:
    """What is said in that language, or else in English."""
    return said[language] if language in said else said["en"]


def spoken_id(catalogue_id: str) -> str:
    """An id of a catalogue in words: ``orc-scimitar`` is *orc scimitar*."""
    return catalogue_id.replace("-", " ").replace("_", " ")


class OffTable(Invalid):
    """A roll or total that no row of the table holds."""

    code = "off_table"


@value
class Row(Generic[Entry_co]):
    """Totals `first` to `last`, both included; `None` leaves that end open."""

    first: int | None
    last: int | None
    entry: Entry_co


@value
class RangeTable(Generic[Entry_co]):
    """Rows in rising order without gap or overlap (`gaps` checks it)."""

    rows: tuple[Row[Entry_co], ...]

    def read(self, total: int) -> Row[Entry_co]:
        """The row that holds `total`; raises `OffTable` outside the printed rows."""
        at = bisect_right(self.rows, total, key=_start) - 1
        if at < 0 or not _reaches(self.rows[at], total):
            raise OffTable(f"No row of the table holds {total}.", total=total)
        return self.rows[at]


_FAR = 10**9


def _start(row: Row[object]) -> int:
    return -_FAR if row.first is None else row.first


def _reaches(row: Row[object], total: int) -> bool:
    return row.last is None or total <= row.last


@value(order=True)
class Problem:
    """One mistake of a pack: `path` is its place, `/attack/bows/rows/3/to`, a JSON pointer but for `/`, which
    is the whole.
    """

    path: str
    message: str


MOST_PROBLEMS = 500
"""A pack with more mistakes is not read to its end."""
PACK_MEMBERS = ("id", "ruleset", "version", "title", "licence", "status", "statuses")
"""What a pack says of itself, under ``pack``."""


class InvalidPack(Invalid):
    """A pack that cannot be used, with all of its problems."""

    code = "invalid_pack"

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        lines = "; ".join(f"{problem.path}: {problem.message}" for problem in self.problems)
        super().__init__(f"The table pack has {len(self.problems)} problem(s): {lines}", count=len(problems))


class Unreadable(Exception):
    """A part of the document was already noted as a problem; what holds it cannot be built either."""


@value(eq=False)
class Place:
    """A value of the document with its path, and the list where all problems are noted."""

    value: object
    path: str
    problems: list[Problem] = field(default_factory=list[Problem])

    def note(self, message: str, *below: str | int) -> None:
        """Note a problem here, or at the path `below`; raises InvalidPack where that is one too many."""
        self.problems.append(Problem("/".join([self.path, *map(_step, below)]) or "/", message))
        if len(self.problems) >= MOST_PROBLEMS:
            raise InvalidPack(self.problems)

    def refuse(self, message: str) -> Unreadable:
        """Note a problem that leaves nothing to go on with: `raise place.refuse(…)`."""
        self.note(message)
        return Unreadable(message)

    def mapping(self) -> "dict[str, Place]":
        """The members of an object, each with its place."""
        return {key: self._at(key, member) for key, member in self._members().items()}

    def names(self) -> Set[str]:
        """The names of the members of an object."""
        return self._members().keys()

    def items(self) -> "list[Place]":
        """The items of a list, each with its place."""
        value = self.value
        if not isinstance(value, list | tuple):
            raise self.refuse("must be a list")
        values = cast("Sequence[object]", value)
        return [Place(item, f"{self.path}/{at}", self.problems) for at, item in enumerate(values)]

    def text(self) -> str:
        """A text of one line, not empty."""
        if not isinstance(self.value, str) or not self.value or not self.value.isprintable():
            raise self.refuse("must be a text of one line")
        return self.value

    def number(self) -> int:
        """A whole number of at most nine digits."""
        # bool is a kind of int in Python; in a pack `true` is no number
        if not isinstance(self.value, int) or isinstance(self.value, bool) or abs(self.value) > 999_999_999:
            raise self.refuse("must be a whole number of at most nine digits")
        return self.value

    def member(self, key: str) -> "Place":
        """One member of an object; a missing one is a problem."""
        members = self._members()
        if key not in members:
            raise self.refuse(f"has no “{key}”")
        return self._at(key, members[key])

    def _members(self) -> Mapping[str, object]:
        value = self.value
        if not isinstance(value, Mapping):
            raise self.refuse("must be an object")
        return cast("Mapping[str, object]", value)

    def _at(self, key: str, member: object) -> "Place":
        return Place(member, f"{self.path}/{_step(key)}", self.problems)


def _step(name: str | int) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return str(name).replace("~", "~0").replace("/", "~1")


def only(place: Place, *names: str) -> None:
    """Every other member than these is a problem."""
    for name in place.names() - set(names):
        place.note("is not a known member", name)


def attempt(read: Callable[..., T], *args: object) -> T | None:
    """What `read` gives, or `None` where it met something unreadable (which it has noted)."""
    try:
        return read(*args)
    except Unreadable:
        return None


def each(place: Place, read: Callable[[Place], T]) -> list[T]:
    """Every readable item of a list, in order."""
    read_items = [attempt(read, item) for item in attempt(place.items) or []]
    return [item for item in read_items if item is not None]


def by_language(place: Place, read: Callable[[Place], T], *others: str) -> Mapping[str, T]:
    """What an object says in each language, English at least; ``others`` are members that are no language."""
    members = {key: member for key, member in place.mapping().items() if key not in others}
    for key in members:
        if not LANGUAGE.fullmatch(key):
            place.note("is not the tag of a language, such as “en”", key)
    if "en" not in members:
        raise place.refuse("has no “en”")
    return {key: read(member) for key, member in members.items()}


def decode(make: type[Record], place: Place) -> Record:
    """Build the dataclass `make` from the object at `place`; unknown and missing members are problems.

    A field's document name is its own, or the `key` of its metadata (for `from`). Fields with a default
    may be absent.
    """
    members = place.mapping()
    hints = _hints(make)
    known = {str(part.metadata.get("key", part.name)): part for part in fields(make)}
    only(place, *known)
    values: dict[str, object] = {}
    complete = True
    for key, part in known.items():
        if key in members:
            try:
                values[part.name] = _value(hints[part.name], members[key])
            except Unreadable:
                complete = False
        elif part.default is MISSING:
            place.note("is missing", key)
            complete = False
    if not complete:
        raise Unreadable(place.path)
    return cast("Callable[..., Record]", make)(**values)


@cache
def _hints(make: type) -> Mapping[str, object]:
    return get_type_hints(make)


def _value(hint: object, place: Place) -> object:
    """The value at `place` as the type `hint` wants it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if place.value is None and NoneType in arguments:
            return None
        return _value(next(argument for argument in arguments if argument is not NoneType), place)
    if origin is Literal:
        if place.value not in arguments or isinstance(place.value, bool):
            raise place.refuse(f"must be one of {', '.join(map(str, arguments))}")
        return place.value
    if origin is tuple:
        return tuple(_value(arguments[0], item) for item in place.items())
    if origin is Mapping:  # the only one that a record has: its names
        return by_language(place, Place.text)
    if is_dataclass(hint):
        return decode(cast("type[DataclassInstance]", hint), place)
    return _scalar(hint, place)


def _scalar(hint: object, place: Place) -> str | int | bool:
    if hint is str:
        return place.text()
    if hint is int:
        return place.number()
    if not isinstance(place.value, bool):
        raise place.refuse("must be true or false")
    return place.value


def gaps(rows: Sequence[Row[object]], first: int | None, last: int | None) -> list[tuple[int, str]]:
    """What keeps `rows` from covering `first` to `last` once each: the row's index and the complaint.

    `None` is an open end.
    """
    if not rows:
        return [(0, "the table has no rows")]
    complaints: list[tuple[int, str]] = []
    expected = first
    for at, row in enumerate(rows):
        if row.first is not None and row.last is not None and row.last < row.first:
            complaints.append((at, f"ends at {row.last}, before it begins at {row.first}"))
        if row.first != expected:
            complaints.append((at, f"begins {_bound(row.first)} where {_bound(expected)} was due"))
        expected = None if row.last is None else row.last + 1
    if rows[-1].last != last:
        complaints.append(
            (len(rows) - 1, f"ends {_bound(rows[-1].last)} where the table ends {_bound(last)}")
        )
    return complaints


def _bound(number: int | None) -> str:
    return "open" if number is None else f"at {number}"
