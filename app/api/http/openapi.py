"""The OpenAPI document: the routes, with the schemas of what the games read."""

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.api.http.documentation import PROBLEMS
from app.api.http.openapi_descriptions import describe
from app.api.http.openapi_schemas import REF, add_bodies, add_edits, add_games, defined
from app.api.http.openapi_shared import share
from app.api.http.openapi_twins import merge_twins
from app.api.http.openapi_webhooks import message
from app.api.http.schema_forms import answered_in_part, bounded, references, without_titles
from app.api.schemas.common import Problem
from app.persistence.base.codec import plain_tuples

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""

ABOUT = """Resolves tabletop combat: right, explained, stored, replayable.

Open a campaign, begin an encounter, let combatants enter, and send actions; each answer names every modifier
with its rule. Every refusal is a problem document with a stable `code`.
"""
HEADERS: dict[str, str] = {
    "Access-Control-Allow-Origin": "Which pages of browsers may read the answer; `*` for all.",
    "Content-Language": "The language of the words in the answer.",
    "ETag": "The version of what was answered, for `If-Match` and `If-None-Match`.",
    "Idempotency-Replayed": "`true` where the same request was carried out before; the answer is that one.",
    "Location": "Where the new thing is.",
    "Preference-Applied": "Which preference of `Prefer` was followed.",
    "RateLimit": "How many requests are left (`r`), and in how many seconds there are more (`t`).",
    "RateLimit-Policy": "How many requests (`q`) may come in how many seconds (`w`).",
    "Retry-After": "After how many seconds to try again.",
    "WWW-Authenticate": "`Bearer`",
    "X-Request-ID": "The id of the request in the log; the caller's own where one was sent.",
}
_OF_ALL = {"Access-Control-Allow-Origin", "X-Request-ID"}
_OF_LIMITED = {"RateLimit", "RateLimit-Policy"}
_OF_PROBLEM: dict[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    409: ("Retry-After",),
    412: ("ETag",),
    428: ("ETag",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
_OF_PARAMETER = {
    "Accept-Language": "Content-Language",
    "Idempotency-Key": "Idempotency-Replayed",
    "If-Match": "ETag",
    "If-None-Match": "ETag",
    "Prefer": "Preference-Applied",
}
_MAKES = {
    "beginEncounter": {"encounter_id": "id"},
    "cloneEncounter": {"encounter_id": "id"},
    "addCombatant": {"combatant_id": "id"},
    "act": {"action_id": "id"},
    "importTablePack": {"pack": "id", "version": "version"},
}
"""Operations whose answer has the members that other routes have in their path under these names."""
_IF_NONE_MATCH: Json = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The `ETag` that the caller has; the answer is 304 where it still holds.",
    "schema": {"type": "string"},
}
EDITIONS = ("Dnd35", "Pf1")
"""What the schemas of the two d20 games begin with: nearly all of them are the same."""
_METHODS = ("get", "put", "post", "delete", "patch")


def openapi(app: FastAPI) -> Json:
    """The document; made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            description=ABOUT,
            routes=app.routes,
            tags=app.openapi_tags,
            servers=[{"url": "/", "description": "This server, local or in production", "x-internal": False}],
        )
        components = document.setdefault("components", {})
        schemas: Json = components.setdefault("schemas", {})
        for leftover in ("HTTPValidationError", "ValidationError"):
            schemas.pop(leftover, None)
        schemas["Problem"] = defined(schemas, Problem.model_json_schema(ref_template=REF + "{model}"))
        document["webhooks"] = {"encounter.events": {"post": message(schemas)}}
        for name, schema in schemas.items():
            schemas[name] = answered_in_part(schema)
        add_games(schemas)
        add_bodies(schemas)
        add_edits(schemas)
        _finish(document)
        merge_twins(document, EDITIONS)
        describe(document)
        share(document)
        app.openapi_schema = plain_tuples(document)
    assert app.openapi_schema is not None
    return app.openapi_schema


def _finish(document: Json) -> None:
    components = document["components"]
    components["securitySchemes"] = {
        "admin": {
            "type": "http",
            "scheme": "bearer",
            "description": "The admin's token (RFC 6750): what the server has as `ESTOC_ADMIN_TOKEN`.",
        },
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "estoc_<campaign>_<secret>",
            "description": "The token of a campaign (RFC 6750), as opening the campaign returned it.",
        },
    }
    components["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()
    }
    recorded: Json = _shipped("example_answers.json")
    components["responses"] = {
        _problem_name(status): _problem(status, meaning, recorded["problems"].get(str(status)))
        for status, meaning in PROBLEMS.items()
    }
    named: Json = _shipped("examples.json")
    _show_examples(document["webhooks"], named)
    for path in document["paths"].values():
        if "get" in path:
            _say_unchanged(path["get"])
    for operation in _operations(document):
        _finish_operation(operation, named, recorded)
    for operation in _operations(document):
        if (made := _MAKES.get(operation["operationId"])) is not None:
            operation["responses"]["201"]["links"] = dict(_links(document, operation, made))
    components["schemas"] = {name: without_titles(part) for name, part in components["schemas"].items()}
    _drop_unused(document)


def _drop_unused(document: Json) -> None:
    components = document["components"]
    named = {f"#/components/{kind}/{name}" for kind in ("schemas", "responses") for name in components[kind]}
    unused = named - set(references(document))
    for reference in unused:
        _, _, kind, name = reference.split("/")
        del components[kind][name]
    if unused:
        _drop_unused(document)


def _shipped(name: str) -> Any:
    """Requests and answers that the service takes and gives. Any: JSON."""
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def _operations(document: Json) -> Iterator[Json]:
    for path in document["paths"].values():
        yield from (path[method] for method in _METHODS if method in path)


def _say_unchanged(operation: Json) -> None:
    """Whatever is answered whole has a tag."""
    if "text/event-stream" not in operation["responses"]["200"]["content"]:
        operation["responses"]["304"] = {"description": "The caller has the newest already."}
        operation.setdefault("parameters", []).append(copy.deepcopy(_IF_NONE_MATCH))


def _finish_operation(operation: Json, named: Json, recorded: Json) -> None:
    parameters: list[Json] = operation.get("parameters", [])
    for parameter in parameters:
        schema = without_titles(parameter["schema"])
        # A header that is too long is the server's to refuse, whatever its name.
        parameter["schema"] = schema if parameter["in"] == "header" else bounded(schema)
    _show_examples(operation.get("requestBody", {}), named)
    headers = {header for parameter in parameters if (header := _OF_PARAMETER.get(parameter["name"]))}
    responses: Json = operation["responses"]
    for status, response in responses.items():
        if int(status) in PROBLEMS:
            responses[status] = {"$ref": f"#/components/responses/{_problem_name(int(status))}"}
            continue
        of_all = _OF_ALL | (_OF_LIMITED if "429" in responses else set())
        of_status = {"Location", "ETag"} if status == "201" else set[str]()
        response["headers"] = _headers(headers | of_all | of_status)
        _show_examples(response, named)
        content: Json = response.get("content", {})
        if len(content) > 1 and content.get("application/json") == {"schema": {}}:
            del content["application/json"]  # the framework's own guess
        media = content.get("application/json")
        example = recorded["answers"].get("waits" if status == "202" else operation["operationId"])
        if media is not None and example is not None and "examples" not in media:
            media["examples"] = {"recorded": {"summary": response["description"], "value": example}}
            if (seen := recorded["as_players"].get(operation["operationId"])) is not None:
                media["examples"]["as-a-player"] = {"summary": "What a player sees of it.", "value": seen}


def _problem(status: int, meaning: str, example: Json | None) -> Json:
    media: Json = {"schema": {"$ref": REF + "Problem"}}
    if example is not None:
        media["examples"] = {example["code"]: {"summary": example["title"], "value": example}}
    headers = {"Content-Language", *_OF_ALL, *_OF_LIMITED, *_OF_PROBLEM.get(status, ())}
    return {
        "description": meaning,
        "headers": _headers(headers),
        "content": {"application/problem+json": media},
    }


def _problem_name(status: int) -> str:
    return f"Problem{status}"


def _headers(names: set[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in sorted(names)}


def _links(document: Json, maker: Json, made: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """From what made a thing to everything that can be done with it."""
    given = {name: f"$request.path.{name}" for name in _path_names(maker)} | {
        name: f"$response.body#/{member}" for name, member in made.items()
    }
    for operation in _operations(document):
        names = _path_names(operation)
        if names & made.keys() and names <= given.keys():
            name = operation["operationId"]
            yield name, {"operationId": name, "parameters": {name: given[name] for name in sorted(names)}}


def _path_names(operation: Json) -> set[str]:
    parameters: list[Json] = operation.get("parameters", [])
    return {parameter["name"] for parameter in parameters if parameter["in"] == "path"}


def _show_examples(part: Any, named: Json) -> None:
    """Put the named examples in; FastAPI would leave out what is null in them. Any: JSON."""
    match part:
        case {"examples": dict() as shown}:
            for example in shown.values():
                example["value"] = named[example["summary"]]
        case dict():
            for inner in part.values():
                _show_examples(inner, named)
        case _:
            return
