"""What was expected beside what came: only what is written is compared."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from app.persistence.base.json_text import pointer_to
from app.values import value

SHORT = {"events": "type", "rolls": "purpose"}
"""What a bare word means in each list: an event is named by its type, a roll by its purpose."""


@value
class Difference:
    """``pointer`` is the place of the expectation in the scenario."""

    pointer: str
    message: str


def differences(expected: JsonValue, actual: object, at: str) -> Iterator[Difference]:
    """Where ``actual`` is not as written: objects by the fields written, lists item by item."""
    match expected:
        case dict() if isinstance(actual, Mapping):
            for name, value in expected.items():
                yield from _field(name, value, actual, at)
        case list() if isinstance(actual, Sequence) and not isinstance(actual, str):
            if len(expected) != len(actual):
                yield Difference(at, f"expected {len(expected)} items, got {len(actual)}: {_shown(actual)}")
            for index, (item, found) in enumerate(zip(expected, actual, strict=False)):
                yield from differences(item, found, f"{at}/{index}")
        case _ if not _same(expected, actual):
            yield Difference(at, f"expected {_shown(expected)}, got {_shown(actual)}")
        case _:
            return


def _field(name: str, value: JsonValue, actual: Mapping[str, object], at: str) -> Iterator[Difference]:
    pointer = at + pointer_to(name)
    if name in actual:
        yield from differences(value, actual[name], pointer)
    elif value is not None:
        known = ", ".join(actual) or "nothing"
        yield Difference(pointer, f"expected {_shown(value)}, but there is no «{name}»; there is {known}")


def missing_in_order(
    expected: Sequence[str | dict[str, JsonValue]], actual: Sequence[Mapping[str, object]], at: str
) -> Iterator[Difference]:
    """Each item of ``expected`` that does not come, in this order, among ``actual``; others may come too.
    An empty ``expected`` says that there are none.
    """
    name = SHORT[at.rpartition("/")[2]]
    if not expected and actual:
        yield Difference(at, f"expected none; there came {_named(name, actual)}")
    rest = list(actual)
    for index, item in enumerate(expected):
        wanted: JsonValue = {name: item} if isinstance(item, str) else item
        found = next((place for place, it in enumerate(rest) if not any(differences(wanted, it, ""))), None)
        if found is None:
            message = f"expected {_shown(wanted)} here; there came {_named(name, actual) or 'none'}"
            yield Difference(f"{at}/{index}", message)
        else:
            rest = rest[found + 1 :]


def _named(name: str, actual: Sequence[Mapping[str, object]]) -> str:
    return ", ".join(str(item.get(name)) for item in actual)


def _same(expected: JsonValue, actual: object) -> bool:
    """A number may be written for a text of the same digits: a row, an option."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, int) and isinstance(actual, str):
        return str(expected) == actual
    return expected == actual


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case Mapping():
            return "{" + ", ".join(f"{name}: {_shown(part)}" for name, part in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(_shown(part) for part in value) + "]"
        case _:
            return str(value)
