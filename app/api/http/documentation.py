"""What a route says of itself in the OpenAPI document."""

from typing import Any, TypeAlias

from pydantic import BaseModel

from app.api.schemas.common import Page

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
Replies: TypeAlias = dict[int | str, Json]
"""What a route answers, by status."""

PROBLEMS: dict[int, str] = {
    400: "The body is not JSON, or the Idempotency-Key is missing.",
    401: "No token, or one that opens nothing.",
    403: "A token that may not do this.",
    404: "Not in this campaign.",
    409: "Not now: the rules do not allow it, or the same request is in flight.",
    412: "If-Match names an older version; `ETag` is the newest.",
    413: "The body is too large.",
    415: "The body is not announced as JSON.",
    422: "Readable, but wrong; `errors` say where.",
    428: "If-Match is missing; `ETag` is what it would have to be.",
    414: "The address is longer than 16 kB.",
    431: "The head of the request is larger than 64 kB.",
    429: "Too many requests; try again after `Retry-After` seconds.",
    500: "A defect of the service.",
    503: "The database cannot serve now; try again after `Retry-After` seconds.",
}
"""What each problem status means. The document has one response for each, and routes refer to it."""
ILLEGAL: Replies = {409: {"description": "The rules do not allow it; `failed_checks` say why."}}
DECISION_FIRST: Replies = {409: {"description": "An action waits for somebody: that is answered first."}}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "Fresh for each new request; a repeated request sends the same one and is done once.",
    "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "pattern": "^[\\x21-\\x7e][\\x20-\\x7e]*$",
    },
    "example": "6f1f9e9e-4b6b-4a53-9d2c-1f0c1f1b0a11",
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "description": "The `ETag` that the request was decided on; `*` for any.",
    "schema": {"type": "string"},
}
_PREFER = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "description": "`return=minimal` for an answer without a body.",
    "schema": {"type": "string", "examples": ["return=minimal"]},
}
_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "required": False,
    "description": "The language of the words in the answer: `en`, `fr` or `it`.",
    "schema": {"type": "string", "examples": ["fr, en;q=0.5"]},
}


def list_of(model: type[BaseModel]) -> type[BaseModel]:
    """The page of a list of ``model``."""
    return Page[model]


def replies(status: int, model: type[BaseModel], description: str, example: str | None = None) -> Replies:
    """The good answer of a route; ``example`` names one of the shipped examples.

    Without it the answer recorded under the route's ``operation_id`` is shown.
    """
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
    is_versioned: bool = False,
    is_guarded: bool = False,
    is_worded: bool = False,
    is_open: bool = False,
    is_for_admin: bool = False,
    is_limited: bool = True,
) -> Json:
    """The arguments of a route's decorator: its answers, body and headers.

    ``is_stored`` routes take an Idempotency-Key; ``is_versioned`` ones take If-Match and ``is_guarded`` ones
    do not go without; ``is_worded`` ones speak the caller's language; ``is_open`` ones take no token and
    ``is_for_admin`` ones the admin's; ``is_limited`` ones count requests.
    """
    bad = {404, 414, 422, 431, 500, 503} if is_open else {401, 403, 404, 414, 422, 431, 500, 503}
    parameters: list[Json] = []
    if is_limited:
        bad |= {429}
    if is_stored:
        bad |= {400, 409, 413, 415}
        parameters.append(_KEY)
    if request is not None:
        bad |= {400, 413, 415}
    if is_versioned or is_guarded:
        bad |= {409, 412}
        parameters.append({**_IF_MATCH, "required": is_guarded})
    if is_guarded:
        bad |= {428}
    if is_stored or (is_guarded and request is not None):
        parameters.append(_PREFER)
    if is_worded:
        parameters.append(_LANGUAGE)
    scheme = "admin" if is_for_admin else "bearer"
    extra: Json = {**(request or {}), "security": [] if is_open else [{scheme: []}]}
    if parameters:
        extra["parameters"] = parameters
    return {
        "status_code": next(iter(good)),
        "response_model": None,
        "responses": good | {status: {"description": PROBLEMS[status]} for status in sorted(bad)},
        "openapi_extra": extra,
    }


def _key(name: str) -> str:
    return name.lower().replace(",", "").replace(" ", "-")
