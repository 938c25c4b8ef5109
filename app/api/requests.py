"""What every endpoint reads of a request: who asks, the key, the version, the body, the page."""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from pydantic_core import from_json, to_json
from starlette.responses import Response

from app.api.errors import BodyTooLarge, UnsupportedMediaType
from app.persistence.json_text import read_json
from app.services.changing import Wanted
from app.services.encounters import etag
from app.services.estoc import Estoc
from app.services.once import Claim, Reply, claim_of
from app.services.refusals import InvalidCursor, KeyInvalid, KeyMissing, Unauthenticated
from app.services.tokens import Grant

MAX_BODY = 256 * 1024
MAX_PAGE = 200
_KEY = re.compile(r"[\x21-\x7e][\x20-\x7e]{0,199}")
_JSON = re.compile(r"application/([a-z0-9.+-]+\+)?json\s*(;.*)?", re.IGNORECASE)
_TAG = re.compile(r'\s*"(\d{1,18})"\s*')


async def service_of(request: Request) -> Estoc:
    return request.app.state.estoc


def bearer(request: Request) -> str:
    """The bearer token; raises Unauthenticated."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated("Send your token: Authorization: Bearer estoc_…")
    return token.strip()


async def grant_of(request: Request) -> Grant:
    service: Estoc = request.app.state.estoc
    return await service.tokens.grant(bearer(request))


Service = Annotated[Estoc, Depends(service_of)]
Granted = Annotated[Grant, Depends(grant_of)]


@dataclass(frozen=True, slots=True)
class Body:
    """A JSON body, and the claim of the key that came with it. Any: JSON."""

    document: Any
    claim: Claim


async def body_of(request: Request, grant: Grant) -> Body:
    """Read a body that will be stored.

    Raises KeyMissing, KeyInvalid, UnsupportedMediaType, BodyTooLarge and what reading JSON raises.
    """
    key = idempotency_key(request)
    text = await _text_of(request)
    return Body(read_json(text), claim_of(grant, request.url.path, key, text))


async def document_of(request: Request) -> Any:
    """Read a body of which nothing is kept.

    Raises UnsupportedMediaType, BodyTooLarge and what reading JSON raises. Any: JSON.
    """
    return read_json(await _text_of(request))


def idempotency_key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        raise KeyMissing("Send an Idempotency-Key, fresh for each new request.")
    if not _KEY.fullmatch(key):
        raise KeyInvalid("An Idempotency-Key has 1 to 200 printable ASCII characters.")
    return key


async def _text_of(request: Request) -> bytes:
    if not _JSON.fullmatch(request.headers.get("Content-Type", "")) or "Content-Encoding" in request.headers:
        raise UnsupportedMediaType("Send the body as application/json, not compressed.")
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > MAX_BODY:
            raise BodyTooLarge(f"A body may have {MAX_BODY // 1024} kB.")
    return text


def expected_versions(request: Request) -> frozenset[int] | None:
    """The versions that If-Match allows; None where it allows any."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    tags = (_TAG.fullmatch(tag) for tag in header.split(","))
    return frozenset(int(tag[1]) for tag in tags if tag)


def wanted(request: Request, grant: Grant, encounter_id: str, claim: Claim | None) -> Wanted:
    """Who wants the encounter changed, from which version."""
    return Wanted(grant, encounter_id, expected_versions(request), claim)


def prefers_minimal(request: Request) -> bool:
    """Whether the caller wants no body back."""
    return "return=minimal" in request.headers.get("Prefer", "").replace(" ", "").lower()


def answer(reply: Reply) -> Response:
    """A kept or fresh reply as a response."""
    headers = dict(reply.headers)
    if reply.is_replayed:
        headers["Idempotency-Replayed"] = "true"
    return Response(reply.body, reply.status, headers, "application/json" if reply.body else None)


def shown(document: object, version: int | None = None) -> Response:
    """A document that was asked for, with the tag of its encounter's version."""
    headers = {} if version is None else {"ETag": etag(version)}
    return Response(to_json(document), 200, headers, "application/json")


Limit = Annotated[int, Query(ge=1, description=f"Items a page; more than {MAX_PAGE} are {MAX_PAGE}.")]
Cursor = Annotated[str | None, Query(max_length=300, description="`next` of the page before.")]


def cursor_to(scope: str, last: str | int) -> str:
    """Where the page after ``last`` of the list ``scope`` begins; to callers an opaque text."""
    return base64.urlsafe_b64encode(to_json([scope, last])).rstrip(b"=").decode()


def read_cursor(scope: str, cursor: str | None, form: type[int] | type[str]) -> Any:
    """The last item before the page; None for the first page. Raises InvalidCursor. Any: ``form``."""
    if cursor is None:
        return None
    try:
        of, last = from_json(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, TypeError, binascii.Error):
        raise _invalid_cursor() from None
    if of != scope or type(last) is not form:
        raise _invalid_cursor()
    return last


def _invalid_cursor() -> InvalidCursor:
    return InvalidCursor("This cursor is not one of this list.")


def page(items: list[Any], next_cursor: str | None) -> Mapping[str, Any]:
    """One page of a list. Any: JSON."""
    return {"items": items, "next": next_cursor}
