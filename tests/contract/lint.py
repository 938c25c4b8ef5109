"""Lints of docs/openapi.json: ``python -m tests.contract.lint`` names each fault and ends with 1 for any.

The rules are those of Spectral's `oas` ruleset that redocly has not, and of the OWASP API security ruleset
(2023) for OpenAPI 3.1. What is excepted is excepted for the reason beside it. Not kept: a contact (whoever
runs a server is the one to write to), `string-restricted` (names are free texts; ids are looked up).
Limits belong to what is sent: on answers they would guard nobody, and each could be outgrown one day.
Any: JSON.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator

from tests.contract.places import DOCUMENT

Json: TypeAlias = dict[str, Any]

METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
ANYBODYS = {
    "/v1/ping", "/livez", "/readyz", "/problems", "/problems/{code}", "/verify.html", "/link",
}  # fmt: skip
"""What answers anybody: whether the service lives, what its problems mean, pages without anything in them."""
WITHOUT_A_TOKEN = {"/v1/device-authorizations", "/v1/device-tokens"}
"""Whoever has no token yet asks for one; a code of its own guards what is fetched."""
UNCOUNTED = {"/livez", "/readyz", "/v1/ping"}
"""What a load balancer or a module asks all day is not counted."""
RATE_LIMITING = {
    "ratelimit", "x-ratelimit-limit", "x-rate-limit-limit", "ratelimit-limit", "ratelimit-reset",
}  # fmt: skip
CREDENTIALS = re.compile(
    r"client_?secret|token|access_?token|refresh_?token|id_?token|password|secret|api-?key", re.I
)
IDS = re.compile(r"^id$|(_id|Id|-id)$")
ENVIRONMENTS = re.compile(r"local|sandbox|alpha|beta|test|stag|prod|next|preprod", re.I)
FORWARDED = re.compile(r"callback|redirect|^(url|uri)$|_(url|uri)$", re.I)
_NAMED = ("properties", "patternProperties", "$defs", "dependentSchemas")
_LISTED = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = (
    "items", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "not",
    "if", "then", "else",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation with its parameters and answers, references followed."""

    path: str
    method: str
    spoken: Json
    parameters: list[Json]
    responses: dict[str, Json]

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


