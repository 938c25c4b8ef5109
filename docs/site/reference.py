"""Reference pages made from what the code, the tables and the tests say, so that none is out of date.

Any: OpenAPI, and types of every game.
"""

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_args

from app.config import Settings
from app.persistence.packs.pack_files import read_folder
from app.rules.registry import RULESETS
from app.shipped import shipped_packs
from tests.coverage_rules import citations

ROOT = Path(__file__).resolve().parents[2]
VERBS = ("get", "post", "put", "patch", "delete")


def pages() -> Iterator[tuple[str, str]]:
    """Each page's name and text."""
    yield "api", api(json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8")))
    yield "events", events()
    yield "rules-and-what-shows-them", rules()
    yield "table-statistics", tables()
    yield "options-and-settings", options()
    yield "python-client", python_client()


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown; a line break or an upright stroke in a cell would end it."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: object) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")


def page(title: str, *parts: str) -> str:
    return "\n\n".join((f"# {title}", *parts)) + "\n"


def api(document: Any) -> str:
    """Every endpoint by its topic: what it does, its parameters, and its answers."""
    parts: list[str] = []
    shared = document["components"]["responses"]
    for tag in document["tags"]:
        parts += [f"## {tag['name'].capitalize()}", tag.get("description", "")]
        for path, verbs in document["paths"].items():
            for verb in VERBS:
                if verb in verbs and verbs[verb]["tags"][0] == tag["name"]:
                    parts += _endpoint(f"{verb.upper()} {path}", verbs[verb], shared)
    about = "Made from `openapi.json`, which a server has at `/openapi.json` and, to be tried, at `/docs`."
    return page("API", about, *filter(None, parts))


def _endpoint(name: str, said: Any, shared: Any) -> Iterator[str]:
    yield f"### `{name}`"
    yield f"**{said['summary']}**"
    yield said.get("description", "")
    parameters = [one for one in said.get("parameters", ()) if "name" in one]
    if parameters:
        rows = ((f"`{one['name']}`", one["in"], one.get("description", "")) for one in parameters)
        yield table(("parameter", "in", "meaning"), rows)
    answers = (
        (code, shared.get(answer.get("$ref", "").rpartition("/")[2], answer).get("description", ""))
        for code, answer in said["responses"].items()
    )
    yield table(("status", "answer"), answers)


def events() -> str:
    """Every event of every game with what its class says of it and of its fields."""
    parts = [
        "What can happen in a fight, by game. Of each event these are the members of its `payload`; "
        "they are the same in the log, in streams and in webhooks."
    ]
    told: dict[Any, list[str]] = {}
    for game in RULESETS.values():
        told.setdefault(game.event, []).append(game.name)
    for union, names in told.items():
        parts.append(f"## {' and '.join(names)}")
        for kind in get_args(union):
            type_ = next(part.default for part in fields(kind) if part.name == "type")
            said = inspect.getdoc(kind) or ""
            is_made = said.startswith(f"{kind.__name__}(")  # by `dataclass`, of a class without a docstring
            parts += [f"### `{type_}`", "" if is_made else said]
            if members := [part for part in fields(kind) if part.name != "type"]:
                of_field = field_docs(kind)
                rows = (
                    (f"`{part.name}`", f"`{_type(part.type)}`", of_field.get(part.name, ""))
                    for part in members
                )
                parts.append(table(("member", "type", "meaning"), rows))
    return page("Events", *filter(None, parts))


def _type(hint: Any) -> str:
    """A type as its field has it, without the modules that its names are from."""
    text = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
    return re.sub(r"(?:\w+\.)+", "", text)


