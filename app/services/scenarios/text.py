"""A scenario's text, YAML or JSON, as a document that knows the line of each of its parts.

YAML is read by the core schema of YAML 1.2: only ``true`` and ``false`` are booleans, so that the answer
``no`` stays a word, and ``12E`` or ``1:30`` are words too.
"""

import re
from collections.abc import Mapping
from typing import TypeAlias

import yaml
from pydantic import JsonValue

from app.values import value

Path: TypeAlias = tuple[str | int, ...]

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_DIGITS = 9

_TAG = "tag:yaml.org,2002:"


class UnreadableText(Exception):
    """Neither YAML nor JSON from ``line`` on."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@value
class Written:
    """A document as it was written down; lines count from 1."""

    document: JsonValue
    lines: Mapping[Path, int]

    def line_of(self, pointer: str) -> int:
        """The line of what the JSON ``pointer`` names, or of the nearest part around it that is there."""
        path: list[str | int] = []
        for part in pointer.split("/")[1:]:
            word = part.replace("~1", "/").replace("~0", "~")
            nearer: list[Path] = [(*path, word)]
            if word.isdecimal():
                nearer.append((*path, int(word)))
            found = next((place for place in nearer if place in self.lines), None)
            if found is None:
                break
            path = list(found)
        return self.lines[tuple(path)]


class _CoreSchema(yaml.SafeLoader):
    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 — PyYAML's own


class _Careful(yaml.SafeDumper):
    """Quotes every word that either version of YAML could take for something else."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 — PyYAML's own
        return True


for _name, _pattern, _first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
):
    for _schema in (_CoreSchema, _Careful):
        _schema.add_implicit_resolver(_TAG + _name, re.compile(_pattern), _first)


def as_yaml(document: object) -> str:
    """``document`` as a text that `read_text` reads back."""
    return yaml.dump(
        document, Dumper=_Careful, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
    )


def read_text(text: str, *, is_json: bool = False) -> Written:
    """Parse one document; raises UnreadableText. JSON may be indented with tabs, which YAML may not."""
    try:
        root = yaml.compose(text.replace("\t", " ") if is_json else text, Loader=_CoreSchema)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UnreadableText(mark.line + 1 if mark else 1, f"{error.problem or error.context}.") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise UnreadableText(line, "a character that may not stand in a text.") from None
    except RecursionError:
        raise UnreadableText(1, f"nested deeper than {MAX_DEPTH} levels.") from None
    if root is None:
        raise UnreadableText(1, "the file is empty.")
    lines: dict[Path, int] = {}
    return Written(_Reading(lines).value(root, (), root.start_mark.line + 1), lines)


class _Reading:
    def __init__(self, lines: dict[Path, int]) -> None:
        self._lines = lines

    def value(self, node: yaml.Node, path: Path, line: int) -> JsonValue:
        if len(path) > MAX_DEPTH:
            raise UnreadableText(line, f"nested deeper than {MAX_DEPTH} levels.")
        if len(self._lines) >= MAX_NODES:
            raise UnreadableText(line, f"more than {MAX_NODES} values.")
        self._lines[path] = line
        match node:
            case yaml.MappingNode():
                return self._mapping(node, path)
            case yaml.SequenceNode():
                return [
                    self.value(item, (*path, index), item.start_mark.line + 1)
                    for index, item in enumerate(node.value)
                ]
            case _:
                return _scalar(node, line)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> JsonValue:
        document: dict[str, JsonValue] = {}
        for key, item in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise UnreadableText(line, "a key must be a word.")
            if key.value in document:
                first = self._lines[(*path, key.value)]
                raise UnreadableText(line, f"«{key.value}» is given twice, first in line {first}.")
            document[key.value] = self.value(item, (*path, key.value), line)
        return document


def _scalar(node: yaml.Node, line: int) -> JsonValue:
    text: str = node.value
    match node.tag.removeprefix(_TAG):
        case "str":
            return _joined(text)
        case "null":
            return None
        case "bool":
            return text.lower() == "true"
        case "int" | "float" if len(text) <= MAX_DIGITS:
            number = float(text)
            return int(number) if number.is_integer() else number
        case "int" | "float":
            raise UnreadableText(line, f"the number {text} is longer than {MAX_DIGITS} characters.")
        case tag:
            raise UnreadableText(line, f"the tag {tag} has no place in a scenario.")


def _joined(text: str) -> str:
    """JSON writes characters beyond 16 bits as two halves."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
