"""The document is without fault, and each rule finds the document that breaks it."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.contract.lint import METHODS, RULES, Json, faults
from tests.contract.places import DOCUMENT

FIGHT = "/v1/encounters/{encounter_id}/actions"
WHOLE: Json = json.loads(DOCUMENT.read_text("utf-8"))


def test_the_document_is_without_fault() -> None:
    assert faults(WHOLE) == []


def act(document: Json) -> Json:
    return document["paths"][FIGHT]["post"]


def body(document: Json) -> Json:
    """The schema of what is sent to act, without references."""
    media = act(document)["requestBody"]["content"]["application/json"]
    media["schema"] = {"type": "object", "properties": {}}
    return media["schema"]["properties"]


def asks(document: Json, **parameter: Any) -> None:
    act(document).setdefault("parameters", []).append({"schema": {"type": "boolean"}, **parameter})


def answer(document: Json, status: str) -> Json:
    """What acting answers with that status, as a part of its own."""
    responses = act(document)["responses"]
    if "$ref" in responses[status]:
        responses[status] = copy.deepcopy(
            document["components"]["responses"][responses[status]["$ref"].split("/")[-1]]
        )
    return responses[status]


def scheme(document: Json, **said: Any) -> None:
    document["components"]["securitySchemes"]["other"] = said


def answers_without_errors(document: Json) -> None:
    responses = act(document)["responses"]
    for status in [status for status in responses if status.startswith("4")]:
        del responses[status]


def same_security_for_admins(document: Json) -> None:
    document["paths"]["/v1/admin"] = {"get": {**act(document)}}


BROKEN: dict[str, Callable[[Json], object]] = {
    "info-description": lambda it: it["info"].pop("description"),
    "operation-description": lambda it: act(it).pop("description"),
    "operation-tags": lambda it: act(it).update(tags=[]),
    "operation-tag-defined": lambda it: act(it).update(tags=["unheard of"]),
    "duplicated-entry-in-enum": lambda it: body(it).update(side={"enum": ["heroes", "foes", "heroes"]}),
    "array-items": lambda it: body(it).update(dice={"type": "array", "maxItems": 9}),
    "no-eval-in-markdown": lambda it: act(it).update(description="Then eval(this)."),
    "no-script-tags-in-markdown": lambda it: it["info"].update(description="<script>fight()</script>"),
    "oas3-valid-schema-example": lambda it: body(it).update(name={"type": "boolean", "examples": ["Dafur"]}),
    "api1-no-numeric-ids": lambda it: asks(it, name="id", **{"in": "query", "schema": {"type": "integer"}}),
    "api2-no-http-basic": lambda it: scheme(it, type="http", scheme="basic"),
    "api2-no-api-keys-in-url": lambda it: scheme(it, type="apiKey", name="key", **{"in": "query"}),
    "api2-no-credentials-in-url": lambda it: asks(it, name="access_token", **{"in": "query"}),
    "api2-auth-insecure-schemes": lambda it: scheme(it, type="http", scheme="negotiate"),
    "api2-jwt-best-practices": lambda it: scheme(it, type="http", scheme="bearer", bearerFormat="JWT"),
    "api2-short-lived-access-tokens": lambda it: scheme(
        it, type="oauth2", description="RFC8725", flows={"password": {"tokenUrl": "/"}}
    ),
    "api2-write-restricted": lambda it: act(it).update(security=[{}]),
    "api2-read-restricted": lambda it: it["paths"][FIGHT]["get"].update(security=[]),
    "api3-no-unevaluatedProperties": lambda it: body(it).update(
        more={"type": "object", "unevaluatedProperties": True}
    ),
    "api4-rate-limit": lambda it: answer(it, "201").pop("headers"),
    "api4-rate-limit-retry-after": lambda it: answer(it, "429")["headers"].pop("Retry-After"),
    "api4-rate-limit-responses-429": lambda it: act(it)["responses"].pop("429"),
    "api5-admin-security-unique": same_security_for_admins,
    "api7-concerning-url-parameter": lambda it: asks(it, name="redirect_url", **{"in": "query"}),
    "api8-define-cors-origin": lambda it: answer(it, "201")["headers"].pop("Access-Control-Allow-Origin"),
    "api8-no-server-http": lambda it: it["servers"].append({"url": "http://estoc.example"}),
    "api8-define-error-validation": answers_without_errors,
    "api8-define-error-responses-401": lambda it: answer(it, "401").pop("content"),
    "api8-define-error-responses-500": lambda it: act(it)["responses"].pop("500"),
    "api9-inventory-access": lambda it: it["servers"][0].pop("x-internal"),
    "api9-inventory-environment": lambda it: it["servers"][0].update(description="This server"),
    "asked-array-limit": lambda it: body(it).update(dice={"type": ["array", "null"], "items": {}}),
    "asked-integer-limit": lambda it: body(it).update(die={"type": "integer", "minimum": 1, "maximum": 100}),
    "asked-string-limit": lambda it: body(it).update(names={"items": {"type": "string"}}),
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_a_document_that_breaks_the_rule_is_found(rule: str) -> None:
    document = copy.deepcopy(WHOLE)
    BROKEN[rule](document)
    assert rule in {fault.partition(":")[0] for fault in faults(document)}


def test_each_part_is_walked_once_and_a_schema_within_itself_ends() -> None:
    document = copy.deepcopy(WHOLE)
    tree: Json = {"type": "array", "maxItems": 2, "items": {"$ref": "#/components/schemas/Tree"}}
    document["components"]["schemas"]["Tree"] = tree
    body(document)["tree"] = {"$ref": "#/components/schemas/Tree"}
    assert faults(document) == []
    del tree["maxItems"]
    assert faults(document) == ["asked-array-limit: Tree"]


def test_every_method_of_a_path_is_an_operation() -> None:
    assert set(METHODS) >= {name for item in WHOLE["paths"].values() for name in item} - {"parameters"}
