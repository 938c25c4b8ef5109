"""JSON Schemas as the OpenAPI document shows them: with every limit that holds, and nothing else in them.

Any: JSON.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from app.persistence.base.json_text import MAX_CHARACTERS, MAX_ITEMS, MAX_NUMBER

Json: TypeAlias = dict[str, Any]

LARGEST_INT32 = 2**31 - 1
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not", "contains", "propertyNames")
_NAMED = ("properties", "$defs", "patternProperties")


def without_titles(schema: Json) -> Json:
    """``schema`` without titles: they repeat the names, and generators take them for names of types."""
    return _rewritten(schema, lambda part: {key: value for key, value in part.items() if key != "title"})


def bounded(schema: Json) -> Json:
    """``schema`` of what is sent, with the limits that reading JSON sets to everything."""
    return _rewritten(schema, _with_limits)


def answered(schema: Json) -> Json:
    """``schema`` of what is answered with every member in it: each is required, none has a default.

    A later version may answer with more, so members that are not named are allowed.
    """

    def complete(part: Json) -> Json:
        named = {name: _without_default(value) for name, value in part.get("properties", {}).items()}
        return {**_open_ended(part), "properties": named, "required": list(named)} if named else part

    return _rewritten(schema, complete)


def answered_in_part(schema: Json) -> Json:
    """``schema`` of what is answered without the members that are empty: those are optional, and never null.

    As with `answered`, there may be more.
    """

    def partial(part: Json) -> Json:
        named = {
            name: _not_null(value) if "default" in value else value
            for name, value in part.get("properties", {}).items()
        }
        return {**_open_ended(part), "properties": named} if named else part

    return _rewritten(schema, partial)


def references(part: Any) -> Iterator[str]:
    """Every ``$ref`` in a document, and what discriminators lead to."""
    match part:
        case dict():
            for key, value in part.items():
                if key in ("$ref", "mapping"):
                    yield from [value] if isinstance(value, str) else value.values()
                elif key != "examples":
                    yield from references(value)
        case list():
            for item in part:
                yield from references(item)
        case _:
            return


def _rewritten(schema: Json, change: Callable[[Json], Json]) -> Json:
    """``change`` applied to ``schema`` and to every schema in it, the inner ones first."""
    parts: Json = {}
    for key, value in schema.items():
        if key in _NAMED:
            parts[key] = {name: _rewritten(inner, change) for name, inner in value.items()}
        elif key in _LISTS:
            parts[key] = [_rewritten(inner, change) for inner in value]
        elif key in _SINGLE and isinstance(value, dict):
            parts[key] = _rewritten(value, change)
        else:
            parts[key] = value
    return change(parts)


def _with_limits(part: Json) -> Json:
    if "enum" in part or "const" in part:
        return part
    match part.get("type"):
        case "string":
            return {"maxLength": MAX_CHARACTERS, **part}
        case "array":
            return {"maxItems": MAX_ITEMS, **part}
        case "integer":
            limits = {"minimum": -MAX_NUMBER, "maximum": MAX_NUMBER, **part}
            return {"format": "int32" if limits["maximum"] <= LARGEST_INT32 else "int64", **limits}
        case "number":
            return {"minimum": -MAX_NUMBER, "maximum": MAX_NUMBER, **part}
        case "object" if "properties" not in part:
            return {"maxProperties": MAX_ITEMS, **part}
        case _:
            return part


def _open_ended(part: Json) -> Json:
    return {key: value for key, value in part.items() if key != "additionalProperties" or value is not False}


def _without_default(schema: Json) -> Json:
    return {key: value for key, value in schema.items() if key != "default"}


def _not_null(schema: Json) -> Json:
    plain = _without_default(schema)
    forms = [form for form in plain.pop("anyOf", []) if form != {"type": "null"}]
    return {**plain, **forms[0]} if len(forms) == 1 else {**plain, **({"anyOf": forms} if forms else {})}
