"""What every property, parameter and schema of the OpenAPI document means, out of `field_descriptions.toml`.

A property says what its name says everywhere (``[fields]``), unless there is an entry for its schema. The
games' house rules are described where they are declared, by the text below each.
"""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from app.rules.registry import RULESETS

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
_GAMES = re.compile("^(?:D20|HarpTdm|Dnd35|Pf1|Scenario)(?=[A-Z])")
_OPTIONS = re.compile("^(?:D20|HarpTdm|Dnd35|Pf1)Options$")


def describe(document: Json) -> None:
    """Give a description to whatever has none; what the file does not know either stays without."""
    for name, schema in document["components"]["schemas"].items():
        for place, properties in _properties(schema, name):
            for key, part in properties.items():
                if isinstance(part, dict) and not part.get("description"):
                    _describe(part, meaning_of(place, key, part))
        if not schema.get("description"):
            _describe(schema, _texts().get("schemas", {}).get(name))
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()) if isinstance(operation, dict) else ():
                if not parameter.get("description"):
                    _describe(parameter, _texts()["parameters"].get(parameter["name"]))


def meaning_of(schema: str, name: str, part: Json) -> str | None:
    """What the property ``name`` of ``schema`` means; None where nobody has written it down."""
    texts = _texts()
    if _OPTIONS.match(schema) and (text := _house_rules().get(name)) is not None:
        return text
    for place in (schema, _GAMES.sub("", schema)):
        if (text := texts.get(place, {}).get(name)) is not None:
            return text
    if name == "type" and "const" in part:
        return f"Always `{part['const']}`."
    return texts["fields"].get(name)


def _describe(part: Json, text: str | None) -> None:
    if text is not None:
        part["description"] = text


def _properties(schema: Any, name: str) -> Iterator[tuple[str, Json]]:
    """The properties of a schema and of those that stand inside of it. Any: JSON."""
    match schema:
        case dict():
            if isinstance(properties := schema.get("properties"), dict):
                yield name, properties
                schema = {**schema, "properties": list(properties.values())}
            for key, part in schema.items():
                if key not in ("examples", "default", "enum", "const"):
                    yield from _properties(part, name)
        case list():
            for part in schema:
                yield from _properties(part, name)
        case _:
            return


@cache
def _texts() -> Mapping[str, Mapping[str, str]]:
    text = Path(__file__).with_name("field_descriptions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _house_rules() -> Mapping[str, str]:
    """The text below each option, of all games."""
    told: dict[str, str] = {}
    for options in {game.options for game in RULESETS.values()}:
        (form,) = ast.parse(inspect.getsource(options)).body
        assert isinstance(form, ast.ClassDef)
        for field, text in zip(form.body, form.body[1:], strict=False):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    told[name] = " ".join(words.split())
                case _:
                    pass
    return told
