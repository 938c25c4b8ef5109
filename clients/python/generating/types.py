"""Types of Python for the schemas of the contract: answers and bodies as TypedDicts."""

from collections.abc import Iterator
from keyword import iskeyword
from typing import Any

Schema = Any
"""Any: a JSON Schema."""

PREFIX = "#/components/schemas/"
OPAQUE = {"Command": "dict[str, Any]", "ScenarioJsonValue": "Any"}
"""A command is made by the methods of `commands.py`, which have its members as parameters."""
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Types:
    """The schemas of a document by name, and those that were asked for."""

    def __init__(self, document: Schema) -> None:
        self._schemas: dict[str, Schema] = document["components"]["schemas"]
        self._document = document
        self._wanted: list[str] = []

    def of(self, schema: Schema) -> str:
        """The type as an expression; whatever it names will be in `models`."""
        match schema:
            case {"$ref": reference}:
                return self._named(reference.removeprefix(PREFIX))
            case {"anyOf": parts} | {"oneOf": parts}:
                return union(self.of(part) for part in parts)
            case {"const": one}:
                return f"Literal[{one!r}]"
            case {"enum": several}:
                return f"Literal[{', '.join(map(repr, several))}]"
            case {"format": "binary"}:
                return "bytes"
            case {"type": "array"}:
                return f"list[{self.of(schema.get('items', {}))}]"
            case {"type": "object", "additionalProperties": dict(values)}:
                return f"dict[str, {self.of(values)}]"
            case {"type": "object"}:
                return "dict[str, Any]"
            case {"type": kind}:
                return PLAIN[kind]
        return "Any"

    def _named(self, name: str) -> str:
        if name in OPAQUE:
            return OPAQUE[name]
        if name not in self._wanted:
            self._wanted.append(name)
        return name

    def resolved(self, part: Schema) -> Schema:
        """What a reference to anything in the document leads to; anything else as it is."""
        while "$ref" in part:
            found = self._document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            part = found
        return part

    def names(self) -> list[str]:
        """Of every schema."""
        return list(self._schemas)

    def definitions(self) -> Iterator[str]:
        """Every type asked for, and those that these need, by name."""
        written: dict[str, str] = {}
        for name in self._wanted:  # grows while they are written
            written[name] = self._definition(name)
        plain = sorted(name for name in written if not written[name].startswith(f"{name} = "))
        yield from (written[name] for name in plain)
        yield from (written[name] for name in sorted(written.keys() - set(plain), key=self._depth))

    def _depth(self, name: str) -> tuple[bool, str]:
        """A union stands after the aliases that it names, which are resolved where they stand."""
        return "properties" not in self._schemas[name], name

    def _definition(self, name: str) -> str:
        schema = self._schemas[name]
        if "properties" not in schema:
            return f"{name} = {quoted(self.of(schema))}"
        required = schema.get("required", ())
        members = {
            member: self.of(part) if member in required else f"NotRequired[{self.of(part)}]"
            for member, part in schema["properties"].items()
        }
        if any(map(iskeyword, members)):
            inside = ", ".join(f"{member!r}: {kind!r}" for member, kind in members.items())
            return f"{name} = TypedDict({name!r}, {{{inside}}})"
        lines = [f"{it}: {kind}" for it, kind in members.items()] or ["pass"]
        return "\n    ".join([f"class {name}(TypedDict):", *lines])


def union(kinds: Iterator[str]) -> str:
    """Each once, None last."""
    several = list(dict.fromkeys(kinds))
    if "Any" in several:
        return "Any"
    literals = [kind.removeprefix("Literal[")[:-1] for kind in several if kind.startswith("Literal[")]
    if len(literals) > 1:
        said = list(dict.fromkeys(", ".join(literals).split(", ")))
        several = [f"Literal[{', '.join(said)}]", *(it for it in several if not it.startswith("Literal["))]
    return " | ".join(sorted(several, key=lambda kind: kind == "None"))


def quoted(kind: str) -> str:
    """As a forward reference: what it names may stand further down."""
    return f"Union[{', '.join(map(repr, kind.split(' | ')))}]" if " | " in kind else kind
