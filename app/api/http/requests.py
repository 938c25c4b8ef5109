"""What every endpoint reads of a request: who asks, the key, the version, the body, the page."""

import asyncio
import base64
import binascii
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import Depends, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import from_json, to_json
from starlette.responses import Response

from app.api.http.errors import BodyTooLarge, BodyTooSlow, UnsupportedMediaType
from app.api.http.languages import locale_of
from app.api.http.limits import Limits
from app.api.http.roles import check_grant
from app.api.http.uploads import Uploads
from app.persistence.base.json_text import read_json
from app.services.access.campaigns import admin_grant
from app.services.access.etags import Condition, Viewing, digest_of, versions_in
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.idempotency import KeyClaim, Reply, claim_of, shared
from app.services.base.refusals import InvalidCursor, KeyInvalid, KeyMissing, NotFound, Unauthenticated
from app.services.base.service import Estoc
from app.services.base.slots import READING
from app.services.play.change import ChangeRequest
from app.values import replace, value

MAX_BODY = 256 * 1024
MAX_SYNC = 2 * 1024 * 1024
"""Bytes of a body that brings a whole table."""
MAX_PACK = 20 * 1024 * 1024
"""Bytes of a table pack."""
BODY_WITHIN = 30.0
"""Seconds that a body may take to come; those that bring packs have a time of their own."""
MAX_PAGE = 200
_KEY = re.compile(r"[\x21-\x7e][\x20-\x7e]{0,199}")
_JSON = re.compile(
    r'application/([a-z0-9.+-]+\+)?json\s*(;\s*(?!charset)[a-z0-9-]+=[^;]*|;\s*charset="?utf-?8"?\s*)*',
    re.IGNORECASE,
)
_READ_WITH_CARE = frozenset({"cursor", "user_code"})
"""Parameters whose reader refuses a NUL in words of its own."""
_NUMBER = re.compile(r"\d{1,18}")
Preference: TypeAlias = Literal["minimal", "representation"]


async def service_of(request: Request) -> Estoc:
    """The service; raises NotFound for an address with a NUL, which nothing is called by, and
    RequestValidationError for a parameter with one, unless what reads it refuses it itself.
    """
    if any("\0" in value for name, value in request.path_params.items() if name not in _READ_WITH_CARE):
        raise NotFound("Nothing is called so.", way="nul")
    if faults := [
        {"type": "value_error", "loc": ("query", name), "msg": "No text has a NUL"}
        for name, value in request.query_params.items()
        if "\0" in value and name not in _READ_WITH_CARE
    ]:
        raise RequestValidationError(faults)
    return request.app.state.estoc


