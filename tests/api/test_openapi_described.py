"""The OpenAPI document says what everything in it is, once, and in a sentence."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from app.api.http import openapi_descriptions
from app.main import create_app
from tests.api.conftest import settings_for

FILE = Path(openapi_descriptions.__file__).with_name("field_descriptions.toml")
Json = dict[str, Any]


@pytest.fixture
def document(address: URL) -> Json:
    return create_app(settings_for(address)).openapi()


def _properties(schema: Any, at: str) -> Iterator[tuple[str, Json]]:
    """Every property with its place; written apart from the code that describes them."""
    if isinstance(schema, list):
        for index, part in enumerate(schema):
            yield from _properties(part, f"{at}/{index}")
    elif isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items():
            yield f"{at}.{name}", part
            yield from _properties(part, f"{at}.{name}")
        for key, part in schema.items():
            if key not in ("properties", "examples", "default", "enum", "const", "required"):
                yield from _properties(part, f"{at}/{key}")


def test_every_property_says_what_it_is(document: Json) -> None:
    silent = [
        place
        for name, schema in document["components"]["schemas"].items()
        for place, part in _properties(schema, name)
        if not part.get("description")
    ]
    assert not silent, f"describe them in {FILE.name}: {silent}"


def test_every_schema_parameter_and_operation_says_what_it_is(document: Json) -> None:
    components = document["components"]
    silent = [name for name, schema in components["schemas"].items() if not schema.get("description")]
    silent += [name for name, parameter in components["parameters"].items() if not parameter["description"]]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            silent += [f"{method} {path}"] if not operation.get("description") else []
            silent += [
                f"{method} {path} {parameter['name']}"
                for parameter in operation.get("parameters", ())
                if "$ref" not in parameter and not parameter.get("description")
            ]
    assert not silent, f"describe them in {FILE.name}: {silent}"


def test_a_description_is_a_sentence_and_says_more_than_the_name(document: Json) -> None:
    for name, schema in document["components"]["schemas"].items():
        for place, part in _properties(schema, name):
            text: str = part["description"]
            field = place.rpartition(".")[2]
            assert text[0].isupper() or text[0] in "`−D", (place, text)
            assert text.rstrip()[-1] in ".)", (place, text)
            words = {word for word in re.findall("[a-z]+", text.lower()) if word not in ("the", "a", "its")}
            assert words - set(field.lower().split("_")), (place, text)


def test_nothing_is_described_that_is_not_there(document: Json) -> None:
    """An entry that outlived its property would be believed by whoever reads the file."""
    texts = tomllib.loads(FILE.read_text(encoding="utf-8"))
    shown = {
        part.get("description")
        for name, schema in document["components"]["schemas"].items()
        for _, part in [("", schema), *_properties(schema, name)]
    }
    parameters = [
        parameter
        for operations in document["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
        if "$ref" not in parameter
    ]
    shown |= {
        part.get("description") for part in [*parameters, *document["components"]["parameters"].values()]
    }
    idle = [
        f"{table}.{name}"
        for table, entries in texts.items()
        for name, text in entries.items()
        if text not in shown
    ]
    assert not idle


def test_what_the_two_editions_have_alike_is_there_once(document: Json) -> None:
    schemas = document["components"]["schemas"]
    left = {name for name in schemas if name.startswith(("Dnd35", "Pf1"))}
    assert left == {"Dnd35Encounter", "Pf1Encounter"}
    assert schemas["Pf1Encounter"]["properties"]["ruleset"]["const"] == "pf1"