@cache
def field_docs(kind: Any) -> dict[str, str]:
    """The texts that stand below the fields of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    said: dict[str, str] = {}
    for member, text in zip(body.body, body.body[1:], strict=False):
        match member, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str() as words)):
                said[name] = words
            case _:
                pass
    return said


def rules() -> str:
    """Every statement with the scenarios and tests that show it."""
    rows = (
        (
            f"`{rule}`",
            ", ".join(sorted(cited.own | cited.only_named)),
            len(cited.scenarios),
            ", ".join(sorted(cited.tests)),
        )
        for rule, cited in citations().items()
    )
    about = (
        "Each statement of the rules with the scenarios named after it, how many others expect it in their "
        "trace, and the tests that cite it. `make coverage-rules` names the others too."
    )
    return page("Rules and what shows them", about, table(("rule", "its scenarios", "others", "tests"), rows))


def tables() -> str:
    """How many rows each table of the packs has; of attack tables what they do to each armour type."""
    parts = ["Counted from the table packs that are delivered. Figures of attack tables are hits."]
    for folder in shipped_packs():
        document: Any = read_folder(folder)
        about = document.pop("pack")
        parts.append(f"## {about['title']} ({about['id']} {about['version']})")
        attack = document.pop("attack", {})
        counts = ((f"`{name}`", len(content)) for name, content in document.items())
        parts.append(table(("table", "entries"), counts))
        if attack:
            parts.append("### Attack tables")
            parts.append(_attack_tables(attack))
    return page("Table statistics", *parts)


def _attack_tables(attack: Any) -> str:
    """By table: its rows, the most hits, the first row with a critical; of no armour and the heaviest."""
    rows: list[tuple[object, ...]] = []
    for name, one in sorted(attack.items()):
        columns = [[row["cells"][at] for row in one["rows"]] for at in (0, 9)]
        firsts = [
            next(
                (row["from"] for row, cell in zip(one["rows"], cells, strict=True) if cell[-1].isalpha()), "–"
            )
            for cells in columns
        ]
        most = [max(int(cell.rstrip("ABCDE")) for cell in cells) for cells in columns]
        span = f"{one['rows'][0]['from']}–{one['rows'][-1]['to']}"
        rows.append((f"`{name}`", span, *most, *firsts))
    heads = (
        "table",
        "rows",
        "most hits, type 1",
        "most hits, type 10",
        "first critical, 1",
        "first critical, 10",
    )
    return table(heads, rows)


def options() -> str:
    """The options of an encounter by game, and the settings of a server."""
    parts = ["## Options of an encounter"]
    told: dict[Any, list[str]] = {}
    for game in RULESETS.values():
        told.setdefault(game.options, []).append(game.name)
    for kind, names in told.items():
        said = field_docs(kind)
        rows = (
            (f"`{part.name}`", f"`{_type(part.type)}`", f"`{part.default}`", said.get(part.name, ""))
            for part in fields(kind)
        )
        parts += [f"### {' and '.join(names)}", table(("option", "values", "default", "meaning"), rows)]
    said = field_docs(Settings)
    rows = (
        (f"`{field.validation_alias or f'ESTOC_{name.upper()}'}`", _default(field), said.get(name, ""))
        for name, field in Settings.model_fields.items()
    )
    parts += ["## Settings of a server", table(("variable", "default", "meaning"), rows)]
    return page("Options and settings", *parts)


def _default(field: Any) -> str:
    if field.default_factory is not None:
        return "see `estoc serve --help`"
    return "none" if field.default in (None, "") else f"`{field.default}`"


def python_client() -> str:
    """The public classes of the Python client with their methods, and its refusals."""
    parts = [
        "The synchronous half of `estoc-client`; with `Async` before its name each class has the same, "
        "to be awaited. An `Encounter` has beside these a method for each command of the games."
    ]
    package = ROOT / "clients" / "python" / "src" / "estoc_client"
    for name in ("_synchronous", "commands", "errors", "requests"):
        module = ast.parse((package / f"{name}.py").read_text("utf-8"))
        parts += [f"## {(ast.get_docstring(module) or name).splitlines()[0].rstrip('.')}"]
        parts += [text for part in module.body for text in _surface(part)]
    return page("Python client", *parts)


def _surface(part: ast.AST) -> Iterator[str]:
    """A class or function that callers see, with its signature and docstring."""
    match part:
        case ast.ClassDef(name=name) if not name.startswith("_"):
            yield f"### `{name}`"
            yield _said(part)
            for inside in part.body:
                if isinstance(inside, ast.FunctionDef) and not inside.name.startswith("_"):
                    yield f"- {_signature(inside)}: {' '.join(_said(inside).split())}".removesuffix(": ")
        case ast.FunctionDef(name=name) if not name.startswith("_"):
            yield f"- {_signature(part)}: {' '.join(_said(part).split())}"
        case _:
            pass


def _said(part: ast.ClassDef | ast.FunctionDef) -> str:
    return ast.get_docstring(part) or ""


def _signature(part: ast.FunctionDef) -> str:
    is_property = any(isinstance(it, ast.Name) and it.id == "property" for it in part.decorator_list)
    if is_property:
        return f"`{part.name}`"
    return f"`{part.name}({ast.unparse(part.args).removeprefix('self, ').removeprefix('self')})`"