def bearer(request: Request) -> str:
    """The bearer token; raises Unauthenticated."""
    given = request.headers.getlist("Authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated("Send your token, once: Authorization: Bearer estoc_…", way="header")
    return token.strip()


async def grant_of(request: Request) -> Grant:
    """What the caller's token opens; raises Unauthenticated, Forbidden and TooManyRequests."""
    service: Estoc = request.app.state.estoc
    limits: Limits = request.app.state.limits
    try:
        presented = bearer(request)
        if not service.tokens.has_seen(presented):
            limits.admit_stranger(request)
        grant = await service.tokens.grant(presented)
    except Unauthenticated:
        count_stranger(request)
        raise
    return admitted(request, grant)


def admin_of(request: Request) -> tuple[Grant, str]:
    """What the admin token opens, and the token; raises Unauthenticated, Forbidden and TooManyRequests."""
    limits: Limits = request.app.state.limits
    limits.admit_stranger(request)
    try:
        presented = bearer(request)
        grant = admin_grant(presented, request.app.state.admin_token)
    except Unauthenticated:
        count_stranger(request)
        raise
    return admitted(request, grant), presented


def admitted(request: Request, grant: Grant) -> Grant:
    """``grant``, counted, where its role may do what is asked; raises TooManyRequests and Forbidden."""
    limits: Limits = request.app.state.limits
    limits.count_token(request, grant.token_id)
    request.state.viewing = Viewing(grant, locale_of(request))
    check_grant(grant, request.scope["route"].operation_id)
    return grant


def count_stranger(request: Request) -> None:
    """A request that shows no good token, or needs none; raises TooManyRequests."""
    limits: Limits = request.app.state.limits
    limits.count_stranger(request)


def count_user_code(request: Request, grant: Grant) -> None:
    """A look for a user code, counted whether there is one or not; raises TooManyRequests."""
    limits: Limits = request.app.state.limits
    limits.count_user_code(request, grant.token_id)


Service = Annotated[Estoc, Depends(service_of)]
Granted = Annotated[Grant, Depends(grant_of)]


def viewing(request: Request) -> Viewing:
    """Who looks, once the token has been read."""
    return request.state.viewing


@value
class Body:
    """A JSON body, and the claim of the key that came with it. Any: JSON."""

    document: Any
    claim: KeyClaim


async def body_of(request: Request, grant: Grant) -> Body:
    """Read a body that will be stored.

    Raises KeyMissing, KeyInvalid, UnsupportedMediaType, BodyTooLarge and what reading JSON raises.
    """
    key = idempotency_key(request)
    text = await _text_of(request)
    return Body(
        _read(request, text), claim_of(grant.campaign_id, grant.token_id, request.url.path, key, text)
    )


async def action_body_of(request: Request, grant: Grant) -> Body:
    """The same of an action, whose key a campaign's GMs share."""
    body = await body_of(request, grant)
    return replace(body, claim=shared(body.claim)) if is_gm(grant) else body


async def document_of(request: Request, limit: int = MAX_BODY) -> Any:
    """Read a body of which nothing is kept.

    Raises UnsupportedMediaType, BodyTooLarge and what reading JSON raises. Any: JSON.
    """
    return _read(request, await _text_of(request, limit))


async def long_document_of(request: Request, service: Estoc, grant: Grant, limit: int = MAX_BODY) -> Any:
    """The same of one that tells of many: a long one is read beside play. Any: JSON.

    Raises ComputingBusy and CallerLeft too.
    """
    text = await _text_of(request, limit)
    return await service.slots.compute(grant.token_id, lambda: _read(request, text), size=READING * len(text))


def _read(request: Request, text: bytes) -> Any:
    """The JSON of a body, kept for the refusals that point into it. Any: JSON."""
    request.state.sent = read_json(text)
    return request.state.sent


@asynccontextmanager
async def pack_body_of(request: Request) -> AsyncIterator[bytes]:
    """A body that is a table pack, while this worker has time for it.

    Raises UnsupportedMediaType, BodyTooLarge and UploadsBusy.
    """
    uploads: Uploads = request.app.state.uploads
    async with uploads.turn():
        yield await uploads.in_time(_text_of(request, MAX_PACK))


def idempotency_key(request: Request) -> str:
    keys = request.headers.getlist("Idempotency-Key")
    if not keys:
        raise KeyMissing("Send an Idempotency-Key, fresh for each new request.")
    if len(keys) > 1:
        raise KeyInvalid("Send one Idempotency-Key, not several.", way="several")
    (key,) = keys
    if not _KEY.fullmatch(key):
        raise KeyInvalid("An Idempotency-Key has 1 to 200 printable ASCII characters.")
    return key


async def _text_of(request: Request, limit: int = MAX_BODY) -> bytes:
    if not _JSON.fullmatch(request.headers.get("Content-Type", "")) or "Content-Encoding" in request.headers:
        raise UnsupportedMediaType("Send the body as application/json, not compressed.")
    return await bytes_of(request, limit)


async def bytes_of(request: Request, limit: int) -> bytes:
    """The body as it comes, of whatever media type; raises BodyTooLarge and BodyTooSlow."""
    chunks: list[bytes] = []
    left = limit
    within: float = request.app.state.body_within
    try:
        async with asyncio.timeout(within if limit < MAX_PACK else None):
            async for chunk in request.stream():
                chunks.append(chunk)
                left -= len(chunk)
                if left < 0:
                    raise BodyTooLarge("This body may have {limit_kb} kB.", limit_kb=limit // 1024)
    except TimeoutError:
        raise BodyTooSlow("The body did not come within {seconds} s.", seconds=round(within)) from None
    return b"".join(chunks)


def tag_of(request: Request, shown: bytes) -> str:
    """The tag of a thing that counts no versions, as it is ``shown``."""
    return viewing(request).tag(digest_of(shown))


def expected_versions(request: Request) -> frozenset[int] | None:
    """The versions of an encounter that If-Match allows; None where it allows any."""
    versions = condition(request).versions
    return None if versions is None else frozenset(int(one) for one in versions if _NUMBER.fullmatch(one))


def condition(request: Request, *, is_required: bool = False) -> Condition:
    """What If-Match asks; where ``is_required``, a request without it is refused when it is checked."""
    given = request.headers.getlist("If-Match")
    header = ", ".join(given).strip()
    if not given:
        return Condition(None, is_missing=is_required)
    return Condition(None if header == "*" else versions_in(header))


def preference(request: Request) -> Preference | None:
    """What ``Prefer: return=…`` asks for (RFC 7240); of several the first counts."""
    for header in request.headers.getlist("Prefer"):
        for preferred in header.split(","):
            token, _, _parameters = preferred.partition(";")
            name, _, value = token.partition("=")
            if name.strip().lower() == "return":
                value = value.strip().strip('"').lower()
                return value if value in ("minimal", "representation") else None
    return None


def wanted(request: Request, grant: Grant, encounter_id: str, claim: KeyClaim | None) -> ChangeRequest:
    """Who wants the encounter changed, from which version, and told in which language."""
    locale = viewing(request).locale
    return ChangeRequest(grant, encounter_id, expected_versions(request), claim, locale)


def preferred(request: Request, reply: Reply) -> Reply:
    """``reply`` as the caller prefers it: with the header that says so, and without its body if so wished."""
    wish = preference(request)
    if wish is None:
        return reply
    headers = {**reply.headers, "Preference-Applied": f"return={wish}"}
    if wish == "representation":
        return replace(reply, headers=headers)
    return replace(reply, status=204 if reply.status == 200 else reply.status, headers=headers, body=b"")


def answer(reply: Reply) -> Response:
    """A kept or fresh reply as a response."""
    headers = dict(reply.headers)
    if reply.is_replayed:
        headers["Idempotency-Replayed"] = "true"
    if "Content-Language" in headers:
        headers["Vary"] = "Accept-Language"
    return Response(reply.body, reply.status, headers, "application/json" if reply.body else None)


def shown(document: object, tag: str | None = None) -> Response:
    """A document that was asked for; its tag is made of it where none is given."""
    headers = {} if tag is None else {"ETag": tag}
    return Response(to_json(document), 200, headers, "application/json")


def worded(response: Response, locale: str) -> Response:
    """``response``, whose words are in the language ``locale`` because Accept-Language says so."""
    response.headers.update({"Content-Language": locale, "Vary": "Accept-Language"})
    return response


def secret(status: int, document: object, **headers: str) -> Response:
    """A document that no cache may keep."""
    return Response(to_json(document), status, {"Cache-Control": "no-store", **headers}, "application/json")


Limit = Annotated[
    int, Query(ge=1, le=10**9, description=f"Items a page; more than {MAX_PAGE} are {MAX_PAGE}.")
]
Called = Annotated[
    str | None, Query(max_length=300, description="What another system calls it: `foundry:message:abc`.")
]
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


def page(items: Sequence[Any], next_cursor: str | None) -> Mapping[str, Any]:
    """One page of a list. Any: JSON."""
    return {"items": items, "next": next_cursor}


async def page_of(
    scope: str,
    limit: int,
    cursor: str | None,
    read: Callable[[str | None, int], Awaitable[Sequence[Mapping[str, Any]]]],
) -> Mapping[str, Any]:
    """One page of a list that is ordered by ids: ``read`` gives up to so many of the items after an id, or
    from the first on. Any: JSON.
    """
    limit = min(limit, MAX_PAGE)
    items = await read(read_cursor(scope, cursor, str), limit + 1)
    shown = items[:limit]
    return page(shown, cursor_to(scope, shown[-1]["id"]) if len(items) > limit else None)


def page_in(
    scope: str, items: Iterable[Mapping[str, Any]], key: str, limit: int, cursor: str | None
) -> Mapping[str, Any]:
    """One page of a list that is whole in memory, in the order of ``key``. Any: JSON."""
    limit = min(limit, MAX_PAGE)
    last = read_cursor(scope, cursor, str)
    following = sorted(
        (item for item in items if last is None or item[key] > last), key=lambda item: item[key]
    )
    shown = following[:limit]
    return page(shown, cursor_to(scope, shown[-1][key]) if len(following) > limit else None)
