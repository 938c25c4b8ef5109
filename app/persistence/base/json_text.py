"""JSON as callers send it: read once, within limits, with nothing quietly repaired.

The one integer rule of the service is applied here: a number without a fraction is an integer however it
is written (``4186.0`` is 4186), so that the adapters behind can be strict (``false`` and ``"7"`` are not).
"""

import json
import re
from math import isfinite
from typing import NoReturn, cast

from app.rules.common.errors import Invalid, InvalidDocument, Problem
from app.values import value

_UNUSABLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]"
)
"""Controls other than tabs and line ends, overrides of the writing direction (which make a text look like
another one), and halves of surrogate pairs."""
_SEVERAL_LINES = re.compile(r"[\t\n\r\x85\u2028\u2029]")
PROSE = frozenset({"description", "notes", "reason", "rows"})
"""Members whose texts may have several lines. Every other text is a name or a label, which is one line: a
line break in it would make a line of what is told of the fight."""
MAX_DEPTH = 20
MAX_ITEMS = 200
MAX_CHARACTERS = 2_000
MAX_DRAWING = 50_000
"""Characters of a map drawn as one text, under ``rows``: the largest map and its ends of lines."""
MAX_NUMBER = 10**9


@value
class Bounds:
    """How large a document may be inside: the items of an array or object, and of all of them together."""

    items: int
    values: int | None = None


ANY_BODY = Bounds(MAX_ITEMS)
TABLE_PACK = Bounds(2_000, 500_000)


class MalformedJson(Invalid):
    """Not JSON at all: nothing in it can be pointed at."""

    code = "malformed_json"


class DocumentTooComplex(InvalidDocument):
    """Nested deeper, or an array longer, or a text longer than any document of this service needs."""

    code = "document_too_complex"


class UnusableText(InvalidDocument):
    """A text with a control character, a change of direction or half a surrogate pair, or a name of several
    lines.
    """

    code = "unusable_text"


class NumberOutOfRange(InvalidDocument):
    """A number beyond a thousand million either way; no rule needs it."""

    code = "number_out_of_range"


def pointer_to(*path: str | int) -> str:
    """The JSON pointer (RFC 6901) of ``path``."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def pointer_within(document: object, pointer: str) -> str:
    """``pointer`` as far as it leads in ``document``, at most to one member that is missing there."""
    path: list[str] = []
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        match document:
            case dict() if name in document:
                document = document[name]
            case dict():
                return pointer_to(*path, name)
            case list() if name.isdigit() and int(name) < len(document):
                document = document[int(name)]
            case list() if name.isdigit():
                return pointer_to(*path, name)
            case _:
                break
        path.append(name)
    return pointer_to(*path)


class _DuplicateKey(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKey(key)
            seen.add(key)
    return document


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if isfinite(number) and number.is_integer() else number


def _no_constant(text: str) -> NoReturn:
    raise MalformedJson(f"{text} is not JSON.")


def read_json(text: bytes, bounds: Bounds = ANY_BODY) -> object:
    """Parse ``text``.

    Raises MalformedJson (also for a repeated key and for NaN), DocumentTooComplex, UnusableText and
    NumberOutOfRange.
    """
    # Counted before anything is made of it: a short text can be a multitude of empty objects.
    if bounds.values is not None and sum(map(text.count, (b",", b"[", b"{"))) > bounds.values:
        raise _too_complex("", f"More than {bounds.values} values.")
    try:
        # As bytes it would be taken for UTF-16 where it looks like it.
        document: object = json.loads(
            text.decode(), object_pairs_hook=_object, parse_float=_number, parse_constant=_no_constant
        )
    except _DuplicateKey as duplicate:
        raise MalformedJson(f"The key {duplicate.key!a} is given twice in one object.") from None
    except json.JSONDecodeError as error:
        message = f"{error.msg} at line {error.lineno}, column {error.colno}."
        raise MalformedJson(message, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise _too_complex("", f"Nested deeper than {MAX_DEPTH} levels.") from None
    except ValueError as error:  # not UTF-8, or an integer of thousands of digits
        raise MalformedJson(f"{error}.") from None
    _check(document, (), bounds)
    return document


def read_object(text: bytes, bounds: Bounds = ANY_BODY) -> dict[str, object]:
    """The same of a text that must be an object; raises MalformedJson for another one."""
    document = read_json(text, bounds)
    if not isinstance(document, dict):
        raise MalformedJson("No object.")
    return cast("dict[str, object]", document)


def _check(value: object, path: tuple[str | int, ...], bounds: Bounds) -> None:
    match value:
        case str():
            _check_text(value, path, is_name=_member(path) not in PROSE)
        case bool() | None:
            return
        case int() | float():
            if not -MAX_NUMBER <= value <= MAX_NUMBER:
                pointer = pointer_to(*path)
                message = f"Between −{MAX_NUMBER} and {MAX_NUMBER}, please."
                raise NumberOutOfRange((Problem(pointer, NumberOutOfRange.code, message),))
        case dict() | list():
            _check_collection(value, path, bounds)


def _check_collection(
    value: dict[str, object] | list[object], path: tuple[str | int, ...], bounds: Bounds
) -> None:
    if len(path) >= MAX_DEPTH:
        raise _too_complex(pointer_to(*path), f"Nested deeper than {MAX_DEPTH} levels.")
    if len(value) > bounds.items:
        raise _too_complex(pointer_to(*path), f"More than {bounds.items} items.")
    if isinstance(value, dict):
        for key, item in value.items():
            _check_text(key, path, is_name=True)
            _check(item, (*path, key), bounds)
    else:
        for index, item in enumerate(value):
            _check(item, (*path, index), bounds)


def check_texts(value: object, path: tuple[str | int, ...] = ()) -> None:
    """The check of every text for a document that came another way; raises UnusableText."""
    match value:
        case str():
            _check_text(value, path, is_name=_member(path) not in PROSE)
        case dict():
            for key, item in cast("dict[str, object]", value).items():
                _check_text(key, path, is_name=True)
                check_texts(item, (*path, key))
        case list():
            for index, item in enumerate(cast("list[object]", value)):
                check_texts(item, (*path, index))
        case _:
            pass


def _member(path: tuple[str | int, ...]) -> str:
    """The last name on the way to a value, whatever lists are under it."""
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def _check_text(text: str, path: tuple[str | int, ...], *, is_name: bool) -> None:
    longest = MAX_DRAWING if path[-1:] == ("rows",) else MAX_CHARACTERS
    if len(text) > longest:
        raise _too_complex(pointer_to(*path), f"A text longer than {longest} characters.")
    if not text.isprintable() and _UNUSABLE.search(text) is not None:
        message = "A text holds a control character, a change of writing direction or half a surrogate pair."
        raise UnusableText((Problem(pointer_to(*path), UnusableText.code, message),))
    if is_name and _SEVERAL_LINES.search(text) is not None:
        message = "Names, titles and labels are one line: no line breaks and no tabs."
        raise UnusableText((Problem(pointer_to(*path), UnusableText.code, message),))


def _too_complex(pointer: str, message: str) -> DocumentTooComplex:
    return DocumentTooComplex((Problem(pointer, DocumentTooComplex.code, message),))
