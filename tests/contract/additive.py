"""What a new OpenAPI document breaks of an older one.

Allowed is what adds: operations, optional parameters and members, members of answers, values and kinds that
an answer may name (`docs/integrate/` asks callers to pass over what they do not know). Whoever sends what the
older document allowed must be understood, and must find in the answer what the older one promised.
Any: JSON.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from tests.contract.places import with_shared_in_place

Json: TypeAlias = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "patch")
_UPPER = ("maxLength", "maxItems", "maxProperties", "maximum")
_LOWER = ("minLength", "minItems", "minProperties", "minimum")
_KINDS = {"integer": {"integer"}, "number": {"integer", "number"}}


def breaks(old: Json, new: Json) -> Iterator[str]:
    """Every way in which ``new`` breaks ``old``, one line each."""
    old, new = with_shared_in_place(old), with_shared_in_place(new)
    comparison = _Comparison(old, new)
    for path, methods in old["paths"].items():
        for method in METHODS:
            if method in methods:
                where = f"{method.upper()} {path}"
                present = new["paths"].get(path, {}).get(method)
                if present is None:
                    yield f"{where}: gone"
                else:
                    yield from (
                        f"{where}: {fault}" for fault in comparison.operation(methods[method], present)
                    )


class _Comparison:
    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._under_way: set[tuple[str, str, str]] = set()

    def operation(self, old: Json, new: Json) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"operationId {old['operationId']} became {new['operationId']}"
        yield from self._parameters(old.get("parameters", []), new.get("parameters", []))
        yield from self._body(old.get("requestBody"), new.get("requestBody"))
        for status, answer in old["responses"].items():
            if int(status) < 400:
                yield from (
                    f"{status}{fault}" for fault in self._response(answer, new["responses"].get(status))
                )

    def _parameters(self, old: list[Json], new: list[Json]) -> Iterator[str]:
        before = {(each["in"], each["name"]): each for each in old}
        after = {(each["in"], each["name"]): each for each in new}
        for key, parameter in before.items():
            if key not in after:
                yield f"parameter {key[1]} is gone"
            else:
                faults = self.asked(parameter["schema"], after[key]["schema"], "")
                yield from (f"parameter {key[1]}{fault}" for fault in faults)
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"parameter {key[1]} is now required"

    def _body(self, old: Json | None, new: Json | None) -> Iterator[str]:
        if new is not None and new.get("required") and not (old and old.get("required")):
            yield "a body is now required"
        for media, content in (old or {}).get("content", {}).items():
            if new is None or media not in new["content"]:
                yield f"bodies of {media} are no longer taken"
            else:
                faults = self.asked(content["schema"], new["content"][media]["schema"], "")
                yield from (f"body{fault}" for fault in faults)

    def _response(self, old: Json, new: Json | None) -> Iterator[str]:
        if new is None:
            yield " is gone"
            return
        yield from (
            f" lost its header {name}" for name in old.get("headers", {}).keys() - new.get("headers", {})
        )
        for media, content in old.get("content", {}).items():
            if media not in new.get("content", {}):
                yield f" is no longer {media}"
            else:
                yield from self.answered(content["schema"], new["content"][media]["schema"], "")

    def asked(self, old: Json, new: Json, at: str) -> Iterator[str]:
        """What was allowed by ``old`` and is not by ``new``."""
        yield from self._once("asked", old, new, lambda was, now: self._asked(was, now, at))

    def answered(self, old: Json, new: Json, at: str) -> Iterator[str]:
        """What was promised by ``old`` and is not by ``new``."""
        yield from self._once("answered", old, new, lambda was, now: self._answered(was, now, at))

    def _once(
        self, way: str, old: Json, new: Json, compare: Callable[[Json, Json], Iterator[str]]
    ) -> Iterator[str]:
        """Compare what the references lead to; where a pair is being compared already, it is enough once."""
        pair = (way, old.get("$ref", ""), new.get("$ref", ""))
        if pair[1] and pair in self._under_way:
            return
        self._under_way.add(pair)
        found = list(compare(_resolved(self._old, old), _resolved(self._new, new)))
        self._under_way.discard(pair)
        yield from found

    def _asked(self, old: Json, new: Json, at: str) -> Iterator[str]:
        alternatives = _alternatives(new)
        if _alternatives(old) or alternatives:
            for form in _alternatives(old) or [old]:
                if form in alternatives:
                    yield from self.asked(form, form, at)
                elif all(any(self.asked(form, other, at)) for other in alternatives or [new]):
                    yield f"{at} no longer takes {_name(form)}"
            return
        yield from self._narrowed(old, new, at)
        required = set(new.get("required", ())) - set(old.get("required", ()))
        yield from (f"{at}/{name} is now required" for name in sorted(required))
        if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield f"{at} no longer takes other members"
        named = new.get("properties", {})
        for name, schema in old.get("properties", {}).items():
            if name in named:
                yield from self.asked(schema, named[name], f"{at}/{name}")
            elif new.get("additionalProperties") is False:
                yield f"{at}/{name} is gone"
        yield from self._inner(old, new, at, self.asked)

    def _narrowed(self, old: Json, new: Json, at: str) -> Iterator[str]:
        if new.get("type") and not _kinds(old) <= _kinds(new):
            yield f"{at} was {old.get('type', 'anything')} and is {new['type']}"
        if (values := _values(new)) is not None and not (_values(old) or {None}) <= values:
            yield f"{at} takes fewer values"
        for limit in _UPPER:
            if limit in new and old.get(limit, float("inf")) > new[limit]:
                yield f"{at} has a lower {limit}"
        for limit in _LOWER:
            if limit in new and old.get(limit, float("-inf")) < new[limit]:
                yield f"{at} has a higher {limit}"
        for form in ("pattern", "format"):
            if form in new and new[form] != old.get(form):
                yield f"{at} has another {form}"

    def _answered(self, old: Json, new: Json, at: str) -> Iterator[str]:
        before = _alternatives(old)
        if before or _alternatives(new):
            for form in _alternatives(new) or [new]:
                if form in before:
                    yield from self.answered(form, form, at)
                    continue
                is_new_kind = "discriminator" in old and "$ref" in form
                if not is_new_kind and all(any(self.answered(other, form, at)) for other in before or [old]):
                    yield f"{at} may now be {_name(form)}"
            return
        if old.get("type") and not _kinds(new) <= _kinds(old):
            yield f"{at} was {old['type']} and is {new.get('type', 'anything')}"
        if "const" in old and old["const"] != new.get("const"):
            yield f"{at} is no longer always {old['const']}"
        if "enum" in old and _values(new) is None:
            yield f"{at} may now be anything"
        named, required = new.get("properties", {}), set(new.get("required", ()))
        for name, schema in old.get("properties", {}).items():
            if name not in named:
                yield f"{at}/{name} is gone"
            else:
                if name in old.get("required", ()) and name not in required:
                    yield f"{at}/{name} may now be missing"
                yield from self.answered(schema, named[name], f"{at}/{name}")
        yield from self._inner(old, new, at, self.answered)

    def _inner(
        self, old: Json, new: Json, at: str, compare: Callable[[Json, Json, str], Iterator[str]]
    ) -> Iterator[str]:
        for key, step in (("items", "/*"), ("additionalProperties", "/*")):
            if isinstance(old.get(key), dict) and isinstance(new.get(key), dict):
                yield from compare(old[key], new[key], at + step)


def _resolved(document: Json, schema: Json) -> Json:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _alternatives(schema: Json) -> list[Json]:
    return schema.get("oneOf") or schema.get("anyOf") or []


def _kinds(schema: Json) -> set[str]:
    kinds = schema.get("type")
    if kinds is None:
        return {"anything"}
    return set().union(*(_KINDS.get(kind, {kind}) for kind in ([kinds] if isinstance(kinds, str) else kinds)))


def _values(schema: Json) -> set[Any] | None:
    if "const" in schema:
        return {schema["const"]}
    return set(schema["enum"]) if "enum" in schema else None


def _name(schema: Json) -> str:
    return schema.get("$ref", "").rpartition("/")[2] or str(schema.get("type", "anything"))
