"""What a route says of itself in the OpenAPI document."""

from typing import Any, TypeAlias

from pydantic import BaseModel

from app.api.schemas.common import Page

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
Replies: TypeAlias = dict[int | str, Json]
"""What a route answers, by status."""

_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
_MEANINGS = {
    400: "The body is not JSON, or the Idempotency-Key is missing.",
    401: "No token, or one that opens nothing.",
    403: "A token that may not do this.",
    404: "Not in this campaign.",
    409: "Not now: the rules do not allow it, or the same request is in flight.",
    412: "If-Match names an older version.",
    413: "The body is too large.",
    415: "The body is not announced as JSON.",
    428: "If-Match is missing.",
    422: "Readable, but wrong; `errors` say where.",
    500: "A defect of the service.",
    503: "The database cannot serve now; try again after `Retry-After` seconds.",
}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "Fresh for each new request; a repeated request sends the same one and is done once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of the encounter that the request was decided on.",
    "schema": {"type": "string"},
}
_PREFER = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "description": "`return=minimal` for an answer without a body.",
    "schema": {"type": "string"},
}


def list_of(model: type[BaseModel]) -> type[BaseModel]:
    """The page of a list of ``model``."""
    return Page[model]


def replies(status: int, model: type[BaseModel], description: str, example: str | None = None) -> Replies:
    """The good answer of a route; ``example`` names one of the shipped examples."""
    content: Json = {}
    if example is not None:
        content = {"examples": {_key(example): {"summary": example}}}
    return {status: {"model": model, "description": description, "content": {"application/json": content}}}


def body(schema: str, *examples: str) -> Json:
    """The JSON body of a route, with names of the shipped examples."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{schema}"},
                    "examples": {_key(name): {"summary": name} for name in examples},
                }
            },
        }
    }


def drawn(description: str) -> Replies:
    """The good answer of a route that draws."""
    return {200: {"description": description, "content": {"image/svg+xml": {"schema": {"type": "string"}}}}}


def documented(
    good: Replies,
    request: Json | None = None,
    *,
    is_stored: bool = False,
    is_read_only: bool = False,
    is_versioned: bool = False,
    is_open: bool = False,
    is_guarded: bool = False,
) -> Json:
    """The arguments of a route's decorator: its answers, body and headers.

    ``is_stored`` routes take an Idempotency-Key, ``is_read_only`` ones a body of which nothing is kept;
    ``is_versioned`` ones If-Match, ``is_open`` ones no token; ``is_guarded`` ones must be sent If-Match.
    """
    bad = {404, 422, 500, 503} if is_open else {401, 403, 404, 422, 500, 503}
    parameters: list[Json] = []
    if is_stored:
        bad |= {400, 409, 413, 415}
        parameters.append(_KEY)
    if is_read_only:
        bad |= {400, 413, 415}
    if is_versioned:
        bad |= {409, 412}
        parameters.append(_IF_MATCH)
    if is_guarded:
        bad |= {400, 409, 412, 413, 415, 428}
        parameters += [{**_IF_MATCH, "required": True}, _PREFER]
    if is_stored and is_versioned:
        parameters.append(_PREFER)
    extra: Json = {**(request or {}), "security": [] if is_open else [{"bearer": []}]}
    if parameters:
        extra["parameters"] = parameters
    return {
        "status_code": next(iter(good)),
        "response_model": None,
        "responses": good
        | {status: {"description": _MEANINGS[status], "content": _PROBLEM} for status in sorted(bad)},
        "openapi_extra": extra,
    }


def _key(name: str) -> str:
    return name.lower().replace(",", "").replace(" ", "-")
