"""Parameters and examples that several operations have alike stand in the OpenAPI document once."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
Place: TypeAlias = tuple[Any, Any]
"""A list or an object, and where in it the part stands. Any: JSON."""


def share(document: Json) -> None:
    """Put parts that repeat into the components, and references to them where they stood."""
    operations = [
        operation
        for path in document["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
    ]
    _move(document, "parameters", _parameters(operations))
    _move(document, "examples", _examples(operations))


def _parameters(operations: list[Json]) -> Iterator[tuple[str, Place]]:
    for operation in operations:
        parameters = operation.get("parameters", [])
        for index, parameter in enumerate(parameters):
            yield parameter["name"], (parameters, index)


def _examples(operations: list[Json]) -> Iterator[tuple[str, Place]]:
    for operation in operations:
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (media for body in bodies for media in body.get("content", {}).values()):
            shown = media.get("examples", {})
            for name in shown:
                yield name, (shown, name)


def _move(document: Json, kind: str, parts: Iterator[tuple[str, Place]]) -> None:
    places: dict[str, list[Place]] = defaultdict(list)
    names: dict[str, str] = {}
    for name, (holder, at) in parts:
        text = json.dumps(holder[at], sort_keys=True)
        places[text].append((holder, at))
        names[text] = name
    shared: Json = document["components"].setdefault(kind, {})
    for text, found in places.items():
        if len(found) == 1:
            continue
        name = _free(names[text], shared)
        shared[name] = json.loads(text)
        for holder, at in found:
            holder[at] = {"$ref": f"#/components/{kind}/{name}"}


def _free(name: str, taken: Json) -> str:
    """``name``, or the first of ``name-2``, ``name-3`` … that nothing has."""
    if name not in taken:
        return name
    return next(
        numbered for number in range(2, len(taken) + 3) if (numbered := f"{name}-{number}") not in taken
    )
