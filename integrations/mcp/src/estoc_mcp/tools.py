"""A tool for each command of the encounter's game, with its members and sentence in the contract."""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias

from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import WithJsonSchema

Schema: TypeAlias = Any
"""Any: a JSON Schema."""
Act: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[str]]

DICE = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "Dice that fell on the table.",
}
OF_OTHERS = frozenset({"sync"})
"""Commands that whole tables are brought in line with, which nobody says in words."""

LEFT_OUT = frozenset(
    {"maxLength", "minLength", "format", "minimum", "maximum", "maxItems", "minItems", "maxProperties"}
    | {"title", "discriminator", "default", "additionalProperties"}
)
"""What of a schema an assistant need not read: the server checks it."""
ANY_OBJECT = {"sheet": {"type": "object", "description": "A sheet of the game."}}
"""Members that would be longer than all the others."""


def command_tools(schema: Schema, act: Act, only: frozenset[str] = frozenset()) -> Iterator[Tool]:
    """A tool for each command in the schema of a ruleset, or for each of ``only``."""
    for kind, reference in sorted(schema["discriminator"]["mapping"].items()):
        if kind not in OF_OTHERS and (not only or kind in only):
            yield _command_tool(kind, _inlined({"$ref": reference}, schema["$defs"]), act)


def _command_tool(kind: str, command: Schema, act: Act) -> Tool:
    members = {name: part for name, part in command["properties"].items() if name != "type"}
    required = command.get("required", ())

    async def run(**given: Any) -> str:
        said = {name: value for name, value in given.items() if name != "dice" and value is not None}
        body: dict[str, Any] = {"command": {"type": kind, **said}}
        if given.get("dice"):
            body["dice"] = given["dice"]
        return await act(body)

    parameters = [_parameter(name, part, is_required=name in required) for name, part in members.items()]
    parameters.append(_parameter("dice", DICE, is_required=False))
    signature = inspect.Signature(parameters, return_annotation=str)
    run.__signature__ = signature  # type: ignore[attr-defined] — read instead of `**given`
    told = command.get("description", kind).partition("\n\n")[0].replace("``", "`")
    hints = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)
    return Tool.from_function(run, name=kind, description=told, annotations=hints, structured_output=False)


def _parameter(name: str, schema: Schema, *, is_required: bool) -> inspect.Parameter:
    """The server checks what is given: its refusals say what is wrong and where."""
    default = inspect.Parameter.empty if is_required else None
    kind = Annotated[Any, WithJsonSchema(schema)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _inlined(schema: Schema, definitions: Mapping[str, Schema], depth: int = 2) -> Schema:
    """The schema without references and `null`; what is nested deeper than ``depth`` is any object."""
    match schema:
        case {"$ref": reference}:
            if depth == 0:
                return {"type": "object"}
            return _inlined(definitions[reference.rpartition("/")[2]], definitions, depth - 1)
        case {"anyOf": [kind, {"type": "null"}], **more}:
            return _inlined({**kind, **more}, definitions, depth)
        case {"properties": properties, **more}:
            members = {
                **properties,
                **{name: kind for name, kind in ANY_OBJECT.items() if name in properties},
            }
            inlined = {name: _inlined(part, definitions, depth) for name, part in members.items()}
            return {**_inlined(more, definitions, depth), "properties": inlined}
        case dict():
            kept = {name: part for name, part in schema.items() if name not in LEFT_OUT}
            return {name: _inlined(part, definitions, depth) for name, part in kept.items()}
        case list():
            return [_inlined(part, definitions, depth) for part in schema]
    return schema
