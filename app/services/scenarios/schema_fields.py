"""Which fields a JSON Schema allows in one place of a document."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

Schema = Mapping[str, JsonValue]


def fields_at(schema: Schema, document: JsonValue, pointer: str) -> tuple[str, ...]:
    """The names allowed in the object of ``document`` that the JSON ``pointer`` names."""
    here, value = _settled(schema, schema, document), document
    for part in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(part)]
            here = _settled(schema, _below(here, "items"), value)
        else:
            value = value.get(part) if isinstance(value, dict) else None
            properties = _below(here, "properties")
            here = _settled(schema, _below(properties, part) or _below(here, "additionalProperties"), value)
    return tuple(_below(here, "properties"))


def _below(schema: Schema, name: str) -> Schema:
    below = schema.get(name)
    return below if isinstance(below, dict) else {}


def _settled(root: Schema, schema: Schema, value: JsonValue) -> Schema:
    """``schema`` with its reference followed and, of alternatives, the one that ``value`` is meant for."""
    while True:
        match schema:
            case {"$ref": str(reference)}:
                schema = _below(_below(root, "$defs"), reference.rpartition("/")[2])
            case {"discriminator": {"mapping": dict(mapping), "propertyName": str(tag)}}:
                named = value.get(tag) if isinstance(value, dict) else None
                schema = {"$ref": mapping.get(str(named), "")}
            case {"anyOf": list(alternatives)}:
                schema = next(
                    (it for it in cast("list[Schema]", alternatives) if it.get("type") != "null"), {}
                )
            case _:
                return schema
