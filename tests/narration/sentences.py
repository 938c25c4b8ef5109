"""The sentences of the source, read from its syntax: each with its code, its way and what it is made of."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

APP = Path(__file__).parents[2] / "app"


@dataclass(frozen=True)
class Sentence:
    """One English text of a refusal; ``key`` is its code, with its way where it has one."""

    at: str
    key: str
    text: str
    params: frozenset[str]


@dataclass(frozen=True)
class _Scope:
    """Where a call stands: its function's parameters as some caller gives them, and its assignments."""

    given: Mapping[str, ast.expr]
    assigned: Mapping[str, ast.expr]

    def value(self, node: ast.expr | None) -> ast.expr | None:
        while isinstance(node, ast.Name):
            found = self.assigned.get(node.id) or self.given.get(node.id)
            if found is None or found is node:
                return node
            node = found
        return node


def sentences(makers: frozenset[str], *, folder: str) -> Iterator[Sentence]:
    """What the calls of ``makers`` under ``folder`` say: ``Maker(code, text, …, params)``."""
    for source in sorted((APP / folder).rglob("*.py")):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        for part in _parts(tree):
            yield from _of_part(str(source.relative_to(APP)), tree, part, makers)


def _parts(tree: ast.Module) -> Iterator[ast.stmt]:
    """The functions, and what stands outside of any."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
    yield from (node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign))


def _of_part(at: str, tree: ast.Module, part: ast.stmt, makers: frozenset[str]) -> Iterator[Sentence]:
    assigned = dict(_assigned(part))
    for call in ast.walk(part):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in makers:
            for scope in _scopes(tree, part, assigned, call):
                yield from _said(f"{at}:{call.lineno}", call, scope)


def _assigned(function: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                yield name, value
            case ast.Assign(targets=[ast.Tuple(names)], value=ast.Tuple(values)):
                for name, value in zip(names, values, strict=False):
                    if isinstance(name, ast.Name):
                        yield name.id, value
            case _:
                pass


def _scopes(
    tree: ast.Module, part: ast.stmt, assigned: Mapping[str, ast.expr], call: ast.Call
) -> Iterator[_Scope]:
    """One where the call says everything itself; where a caller gives the code, one for each caller."""
    code = _Scope({}, assigned).value(call.args[0])
    if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) or not isinstance(code, ast.Name):
        yield _Scope({}, assigned)
        return
    names = [argument.arg for argument in part.args.args]
    for other in ast.walk(tree):
        if isinstance(other, ast.Call) and isinstance(other.func, ast.Name) and other.func.id == part.name:
            given = dict(zip(names, other.args, strict=False))
            yield _Scope(given | {it.arg: it.value for it in other.keywords if it.arg}, assigned)


def _said(at: str, call: ast.Call, scope: _Scope) -> Iterator[Sentence]:
    text = scope.value(call.args[1])
    assert isinstance(text, ast.Constant), f"{at}: the text is not written out"
    given = [it.value for it in call.keywords if it.arg == "params"] or call.args[3:4]
    params = dict(_params(given[0], scope)) if given else {}
    way = params.pop("way", None)
    for code in _codes(at, scope.value(call.args[0])):
        yield Sentence(at, code if way is None else f"{code}.{way}", str(text.value), frozenset(params))


def _codes(at: str, code: ast.expr | None) -> Iterator[str]:
    match code:
        case ast.Constant(str() as written):
            yield written
        case ast.JoinedStr([ast.Constant(str() as start), ast.FormattedValue()]):
            yield f"{start}*"
        case _:
            raise AssertionError(f"{at}: the code is not written out")


def _params(node: ast.expr, scope: _Scope) -> Iterator[tuple[str, str]]:
    """The names of parameters with their values where those are written out."""
    known = scope.value(node)
    if not isinstance(known, ast.Tuple):
        return
    for pair in known.elts:
        if isinstance(pair, ast.Starred):
            yield from _params(pair.value, scope)
        elif isinstance(pair, ast.Tuple) and isinstance(pair.elts[0], ast.Constant):
            value = pair.elts[1]
            yield str(pair.elts[0].value), str(value.value) if isinstance(value, ast.Constant) else ""


def refusals(codes: Mapping[str, str]) -> Iterator[Sentence]:
    """What the errors say that are raised anywhere, ``codes`` being those of each class, and what is said
    to be wrong in a document where the code is written out.
    """
    for source in sorted(APP.rglob("*.py")):
        at = str(source.relative_to(APP))
        if at.startswith(("cli/", "services/scenarios/")):
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Problem"), args=[_, ast.Constant(str() as code), text, *rest]):
                    params = dict(_params(rest[0], _Scope({}, {}))) if rest else {}
                    yield _keyed(f"{at}:{node.lineno}", code, text, params)
                case ast.Call(func=ast.Name(name), args=[text, *_]) if name in codes:
                    given = {
                        it.arg: str(it.value.value) if isinstance(it.value, ast.Constant) else ""
                        for it in node.keywords
                        if it.arg
                    }
                    yield _keyed(f"{at}:{node.lineno}", codes[name], text, given)
                case _:
                    pass


def _keyed(at: str, code: str, text: ast.expr, params: dict[str, str]) -> Sentence:
    way = params.pop("way", None)
    written = text.value if isinstance(text, ast.Constant) else ""
    return Sentence(at, code if way is None else f"{code}.{way}", str(written), frozenset(params))
