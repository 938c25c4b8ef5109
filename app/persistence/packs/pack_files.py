"""A table pack as a folder of JSON files, one for each printed table, and as one document.

The document mirrors the folder: `weapons.json` is its member `weapons`, `attack/bows.json` the member
`bows` of its member `attack`.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, cast

from app.rules.common.tables import InvalidPack, Problem
from app.values import value

Document: TypeAlias = dict[str, object]


@value
class PackKey:
    """One version of a table pack, and the hash of its document."""

    ruleset: str
    id: str
    version: str
    hash: str


def document_hash(document: Mapping[str, object]) -> str:
    """SHA-256 of the document, whatever the order of its members."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode("ascii")).hexdigest()


def read_folder(folder: Path) -> Document:
    """The document of a pack's folder. Raises `InvalidPack` naming every file that cannot be read."""
    document: Document = {}
    problems: list[Problem] = []
    for file in sorted(folder.glob("*.json")) + sorted(folder.glob("*/*.json")):
        place = document
        if file.parent != folder:
            place = cast(Document, document.setdefault(file.parent.name, {}))
        try:
            place[file.stem] = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_members)
        except (ValueError, RecursionError) as unreadable:
            path = file.relative_to(folder).with_suffix("").as_posix()
            problems.append(Problem(f"/{path}", str(unreadable)))
    if not document:
        problems.append(Problem("/", f"no table in the folder {folder}"))
    if problems:
        raise InvalidPack(problems)
    return document


def read_pack_at(path: Path) -> Document:
    """The document of a pack's folder, or of one JSON file with all of it. Raises `InvalidPack`."""
    if path.is_dir():
        return read_folder(path)
    try:
        document = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_members)
    except (OSError, ValueError, RecursionError) as unreadable:
        raise InvalidPack([Problem("/", str(unreadable))]) from None
    if not isinstance(document, dict):
        raise InvalidPack([Problem("/", "must be an object")])
    return cast(Document, document)


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object's members; a name given twice would silently lose the first."""
    members: dict[str, object] = {}
    for name, member in pairs:
        if name in members:
            raise ValueError(f"the member “{name}” is given twice")
        members[name] = member
    return members


def write_folder(document: Mapping[str, object], folder: Path) -> None:
    """Write the document as a pack's folder, laid out as the seed is: one printed row a line."""
    for name, table in document.items():
        files = {name: table}
        if name in ("attack", "critical"):
            files = {f"{name}/{each}": part for each, part in cast(Document, table).items()}
        for path, content in files.items():
            file = folder / f"{path}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(layout(content), encoding="utf-8")


def place_in_folder(problem: Problem, folder: Path) -> tuple[Path, str]:
    """The file that a problem is in and the place inside that file."""
    if folder.is_file():
        return folder, problem.path
    parts = problem.path.strip("/").split("/")
    if parts == [""]:
        return folder, "/"
    file = Path(f"{parts[0]}.json")
    if (folder / parts[0]).is_dir():
        file = Path(parts[0], f"{parts[1]}.json") if len(parts) > 1 else Path(parts[0])
    return folder / file, "/" + "/".join(parts[len(file.parts) :])


def layout(table: object) -> str:
    """A table's JSON text: rows, entries and records one a line, so that a change shows as its line."""
    return _lines(table, "", spread=True) + "\n"


_SPREAD = frozenset({"rows", "entries", "columns"})


def _lines(value: object, margin: str, *, spread: bool) -> str:
    inner = margin + "  "
    if isinstance(value, dict) and value and spread:
        members = cast(Document, value)
        lines = [
            f"{json.dumps(name)}: {_lines(member, inner, spread=name in _SPREAD or _is_tall(member))}"
            for name, member in members.items()
        ]
        brackets = "{}"
    elif isinstance(value, list) and value and spread:
        lines = [_lines(item, inner, spread=_is_tall(item)) for item in cast("list[object]", value)]
        brackets = "[]"
    else:
        return json.dumps(value, ensure_ascii=False)
    body = ",\n".join(inner + line for line in lines)
    return f"{brackets[0]}\n{body}\n{margin}{brackets[1]}"


def _is_tall(value: object) -> bool:
    """Whether a value needs more than one line where its parent is spread."""
    if isinstance(value, list):
        return any(isinstance(item, dict) for item in cast("list[object]", value))
    return isinstance(value, dict) and not _SPREAD.isdisjoint(cast(Document, value))
