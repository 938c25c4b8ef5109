"""`requests.py`, a function for each operation; `commands.py`, a method for each command of a game."""

import re
from collections.abc import Iterator
from typing import Any

from generating.types import Schema, Types, union

LOOKS_ONLY = {
    "compareOdds", "compareWithTablePack", "drawOdds", "drawPreview", "getOdds", "previewAction",
    "readCreatures", "resolve", "runScenario", "validateTablePack",
}  # fmt: skip
"""Operations with a body that store nothing, and so may be sent again as a GET may."""
NO_DOCUMENT = {"streamEvents", "streamSimulation"}
HEADERS = {"Idempotency-Key", "Prefer", "Accept-Language", "If-None-Match", "If-Match"}
OPTIONS = {"dice", "choices", "strict", "privacy", "external_refs"}
"""What every action takes beside its command."""


def snake(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower())


def operations(document: Schema, types: Types) -> Iterator[str]:
    """A function for each operation of the contract: the request, typed by its answer."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/v1/") or operation["operationId"] in ("listProblems", "isReady"):
                yield _operation(path, method, operation, types)


def _operation(path: str, method: str, operation: Schema, types: Types) -> str:
    name = operation["operationId"]
    given = {it["name"]: it for it in map(types.resolved, operation.get("parameters", ()))}
    in_path = [it for it in given if given[it]["in"] == "path"]
    query = {it: part for it, part in given.items() if it not in HEADERS and part["in"] == "query"}
    query.pop("ticket", None)
    bodies = operation.get("requestBody", {}).get("content", {})
    kinds = [types.of(content["schema"]) for content in bodies.values()]
    body = union(iter(kinds)) if kinds else ""
    takes = [f"{it}: str" for it in in_path] + [f"body: {body}"] * bool(body)
    options = [
        f"{it}: {types.of(part['schema'])}" if part.get("required") else f"{it}: {maybe(types, part)} = None"
        for it, part in query.items()
    ]
    wants_tag = given.get("If-Match", {})
    if wants_tag:
        options.append("if_match: str" if wants_tag["required"] else "if_match: str | None = None")
    signature = ", ".join(takes + ["*"] * bool(options) + options)
    address = re.sub(r"\{(\w+)\}", r"{part(\1)}", path)
    made = [
        repr(method.upper()),
        f'f"{address}"' if in_path else f'"{address}"',
        repr(_repeat(name, method, given)),
    ]
    if query:
        made.append(f"query={{{', '.join(f'{it!r}: {it}' for it in query)}}}")
    made += ["body=body"] * bool(body) + ["if_match=if_match"] * bool(wants_tag)
    answer = "str" if name in NO_DOCUMENT else _answer(operation, types)
    head = f"def {snake(name)}({signature}) -> Request[{answer}]:"
    return f'{head}\n    """{operation["summary"]}."""\n    return Request({", ".join(made)})'


def maybe(types: Types, part: Schema) -> str:
    kind = types.of(part["schema"])
    return kind if kind.endswith("None") else f"{kind} | None"


def _repeat(name: str, method: str, given: Schema) -> str:
    """How far the request may be sent again by itself."""
    if method == "get" or name in LOOKS_ONLY:
        return "reads"
    return "keyed" if "Idempotency-Key" in given else "changes"


def _answer(operation: Schema, types: Types) -> str:
    kinds = [
        types.of(content["schema"]) if kind.endswith("json") else "str"
        for status, answer in operation["responses"].items()
        if status.startswith("2")
        for kind, content in answer.get("content", {}).items()
    ]
    if any(status == "204" for status in operation["responses"]):
        kinds.append("None")
    return union(iter(kinds))


def commands(document: Schema, types: Types) -> Iterator[str]:
    """A method for each command, with the members that it has in any of the games."""
    by_type: dict[str, list[Any]] = {}
    for game in document["components"]["schemas"]["Command"]["anyOf"]:
        for kind, reference in types.resolved(game)["discriminator"]["mapping"].items():
            by_type.setdefault(kind, []).append(types.resolved({"$ref": reference}))
    for kind, forms in sorted(by_type.items()):
        yield _command(kind, forms, types)


def _command(kind: str, forms: list[Any], types: Types) -> str:
    members = dict.fromkeys(it for form in forms for it in form["properties"] if it != "type")
    parameters = {it: f"new_{it}" if it in OPTIONS else it for it in members}
    needed, others = [], []
    for member in members:
        having = [form for form in forms if member in form["properties"]]
        told = union(types.of(form["properties"][member]) for form in having)
        if all(member in form.get("required", ()) for form in forms):
            needed.append(f"{parameters[member]}: {told}")
        else:
            others.append(f"{parameters[member]}: {told.removesuffix(' | None')} | None = None")
    takes = ", ".join(["self", *needed, *["*"] * bool(others), *others, "**options: Unpack[Options]"])
    told = sorted({form["description"].partition("\n\n")[0].replace("``", "`") for form in forms}, key=len)
    inside = ", ".join(f"{it!r}: {parameter}" for it, parameter in parameters.items())
    return (
        f'    def {snake(kind)}({takes}) -> Done:\n        """{told[-1]}"""\n'
        f"        return self._do(_body({kind!r}, {{{inside}}}, options))"
    )
