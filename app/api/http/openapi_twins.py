"""What several games have alike is in the OpenAPI document once, under a name of all of them."""

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

from app.api.http.schema_forms import references

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
REF = "#/components/schemas/"
D20 = "D20"


def merge_twins(document: Json, names: tuple[str, str]) -> None:
    """Have one schema ``D20…`` in place of each pair, of the two editions' ``names``, that says the same.

    A pair is the same where it differs in nothing but the names of pairs that are the same themselves.
    """
    schemas: Json = document["components"]["schemas"]
    first, second = names
    pairs = {
        name: second + name.removeprefix(first)
        for name in schemas
        if name.startswith(first) and second + name.removeprefix(first) in schemas
    }
    while unlike := set(_unlike(schemas, pairs)):
        pairs = {name: twin for name, twin in pairs.items() if name not in unlike}
    shared = {name: D20 + name.removeprefix(first) for name in pairs}
    renamed = {REF + name: REF + new for name, new in shared.items()}
    renamed |= {REF + twin: REF + shared[name] for name, twin in pairs.items()}
    for name, twin in pairs.items():
        schemas[shared[name]] = schemas.pop(name)
        del schemas[twin]
    for part in ("paths", "webhooks", "components"):
        document[part] = _rewritten(document[part], renamed)


def _unlike(schemas: Json, pairs: dict[str, str]) -> Iterator[str]:
    same = {REF + twin: REF + name for name, twin in pairs.items()}
    for name, twin in pairs.items():
        if _text(schemas[name]) != _text(_rewritten(schemas[twin], same)) or any(
            reference in same for reference in references(schemas[name])
        ):
            yield name


def _text(schema: Json) -> str:
    return json.dumps(schema, sort_keys=True)


def _rewritten(part: Any, renamed: dict[str, str]) -> Any:
    """``part`` with other references; a choice of two that became one is none any more. Any: JSON."""
    match part:
        case str():
            return renamed.get(part, part)
        case list():
            return [_rewritten(item, renamed) for item in part]
        case {"anyOf": [*forms], **rest}:
            told = list({_text(form): form for form in _rewritten(forms, renamed)}.values())
            others = _rewritten(rest, renamed)
            return {**told[0], **others} if len(told) == 1 and len(forms) > 1 else {"anyOf": told, **others}
        case dict():
            return {key: _rewritten(value, renamed) for key, value in part.items()}
        case _:
            return part
