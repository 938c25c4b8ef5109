"""Where the contract is kept."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "app/api/http/example_answers.json"
EXAMPLES = ROOT / "app/api/http/examples.json"
DOCUMENT = ROOT / "docs/openapi.json"


def as_text(document: object) -> str:
    """JSON as it is kept: a line each, in the order that it has."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def with_shared_in_place(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the parameters and examples that operations share in their places. Any: JSON."""
    components = document["components"]

    def followed(part: Any) -> Any:
        match part:
            case {"$ref": str(reference)}:
                _, _, kind, name = reference.split("/")
                return components[kind][name] if kind in ("parameters", "examples") else part
            case dict():
                return {key: followed(value) for key, value in part.items()}
            case list():
                return [followed(item) for item in part]
            case _:
                return part

    return {**document, "paths": followed(document["paths"])}
