"""The rules' dataclasses to and from JSON: for requests, for rows and for the published schemas.

The adapters are built from outside; the rules know nothing of them. Unknown fields are refused, types are
strict, a union is told apart by its members' ``type``. Written out, what equals its default is left out,
except the tags (``type``, ``ruleset``), and reading puts it back.
"""

from collections.abc import Iterator, Set
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import SchemaSerializer, SchemaValidator, from_json, to_json

from app.persistence.base.faults import naming_branches, problems_of
from app.persistence.base.former import as_read_now
from app.rules.common.errors import InvalidDocument
from app.rules.registry import Game
from app.rules.resolution.answers import Answer
from app.values import value

T = TypeVar("T")

TAGS = frozenset({"type", "ruleset"})
_STRICT = ConfigDict(extra="forbid", strict=True)


class Codec(Generic[T]):
    """One type of the rules (a dataclass, or a union or tuple of them) in JSON.

    Any: type forms such as unions have no type of their own; ``T`` is what the caller says the form means.
    """

    def __init__(self, form: Any) -> None:
        for part in _dataclasses_in(form, set()):
            part.__pydantic_config__ = _STRICT
        self.form = form
        self._adapter: TypeAdapter[T] = TypeAdapter(_tagged(form))
        self._validator = SchemaValidator(naming_branches(_refusing_booleans(self._adapter.core_schema)))
        self._serializer = SchemaSerializer(_keeping_tags(self._adapter.core_schema))

    def read(self, document: object, at: str = "") -> T:
        """The value of a caller's ``document``; raises InvalidDocument; pointers begin with ``at``."""
        try:
            return self._validator.validate_json(to_json(document), strict=True)
        except ValidationError as error:
            faults = error.errors(include_url=False, include_context=False, include_input=False)
            raise InvalidDocument(problems_of(faults, document, at)) from None

    def load(self, stored: str | bytes) -> T:
        """The value of JSON that `dump` wrote, in this version or an earlier one."""
        try:
            return self._validator.validate_json(stored, strict=True)
        except ValidationError:
            return self._validator.validate_json(to_json(as_read_now(from_json(stored))), strict=True)

    def dump(self, value: T) -> bytes:
        """``value`` as compact JSON."""
        return self._serializer.to_json(value, exclude_defaults=True)

    def document(self, value: T) -> Any:
        """``value`` as what a JSON parser would make of `dump`. Any: JSON."""
        return self._serializer.to_python(value, mode="json", exclude_defaults=True)

    def complete(self, value: T, members: Set[str] | None = None) -> Any:
        """``value`` as JSON with every default in it; of a dataclass only ``members``. Any: JSON."""
        return self._serializer.to_python(
            value, mode="json", include=None if members is None else set(members)
        )

    def schema(self, ref_template: str = "#/$defs/{model}") -> dict[str, Any]:
        """The JSON Schema of what `read` takes. Any: JSON."""
        schema = self._adapter.json_schema(ref_template=ref_template)
        if get_origin(self.form) in (Union, UnionType):
            _require_tags(schema, ref_template)
        return plain_tuples(schema)


@value
class GameCodecs:
    """The codecs of one ruleset. Any: every ruleset has types of its own."""

    state: Codec[Any]
    command: Codec[Any]
    event: Codec[Any]
    options: Codec[Any]
    sheet: Codec[Any]
    combatant: Codec[Any]


@cache
def codecs_of(game: Game) -> GameCodecs:
    """The codecs of ``game``, built once; its combatants are those of its state."""
    (combatant, *_) = get_args(get_type_hints(game.state)["combatants"])
    forms = (game.state, game.command, game.event, game.options, game.sheet, combatant)
    return GameCodecs(*(Codec(form) for form in forms))


def _dataclasses_in(form: Any, seen: set[type]) -> Iterator[Any]:
    """Every dataclass that ``form`` is made of, itself included."""
    if isinstance(form, type) and is_dataclass(form):
        if form in seen:
            return
        seen.add(form)
        hints = get_type_hints(form)
        for field in fields(form):
            yield from _dataclasses_in(hints[field.name], seen)
        yield form
    elif get_origin(form) is not Literal:
        for argument in get_args(form):
            yield from _dataclasses_in(argument, seen)


def _tagged(form: Any) -> Any:
    if get_origin(form) in (Union, UnionType):
        return Annotated[form, Field(discriminator="type")]
    return form


def _keeping_tags(schema: Any) -> Any:
    """``schema`` without the defaults of tags, so that leaving defaults out leaves the tags in."""
    match schema:
        case {"type": "dataclass-field", "name": name, "schema": {"type": "default", "schema": inner}} if (
            name in TAGS
        ):
            return {**schema, "schema": inner}
        case dict():
            return {key: _keeping_tags(value) for key, value in schema.items()}
        case list():
            return [_keeping_tags(value) for value in schema]
        case _:
            return schema


def _refusing_booleans(schema: Any) -> Any:
    """``schema`` whose literal numbers are no longer met by ``true`` (which Python holds equal to 1)."""
    match schema:
        case {"type": "literal", "expected": [*values]} if all(type(value) is int for value in values):
            return {"type": "chain", "steps": [{"type": "int", "strict": True}, schema]}
        case dict():
            return {key: _refusing_booleans(value) for key, value in schema.items()}
        case list():
            return [_refusing_booleans(value) for value in schema]
        case _:
            return schema


def _require_tags(schema: Any, ref_template: str) -> None:
    """A union is told apart by ``type``, so none of its members goes without. Any: JSON."""
    members = set(schema["discriminator"]["mapping"].values())
    for name, member in schema["$defs"].items():
        if ref_template.format(model=name) in members:
            member["required"] = [*member.get("required", ()), "type"]
            del member["properties"]["type"]["default"]


def plain_tuples(schema: Any) -> Any:
    """``schema`` with pairs such as cells as plain arrays, as most readers know only those.

    Any: JSON.
    """
    match schema:
        case {"type": "array", "prefixItems": [first, *rest]}:
            plain = {key: value for key, value in schema.items() if key != "prefixItems"}
            sorts = [plain_tuples(item) for item in (first, *(item for item in rest if item != first))]
            return {**plain, "items": sorts[0] if len(sorts) == 1 else {"anyOf": sorts}}
        case dict():
            return {key: plain_tuples(value) for key, value in schema.items()}
        case list():
            return [plain_tuples(value) for value in schema]
        case _:
            return schema


ANSWERS: Codec[tuple[Answer, ...]] = Codec(tuple[Annotated[Answer, Field(discriminator="type")], ...])