class Document:
    """An OpenAPI document, each part walked once however often it is referred to."""

    def __init__(self, raw: Json) -> None:
        self.raw = raw

    def follow(self, part: Json) -> Json:
        """What ``part`` refers to, or itself."""
        while "$ref" in part:
            target: Any = self.raw
            for step in part["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            part = target
        return part

    @cached_property
    def operations(self) -> list[Operation]:
        return [
            Operation(
                path,
                method,
                item[method],
                [
                    self.follow(it)
                    for it in (*item.get("parameters", ()), *item[method].get("parameters", ()))
                ],
                {status: self.follow(it) for status, it in item[method].get("responses", {}).items()},
            )
            for path, item in self.raw["paths"].items()
            for method in METHODS
            if method in item
        ]

    @cached_property
    def sent(self) -> dict[str, Json]:
        """Every schema of what is sent, but for headers, by its place."""
        found: dict[str, Json] = {}
        seen: set[int] = set()
        for operation in self.operations:
            for parameter in operation.parameters:
                if parameter["in"] != "header":
                    self._walk(parameter.get("schema", {}), f"{operation} {parameter['name']}", found, seen)
            body = self.follow(operation.spoken.get("requestBody", {}))
            for media in body.get("content", {}).values():
                self._walk(media.get("schema", {}), f"{operation} body", found, seen)
        return found

    @cached_property
    def schemas(self) -> dict[str, Json]:
        """Every schema of the document, by its place."""
        found = dict(self.sent)
        seen = {id(schema) for schema in found.values()}
        for operation in self.operations:
            for parameter in operation.parameters:
                self._walk(parameter.get("schema", {}), f"{operation} {parameter['name']}", found, seen)
            for status, response in operation.responses.items():
                for media in response.get("content", {}).values():
                    self._walk(media.get("schema", {}), f"{operation} {status}", found, seen)
        for name, schema in self.raw.get("components", {}).get("schemas", {}).items():
            self._walk(schema, name, found, seen)
        return found

    def _walk(self, schema: Json, at: str, found: dict[str, Json], seen: set[int]) -> None:
        waiting = [(at, schema)]
        while waiting:
            at, schema = waiting.pop()
            if "$ref" in schema:
                at, schema = schema["$ref"].rpartition("/")[2], self.follow(schema)
            if id(schema) in seen:
                continue
            seen.add(id(schema))
            found[at] = schema
            for name in _NAMED:
                waiting += [(f"{at}/{name}/{key}", part) for key, part in schema.get(name, {}).items()]
            for name in _LISTED:
                waiting += [(f"{at}/{name}/{index}", part) for index, part in enumerate(schema.get(name, ()))]
            waiting += [
                (f"{at}/{name}", schema[name]) for name in _SINGLE if isinstance(schema.get(name), dict)
            ]

    @property
    def schemes(self) -> dict[str, Json]:
        return self.raw.get("components", {}).get("securitySchemes", {})


Rule: TypeAlias = Callable[[Document], Iterator[object]]
"""Yields the place of every fault."""


def is_of(schema: Json, kind: str) -> bool:
    said = schema.get("type")
    return kind in said if isinstance(said, list) else said == kind


def _limited(kind: str, *limits: str) -> Rule:
    def rule(document: Document) -> Iterator[object]:
        for at, schema in document.sent.items():
            has_values = kind != "array" and ("enum" in schema or "const" in schema)
            if is_of(schema, kind) and not has_values and not all(limit in schema for limit in limits):
                yield at

    return rule


def _answers(status: str, *excepted: set[str]) -> Rule:
    """Every operation describes what it answers with that status."""

    def rule(document: Document) -> Iterator[object]:
        for operation in document.operations:
            is_excepted = any(operation.path in paths for paths in excepted)
            if not is_excepted and not operation.responses.get(status, {}).get("content"):
                yield operation

    return rule


def _restricted(methods: tuple[str, ...], excepted: set[str]) -> Rule:
    """Every operation of those methods asks for a security scheme, and never makes it optional."""

    def rule(document: Document) -> Iterator[object]:
        for operation in document.operations:
            asked = operation.spoken.get("security", document.raw.get("security", []))
            if operation.method in methods and operation.path not in excepted and not (asked and all(asked)):
                yield operation

    return rule


def _operations_without(member: str) -> Rule:
    def rule(document: Document) -> Iterator[object]:
        return (operation for operation in document.operations if not operation.spoken.get(member))

    return rule


def _unlike(form: re.Pattern[str], *places: str) -> Rule:
    """No parameter in those places has a name of that form."""

    def rule(document: Document) -> Iterator[object]:
        for operation in document.operations:
            for parameter in operation.parameters:
                if parameter["in"] in places and form.search(parameter["name"]):
                    yield f"{operation} {parameter['name']}"

    return rule


def _texts(part: Any, at: str) -> Iterator[tuple[str, str]]:
    """Every text in Markdown, with its place."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name in ("description", "title") and isinstance(value, str):
                yield f"{at}/{name}", value
            elif name not in ("example", "examples"):
                yield from _texts(value, f"{at}/{name}")
    elif isinstance(part, list):
        for index, value in enumerate(part):
            yield from _texts(value, f"{at}/{index}")


def _free_of(form: str) -> Rule:
    def rule(document: Document) -> Iterator[object]:
        return (at for at, text in _texts(document.raw, "") if form in text)

    return rule


def tag_defined(document: Document) -> Iterator[object]:
    defined = {tag["name"] for tag in document.raw.get("tags", ())}
    return (
        operation
        for operation in document.operations
        if not defined.issuperset(operation.spoken.get("tags", ()))
    )


def info_description(document: Document) -> Iterator[object]:
    if not document.raw["info"].get("description"):
        yield "/info"


def duplicated_entry_in_enum(document: Document) -> Iterator[object]:
    for at, schema in document.schemas.items():
        if any(count > 1 for count in Counter(map(json.dumps, schema.get("enum", ()))).values()):
            yield at


def array_items(document: Document) -> Iterator[object]:
    for at, schema in document.schemas.items():
        if is_of(schema, "array") and not {"items", "prefixItems"} & schema.keys():
            yield at


def schema_example(document: Document) -> Iterator[object]:
    for at, schema in document.schemas.items():
        shown = [*schema.get("examples", ()), *([schema["example"]] if "example" in schema else ())]
        if shown:
            rooted = {**schema, "components": document.raw["components"]}
            if not all(map(Draft202012Validator(rooted).is_valid, shown)):
                yield at


def no_numeric_ids(document: Document) -> Iterator[object]:
    for operation in document.operations:
        for parameter in operation.parameters:
            schema = document.follow(parameter.get("schema", {}))
            if IDS.search(parameter["name"]) and is_of(schema, "integer"):
                yield f"{operation} {parameter['name']}"


def no_http_basic(document: Document) -> Iterator[object]:
    return (name for name, scheme in document.schemes.items() if scheme.get("scheme") == "basic")


def no_api_keys_in_url(document: Document) -> Iterator[object]:
    return (name for name, scheme in document.schemes.items() if scheme.get("in") in ("path", "query"))


def insecure_schemes(document: Document) -> Iterator[object]:
    return (
        name for name, scheme in document.schemes.items() if scheme.get("scheme") in ("negotiate", "oauth")
    )


def jwt_best_practices(document: Document) -> Iterator[object]:
    for name, scheme in document.schemes.items():
        is_jwt = scheme.get("type") == "oauth2" or scheme.get("bearerFormat", "").lower() == "jwt"
        if is_jwt and "RFC8725" not in scheme.get("description", ""):
            yield name


def short_lived_access_tokens(document: Document) -> Iterator[object]:
    for name, scheme in document.schemes.items():
        for flow in scheme.get("flows", {}).values():
            if "refreshUrl" not in flow:
                yield name


def no_unevaluated_properties(document: Document) -> Iterator[object]:
    for at, schema in document.schemas.items():
        if schema.get("unevaluatedProperties", False) is not False and "maxProperties" not in schema:
            yield at


def rate_limit(document: Document) -> Iterator[object]:
    for operation in document.operations:
        for status, response in operation.responses.items():
            headers = {name.lower() for name in response.get("headers", {})}
            if operation.path not in UNCOUNTED and status[0] in "24" and not headers & RATE_LIMITING:
                yield f"{operation} {status}"


def retry_after(document: Document) -> Iterator[object]:
    for operation in document.operations:
        if "429" in operation.responses and "Retry-After" not in operation.responses["429"].get(
            "headers", {}
        ):
            yield operation


def admin_security_unique(document: Document) -> Iterator[object]:
    def asked(operation: Operation) -> set[str]:
        return {name for one in operation.spoken.get("security", ()) for name in one}

    of_others = {name for it in document.operations if "admin" not in it.path for name in asked(it)}
    return (it for it in document.operations if "admin" in it.path and asked(it) & of_others)


def define_cors_origin(document: Document) -> Iterator[object]:
    for operation in document.operations:
        for status, response in operation.responses.items():
            if "Access-Control-Allow-Origin" not in response.get("headers", {}):
                yield f"{operation} {status}"


def no_server_http(document: Document) -> Iterator[object]:
    for server in document.raw.get("servers", ()):
        if server["url"].startswith("http:"):
            yield server["url"]


def define_error_validation(document: Document) -> Iterator[object]:
    return (it for it in document.operations if not {"400", "422", "4XX"} & it.responses.keys())


def inventory_access(document: Document) -> Iterator[object]:
    return (server["url"] for server in document.raw.get("servers", ()) if "x-internal" not in server)


def inventory_environment(document: Document) -> Iterator[object]:
    for server in document.raw.get("servers", ()):
        if not ENVIRONMENTS.search(server.get("description", "")):
            yield server["url"]


RULES: dict[str, Rule] = {
    "info-description": info_description,
    "operation-description": _operations_without("description"),
    "operation-tags": _operations_without("tags"),
    "operation-tag-defined": tag_defined,
    "duplicated-entry-in-enum": duplicated_entry_in_enum,
    "array-items": array_items,
    "no-eval-in-markdown": _free_of("eval("),
    "no-script-tags-in-markdown": _free_of("<script"),
    "oas3-valid-schema-example": schema_example,
    "api1-no-numeric-ids": no_numeric_ids,
    "api2-no-http-basic": no_http_basic,
    "api2-no-api-keys-in-url": no_api_keys_in_url,
    "api2-no-credentials-in-url": _unlike(CREDENTIALS, "path", "query"),
    "api2-auth-insecure-schemes": insecure_schemes,
    "api2-jwt-best-practices": jwt_best_practices,
    "api2-short-lived-access-tokens": short_lived_access_tokens,
    "api2-write-restricted": _restricted(("post", "put", "patch", "delete"), WITHOUT_A_TOKEN),
    "api2-read-restricted": _restricted(("get", "head"), ANYBODYS),
    "api3-no-unevaluatedProperties": no_unevaluated_properties,
    "api4-rate-limit": rate_limit,
    "api4-rate-limit-retry-after": retry_after,
    "api4-rate-limit-responses-429": _answers("429", UNCOUNTED),
    "api5-admin-security-unique": admin_security_unique,
    "api7-concerning-url-parameter": _unlike(FORWARDED, "query", "path"),
    "api8-define-cors-origin": define_cors_origin,
    "api8-no-server-http": no_server_http,
    "api8-define-error-validation": define_error_validation,
    "api8-define-error-responses-401": _answers("401", ANYBODYS, WITHOUT_A_TOKEN),
    "api8-define-error-responses-500": _answers("500"),
    "api9-inventory-access": inventory_access,
    "api9-inventory-environment": inventory_environment,
    "asked-array-limit": _limited("array", "maxItems"),
    "asked-integer-limit": _limited("integer", "format", "minimum", "maximum"),
    "asked-string-limit": _limited("string", "maxLength"),
}


def faults(raw: Json) -> list[str]:
    """Every fault of a document: the rule and the place."""
    document = Document(raw)
    return [f"{name}: {at}" for name, rule in RULES.items() for at in rule(document)]


def main() -> int:
    """0 where there is none."""
    found = faults(json.loads(DOCUMENT.read_text("utf-8")))
    print("\n".join(found) or f"{DOCUMENT.name}: no fault by {len(RULES)} rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
